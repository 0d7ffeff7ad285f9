"""Older names and aliases: what the client goes by, where that was written, and what is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.formats.model import Provenance
from tests.formats.agentfs.agents import agent_audit, field, places, policy_audit, rules, skill_audit
from tests.formats.repositories import profile_of

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.fields import FieldValue
    from sphinx_agentcfg.audit.model import Audit


def told(value: FieldValue) -> tuple[object, str, str | None, bool]:
    """Return value, provenance, the pointer where it was written, and whether that is assumed."""
    pointer = value.origin.pointer if value.origin else None
    return value.value, value.provenance.value, pointer, bool(value.derivation and value.derivation.assumed)


def test_model_fields_of_runtime_are_those_of_llm_where_there_is_no_llm(tmp_path: Path) -> None:
    runtime = {"engine": "e", "provider": "p", "model": "m", "thinkingBudgets": {"low": 1}}
    audit = agent_audit(tmp_path, {"runtime": runtime})
    assert told(field(audit, "agent", "llm.model")) == ("m", "own", "/runtime/model", True)
    assert told(field(audit, "agent", "llm.provider")) == ("p", "own", "/runtime/provider", True)
    assert told(field(audit, "agent", "llm.thinkingBudgets.low")) == (1, "own", "/runtime/thinkingBudgets/low", True)
    assert profile_of(audit, "agentfs:helper").model == "m"
    assert rules(audit) == ["legacy-runtime"]


def test_the_engine_of_runtime_is_no_model_field(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {"runtime": {"engine": "e"}})
    assert field(audit, "agent", "llm").provenance is Provenance.MISSING
    assert told(field(audit, "agent", "runtime.engine")) == ("e", "own", "/runtime/engine", False)


def test_llm_wins_as_a_whole_over_runtime(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {"llm": {"model": "new"}, "runtime": {"model": "old", "provider": "p"}})
    assert told(field(audit, "agent", "llm.model")) == ("new", "own", "/llm/model", False)
    assert field(audit, "agent", "llm.provider").provenance is Provenance.MISSING


def test_defaults_of_the_schema_are_shown(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {})
    assert told(field(audit, "agent", "env.includeWeekday")) == (True, "default", None, False)
    assert told(field(audit, "agent", "heartbeat.enabled")) == (False, "default", None, False)


@pytest.mark.parametrize(
    ("policy", "pointer"),
    [
        ({"threshold_days": 30}, "/threshold_days"),
        ({"compression": {"threshold_days": 30}}, "/compression/threshold_days"),
        ({"compression": {"threshold_days": 30}, "threshold_days": 7}, "/compression/threshold_days"),
        ({"compression": None, "threshold_days": 30}, "/threshold_days"),
    ],
)
def test_threshold_days_is_read_as_a_count_of_topics(policy: object, pointer: str, tmp_path: Path) -> None:
    audit = policy_audit(tmp_path, policy)
    assert told(field(audit, "memory-policy", "compression.max_recent_matters")) == (30, "own", pointer, True)
    assert "legacy-threshold-days" in rules(audit)


def test_max_recent_matters_wins_over_its_older_name(tmp_path: Path) -> None:
    audit = policy_audit(tmp_path, {"compression": {"max_recent_matters": 20}, "threshold_days": 30})
    pointer = "/compression/max_recent_matters"
    assert told(field(audit, "memory-policy", "compression.max_recent_matters")) == (20, "own", pointer, True)
    assert rules(audit) == ["threshold-days-differs"]
    assert places(audit, "threshold-days-differs") == [("/threshold_days", "")]


def test_two_equal_counts_are_nothing_to_tell(tmp_path: Path) -> None:
    audit = policy_audit(tmp_path, {"compression": {"max_recent_matters": 20, "threshold_days": 20}})
    assert rules(audit) == []
    assert not told(field(audit, "memory-policy", "compression.max_recent_matters"))[3]


def test_a_field_below_metadata_counts_as_one_at_the_root(tmp_path: Path) -> None:
    audit = skill_audit(tmp_path, "metadata:\n  name: Notes\n  version: 1.0.0\n  requires:\n    tools: [Read]\n")
    assert told(field(audit, "skill", "name")) == ("Notes", "own", "/metadata/name", False)
    assert told(field(audit, "skill", "requires.tools")) == (["Read"], "own", "/metadata/requires/tools", False)
    assert rules(audit) == []


def test_the_root_wins_over_metadata_and_a_difference_is_assumed(tmp_path: Path) -> None:
    audit = skill_audit(tmp_path, "version: 2.0.4\nauthor: A\nmetadata:\n  version: 2.0.1\n  author: A\n")
    assert told(field(audit, "skill", "version")) == ("2.0.4", "own", "/version", True)
    assert told(field(audit, "skill", "author")) == ("A", "own", "/author", False)
    assert places(audit, "metadata-differs") == [("/metadata/version", "")]


def test_objects_below_metadata_are_joined_field_by_field(tmp_path: Path) -> None:
    text = "requires:\n  tools: [Read]\nmetadata:\n  requires:\n    tools: [Write]\n    optional_tools: [Grep]\n"
    audit = skill_audit(tmp_path, text)
    assert told(field(audit, "skill", "requires.tools")) == (["Read"], "own", "/requires/tools", True)
    pointer = "/metadata/requires/optional_tools"
    assert told(field(audit, "skill", "requires.optional_tools")) == (["Grep"], "own", pointer, False)
    assert places(audit, "metadata-differs") == [("/metadata/requires/tools", "")]


def test_what_only_metadata_has_stays_there(tmp_path: Path) -> None:
    audit = skill_audit(tmp_path, 'metadata:\n  updated_at: "2026-01-01"\n  category: x\n')
    effective = profile_of(audit, "agentfs:helper").parts[1].effective
    assert effective == {"metadata": {"updated_at": "2026-01-01", "category": "x"}}
    assert rules(audit) == []


def invocation(audit: Audit) -> tuple[object, str, str | None, bool]:
    return told(field(audit, "skill", "disable-model-invocation"))


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        ("disable-model-invocation: true\n", (True, "/disable-model-invocation", False), []),
        (
            "disable_model_invocation: true\n",
            (True, "/disable_model_invocation", False),
            ["legacy-disable-model-invocation"],
        ),
        (
            "metadata:\n  disable_model_invocation: true\n",
            (True, "/metadata/disable_model_invocation", False),
            ["legacy-disable-model-invocation"],
        ),
        (
            "disable-model-invocation: true\ndisable_model_invocation: true\n",
            (True, "/disable-model-invocation", False),
            ["legacy-disable-model-invocation"],
        ),
        (
            "disable-model-invocation: false\ndisable_model_invocation: true\n",
            (False, "/disable-model-invocation", True),
            ["disable-model-invocation-differs"],
        ),
        (
            "disable_model_invocation: true\nmetadata:\n  disable-model-invocation: false\n",
            (False, "/metadata/disable-model-invocation", True),
            ["disable-model-invocation-differs"],
        ),
        (
            "disable-model-invocation: true\nmetadata:\n  disable-model-invocation: false\n",
            (True, "/disable-model-invocation", True),
            ["metadata-differs"],
        ),
        (
            "disable_model_invocation: true\nmetadata:\n  disable_model_invocation: false\n",
            (True, "/disable_model_invocation", False),
            ["legacy-disable-model-invocation", "legacy-disable-model-invocation", "metadata-differs"],
        ),
    ],
)
def test_hyphens_win_over_the_alias(
    text: str, expected: tuple[bool, str, bool], found: list[str], tmp_path: Path
) -> None:
    audit = skill_audit(tmp_path, text)
    value, pointer, assumed = expected
    assert invocation(audit) == (value, "own", pointer, assumed)
    assert rules(audit) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("agent: A note taker.\n", ["agent-without-fork"]),
        ("agent: A note taker.\ncontext: default\n", ["agent-without-fork"]),
        ("agent: A note taker.\ncontext: fork\n", []),
        ("metadata:\n  agent: A note taker.\n  context: fork\n", []),
        ("context: fork\n", []),
    ],
)
def test_a_child_agents_role_needs_a_fork(text: str, found: list[str], tmp_path: Path) -> None:
    assert rules(skill_audit(tmp_path, text)) == found


def test_the_line_of_a_moved_value_is_that_of_its_older_place(tmp_path: Path) -> None:
    audit = skill_audit(tmp_path, "description: Writes.\nmetadata:\n  name: Notes\n")
    origin = field(audit, "skill", "name").origin
    assert origin is not None
    assert (origin.path, audit.line(origin)) == ("agents/helper/skills/notes/SKILL.md", 4)


@pytest.mark.parametrize(
    ("agent", "pointers"),
    [
        ({"capabilites": []}, ["/capabilites"]),
        ({"llm": {"Model": "m"}}, ["/llm/Model"]),
        ({"runtime": {"engine": "e", "model": "m", "tier": "t"}}, ["/runtime/tier"]),
        ({"mcp_servers": {"a": {"command": "x", "comand": "y"}}}, ["/mcp_servers/a/comand"]),
        ({"webhooks": {"events": {"any.name": {"max_turns": 1}}}}, []),
        ({"access_control": {"anything": {"goes": 1}}}, []),
        ({"required_skills": {"collections": [{"id": "a"}, {"Id": "b"}]}}, ["/required_skills/collections/1/Id"]),
        ({"delegation_input_contract": {"schema": {"type": "object"}}}, []),
        ({"$comment": "x"}, []),
    ],
)
def test_a_key_that_no_schema_knows_is_told_where_it_is(agent: object, pointers: list[str], tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, agent)
    assert [pointer for pointer, _ in places(audit, "unknown-field")] == pointers


def test_an_unknown_field_gets_a_suggestion(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {"trigger_pattern": []})
    [finding] = [f for f in audit.findings if f.name == "unknown-field"]
    assert "`trigger_patterns`" in finding.message.text("en")


def test_many_unknown_fields_are_summed_up(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {f"zz{i}": i for i in range(1_000)})
    found = [f for f in audit.findings if f.name == "unknown-field"]
    assert len(found) == 21
    assert "979" in max(found, key=lambda f: f.column or 0).message.text("en")
