"""The hostile inputs of ``facts/leji.md`` §3.2, which stop or hang another tool: here each costs one file at most."""

from __future__ import annotations

import pytest

from sphinx_agentcfg.documents import Document, parse_document


def bomb(height: int) -> str:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, height)]
    return "\n".join([*lines, f"id: *a{height - 1}"])


def rules(document: Document) -> list[str]:
    return [finding.name for finding in document.findings]


# number in the table, YAML, rules, still readable
YAML_CASES: list[tuple[str, str, list[str], bool]] = [
    ("1 alias bomb", bomb(22), ["too-many-nodes"], False),
    ("3 larger alias bomb", bomb(27), ["too-many-nodes"], False),
    ("5 tab", "a:\n\tb: 1", ["syntax"], False),
    ("9 long scalar", "a: " + "x" * 4_000_000, [], True),
    ("10 long list", "a:\n" + "- x\n" * 300_000, ["too-many-nodes"], False),
    ("12 flow nesting 200", "a: " + "[" * 200 + "]" * 200, ["too-deep"], False),
    ("13 nesting 2000", "a: " + "[" * 2000 + "]" * 2000, ["too-deep"], False),
    ("13 nesting 20000", "a: " + "[" * 20_000 + "]" * 20_000, ["too-deep"], False),
    ("13 block nesting", "\n".join(" " * n + "a:" for n in range(2000)), ["too-deep"], False),
    ("14 duplicate at the top", "id: a\nid: b", ["duplicate-key"], True),
    ("14 duplicate inside", "x:\n  id: a\n  id: b", ["duplicate-key"], True),
    ("15 merge key", "a: &a {b: 1}\nc:\n  <<: *a", [], True),
    ("16 python object", "a: !!python/object/apply:os.system [ls]", ["custom-tag"], True),
    ("16 unknown tag", "a: !foo bar", ["custom-tag"], True),
    ("17 binary", "a: !!binary aGk=", ["custom-tag"], True),
    ("17 set", "a: !!set {b: }", ["custom-tag"], True),
    ("17 nan", "a: .nan", ["not-a-number"], True),
    ("18 date", "a: 2027-01-05", [], True),
    ("23 no", "a: no", [], True),
    ("24 only a comment", "# c", ["empty"], False),
    ("29 directive", "%YAML 1.2", ["syntax"], False),
    ("30 list as key", "? [a]\n: 1", ["non-string-key"], True),
    ("30 mapping as key", "? {a: 1}\n: 1", ["non-string-key"], True),
    ("31 number as key", "1: a", ["non-string-key"], True),
    ("31 null as key", "null: a", ["non-string-key"], True),
    ("32 undefined alias", "a: *b", ["syntax"], False),
    ("32 alias of itself", "a: &a [*a]", ["recursive-alias"], False),
    ("33 NUL", "a: \0", ["syntax"], False),
    ("33 BEL", "a: \x07", ["syntax"], False),
    ("34 surrogate in a value", 'a: "\\ud800"', ["syntax"], False),
    ("34 surrogate in a key", '"\\ud800": a', ["syntax"], False),
    ("35 5000 digits", "a: " + "9" * 5000, ["long-number"], False),
    ("36 ESC in a key", '"\\e[31m": a', [], True),
    ("37 final newline", 'id: "rev\\n"', [], True),
    ("38 equals sign", "purpose: =", [], True),
    ("39 U+2028", "a: b\u2028c", [], True),
]


@pytest.mark.parametrize(("text", "expected", "readable"), [c[1:] for c in YAML_CASES], ids=[c[0] for c in YAML_CASES])
@pytest.mark.parametrize("syntax", ["yaml", "frontmatter"])
def test_hostile_yaml_costs_findings_only(text: str, expected: list[str], readable: bool, syntax: str) -> None:
    whole = f"---\n{text}\n---\nBody" if syntax == "frontmatter" else f"{text}\n"
    document = parse_document(whole, name="x", syntax=syntax)
    assert rules(document) == expected
    assert document.readable is readable
    if syntax == "frontmatter":
        assert document.body == "Body"


JSON_CASES: list[tuple[str, str, list[str], bool]] = [
    ("9 long string", '"' + "x" * 4_000_000 + '"', [], True),
    ("10 long list", "[" + "1," * 299_999 + "1]", ["too-many-nodes"], False),
    ("13 nesting 2000", "[" * 2000 + "]" * 2000, ["too-deep"], False),
    ("13 nesting 200000", '{"a":' * 200_000, ["too-deep"], False),
    ("14 duplicate", '{"id": "a", "id": "b"}', ["duplicate-key"], True),
    ("17 NaN", "[NaN]", ["not-a-number"], True),
    ("33 NUL", '{"a": "\0"}', ["syntax"], False),
    ("34 surrogate in a value", '{"a": "\\ud800"}', ["lone-surrogate"], True),
    ("34 surrogate in a key", '{"\\ud800": "a"}', ["lone-surrogate"], True),
    ("35 5000 digits", "[" + "9" * 5000 + "]", ["long-number"], False),
    ("36 ESC in a key", '{"\\u001b[31m": 1}', [], True),
    ("39 U+2028", '{"a": "b\u2028c"}', [], True),
]


@pytest.mark.parametrize(("text", "expected", "readable"), [c[1:] for c in JSON_CASES], ids=[c[0] for c in JSON_CASES])
def test_hostile_json_costs_findings_only(text: str, expected: list[str], readable: bool) -> None:
    document = parse_document(text, name="x", syntax="json")
    assert rules(document) == expected
    assert document.readable is readable


# 6 to 8: bytes instead of text
@pytest.mark.parametrize(
    ("head", "expected", "readable"),
    [(b"\xff\xfe", ["not-utf8"], False), (b"\xef\xbb\xbf", ["byte-order-mark"], True)],
)
def test_hostile_bytes_cost_findings_only(head: bytes, expected: list[str], readable: bool) -> None:
    document = parse_document(head + b"---\nid: a\n---\nBody", name="x", syntax="frontmatter")
    assert rules(document) == expected
    assert document.readable is readable


def test_a_merge_key_is_a_key_like_any_other() -> None:
    document = parse_document("a: &a {b: 1}\nc:\n  <<: *a\n", name="x", syntax="yaml")
    assert document.data == {"a": {"b": 1}, "c": {"<<": {"b": 1}}}


def test_no_finding_carries_an_escape_sequence_to_a_terminal() -> None:
    document = parse_document('"\\e[31mx": 1\n"\\e[31mx": 2\n', name="\x1b[31m.yaml", syntax="yaml")
    assert rules(document) == ["duplicate-key"]
    assert "\x1b" not in document.findings[0].text()


def test_a_large_body_is_not_looked_into() -> None:
    document = parse_document("---\na: 1\n---\n" + "text\n" * 900_000, name="x", syntax="frontmatter")
    assert (document.findings, document.data) == ((), {"a": 1})
