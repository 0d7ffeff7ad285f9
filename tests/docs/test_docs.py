"""The documentation site: its translations are complete, its tutorial works, its lists say all that the code has."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from dataclasses import fields
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest
from babel.messages.pofile import read_po

from sphinx_agentcfg.cli import main
from sphinx_agentcfg.languages import html_tag
from sphinx_agentcfg.reference.keywords import OURS
from sphinx_agentcfg.sphinx_ext.audit_directive import AuditDirective
from sphinx_agentcfg.sphinx_ext.changes_directive import ChangesDirective
from sphinx_agentcfg.sphinx_ext.example_directive import ExampleDirective
from sphinx_agentcfg.sphinx_ext.formats_directive import FormatsDirective
from sphinx_agentcfg.sphinx_ext.profile_directive import ProfileDirective
from sphinx_agentcfg.sphinx_ext.rules_directive import RulesDirective
from sphinx_agentcfg.sphinx_ext.schema_directive import SchemaDirective
from sphinx_agentcfg.sphinx_ext.sections import SECTIONS
from sphinx_agentcfg.sphinx_ext.settings import Settings
from sphinx_agentcfg.sphinx_ext.warnings import SUBTYPES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
CATALOGUES = sorted((DOCS / "locale").rglob("*.po"))
PAGES = sorted(p.relative_to(DOCS).with_suffix("").as_posix() for p in DOCS.rglob("*.md") if "_build" not in p.parts)
# With this the command is run as a terminal would run it, without being installed.
AGENTCFG = [sys.executable, "-c", "from sphinx_agentcfg.cli import main; main(prog_name='agentcfg')"]


# --- translations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda p: p.relative_to(DOCS / "locale").as_posix())
def test_every_message_is_translated_and_none_is_fuzzy(path: Path) -> None:
    with path.open("rb") as file:
        catalog = read_po(file)
    assert [e.id for e in catalog if e.id and (not e.string or e.fuzzy)] == []
    assert not catalog.obsolete


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda p: p.relative_to(DOCS / "locale").as_posix())
def test_a_catalogue_names_no_person_place_or_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "FULL NAME" not in text
    assert "@li.org" not in text
    assert not re.search(r"^#:", text, re.MULTILINE)
    assert not re.search(r"/(home|tmp|root|Users)/", text)


def test_every_page_has_a_catalogue() -> None:
    known = {p.relative_to(DOCS / "locale" / "zh_CN" / "LC_MESSAGES").with_suffix("").as_posix() for p in CATALOGUES}
    assert set(PAGES) <= known


def test_the_catalogues_hold_every_message_of_the_pages_and_no_other(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-b",
        "gettext",
        str(DOCS),
        str(tmp_path),
        "-d",
        str(tmp_path / "d"),
    ]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    for template in tmp_path.rglob("*.pot"):
        name = template.relative_to(tmp_path).with_suffix(".po")
        path = DOCS / "locale" / "zh_CN" / "LC_MESSAGES" / name
        if name.stem != "sphinx":  # the theme's own words
            wanted, known = ({e.id for e in read_po(BytesIO(p.read_bytes())) if e.id} for p in (template, path))
            assert known == wanted, name


# --- the site ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site in both languages, as ``build.py`` does, into a folder of its own."""
    build = _build_module()
    folder = tmp_path_factory.mktemp("site")
    build.compile_messages()
    for language in build.LANGUAGES:
        assert build.build(language, folder), f"the {language} site has warnings, see above"
    return folder / "html"


def _build_module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_build", DOCS / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_every_page_is_in_a_toctree_and_leads_to_its_twin(site: Path) -> None:
    for page in [*PAGES, "search", "genindex"]:
        for here, there in (("en", "zh_CN"), ("zh_CN", "en")):
            file = site / here / f"{page}.html"
            html = file.read_text(encoding="utf-8")
            links = set(re.findall(rf'<a href="([^"]+)" lang="{html_tag(there)}" hreflang="{html_tag(there)}"', html))
            assert len(links) == 1, file
            assert f'<span lang="{html_tag(here)}" aria-current="true">' in html
            assert (file.parent / links.pop()).resolve() == (site / there / f"{page}.html").resolve()
    listed = (site / "en" / "index.html").read_text(encoding="utf-8")
    assert [p for p in PAGES if p != "index" and f'href="{p}.html"' not in listed] == []


@pytest.mark.slow
def test_explicit_anchors_are_the_same_in_both_languages(site: Path) -> None:
    for page in PAGES:
        for anchor in re.findall(r"^\(([a-z-]+)\)=$", (DOCS / f"{page}.md").read_text(encoding="utf-8"), re.MULTILINE):
            for language in ("en", "zh_CN"):
                assert f'id="{anchor}"' in (site / language / f"{page}.html").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_lists_say_all_that_the_code_has(site: Path, language: str) -> None:
    options = (site / language / "reference" / "options.html").read_text(encoding="utf-8")
    assert [f.name for f in fields(Settings) if f'id="confval-agentcfg_{f.name}"' not in options] == []
    warnings = (site / language / "reference" / "warnings.html").read_text(encoding="utf-8")
    assert [s for s in SUBTYPES if f'id="warning-{s}"' not in warnings] == []
    keywords = (site / language / "reference" / "keywords.html").read_text(encoding="utf-8")
    assert [k for k in OURS if f'.{k}"' not in keywords] == []


@pytest.mark.parametrize(
    ("name", "directive"),
    [
        ("agentcfg-schema", SchemaDirective),
        ("agentcfg-example", ExampleDirective),
        ("agentcfg-formats", FormatsDirective),
        ("agentcfg-rules", RulesDirective),
        ("agentcfg-changes", ChangesDirective),
        ("agentcfg-audit", AuditDirective),
        ("agentcfg-profile", ProfileDirective),
    ],
)
def test_the_page_of_directives_explains_every_option(name: str, directive: type[SphinxDirective]) -> None:
    page = (DOCS / "reference" / "directives.md").read_text(encoding="utf-8")
    text = page.partition(f"\n## `{name}`\n")[2].partition("\n## ")[0]
    assert f"{{rst:directive}} {name}\n" in text
    assert [o for o in directive.option_spec or {} if o != "noindex" and f"`:{o}:`\n" not in text] == []


def test_the_page_of_directives_explains_every_section() -> None:
    text = (DOCS / "reference" / "directives.md").read_text(encoding="utf-8")
    assert [s for s in SECTIONS if f"| `{s}` |" not in text] == []


def _commands(command: click.Command, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Give every command with its words: ``messages update``."""
    if not isinstance(command, click.Group):
        yield name, command
        return
    context = click.Context(command)
    for each in command.list_commands(context):
        found = command.get_command(context, each)
        assert found is not None
        yield from _commands(found, f"{name} {each}".strip())


def test_the_page_of_the_command_explains_every_command_and_option() -> None:
    text = (DOCS / "reference" / "command.md").read_text(encoding="utf-8")
    for name, command in _commands(main):
        assert f"## `agentcfg {name}`\n" in text, name
        options = [o for p in command.params if isinstance(p, click.Option) for o in (*p.opts, *p.secondary_opts)]
        assert [o for o in options if f"`{o}" not in text] == [], name


@pytest.mark.parametrize("name", ["check-files", "show-changes"])
def test_the_commands_of_a_how_to_print_what_it_shows(name: str) -> None:
    text = (DOCS / "how-to" / f"{name}.md").read_text(encoding="utf-8")
    shown = [
        command.partition("\n")
        for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    ]
    for line, _, expected in shown:
        program, *arguments = line.split()
        if program == "agentcfg" and "HEAD" not in line:  # what Git has is not the same everywhere
            command = [*AGENTCFG, *arguments]
            done = subprocess.run(
                command,
                cwd=DOCS / "examples",
                env=_env(),
                text=True,
                encoding="utf-8",
                capture_output=True,
                check=False,
            )
            assert done.returncode in {0, 1}, done.stderr
            assert not expected or done.stdout == expected


def _captioned(text: str, name: str) -> list[str]:
    """Return the contents of the code blocks that show the file *name*."""
    return re.findall(rf":caption: {re.escape(name)}\n\n(.*?)```", text, re.DOTALL)


@pytest.mark.slow
def test_the_format_of_the_how_to_works(tmp_path: Path) -> None:
    text = (DOCS / "how-to" / "add-a-format.md").read_text(encoding="utf-8")
    manifest, folders, annotations = _captioned(text, "formats/helper/format.toml")
    table, _, line = annotations.partition("\n")
    folder = tmp_path / "formats" / "helper"
    files = {
        "format.toml": manifest.replace(table, f"{table}\n{line}") + folders,
        "rules.toml": _captioned(text, "formats/helper/rules.toml")[0],
        "settings.annotations.json": _captioned(text, "formats/helper/settings.annotations.json")[0],
        "settings.schema.json": (DOCS / "examples" / "helper.schema.json").read_text(encoding="utf-8"),
        "examples/valid/settings/small.yaml": "name: ada\nmode: edit\n",
        "examples/invalid/settings/schema--too-long.yaml": "name: Ada\n",
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    conf = 'extensions = ["myst_parser", "sphinx_agentcfg"]\nagentcfg_format_dirs = ["formats"]\n'
    (tmp_path / "conf.py").write_text(conf, encoding="utf-8")
    shown = ["agentcfg-schema} helper/settings", "agentcfg-formats} helper", "agentcfg-rules} helper"]
    page = "# Settings\n\n" + "\n".join(f"```{{{each}\n```\n" for each in shown)
    (tmp_path / "index.md").write_text(page, encoding="utf-8")
    command = next(line[2:].split() for line in text.splitlines() if line.startswith("$ agentcfg"))
    subprocess.run([*AGENTCFG, *command[1:]], cwd=tmp_path, env=_env(), check=True)
    assert (folder / "locale" / "zh_CN" / "settings.po").is_file()
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", ".", "_build"]
    subprocess.run(build, cwd=tmp_path, env=_env(), check=True)
    html = (tmp_path / "_build" / "index.html").read_text(encoding="utf-8")
    for said in (
        "small.yaml",
        "schema--too-long.yaml",
        "If the team has more than one helper.",
        "Kept in Git",
        "name-taken",
    ):
        assert said in html


# --- the tutorial -----------------------------------------------------------------------------------------------------

_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<info>[^\n]*)\n(?P<body>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)


def _steps() -> Iterator[tuple[str, str]]:
    """Give what the reader does, in order: (name of a file, its text), or ("", a command with its output)."""
    page = DOCS / "tutorial" / "first-page.md"
    for match in _FENCE.finditer(page.read_text(encoding="utf-8")):
        info, body = match["info"], match["body"]
        caption = re.search(r"^:caption: (.+)$", body, re.MULTILINE)
        if info == "console":
            for command in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                yield "", command
        elif info.startswith("{literalinclude}"):
            assert caption
            yield caption[1], (page.parent / info.split()[1]).read_text(encoding="utf-8")
        else:
            assert caption, info
            yield caption[1], body[caption.end() :].lstrip("\n")


def _env() -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return os.environ | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8", "LANGUAGE": ""}


@pytest.mark.slow
def test_the_tutorial_works_step_by_step(tmp_path: Path) -> None:
    builds = 0
    for name, text in _steps():
        if name:
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            continue
        line, _, expected = text.partition("\n")
        program, *arguments = line.split()
        if program in {"mkdir", "cd", "python3", "."} or arguments[:2] == ["-m", "pip"]:
            continue  # setting the machine up
        command = AGENTCFG if program == "agentcfg" else [sys.executable]
        strict = ["-W"] if arguments[:2] == ["-m", "sphinx"] else []
        done = subprocess.run(
            [*command, *arguments, *strict],
            cwd=tmp_path,
            env=_env(),
            text=True,
            encoding="utf-8",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        assert expected in done.stdout
        if strict:
            builds += 1
            _check_build(tmp_path, builds)
    assert builds == 4


def _check_build(folder: Path, number: int) -> None:
    """Check what the tutorial says of each of its four builds."""
    profile = (folder / "_build" / "agent-profile.html").read_text(encoding="utf-8")
    assert 'id="leji.agent-profile.freshness.reviewAfter"' in profile
    assert 'data-languages="en zh-CN"' in profile
    if number == 1:
        return
    helper = (folder / "_build" / "helper.html").read_text(encoding="utf-8")
    anchor = re.search(r'id="([^"]*\.limits\.pages)"', helper)
    assert anchor
    assert f'href="helper.html#{anchor[1]}"' in (folder / "_build" / "index.html").read_text(encoding="utf-8")
    assert ("agentcfg-switch" in helper) == (number > 2)
    assert ("一次最多阅读的页数" in helper) == (number > 2)
    if number == 4:
        chinese = (folder / "_build" / "zh_CN" / "helper.html").read_text(encoding="utf-8")
        assert 'data-first="zh-CN"' in chinese
