"""Which roles there are, which of them count, and what becomes of one that does not or cannot be seen."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.audit.fields import field_values
from sphinx_agentcfg.formats.model import NOTHING, State
from tests.formats.evolcore.agents import ROLES, agent_of, cells, findings_of, registry, role
from tests.formats.repositories import audit_of, profile_of

if TYPE_CHECKING:
    from pathlib import Path

ALLOW = {"allow": True}
CREW = role(commandPermissions={"a.b": ALLOW, "*": ALLOW})
TEXT = json.dumps(role())


def decisions(rows: dict[tuple[str, str], dict[str, Any]]) -> set[str]:
    return {row["decision"] for row in rows.values()}


def test_a_role_is_a_profile(tmp_path: Path) -> None:
    policies = {"baseagents.claude.model": {"default": "m", "allowOverride": False, "allowedModels": ["m"]}}
    profile = profile_of(agent_of(tmp_path, {"ops": role(policies)}), "evolcore:demo/ops")
    assert (profile.name, profile.role, profile.kind, profile.model) == ("demo/ops", "ops", "role", "m")
    assert (profile.type, profile.path, profile.state) == ("evolcore/role-config", f"{ROLES}/ops.json", State.OK)
    assert profile.effective == role(policies)


def test_agents_lie_anywhere_in_the_tree(tmp_path: Path) -> None:
    paths = (
        "agents/a/roles/ops.json",
        "deep/er/agents/b/roles/ops.json",
        "agents/c/roles/more/ops.json",  # too deep
        "agents/roles/ops.json",  # no agent
        "agents/d/role/ops.json",  # another folder
        "agents/e/roles/ops.yaml",  # no JSON
        "agents/f/roles/.ops.json",  # hidden
        "agents/index.json",
    )
    audit = audit_of(tmp_path, dict.fromkeys(paths, TEXT), only=["evolcore"])
    assert [p.id for p in audit.profiles] == ["evolcore:a/ops", "evolcore:b/ops"]


def test_two_agents_of_one_name_are_told_apart(tmp_path: Path) -> None:
    paths = ("one/agents/a/roles/ops.json", "two/agents/a/roles/ops.json")
    audit = audit_of(tmp_path, dict.fromkeys(paths, TEXT), only=["evolcore"])
    assert [p.id for p in audit.profiles] == [f"evolcore:a/ops@{path}" for path in paths]


def test_nothing_is_inherited(tmp_path: Path) -> None:
    assert agent_of(tmp_path, {"ops": CREW, "index": registry("ops", private="ops")}).edges == ()


def test_an_unregistered_role_grants_nothing(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": CREW, "visitor": role(rank=100), "index": registry()})
    rows = cells(audit, "ops")
    assert decisions(rows) == {"deny"}
    assert all(row["reason"].startswith("unregistered") for row in rows.values())
    assert {(row["path"], row["line"]) for row in rows.values()} == {(f"{ROLES}/index.json", 1)}
    assert rows["a.b", ""]["declared"] == "allow: true"  # what the file says can still be seen
    assert decisions(cells(audit, "visitor")) == {"deny", "allow", "unset"}


def test_a_registered_role_without_a_file_is_unknown(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": CREW, "index": registry("ops", "admin", "crew")})
    for name, place in (("admin", 2), ("crew", 3), ("visitor", 0)):
        profile = profile_of(audit, f"evolcore:demo/{name}")
        assert (profile.path, profile.pointer) == (f"{ROLES}/index.json", f"/roles/{place}")
        assert (profile.state, profile.effective, profile.role) == (State.UNRESOLVED, NOTHING, name)
        assert decisions(cells(audit, name)) == {"unknown"}
        assert {v.provenance.value for v in field_values(audit) if v.profile is profile} == {"unknown"}
    template = next(f for f in audit.findings if f.rule == "evolcore/role-from-template" and f.pointer == "/roles/2")
    assert template.profile == "evolcore:demo/admin"


def test_a_role_that_is_listed_twice_is_one_role(tmp_path: Path) -> None:
    data = registry() | {"roles": ["visitor", "visitor"]}
    assert [p.id for p in agent_of(tmp_path, {"index": data}).profiles] == ["evolcore:demo/visitor"]


@pytest.mark.parametrize("index", [None, "{", "[]", '{"roles": "ops"}', "null"])
def test_without_a_registry_that_can_be_read_every_cell_is_unknown(index: str | None, tmp_path: Path) -> None:
    files: dict[str, Any] = {"ops": CREW} if index is None else {"ops": CREW, "index": index}
    audit = agent_of(tmp_path, files, register=False)
    assert profile_of(audit, "evolcore:demo/ops").state is State.OK
    rows = cells(audit, "ops")
    assert decisions(rows) == {"unknown"}
    assert rows["permissionMode", ""]["value"] == "auto"


def test_a_registry_that_its_schema_refuses_makes_every_cell_assumed(tmp_path: Path) -> None:
    index = registry("ops", "owner", private="owner")
    rows = cells(agent_of(tmp_path, {"ops": CREW, "index": index}), "ops")
    assert rows["a.b", ""]["decision"] == "allow"
    assert {row["assumed"] for row in rows.values()} == {True}


def test_a_role_without_access_may_do_nothing(tmp_path: Path) -> None:
    data = CREW | {"allowAccess": False}
    rows = cells(agent_of(tmp_path, {"ops": json.dumps(data, indent=1)}), "ops")
    assert decisions(rows) == {"deny"}
    assert {(row["path"], row["assumed"]) for row in rows.values()} == {(f"{ROLES}/ops.json", False)}
    assert all("`allowAccess` is `false`" in row["reason"] for row in rows.values())
    assert rows["a.b", ""]["declared"] == "allow: true"


def test_access_is_the_default(tmp_path: Path) -> None:
    for fields in ({}, {"allowAccess": True}):
        rows = cells(agent_of(tmp_path, {"ops": role(commandPermissions={"a.b": ALLOW}, **fields)}), "ops")
        assert rows["a.b", ""]["decision"] == "allow"


def test_a_role_that_its_schema_refuses_has_its_values_and_no_decisions(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": CREW | {"usageLimits": {"currency": "EUR"}}})
    rows = cells(audit, "ops")
    assert decisions(rows) == {"unknown"}
    assert (rows["a.b", ""]["declared"], rows["a.b", ""]["enforced"]) == ("allow: true", None)
    assert profile_of(audit, "evolcore:demo/ops").state is State.OK


def test_an_unregistered_role_that_its_schema_refuses_still_grants_nothing(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": CREW | {"more": 1}, "index": registry()})
    assert decisions(cells(audit, "ops")) == {"deny"}


@pytest.mark.parametrize(
    ("name", "rank", "assumed"), [("ops", 500, False), ("admin", 700, True), ("member", 500, True)]
)
def test_a_missing_rank_is_filled_by_the_loader(name: str, rank: int, assumed: bool, tmp_path: Path) -> None:
    data = role()
    del data["rank"]
    audit = agent_of(tmp_path, {name: data})
    (value,) = (v for v in field_values(audit) if v.profile.role == name and v.field == "rank")
    assert (value.value, value.provenance.value, value.origins) == (rank, "builtin", ())
    assert value.derivation is not None
    assert value.derivation.assumed is assumed
    assert "loader" in str(value.derivation.reason)


def test_a_rank_in_the_file_is_its_own(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": role()})
    (value,) = (v for v in field_values(audit) if v.profile.role == "ops" and v.field == "rank")
    assert (value.value, value.provenance.value) == (500, "own")


def test_access_that_the_file_does_not_speak_of_is_the_default_of_the_schema(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": role()})
    (value,) = (v for v in field_values(audit) if v.profile.role == "ops" and v.field == "allowAccess")
    assert (value.value, value.provenance.value) == (True, "default")


def test_the_result_can_be_pickled(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": CREW, "index": registry("ops", "admin")})
    again = pickle.loads(pickle.dumps(audit.resolved))  # noqa: S301  # our own
    assert again[0].profiles == audit.resolved[0].profiles


def test_a_folder_of_roles_that_leads_elsewhere_is_not_followed(tmp_path: Path) -> None:
    inside, outside = tmp_path / "repository", tmp_path / "elsewhere"
    outside.mkdir()
    (outside / "ops.json").write_text(TEXT, "utf-8")
    (inside / "agents" / "demo" / "roles").mkdir(parents=True)
    (inside / "agents" / "demo" / "roles" / "ops.json").symlink_to(outside / "ops.json")
    audit = audit_of(inside, {}, only=["evolcore"])
    assert profile_of(audit, "evolcore:demo/ops").state is State.UNREADABLE
    assert [f.rule for f in audit.findings if f.severity == "error"] == ["file/outside-root"]
    assert findings_of(audit, "schema") == []
