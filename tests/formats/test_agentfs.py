"""AgentFS, field by field: against the fact sheet where it is at hand, and against values worked out by hand always."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.reference import Reference, read_reference
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.model import MISSING
from sphinx_agentcfg.reference.validation import accepts, make_validator
from tests.unit.making import at, limits, paths_of, required, type_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference import Field

FACTS = Path(__file__).parents[3] / "shared" / "facts" / "agentfs-fields.yaml"
needs_facts = pytest.mark.skipif(not FACTS.is_file(), reason="needs ../shared/facts/agentfs-fields.yaml")
#: Kind of file in the fact sheet → document type.
KINDS = {
    "agent.json": "agent",
    "SKILL.md frontmatter": "skill",
    "schedules/<id>.json": "schedule",
    "memory/_policy.json": "memory-policy",
    "memory note frontmatter": "memory-note",
    "receipt (runs/…, YAML)": "receipt",
}
TYPES = ("agent", "persona", "principles", "skill", "schedule", "memory-policy", "memory-note", "receipt")
LEGACY = {
    ("agent", "runtime"): "llm",
    ("agent", "llm.smart.tier"): "llm.smart.profile.tier",
    ("skill", "disable_model_invocation"): "disable-model-invocation",
    ("skill", "metadata.disable_model_invocation"): "metadata.disable-model-invocation",
    ("memory-policy", "threshold_days"): "compression.max_recent_matters",
    ("memory-policy", "compression.threshold_days"): "compression.max_recent_matters",
}


@cache
def reference(name: str) -> Reference:
    return read_reference(Catalog.builtin().document_type(f"agentfs/{name}"))


@cache
def validator(name: str) -> Any:  # jsonschema makes its class at run time
    document_type = Catalog.builtin().document_type(f"agentfs/{name}")
    return make_validator(load_schema(document_type.schema, document_type.id, ()))


def passes(name: str, value: object) -> bool:
    return accepts(validator(name), value)


# --- the fact sheet ---------------------------------------------------------------------------------------------------


def _facts(kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give path and row of each field of *kind*; ``a | b`` is two fields, ``a.{b,c[]}`` is one for each name."""
    for row in yaml.safe_load(FACTS.read_text("utf-8")):
        if row["file_kind"] == kind and row["path"] != "(file)":
            for path in row["path"].split(" | "):
                braces = re.fullmatch(r"(.+)\{(.+)\}", path)
                if braces:
                    names = braces[2].replace("[]", "").split(",")
                    yield from ((braces[1] + name, {**row, "type": ""}) for name in names)
                else:
                    yield path, row


def _kind_of_value(said: str) -> str:
    """Return the type that the fact sheet means: without its remarks, dates as the text that they are in a file."""
    plain = said.partition(" (")[0]
    return {"?": "any value", "date": "string"}.get(plain, plain)


@needs_facts
@pytest.mark.parametrize("kind", KINDS)
def test_every_row_of_the_fact_sheet_is_a_field(kind: str) -> None:
    known = set(paths_of(reference(KINDS[kind])))
    assert [path for path, _ in _facts(kind) if path not in known] == []


@needs_facts
@pytest.mark.parametrize("kind", KINDS)
def test_types_are_those_of_the_fact_sheet(kind: str) -> None:
    wrong = {}
    for path, row in _facts(kind):
        said = type_in(at(reference(KINDS[kind]), path).main.type)
        wanted = _kind_of_value(row["type"])
        if wanted and said != wanted and not (wanted == "object" and said.startswith("map of string to ")):
            wrong[path] = (said, wanted)
    assert wrong == {}


@needs_facts
@pytest.mark.parametrize("kind", KINDS)
def test_required_and_defaults_are_those_of_the_fact_sheet(kind: str) -> None:
    """Where no source says that a field must be there, it need not be."""
    wrong = {}
    for path, row in _facts(kind):
        field = at(reference(KINDS[kind]), path)
        default = None if field.main.default is MISSING else field.main.default
        if path.startswith("metadata."):
            continue  # a wrapped field has the default of the one that it stands for
        must = path == "market.maintainer.name"  # "required inside maintainer"
        if (field.required.always, default) != (row["required"] is True or must, row["default"]):
            wrong[path] = (field.required, default)
    assert wrong == {}


@needs_facts
@pytest.mark.parametrize("kind", KINDS)
def test_a_field_says_who_knows_it(kind: str) -> None:
    """Fields of the seed stand plain, those of the documentation name their page, all others are marked as observed."""
    name = KINDS[kind]
    wrong = {}
    for path, row in _facts(kind):
        main, where = at(reference(name), path).main, row["where"]
        if (name, path) in LEGACY:
            told = main.status == "legacy"
        elif where.startswith("seed"):
            told = main.status == ""
        elif where == "docs":
            told = main.status == "" and main.source.startswith("desirecore/docs ")
        else:
            told = main.status == "observed" and bool(main.source)
        if not told:
            wrong[path] = (where, main.status, main.source)
    assert wrong == {}


@needs_facts
def test_files_that_are_no_document_type_stand_in_the_layout() -> None:
    rows = yaml.safe_load(FACTS.read_text("utf-8"))
    prose = [p for r in rows if r["file_kind"] == "prose files" for p in r["path"].split(", ")]
    teams = ["team.json", "members.json", "members.lock.json"]
    layout = [e.path for e in Catalog.builtin().format("agentfs").layout]
    assert [p for p in prose if f"agents/<id>/{p}" not in layout] == []
    assert [p for p in teams if p not in layout] == []


@needs_facts
def test_headings_of_prose_are_those_of_the_fact_sheet() -> None:
    rows = {r["path"]: r for r in yaml.safe_load(FACTS.read_text("utf-8")) if r["file_kind"] == "prose files"}
    for name in ("persona", "principles"):
        said = rows[f"{name}.md"]["constraints"]
        topics = [f for f in reference(name).fields() if f.main.form == "topics"]
        assert topics
        for section in topics:
            assert len(section.main.headings) == 2
            assert all(heading in said for heading in section.main.headings)


# --- by hand ----------------------------------------------------------------------------------------------------------


def test_eight_document_types_in_reading_order() -> None:
    agentfs = Catalog.builtin().format("agentfs")
    assert tuple(d.name for d in agentfs.documents) == TYPES
    assert {d.status for d in agentfs.documents} == {"observed"}
    assert agentfs.source_language == "zh_CN"


def test_five_kinds_of_management_and_all_are_used() -> None:
    agentfs = Catalog.builtin().format("agentfs")
    managed = {e.path: e.managed for e in agentfs.layout}
    assert [m.id for m in agentfs.management] == ["git", "local-private", "run-records", "rebuildable", "local-logs"]
    assert managed["agents/<id>/"] == "git"
    assert managed["users/<id>/"] == "local-private"
    assert managed["runs/"] == "run-records"
    assert managed["cache/"] == "rebuildable"
    assert managed["logs/"] == "local-logs"


@pytest.mark.parametrize("name", TYPES)
def test_every_field_and_every_value_has_words(name: str) -> None:
    fields = list(reference(name).fields())
    assert [f.path for f in fields if f.path != "body" and not f.main.descriptions] == []
    assert [f.path for f in fields if any(v.meaning is None for v in f.main.values)] == []


@pytest.mark.parametrize("name", TYPES)
def test_objects_are_open(name: str) -> None:
    everything = (reference(name).root, *reference(name).fields())
    assert [f.path for f in everything if f.main.closed] == []


def test_legacy_fields_carry_a_successor_that_is_there() -> None:
    found = {
        (name, f.path): f.main.replaced_by
        for name in TYPES
        for f in reference(name).fields()
        if f.main.status == "legacy"
    }
    assert found == LEGACY
    for (name, path), successor in LEGACY.items():
        assert at(reference(name), path).main.deprecated is True
        assert successor in paths_of(reference(name))


def test_only_the_name_of_an_agent_is_required() -> None:
    always = [(name, f.path) for name in TYPES for f in reference(name).fields() if f.required.always]
    inside = [("skill", "market.maintainer.name"), ("skill", "metadata.market.maintainer.name")]
    assert always == [("agent", "name"), *inside]
    assert not passes("agent", {})
    assert passes("agent", {"name": "A"})


DEFAULTS = {
    "agent": {
        "env.enabled": True,
        "env.includeWeekday": True,
        "env.includeLocalTime": True,
        "env.includeSessionStart": True,
        "heartbeat.enabled": False,
        "webhooks.events.<event>.max_turns": 5,
        "file_security.restrictToWorkDirs": False,
    },
    "skill": {"user-invocable": True, "context": "default", "json_output.shape": "object"},
    "schedule": {},
    "memory-policy": {},
    "memory-note": {},
    "receipt": {},
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_no_default_but_those_that_a_source_states(name: str) -> None:
    found = {f.path: f.main.default for f in reference(name).fields() if f.main.default is not MISSING}
    assert found == DEFAULTS[name]


VALUES = {
    ("skill", "risk_level"): ["low", "medium", "high"],
    ("skill", "status"): ["enabled", "disabled"],
    ("schedule", "status"): ["pending", "active", "paused", "completed", "cancelled"],
    ("schedule", "schedule.kind"): ["at", "delay", "interval", "cron", "rrule"],
    ("schedule", "schedule.missed_fire_policy"): ["skip", "fire_once", "fire_all"],
    ("schedule", "action.type"): ["query", "heartbeat"],
    ("memory-policy", "compression.strategy"): ["summarize"],
    ("memory-note", "importance"): ["high", "medium", "low"],
}


@pytest.mark.parametrize(("name", "path"), VALUES)
def test_closed_lists_are_those_of_the_seed(name: str, path: str) -> None:
    assert [v.value for v in at(reference(name), path).main.values] == VALUES[name, path]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("agent", "llm.provider"),
        ("skill", "context"),
        ("skill", "type"),
        ("memory-note", "type"),
        ("memory-note", "source"),
        ("receipt", "task.outcome.status"),
    ],
)
def test_lists_that_the_seed_gives_as_examples_stay_open(name: str, path: str) -> None:
    value: Any = "something-new"
    for key in reversed(path.split(".")):
        value = {key: value}
    assert passes(name, {"name": "A", **value} if name == "agent" else value)
    assert at(reference(name), path).main.values == ()
    assert at(reference(name), path).main.examples


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("agent", ["mcp_servers.<id>.headers", "webhooks.events.<event>.prompt_template"]),
        ("skill", ["metadata.i18n.<locale>.short_desc"]),
    ],
)
def test_free_keys_have_a_word_of_their_own(name: str, paths: list[str]) -> None:
    assert set(paths) <= set(paths_of(reference(name)))
    assert [p for p in paths_of(reference(name)) if "<key>" in p] == []


def test_any_skill_field_may_stand_under_metadata() -> None:
    skill = reference("skill")
    outside = [p for p in paths_of(skill) if not p.startswith(("metadata", "body"))]
    assert len(outside) > 20

    def rules(field: Field) -> tuple[Any, ...]:
        return (type_in(field.main.type), [v.value for v in field.main.values], field.main.constraints, field.required)

    for path in outside:
        assert rules(at(skill, f"metadata.{path}")) == rules(at(skill, path))


# --- schedules --------------------------------------------------------------------------------------------------------

PARAMETERS = {
    "at": "2026-05-04T15:00:00+08:00",
    "delay": "PT30M",
    "interval": "1h30m",
    "cron": "0 9 * * 1-5",
    "rrule": "FREQ=MONTHLY;BYDAY=1FR",
}


@pytest.mark.parametrize("kind", PARAMETERS)
def test_each_kind_of_schedule_requires_the_parameter_of_its_name(kind: str) -> None:
    assert required(at(reference("schedule"), f"schedule.{kind}")) == f"required if `kind` is `{kind}`"
    assert passes("schedule", {"schedule": {"kind": kind, kind: PARAMETERS[kind]}})
    other = "cron" if kind == "at" else "at"
    assert not passes("schedule", {"schedule": {"kind": kind}})
    assert not passes("schedule", {"schedule": {"kind": kind, other: PARAMETERS[other]}})


def test_a_schedule_without_a_kind_requires_nothing() -> None:
    assert passes("schedule", {})
    assert passes("schedule", {"schedule": {}})
    assert not passes("schedule", {"schedule": {"kind": "weekly"}})


def test_a_query_requires_a_prompt() -> None:
    assert passes("schedule", {"action": {"type": "heartbeat"}})
    assert passes("schedule", {"action": {}})
    assert not passes("schedule", {"action": {"type": "query"}})
    assert required(at(reference("schedule"), "action.prompt")) == "required if `type` is `query`"


@pytest.mark.parametrize("good", ["PT30M", "PT1H", "P1D", "P2W", "P1DT12H", "30s", "5m", "1h30m", "2d", "1d2h3m4s"])
def test_durations_have_two_forms(good: str) -> None:
    for kind in ("delay", "interval"):
        assert passes("schedule", {"schedule": {"kind": kind, kind: good}})


@pytest.mark.parametrize(
    "bad", ["", "P", "PT", "P1DT", "30", "30 minutes", "m5", "30m1h", "1h 30m", "-5m", "5m\n", "T5M"]
)
def test_what_looks_like_a_duration_and_is_none(bad: str) -> None:
    for kind in ("delay", "interval"):
        assert not passes("schedule", {"schedule": {"kind": kind, kind: bad}})


@pytest.mark.parametrize(
    ("cron", "good"),
    [
        ("0 8 * * 1-5", True),
        ("*/15 0-6 1,15 * MON", True),
        ("0 0 8 * * 1-5", False),
        ("0 8 * *", False),
        (" 0 8 * * *", False),
        ("@daily", False),
    ],
)
def test_a_cron_expression_has_five_fields(cron: str, *, good: bool) -> None:
    assert passes("schedule", {"schedule": {"kind": "cron", "cron": cron}}) is good


@pytest.mark.parametrize(
    ("moment", "good"),
    [
        ("2026-05-04T15:00:00+08:00", True),
        ("2026-05-04T15:00Z", True),
        ("2026-05-04T15:00:00.250", True),
        ("2026-05-04", False),
        ("2026-05-04 15:00", False),
        ("2026-13-04T15:00:00Z", False),
        ("2026-05-04T25:00:00Z", False),
        ("tomorrow", False),
    ],
)
def test_moments_are_iso_8601(moment: str, *, good: bool) -> None:
    for key in ("at", "starts_at", "expires_at"):
        assert passes("schedule", {"schedule": {"kind": "at", "at": PARAMETERS["at"], key: moment}}) is good


@pytest.mark.parametrize("key", ["retry", "failureAlert"])
def test_what_is_not_documented_takes_any_object(key: str) -> None:
    assert passes("schedule", {key: {"anything": [1, {"goes": None}]}})
    assert not passes("schedule", {key: 3})


# --- memory, receipts, prose ------------------------------------------------------------------------------------------


def test_the_earlier_threshold_is_a_count_in_both_places() -> None:
    assert passes("memory-policy", {"threshold_days": 20, "compression": {"threshold_days": 20}})
    for value in ({"threshold_days": "20d"}, {"compression": {"threshold_days": "20d"}}):
        assert not passes("memory-policy", value)


@pytest.mark.parametrize(
    ("period", "kept", "window"), [("forever", True, False), ("90d", True, True), ("0d", False, False)]
)
def test_periods_are_days_and_some_may_last_forever(period: str, *, kept: bool, window: bool) -> None:
    for key in ("pinned", "topics"):
        assert passes("memory-policy", {"retention": {key: period}}) is kept
    for key in ("recent", "archive_after"):
        assert passes("memory-policy", {"retention": {"timeline": {key: period}}}) is window


def test_a_receipt_is_read_only() -> None:
    assert reference("receipt").root.main.read_only
    for kind in ("deterministic", "adaptive", "human_gate"):
        assert limits(at(reference("receipt"), f"step_types.{kind}")) == {"minimum": 0}


HEADINGS = {
    "persona": {
        "body.responses": ("我希望你怎么回答", "How I Want You to Respond"),
        "body.dislikes": ("我不想看到什么", "What I Do Not Want"),
        "body.safety": ("安全与确认", "Safety and Confirmation"),
        "body.uncertainty": ("不确定时", "When Uncertain"),
        "body.l0": ("L0",),
        "body.l1": ("L1",),
        "body.l2": ("L2",),
    },
    "principles": {
        "body.must-do": ("必须做", "Must Do"),
        "body.never-do": ("绝不做", "Never Do"),
        "body.escalation": ("升级路径", "Escalation Path"),
        "body.l0": ("L0",),
        "body.l1": ("L1",),
        "body.l1.must-do": ("Must Do", "必须做"),
        "body.l1.must-not": ("Must Not", "绝不做", "Never Do"),
        "body.l1.priority": ("Priority", "优先级"),
        "body.l2": ("L2",),
    },
    "skill": {
        "body.when-to-use": ("何时使用", "When to Use", "When to use"),
        "body.steps": ("执行步骤", "Execution Steps", "Steps"),
        "body.references": ("参考资料", "References"),
    },
}


@pytest.mark.parametrize("name", HEADINGS)
def test_sections_and_their_headings_in_both_languages(name: str) -> None:
    found = {f.path: f.main.headings for f in reference(name).fields() if f.main.headings}
    assert found == HEADINGS[name]


@pytest.mark.parametrize("name", ["persona", "principles"])
def test_prose_is_divided_by_topic_or_into_layers(name: str) -> None:
    forms = {f.path: f.main.form for f in reference(name).fields() if f.path.count(".") == 1}
    layers = {f"body.l{i}" for i in range(3)}
    assert {p for p, form in forms.items() if form == "layers"} == layers
    assert {p for p, form in forms.items() if form == "topics"} == set(forms) - layers


# --- the seed's own examples, as data: its keys and numbers, neutral words --------------------------------------------

SEED_EXAMPLES: dict[str, Any] = {
    "agent": {
        "$schema": "https://desirecore.net/schemas/agentfs/v1/agent-config.json",
        "name": "N",
        "version": "1.2.0",
        "description": "D",
        "avatar": {"char": "A", "color": "blue"},
        "llm": {
            "provider": "anthropic",
            "providerId": "provider-anthropic-001",
            "model": "claude-sonnet-4-5",
            "thinkingBudgets": {"low": 1024, "medium": 4096, "high": 8192, "xhigh": 16384},
            "maxRetryDelayMs": 32000,
        },
        "env": {"enabled": True, "includeWeekday": True, "includeLocalTime": True, "includeSessionStart": True},
        "heartbeat": {"enabled": False},
        "tool_permissions": {"denied": ["PowerShell"]},
        "mcp_servers": {},
        "accepts_handoff": True,
        "accepts_messages": True,
        "max_concurrent_sessions": 3,
    },
    "skill": {
        "name": "N",
        "description": "D",
        "version": "1.0.0",
        "author": "A",
        "allowed-tools": ["Read", "Write", "Edit"],
        "user-invocable": True,
        "risk_level": "medium",
        "provider": "anthropic",
    },
    "schedule": {
        "id": "i",
        "display_name": "N",
        "enabled": True,
        "status": "active",
        "schedule": {
            "kind": "cron",
            "cron": "0 8 * * 1-5",
            "timezone": "Asia/Shanghai",
            "missed_fire_policy": "fire_once",
            "no_overlap": True,
        },
        "action": {"type": "query", "prompt": "P"},
        "tags": ["t"],
    },
    "memory-policy": {
        "compression": {"enabled": True, "max_recent_matters": 20, "strategy": "summarize"},
        "retention": {
            "pinned": "forever",
            "topics": "forever",
            "timeline": {"recent": "90d", "archive_after": "180d"},
        },
    },
    "memory-note": {
        "type": "preference",
        "importance": "high",
        "created": "2026-01-15T10:30:00Z",
        "source": "user_teaching",
    },
    "receipt": {
        "receipt_id": "rcpt_20260115_143022_abc123",
        "repo_ref": "a1b2c3d4...",
        "session": {"session_id": "s", "agent_id": "a", "user_id": "u"},
        "task": {"input_summary": "I", "output_summary": "O", "outcome": {"status": "completed"}},
        "step_types": {"deterministic": 3, "adaptive": 5, "human_gate": 1},
        "time_metrics": {"agent_execution_time": 45, "actual_human_time": 120},
    },
}


@pytest.mark.parametrize("name", SEED_EXAMPLES)
def test_the_seeds_own_example_passes(name: str) -> None:
    assert [e.message for e in validator(name).iter_errors(SEED_EXAMPLES[name])] == []


@pytest.mark.parametrize("name", SEED_EXAMPLES)
def test_every_key_of_the_seeds_example_is_a_field(name: str) -> None:
    def keys(value: Any, path: str = "") -> Iterator[str]:
        if isinstance(value, dict):
            for key, inner in value.items():
                here = f"{path}.{key}" if path else key
                yield here
                yield from keys(inner, here)

    assert [k for k in keys(SEED_EXAMPLES[name]) if k not in paths_of(reference(name))] == []
