"""What the JSON reader keeps, reports and refuses, and where."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sphinx_agentcfg.documents import Document, Position, parse_document


def read(text: str) -> Document:
    return parse_document(text, name="x.json", syntax="json")


def places(document: Document) -> list[tuple[str, int | None, int | None, str | None]]:
    return [(finding.rule, finding.line, finding.column, finding.pointer) for finding in document.findings]


def test_values_are_those_of_the_stdlib() -> None:
    assert read(' {"a": [1, -2.5, 1e2, true, false, null, "\\u4e2d"]} ').data == {
        "a": [1, -2.5, 100.0, True, False, None, "中"]
    }


def test_a_lone_surrogate_is_reported_and_kept() -> None:
    document = read('{"\\ud800": [1, "x\\uDC00\\ud800"]}')
    assert places(document) == [
        ("file/lone-surrogate", 1, 2, "/\ud800"),
        ("file/lone-surrogate", 1, 16, "/\ud800/1"),
    ]
    assert "\\ud800 is half of a character" in document.findings[0].text()
    assert "\\udc00 is half" in document.findings[1].text()
    assert document.data == {"\ud800": [1, "x\udc00\ud800"]}


def test_both_halves_and_an_escaped_backslash_are_no_lone_surrogates() -> None:
    document = read('["\\ud83d\\ude00", "\\\\ud800"]')
    assert document.findings == ()
    assert document.data == ["😀", "\\ud800"]


ODD: list[tuple[str, str, int, int, str, Any]] = [
    ('{"a": 1,\n "a": 2}', "duplicate-key", 2, 2, "/a", {"a": 2}),
    ('{"x": [{"a": 1, "b": 0, "\\u0061": 2}]}', "duplicate-key", 1, 25, "/x/0/a", {"x": [{"a": 2, "b": 0}]}),
    ('{"é/~": 1, "é/~": 2}', "duplicate-key", 1, 12, "/é~1~0", {"é/~": 2}),
    ('["x", Infinity]', "not-a-number", 1, 7, "/1", ["x", math.inf]),
    ('{"a": -Infinity}', "not-a-number", 1, 7, "/a", {"a": -math.inf}),
    ("[1e999]", "not-a-number", 1, 2, "/0", [math.inf]),
    ("-1e999", "not-a-number", 1, 1, "", -math.inf),
]


@pytest.mark.parametrize(("text", "rule", "line", "column", "pointer", "data"), ODD)
def test_an_oddity_is_reported_and_the_rest_is_read(
    text: str, rule: str, line: int, column: int, pointer: str, data: Any
) -> None:
    document = read(text)
    assert places(document) == [(f"file/{rule}", line, column, pointer)]
    assert document.readable
    assert document.data == data


def test_nan_is_kept_and_reported() -> None:
    document = read('{"a": NaN}')
    assert places(document) == [("file/not-a-number", 1, 7, "/a")]
    assert math.isnan(document.data["a"])


def test_a_large_integer_is_a_number() -> None:
    assert read("1" + "0" * 400 + "").data == 10**400
    assert read('{"a": 1, "a": ' + "9" * 400 + "}").data == {"a": 10**400 - 1}


FATAL: list[tuple[str, str, int, int, str, str]] = [
    ('{"a": 1,}', "trailing-comma", 1, 8, "/a", "before }; remove the comma"),
    ("[1,\n 2,\n]", "trailing-comma", 2, 3, "/1", "before ]; remove the comma"),
    ('{"a": 1 // one\n}', "comment", 1, 9, "/a", "JSON has no comments"),
    ("/* all */ {}", "comment", 1, 1, "", "JSON has no comments"),
    ("{\n  # one\n}", "comment", 2, 3, "", "JSON has no comments"),
    ("[1, // one\n]", "comment", 1, 5, "/1", "JSON has no comments"),
    ("{'a': 1}", "syntax", 1, 2, "", "' is not a quote mark in JSON"),
    ("{“a”: 1}", "syntax", 1, 2, "", "“ is not a quote mark in JSON"),
    ("{a: 1}", "syntax", 1, 2, "", "the key a has no quotes"),
    ("{1: 1}", "syntax", 1, 2, "", "stands where a key should"),
    ('{"a": abc}', "syntax", 1, 7, "/a", "the text abc has no quotes"),
    ('{"a": True}', "syntax", 1, 7, "/a", "write true"),
    ('{"a": None}', "syntax", 1, 7, "/a", "write null"),
    ('{"a": 010}', "syntax", 1, 8, "/a", "plain decimal digits"),
    ('{"a": .5}', "syntax", 1, 7, "/a", "plain decimal digits"),
    ('{"a": 0x1F}', "syntax", 1, 8, "/a", "plain decimal digits"),
    ('{"a" 1}', "syntax", 1, 6, "", "add the colon"),
    ('{"a": 1\n "b": 2}', "syntax", 2, 2, "/a", 'is missing before "'),
    ('{"a": }', "syntax", 1, 7, "/a", "stands where a value should"),
    ('{"a": 1} {"b": 2}', "syntax", 1, 10, "", "keep one value per file"),
    ('{"a": "x\ny"}', "syntax", 1, 9, "/a", "not closed on its line"),
    ('{"a": "x\x07y"}', "syntax", 1, 9, "/a", "a control character"),
    ('{"a": "x', "syntax", 1, 7, "/a", "this string is never closed"),
    ('{"a": "C:\\x"}', "syntax", 1, 10, "/a", "write \\\\ for a backslash"),
    ('[\n {"b": 2}', "syntax", 2, 10, "/0", "the file ends inside the [ of line 1"),
    ("{\n<<<<<<< HEAD\n}", "syntax", 2, 1, "", "merge conflict"),
    ('{"a": [1, ' + "9" * 4001 + "]}", "long-number", 1, 11, "/a/1", "4,000 digits"),
    ("-1." + "9" * 4001, "long-number", 1, 1, "", "4,000 digits"),
    ("[" * 101 + "]" * 101, "too-deep", 1, 101, "/0" * 100, "100 levels"),
    ("[" * 200_000, "too-deep", 1, 101, "/0" * 100, "100 levels"),
    ('{"a":' * 101 + "1" + "}" * 101, "too-deep", 1, 501, "/a" * 100, "100 levels"),
    ("[" + "1," * 100_000 + "1]", "too-many-nodes", 1, 199_998 + 2, "/99999", "100,000 values"),
    ("{" + '"a":1,' * 100_000 + '"a":1}', "too-many-nodes", 1, 6 * 99_999 + 6, "/a", "100,000 values"),
]


@pytest.mark.parametrize(("text", "rule", "line", "column", "pointer", "words"), FATAL)
def test_a_text_that_cannot_be_read_has_one_error_with_place_and_next_step(
    text: str, rule: str, line: int, column: int, pointer: str, words: str
) -> None:
    document = read(text)
    assert places(document) == [(f"file/{rule}", line, column, pointer)]
    assert words in document.findings[0].text()
    assert document.findings[0].severity == "error"
    assert not document.readable
    assert document.data is None
    assert document.positions() == {}


def test_the_limits_themselves_are_read() -> None:
    assert read("[" * 100 + "]" * 100).readable
    assert read("9" * 4000).data == 10**4000 - 1
    assert read("[" + "1," * 99_998 + "1]").readable


def test_positions_name_the_start_of_key_and_value() -> None:
    positions = read('{"a": {"b/c": [1,\n {"é": "x"}]}, "d": {}}').positions()
    assert {pointer: (at.key, at.value) for pointer, at in positions.items()} == {
        "": (None, Position(1, 1)),
        "/a": (Position(1, 2), Position(1, 7)),
        "/a/b~1c": (Position(1, 8), Position(1, 15)),
        "/a/b~1c/0": (None, Position(1, 16)),
        "/a/b~1c/1": (None, Position(2, 2)),
        "/a/b~1c/1/é": (Position(2, 3), Position(2, 8)),
        "/d": (Position(2, 16), Position(2, 21)),
    }


def test_positions_of_a_duplicate_are_those_of_the_last() -> None:
    positions = read('{"a": {"x": 1}, "a": 2}').positions()
    assert set(positions) == {"", "/a"}
    assert positions["/a"].key == Position(1, 17)


def test_marks_inside_strings_are_text() -> None:
    assert set(read('{"a": "{[,:]}\\"", "b": 1}').positions()) == {"", "/a", "/b"}
