"""Suppressions: what they hide, which of them hide nothing, and what a path glob means."""

from __future__ import annotations

import pytest

from sphinx_agentcfg.audit.suppressing import Suppression, glob_fits, suppress, unused_findings
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message


def finding(rule: str, path: str) -> Finding:
    return Finding(rule, Severity.ERROR, path, message("x"))


@pytest.mark.parametrize(
    ("pattern", "fitting", "others"),
    [
        ("a.md", ["a.md"], ["b/a.md", "aamd", "a.md/b"]),
        ("*.md", ["a.md", ".md"], ["b/a.md"]),
        ("a/*", ["a/b"], ["a", "a/b/c"]),
        ("a/**", ["a/b", "a/b/c"], ["a", "b/a"]),
        ("a/", ["a/b", "a/b/c"], ["a"]),
        ("**/a.md", ["a.md", "b/a.md", "b/c/a.md"], ["xa.md"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/x", "b"]),
        ("**", ["a", "a/b"], []),
        ("**/old/**", ["old/a", "x/old/a/b"], ["old", "older/a"]),
        ("a/**/b/**/c.md", ["a/b/c.md", "a/x/b/y/z/c.md", "a/b/b/c.md"], ["a/c.md"]),
        ("?.md", ["a.md"], [".md", "ab.md", "/.md"]),
        ("/a.md", ["a.md"], ["b/a.md"]),
        ("./a.md", ["a.md"], []),
        ("[id].md", ["[id].md"], ["i.md"]),
        ("a.b", ["a.b"], ["axb"]),
        ("a***b", ["ab", "axxb"], ["a/b"]),
    ],
)
def test_a_path_glob_counts_from_the_root(pattern: str, fitting: list[str], others: list[str]) -> None:
    assert [path for path in fitting if not glob_fits(path, pattern)] == []
    assert [path for path in others if glob_fits(path, pattern)] == []


def test_no_pattern_takes_for_ever() -> None:
    assert not glob_fits("/".join(["a"] * 2_000), "/".join(["**", "a"] * 40) + "/b")
    assert not glob_fits("a" * 250, "*a" * 60 + "b")


def test_a_suppression_hides_its_rule_in_its_files() -> None:
    findings = [finding("leji/schema", "a/x"), finding("leji/schema", "b/x"), finding("file/syntax", "a/x")]
    kept, hidden, unused = suppress(findings, [Suppression("leji/schema", "a/**", "Is old.")])
    assert [(f.rule, f.path) for f in kept] == [("leji/schema", "b/x"), ("file/syntax", "a/x")]
    assert [(h.finding.path, h.reason, h.by) for h in hidden] == [("a/x", "Is old.", "configuration")]
    assert unused == ()


def test_the_first_suppression_gives_the_reason_and_each_that_matches_is_used() -> None:
    both = [Suppression("leji", "**", "First."), Suppression("leji/schema", "a", "Second.")]
    _, hidden, unused = suppress([finding("leji/schema", "a")], both)
    assert [h.reason for h in hidden] == ["First."]
    assert unused == ()


def test_an_unused_suppression_is_a_finding_at_its_line() -> None:
    entry = Suppression("leji/schema", "a/**", "Is old.", line=7)
    _, _, unused = suppress([finding("leji/schema", "b")], [entry])
    (found,) = unused_findings(unused, "agentcfg.toml")
    assert (found.rule, found.severity, found.path, found.line) == (
        "audit/unused-suppression",
        Severity.INFO,
        "agentcfg.toml",
        7,
    )
    assert found.message.text() == (
        "no finding of `leji/schema` is in a file that fits `a/**`; delete this entry, or correct it"
    )


def test_two_equal_entries_are_two() -> None:
    twice = [Suppression("leji", "a", "R", 1), Suppression("leji", "a", "R", 5)]
    assert [s.line for s in suppress([], twice).unused] == [1, 5]
