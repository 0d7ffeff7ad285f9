"""A fix takes its finding away and changes nothing else; where the mending is not certain, there is none."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from sphinx_agentcfg.documents import Document, parse_document
from sphinx_agentcfg.findings import Fix
from tests.unit.documents.mending import mended


def read(text: str, syntax: str) -> Document:
    return parse_document(text.encode(), name="x", syntax=syntax)


CERTAIN: list[tuple[str, str, str, str, str, Any]] = [
    # rule, syntax, text, mended, the value that was meant
    ("syntax", "yaml", "a: b: c\n", 'a: "b: c"\n', "", {"a": "b: c"}),
    ("syntax", "yaml", "x: 1\na:   b: c  \ny: 2", 'x: 1\na:   "b: c"  \ny: 2', "", {"x": 1, "a": "b: c", "y": 2}),
    ("syntax", "yaml", 'a: say "b": c\n', "a: 'say \"b\": c'\n", "", {"a": 'say "b": c'}),
    ("syntax", "yaml", 'a: it\'s "b": c\\d\n', "a: 'it''s \"b\": c\\d'\n", "", {"a": 'it\'s "b": c\\d'}),
    ("syntax", "yaml", "a: it's: c\n", 'a: "it\'s: c"\n', "", {"a": "it's: c"}),
    ("syntax", "yaml", "a: b:\n", 'a: "b:"\n', "", {"a": "b:"}),
    ("syntax", "yaml", "- a: b: c\n  d: e\n", '- a: "b: c"\n  d: e\n', "", [{"a": "b: c", "d": "e"}]),
    ("syntax", "yaml", "x:\n  a: b: c\ny: d\n", 'x:\n  a: "b: c"\ny: d\n', "", {"x": {"a": "b: c"}, "y": "d"}),
    ("syntax", "yaml", "a: b: c\n\n# d: e\n", 'a: "b: c"\n\n# d: e\n', "", {"a": "b: c"}),
    ("syntax", "yaml", "a: b: c\r\nd: e\r\n", 'a: "b: c"\r\nd: e\r\n', "", {"a": "b: c", "d": "e"}),
    ("syntax", "yaml", "a: 名称：代码: 审查😀\n", 'a: "名称：代码: 审查😀"\n', "", {"a": "名称：代码: 审查😀"}),
    ("syntax", "yaml", "a: *.md\n", 'a: "*.md"\n', "", {"a": "*.md"}),
    ("syntax", "yaml", "a:\n  - *.md\n  - b\n", 'a:\n  - "*.md"\n  - b\n', "", {"a": ["*.md", "b"]}),
    ("syntax", "yaml", "a: @b/c\n", 'a: "@b/c"\n', "", {"a": "@b/c"}),
    ("syntax", "yaml", "a: `b` c\n", 'a: "`b` c"\n', "", {"a": "`b` c"}),
    ("syntax", "yaml", "a: %b\n", 'a: "%b"\n', "", {"a": "%b"}),
    ("syntax", "frontmatter", "---\na: b: c\n---\nd: e: f", '---\na: "b: c"\n---\nd: e: f', "d: e: f", {"a": "b: c"}),
    ("trailing-comma", "json", '{"a": [1, 2 , ],\n "b": 1}', '{"a": [1, 2  ],\n "b": 1}', "", {"a": [1, 2], "b": 1}),
    ("trailing-comma", "json", '{\n "a": "b",\n}\n', '{\n "a": "b"\n}\n', "", {"a": "b"}),
    ("byte-order-mark", "json", '\ufeff{"a": 1}', '{"a": 1}', "", {"a": 1}),
    ("byte-order-mark", "frontmatter", "\ufeff---\na: 1\n---\nText", "---\na: 1\n---\nText", "Text", {"a": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "syntax", "text", "expected", "body", "data"), CERTAIN)
def test_a_fix_takes_its_finding_away_and_changes_nothing_else(
    rule: str, syntax: str, text: str, expected: str, body: str, data: Any
) -> None:
    before = read(text, syntax)
    (finding,) = [f for f in before.findings if f.name == rule]
    assert finding.fix is not None
    assert mended(text, finding.fix) == expected
    after = read(expected, syntax)
    assert [(f.rule, f.line) for f in after.findings] == [(f.rule, f.line) for f in before.findings if f is not finding]
    assert (after.readable, after.data, after.body or "") == (True, data, body)


def test_a_fix_on_the_first_line_counts_no_byte_order_mark() -> None:
    text = "\ufeffa: b: c\n"
    mark, colon = read(text, "yaml").findings
    assert (mark.fix, colon.fix) == (Fix(1, 0, 1, 1, ""), Fix(1, 4, 1, 8, '"b: c"'))
    assert mark.fix is not None
    assert colon.fix is not None
    assert mended(text, colon.fix) == '\ufeffa: "b: c"\n'
    assert mended(text, mark.fix) == "a: b: c\n"


def test_of_two_values_each_has_its_own_fix() -> None:
    text = "a: b: c\nd: e: f\n"
    first = read(text, "yaml").findings[0].fix
    assert first is not None
    second = read(mended(text, first), "yaml").findings[0]
    assert second.line == 2
    assert second.fix is not None
    assert read(mended(mended(text, first), second.fix), "yaml").data == {"a": "b: c", "d": "e: f"}


UNCERTAIN = [
    ("yaml", "a: b: c # d\n"),  # is the rest a comment?
    ("yaml", "a: b: c\n  d\n"),  # does the text go on?
    ("yaml", "a: b: c\nand more words\n"),
    ("yaml", "a: b: c\n- d\ne: f\n"),
    ("yaml", "a: 'b': c\n"),  # is it the quote or the colon?
    ("yaml", "a: &x b: c\n"),
    ("yaml", "a:b\nc: d\n"),
    ("yaml", "a: [*.md, *.txt]\n"),
    ("yaml", "a: [\n  *.md,\n]\n"),
    ("yaml", "a: *nobody\n"),
    ("yaml", "a:\n\tb: 1\n"),
    ("json", "[1,,]"),  # is a value missing?
    ("json", "[,]"),
    ("json", "{,}"),
    ("json", '{"a":,}'),
    ("json", '{"a": 1'),
    ("json", "[1, // one\n]"),
]


@pytest.mark.parametrize(("syntax", "text"), UNCERTAIN)
def test_where_a_mending_is_not_certain_there_is_none(syntax: str, text: str) -> None:
    assert [f.fix for f in read(text, syntax).findings] == [None]


@given(
    value=st.text(alphabet="ab: '\"\\#[]{}|>*&!%@`-?,é中", min_size=1, max_size=20).map("a{}: b".format),
    more=st.sampled_from(["", "\nz: 1"]),
)
@settings(max_examples=500)
def test_a_quoted_value_is_the_text_that_stood_there(value: str, more: str) -> None:
    text = f"key: {value}{more}\n"
    document = read(text, "yaml")
    fixes = [f.fix for f in document.findings if f.fix is not None]
    event(f"{len(fixes)} fixes")
    if not fixes:
        return
    assert read(mended(text, fixes[0]), "yaml").data == {"key": value.strip(), **({"z": 1} if more else {})}
