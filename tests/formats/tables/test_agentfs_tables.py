"""An AgentFS agent with a skill, and one that cannot be read: every table, cell by cell, as the files say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.formats.repositories import write
from tests.formats.tables.expecting import cells, matrix, repository, row

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit import Repository

HELPER = """\
{
  "name": "Helper",
  "version": "",
  "llm": { "model": "gpt-5.1" },
  "tool_permissions": {
    "allowed": ["Read", "Edit"],
    "denied": ["Edit", "Bash"]
  },
  "trigger_patterns": []
}
"""
SKILL = """\
---
name: Notes
description: Writes notes.
allowed-tools:
  - Read
  - Bash
---

## Steps

1. Write.
"""
AGENT, SKILL_FILE = "agents/helper/agent.json", "agents/helper/skills/notes/SKILL.md"
ID, BROKEN = "agentfs:helper", "agentfs:broken"


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    files = {AGENT: HELPER, SKILL_FILE: SKILL, "agents/broken/agent.json": '{"name": "Broken",}\n'}
    return repository(write(tmp_path, files), "agentfs")


def test_profiles(repo: Repository) -> None:
    told = ("profile", "type", "name", "kind", "path", "line", "model", "state")
    assert cells(repo.profiles(), *told) == [
        (BROKEN, "agentfs/agent", "broken", "agent", "agents/broken/agent.json", 1, None, "unreadable"),
        (ID, "agentfs/agent", "Helper", "agent", AGENT, 1, "gpt-5.1", "ok"),
    ]


def test_absent_empty_and_an_empty_list_are_three_states(repo: Repository) -> None:
    fields = repo.fields()
    agent = fields[(fields.profile == ID) & (fields.type == "agentfs/agent")].set_index("field")
    told = ["value", "provenance", "line"]
    assert row(agent[told], "version") == ['""', "empty", 3]
    assert row(agent[told], "trigger_patterns") == ["[]", "own", 9]
    assert row(agent[told], "author") == [None, "missing", None]
    assert row(agent[told], "name") == ['"Helper"', "own", 2]
    assert row(agent[told], "llm.model") == ['"gpt-5.1"', "own", 4]
    assert row(agent[told], "tool_permissions.denied") == ['["Edit", "Bash"]', "own", 7]


def test_fields_of_the_skill_are_those_of_its_agent(repo: Repository) -> None:
    fields = repo.fields()
    skill = fields[(fields.profile == ID) & (fields.type == "agentfs/skill") & (fields.provenance == "own")]
    assert cells(skill, "field", "value", "path", "line") == [
        ("name", '"Notes"', SKILL_FILE, 2),
        ("description", '"Writes notes."', SKILL_FILE, 3),
        ("allowed-tools", '["Read", "Bash"]', SKILL_FILE, 5),
        ("body.steps", '"1. Write."', SKILL_FILE, 9),
    ]


def test_coverage_counts_the_agent_that_cannot_be_read_as_unknown(repo: Repository) -> None:
    coverage = repo.coverage()
    agents = coverage[coverage.type == "agentfs/agent"].set_index("field")
    told = ["required", "needed", "profiles", "own", "missing", "empty", "unknown", "coverage"]
    assert row(agents[told], "name") == ["always", 1, 2, 1, 0, 0, 1, 0.5]
    assert row(agents[told], "version") == ["no", 0, 2, 0, 0, 1, 1, 0.0]
    assert row(agents[told], "author") == ["no", 0, 2, 0, 1, 0, 1, 0.0]
    skills = coverage[coverage.type == "agentfs/skill"].set_index("field")
    assert row(skills[told], "name") == ["no", 0, 1, 1, 0, 0, 0, 1.0]


def test_permissions(repo: Repository) -> None:
    told = ("profile", "subject", "decision", "scope", "declared", "enforced", "conflict", "assumed", "path", "line")
    scope = "skill:notes"
    assert cells(repo.permissions(), *told) == [
        (BROKEN, "*", "unknown", None, None, None, False, False, "agents/broken/agent.json", 1),
        (ID, "Read", "allow", None, "allowed", True, False, False, AGENT, 6),
        (ID, "Edit", "deny", None, "denied", True, True, True, AGENT, 7),  # in both lists: no source says which wins
        (ID, "Bash", "deny", None, "denied", True, False, False, AGENT, 7),
        (ID, "*", "deny", None, "allowed", True, False, False, AGENT, 6),
        (ID, "Read", "allow", scope, "allowed-tools", None, False, False, SKILL_FILE, 5),
        (ID, "Bash", "deny", scope, "allowed-tools", True, True, False, SKILL_FILE, 6),  # a skill only narrows
        (ID, "*", "deny", scope, "allowed-tools", None, False, False, SKILL_FILE, 5),
    ]


def test_permission_matrix_and_questions(repo: Repository) -> None:
    assert matrix(repo.permission_matrix()) == {
        BROKEN: {"Bash": "unknown", "Edit": "unknown", "Read": "unknown"},
        ID: {"Bash": "deny", "Edit": "deny", "Read": "allow"},
    }
    assert repo.who_can("Read") == [ID]
    assert repo.can("helper", "WebFetch") == "deny"  # beside a list of what is allowed, all else is denied
    assert repo.can("broken", "WebFetch") == "unknown"
    (first, *_) = cells(repo.why("helper", "Edit"), "text", "path", "line", "excerpt")
    assert first[1:] == (AGENT, 7, '"denied": ["Edit", "Bash"]')


def test_inheritance_environment_and_findings(repo: Repository) -> None:
    assert cells(repo.inheritance()) == []
    assert cells(repo.environment()) == []
    findings = repo.findings()
    errors = findings[findings.severity == "error"]
    assert cells(errors, "rule", "path", "line", "profile") == [
        ("file/trailing-comma", "agents/broken/agent.json", 1, BROKEN),
        ("agentfs/schema", AGENT, 3, ID),  # an empty text is no version
    ]
    assert ("agentfs/tool-allowed-and-denied", AGENT, 7) in cells(findings, "rule", "path", "line")
