"""The sample repository: its faults are the ones that its README names, and nothing else; its tables have it all.

Every path, line and value here was read in the files of ``examples/sample-team/``.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg import audit
from sphinx_agentcfg.audit import rows
from sphinx_agentcfg.audit.coverage import PROVENANCES
from sphinx_agentcfg.audit.matrices import DECISIONS
from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.resources import sample_team
from tests.formats.tables.expecting import cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.audit import Repository
    from sphinx_agentcfg.audit.model import Audit

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
SUPPRESSED = ("leji/freshness-expired", "warning", "docs/agents/reviewer.md", 13)
PROFILES = {
    "agentfs:librarian": ("Librarian", "ok"),
    "agentfs:night-watch": ("Night watch", "ok"),
    "evolcore:desk/admin": ("desk/admin", "ok"),
    "evolcore:desk/member": ("desk/member", "ok"),
    "evolcore:desk/trainee": ("desk/trainee", "ok"),
    "evolcore:desk/visitor": ("desk/visitor", "ok"),
    "evolcore:desk/owner": ("desk/owner", "unresolved"),
    "leji:core": ("House rules", "ok"),
    "leji:librarian": ("Librarian (图书管理员)", "ok"),
    "leji:night-watch": ("Night watch", "unresolved"),
    "leji:release-helper": ("Release helper", "unreadable"),
    "leji:reviewer": ("Reviewer", "ok"),
    "rolebox:release": ("Release", "ok"),
    "rolebox:release/drafter": ("Drafter", "ok"),
    "rolebox:release/checker": ("Checker", "ok"),
    "rolebox:release/checker/counter": ("Counter", "ok"),
    "rolebox:reviewer": ("Reviewer", "unresolved"),
}
ROLES = "evolcore/agents/desk/roles/"

#: profile, subject, scope, decision, whether files contradict each other, whether it is assumed, path, line
PERMISSIONS = [
    ("agentfs:librarian", "Read", None, "allow", False, False, "agents/librarian/agent.json", 12),
    ("agentfs:librarian", "WebFetch", None, "deny", True, True, "agents/librarian/agent.json", 13),
    ("agentfs:librarian", "computer_*", None, "unknown", False, False, "agents/librarian/agent.json", 12),
    ("agentfs:librarian", "catalogue__*", None, "deny", False, False, "agents/librarian/agent.json", 12),
    *(
        ("agentfs:librarian", tool, "skill:answer-readers", decision, conflict, False, path, line)
        for path in ["agents/librarian/skills/answer-readers/SKILL.md"]
        for tool, decision, conflict, line in [("Grep", "allow", False, 8), ("Bash", "deny", True, 9)]
    ),
    ("agentfs:night-watch", "spawn_agent", None, "deny", False, True, "agents/night-watch/agent.json", 7),
    ("evolcore:desk/admin", "agent.reload", "agent", "allow", False, False, ROLES + "admin.json", 18),
    ("evolcore:desk/admin", "cli.exec.raw", None, "deny", False, False, ROLES + "admin.json", 19),
    ("evolcore:desk/admin", "config.get", None, "allow", False, True, ROLES + "admin.json", 17),
    ("evolcore:desk/admin", "chatmode.private", None, "allow", False, False, ROLES + "admin.json", 8),
    ("evolcore:desk/member", "ec.msg.send", "relation", "allow", False, False, ROLES + "member.json", 19),
    ("evolcore:desk/member", "cli.exec.raw", None, "deny", True, True, ROLES + "member.json", 25),
    ("evolcore:desk/member", "permissionMode", None, "deny", False, False, ROLES + "member.json", 7),
    ("evolcore:desk/owner", "config.get", None, "unknown", False, False, ROLES + "index.json", 3),
    ("leji:librarian", "a record would be deleted", None, "ask", False, False, "docs/agents/core.md", 12),
    ("leji:reviewer", "a letter goes to a reader", None, "deny", True, False, "docs/agents/reviewer.md", 11),
    ("rolebox:release", "bash", None, "deny", True, False, "rolebox/release/role.yaml", 15),
    ("rolebox:release", "websearch", None, "allow", False, False, "rolebox/release/role.yaml", 17),
    ("rolebox:release/drafter", "read", None, "allow", False, False, "rolebox/release/role.yaml", 14),
    ("rolebox:release/checker", "bash", None, "ask", False, False, "rolebox/release/role.yaml", 27),
    ("rolebox:release/checker/counter", "*", None, "unset", False, False, "rolebox/release/role.yaml", 30),
]

#: profile, field, value, provenance, path, line
FIELDS = [
    ("agentfs:librarian", "session_mode", None, "missing", None, None),
    ("agentfs:librarian", "env.enabled", True, "default", None, None),
    ("agentfs:librarian", "importance", "medium", "own", "agents/librarian/memory/opening-hours.md", 3),
    ("agentfs:night-watch", "author", "", "empty", "agents/night-watch/agent.json", 3),
    ("agentfs:night-watch", "schedule.interval", "2h", "own", "agents/night-watch/schedules/night-round.json", 8),
    ("evolcore:desk/admin", "usageLimits.enabled", False, "default", None, None),
    ("evolcore:desk/owner", "rank", None, "unknown", None, None),
    ("leji:librarian", "defaultContext", ["domain", "practice"], "inherited", "docs/agents/core.md", 9),
    ("leji:librarian", "requiredRead", ["docs/rules.md", "docs/catalogue.md"], "merged", None, None),
    ("leji:librarian", "owners", None, "missing", None, None),
    ("leji:release-helper", "mustAskWhen", None, "unknown", None, None),
    ("rolebox:release", "functions", ["plan", "execute", "changelog"], "merged", None, None),
    ("rolebox:release/drafter", "mode", "subagent", "builtin", None, None),
    ("rolebox:release/drafter", "temperature", 0.2, "inherited", "rolebox/release/role.yaml", 6),
    ("rolebox:release/checker", "model", "gpt-5.1-mini", "own", "rolebox/release/role.yaml", 24),
]


@pytest.fixture(scope="module")
def team() -> Audit:
    return read_repository(sample_team())


@pytest.fixture(scope="module")
def repo() -> Repository:
    return audit.load(sample_team(), progress=False)


def chosen(table: Sequence[dict[str, Any]], *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row[column] for column in columns) for row in table]


def told_places(text: str) -> list[tuple[str, int]]:
    """Return the places in the first column of the tables, such as ``a.md:3`` and ``4``, each with its file."""
    found = []
    for line in text.splitlines():
        match = re.match(r"\| `([^`:]+):(\d+)`(?:[,、] ?`(\d+)`)? \|", line)
        if match:
            path, *numbers = match.groups()
            found += [(path, int(number)) for number in numbers if number]
    return found


def test_the_findings_are_the_faults_on_purpose_and_the_one_that_is_suppressed(team: Audit) -> None:
    found = chosen(rows.finding_rows(team), "rule", "severity", "path", "line")
    assert len(found) == len(FINDINGS) + 1
    assert set(found) == {*FINDINGS, SUPPRESSED}


def test_the_settings_suppress_one_fault_and_say_why(repo: Repository) -> None:
    assert cells(repo.findings(), "rule", "severity", "path", "line") == FINDINGS
    assert cells(repo.suppressed(), "rule", "severity", "path", "line", "reason") == [
        (*SUPPRESSED, "The review is planned; the date stays until it is done.")
    ]


def test_both_languages_of_the_readme_name_the_place_of_each_fault_and_no_other_place() -> None:
    english, chinese = (sample_team() / "README.md").read_text(encoding="utf-8").split("\n# 示例团队\n")
    places = {(path, line) for _, _, path, line in [*FINDINGS, SUPPRESSED]}
    assert Counter(told_places(english)) == Counter(places)
    assert told_places(chinese) == told_places(english)


def test_every_profile_is_there_with_its_name_and_its_state(team: Audit) -> None:
    found = chosen(rows.profile_rows(team), "profile", "name", "state")
    assert {profile: (name, state) for profile, name, state in found} == PROFILES
    assert len(found) == len(PROFILES)


def test_inheritance_holds_a_step_that_succeeds_and_ones_that_do_not(team: Audit) -> None:
    assert chosen(rows.inheritance_rows(team), "profile", "parent", "relation", "status", "path", "line") == [
        ("leji:librarian", "leji:core", "inherits", "resolved", "docs/agents/librarian.md", 6),
        ("leji:night-watch", "house-rules", "inherits", "unknown", "docs/agents/night-watch.md", 6),
        ("leji:reviewer", "leji:core", "inherits", "resolved", "docs/agents/reviewer.md", 6),
        ("rolebox:release/drafter", "rolebox:release", "subagent", "resolved", "rolebox/release/role.yaml", 19),
        ("rolebox:release/checker", "rolebox:release", "subagent", "resolved", "rolebox/release/role.yaml", 22),
        (
            *("rolebox:release/checker/counter", "rolebox:release/checker", "subagent", "inherits-nothing"),
            *("rolebox/release/role.yaml", 30),
        ),
    ]


def test_the_tables_have_every_provenance_and_every_decision(team: Audit) -> None:
    assert {row["provenance"] for row in rows.field_rows(team)} == set(PROVENANCES)
    assert {row["decision"] for row in rows.permission_rows(team)} == set(DECISIONS)


def test_every_kind_of_document_that_people_write_is_there(team: Audit) -> None:
    assert {row["type"] for row in rows.field_rows(team)} == {
        *(f"agentfs/{kind}" for kind in ("agent", "memory-note", "memory-policy", "persona", "principles")),
        *("agentfs/schedule", "agentfs/skill", "evolcore/role-config", "leji/agent-profile", "rolebox/role"),
    }


@pytest.mark.parametrize("expected", PERMISSIONS, ids=lambda each: f"{each[0]} {each[1]} {each[2]}")
def test_a_decision_is_that_of_the_line_that_says_it(team: Audit, expected: tuple[Any, ...]) -> None:
    profile, subject, scope, *_ = expected
    found = [
        row
        for row in rows.permission_rows(team)
        if (row["profile"], row["subject"], row["scope"]) == (profile, subject, scope)
    ]
    columns = ("profile", "subject", "scope", "decision", "conflict", "assumed", "path", "line")
    assert chosen(found, *columns) == [expected]


@pytest.mark.parametrize("expected", FIELDS, ids=lambda each: f"{each[0]} {each[1]}")
def test_a_value_comes_from_the_line_that_holds_it(team: Audit, expected: tuple[Any, ...]) -> None:
    found = [row for row in rows.field_rows(team) if (row["profile"], row["field"]) == expected[:2]]
    assert chosen(found, "profile", "field", "value", "provenance", "path", "line") == [expected]


@pytest.mark.parametrize("profile", ["evolcore:desk/trainee", "evolcore:desk/visitor"])
def test_a_role_that_nobody_registered_or_that_has_no_access_may_do_nothing(team: Audit, profile: str) -> None:
    decisions = [row["decision"] for row in rows.permission_rows(team) if row["profile"] == profile]
    assert set(decisions) == {"deny"}


@pytest.mark.parametrize("profile", ["leji:night-watch", "leji:release-helper", "rolebox:reviewer"])
def test_of_a_profile_that_cannot_be_read_or_resolved_everything_is_unknown(team: Audit, profile: str) -> None:
    found = [row for row in rows.permission_rows(team) if row["profile"] == profile]
    assert chosen(found, "subject", "decision") == [("*", "unknown")]


def test_a_dangerous_operation_and_its_neighbours_show_what_limits_them(team: Audit) -> None:
    cell = {(row["profile"], row["subject"]): row for row in rows.permission_rows(team)}
    assert cell["evolcore:desk/admin", "agent.reload"]["dangerous"] is True
    assert cell["evolcore:desk/admin", "agent.reload"]["constraints"] is None
    assert cell["evolcore:desk/member", "ec.msg.send"]["constraints"] == {"ownPeerOnly": True}
    model = cell["evolcore:desk/admin", "baseagents.claude.model"]
    assert (model["value"], model["may_override"]) == ("claude-sonnet-4-6", True)
    assert model["allowed"] == ["claude-sonnet-*", "claude-haiku-*"]


def test_the_environment_is_what_the_roles_name(team: Audit) -> None:
    assert chosen(rows.tables(team)["environment"], "profile", "variable", "path", "line") == [
        ("rolebox:release", "RELEASE_MODEL", "rolebox/release/role.yaml", 5),
        ("rolebox:reviewer", "REVIEW_TEMPERATURE", "rolebox/reviewer/role.yaml", 3),
    ]


def test_no_date_runs_out_but_the_one_that_has_on_purpose(team: Audit) -> None:
    dates = {
        row["profile"]: row["value"]
        for row in rows.field_rows(team)
        if row["field"] == "freshness.reviewAfter" and row["value"] is not None
    }
    assert dates == {"leji:core": "2099-06-30", "leji:librarian": "2099-06-30", "leji:reviewer": "2026-03-31"}
