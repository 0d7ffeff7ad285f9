"""One mistake that a file repeats without end is told a hundred times, and then counted."""

from __future__ import annotations

import pytest

from sphinx_agentcfg.documents import parse_document

CASES = [
    ("yaml", "a: 1\n" * 5_001, "duplicate-key", 5_000, 102),
    ("yaml", "".join(f"{n}: a\n" for n in range(5_000)), "non-string-key", 5_000, 101),
    ("yaml", "".join(f"a{n}: !t a\n" for n in range(5_000)), "custom-tag", 5_000, 101),
    ("yaml", "- .nan\n" * 5_000, "not-a-number", 5_000, 101),
    ("json", "{" + '"a": 1,\n' * 5_000 + '"a": 1}', "duplicate-key", 5_000, 102),
    ("json", "[" + "NaN,\n" * 4_999 + "NaN]", "not-a-number", 5_000, 101),
    ("json", "[" + '"\\ud800",\n' * 4_999 + '"\\udfff"]', "lone-surrogate", 5_000, 101),
]


@pytest.mark.parametrize(("syntax", "text", "rule", "count", "line"), CASES)
def test_the_findings_after_the_hundredth_are_counted(syntax: str, text: str, rule: str, count: int, line: int) -> None:
    findings = parse_document(text, name="x", syntax=syntax).findings
    assert [f.name for f in findings] == [rule] * 101
    assert findings[-1].message.text().startswith(f"{count - 100:,} more of the same kind follow")
    assert (findings[-1].line, findings[-1].pointer) == (line, None)
    assert findings[-1].severity == findings[0].severity


def test_each_rule_and_severity_is_counted_by_itself() -> None:
    text = "".join(f"{n}: a\n" for n in range(101)) + "? [x]\n: a\n" + "a: !t b\n"
    findings = parse_document(text, name="x", syntax="yaml").findings
    assert [(f.name, f.line) for f in findings[99:]] == [
        ("non-string-key", 100),
        ("non-string-key", 102),
        ("custom-tag", 104),
        ("non-string-key", 101),
    ]


def test_a_hundred_are_all_told() -> None:
    findings = parse_document("- .nan\n" * 100, name="x", syntax="yaml").findings
    assert [f.pointer for f in findings] == [f"/{n}" for n in range(100)]
