"""The baseline: a finding is known by what it says and not by its line, and equal ones are counted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.audit.baseline import (
    Baseline,
    BrokenBaseline,
    baseline_of,
    baseline_text,
    compare,
    fingerprint,
    read_baseline,
)
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from pathlib import Path


def finding(text: str = "x", rule: str = "leji/schema", path: str = "a.md", line: int = 1) -> Finding:
    return Finding(rule, Severity.ERROR, path, message("`{field}` is wrong; change it", field=text), line, 1)


def written(tmp_path: Path, text: str) -> Baseline:
    path = tmp_path / "baseline.json"
    path.write_text(text, "utf-8")
    return read_baseline(path, "baseline.json")


def test_a_finding_that_moves_stays_known() -> None:
    new, known, gone = compare([finding(line=40)], baseline_of([finding(line=3)]))
    assert (len(new), len(known), dict(gone)) == (0, 1, {})


def test_places_inside_a_message_do_not_count() -> None:
    def said(line: int) -> Finding:
        return Finding("file/x", Severity.ERROR, "a", message("also on line {line}: {key}", line=line, key="k"))

    assert fingerprint(said(3)) == fingerprint(said(90))


@pytest.mark.parametrize(
    "other", [finding("y"), finding(rule="leji/other"), finding(path="b.md")], ids=["message", "rule", "path"]
)
def test_another_message_rule_or_path_is_another_finding(other: Finding) -> None:
    assert fingerprint(other) != fingerprint(finding())


def test_the_third_of_two_is_new() -> None:
    new, known, _ = compare([finding(line=i) for i in (1, 2, 3)], baseline_of([finding(), finding()]))
    assert ([f.line for f in known], [f.line for f in new]) == ([1, 2], [3])


def test_what_is_not_there_any_more_is_counted() -> None:
    known = baseline_of([finding(), finding(), finding("y", rule="file/x")])
    assert dict(compare([finding()], known).gone) == {"leji/schema": 1, "file/x": 1}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    findings = [finding(), finding("y"), finding(), finding(path="b\udcff\n.md")]
    assert written(tmp_path, baseline_text(findings)) == baseline_of(findings)
    assert written(tmp_path, baseline_text([])) == Baseline()


def test_the_file_is_in_order_whatever_the_order_of_findings(tmp_path: Path) -> None:
    findings = [finding("z"), finding("a"), finding(path="0.md"), finding("z", line=9)]
    text = baseline_text(findings)
    assert text == baseline_text(reversed(findings))
    rows = json.loads(text)["findings"]
    assert [(r["path"], r["message"], r["count"]) for r in rows] == [
        ("0.md", "`x` is wrong; change it", 1),
        ("a.md", "`a` is wrong; change it", 1),
        ("a.md", "`z` is wrong; change it", 2),
    ]
    assert text.isascii()
    del tmp_path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "baseline.json:1:1: this is not JSON"),
        ('{\n"a": }', "baseline.json:2:6: this is not JSON"),
        ("[]", "this is no baseline"),
        ("{}", "this is no baseline"),
        ('{"schema_version": 2, "findings": []}', "only schema_version 1 is known"),
        ('{"schema_version": 1, "findings": {}}', "this is no baseline"),
        ('{"schema_version": 1, "findings": [5]}', "findings[0] is no entry"),
        ('{"schema_version": 1, "findings": [{"fingerprint": "a", "rule": "b", "count": true}]}', "findings[0]"),
        ('{"schema_version": 1, "findings": [{"fingerprint": "a", "rule": "b", "count": -1}]}', "findings[0]"),
        ('{"schema_version": 1, "findings": [{"fingerprint": [], "rule": "b"}]}', "findings[0]"),
        ("[" * 100_000, "this is no"),
        ("9" * 5_000, "this is no baseline"),
    ],
)
def test_a_broken_baseline_says_why_and_what_to_do(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BrokenBaseline) as caught:
        written(tmp_path, text)
    assert said in str(caught.value)
    assert "--write-baseline" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text_a_folder_and_nothing_are_no_baseline(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"\xff\xfe{}")
    (tmp_path / "folder").mkdir()
    for name, said in (
        ("b", "this is no"),
        ("folder", "not a file"),
        ("none", "no such baseline"),
        ("a\0", "no such baseline"),
    ):
        with pytest.raises(BrokenBaseline, match=said):
            read_baseline(tmp_path / name, name)


def test_a_baseline_outside_the_repository_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    (tmp_path / "b.json").write_text(baseline_text([]), "utf-8")
    (tmp_path / "repo" / "link.json").symlink_to(tmp_path / "b.json")
    with pytest.raises(BrokenBaseline, match="leads out of the repository"):
        read_baseline(tmp_path / "repo" / "link.json", "link.json", tmp_path / "repo")
