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
    document = read("x = 1\n[a]\nb = [1.0, -inf]\n")
    assert document.data == {"x": 1, "a": {"b": [1.0, -math.inf]}}
    # The line is that of the table, the only place that is known.
    assert [(f.rule, f.line, f.pointer) for f in document.findings] == [("file/not-a-number", 2, "/a/b/1")]


@pytest.mark.parametrize(
    ("text", "rule", "line", "column"),
    [
        ("a = 1\nb = \n", "syntax", 2, 5),
        ("é = 1\n", "syntax", 1, 1),
        ("a = 1\na = 2\n", "duplicate-key", 2, 6),
        ('a = """x', "syntax", 1, 9),
        # The whole file is a table, so the hundredth bracket is one too many.
        ("a = " + "[" * 101 + "]" * 101, "too-deep", 1, 4 + 100),
        ("a = " + "[" * 20_000, "too-deep", 1, 4 + 100),
        ("a = 1\nb = " + "{c = " * 10_000, "too-deep", 2, 4 + 99 * 5 + 1),
        ("b = 1\n" + "a." * 100 + "b = 1", "too-deep", 2, 1),
        ("a." * 100_000 + "b = 1", "too-deep", 1, 1),
        ("b = 1\na = " + "9" * 4001, "long-number", 2, 5),
        ("a = " + "9" * 5000, "long-number", 1, 5),
        ("a = 1." + "9" * 5000, "long-number", 1, 5),
        # The sign of equality and 99,999 commas; each stands for one value.
        ("a = [" + "1," * 100_000 + "]", "too-many-nodes", 1, 5 + 2 * 99_999),
        # Ten dots and a sign a line: 9,090 lines make 99,990, and the tenth dot of the next line is number 100,000.
        ("".join(f"a{n}.b.c.d.e.f.g.h.i.j.k = 1\n" for n in range(10_001)), "too-many-nodes", 9_091, 24),
    ],
)
def test_a_text_that_cannot_be_read_has_one_error(text: str, rule: str, line: int | None, column: int | None) -> None:
    document = read(text)
    assert places(document) == [(f"file/{rule}", line, column)]
    assert document.findings[0].severity == "error"
    assert not document.readable
    assert document.data is None


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("name", 1, 5, "no = after the key; write key = value"),
        ("name: Ada", 1, 5, "no = after the key; write key = value"),
        ("name = Ada", 1, 8, "put a text in double quotes"),
        ("a = 1\nname =\n", 2, 7, "there is no value here; write one"),
        ("name = # later", 1, 8, "there is no value here; write one"),
        ("a = 1 2", 1, 7, "something stands after the value"),
        ("[a", 1, 3, "not closed; add the ]"),
        ("[[a]", 1, 4, "not closed; add the ]]"),
        ("= 1", 1, 1, "write key = value, or [table]"),
        ("a. = 1", 1, 4, "put the key in double quotes"),
        ("a = [1 2]", 1, 8, "a comma or the closing ] is missing"),
        ("a = {b = 1 c = 2}", 1, 12, "a comma or the closing } is missing"),
        ('a = "\\q"', 1, 8, "no escape that TOML knows"),
        ('a = "\\ud800"', 1, 12, "this escape names no character"),
        ('a = "x', 1, 7, "never closed; close it"),
        ("a = 'x", 1, 7, "never closed; close it"),
        ('a = "x\ny"', 1, 7, "not closed on its line"),
        ('a = "\x01"', 1, 6, "does not allow the character U+0001"),
    ],
)
def test_a_broken_text_is_explained_in_words_of_our_own(text: str, line: int, column: int, words: str) -> None:
    document = read(text)
    assert places(document) == [("file/syntax", line, column)]
    assert words in document.findings[0].text()


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_other_line_ends_are_read_and_reported(end: str) -> None:
    document = read(end.join(["a = 1", "b = 2", ""]))
    assert places(document) == [("file/line-ends", 1, 6)]
    assert document.data == {"a": 1, "b": 2}
    broken = read(end.join(["a = 1", "b = 2", "c =", ""]))
    assert places(broken) == [("file/line-ends", 1, 6), ("file/syntax", 3, 4)]


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
