"""The two matrices, cell by cell: permission fields with their values, operations with what decides over them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_agentcfg.audit.rows import permission_rows
from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.formats.evolcore.names import fields
from tests.formats.evolcore.agents import ROLES, agent_of, cells, registry, role
from tests.formats.repositories import audit_of

SAMPLE = Path(__file__).parents[4] / "shared" / "samples" / "evolcore-sample"
ALLOW, DENY = {"allow": True}, {"allow": False}
DANGER = {"allow": True, "dangerous": True}


def operation_of(
    folder: Path, rules: dict[str, Any], name: str, others: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the one row of operation *name* for a role with *rules*; another role of the agent names *others* too."""
    named = {name: ALLOW} if others is None and name not in rules else others or {}
    files = {"ops": role(commandPermissions=rules), "crew": role(commandPermissions=named)}
    return cells(agent_of(folder, files), "ops")[name, ""]


def decided(row: dict[str, Any]) -> tuple[str, bool]:
    return row["decision"], row["assumed"]


# Permission fields ---------------------------------------------------------------------------------------------------


def test_every_role_has_a_row_for_each_of_the_nine_fields(tmp_path: Path) -> None:
    rows = cells(agent_of(tmp_path, {"ops": role()}), "ops")
    assert [subject for (subject, _), row in rows.items() if row["kind"] == "setting"] == list(fields())


def test_a_field_carries_its_value_and_whether_another_may_be_chosen(tmp_path: Path) -> None:
    policy = {"default": "low", "allowOverride": True, "allowedValues": ["low", "high"]}
    row = cells(agent_of(tmp_path, {"ops": role({"baseagents.claude.effort": policy})}), "ops")[
        "baseagents.claude.effort", ""
    ]
    assert decided(row) == ("allow", False)
    assert (row["value"], row["may_override"], row["allowed"]) == ("low", True, ["low", "high"])
    assert (row["declared"], row["enforced"], row["origin"]) == ("allowOverride: true", True, "evolcore:demo/ops")


def test_a_field_that_may_not_be_overridden_is_denied(tmp_path: Path) -> None:
    row = cells(agent_of(tmp_path, {"ops": role()}), "ops")["permissionMode", ""]
    assert decided(row) == ("deny", False)
    assert (row["value"], row["may_override"], row["allowed"]) == ("auto", False, None)


def test_models_are_the_allowed_values_of_a_model_policy(tmp_path: Path) -> None:
    policy = {"default": "m-1", "allowOverride": True, "allowedModels": ["m-*"]}
    row = cells(agent_of(tmp_path, {"ops": role({"baseagents.codex.model": policy})}), "ops")[
        "baseagents.codex.model", ""
    ]
    assert (row["decision"], row["value"], row["allowed"]) == ("allow", "m-1", ["m-*"])


def test_a_base_agent_without_a_policy_is_unrestricted_and_that_is_assumed(tmp_path: Path) -> None:
    row = cells(agent_of(tmp_path, {"ops": role()}), "ops")["baseagents.gemini.model", ""]
    assert decided(row) == ("allow", True)
    assert (row["value"], row["may_override"], row["allowed"], row["declared"]) == (None, None, None, None)


def test_any_other_field_without_a_policy_is_unset(tmp_path: Path) -> None:
    rows = cells(agent_of(tmp_path, {"ops": role()}), "ops")
    absent = (
        "chatmode.private",
        "chatmode.group",
        "mentionMode",
        "baseagents.claude.effort",
        "baseagents.codex.effort",
    )
    assert {decided(rows[field, ""]) for field in absent} == {("unset", False)}


def test_a_model_policy_of_one_role_is_a_row_of_every_role(tmp_path: Path) -> None:
    policy = {"default": "q", "allowOverride": False, "allowedModels": ["q"]}
    audit = agent_of(tmp_path, {"ops": role({"baseagents.qwen.model": policy}), "crew": role()})
    assert decided(cells(audit, "ops")["baseagents.qwen.model", ""]) == ("deny", False)
    assert decided(cells(audit, "crew")["baseagents.qwen.model", ""]) == ("allow", True)


def test_what_an_empty_list_allows_is_unknown(tmp_path: Path) -> None:
    policy = {"default": "low", "allowOverride": True, "allowedValues": []}
    row = cells(agent_of(tmp_path, {"ops": role({"baseagents.codex.effort": policy})}), "ops")[
        "baseagents.codex.effort", ""
    ]
    assert (row["decision"], row["allowed"]) == ("unknown", [])


# Operations: the rule of its own name --------------------------------------------------------------------------------


def test_a_rule_of_its_own_decides_and_nothing_is_assumed(tmp_path: Path) -> None:
    assert decided(operation_of(tmp_path, {"a.b": ALLOW, "*": DENY}, "a.b")) == ("allow", False)
    assert decided(operation_of(tmp_path, {"a.b": DENY, "*": ALLOW}, "a.b")) == ("deny", False)


def test_a_row_for_each_scope(tmp_path: Path) -> None:
    rule = {"allow": True, "scopes": ["role", "agent"], "constraints": {"ownPeerOnly": True}}
    rows = cells(agent_of(tmp_path, {"ops": role(commandPermissions={"a.b": rule})}), "ops")
    assert [scope for subject, scope in rows if subject == "a.b"] == ["role", "agent"]
    for scope in ("role", "agent"):
        row = rows["a.b", scope]
        assert (row["decision"], row["declared"], row["dangerous"]) == ("allow", "allow: true", False)
        assert (row["constraints"], row["enforced"]) == ({"ownPeerOnly": True}, True)


def test_empty_scopes_match_no_scope_and_that_is_assumed(tmp_path: Path) -> None:
    row = operation_of(tmp_path, {"a.b": {"allow": True, "scopes": []}}, "a.b")
    assert (*decided(row), row["declared"]) == ("deny", True, "allow: true")


def test_a_dangerous_operation_needs_a_rule_that_says_so(tmp_path: Path) -> None:
    row = operation_of(tmp_path, {"a.b": DANGER}, "a.b")
    assert (*decided(row), row["dangerous"], row["conflict"]) == ("allow", False, True, False)
    row = operation_of(tmp_path, {"a.b": ALLOW}, "a.b", {"a.b": DANGER})
    assert (*decided(row), row["dangerous"], row["conflict"]) == ("deny", True, True, True)


@pytest.mark.parametrize(
    "constraints", [{"privateOnly": True, "groupOnly": True}, {"requireFieldOverride": "permissionMode"}]
)
def test_a_rule_whose_constraints_can_never_be_met_allows_nothing(constraints: dict[str, Any], tmp_path: Path) -> None:
    row = operation_of(tmp_path, {"a.b": {"allow": True, "constraints": constraints}}, "a.b")
    assert (*decided(row), row["conflict"], row["declared"]) == ("deny", True, True, "allow: true")


def test_the_temporary_mode_of_a_rule_is_its_value(tmp_path: Path) -> None:
    assert operation_of(tmp_path, {"a.b": {"allow": True, "permissionMode": "readonly"}}, "a.b")["value"] == "readonly"


# Operations: wildcards -----------------------------------------------------------------------------------------------

NO_MATCH = ("deny", True)
ORDER: list[tuple[str, dict[str, Any], str, str]] = [
    ("nothing matches", {}, "a.b", "deny"),
    ("another name", {"a.c": ALLOW}, "a.b", "deny"),
    ("all", {"*": ALLOW}, "a.b", "allow"),
    ("all, denied", {"*": DENY}, "a.b", "deny"),
    ("namespace before all", {"*": ALLOW, "a.*": DENY}, "a.b", "deny"),
    ("namespace before all, in the other order", {"a.*": ALLOW, "*": DENY}, "a.b", "allow"),
    ("the namespace of another operation", {"x.*": DENY, "*": ALLOW}, "a.b", "allow"),
    ("a namespace is whole words", {"a.*": ALLOW}, "ab.c", "deny"),
    ("a namespace is not its own name", {"a.*": ALLOW}, "a", "deny"),
    ("an inner namespace", {"a.b.*": ALLOW}, "a.b.c", "allow"),
    ("a denial wins among namespaces", {"a.b.*": ALLOW, "a.*": DENY}, "a.b.c", "deny"),
    ("a denial wins among namespaces, inside", {"a.b.*": DENY, "a.*": ALLOW}, "a.b.c", "deny"),
    ("namespace before category", {"category:x": DENY, "a.*": ALLOW}, "a.b", "allow"),
    ("whether a category matches is not in the files", {"category:x": ALLOW}, "a.b", "unknown"),
    ("a category that changes nothing", {"category:x": ALLOW, "*": ALLOW}, "a.b", "allow"),
    ("a category that denies", {"category:x": DENY, "*": ALLOW}, "a.b", "unknown"),
    ("a category that denies what is denied", {"category:x": DENY}, "a.b", "deny"),
    ("dangerous is not for others", {"dangerous:*": DANGER}, "a.b", "deny"),
    ("a spelling of no known meaning", {"a:*": ALLOW}, "a.b", "unknown"),
    ("a spelling of no known meaning that changes nothing", {"a:*": ALLOW, "*": ALLOW}, "a.b", "allow"),
]


@pytest.mark.parametrize(("case", "rules", "name", "decision"), ORDER, ids=[case for case, *_ in ORDER])
def test_the_order_of_the_wildcards(case: str, rules: dict[str, Any], name: str, decision: str, tmp_path: Path) -> None:
    del case
    assert decided(operation_of(tmp_path, rules, name)) == (decision, True)


DANGEROUS: list[tuple[str, dict[str, Any], str]] = [
    ("nothing matches", {}, "deny"),
    ("all is for other operations only", {"*": ALLOW}, "deny"),
    ("even where it says dangerous", {"*": DANGER}, "deny"),
    ("dangerous:* with both", {"dangerous:*": DANGER}, "allow"),
    ("dangerous:* without dangerous", {"dangerous:*": ALLOW}, "deny"),
    ("dangerous:* denied", {"dangerous:*": {"allow": False, "dangerous": True}}, "deny"),
    ("dangerous:* before all", {"*": DENY, "dangerous:*": DANGER}, "allow"),
    ("a namespace cannot", {"a.*": DANGER}, "deny"),
    ("a namespace that denies", {"a.*": DENY, "dangerous:*": DANGER}, "deny"),
    ("a namespace beside dangerous:*", {"a.*": ALLOW, "dangerous:*": DANGER}, "unknown"),
    ("a category that may deny", {"category:x": DENY, "dangerous:*": DANGER}, "unknown"),
    ("a category cannot allow", {"category:x": DANGER}, "deny"),
]


@pytest.mark.parametrize(("case", "rules", "decision"), DANGEROUS, ids=[case for case, *_ in DANGEROUS])
def test_what_may_allow_a_dangerous_operation(case: str, rules: dict[str, Any], decision: str, tmp_path: Path) -> None:
    del case
    row = operation_of(tmp_path, rules, "a.b", {"a.b": DANGER})
    assert (*decided(row), row["dangerous"]) == (decision, True, True)


def test_a_wildcard_lends_its_scopes_and_constraints(tmp_path: Path) -> None:
    rule = {"allow": True, "scopes": ["relation"], "constraints": {"ownPeerOnly": True}}
    files = {"ops": role(commandPermissions={"*": rule}), "crew": role(commandPermissions={"a.b": ALLOW})}
    row = cells(agent_of(tmp_path, files), "ops")["a.b", "relation"]
    assert (row["decision"], row["constraints"], row["declared"]) == ("allow", {"ownPeerOnly": True}, "allow: true")


OWN: list[tuple[str, dict[str, Any], str]] = [
    ("*", ALLOW, "allow"),
    ("*", DENY, "deny"),
    ("a.*", ALLOW, "allow"),
    ("category:x", ALLOW, "allow"),
    ("dangerous:*", DANGER, "allow"),
    ("dangerous:*", ALLOW, "deny"),
    ("a:*", ALLOW, "unknown"),
    ("*.b", DENY, "unknown"),
]


@pytest.mark.parametrize(("key", "rule", "decision"), OWN)
def test_a_wildcard_is_a_row_of_its_own(key: str, rule: dict[str, Any], decision: str, tmp_path: Path) -> None:
    row = operation_of(tmp_path, {key: rule}, key)
    assert (row["decision"], row["declared"]) == (decision, f"allow: {'true' if rule['allow'] else 'false'}")
    assert row["assumed"] is True


ELSEWHERE: list[tuple[str, dict[str, Any], str]] = [
    ("*", {}, "deny"),
    ("*", {"a.b": ALLOW, "a.*": ALLOW}, "deny"),
    ("a.*", {"*": ALLOW}, "allow"),
    ("a.b.*", {"a.*": ALLOW}, "allow"),
    ("a.*", {"category:x": ALLOW}, "unknown"),
    ("category:x", {"*": ALLOW}, "allow"),
    ("category:x", {"a.*": DENY, "*": ALLOW}, "unknown"),
    ("dangerous:*", {"*": ALLOW}, "deny"),
    ("dangerous:*", {}, "deny"),
]


@pytest.mark.parametrize(("key", "rules", "decision"), ELSEWHERE)
def test_a_wildcard_of_another_role_stands_for_what_nothing_more_exact_matches(
    key: str, rules: dict[str, Any], decision: str, tmp_path: Path
) -> None:
    assert decided(operation_of(tmp_path, rules, key)) == (decision, True)


def test_every_role_of_an_agent_has_the_same_subjects(tmp_path: Path) -> None:
    files = {
        "ops": role(commandPermissions={"a.b": ALLOW, "c.*": DENY}),
        "crew": role(commandPermissions={"category:x": ALLOW, "a.c": DENY}),
        "visitor": role(rank=100),
        "broken": "{",
        "index": registry("ops", "crew", "broken", "admin"),
    }
    audit = agent_of(tmp_path, files)
    expected = {*fields(), "a.b", "c.*", "category:x", "a.c", "*"}
    for name in ("ops", "crew", "visitor", "broken", "admin"):
        assert {subject for subject, _ in cells(audit, name)} == expected, name


def test_agents_share_nothing(tmp_path: Path) -> None:
    one = json.dumps(role(commandPermissions={"a.b": ALLOW}))
    files = {"agents/one/roles/ops.json": one, "agents/two/roles/ops.json": json.dumps(role())}
    rows = permission_rows(audit_of(tmp_path, files, only=["evolcore"]))
    assert {row["subject"] for row in rows if row["profile"] == "evolcore:two/ops"} == {*fields(), "*"}


def test_a_cell_says_the_file_and_the_line_of_what_decided(tmp_path: Path) -> None:
    import json

    files = {
        "ops": json.dumps(role(commandPermissions={"*": ALLOW}), indent=1),
        "crew": role(commandPermissions={"a.b": ALLOW}),
    }
    row = cells(agent_of(tmp_path, files), "ops")["a.b", ""]
    lines = (tmp_path / ROLES / "ops.json").read_text("utf-8").splitlines()
    assert (row["path"], lines[row["line"] - 1].strip()) == (f"{ROLES}/ops.json", '"*": {')
    assert "`*`" in row["reason"]


def test_an_agent_of_very_many_operations_is_not_spread_out(tmp_path: Path) -> None:
    files = {f"r{i}": role(commandPermissions={f"o{i}.{n}": ALLOW for n in range(60)}) for i in range(70)}
    audit = agent_of(tmp_path, files)  # 72 roles by 4,200 operations
    rows = [r for r in permission_rows(audit) if r["profile"] == "evolcore:demo/r0"]
    assert [r["subject"] for r in rows if r["kind"] == "operation"] == [*(f"o0.{n}" for n in range(60)), "*"]
    assert [(r["subject"], r["decision"]) for r in rows if r["kind"] == "any"] == [("*", "unknown")]


# The sample ----------------------------------------------------------------------------------------------------------

# owner, admin, member, guest, visitor; "?" marks what is assumed, "!" what is dangerous
OPERATIONS = {
    "role.policy.write": "allow! deny! deny?! deny?! deny?!",
    "cli.exec.raw": "allow! deny?! deny! deny?! deny?!",
    "agent.reload": "deny?! allow! deny?! deny?! deny?!",
    "config.get": "allow? allow? allow deny? deny?",
    "config.set": "allow? allow? allow deny? deny?",
    "model.use": "allow? allow? allow deny? deny?",
    "file.fetch": "allow? allow? allow deny? deny?",
    "model.list": "allow? allow? deny? allow deny?",
    "ec.msg.send": "allow? allow? deny? allow deny?",
    "stats.summary": "allow? allow? deny? allow deny?",
    "*": "allow? allow? deny? deny? deny?",
}
VALUES = {
    "permissionMode": "bypass request auto readonly readonly",
    "chatmode.private": "interactive+ interactive+ interactive+ interactive proactive",
    "chatmode.group": "proactive+ proactive+ proactive interactive proactive",
    "mentionMode": "disabled+ mention-only+ mention-only mention-only mention-only",
    "baseagents.claude.model": "opus-4-8+ sonnet-4-6+ sonnet-4-6+ haiku-4-5 haiku-4-5",
    "baseagents.claude.effort": "high+ medium+ medium+ low -",
    "baseagents.codex.model": "gpt-5.4+ - - - -",
    "baseagents.codex.effort": "high+ - - - -",
    "baseagents.gemini.model": "gemini-3-pro+ - - - -",
}
NAMES = ("owner", "admin", "member", "guest", "visitor")
needs_sample = pytest.mark.skipif(not SAMPLE.is_dir(), reason="the sample agent does not lie beside this checkout")


@needs_sample
def test_the_operations_of_the_sample() -> None:
    audit = read_repository(SAMPLE, only=["evolcore"])
    found: dict[str, list[str]] = {}
    for name in NAMES:
        once = {subject: row for (subject, _), row in cells(audit, name).items() if row["kind"] == "operation"}
        for subject, row in once.items():
            mark = ("?" if row["assumed"] else "") + ("!" if row["dangerous"] else "")
            found.setdefault(subject, []).append(row["decision"] + mark)
    assert {subject: " ".join(marks) for subject, marks in found.items()} == OPERATIONS


@needs_sample
def test_the_values_of_the_sample() -> None:
    audit = read_repository(SAMPLE, only=["evolcore"])
    rows = {name: cells(audit, name) for name in NAMES}
    shown = {
        field: " ".join(
            (rows[name][field, ""]["value"] or "-").removeprefix("claude-")
            + ("+" if rows[name][field, ""]["may_override"] else "")
            for name in NAMES
        )
        for field in fields()
    }
    assert shown == VALUES


@needs_sample
def test_the_sample_has_the_three_findings_that_it_was_given_and_base_agents_without_a_policy() -> None:
    found = [(f.rule.partition("/")[2], f.path.rpartition("/")[2]) for f in read_repository(SAMPLE).findings]
    assert sorted(found) == [
        ("model-glob-shadowed", "owner.json"),
        *(("model-policy-missing", f"{name}.json") for name in ("admin", "guest", "member", "visitor")),
        ("operation-mode-temporary", "guest.json"),
        ("permission-mode-values-reserved", "admin.json"),
    ]
