"""Fifty pages with one ``agentcfg-schema`` each, beside the same visible text as plain reST lists.

Each page shows a schema file of its own, a copy of the Leji profile schema with its Chinese catalogue, in two languages
and with every section: fields, skeletons, examples, the schema.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from sphinx.testing.util import SphinxTestApp

from benchmarks.measuring import Result, compare, sphinx
from benchmarks.plain_rest import as_rest, visible_text
from sphinx_agentcfg.resources import schemas_dir

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["run"]

PAGES = 50


def run(room: Path) -> list[Result]:
    """Make both projects in *room* and compare a clean build, and a second one with nothing changed."""
    ours, plain = room / "ours", room / "plain"
    _write_ours(ours)
    _write_plain(ours, plain, room / "once")
    out = room / "ours-html", room / "plain-html"

    def clean() -> None:
        for folder in out:
            shutil.rmtree(folder, ignore_errors=True)

    first = compare(
        f"{PAGES} reference pages, clean build", sphinx(ours, out[0]), sphinx(plain, out[1]), 0.85, before=clean
    )
    second = compare(f"{PAGES} reference pages, nothing changed", sphinx(ours, out[0]), sphinx(plain, out[1]), 1.1)
    return [first, second]


def _write_project(folder: Path, extensions: str) -> None:
    folder.mkdir(parents=True)
    (folder / "conf.py").write_text(
        f"extensions = [{extensions}]\nhtml_theme = 'alabaster'\nsmartquotes = False\n", encoding="utf-8"
    )
    names = "\n".join(f"   page{i:02}" for i in range(PAGES))
    (folder / "index.rst").write_text(f"Pages\n=====\n\n.. toctree::\n\n{names}\n", encoding="utf-8")


def _write_ours(folder: Path) -> None:
    _write_project(folder, "'sphinx_agentcfg'")
    leji = schemas_dir() / "leji"
    catalogues = folder / "locale" / "zh_CN"
    catalogues.mkdir(parents=True)
    for i in range(PAGES):
        shutil.copy(leji / "agent-profile.schema.json", folder / f"profile{i:02}.schema.json")
        shutil.copy(leji / "locale" / "zh_CN" / "agent-profile.po", catalogues / f"profile{i:02}.po")
        page = f"Page {i}\n========\n\n.. agentcfg-schema:: profile{i:02}.schema.json\n"
        (folder / f"page{i:02}.rst").write_text(page, encoding="utf-8")


def _write_plain(ours: Path, folder: Path, room: Path) -> None:
    """Write the twin of *ours*; stop where its text is not the same."""
    app = SphinxTestApp(srcdir=ours, builddir=room)
    app.build()
    doctrees = {f"page{i:02}": app.env.get_doctree(f"page{i:02}") for i in range(PAGES)}
    app.cleanup()
    _write_project(folder, "")
    for name, doctree in doctrees.items():
        (folder / f"{name}.rst").write_text(as_rest(doctree), encoding="utf-8")
    twin = SphinxTestApp(srcdir=folder, builddir=room / "plain")
    twin.build()
    for name, doctree in doctrees.items():
        wanted, got = visible_text(doctree), visible_text(twin.env.get_doctree(name))
        if wanted != got:
            pairs = zip(wanted, got, strict=False)
            at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(wanted), len(got)))
            near = slice(max(0, at - 40), at + 40)
            sys.exit(f"{name}: the two sides differ: …{wanted[near]}… / …{got[near]}…")
    twin.cleanup()
