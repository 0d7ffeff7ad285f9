"""What an agent goes by: functions put together, seven fields for direct subagents, and nothing further down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.audit.rows import field_rows
from sphinx_agentcfg.formats.model import Provenance
from sphinx_agentcfg.formats.rolebox.values import is_positive
from sphinx_agentcfg.formats.rolebox.words import INHERITED
from tests.formats.repositories import audit_of, profile_of
from tests.formats.rolebox.teams import effective, role, rules, team

if TYPE_CHECKING:
    from pathlib import Path

FUNCTIONS = [
    # the two cases of the reference page
    ("functions: [plan, execute, my-custom-fn]\ndisable_functions: [execute]\n", ["plan", "loop", "my-custom-fn"]),
    ("functions: [plan, execute, my-custom-fn]\ndisable_functions: [loop]\n", ["plan", "execute", "my-custom-fn"]),
    ("", ["plan", "execute", "loop"]),
    ("functions: []\n", ["plan", "execute", "loop"]),
    ("functions: [z, a, z]\n", ["plan", "execute", "loop", "z", "a"]),
    ("functions: [z]\ndisable_functions: [plan, execute, loop, z]\n", []),
    ("functions: [z]\ndisable_functions: [Z, nothing]\n", ["plan", "execute", "loop", "z"]),
    ("functions: z\n", ["plan", "execute", "loop"]),  # no list: dropped
    ("functions: [5, z]\n", ["plan", "execute", "loop", "z"]),
]


@pytest.mark.parametrize(("more", "functions"), FUNCTIONS)
def test_functions_are_the_builtin_ones_then_the_own_ones_less_the_disabled(
    more: str, functions: list[str], tmp_path: Path
) -> None:
    assert effective(team(tmp_path, more))["functions"] == functions


def test_each_function_knows_where_it_comes_from(tmp_path: Path) -> None:
    audit = team(tmp_path, "functions:\n- plan\n- guard\ndisable_functions:\n- loop\n", {"functions/guard.md": "x"})
    (row,) = (r for r in field_rows(audit) if r["field"] == "functions")
    assert row["provenance"] == "merged"
    assert [(e["item"], e["position"], e["change"], e["provenance"], e["line"]) for e in row["elements"]] == [
        ("plan", 0, "kept", "builtin", None),
        ("execute", 1, "kept", "builtin", None),
        ("loop", None, "removed", "builtin", 8),  # where it is disabled
        ("plan", None, "removed", "own", 5),  # a second one of the same name
        ("guard", 2, "added", "own", 6),
    ]


def test_a_role_that_says_nothing_has_the_builtin_functions(tmp_path: Path) -> None:
    (row,) = (r for r in field_rows(team(tmp_path)) if r["field"] == "functions")
    assert (row["provenance"], row["value"], row["path"]) == ("builtin", ["plan", "execute", "loop"], None)


ALL = {
    "model": "a/b",
    "color": "'#fff'",
    "variant": "high",
    "temperature": "0.5",
    "top_p": "0.9",
    "permission": "{deny: [bash]}",
    "tools": "{edit: false}",
}
KID = "subagents:\n- name: kid\n  description: d\n  prompt: p\n"
GRAND = "  subagents:\n  - {name: grand, description: d, prompt: p}\n"


def test_seven_fields_go_to_a_direct_subagent() -> None:
    assert tuple(ALL) == INHERITED


@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("own", ["", "null"])
def test_a_direct_subagent_inherits_what_is_absent_or_null(key: str, own: str, tmp_path: Path) -> None:
    more = f"{key}: {ALL[key]}\n{KID}" + (f"  {key}: null\n" if own else "")
    audit = team(tmp_path, more)
    kid = profile_of(audit, "rolebox:lead/kid")
    assert kid.effective[key] == effective(audit)[key]
    derivation = kid.parts[0].derived[f"/{key}"]
    assert derivation.provenance is Provenance.INHERITED
    assert derivation.origin is not None
    assert (derivation.origin.profile, derivation.origin.pointer) == ("rolebox:lead", f"/{key}")
    assert audit.line(derivation.origin) == 4


@pytest.mark.parametrize("key", ALL)
def test_a_subagent_in_a_file_inherits_too(key: str, tmp_path: Path) -> None:
    audit = team(tmp_path, f"{key}: {ALL[key]}\n", {"subagents/kid/role.yaml": role(name="kid")})
    assert effective(audit, "rolebox:lead/kid")[key] == effective(audit)[key]


@pytest.mark.parametrize("key", ALL)
def test_a_grandchild_inherits_nothing(key: str, tmp_path: Path) -> None:
    audit = team(tmp_path, f"{key}: {ALL[key]}\n{KID}{GRAND}")
    assert key in effective(audit, "rolebox:lead/kid")
    assert key not in effective(audit, "rolebox:lead/kid/grand")


def test_whole_values_are_inherited_and_never_joined(tmp_path: Path) -> None:
    head = "permission: {deny: [bash], allow: [read]}\ntools: {a: false}\n"
    more = f"{head}{KID}  permission: {{deny: [edit]}}\n  tools: {{}}\n"
    kid = effective(team(tmp_path, more), "rolebox:lead/kid")
    assert (kid["permission"], kid["tools"]) == ({"deny": ["edit"]}, {})


OTHER = {
    "skills": "[s]",
    "functions": "[f]",
    "disable_functions": "[plan]",
    "auto_activate": "[plan]",
    "locked": "true",
    "references": "{r: r.md}",
    "version": "'1.0.0'",
}


@pytest.mark.parametrize("key", OTHER)
def test_nothing_else_is_inherited(key: str, tmp_path: Path) -> None:
    kid = effective(team(tmp_path, f"{key}: {OTHER[key]}\n{KID}"), "rolebox:lead/kid")
    assert kid.get(key) in (None, ["plan", "execute", "loop"])


def test_a_value_of_the_wrong_type_is_dropped_and_the_role_stands_in(tmp_path: Path) -> None:
    audit = team(tmp_path, f"model: a/b\ntemperature: 0.5\n{KID}  model: 5\n  temperature: warm\n")
    kid = effective(audit, "rolebox:lead/kid")
    assert (kid["model"], kid["temperature"]) == ("a/b", 0.5)
    assert [(r, line) for r, _, line in rules(audit)] == [("schema", 10), ("schema", 11)]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("temperature", "'0.2'"),
        ("mode", "main"),
        ("version", "1.0"),
        ("locked", "'true'"),
        ("permission", "allow"),
        ("tools", "[bash]"),
        ("top_p", "true"),
        ("skills", "one"),
    ],
)
def test_a_value_of_the_wrong_type_is_no_effective_value(key: str, value: str, tmp_path: Path) -> None:
    audit = team(tmp_path, f"{key}: {value}\n")
    assert key not in effective(audit)
    assert ("schema", "rolebox/lead/role.yaml", 4) in rules(audit)


def test_fields_that_subagents_do_not_have_are_reported_and_left_out(tmp_path: Path) -> None:
    audit = team(tmp_path, f"{KID}  mode: all\n  version: '1.0.0'\n")
    kid = effective(audit, "rolebox:lead/kid")
    assert (kid["mode"], "version" in kid) == ("subagent", False)
    assert [(r, line) for r, _, line in rules(audit)] == [
        ("field-ignored-in-subagent", 8),
        ("field-ignored-in-subagent", 9),
    ]


def test_a_missing_description_is_a_warning_and_an_empty_text(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"rolebox/lead/role.yaml": "name: Lead\nprompt: p\n"}, ["rolebox"])
    assert effective(audit)["description"] == ""
    assert [(f.rule, f.severity.value) for f in audit.findings] == [("rolebox/description-missing", "warning")]


def test_inside_of_subagents_belongs_to_them(tmp_path: Path) -> None:
    rows = [r for r in field_rows(team(tmp_path, KID)) if r["profile"] == "rolebox:lead"]
    assert not [r["field"] for r in rows if r["field"].startswith("subagents[")]
    (row,) = (r for r in rows if r["field"] == "subagents")
    assert row["provenance"] == "own"


JSON: list[Any] = [
    "null",
    "true",
    "5",
    "-1.5",
    "''",
    "text",
    "[]",
    "[1, null, [x]]",
    "{}",
    "{a: {b: [c]}}",
    "'{env:A}'",
]
FIELDS = [
    *("name", "description", "prompt", "prompt_file", "version", "model", "mode", "color", "variant", "temperature"),
    *("top_p", "skills", "opencode_skills", "functions", "disable_functions", "auto_activate", "locked", "references"),
    *(
        "subagents",
        "collaboration",
        "dispatch",
        "hooks",
        "permission",
        "tools",
        "notifications",
        "memory",
        "extensions",
    ),
    *("open", "exports", "open_roles", "copilot", "graph", "nonsense"),
]
INNER = [
    "permission: {{allow: {0}, deny: {0}, bash: {0}}}",
    "tools: {{bash: {0}}}",
    "collaboration: {{topology: {0}, agents: {0}, flow: {0}, max_iterations: {0}, termination: {0}}}",
    "collaboration: {{topology: star, agents: [{0}], flow: [{0}], termination: {{any_of: [{0}], all_of: {0}}}}}",
    "collaboration: {{termination: {{any_of: [{{result_matches: {0}, stuck: {0}, {0}: 1}}]}}}}",
    "dispatch: {{maxConcurrent: {0}, syncPromptTimeoutMs: {0}, maxCostPerRequest: {0}}}",
    "hooks: {{builtin: {0}, custom: [{0}, {{module: {0}}}]}}",
    "references: {{a: {0}, b: {{path: {0}}}}}",
    "subagents: [{0}, {{name: {0}, prompt: {0}, prompt_file: {0}, subagents: [{0}]}}]",
]


@pytest.mark.parametrize("value", JSON)
def test_no_value_of_any_type_stops_the_audit(value: str, tmp_path: Path) -> None:
    lines = [*(f"{key}: {value}\n" for key in FIELDS), *(f"{inner.format(value)}\n" for inner in INNER)]
    files = {f"rolebox/r{i}/role.yaml": role(line) if i >= 3 else line for i, line in enumerate(lines)}
    files["rolebox/good/role.yaml"] = role(name="Good")
    audit = audit_of(tmp_path, files, ["rolebox"])
    assert [f for f in audit.findings if f.rule.startswith("audit/")] == []
    assert profile_of(audit, "rolebox:good").effective["name"] == "Good"
    assert field_rows(audit)


def test_a_mode_that_is_none_leaves_the_default(tmp_path: Path) -> None:
    (row,) = (r for r in field_rows(team(tmp_path, "mode: main\n")) if r["field"] == "mode")
    assert (row["value"], row["provenance"]) == ("primary", "default")


def test_a_number_of_dispatch_that_is_dropped_is_no_effective_value(tmp_path: Path) -> None:
    more = "mode: primary\ndispatch: {syncPromptTimeoutMs: 0, backgroundStaleTimeoutMs: '5', maxConcurrent: many}\n"
    audit = team(tmp_path / "a", more)
    assert effective(audit)["dispatch"] == {"backgroundStaleTimeoutMs": "5"}
    rows = {r["field"]: (r["value"], r["provenance"]) for r in field_rows(audit)}
    assert rows["dispatch.syncPromptTimeoutMs"] == (600_000, "default")
    assert rows["dispatch.backgroundStaleTimeoutMs"] == ("5", "own")
    assert "dispatch" not in effective(team(tmp_path / "b", "mode: primary\ndispatch: {syncPromptTimeoutMs: 0}\n"))


@pytest.mark.parametrize("value", ["1", "0.5", ".5", "1e3", "0x10", " 7 ", 1, 0.1, True])
def test_a_number_of_dispatch_is_what_javascript_makes_a_number_above_0(value: object) -> None:
    assert is_positive(value)


@pytest.mark.parametrize(
    "value", ["", "0", "0.0", "-1", "1_000", "nan", "inf", "0x0", "ten", 0, -1, False, None, [], {}]
)
def test_anything_else_in_dispatch_is_dropped(value: object) -> None:
    assert not is_positive(value)


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ("dispatch:\n  maxConcurent: 3\n", 6),
        ("collaboration:\n  flow: ['parent -> k', 'k -> parent']\n  topolgy: star\n", 7),
        ("hooks:\n  customs: []\n", 6),
        ("hooks:\n  custom:\n  - {name: n, events: [event], module: /m.js, filtre: {}}\n", 7),
        ("references:\n  a: {path: a.md, descripton: x}\n", 6),
    ],
)
def test_a_key_that_nobody_knows_is_found_inside_of_fields_too(more: str, line: int, tmp_path: Path) -> None:
    kid = "subagents: [{name: k, description: d, prompt: p}]\n"
    audit = team(tmp_path, f"mode: primary\n{more}{kid}", {"a.md": "x"})
    assert [at for r, _, at in rules(audit) if r == "unknown-field"] == [line]


@pytest.mark.parametrize(
    "more",
    [
        "permission: {anything: ask}\n",
        "tools: {anything: true}\n",
        "hooks: {builtin: {mine: true}, custom: [{name: n, events: [event], module: /m.js, config: {any: 1}}]}\n",
        "extensions: {mine: []}\nmemory: {size: 1}\n",  # not read at all, and told so
    ],
)
def test_keys_that_are_free_are_left_alone(more: str, tmp_path: Path) -> None:
    assert [r for r, _, _ in rules(team(tmp_path, more)) if r == "unknown-field"] == []
