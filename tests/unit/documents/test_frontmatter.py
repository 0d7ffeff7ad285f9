"""Where frontmatter opens and closes, and what is left as the body."""

from __future__ import annotations

import pytest

from sphinx_agentcfg.documents import Document, Frontmatter, Position, Source, parse_document, split_frontmatter


def read(text: str) -> Document:
    return parse_document(text, name="x.md", syntax="frontmatter")


def places(document: Document) -> list[tuple[str, int | None, int | None]]:
    return [(finding.rule, finding.line, finding.column) for finding in document.findings]


@pytest.mark.parametrize(
    ("text", "body", "body_line"),
    [
        ("---\na: 1\n---\nBody\n", "Body\n", 4),
        ("---\na: 1\n---\n---\nBody\n", "---\nBody\n", 4),
        ("--- \t\na: 1\n---\t \nBody", "Body", 4),
        ("---\na: 1\n---", "", 4),
        ("---\na: 1\n...\nBody", "Body", 4),
        ("---\na: 1\n...\n---\nBody", "Body", 5),
        ("---\na: 1\n...\n\n---\nBody", "\n---\nBody", 4),
        ("---\na: 1\n# c\n---\n\nBody", "\nBody", 5),
    ],
)
def test_fences_split_a_file(text: str, body: str, body_line: int) -> None:
    document = read(text)
    assert document.findings == ()
    assert document.data == {"a": 1}
    assert (document.body, document.body_line) == (body, body_line)


def test_a_fence_inside_a_block_scalar_does_not_close() -> None:
    document = read("---\na: |\n  x\n  ---\n  y\n---\nBody")
    assert document.data == {"a": "x\n---\ny\n"}
    assert document.body == "Body"


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_other_line_ends_are_read_and_reported(end: str) -> None:
    document = read(end.join(["---", "a: 1", "---", "Body", ""]))
    assert places(document) == [("file/line-ends", 1, 4)]
    assert document.data == {"a": 1}
    assert document.body == f"Body{end}"
    assert document.positions()["/a"].key == Position(2, 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# Title\n", "there is no frontmatter"),
        ("\n \n---\na: 1\n---\n", "blank lines above"),
        ("--- # c\na: 1\n---\n", "only the three dashes"),
        (" ---\na: 1\n---\n", "there is no frontmatter"),
        ("...\na: 1\n---\n", "there is no frontmatter"),
    ],
)
def test_a_file_without_frontmatter_is_all_body(text: str, words: str) -> None:
    document = read(text)
    assert places(document) == [("file/no-frontmatter", 1, 1)]
    assert words in document.findings[0].text()
    assert not document.readable
    assert (document.body, document.body_line) == (text, 1)


@pytest.mark.parametrize("text", ["---\na: 1\n", "---", "---\na: 1\n--- # c\nBody\n", "---\na: |\n  ---\n"])
def test_frontmatter_that_does_not_close_is_one_finding(text: str) -> None:
    document = read(text)
    assert places(document) == [("file/unterminated-frontmatter", 1, 1)]
    assert (document.readable, document.data, document.body) == (False, None, None)


@pytest.mark.parametrize("text", ["---\n---\nBody", "---\n# c\n---\nBody"])
def test_empty_frontmatter_is_a_finding_and_keeps_the_body(text: str) -> None:
    document = read(text)
    assert places(document) == [("file/empty", 2, 1)]
    assert (document.readable, document.body) == (False, "Body")


def test_places_are_those_of_the_whole_file() -> None:
    document = read("---\na: 1\nb:\n  c: 2\n  c: 3\n---\n")
    assert places(document) == [("file/duplicate-key", 5, 3)]
    assert document.positions()["/b/c"].value == Position(5, 6)


def test_a_broken_frontmatter_keeps_the_body() -> None:
    document = read("---\na: b: c\n---\nBody")
    assert places(document) == [("file/syntax", 2, 5)]
    assert document.body == "Body"


def test_a_stricter_reader_can_see_how_the_fence_closes() -> None:
    dots, end = (split_frontmatter(Source("x", text)) for text in ("---\na: 1\n...\n", "---\na: 1\n---"))
    assert isinstance(dots, Frontmatter)
    assert isinstance(end, Frontmatter)
    assert (dots.closer, dots.ends_file) == ("...", False)
    assert (end.closer, end.ends_file) == ("---", True)
    assert (end.yaml.text, end.yaml_line) == ("a: 1\n", 2)
