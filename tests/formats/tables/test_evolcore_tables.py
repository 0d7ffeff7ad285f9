"""An evolcore agent with three roles: every table, cell by cell, as a person reads it from the files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.formats.repositories import write
from tests.formats.tables.expecting import cells, matrix, repository

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit import Repository

INDEX = """\
{
  "$schema_version": 1,
  "roles": ["member", "visitor"],
  "defaultRoles": { "private": "member", "group": null }
}
"""
MEMBER = """\
{
  "$schema_version": 1,
  "description": "A reader.",
  "rank": 500,
  "permissions": {
    "permissionMode": { "default": "readonly", "allowOverride": false },
    "chatmode.private": { "default": "interactive", "allowOverride": true, "allowedValues": ["interactive"] }
  },
  "commandPermissions": {
    "msg.send": { "allow": true, "scopes": ["relation"], "constraints": { "ownPeerOnly": true } },
    "cli.exec": { "allow": true, "dangerous": true, "constraints": { "ownPeerOnly": true } }
  }
}
"""
VISITOR = """\
{
  "$schema_version": 1,
  "description": "A stranger.",
  "rank": 100,
  "allowAccess": false,
  "permissions": {
    "permissionMode": { "default": "readonly", "allowOverride": false }
  }
}
"""
TRAINEE = VISITOR.replace("A stranger.", "Learns.").replace("100", "500").replace('false,\n  "perm', 'true,\n  "perm')
FOLDER = "agents/desk/roles"
MEMBER_ID, VISITOR_ID, TRAINEE_ID = "evolcore:desk/member", "evolcore:desk/visitor", "evolcore:desk/trainee"
TYPE = "evolcore/role-config"


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    files = {"index": INDEX, "member": MEMBER, "visitor": VISITOR, "trainee": TRAINEE}
    return repository(write(tmp_path, {f"{FOLDER}/{name}.json": text for name, text in files.items()}), "evolcore")


def test_profiles(repo: Repository) -> None:
    profiles = repo.profiles()
    assert cells(profiles, "profile", "role", "path", "line", "state") == [
        (MEMBER_ID, "member", f"{FOLDER}/member.json", 1, "ok"),
        (TRAINEE_ID, "trainee", f"{FOLDER}/trainee.json", 1, "ok"),
        (VISITOR_ID, "visitor", f"{FOLDER}/visitor.json", 1, "ok"),
    ]
    assert set(cells(profiles, "format", "type", "kind", "parent")) == {("evolcore", TYPE, "role", None)}


def test_fields_that_the_member_sets(repo: Repository) -> None:
    fields = repo.fields()
    own = fields[(fields.profile == MEMBER_ID) & (fields.provenance == "own")]
    found = {row[0]: row[1:] for row in cells(own, "field", "value", "path", "line")}
    path = f"{FOLDER}/member.json"
    assert found["description"] == ('"A reader."', path, 3)
    assert found["rank"] == ("500", path, 4)
    assert found["permissions.permissionMode.default"] == ('"readonly"', path, 6)
    assert found['permissions["chatmode.private"].allowOverride'] == ("true", path, 7)
    assert found['permissions["chatmode.private"].allowedValues'] == ('["interactive"]', path, 7)
    assert found["commandPermissions.<operation>.scopes"] == ('["relation"]', path, 10)
    assert found["commandPermissions.<operation>.dangerous"] == ("true", path, 11)
    operations = own[own.field == "commandPermissions.<operation>"]
    assert cells(operations, "pointer", "line") == [
        ("/commandPermissions/msg.send", 10),
        ("/commandPermissions/cli.exec", 11),
    ]


def test_coverage_counts_a_field_with_many_places_once(repo: Repository) -> None:
    coverage = repo.coverage().set_index("field")
    told = ["required", "needed", "profiles", "own", "default", "missing", "coverage"]
    rows = ["description", "permissions.permissionMode.default", "allowAccess", "commandPermissions.<operation>.allow"]
    assert coverage.loc[rows, told].to_numpy().tolist() == [
        ["always", 3, 3, 3, 0, 0, 1.0],
        ["always", 3, 3, 3, 0, 0, 1.0],
        ["no", 0, 3, 2, 1, 0, 2 / 3],  # the member leaves it to the default
        ["always", 1, 3, 1, 0, 2, 1 / 3],  # needed where there is an operation
    ]


def test_nobody_inherits_and_nothing_is_needed(repo: Repository) -> None:
    assert cells(repo.inheritance()) == []
    assert cells(repo.environment()) == []


def test_permissions_of_the_member(repo: Repository) -> None:
    permissions = repo.permissions()
    mine = permissions[permissions.profile == MEMBER_ID]
    told = (
        "subject",
        "kind",
        "decision",
        "scope",
        "value",
        "may_override",
        "allowed",
        "dangerous",
        "constraints",
        "line",
    )
    rows = {row[0]: row[1:] for row in cells(mine, *told)}
    assert rows["permissionMode"] == ("setting", "deny", None, '"readonly"', False, None, None, None, 6)
    assert rows["chatmode.private"] == (
        *("setting", "allow", None, '"interactive"', True, '["interactive"]', None, None),
        7,
    )
    assert rows["msg.send"] == (
        *("operation", "allow", "relation", None, None, None, False, '{"ownPeerOnly": true}'),
        10,
    )
    assert rows["cli.exec"] == (
        *("operation", "allow", None, None, None, None, True, '{"ownPeerOnly": true}'),
        11,
    )
    assert rows["*"][:2] == ("operation", "deny")  # no rule matches


def test_who_is_shut_out_or_not_registered_may_do_nothing(repo: Repository) -> None:
    found = matrix(repo.permission_matrix())
    assert set(found[VISITOR_ID].values()) == {"deny"}
    assert set(found[TRAINEE_ID].values()) == {"deny"}
    permissions = repo.permissions()
    reasons = {name: set(permissions[permissions.profile == name]["reason"]) for name in (VISITOR_ID, TRAINEE_ID)}
    assert reasons == {
        VISITOR_ID: {"`allowAccess` is `false`, so the role may do nothing"},
        TRAINEE_ID: {"unregistered: `roles` of the registry does not list the role"},
    }


def test_the_matrix_shows_decisions_or_values(repo: Repository) -> None:
    subjects = ["permissionMode", "chatmode.private", "msg.send", "cli.exec"]
    assert matrix(repo.permission_matrix(subjects=subjects))[MEMBER_ID] == {
        "permissionMode": "deny",
        "chatmode.private": "allow",
        "msg.send": "allow",
        "cli.exec": "allow",
    }
    values = matrix(repo.permission_matrix("value", subjects).fillna("-"))
    assert values[MEMBER_ID] == {
        "permissionMode": '"readonly"',
        "chatmode.private": '"interactive"',
        "msg.send": "-",
        "cli.exec": "-",
    }
    assert repo.who_can("cli.exec") == [MEMBER_ID]
    assert set(repo.permission_matrix(kind="operation").columns) == {"msg.send", "cli.exec"}


def test_findings(repo: Repository) -> None:
    findings = repo.findings()
    assert ("evolcore/role-unregistered", f"{FOLDER}/trainee.json", 1, TRAINEE_ID) in cells(
        findings, "rule", "path", "line", "profile"
    )
    assert "error" not in set(findings.severity)
