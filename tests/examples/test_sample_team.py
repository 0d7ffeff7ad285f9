"""The sample repository: its faults are the ones that its README names, and nothing else; its tables have it all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg import audit
from sphinx_agentcfg.audit.coverage import PROVENANCES
from sphinx_agentcfg.audit.matrices import DECISIONS
from sphinx_agentcfg.resources import sample_team
from tests.formats.tables.expecting import cells

if TYPE_CHECKING:
    from sphinx_agentcfg.audit import Repository

FINDINGS = [
    ("agentfs/tool-wildcard", "warning", "agents/librarian/agent.json", 12),
    ("agentfs/tool-allowed-and-denied", "warning", "agents/librarian/agent.json", 13),
    ("agentfs/schedule-timezone", "error", "agents/librarian/schedules/morning-report.json", 9),
    ("agentfs/skill-tool-beyond-agent", "warning", "agents/librarian/skills/answer-readers/SKILL.md", 9),
    ("agentfs/legacy-runtime", "info", "agents/night-watch/agent.json", 5),
    ("agentfs/tool-near-miss", "warning", "agents/night-watch/agent.json", 7),
    ("leji/redundant-item", "info", "docs/agents/librarian.md", 10),
    ("leji/inherits-unknown", "error", "docs/agents/night-watch.md", 6),
    ("file/syntax", "error", "docs/agents/release-helper.md", 5),
    ("leji/required-read-missing", "error", "docs/agents/reviewer.md", 8),
    ("leji/ask-and-refuse", "warning", "docs/agents/reviewer.md", 11),
    ("leji/prompt-placement", "error", "docs/agents/reviewer.md", 16),
    ("evolcore/model-policy-missing", "warning", "evolcore/agents/desk/roles/admin.json", 6),
    ("evolcore/dangerous-without-constraints", "warning", "evolcore/agents/desk/roles/admin.json", 18),
    ("evolcore/role-from-template", "info", "evolcore/agents/desk/roles/index.json", 3),
    ("evolcore/default-role-locked-out", "warning", "evolcore/agents/desk/roles/index.json", 4),
    ("evolcore/role-unregistered", "warning", "evolcore/agents/desk/roles/trainee.json", 1),
    ("rolebox/permission-conflict", "warning", "rolebox/release/role.yaml", 15),
    ("rolebox/grandchild-unrestricted", "warning", "rolebox/release/role.yaml", 30),
    ("rolebox/field-removed", "info", "rolebox/release/role.yaml", 33),
    ("rolebox/env-value-dropped", "warning", "rolebox/reviewer/role.yaml", 3),
    ("rolebox/prompt-and-prompt-file", "warning", "rolebox/reviewer/role.yaml", 4),
    ("rolebox/prompt-file-missing", "error", "rolebox/reviewer/role.yaml", 5),
]
STATES = {
    "agentfs:librarian": "ok",
    "agentfs:night-watch": "ok",
    "evolcore:desk/admin": "ok",
    "evolcore:desk/member": "ok",
    "evolcore:desk/trainee": "ok",
    "evolcore:desk/visitor": "ok",
    "evolcore:desk/owner": "unresolved",
    "leji:core": "ok",
    "leji:librarian": "ok",
    "leji:night-watch": "unresolved",
    "leji:release-helper": "unreadable",
    "leji:reviewer": "ok",
    "rolebox:release": "ok",
    "rolebox:release/drafter": "ok",
    "rolebox:release/checker": "ok",
    "rolebox:release/checker/counter": "ok",
    "rolebox:reviewer": "unresolved",
}


@pytest.fixture(scope="module")
def repo() -> Repository:
    return audit.load(sample_team(), progress=False)


def test_the_findings_are_the_faults_on_purpose(repo: Repository) -> None:
    assert cells(repo.findings(), "rule", "severity", "path", "line") == FINDINGS
    assert cells(repo.suppressed(), "rule", "path", "line", "reason") == [
        (
            "leji/freshness-expired",
            "docs/agents/reviewer.md",
            13,
            "The review is planned; the date stays until it is done.",
        )
    ]


def test_the_readme_names_the_place_of_each_fault() -> None:
    told = (sample_team() / "README.md").read_text(encoding="utf-8")
    rows = [line for line in told.splitlines() if line.startswith("| `")]
    for _, _, path, line in FINDINGS:
        row = next((r for r in rows if f"`{path}:" in r and (f":{line}`" in r or f"`{line}`" in r)), None)
        assert row is not None, (path, line)


def test_every_profile_is_there_in_its_state(repo: Repository) -> None:
    assert dict(cells(repo.profiles(), "profile", "state")) == STATES


def test_inheritance_holds_a_step_that_succeeds_and_ones_that_do_not(repo: Repository) -> None:
    assert cells(repo.inheritance(), "profile", "parent", "relation", "status", "line") == [
        ("leji:librarian", "leji:core", "inherits", "resolved", 6),
        ("leji:night-watch", "house-rules", "inherits", "unknown", 6),
        ("leji:reviewer", "leji:core", "inherits", "resolved", 6),
        ("rolebox:release/drafter", "rolebox:release", "subagent", "resolved", 19),
        ("rolebox:release/checker", "rolebox:release", "subagent", "resolved", 22),
        ("rolebox:release/checker/counter", "rolebox:release/checker", "subagent", "inherits-nothing", 30),
    ]


def test_the_tables_have_every_provenance_and_every_decision(repo: Repository) -> None:
    assert set(repo.fields()["provenance"]) == set(PROVENANCES)
    assert set(repo.permissions()["decision"]) == set(DECISIONS)


@pytest.mark.parametrize(
    ("profile", "subject", "decision", "path", "line"),
    [
        ("agentfs:librarian", "Read", "allow", "agents/librarian/agent.json", 12),
        ("agentfs:librarian", "WebFetch", "deny", "agents/librarian/agent.json", 13),
        ("agentfs:librarian", "computer_*", "unknown", "agents/librarian/agent.json", 12),
        ("agentfs:night-watch", "spawn_agent", "deny", "agents/night-watch/agent.json", 7),
        ("evolcore:desk/admin", "agent.reload", "allow", "evolcore/agents/desk/roles/admin.json", 18),
        ("evolcore:desk/admin", "cli.exec.raw", "deny", "evolcore/agents/desk/roles/admin.json", 19),
        ("evolcore:desk/member", "ec.msg.send", "allow", "evolcore/agents/desk/roles/member.json", 19),
        ("leji:librarian", "a record would be deleted", "ask", "docs/agents/core.md", 12),
        ("leji:reviewer", "a letter goes to a reader", "deny", "docs/agents/reviewer.md", 11),
        ("rolebox:release", "bash", "deny", "rolebox/release/role.yaml", 15),
        ("rolebox:release/drafter", "read", "allow", "rolebox/release/role.yaml", 14),
        ("rolebox:release/checker", "bash", "ask", "rolebox/release/role.yaml", 27),
    ],
)
def test_a_decision_is_that_of_the_line_that_says_it(
    repo: Repository, profile: str, subject: str, decision: str, path: str, line: int
) -> None:
    rows = repo.permissions()
    mine = rows[(rows["profile"] == profile) & (rows["subject"] == subject)]
    assert (decision, path, line) in cells(mine, "decision", "path", "line")
    assert repo.can(profile, subject) == decision


def test_the_environment_is_what_the_roles_name(repo: Repository) -> None:
    assert cells(repo.environment(), "profile", "variable", "path", "line") == [
        ("rolebox:release", "RELEASE_MODEL", "rolebox/release/role.yaml", 5),
        ("rolebox:reviewer", "REVIEW_TEMPERATURE", "rolebox/reviewer/role.yaml", 3),
    ]
