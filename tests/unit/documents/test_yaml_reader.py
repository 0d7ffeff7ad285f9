"""What the YAML reader keeps, reports and refuses, and where."""

from __future__ import annotations

from typing import Any

import pytest

from sphinx_agentcfg.documents import Document, Position, parse_document


def read(text: str) -> Document:
    return parse_document(text, name="x.yaml", syntax="yaml")


def places(document: Document) -> list[tuple[str, int | None, int | None]]:
    return [(finding.rule, finding.line, finding.column) for finding in document.findings]


def test_key_order_is_kept() -> None:
    assert list(read("b: 1\na: 2\nc: 3\n").data) == ["b", "a", "c"]


ODD: list[tuple[str, str, int, int, str | None, Any]] = [
    ("a: 1\nb: 2\na: 3\n", "duplicate-key", 3, 1, "/a", {"a": 3, "b": 2}),
    ("a:\n  - b: 1\n    b: 2\n", "duplicate-key", 3, 5, "/a/0/b", {"a": [{"b": 2}]}),
    ("{中: 1, '中': 2}\n", "duplicate-key", 1, 8, "/中", {"中": 2}),
    ("1: a\n", "non-string-key", 1, 1, "/1", {"1": "a"}),
    ("~: a\n", "non-string-key", 1, 1, "/~0", {"~": "a"}),
    ("?\n: a\n", "non-string-key", 1, 2, "/", {"": "a"}),
    ("x:\n  true: a\n", "non-string-key", 2, 3, "/x/true", {"x": {"true": "a"}}),
    ("a: 1\n? [b]\n: 2\nc: 3\n", "non-string-key", 2, 3, "", {"a": 1, "c": 3}),
    ("? {b: 1}\n: 2\nc: 3\n", "non-string-key", 1, 3, "", {"c": 3}),
    ("a: !foo 3\n", "custom-tag", 1, 4, "/a", {"a": 3}),
    ("a: !foo '3'\n", "custom-tag", 1, 4, "/a", {"a": "3"}),
    ("a: !!python/object/apply:os.system [ls]\n", "custom-tag", 1, 4, "/a", {"a": ["ls"]}),
    ("a: !!binary aGk=\n", "custom-tag", 1, 4, "/a", {"a": "aGk="}),
    ("a: !!set {b: }\n", "custom-tag", 1, 4, "/a", {"a": {"b": None}}),
    ("a: !!int no\n", "custom-tag", 1, 4, "/a", {"a": "no"}),
    ("a: 1\n---\nb: 2\n", "several-documents", 2, 1, None, {"a": 1}),
    ("a: 1\n...\nb: 2\n", "several-documents", 3, 1, None, {"a": 1}),
]


@pytest.mark.parametrize(("text", "rule", "line", "column", "pointer", "data"), ODD)
def test_an_oddity_is_reported_and_the_rest_is_read(
    text: str, rule: str, line: int, column: int, pointer: str | None, data: Any
) -> None:
    document = read(text)
    assert places(document) == [(f"file/{rule}", line, column)]
    assert document.findings[0].pointer == pointer
    assert document.readable
    assert document.data == data


def test_a_duplicate_key_names_the_line_of_the_first() -> None:
    assert "the key a is already on line 2" in read("# c\na: 1\na: 2\n").findings[0].text()


def test_the_same_key_in_two_mappings_is_no_duplicate() -> None:
    assert read("x: {a: 1}\ny: {a: 1}\n").findings == ()


def test_a_number_and_its_text_are_one_key() -> None:
    assert places(read("1: a\n'1': b\n")) == [("file/non-string-key", 1, 1), ("file/duplicate-key", 2, 1)]


def test_the_severity_of_a_key_says_whether_something_was_lost() -> None:
    assert [finding.severity for finding in read("1: a\n? [b]\n: c\n").findings] == ["warning", "error"]


FATAL: list[tuple[str, str, int, int, str]] = [
    ("a: b: c\n", "syntax", 1, 5, 'an unquoted ": " in a one-line value; quote the value'),
    ("a: 1\npurpose: Reads: all\n", "syntax", 2, 15, "quote the value"),
    ("a:\n\tb: 1\n", "syntax", 2, 1, "a tab is used for indentation; indent with spaces"),
    ("a:\n  b: 1\n\tc: 2\n", "syntax", 3, 1, "a tab is used"),
    ("a: 'x\nb: 1\n", "syntax", 1, 4, "the quote ' that opens here is never closed"),
    ('a: "x\nb: 1\n', "syntax", 1, 4, 'the quote " that opens here is never closed'),
    ("a: 'it's'\n", "syntax", 1, 8, "text follows the closing quote"),
    ("a: @x\n", "syntax", 1, 4, "a value cannot start with @"),
    ("a: `x`\n", "syntax", 1, 4, "a value cannot start with `"),
    ("a: %x\n", "syntax", 1, 4, "a value cannot start with %"),
    ("a: *\n", "syntax", 1, 4, "a value cannot start with *"),
    ("a: *.md\n", "syntax", 1, 4, "a value cannot start with *"),
    ("a: & b\n", "syntax", 1, 4, "a value cannot start with &"),
    ("a: !x!y 1\n", "syntax", 1, 4, "a value cannot start with !"),
    ("a: ,b\n", "syntax", 1, 4, "a value cannot start with ,"),
    ("a: 1\nb: *all\n", "syntax", 2, 4, "no anchor &all stands above this *all"),
    ("a: \x07\n", "syntax", 1, 4, "U+0007"),
    ("é: 1\nb: \x00\n", "syntax", 2, 4, "U+0000"),
    ("a: \ud800\n", "syntax", 1, 4, "U+D800"),
    ('a: "\\ud800"\n', "syntax", 1, 5, "\\ud800 is half of a character"),
    ('a: "C:\\dir"\n', "syntax", 1, 7, "write \\\\ for a backslash"),
    ("%FOO 1\n---\na: 1\n", "syntax", 1, 1, "a YAML directive"),
    ("%YAML 2.0\n---\na: 1\n", "syntax", 1, 1, "remove the %YAML line"),
    ("a: [1, 2\nb: 3\n", "syntax", 1, 4, "the [ that opens here is not closed"),
    ("a: {b: 1\n", "syntax", 1, 4, "the { that opens here is not closed"),
    ("a: [1]]\n", "syntax", 1, 7, "this ] closes or separates nothing"),
    ("a: 1\n b: 2\n", "syntax", 2, 2, "not in line with the keys above"),
    ("a:b\nc: d\n", "syntax", 1, 2, "a space is missing after this colon"),
    ("a\nb: c\n", "syntax", 1, 1, 'this line has no ": " after a key'),
    ("a: 1\nfoo\nb: 2\n", "syntax", 2, 1, 'this line has no ": " after a key'),
    ("a: b\n- c\n", "syntax", 2, 1, "the indentation does not fit"),
    (
        "a: Do this.\n<x>\nb: 1\n",
        "syntax",
        2,
        1,
        "the text of `a` (line 1) and is not indented; write `a: |` and indent",
    ),
    ("a: Do this when:\n- x\nb: 1\n", "syntax", 2, 1, "the text of `a` (line 1) and is not indented"),
    ("b:\n  a: Do this\n  \n  <x>\n", "syntax", 4, 3, "the text of `a` (line 2) and is not indented"),
    ("b: 1\na: |\ntext here\nc: 1\n", "syntax", 3, 1, "the text of `a` (line 2) and is not indented; indent all"),
    ("a: Do this\n  in two\nlines\n", "syntax", 3, 1, "the text of `a` (line 1) and is not indented"),
    ("- a: Use x: y\n- a: z\n", "syntax", 1, 11, "quote the value"),
    ("a: [b:]\n", "syntax", 1, 6, "wants a space after it"),
    ("[", "syntax", 1, 2, "the file ends inside brackets; close them"),
    ("[[: 1]]", "syntax", 1, 3, ": stands where a value should"),
    ("# c\n...\n", "syntax", 2, 1, "remove the line"),
    ("a: - b\n", "syntax", 1, 4, "cannot start on this line"),
    ("a: |x\n", "syntax", 1, 5, "start the text on the next line"),
    ("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n", "syntax", 2, 1, "merge conflict"),
    ("a: &x [1, *x]\n", "recursive-alias", 1, 11, "write the value out"),
    ("a: &x {b: {c: *x}}\n", "recursive-alias", 1, 15, "write the value out"),
    ("x: " + "9" * 4001 + "\n", "long-number", 1, 4, "4,000 digits"),
    ("x: 1." + "9" * 4001 + "\n", "long-number", 1, 4, "4,000 digits"),
    ("x: 0x" + "f" * 4001 + "\n", "long-number", 1, 4, "4,000 digits"),
    ("[" * 101 + "]" * 101, "too-deep", 1, 101, "100 levels"),
    ("- " * 101 + "a", "too-deep", 1, 201, "100 levels"),
    ("# nothing\n", "empty", 1, 1, "write the fields"),
]


@pytest.mark.parametrize(("text", "rule", "line", "column", "words"), FATAL)
def test_a_text_that_cannot_be_read_has_one_error_with_place_and_next_step(
    text: str, rule: str, line: int, column: int, words: str
) -> None:
    document = read(text)
    assert places(document) == [(f"file/{rule}", line, column)]
    assert words in document.findings[0].text()
    assert document.findings[0].severity == "error"
    assert not document.readable
    assert document.data is None
    assert document.positions() == {}


def test_100_levels_and_4000_digits_are_read() -> None:
    assert read("[" * 100 + "]" * 100).readable
    assert read("x: " + "9" * 4000).data == {"x": 10**4000 - 1}


def test_100000_values_are_read_and_one_more_is_not() -> None:
    # The list itself is a value too.
    assert read("- 1\n" * 99_999).readable
    assert places(read("- 1\n" * 100_000)) == [("file/too-many-nodes", 100_000, 3)]


def test_a_directive_of_yaml_1_2_is_read() -> None:
    assert read("%YAML 1.2\n---\na: no\n").data == {"a": "no"}


def test_an_alias_repeats_its_value() -> None:
    document = read("a: &x {b: 1}\nc: *x\nd: [*x, *x]\n")
    assert document.findings == ()
    assert document.data == {"a": {"b": 1}, "c": {"b": 1}, "d": [{"b": 1}, {"b": 1}]}


def test_an_alias_can_be_a_key() -> None:
    assert read("a: &k name\n*k : 1\n").data == {"a": "name", "name": 1}


def test_what_aliases_repeat_is_counted() -> None:
    # a0 holds 3 values, each next one twice the one before and itself: a<n> holds 2**(n + 2) - 1. With the root, a0 to
    # a13 are 65,519; the list a14 and its first alias make 98,287, its second one (32,767 more) is too much.
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 27)]
    assert lines[14] == "a14: &a14 [*a13, *a13]"
    assert places(read("\n".join(lines))) == [("file/too-many-nodes", 15, 18)]
    assert read("\n".join(lines[:14])).readable


def test_depth_through_aliases_is_counted() -> None:
    chain = ["a1: &a1 [x]"] + [f"a{n}: &a{n} [*a{n - 1}]" for n in range(2, 120)]
    # The root mapping is level 1, so a99 (99 lists) fits and a100 does not.
    assert places(read("\n".join(chain))) == [("file/too-deep", 100, len("a100: &a100 [") + 1)]


def test_line_separators_of_unicode_are_text() -> None:
    document = read("a: x\u2028y\nb: 'é\x85 \u2029'\nc: d\n")
    assert document.findings == ()
    assert document.data == {"a": "x\u2028y", "b": "é\x85 \u2029", "c": "d"}
    assert document.positions()["/c"].key == Position(3, 1)


def test_columns_count_characters() -> None:
    assert places(read("中文😀: b: c\n")) == [("file/syntax", 1, 7)]


def test_lone_cr_ends_a_line() -> None:
    assert places(read("a: 1\rb: c: d\r")) == [("file/line-ends", 1, 5), ("file/syntax", 2, 5)]


def test_positions_name_the_start_of_key_and_value() -> None:
    positions = read("a: &x\n  b/c: [1, 'two']\nd: *x\n'e': |\n  text\n").positions()
    assert {pointer: (at.key, at.value) for pointer, at in positions.items()} == {
        "": (None, Position(1, 1)),
        "/a": (Position(1, 1), Position(1, 4)),
        "/a/b~1c": (Position(2, 3), Position(2, 8)),
        "/a/b~1c/0": (None, Position(2, 9)),
        "/a/b~1c/1": (None, Position(2, 12)),
        "/d": (Position(3, 1), Position(3, 4)),
        "/d/b~1c": (Position(2, 3), Position(2, 8)),
        "/d/b~1c/0": (None, Position(2, 9)),
        "/d/b~1c/1": (None, Position(2, 12)),
        "/e": (Position(4, 1), Position(4, 6)),
    }


def test_positions_of_a_duplicate_are_those_of_the_last() -> None:
    positions = read("a: {x: 1}\na: 2\n").positions()
    assert set(positions) == {"", "/a"}
    assert positions["/a"].key == Position(2, 1)
