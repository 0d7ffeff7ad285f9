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
    "allowed": ["Read", "Edit", "Grep"],
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
metadata:
  version: 1.0.0
---

## Steps

1. Write.
"""
AGENT, SKILL_FILE = "agents/helper/agent.json", "agents/helper/skills/notes/SKILL.md"
BROKEN_FILE = "agents/broken/agent.json"
ID, BROKEN = "agentfs:helper", "agentfs:broken"
OF_AGENT, OF_SKILL = "agentfs/agent", "agentfs/skill"
LISTS = '{"allowed": ["Read", "Edit", "Grep"], "denied": ["Edit", "Bash"]}'


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    files = {AGENT: HELPER, SKILL_FILE: SKILL, BROKEN_FILE: '{"name": "Broken",}\n'}
    return repository(write(tmp_path, files), "agentfs")


# What the helper and its skill fill: o own, e empty, d default; all else is missing. Of the other agent all is unknown.
AGENT_FILLS = {
    "name": "o",
    "version": "e",
    "llm": "o",
    "llm.model": "o",
    "tool_permissions": "o",
    "tool_permissions.allowed": "o",
    "tool_permissions.denied": "o",
    "trigger_patterns": "o",
}
AGENT_DEFAULTS = {
    "env.enabled": "true",
    "env.includeWeekday": "true",
    "env.includeLocalTime": "true",
    "env.includeSessionStart": "true",
    "heartbeat.enabled": "false",
    "webhooks.events.<event>.max_turns": "5",
    "file_security.restrictToWorkDirs": "false",
}
SKILL_FILLS = ("name", "description", "version", "allowed-tools", "metadata", "metadata.version", "body.steps")
SKILL_DEFAULTS = {"user-invocable": "true", "context": '"default"', "json_output.shape": '"object"'}
COUNTED = ("own", "inherited", "merged", "default", "builtin", "missing", "empty", "unknown")


def test_profiles(repo: Repository) -> None:
    # The helper: 32 fields at the top without the legacy one, of which name weighs 3, 8 in llm, 2 in tool_permissions:
    # 44, of which 9 are filled. The skill: 23 at the top without the legacy one, 3 sections, 25 in metadata: 51, of
    # which 7 are filled.
    told = ("profile", "name", "path", "model", "state", "coverage", "errors", "warnings")
    profiles = repo.profiles()
    assert cells(profiles, *told) == [
        (BROKEN, "broken", BROKEN_FILE, None, "unreadable", None, 1, 0),
        (ID, "Helper", AGENT, "gpt-5.1", "ok", (9 + 7) / (44 + 51), 1, 2),
    ]
    rest = ("format", "type", "kind", "role", "parent", "line")
    assert set(cells(profiles, *rest)) == {("agentfs", OF_AGENT, "agent", None, None, 1)}


def test_fields_of_the_agent(repo: Repository) -> None:
    fields = repo.fields()
    own = fields[(fields.profile == ID) & (fields.type == OF_AGENT)]
    written = own[~own.provenance.isin(["missing", "default"])]
    assert cells(written, "field", "pointer", "value", "provenance", "line") == [
        ("name", "/name", '"Helper"', "own", 2),
        ("version", "/version", '""', "empty", 3),  # an empty text says nothing
        ("llm", "/llm", '{"model": "gpt-5.1"}', "own", 4),
        ("llm.model", "/llm/model", '"gpt-5.1"', "own", 4),
        ("tool_permissions", "/tool_permissions", LISTS, "own", 5),
        ("tool_permissions.allowed", "/tool_permissions/allowed", '["Read", "Edit", "Grep"]', "own", 6),
        ("tool_permissions.denied", "/tool_permissions/denied", '["Edit", "Bash"]', "own", 7),
        ("trigger_patterns", "/trigger_patterns", "[]", "own", 9),  # an empty list is a value
    ]
    assert set(cells(written, "origin", "path", "known", "assumed")) == {(ID, AGENT, True, False)}
    given = own[own.provenance == "default"]
    assert dict(cells(given, "field", "value")) == AGENT_DEFAULTS
    absent = own[own.provenance == "missing"].set_index("field")
    told = ["pointer", "value", "origin", "path", "line"]
    assert row(absent[told], "author") == [None] * 5
    assert "runtime.engine" not in absent.index  # what lies in a field that is missing


def test_fields_of_the_skill_are_those_of_its_agent(repo: Repository) -> None:
    fields = repo.fields()
    skill = fields[(fields.profile == ID) & (fields.type == OF_SKILL)]
    own = skill[skill.provenance == "own"]
    assert cells(own, "field", "value", "line") == [
        ("name", '"Notes"', 2),
        ("description", '"Writes notes."', 3),
        ("version", '"1.0.0"', 8),  # written in metadata, it counts as if it stood at the root
        ("allowed-tools", '["Read", "Bash"]', 5),
        ("metadata", '{"version": "1.0.0"}', 8),
        ("metadata.version", '"1.0.0"', 8),
        ("body.steps", '"1. Write."', 11),
    ]
    assert set(cells(own, "origin", "path", "assumed")) == {(ID, SKILL_FILE, False)}
    assert dict(cells(skill[skill.provenance == "default"], "field", "value")) == SKILL_DEFAULTS
    assert set(skill.provenance) == {"own", "default", "missing"}


def test_fields_of_an_agent_that_cannot_be_read_are_unknown(repo: Repository) -> None:
    fields = repo.fields()
    broken = fields[fields.profile == BROKEN]
    told = ("type", "pointer", "value", "provenance", "origin", "path", "line")
    assert set(cells(broken, *told)) == {(OF_AGENT, None, None, "unknown", None, None, None)}
    assert len(broken) == 33  # all at the top; what lies in a field that nobody knows has no row


def test_lineage_of_lists(repo: Repository) -> None:
    lineage = repo.lineage(ID)
    lists = lineage[lineage.position.notna()]
    assert cells(lists, "type", "field", "item", "position", "path", "line") == [
        (OF_AGENT, "tool_permissions.allowed", '"Read"', 0, AGENT, 6),
        (OF_AGENT, "tool_permissions.allowed", '"Edit"', 1, AGENT, 6),
        (OF_AGENT, "tool_permissions.allowed", '"Grep"', 2, AGENT, 6),
        (OF_AGENT, "tool_permissions.denied", '"Edit"', 0, AGENT, 7),
        (OF_AGENT, "tool_permissions.denied", '"Bash"', 1, AGENT, 7),
        (OF_SKILL, "allowed-tools", '"Read"', 0, SKILL_FILE, 5),
        (OF_SKILL, "allowed-tools", '"Bash"', 1, SKILL_FILE, 6),
    ]
    assert set(cells(lists, "change", "provenance", "origin", "assumed")) == {("kept", "own", ID, False)}
    assert "trigger_patterns" not in set(lineage.field)  # no element, no row
    assert cells(repo.lineage(BROKEN)) == []


def test_coverage_of_agents(repo: Repository) -> None:
    coverage = repo.coverage()
    agents = coverage[coverage.type == OF_AGENT]
    chosen = agents[agents.field.isin(list(AGENT_FILLS))]
    assert cells(chosen, "field", "required", "needed", *COUNTED, "coverage") == [
        (
            *(name, *(("always", 1) if name == "name" else ("no", 0))),
            *(by.count("o"), 0, 0, 0, 0, 0, by.count("e"), 1),
            by.count("o") / 2,
        )
        for name, by in AGENT_FILLS.items()
    ]
    rest = agents[~agents.field.isin(list(AGENT_FILLS))]
    assert set(cells(rest[rest.field.isin(list(AGENT_DEFAULTS))], *COUNTED)) == {(0, 0, 0, 1, 0, 0, 0, 1)}
    assert set(cells(rest[~rest.field.isin(list(AGENT_DEFAULTS))], *COUNTED)) == {(0, 0, 0, 0, 0, 1, 0, 1)}
    assert set(cells(rest, "needed", "coverage")) == {(0, 0.0)}


def test_coverage_of_skills(repo: Repository) -> None:
    coverage = repo.coverage()
    skills = coverage[coverage.type == OF_SKILL]
    filled, given = skills.field.isin(list(SKILL_FILLS)), skills.field.isin(list(SKILL_DEFAULTS))
    assert cells(skills[filled], "field", *COUNTED, "coverage") == [
        (name, 1, 0, 0, 0, 0, 0, 0, 0, 1.0) for name in SKILL_FILLS
    ]
    assert set(cells(skills[given], *COUNTED, "coverage")) == {(0, 0, 0, 1, 0, 0, 0, 0, 0.0)}
    assert set(cells(skills[~filled & ~given], *COUNTED, "coverage")) == {(0, 0, 0, 0, 0, 1, 0, 0, 0.0)}
    # the format asks for none of them, neither at the root nor in metadata
    assert set(cells(skills[filled], "required", "needed")) == {("no", 0)}


def test_the_counts_add_up_to_the_profiles(repo: Repository) -> None:
    coverage = repo.coverage()
    assert set(cells(coverage, "type", "profiles")) == {(OF_AGENT, 2), (OF_SKILL, 1)}  # no skill of the broken one
    assert coverage[list(COUNTED)].sum(axis=1).tolist() == coverage["profiles"].tolist()


def test_coverage_matrix(repo: Repository) -> None:
    words = {"o": "own", "e": "empty"}
    found = matrix(repo.coverage_matrix())  # of the type that most profiles have
    assert list(found) == [BROKEN, ID]
    assert set(found[BROKEN].values()) == {"unknown"}
    assert {name: word for name, word in found[ID].items() if word != "missing"} == {
        **{name: words[by] for name, by in AGENT_FILLS.items()},
        **dict.fromkeys(AGENT_DEFAULTS, "default"),
    }
    skills = matrix(repo.coverage_matrix(OF_SKILL))
    assert list(skills) == [ID]
    assert {name: word for name, word in skills[ID].items() if word != "missing"} == {
        **dict.fromkeys(SKILL_FILLS, "own"),
        **dict.fromkeys(SKILL_DEFAULTS, "default"),
    }


def test_permissions(repo: Repository) -> None:
    told = ("profile", "subject", "decision", "scope", "declared", "enforced", "conflict", "assumed", "path", "line")
    scope = "skill:notes"
    permissions = repo.permissions()
    assert cells(permissions, *told) == [
        (BROKEN, "*", "unknown", None, None, None, False, False, BROKEN_FILE, 1),
        (ID, "Read", "allow", None, "allowed", True, False, False, AGENT, 6),
        (ID, "Edit", "deny", None, "denied", True, True, True, AGENT, 7),  # in both lists: no source says which wins
        (ID, "Grep", "allow", None, "allowed", True, False, False, AGENT, 6),
        (ID, "Bash", "deny", None, "denied", True, False, False, AGENT, 7),
        (ID, "*", "deny", None, "allowed", True, False, False, AGENT, 6),
        (ID, "Read", "allow", scope, "allowed-tools", None, False, False, SKILL_FILE, 5),
        (ID, "Bash", "deny", scope, "allowed-tools", True, True, False, SKILL_FILE, 6),  # a skill only narrows
        (ID, "*", "deny", scope, "allowed-tools", None, False, False, SKILL_FILE, 5),
    ]
    assert cells(permissions, "kind", "origin") == [("any", BROKEN), *[("tool", ID)] * 8]
    rest = ("value", "may_override", "allowed", "dangerous", "constraints")
    assert set(cells(permissions, *rest)) == {(None,) * 5}


def test_reasons_of_permissions(repo: Repository) -> None:
    named = "`tool_permissions.allowed` names it"
    assert cells(repo.permissions(), "reason") == [
        ("the profile cannot be read, so nothing is known of its permissions",),
        (named,),
        ("both lists of `tool_permissions` name it; no source says which wins, so it counts as denied",),
        (named,),
        ("`tool_permissions.denied` names it",),
        ("`tool_permissions.allowed` does not name it",),
        ("`allowed-tools` of the skill names it, and the agent may use it",),
        ("`allowed-tools` of the skill names it, but the agent may not use it, and a skill only narrows",),
        ("`allowed-tools` of the skill does not name it",),
    ]


def test_permission_matrix_and_questions(repo: Repository) -> None:
    tools = ("Bash", "Edit", "Grep", "Read")
    assert matrix(repo.permission_matrix()) == {
        BROKEN: dict.fromkeys(tools, "unknown"),
        # Grep may be used, though not while the skill runs: a row without a scope counts everywhere.
        ID: {"Bash": "deny", "Edit": "deny", "Grep": "allow", "Read": "allow"},
    }
    assert repo.who_can("Read") == repo.who_can("Grep") == [ID]
    assert repo.who_can("Edit") == []
    assert repo.who_can("Edit", "unknown") == [BROKEN]
    assert repo.can("helper", "WebFetch") == "deny"  # beside a list of what is allowed, all else is denied
    assert repo.can("broken", "WebFetch") == "unknown"


def test_why(repo: Repository) -> None:
    told = ("kind", "result", "path", "line", "excerpt")
    denied = '"denied": ["Edit", "Bash"]'
    assert cells(repo.why("helper", "Edit"), *told) == [
        ("permission", "deny", AGENT, 7, denied),
        ("permission", "deny", None, None, None),  # the lists contradict each other
        ("permission", "deny", None, None, None),  # and no source settles it
    ]
    assert cells(repo.why("helper", "Bash"), *told)[:2] == [
        ("permission", "deny", AGENT, 7, denied),
        ("permission", "deny", SKILL_FILE, 6, "- Bash"),
    ]
    assert cells(repo.why("helper", "allowed-tools"), *told) == [("field", "own", SKILL_FILE, 5, "- Read")]
    assert set(cells(repo.why("broken", "name"), "result", "value")) == {("unknown", None)}


def test_findings(repo: Repository) -> None:
    told = ("rule", "severity", "path", "line", "column", "profile", "pointer")
    assert cells(repo.findings(), *told) == [
        ("file/trailing-comma", "error", BROKEN_FILE, 1, 18, BROKEN, "/name"),
        ("agentfs/schema", "error", AGENT, 3, 14, ID, "/version"),  # an empty text is no version
        ("agentfs/tool-allowed-and-denied", "warning", AGENT, 7, 16, ID, "/tool_permissions/denied/0"),
        ("agentfs/skill-tool-beyond-agent", "warning", SKILL_FILE, 6, 5, ID, "/allowed-tools/1"),
    ]
    assert cells(repo.suppressed()) == []


def test_nobody_inherits_and_no_variable_is_needed(repo: Repository) -> None:
    assert cells(repo.inheritance()) == []
    assert cells(repo.environment()) == []
