"""Expected headings of a Markdown body: fields of the reference, and the check of a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.documents import parse_document, read_document
from sphinx_agentcfg.reference.sections import check_body, headings_in
from tests.unit.making import read

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = {
    "title": "Rules",
    "x-sections": [
        {"name": "must", "title": "Must do", "headings": ["Must Do", "必须做"], "description": "Duties.", "form": "a"},
        {"name": "l1", "headings": ["L1"], "form": "b", "sections": [{"name": "never", "headings": ["Never"]}]},
    ],
}


def prose(text: str) -> list[str]:
    document = parse_document(text, name="p.md", syntax="markdown")
    return [f"{f.rule} {f.severity} {f.place}" for f in check_body(document, SCHEMA, "f")]


def test_a_section_is_a_field_below_body(tmp_path: Path) -> None:
    reference = read(tmp_path, SCHEMA)
    assert [(f.path, f.pointer) for f in reference.fields()] == [
        ("body.must", "/x-sections/0"),
        ("body.l1", "/x-sections/1"),
        ("body.l1.never", "/x-sections/1/sections/0"),
    ]
    must = next(reference.fields()).main
    assert must.title is not None
    assert (must.title.source, must.title.pointer) == ("Must do", "/x-sections/0/title")
    assert [(d.source, d.pointer) for d in must.descriptions] == [("Duties.", "/x-sections/0/description")]
    assert (must.headings, must.form) == (("Must Do", "必须做"), "a")


@pytest.mark.parametrize(
    "text",
    ["## Must Do\n", "# must  do #\n", "必须做\n---\n", "text\n\n### Never\n", "---\na: 1\n---\n\n## L1\n"],
)
def test_one_expected_heading_is_enough(text: str) -> None:
    assert prose(text) == []


@pytest.mark.parametrize(
    "text",
    ["Must Do\n", "## Must\n", "```\n## Must Do\n```\n", "# L1 - now\n", "    ## Must Do\n", "<!-- ## L1 -->\n"],
)
def test_prose_with_no_expected_heading_is_a_warning(text: str) -> None:
    assert prose(text) == ["f/no-known-section warning p.md:1:1"]


def test_the_body_of_a_file_with_frontmatter_is_free() -> None:
    document = parse_document("---\na: 1\n---\n\nText.\n", name="s.md", syntax="frontmatter")
    assert check_body(document, SCHEMA, "f") == ()


def test_headings_have_their_level_and_line() -> None:
    assert list(headings_in("# A\n\ntext\n\nB\n-\n\n> ### C\n")) == [("A", 1, 0), ("B", 2, 4), ("C", 3, 7)]


def test_prose_has_no_data_and_all_of_it_is_body(tmp_path: Path) -> None:
    (tmp_path / "p.md").write_text("Hello: [world\n", "utf-8")
    document = read_document(tmp_path / "p.md", syntax="markdown")
    assert (document.readable, document.data, document.body, document.findings) == (True, None, "Hello: [world\n", ())


def test_empty_prose_is_a_finding() -> None:
    document = parse_document(" \n", name="p.md", syntax="markdown")
    assert [f.rule for f in document.findings] == ["file/empty"]
    assert check_body(document, SCHEMA, "f") == ()
