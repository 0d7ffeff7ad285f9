"""What rolebox's own loader does at the edges: slugs, folders of skills, lost subagents in a graph, numbers as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.formats.model import State
from tests.formats.repositories import profile_of
from tests.formats.rolebox.teams import role, rules, team

if TYPE_CHECKING:
    from pathlib import Path

LEAD = "rolebox/lead/role.yaml"
#: Subagents ``a`` and ``b``; rolebox drops ``b``, which has no prompt.
HALF = "subagents:\n- {name: a, description: d, prompt: p}\n- {name: b, description: d}\n"


def test_a_graph_that_names_a_dropped_subagent_is_reported_with_it(tmp_path: Path) -> None:
    audit = team(tmp_path, f"{HALF}collaboration:\n  topology: pipeline\n  agents: [a, b]\n")
    found = [(r, line) for r, _, line in rules(audit) if r != "field-removed"]
    assert found == [("prompt-missing", 6), ("collaboration-unknown-agent", 9)]


def test_a_dropped_subagent_is_missed_in_no_graph(tmp_path: Path) -> None:
    audit = team(tmp_path, f"{HALF}collaboration:\n  topology: pipeline\n  agents: [a]\n")
    assert [r for r, _, _ in rules(audit) if r != "field-removed"] == ["prompt-missing"]


@pytest.mark.parametrize("condition", ["signal_observed(answer)", "5", "null", "[max_iterations]", "{}"])
def test_a_condition_that_is_no_mapping_is_no_condition(condition: str, tmp_path: Path) -> None:
    kid = "subagents: [{name: a, description: d, prompt: p}]\n"
    graph = f"collaboration:\n  topology: star\n  agents: [a]\n  termination:\n    any_of:\n    - {condition}\n"
    found = [(r, line) for r, _, line in rules(team(tmp_path, kid + graph)) if r != "field-removed"]
    assert found == [("termination-unknown-condition", 10)]  # and not the schema's as well


def test_a_label_is_one_line(tmp_path: Path) -> None:
    kid = "subagents: [{name: a, description: d, prompt: p}]\n"
    graph = 'collaboration:\n  flow: ["parent -> a", "a -> parent", "a -> a: one\\ntwo"]\n  max_iterations: 1\n'
    audit = team(tmp_path, kid + graph)
    assert [r for r, _, _ in rules(audit) if r != "field-removed"] == ["collaboration-edge-invalid"]


def test_a_number_of_dispatch_from_the_environment_is_no_mistake(tmp_path: Path) -> None:
    audit = team(tmp_path / "a", "mode: primary\ndispatch: {syncPromptTimeoutMs: '{env:MS}'}\n")
    assert rules(audit) == []
    audit = team(tmp_path / "b", "mode: primary\ndispatch: {syncPromptTimeoutMs: '{env:1}'}\n")  # no placeholder
    assert "schema" in [r for r, _, _ in rules(audit)]


SKILL: dict[str, str | bytes] = {"skills/plain.md": "x"}


def test_a_subagent_in_a_folder_with_another_name_has_the_skills_of_its_role(tmp_path: Path) -> None:
    kid = role("skills: [plain]\n", name="Text Reviewer")
    assert rules(team(tmp_path / "a", "", {"subagents/other/role.yaml": kid, **SKILL})) == []
    # where the folder has its slug, that folder counts, and the role's does not
    audit = team(tmp_path / "b", "", {"subagents/text-reviewer/role.yaml": kid, **SKILL})
    assert [r for r, _, _ in rules(audit)] == ["skill-not-found"]
    named: dict[str, str | bytes] = {"subagents/Text Reviewer/role.yaml": kid}
    assert rules(team(tmp_path / "c", "", {**named, "subagents/Text Reviewer/skills/plain/SKILL.md": "x"})) == []


def test_an_inline_grandchild_has_the_skills_of_the_folder_below_its_parents(tmp_path: Path) -> None:
    more = (
        "subagents:\n- name: kid\n  description: d\n  prompt: p\n"
        "  subagents: [{name: grand, description: d, prompt: p, skills: [plain]}]\n"
    )
    files: dict[str, str | bytes] = {"subagents/kid/subagents/grand/skills/plain.md": "x"}
    assert rules(team(tmp_path / "a", more, files)) == []
    audit = team(tmp_path / "b", more, {"subagents/kid/subagents/grand/x.md": "x", **SKILL})
    assert [r for r, _, _ in rules(audit)] == ["skill-not-found"]
    assert rules(team(tmp_path / "c", more, SKILL)) == []  # no folder on the way: that of the role


def test_a_role_keeps_its_subagents_where_one_of_them_is_dropped(tmp_path: Path) -> None:
    audit = team(tmp_path, HALF)
    states = [profile_of(audit, f"rolebox:lead{end}").state for end in ("", "/a", "/b")]
    assert states == [State.OK, State.OK, State.UNRESOLVED]
