"""Small Sphinx projects: files in, a real build out, with its warnings and its pages."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bs4 import BeautifulSoup, Tag
from sphinx.testing.util import SphinxTestApp

from tests.unit.making import write as write_files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.environment import BuildEnvironment

ROOT = Path(__file__).parents[2]
LEJI = ROOT / "schemas" / "leji" / "agent-profile.schema.json"
LEJI_ID = "leji.agent-profile"
#: A page of every kind of source for a schema of one's own and for a built-in one.
REST = "Profile\n=======\n\n.. agentcfg-schema:: {name}\n"
MYST = "# Team\n\n```{{agentcfg-schema}} {name}\n```\n"

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_WARNING = re.compile(r"^(?P<place>[^\n]*?): (?:WARNING|ERROR|CRITICAL): (?P<text>.*)$")


@dataclass(frozen=True)
class Warned:
    """One line of the log: page and line, the words, and the subtype (``agentcfg.missing``)."""

    place: str
    text: str
    subtype: str


@dataclass
class Built:
    """A build that has been done."""

    source: Path
    out: Path
    log: str
    env: BuildEnvironment | None = None
    read: tuple[str, ...] = ()
    code: int = 0
    _soups: dict[str, BeautifulSoup] = field(default_factory=dict)

    def file(self, name: str) -> str:
        """Return the text of a file that the build wrote."""
        return (self.out / name).read_text(encoding="utf-8")

    def soup(self, name: str = "index.html") -> BeautifulSoup:
        """Return a page, parsed once."""
        if name not in self._soups:
            self._soups[name] = BeautifulSoup(self.file(name), "html.parser")
        return self._soups[name]

    def entry(self, path: str, type_id: str = LEJI_ID, page: str = "index.html") -> Tag:
        """Return the whole entry of a field: its ``dl``."""
        return entry(self.soup(page), f"{type_id}.{path}")

    @property
    def warnings(self) -> list[Warned]:
        """Every warning; the place is relative to the source folder."""
        found = []
        for line in self.log.splitlines():
            match = _WARNING.match(line)
            if match:
                text, _, subtype = match["text"].rpartition(" [")
                place = match["place"].removeprefix(f"{self.source}{os.sep}")
                found.append(Warned(place, text, subtype.removesuffix("]")))
            elif line.startswith("WARNING: "):
                text, _, subtype = line.removeprefix("WARNING: ").rpartition(" [")
                found.append(Warned("", text, subtype.removesuffix("]")))
        return found

    def only_warning(self) -> Warned:
        """Return the warning, of which there must be exactly one."""
        (found,) = self.warnings
        return found


def entry(soup: BeautifulSoup, anchor: str) -> Tag:
    """Return the ``dl`` whose ``dt`` has the id *anchor*."""
    head = soup.find(id=anchor)
    assert isinstance(head, Tag), f"no element with the id {anchor}"
    assert head.parent is not None
    return head.parent


def rows(tag: Tag) -> dict[str, str]:
    """Return label → value of the list of facts right inside an entry, as a reader sees them."""
    found = {}
    for facts in tag.select("dl.field-list"):
        for label in facts.find_all("dt", recursive=False):
            value = label.find_next_sibling("dd")
            assert value is not None
            found[label.get_text().removesuffix(":")] = value.get_text().strip()
    return found


def codes(tag: Tag) -> list[str]:
    """Return the exact text of each literal in *tag*."""
    return [each.get_text() for each in tag.select("code.literal, span.literal, code.docutils")]


def paragraphs(tag: Tag) -> list[str]:
    """Return the paragraphs right inside an entry."""
    body = tag.find("dd")
    assert isinstance(body, Tag)
    return [p.get_text() for p in body.find_all("p", recursive=False)]


def head(tag: Tag) -> str:
    """Return the line that an entry begins with, without the permalink."""
    line = tag.find("dt")
    assert isinstance(line, Tag)
    return line.get_text().strip().removesuffix("¶")


def write(folder: Path, files: Mapping[str, Any]) -> None:
    """Write each file: text and bytes as they are, anything else as JSON, one value a line."""
    write_files(folder, files, indent=2)


def page(name: str, *options: str, title: str = "Page") -> str:
    """Return a reST page with one directive; it stands on line 4."""
    lines = "".join(f"   {option}\n" for option in options)
    return f"{title}\n{'=' * len(title)}\n\n.. agentcfg-schema:: {name}\n{lines}"


def index(*names: str) -> str:
    """Return a reST page with a table of contents."""
    return "Index\n=====\n\n.. toctree::\n\n" + "".join(f"   {name}\n" for name in names)


def project(folder: Path, files: Mapping[str, Any]) -> None:
    """Write *files* and a conf.py that loads the extension, and MyST where there is a page for it."""
    extensions = ["sphinx_agentcfg"]
    if any(name.endswith(".md") for name in files) or any(folder.rglob("*.md")):
        extensions.append("myst_parser")
    conf = (
        f"extensions = {extensions!r}\nproject = 'Demo'\nversion = release = '1'\nauthor = 'A'\ncopyright = '2026'\n"
        "epub_copyright = '2026'\nepub_show_urls = 'no'\nhtml_theme = 'basic'\n"
    )
    write(folder, {"conf.py": conf, **files})


def build(
    folder: Path,
    files: Mapping[str, Any] | None = None,
    builder: str = "html",
    *,
    fresh: bool = False,
    parallel: int = 0,
    **conf: Any,
) -> Built:
    """Write *files* into *folder*/src and build with *conf*; a second call builds again what has changed."""
    source = folder / "src"
    if files is not None:
        project(source, files)
    warnings = io.StringIO()
    app = SphinxTestApp(
        builder,
        srcdir=source,
        builddir=folder / "build",
        confoverrides=conf,
        warning=warnings,
        freshenv=fresh,
        parallel=parallel,
    )
    read: list[str] = []
    app.connect("source-read", lambda _app, name, _text: read.append(name))
    try:
        app.build()
    finally:
        app.cleanup()
    log = _COLOUR.sub("", warnings.getvalue())
    return Built(source, folder / "build" / builder, log, app.env, tuple(sorted(read)))


def run_sphinx(
    folder: Path,
    files: Mapping[str, Any] | None = None,
    builder: str = "html",
    *options: str,
    cwd: Path | None = None,
    locale: str = "C.UTF-8",
) -> Built:
    """Build in a process of its own, as a person does; ``code`` is its exit code, ``read`` is not known."""
    source, out = folder / "src", folder / "out" / builder
    if files is not None:
        project(source, files)
    base = [sys.executable, "-m", "sphinx", "-q", "-b", builder, "-d", str(folder / "doctrees"), *options]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("LC_") and k not in {"LANG", "LANGUAGE"}}
    environment |= {"LC_ALL": locale, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    done = subprocess.run(
        [*base, str(source), str(out)], capture_output=True, encoding="utf-8", check=False, env=environment, cwd=cwd
    )
    return Built(source, out, _COLOUR.sub("", done.stderr), code=done.returncode)
