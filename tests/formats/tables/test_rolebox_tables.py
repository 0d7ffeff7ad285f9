"""A rolebox role with a subagent and a grandchild: every table, cell by cell, as a person reads it from the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.formats.repositories import write
from tests.formats.tables.expecting import cells, matrix, repository

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit import Repository

ROLE = """\
name: Lead
description: Leads.
model: "{env:LEAD_MODEL}"
temperature: 0.3
prompt: Lead.
functions:
  - plan
  - outline
disable_functions:
  - loop
permission:
  allow: [Read, Bash]
  deny: [Bash]
tools:
  websearch: false
subagents:
  - name: Kid
    description: Helps.
    prompt: Help.
    subagents:
      - name: Grand
        description: Counts.
        prompt: Count.
"""
PATH = "rolebox/lead/role.yaml"
TYPE = "rolebox/role"
LEAD, KID, GRAND = "rolebox:lead", "rolebox:lead/kid", "rolebox:lead/kid/grand"


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return repository(write(tmp_path, {PATH: ROLE, "rolebox/lead/functions/outline.md": "Outline.\n"}), "rolebox")


def test_profiles(repo: Repository) -> None:
    profiles = repo.profiles()
    assert cells(profiles, "profile", "kind", "parent", "path", "line", "model", "state", "errors", "warnings") == [
        (LEAD, "role", None, PATH, 1, "{env:LEAD_MODEL}", "ok", 0, 1),
        (KID, "subagent", LEAD, PATH, 17, "{env:LEAD_MODEL}", "ok", 0, 0),
        (GRAND, "subagent", KID, PATH, 21, None, "ok", 0, 1),
    ]
    assert set(cells(profiles, "format", "type", "role")) == {("rolebox", TYPE, None)}


def test_fields_that_somebody_wrote(repo: Repository) -> None:
    fields = repo.fields()
    told = ("field", "value", "provenance", "origin", "line")
    lead = fields[(fields.profile == LEAD) & fields.provenance.isin(["own", "merged"])]
    assert cells(lead, *told) == [
        ("name", '"Lead"', "own", LEAD, 1),
        ("description", '"Leads."', "own", LEAD, 2),
        ("prompt", '"Lead."', "own", LEAD, 5),
        ("model", '"{env:LEAD_MODEL}"', "own", LEAD, 3),
        ("temperature", "0.3", "own", LEAD, 4),
        ("functions", '["plan", "execute", "outline"]', "merged", LEAD, None),
        ("disable_functions", '["loop"]', "own", LEAD, 10),
        ("subagents", cell(fields, LEAD, "subagents"), "own", LEAD, 17),
        ("permission", '{"allow": ["Read", "Bash"], "deny": ["Bash"]}', "own", LEAD, 12),
        ("permission.allow", '["Read", "Bash"]', "own", LEAD, 12),
        ("permission.deny", '["Bash"]', "own", LEAD, 13),
        ("tools", '{"websearch": false}', "own", LEAD, 15),
        ("tools.<tool>", "false", "own", LEAD, 15),
    ]
    kid = fields[(fields.profile == KID) & (fields.provenance == "inherited")]
    assert cells(kid, *told) == [
        ("model", '"{env:LEAD_MODEL}"', "inherited", LEAD, 3),
        ("temperature", "0.3", "inherited", LEAD, 4),
        ("permission", '{"allow": ["Read", "Bash"], "deny": ["Bash"]}', "inherited", LEAD, 12),
        ("permission.allow", '["Read", "Bash"]', "inherited", LEAD, 12),
        ("permission.deny", '["Bash"]', "inherited", LEAD, 13),
        ("tools", '{"websearch": false}', "inherited", LEAD, 15),
        ("tools.<tool>", "false", "inherited", LEAD, 15),
    ]
    assert fields[(fields.profile == GRAND) & (fields.provenance == "inherited")].empty  # grandchildren inherit nothing


def cell(fields: object, profile: str, field: str) -> object:
    """Return a value that is too long to be written here: the list of subagents as it stands in the file."""
    del fields
    assert (profile, field) == (LEAD, "subagents")
    grand = '{"name": "Grand", "description": "Counts.", "prompt": "Count."}'
    return f'[{{"name": "Kid", "description": "Helps.", "prompt": "Help.", "subagents": [{grand}]}}]'


def test_lineage_of_functions(repo: Repository) -> None:
    lineage = repo.lineage(LEAD)
    functions = lineage[lineage.field == "functions"]
    assert cells(functions, "item", "position", "change", "provenance", "line") == [
        ('"plan"', 0, "kept", "builtin", None),
        ('"execute"', 1, "kept", "builtin", None),
        ('"loop"', None, "removed", "builtin", 10),  # where it is disabled
        ('"plan"', None, "removed", "own", 7),  # a second one of the same name
        ('"outline"', 2, "added", "own", 8),
    ]


def test_coverage(repo: Repository) -> None:
    coverage = repo.coverage().set_index("field")
    told = ["required", "needed", "profiles", "own", "inherited", "merged", "default", "builtin", "missing"]
    assert coverage.loc[["name", "prompt", "model", "functions", "permission.allow", "mode"], told].values.tolist() == [
        ["always", 3, 3, 3, 0, 0, 0, 0, 0],
        ["conditional", 3, 3, 3, 0, 0, 0, 0, 0],  # nobody has a prompt_file
        ["no", 0, 3, 1, 1, 0, 0, 0, 1],
        ["no", 0, 3, 0, 0, 1, 0, 2, 0],
        ["no", 0, 3, 1, 1, 0, 0, 0, 1],
        ["no", 0, 3, 0, 0, 0, 1, 2, 0],  # of a subagent, the tool says it
    ]
    assert set(coverage["profiles"]) == {3}


def test_inheritance(repo: Repository) -> None:
    assert cells(repo.inheritance()) == [
        (KID, LEAD, "subagent", "resolved", PATH, 17),
        (GRAND, KID, "subagent", "inherits-nothing", PATH, 21),
    ]


def test_permissions(repo: Repository) -> None:
    told = ("profile", "subject", "kind", "decision", "declared", "origin", "enforced", "conflict", "assumed", "line")
    mine = [
        ("read", "tool", "allow", "allow", LEAD, True, False, False, 12),
        ("bash", "tool", "deny", "deny", LEAD, True, True, False, 13),
        ("websearch", "tool", "deny", "false", LEAD, True, False, False, 15),
    ]
    assert cells(repo.permissions(), *told) == [
        *[(LEAD, *row) for row in mine],
        (LEAD, "*", "tool", "unset", None, LEAD, None, False, False, 1),
        *[(KID, *row) for row in mine],
        (KID, "*", "tool", "unset", None, KID, None, False, False, 17),
        (GRAND, "*", "tool", "unset", None, GRAND, None, False, False, 21),
    ]


def test_permission_matrix_and_questions(repo: Repository) -> None:
    inherited = {"bash": "deny", "read": "allow", "websearch": "deny"}
    assert matrix(repo.permission_matrix()) == {
        LEAD: inherited,
        KID: inherited,
        GRAND: {"bash": "unset", "read": "unset", "websearch": "unset"},
    }
    assert repo.who_can("read") == [LEAD, KID]
    assert cells(repo.why(KID, "bash"), "text", "line", "excerpt") == [
        ("bash: deny, since the tool is in `allow` and in `deny`, and `deny` wins", 13, "deny: [Bash]"),
        (f"{KID} inherits from {LEAD}", 17, "- name: Kid"),
        ("the files contradict each other here", None, None),
    ]


def test_environment_and_findings(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEAD_MODEL", "secret")
    environment = repo.environment()
    assert cells(environment, "profile", "variable", "set", "replaced", "path", "line") == [
        (LEAD, "LEAD_MODEL", True, True, PATH, 3)
    ]
    assert "secret" not in environment.to_csv()
    findings = repo.findings()
    assert cells(findings[findings.severity == "warning"], "rule", "line", "profile") == [
        ("rolebox/permission-conflict", 13, LEAD),
        ("rolebox/grandchild-unrestricted", 21, GRAND),
    ]
