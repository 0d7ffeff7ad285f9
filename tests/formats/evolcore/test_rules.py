"""Each rule at its place: what breaks it, what comes close and does not, and where the finding points."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.formats.evolcore.agents import ROLES, agent_of, findings_of, registry, role
from tests.formats.repositories import audit_of

if TYPE_CHECKING:
    from pathlib import Path

OPS = "ops.json"


def policy(field: str, **keys: Any) -> dict[str, Any]:
    return role({field: {"default": "low", "allowOverride": True, **keys}})


def models(*allowed: str, default: str = "m") -> dict[str, Any]:
    return role(
        {"baseagents.claude.model": {"default": default, "allowOverride": True, "allowedModels": list(allowed)}}
    )


def command(**rule: Any) -> dict[str, Any]:
    return role(commandPermissions={"a.b": {"allow": True, **rule}})


def constrained(**constraints: Any) -> dict[str, Any]:
    return command(constraints=constraints)


MODE = {"permissionMode": {"default": "auto"}}
CHAT = {"chatmode.private": {"default": "interactive", "allowOverride": True}}
AT, RULE = "/permissions", "/commandPermissions/a.b"
EFFORT, MODEL = f"{AT}/baseagents.claude.effort", f"{AT}/baseagents.claude.model"

#: Each with its rule, its severity and the pointer of the finding.
BAD: list[tuple[str, dict[str, Any], str, str]] = [
    ("permission-mode-overridable", role() | {"permissions": {}}, "error", AT),
    ("permission-mode-overridable", role(MODE), "error", f"{AT}/permissionMode"),
    (
        "permission-mode-overridable",
        role({"permissionMode": {"default": "auto", "allowOverride": True}}),
        "error",
        f"{AT}/permissionMode/allowOverride",
    ),
    (
        "default-not-allowed",
        policy("baseagents.claude.effort", allowedValues=["high"]),
        "error",
        f"{EFFORT}/allowedValues",
    ),
    ("default-not-allowed", policy("baseagents.claude.effort", allowedValues=[]), "error", f"{EFFORT}/allowedValues"),
    ("default-model-not-allowed", models("claude-*", default="gpt-5"), "error", f"{MODEL}/default"),
    ("default-model-not-allowed", models("pt-5", default="gpt-5"), "error", f"{MODEL}/default"),
    ("rank-unexpected", role(rank=700), "warning", "/rank"),
    (
        "permission-mode-values-reserved",
        role({"permissionMode": {"default": "auto", "allowOverride": False, "allowedValues": ["auto"]}}),
        "info",
        f"{AT}/permissionMode/allowedValues",
    ),
    (
        "allowed-values-idle",
        policy("baseagents.codex.effort", allowOverride=False, allowedValues=["low"]),
        "info",
        f"{AT}/baseagents.codex.effort/allowedValues",
    ),
    ("model-policy-missing", role(), "warning", AT),
    ("usage-limits-disabled", role(usageLimits={"limitAmount": 5}), "warning", "/usageLimits"),
    ("usage-limits-disabled", role(usageLimits={"enabled": False, "currency": "CNY"}), "warning", "/usageLimits"),
    ("usage-limit-unreadable", role(usageLimits={"enabled": True}), "warning", "/usageLimits"),
    ("usage-limit-unreadable", role(usageLimits={"enabled": True, "limitAmount": None}), "warning", "/usageLimits"),
    ("usage-limit-unreadable", role(usageLimits={"enabled": True, "limitAmount": 5}), "warning", "/usageLimits"),
    ("dangerous-without-constraints", command(dangerous=True), "warning", RULE),
    ("dangerous-without-constraints", command(dangerous=True, constraints={}), "warning", RULE),
    ("private-and-group-only", constrained(privateOnly=True, groupOnly=True), "error", f"{RULE}/constraints"),
    (
        "required-field-not-overridable",
        constrained(requireFieldOverride="permissionMode"),
        "error",
        f"{RULE}/constraints/requireFieldOverride",
    ),
    (
        "argument-allowed-and-denied",
        constrained(allowedArgs={"n": [1, "1"]}, deniedArgs={"n": ["2", "1"]}),
        "warning",
        f"{RULE}/constraints/deniedArgs/n",
    ),
    ("scopes-empty", command(scopes=[]), "warning", f"{RULE}/scopes"),
    ("operation-mode-temporary", command(permissionMode="auto"), "info", f"{RULE}/permissionMode"),
    ("model-glob-shadowed", models("*"), "info", f"{MODEL}/allowedModels"),
    ("model-glob-shadowed", models("m", "*"), "warning", f"{MODEL}/allowedModels/0"),
    ("model-glob-shadowed", models("m", "a-*-z", "a-*"), "warning", f"{MODEL}/allowedModels/1"),
]
GOOD: list[tuple[str, dict[str, Any]]] = [
    ("default-not-allowed", policy("baseagents.claude.effort")),
    ("default-not-allowed", policy("baseagents.claude.effort", allowedValues=["high", "low"])),
    # Reserved: the list of permissionMode need not hold its default.
    (
        "default-not-allowed",
        role({"permissionMode": {"default": "auto", "allowOverride": False, "allowedValues": ["request"]}}),
    ),
    (
        "allowed-values-idle",
        role({"permissionMode": {"default": "auto", "allowOverride": False, "allowedValues": ["auto"]}}),
    ),
    ("default-model-not-allowed", models("*-sonnet-*", default="claude-sonnet-4-6")),
    ("default-model-not-allowed", models("gpt-5", default="gpt-5")),
    ("model-policy-missing", role(allowAccess=False)),
    ("usage-limits-disabled", role(usageLimits={})),
    ("usage-limits-disabled", role(usageLimits={"enabled": False})),
    ("usage-limit-unreadable", role(usageLimits={"limitAmount": 5})),
    ("usage-limit-unreadable", role(usageLimits={"enabled": True, "limitAmount": 0, "currency": "CNY"})),
    ("dangerous-without-constraints", command(allow=False, dangerous=True)),
    ("dangerous-without-constraints", command(dangerous=True, constraints={"ownPeerOnly": False})),
    ("private-and-group-only", constrained(privateOnly=True, groupOnly=False)),
    (
        "required-field-not-overridable",
        role(
            CHAT, commandPermissions={"a": {"allow": True, "constraints": {"requireFieldOverride": "chatmode.private"}}}
        ),
    ),
    # A number is not a text, and true is not one.
    ("argument-allowed-and-denied", constrained(allowedArgs={"n": [1]}, deniedArgs={"n": ["1", True], "m": [1]})),
    ("scopes-empty", command(scopes=["agent"])),
    ("model-glob-shadowed", models("a-*", "b-*", "a")),
    ("model-glob-shadowed", models("a-*-z", "a-x-*")),
]


@pytest.mark.parametrize(("rule", "data", "severity", "pointer"), BAD, ids=[f"{b[0]}-{i}" for i, b in enumerate(BAD)])
def test_a_role_that_breaks_a_rule(
    rule: str, data: dict[str, Any], severity: str, pointer: str, tmp_path: Path
) -> None:
    assert findings_of(agent_of(tmp_path, {"ops": data}), rule) == [(severity, OPS, pointer)]


@pytest.mark.parametrize(("rule", "data"), GOOD, ids=[f"{g[0]}-{i}" for i, g in enumerate(GOOD)])
def test_a_role_that_only_comes_close(rule: str, data: dict[str, Any], tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": data})
    assert findings_of(audit, rule) == []
    assert findings_of(audit, "schema") == []


def test_a_finding_stands_at_its_line(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": json.dumps(role(rank=700), indent=1)})
    (found,) = (f for f in audit.findings if f.rule == "evolcore/rank-unexpected")
    assert (found.line, found.column) == (4, 10)  # the value 700 of the third key
    assert found.profile == "evolcore:demo/ops"


@pytest.mark.parametrize(
    ("name", "rank"), [("owner", 900), ("admin", 700), ("member", 500), ("guest", 300), ("visitor", 100), ("ops", 500)]
)
def test_a_built_in_role_has_its_rank_and_every_other_one_500(name: str, rank: int, tmp_path: Path) -> None:
    for other in (100, 300, 500, 700, 900):
        expected = [] if other == rank else [("warning", f"{name}.json", "/rank")]
        assert findings_of(agent_of(tmp_path, {name: role(rank=other)}), "rank-unexpected") == expected


def test_a_rank_that_the_schema_refuses_is_told_once(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": role(rank=400)})
    assert findings_of(audit, "rank-unexpected") == []
    assert findings_of(audit, "schema") == [("error", OPS, "/rank")]


def test_a_missing_rank_is_information(tmp_path: Path) -> None:
    data = role()
    del data["rank"]
    audit = agent_of(tmp_path, {"ops": data})
    assert findings_of(audit, "rank-filled-by-loader") == [("info", OPS, "")]


def test_base_agents_are_those_of_the_schema_and_those_that_the_file_names(tmp_path: Path) -> None:
    policies = {
        f"baseagents.{name}.model": {"default": "m", "allowOverride": True, "allowedModels": ["m"]}
        for name in ("claude", "codex", "gemini")
    }
    assert findings_of(agent_of(tmp_path, {"ops": role(policies)}), "model-policy-missing") == []
    names = role(
        policies,
        commandPermissions={"a": {"allow": True, "constraints": {"allowedConfigKeys": ["baseagents.qwen.model"]}}},
    )
    audit = agent_of(tmp_path, {"ops": names})
    (found,) = (f for f in audit.findings if f.rule == "evolcore/model-policy-missing")
    assert "`baseagents.qwen.model`" in found.text()
    assert "claude" not in found.text()


def test_an_unregistered_role_lacks_no_model_policy(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": role(), "index": registry()})
    assert findings_of(audit, "model-policy-missing") == []


@pytest.mark.parametrize("name", ["On Call", "ops.v2", "Ops", "büro", "ops "])
def test_a_file_name_that_is_no_role_id(name: str, tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {name: role(), "index": registry()})
    assert findings_of(audit, "role-id-invalid") == [("error", f"{name}.json", "")]
    assert findings_of(audit, "role-unregistered") == []  # it could not be registered


def test_index_is_no_role_id(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"index": role()})
    assert findings_of(audit, "role-id-invalid") == [("error", "index.json", "")]
    assert audit.profiles == ()


# The registry --------------------------------------------------------------------------------------------------------

INDEX = "index.json"
WITHOUT_VISITOR = {"$schema_version": 1, "roles": ["ops"], "defaultRoles": {"private": None, "group": None}}
REGISTRIES: list[tuple[str, dict[str, Any], list[tuple[str, str, str]]]] = [
    ("visitor-missing", WITHOUT_VISITOR, [("error", INDEX, "/roles")]),
    ("visitor-missing", registry("ops"), []),
    ("default-role-unregistered", registry("ops", group="crew"), [("error", INDEX, "/defaultRoles/group")]),
    ("default-role-unregistered", registry("ops", private="ops"), []),
    ("default-role-owner", registry("ops", "owner", private="owner"), [("error", INDEX, "/defaultRoles/private")]),
    ("default-role-owner", registry("ops", "owner", private="ops"), []),
    ("default-role-admin", registry("ops", "admin", group="admin"), [("warning", INDEX, "/defaultRoles/group")]),
    ("role-file-missing", registry("ops", "crew"), [("error", INDEX, "/roles/2")]),
    ("role-file-missing", registry("ops", "admin"), []),
    ("role-from-template", registry("ops", "admin"), [("info", INDEX, "/roles/0"), ("info", INDEX, "/roles/2")]),
    ("role-unregistered", registry(), [("warning", OPS, "")]),
    ("role-unregistered", registry("ops"), []),
]


@pytest.mark.parametrize(
    ("rule", "data", "expected"), REGISTRIES, ids=[f"{r[0]}-{i}" for i, r in enumerate(REGISTRIES)]
)
def test_a_registry(rule: str, data: dict[str, Any], expected: list[tuple[str, str, str]], tmp_path: Path) -> None:
    assert findings_of(agent_of(tmp_path, {"ops": role(), "index": data}), rule) == expected


def test_roles_without_a_registry_are_one_finding(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": role(), "crew": role()}, register=False)
    assert findings_of(audit, "registry-missing") == [("warning", ROLES, None)]
    assert findings_of(audit, "role-unregistered") == []


def test_a_broken_registry_is_not_a_missing_one(tmp_path: Path) -> None:
    audit = agent_of(tmp_path, {"ops": role(), "index": "{"})
    assert findings_of(audit, "registry-missing") == []
    assert [f.path for f in audit.findings if f.rule.startswith("file/")] == [f"{ROLES}/index.json"]


def test_a_default_role_without_access_shuts_everybody_out(tmp_path: Path) -> None:
    files = {"visitor": role(rank=100, allowAccess=False), "index": registry(private="visitor")}
    assert findings_of(agent_of(tmp_path, files), "default-role-locked-out") == [
        ("warning", INDEX, "/defaultRoles/private")
    ]
    files["visitor"] = role(rank=100)
    assert findings_of(agent_of(tmp_path, files), "default-role-locked-out") == []


# Single-session parameters -------------------------------------------------------------------------------------------


def session_of(folder: Path, roles: dict[str, Any], params: str, content: Any) -> list[tuple[str, str, str | None]]:
    files = {f"{ROLES}/{name}.json": json.dumps(data) for name, data in roles.items()}
    audit = audit_of(folder, files | {f"agents/demo/{params}": json.dumps(content)}, only=["evolcore"])
    return [(f.rule, f.path, f.pointer) for f in audit.findings if f.path == f"agents/demo/{params}"]


def chatting(mode: str, *, override: bool = False, **keys: Any) -> dict[str, Any]:
    return role({"chatmode.group": {"default": mode, "allowOverride": override, **keys}})


SWITCH = ("evolcore/switch-needs-proactive", "agents/demo/single-session.params.json", "/tool_use_reminder")


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        ({"ops": chatting("interactive")}, [SWITCH]),
        ({"ops": role()}, [SWITCH]),
        ({"ops": chatting("interactive"), "crew": chatting("proactive")}, []),
        ({"ops": chatting("interactive", override=True)}, []),
        ({"ops": chatting("interactive", override=True, allowedValues=["interactive"])}, [SWITCH]),
        # A role that does not count, and one that nobody sees.
        ({"ops": chatting("proactive"), "visitor": role(rank=100), "index": registry()}, [SWITCH]),
        ({"ops": role(), "index": registry("ops")}, []),
    ],
)
def test_a_switch_needs_a_role_that_chats_proactively(
    roles: dict[str, Any], expected: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    content = {"tool_use_reminder": True, "pre_tool_1stmsgchk": False}
    assert session_of(tmp_path, roles, "single-session.params.json", content) == expected


def test_the_parameters_are_found_where_the_agent_sets_its_response_modes(tmp_path: Path) -> None:
    content = {"name": "x", "responseModeParams": {"single-session": {"pre_tool_1stmsgchk": True, "more": 1}}}
    at = "/responseModeParams/single-session"
    assert set(session_of(tmp_path, {"ops": role()}, "config.json", content)) == {
        ("evolcore/schema", "agents/demo/config.json", f"{at}/more"),
        ("evolcore/switch-needs-proactive", "agents/demo/config.json", f"{at}/pre_tool_1stmsgchk"),
    }


def test_parameters_inside_a_file_have_the_lines_of_the_file(tmp_path: Path) -> None:
    content = '{\n "responseModeParams": {\n  "single-session": {\n   "tool_use_reminder": 1\n  }\n }\n}\n'
    audit = audit_of(tmp_path, {f"{ROLES}/ops.json": "{}", "agents/demo/config.json": content}, only=["evolcore"])
    (found,) = (f for f in audit.findings if f.path == "agents/demo/config.json")
    assert (found.rule, found.line, found.column) == ("evolcore/schema", 4, 25)


@pytest.mark.parametrize("content", [[], "x", {"responseModeParams": 1}, {"responseModeParams": {"other": {}}}])
def test_other_files_of_the_agent_are_nobodys_business(content: Any, tmp_path: Path) -> None:
    assert session_of(tmp_path, {"ops": role()}, "config.json", content) == []
