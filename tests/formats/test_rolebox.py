"""The rolebox schema against the seed: values worked out by hand, and each row of the fact sheet where that is near."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.reference import Reference, read_reference
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.model import (
    MISSING,
    ArrayOf,
    EnumValue,
    Facet,
    Field,
    LinkTo,
    MapOf,
    Named,
    TypeExpr,
    Union,
    Values,
)
from sphinx_agentcfg.reference.rows import field_rows
from sphinx_agentcfg.reference.translations import State, Translations
from sphinx_agentcfg.reference.validation import accepts, make_validator
from sphinx_agentcfg.reference.wording import Wording
from tests.unit.making import at, limits, required

ROLE = Catalog.builtin().document_type("rolebox/role")
SHEET = Path(__file__).parents[3] / "shared" / "facts" / "rolebox-fields.yaml"
TRANSLATIONS = Translations("zh_CN")
MINIMAL = {"name": "Lead", "description": "Leads", "prompt": "Plan the work."}

#: Every number of ``dispatch`` and its default (seed, the block "dispatch"); None is "unlimited".
DISPATCH = {
    "maxConcurrent": 5,
    "maxQueueDepth": 10,
    "syncReservedSlots": 1,
    "maxActivePerParent": 3,
    "maxTotalSessionsPerRequest": None,
    "maxInputTokensPerRequest": None,
    "maxOutputTokensPerRequest": None,
    "maxCostPerRequest": None,
    "maxInputTokensPerSession": None,
    "maxCostPerSession": None,
    "budgetSampleIntervalMs": 30_000,
    "backgroundStaleTimeoutMs": 900_000,
    "syncAcquireTimeoutMs": 120_000,
    "syncPromptTimeoutMs": 600_000,
    "retryAfterMs": 30_000,
    "backpressureMaxRetries": 5,
    "backpressureMaxDelayMs": 60_000,
}
#: Fields of the reference page that no loader reads from ``role.yaml`` (``facts/rolebox.md`` §1, rows 1, 2, 7-9).
UNREAD = [
    "dispatch.maxInputTokensPerRequest",
    "dispatch.maxOutputTokensPerRequest",
    "dispatch.maxCostPerRequest",
    "dispatch.maxInputTokensPerSession",
    "dispatch.maxCostPerSession",
    "dispatch.budgetSampleIntervalMs",
    "hooks.builtin.auto_activate",
    "notifications",
    "memory",
    "extensions",
]
#: Fields of a role that the loader does not read from a subagent (``facts/rolebox.md`` §5).
IGNORED = [
    "mode",
    "version",
    "references",
    "collaboration",
    "dispatch",
    "hooks",
    "notifications",
    "memory",
    "extensions",
]
TYPE_NAMES = {
    "subagents": "SubAgentConfig[]",
    "collaboration": "CollaborationConfig",
    "dispatch": "DispatchRoleConfig",
    "hooks": "HooksBlock",
    "permission": "PermissionConfig",
    "notifications": "NotificationConfig",
    "memory": "MemoryConfig",
    "extensions": "ExtensionConfig",
}


@pytest.fixture(scope="module")
def role() -> Reference:
    return read_reference(ROLE)


@pytest.fixture(scope="module")
def validator() -> Any:
    return make_validator(load_schema(ROLE.schema, ROLE.id, ()))


@pytest.fixture(scope="module")
def listed(role: Reference) -> set[str]:
    return {r.path for r in field_rows(role)}


def _minimal(**more: Any) -> dict[str, Any]:
    return {**MINIMAL, **more}


def _notes(field: Field, kind: str) -> list[dict[str, str]]:
    """Return the notes of *kind* in both languages, the other one freshly translated."""
    found = []
    for note in field.main.notes:
        if note.kind == kind:
            english = TRANSLATIONS.find(note.text, "en")
            assert english.state is State.TRANSLATED
            found.append({"zh_CN": note.text.source, "en": english.text})
    return found


# --- requirements ---------------------------------------------------------------------------------------------------


def test_a_role_needs_a_name_a_description_and_a_prompt_or_its_file(role: Reference, validator: Any) -> None:
    needed = {f.path for f in role.root.children if f.required.always}
    assert needed == {"name", "description"}
    prompt = at(role, "prompt")
    assert required(prompt, Wording("en", TRANSLATIONS)) == "required unless `prompt_file` is set"
    assert required(prompt, Wording("zh_CN", TRANSLATIONS)) == "未设置 `prompt_file` 时必填"
    assert accepts(validator, MINIMAL)
    assert accepts(validator, {"name": "a", "description": "b", "prompt_file": "p.md"})
    assert accepts(validator, _minimal(prompt_file="p.md"))
    assert not accepts(validator, {"name": "a", "description": "b"})
    for name in MINIMAL:
        assert not accepts(validator, {k: v for k, v in MINIMAL.items() if k != name})
    for name in ("name", "prompt"):
        assert not accepts(validator, _minimal(**{name: "  "}))


def test_unknown_keys_are_no_violation(validator: Any) -> None:
    assert accepts(validator, _minimal(temprature=0.2))


# --- single fields --------------------------------------------------------------------------------------------------


def test_mode_has_three_values_with_a_meaning_each_and_a_default(role: Reference, validator: Any) -> None:
    mode = at(role, "mode").main
    assert [v.value for v in mode.values] == ["primary", "subagent", "all"]
    assert all(v.meaning for v in mode.values)
    assert mode.default == "primary"
    assert not accepts(validator, _minimal(mode="main"))


@pytest.mark.parametrize(("name", "most"), [("temperature", 2), ("top_p", 1)])
def test_sampling_stays_within_its_limits(role: Reference, validator: Any, name: str, most: float) -> None:
    for path in (name, f"#subagent.{name}"):
        assert limits(at(role, path)) == {"minimum": 0, "maximum": most}
    for good in (0, 0.0, most / 2, most):
        assert accepts(validator, _minimal(**{name: good}))
    for bad in (-0.1, most + 0.1, "0.2", "{env:T}"):
        assert not accepts(validator, _minimal(**{name: bad}))


@pytest.mark.parametrize("value", [1.0, 2, True, None])
def test_a_version_is_a_string(validator: Any, value: Any) -> None:
    assert not accepts(validator, _minimal(version=value))


@pytest.mark.parametrize("name", ["skills", "opencode_skills", "functions", "disable_functions", "auto_activate"])
def test_names_come_in_lists(validator: Any, name: str) -> None:
    assert accepts(validator, _minimal(**{name: []}))
    assert accepts(validator, _minimal(**{name: ["a", "b"]}))
    assert not accepts(validator, _minimal(**{name: "a"}))
    assert not accepts(validator, _minimal(**{name: [1]}))


def test_a_reference_is_a_path_or_an_object_with_one(validator: Any) -> None:
    assert accepts(validator, _minimal(references={"a": "a.md", "b": {"path": "b.md"}}))
    assert not accepts(validator, _minimal(references={"b": {"description": "c"}}))
    assert not accepts(validator, _minimal(references=["a.md"]))


def test_permissions_are_lists_or_the_hosts_own_rules(role: Reference, validator: Any) -> None:
    assert accepts(validator, _minimal(permission={"allow": ["Read"], "deny": ["Bash"]}))
    assert accepts(validator, _minimal(permission={"bash": "deny", "edit": "ask", "read": "allow"}))
    assert accepts(validator, _minimal(permission={"bash": {"git push": "ask"}}))
    for bad in ("allow", ["Read"], {"allow": "Read"}, {"bash": "never"}):
        assert not accepts(validator, _minimal(permission=bad))
    assert at(role, "permission.<tool>").main.status == "observed"


def test_tools_are_switches(validator: Any) -> None:
    assert accepts(validator, _minimal(tools={"Bash": False, "computer_*": True}))
    assert not accepts(validator, _minimal(tools={"Bash": "no"}))


# --- dispatch, hooks, collaboration ---------------------------------------------------------------------------------


def test_dispatch_has_seventeen_numbers_with_the_seeds_defaults(role: Reference, validator: Any) -> None:
    found = {f.path.removeprefix("dispatch."): f.main.default for f in at(role, "dispatch").children}
    assert found == {name: MISSING if value is None else value for name, value in DISPATCH.items()}
    assert list(found) == list(DISPATCH)
    assert accepts(validator, _minimal(dispatch=dict.fromkeys(DISPATCH, 0.5)))
    for name in DISPATCH:
        assert not accepts(validator, _minimal(dispatch={name: 0}))


def test_of_dispatch_two_fields_are_left_and_six_were_never_read(role: Reference) -> None:
    removed = {f.path for f in at(role, "dispatch").children if f.main.removed == "1.5.0"}
    budgets = set(UNREAD[:6])
    left = {"dispatch.backgroundStaleTimeoutMs", "dispatch.syncPromptTimeoutMs"}
    assert removed == {f"dispatch.{name}" for name in DISPATCH} - budgets - left


def test_a_custom_hook_has_five_events_and_two_phases(role: Reference, validator: Any) -> None:
    ((_, item),) = at(role, "hooks.custom[].events").main.parts
    events = ["chat.message", "tool.execute.before", "tool.execute.after", "system.transform", "event"]
    assert [v.value for v in item.values] == events
    assert all(v.meaning for v in item.values)
    phase, priority = at(role, "hooks.custom[].phase").main, at(role, "hooks.custom[].priority").main
    assert ([v.value for v in phase.values], phase.default) == (["before", "after"], "after")
    assert priority.default == 50
    hook: dict[str, Any] = {"name": "a", "events": ["event"], "module": "/a.js"}
    assert accepts(validator, _minimal(hooks={"custom": [hook]}))
    for name in hook:
        assert not accepts(validator, _minimal(hooks={"custom": [{k: v for k, v in hook.items() if k != name}]}))
    assert not accepts(validator, _minimal(hooks={"custom": [{**hook, "events": ["tool.after"]}]}))


@pytest.mark.parametrize(
    ("edge", "good"),
    [
        ("a -> b", True),
        ("a->b", True),
        (" a -> b : says: much", True),
        ("parent -> 审阅者", True),
        ({"from": "a", "to": "b"}, True),
        ("a -> b -> c", False),
        ("two words -> b", False),
        ("a b", False),
        ({"from": "a"}, False),
        (["a", "b"], False),
    ],
)
def test_an_edge_is_one_hand_over(validator: Any, edge: Any, *, good: bool) -> None:
    assert accepts(validator, _minimal(collaboration={"flow": [edge]})) is good


def test_a_graph_needs_edges_of_its_own_or_a_topology_with_agents(role: Reference, validator: Any) -> None:
    speaker = Wording("en", TRANSLATIONS)
    assert required(at(role, "collaboration.flow"), speaker) == "required unless `topology` is set"
    assert required(at(role, "collaboration.agents"), speaker) == "required if `topology` is set"
    topology = at(role, "collaboration.topology").main
    assert [v.value for v in topology.values] == ["pipeline", "review-loop", "star"]
    for name in ("pipeline", "review-loop", "star"):
        assert accepts(validator, _minimal(collaboration={"topology": name, "agents": ["a"]}))
    for bad in ({"topology": "ring", "agents": ["a"]}, {"topology": "star"}, {"agents": ["a"]}, {}):
        assert not accepts(validator, _minimal(collaboration=bad))
    assert at(role, "collaboration").main.removed == "1.8.0"


def test_the_reference_pages_notifications_and_the_types_are_both_accepted(validator: Any) -> None:
    assert accepts(validator, _minimal(notifications={"on_start": [{"channel": "sound", "title": "x"}]}))
    full = {"enabled": True, "channels": [{"kind": "webhook", "url": "https://example.org/"}], "events": {"idle": {}}}
    assert accepts(validator, _minimal(notifications=full))
    assert not accepts(validator, _minimal(notifications={"on_start": [{"channel": "pigeon"}]}))
    assert not accepts(validator, _minimal(notifications={"channels": [{"kind": "webhook"}]}))


# --- notes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", UNREAD)
def test_a_field_that_no_loader_reads_says_so_in_both_languages(role: Reference, path: str) -> None:
    field = at(role, path)
    said = _notes(field, "warning")
    assert [n for n in said if "加载器" in n["zh_CN"] and "loader" in n["en"]], path
    assert [n for n in said if "不起作用" in n["zh_CN"] and "effect" in n["en"]], path


@pytest.mark.parametrize("name", IGNORED)
def test_a_field_that_is_ignored_in_a_subagent_says_so_there(role: Reference, name: str) -> None:
    (said,) = _notes(at(role, f"#subagent.{name}"), "info")
    assert "会被忽略" in said["zh_CN"]
    assert "is ignored" in said["en"]


def test_the_page_opens_with_the_boxes_on_functions_and_prompts(role: Reference) -> None:
    (functions, *_), (prompts, *_) = _notes(role.root, "info"), _notes(role.root, "warning")
    for language in ("zh_CN", "en"):
        assert all(f"`{w}`" in functions[language] for w in ("plan", "execute", "loop", "disable_functions"))
        assert all(f"`{w}`" in prompts[language] for w in ("prompt", "prompt_file"))
    assert [n.kind for n in role.root.main.notes[:2]] == ["info", "warning"]


def test_types_have_the_vendors_names(role: Reference) -> None:
    assert role.root.main.type_name == "RoleConfig"
    assert role.root.main.source == "RoleConfig (src/types.core.ts:88-143)"
    assert {f.path: f.main.type_name for f in role.root.children if f.main.type_name} == TYPE_NAMES


def _facets(facet: Facet) -> list[Facet]:
    return [facet, *(f for _, part in facet.parts for f in _facets(part))]


def test_nothing_goes_without_a_description_or_a_meaning(role: Reference) -> None:
    assert [f.path for f in (role.root, *role.fields()) if not f.main.descriptions] == []
    values: list[EnumValue] = [v for f in role.fields() for x in f.facets for p in _facets(x) for v in p.values]
    assert [v.value for v in values if v.meaning is None] == []


def test_a_field_that_is_not_on_the_reference_page_says_since_when(role: Reference) -> None:
    later = ["open", "exports", "open_roles", "copilot", "graph", "hooks.recovery", "hooks.builtin.recovery"]
    inside = [f for path in later for f in (at(role, path), *at(role, path).walk())]
    memory = list(at(role, "memory").walk())
    assert [f.path for f in (*inside, *memory) if not f.main.since] == []
    assert {at(role, p).main.since for p in ("open", "exports", "open_roles")} == {"1.2.0"}
    assert (at(role, "copilot").main.since, at(role, "graph").main.since) == ("1.6.0", "1.8.0")


# --- recursion ------------------------------------------------------------------------------------------------------


def _resolved(role: Reference, path: str) -> Field:
    """Return the field that explains *path*, following shared definitions as a role target does."""
    known = {re.sub("<[^>]*>", "*", f.path): f for f in (role.root, *role.fields())}
    links = {re.sub("<[^>]*>", "*", p): to for p, to in role.links}
    wanted = re.sub("<[^>]*>", "*", path)
    for _ in range(20):
        if wanted in known:
            return known[wanted]
        prefix = max((p for p in links if re.match(re.escape(p) + r"([.\[]|\Z)", wanted)), key=len)
        rest = wanted[len(prefix) :]
        wanted = links[prefix] + rest if links[prefix] else rest.removeprefix(".")
    raise AssertionError(path)


def test_a_subagent_has_subagents_of_its_own_to_any_depth(role: Reference, validator: Any) -> None:
    assert _resolved(role, "subagents[].name").path == "#subagent.name"
    assert _resolved(role, "subagents[].subagents[].subagents[].temperature").path == "#subagent.temperature"
    assert _resolved(role, "subagents[].permission.deny").path == "permission.deny"
    assert at(role, "subagents").main.type == ArrayOf(LinkTo("subagent", "#subagent"))
    deep: dict[str, Any] = dict(MINIMAL)
    for _ in range(4):
        deep = _minimal(subagents=[deep])
    assert accepts(validator, deep)
    inner = deep
    while "subagents" in inner:
        inner = inner["subagents"][0]
    inner["temperature"] = 3
    assert not accepts(validator, deep)
    assert not accepts(validator, _minimal(subagents=[{"name": "a", "description": "b"}]))
    assert not accepts(validator, _minimal(subagents={"name": "a"}))


def test_a_subagent_takes_every_field_of_a_role(role: Reference) -> None:
    """The seed gives one definition for both; what later versions added (1.2.0 and up) is left to the link."""
    seed = {f.path for f in role.root.children} - {"open", "exports", "open_roles", "copilot", "graph"}
    assert {f.path.removeprefix("#subagent.") for f in at(role, "#subagent").children} == seed


# --- the whole block ------------------------------------------------------------------------------------------------


def test_the_seeds_full_block_passes(validator: Any) -> None:
    """Every key and every form of the seed's complete block, with neutral strings."""
    assert accepts(validator, SEED_BLOCK)
    without = {k: v for k, v in SEED_BLOCK.items() if k != "notifications"}
    assert accepts(validator, without)


SEED_BLOCK: dict[str, Any] = {
    "name": "n",
    "description": "d",
    "prompt": "p\n",
    "version": "1.0.0",
    "model": "m",
    "mode": "primary",
    "color": "c",
    "variant": "v",
    "temperature": 0.5,
    "top_p": 0.5,
    "prompt_file": "p.md",
    "skills": ["s"],
    "opencode_skills": ["o"],
    "functions": ["plan", "execute", "f"],
    "disable_functions": ["execute"],
    "auto_activate": ["f"],
    "locked": True,
    "references": {"r": "r.md", "q": {"path": "q.md", "description": "d"}},
    "subagents": [{"name": "a", "description": "d", "prompt": "p"}],
    "collaboration": {
        "topology": "pipeline",
        "agents": ["a", "b"],
        "flow": ["a -> b: l", {"from": "a", "to": "b", "label": "x", "exit": True}],
        "max_iterations": 3,
        "termination": {
            "any_of": [
                {"max_iterations": 5},
                {"timeout_ms": 120000},
                {"converged": "d"},
                {"result_matches": {"agent": "a", "contains": "t"}},
                {"stuck": {"repeats": 2}},
            ],
            "all_of": [{"max_iterations": 2}, {"result_matches": {"agent": "a", "contains": "t"}}],
        },
    },
    "dispatch": {name: value or 1 for name, value in DISPATCH.items()},
    "hooks": {
        "builtin": {"auto_activate": True},
        "custom": [
            {
                "name": "h",
                "description": "d",
                "events": ["chat.message", "tool.execute.before", "tool.execute.after", "system.transform", "event"],
                "module": "m.js",
                "config": {},
                "filter": {"tools": ["t"], "eventTypes": ["e"]},
                "priority": 50,
                "phase": "after",
            }
        ],
    },
    "permission": {"allow": ["Read", "Grep"], "deny": ["Bash"]},
    "tools": {"Bash": False},
    "notifications": {
        "on_start": [{"channel": "system_toast", "title": "t", "message": "{role}"}],
        "on_error": [{"channel": "sound", "title": "t"}],
    },
    "memory": {},
    "extensions": {},
}

# --- the fact sheet -------------------------------------------------------------------------------------------------


def _rows() -> list[dict[str, Any]]:
    return list(yaml.safe_load(SHEET.read_text("utf-8"))["fields"]) if SHEET.is_file() else []


def _paths(path: str) -> list[str]:
    """Return the paths that a row of the sheet means: ``a|b`` is both, ``(string)`` a variant and no row of its own."""
    if path.endswith("(string)"):
        return []
    if path.startswith("collaboration.termination.any_of|all_of"):
        return [path.replace("any_of|all_of", one) for one in ("any_of", "all_of")]
    return [path]


ROWS = [(path, row) for row in _rows() for path in _paths(row["path"])]
SEED_ROWS = [(path, row) for path, row in ROWS if "seed" in row["where"]]
near = pytest.mark.skipif(not ROWS, reason="the fact sheet (../shared/facts/rolebox-fields.yaml) is not here")

_SIMPLE = {"string": "string", "number": "number", "boolean": "boolean", "enum": "string", "object": "object"}


def _agrees(said: str, kind: TypeExpr) -> bool:
    """Say whether the sheet's type is *kind*; an object may have its own definition, or fields beside its free keys."""
    if isinstance(kind, LinkTo):
        return said == "object"
    if said.startswith("map<"):
        return isinstance(kind, MapOf) or kind == Named("object")
    if said.endswith("[]"):
        if not isinstance(kind, ArrayOf):
            return False
        inner = said.removesuffix("[]").strip("()")
        return _agrees(inner, kind.item) or (inner == "string" and isinstance(kind.item, Values))
    if "|" in said:
        return isinstance(kind, Union) and {str(o) for o in kind.options} == {
            str(Named(_SIMPLE[s])) for s in said.split("|")
        }
    return kind == Named(_SIMPLE[said]) or (said == "object" and isinstance(kind, MapOf))


@near
def test_the_sheet_has_every_row_that_these_tests_count_on() -> None:
    assert (len(_rows()), sum("seed" in r["where"] for r in _rows())) == (190, 105)


@near
@pytest.mark.parametrize(("path", "row"), SEED_ROWS, ids=[p for p, _ in SEED_ROWS])
def test_a_row_of_the_seed_is_a_field_of_that_type(
    role: Reference, listed: set[str], path: str, row: dict[str, Any]
) -> None:
    assert path in listed
    field = _resolved(role, path)
    assert _agrees(row["type"], field.main.type)


@near
@pytest.mark.parametrize(("path", "row"), SEED_ROWS, ids=[p for p, _ in SEED_ROWS])
def test_a_row_of_the_seed_is_required_as_the_seed_says(role: Reference, path: str, row: dict[str, Any]) -> None:
    found = _resolved(role, path).required
    if path == "subagents[].description":
        # The sheet says what the loader does. In the seed a subagent has a role's fields, and there it is required.
        assert found.always
    elif path.endswith("prompt_file"):
        assert found == at(role, "model").required  # never by itself: `prompt` carries the condition
    elif isinstance(row["required"], bool):
        assert (found.always, found.when) == (row["required"], ())
    else:
        assert found.when


@near
@pytest.mark.parametrize(("path", "row"), SEED_ROWS, ids=[p for p, _ in SEED_ROWS])
def test_only_the_seeds_defaults_are_defaults(role: Reference, path: str, row: dict[str, Any]) -> None:
    """The sheet's other defaults are the loader's, or words."""
    seeds = {"mode": "primary", "hooks.custom[].priority": 50, "hooks.custom[].phase": "after"}
    seeds |= {f"dispatch.{name}": value for name, value in DISPATCH.items() if value is not None}
    assert _resolved(role, path).main.default == seeds.get(path, MISSING)
    if path in seeds:
        assert row["default"] == seeds[path]


@near
@pytest.mark.parametrize(("path", "row"), ROWS, ids=[p for p, _ in ROWS])
def test_every_row_of_the_sheet_is_explained_somewhere(role: Reference, path: str, row: dict[str, Any]) -> None:
    if "<scope>" in path:
        path = path.replace("<scope>", "conditions")
    field = _resolved(role, path.removesuffix("[]"))
    assert field.main.descriptions
    if "seed" not in row["where"]:
        assert field.main.since
