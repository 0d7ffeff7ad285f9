"""The edges of a collaboration, and what is wrong with a graph; the edges are worked out from the table of facts §7."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.formats.rolebox.teams import rules, team

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

KIDS = "subagents:\n" + "".join(f"- {{name: {n}, description: d, prompt: p}}\n" for n in "abc")
PARENT = "parent"


def edges(audit: Audit) -> list[tuple[str, str, str, bool]]:
    return [(x.source, x.target, x.label, x.exits) for each in audit.resolved for x in each.links]


GRAPHS = [
    (
        "{topology: pipeline, agents: [a, b, c]}",
        [(PARENT, "a", "", False), ("a", "b", "", False), ("b", "c", "", False), ("c", PARENT, "", True)],
    ),
    (
        "{topology: review-loop, agents: [a, b, c]}",
        [
            (PARENT, "a", "", False),
            ("a", "b", "", False),
            ("b", "c", "", False),
            ("c", "a", "loop", False),
            ("c", PARENT, "exit", True),
        ],
    ),
    (
        "{topology: review-loop, agents: [a]}",
        [(PARENT, "a", "", False), ("a", "a", "loop", False), ("a", PARENT, "exit", True)],
    ),
    (
        "{topology: ' star ', agents: [a, b]}",
        [(PARENT, "a", "", False), ("a", PARENT, "", True), (PARENT, "b", "", False), ("b", PARENT, "", True)],
    ),
    (
        "{flow: [parent -> a, ' a->b : hand: now ', {from: b, to: parent, label: x}, {from: b, to: c, exit: true}]}",
        [
            (PARENT, "a", "", False),
            ("a", "b", "hand: now", False),
            ("b", PARENT, "x", True),
            ("b", "c", "", True),
        ],
    ),
    (  # the topology first, and flow takes the place of an edge between the same two
        "{topology: pipeline, agents: [a, b], flow: ['a -> b: mine', 'parent -> c']}",
        [(PARENT, "a", "", False), ("a", "b", "mine", False), ("b", PARENT, "", True), (PARENT, "c", "", False)],
    ),
    ("{topology: circle, agents: [a]}", []),
    # a topology that is none, or has no agents, takes flow down with it
    ("{topology: circle, agents: [a], flow: ['parent -> a', 'a -> parent']}", []),
    ("{topology: pipeline, flow: ['parent -> a', 'a -> parent']}", []),
    ("{topology: 5, flow: ['parent -> a', 'a -> parent']}", []),
    ("{topology: null, flow: [a -> parent]}", [("a", PARENT, "", True)]),
    ("{flow: [{from: ' a', to: parent, exit: false}]}", [(" a", PARENT, "", True)]),  # letter by letter
    ("{topology: pipeline}", []),
    ("{agents: [a, b]}", []),
    ("{flow: ['a -> b -> c', 'a b -> c', 'a', {from: a}, 5]}", []),
]


@pytest.mark.parametrize(("graph", "expected"), GRAPHS)
def test_a_collaboration_becomes_these_edges(
    graph: str, expected: list[tuple[str, str, str, bool]], tmp_path: Path
) -> None:
    assert edges(team(tmp_path, f"{KIDS}collaboration: {graph}\n")) == expected


def told(folder: Path, graph: str) -> list[str]:
    found = [r for r, _, _ in rules(team(folder, f"{KIDS}collaboration: {graph}\n"))]
    return sorted(r for r in found if r != "field-removed")


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ("{topology: pipeline, agents: [a, b, c]}", []),
        ("{topology: pipeline, agents: [a, b]}", ["collaboration-orphan"]),
        ("{topology: pipeline, agents: [a, b, c, B]}", ["collaboration-unknown-agent"]),
        ("{topology: pipeline}", ["collaboration-empty"]),
        ("{topology: pipeline, agents: []}", ["collaboration-empty"]),
        ("{}", ["collaboration-empty"]),
        ("{flow: []}", ["collaboration-empty"]),
        ("{topology: circle, agents: [a], flow: ['parent -> a', 'a -> parent']}", ["collaboration-empty"]),
        ("{topology: pipeline, flow: ['parent -> a', 'a -> parent']}", ["collaboration-empty"]),
        ("{agents: [a], flow: ['parent -> a', 'a -> b', 'b -> c', 'c -> parent']}", ["collaboration-agents-unused"]),
        ("{flow: ['parent -> a', 'a -> b', 'b -> c', 'c -> parent', 'a -> b -> c']}", ["collaboration-edge-invalid"]),
        ("{flow: ['a -> b', 'b -> c', 'c -> parent']}", ["collaboration-no-entry", *["collaboration-orphan"] * 3]),
        ("{flow: ['parent -> a', 'a -> b', 'b -> c']}", ["collaboration-no-exit"]),
        ("{topology: review-loop, agents: [a, b, c]}", ["collaboration-cycle-without-limit"]),
        ("{topology: review-loop, agents: [a, b, c], max_iterations: 2}", []),
        ("{topology: review-loop, agents: [a, b, c], termination: {any_of: [{max_iterations: 2}]}}", []),
        ("{topology: review-loop, agents: [a, b, c], max_iterations: 0}", ["collaboration-loop-disabled"]),
        ("{topology: pipeline, agents: [a, b, c], max_iterations: 0}", []),  # no loop
        ("{topology: pipeline, agents: [a, b, c], termination: {all_of: [{x: 1}]}}", ["termination-unknown-condition"]),
        (
            "{topology: pipeline, agents: [a, b, c], termination: {all_of: [{converged: x, y: 1}]}}",
            ["termination-extra-key"],
        ),
        (
            "{topology: pipeline, agents: [a, b, c], termination: {any_of: [{result_matches: {agent: z, regex: x}}]}}",
            ["termination-unknown-agent"],
        ),
        ("{topology: pipeline, agents: [a, b, c], termination: {any_of: [{converged: whatever}]}}", []),
    ],
)
def test_a_graph_that_cannot_work_is_reported(graph: str, expected: list[str], tmp_path: Path) -> None:
    assert told(tmp_path, graph) == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("mode: primary\ndispatch: {syncPromptTimeoutMs: 1}\n", []),
        ("dispatch: {syncPromptTimeoutMs: 1}\n", ["dispatch-without-primary"]),
        ("mode: all\ndispatch: {syncPromptTimeoutMs: 1}\n", ["dispatch-without-primary"]),
        ("mode: primary\ndispatch: {syncPromptTimeoutMs: 0}\n", ["dispatch-not-positive"]),
        ("mode: primary\ndispatch: {backgroundStaleTimeoutMs: -1}\n", ["dispatch-not-positive"]),
        ("mode: primary\ndispatch: {maxConcurrent: 2}\n", ["field-removed"]),
        ("mode: primary\ndispatch: {maxCostPerRequest: 2}\n", ["field-not-read"]),
    ],
)
def test_dispatch_counts_for_a_primary_role_with_numbers_above_0(
    more: str, expected: list[str], tmp_path: Path
) -> None:
    assert sorted(r for r, _, _ in rules(team(tmp_path, more))) == expected


def test_a_graph_of_ten_thousand_agents_is_no_trouble(tmp_path: Path) -> None:
    names = ", ".join(f"n{i}" for i in range(10_000))
    audit = team(tmp_path, f"collaboration: {{topology: review-loop, agents: [{names}]}}\n")
    assert len(edges(audit)) == 10_002
