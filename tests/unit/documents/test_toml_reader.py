"""What the TOML reader keeps, reports and refuses, and where."""

from __future__ import annotations

import math

import pytest

from sphinx_agentcfg.documents import Document, Position, parse_document


def read(text: str) -> Document:
    return parse_document(text, name="x.toml", syntax="toml")


def places(document: Document) -> list[tuple[str, int | None, int | None]]:
    return [(finding.rule, finding.line, finding.column) for finding in document.findings]


def test_dates_become_iso_text() -> None:
    document = read("d = 2027-01-05\nt = 10:30:00\nm = 2027-01-05T10:30:00Z\nl = [2027-01-05 10:30:00]\n")
    assert document.data == {
        "d": "2027-01-05",
        "t": "10:30:00",
        "m": "2027-01-05T10:30:00+00:00",
        "l": ["2027-01-05T10:30:00"],
    }


def test_infinity_is_kept_and_reported() -> None:
    document = read("[a]\nb = [1.0, -inf]\n")
    assert document.data == {"a": {"b": [1.0, -math.inf]}}
    assert [(f.rule, f.pointer) for f in document.findings] == [("file/not-a-number", "/a/b/1")]


@pytest.mark.parametrize(
    ("text", "rule", "line", "column"),
    [
        ("a = 1\nb = \n", "syntax", 2, 5),
        ("é = 1\n", "syntax", 1, 1),
        ("a = 1\na = 2\n", "duplicate-key", 2, 6),
        ('a = """x', "syntax", 1, 9),
        ("a = " + "[" * 101 + "]" * 101, "too-deep", None, None),
        ("a = " + "[" * 20_000, "too-deep", None, None),
        ("a." * 100 + "b = 1", "too-deep", None, None),
        ("a." * 100_000 + "b = 1", "too-deep", None, None),
        ("a = " + "9" * 4001, "long-number", None, None),
        ("a = " + "9" * 5000, "long-number", None, None),
        ("a = 1." + "9" * 5000, "long-number", None, None),
        ("a = [" + "1," * 100_000 + "]", "too-many-nodes", None, None),
    ],
)
def test_a_text_that_cannot_be_read_has_one_error(text: str, rule: str, line: int | None, column: int | None) -> None:
    document = read(text)
    assert places(document) == [(f"file/{rule}", line, column)]
    assert document.findings[0].severity == "error"
    assert not document.readable
    assert document.data is None


def test_dots_in_text_are_no_levels() -> None:
    assert read('a = "' + "a." * 200 + '"\n# ' + "b." * 200).readable


def test_positions_name_the_keys_at_the_top() -> None:
    text = '# k = 1\na = 1\n"b c" = """\nz = 1\n"""\n  d.e = 2\n[t]\nu = 1\n[[v.w]]\nq = 1\n'
    positions = read(text).positions()
    assert {pointer: at.value for pointer, at in positions.items()} == {
        "": Position(1, 1),
        "/a": Position(2, 1),
        "/b c": Position(3, 1),
        "/d": Position(6, 3),
        "/t": Position(7, 2),
        "/v": Position(9, 3),
    }
