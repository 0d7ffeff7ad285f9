"""Build this site in both languages: ``docs/_build/html/index.html`` leads to them.

Without arguments it builds; a second run reads nothing that has not changed. ``--update-messages`` brings the
translations in ``docs/locale`` up to date with the sources instead: what is new is empty there, what changed is fuzzy.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

DOCS = Path(__file__).resolve().parent
BUILD = DOCS / "_build"
LOCALE = DOCS / "locale"
SOURCE_LANGUAGE = "en"
LANGUAGES = (SOURCE_LANGUAGE, "zh_CN")

# Chinese for a browser whose first language is Chinese; the links are there for everybody else, and without JavaScript.
INDEX = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>sphinx-agentcfg</title>
<style>
:root { color-scheme: light dark; }
body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem; }
</style>
<script>location.replace((/^zh/i.test(navigator.language) ? "zh_CN" : "en") + "/index.html");</script>
</head>
<body>
<h1>sphinx-agentcfg</h1>
<p><a href="en/index.html" lang="en" hreflang="en">Documentation in English</a></p>
<p><a href="zh_CN/index.html" lang="zh-CN" hreflang="zh-CN">中文文档</a></p>
</body>
</html>
"""


def main() -> int:
    """Build, or update the translations; return the exit code."""
    parser = argparse.ArgumentParser(description="Build the documentation in every language.")
    parser.add_argument("--update-messages", action="store_true", help="refresh docs/locale from the sources instead")
    if parser.parse_args().update_messages:
        return update_messages()
    compile_messages()
    good = [build(language) for language in LANGUAGES]
    index = BUILD / "html" / "index.html"
    index.parent.mkdir(parents=True, exist_ok=True)
    index.write_text(INDEX, encoding="utf-8")
    return 0 if all(good) else 1


def build(language: str, folder: Path = BUILD) -> bool:
    """Build one language in *folder* and say so in one line; after a failure show all that Sphinx said."""
    target = folder / "html" / language
    strict = ("-W", "-n", "--keep-going", "-j", "2")
    done = sphinx("html", target, *strict, "-D", f"language={language}", "-d", f"{folder / 'doctrees' / language}")
    read = re.search(r"updating environment: .*?(\d+) added, (\d+) changed", done.stdout)
    pages = sum(int(n) for n in read.groups()) if read else 0
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        print(f"{language}: failed")
        return False
    print(f"{language}: {pages} pages read, {os.path.relpath(target)}")
    return True


def sphinx(builder: str, target: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run Sphinx on this folder; its log is in English, so that it can be counted."""
    command = [sys.executable, "-m", "sphinx", "-b", builder, *options, str(DOCS), str(target)]
    path = os.pathsep.join(filter(None, [str(DOCS.parent), os.environ.get("PYTHONPATH")]))
    plain = {"PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "", "NO_COLOR": "1"}
    env = os.environ | plain | {"PYTHONPATH": path}
    return subprocess.run(
        command, env=env, text=True, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )


def compile_messages() -> None:
    """Make the binary catalogue beside each ``.po`` that is newer."""
    for po in LOCALE.rglob("*.po"):
        mo = po.with_suffix(".mo")
        if not mo.is_file() or mo.stat().st_mtime < po.stat().st_mtime:
            with po.open("rb") as source:
                catalog = read_po(source)
            half = mo.with_suffix(f".{os.getpid()}.mo")  # somebody else may be reading
            with half.open("wb") as target:
                write_mo(target, catalog)
            half.replace(mo)


def update_messages() -> int:
    """Extract the texts with Sphinx and merge them into the catalogues with sphinx-intl."""
    with tempfile.TemporaryDirectory() as folder:
        done = sphinx("gettext", Path(folder), "-W", "-d", f"{BUILD / 'doctrees' / 'gettext'}")
        if done.returncode:
            print(done.stdout, file=sys.stderr)
            return 1
        for language in LANGUAGES[1:]:
            # sphinx-intl writes a new date into each header even where nothing changed; tidy() takes it out again
            command = [sys.executable, "-m", "sphinx_intl", "update", "-p", folder, "-d", str(LOCALE), "-l", language]
            subprocess.run([*command, "-w", "0", "--no-obsolete"], check=True, stdout=subprocess.DEVNULL)
    for language in LANGUAGES[1:]:
        for po in sorted((LOCALE / language).rglob("*.po")):
            empty, fuzzy = tidy(po, language)
            if empty or fuzzy:
                print(f"{os.path.relpath(po)}: {empty} to translate, {fuzzy} to look at")
    return 0


def tidy(path: Path, language: str) -> tuple[int, int]:
    """Write a catalogue anew with a header that names nobody and never changes; return what is left to do in it."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    catalog.header_comment = "# Documentation of sphinx-agentcfg. The terms follow docs/reference/terms.tsv."
    catalog.project, catalog.version = "sphinx-agentcfg", "docs"
    catalog.msgid_bugs_address = "the issue tracker of sphinx-agentcfg"
    catalog.last_translator = "AI-assisted"
    catalog.language_team = language
    catalog.creation_date = catalog.revision_date = datetime(2026, 11, 30, tzinfo=UTC)
    catalog.fuzzy = False
    for entry in catalog:
        entry.locations = []
        entry.flags &= {"fuzzy"}  # Babel takes `{role}` for a format string
    out = BytesIO()
    write_po(out, catalog, width=0, ignore_obsolete=True)
    path.write_bytes(re.sub(rb'"Generated-By: .*\n', b"", out.getvalue()))
    texts = [entry for entry in catalog if entry.id]
    return sum(not e.string for e in texts), sum(e.fuzzy for e in texts)


if __name__ == "__main__":
    sys.exit(main())
