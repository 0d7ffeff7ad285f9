"""Where ``{env:NAME}`` is replaced and where it stays as it is (facts/rolebox.md §3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.formats.repositories import audit_of
from tests.formats.rolebox.teams import effective, rules, team

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

LEAD = "rolebox/lead/role.yaml"
FILED = "rolebox/lead/subagents/kid/role.yaml"


def needs(audit: Audit) -> list[tuple[str, str, int | None, bool]]:
    return [(n.profile, n.variable, audit.line(n.origin), n.replaced) for each in audit.resolved for n in each.needs]


def test_in_a_role_every_value_is_replaced_at_any_depth(tmp_path: Path) -> None:
    more = "model: '{env:M}/{env:N}'\nhooks:\n  custom:\n  - module: '/x/{env:_a1}'\n"
    assert needs(team(tmp_path, more)) == [
        ("rolebox:lead", "M", 4, True),
        ("rolebox:lead", "N", 4, True),
        ("rolebox:lead", "_a1", 7, True),
    ]


def test_an_inline_subagent_is_replaced_like_its_role(tmp_path: Path) -> None:
    audit = team(tmp_path, "subagents:\n- {name: kid, description: d, prompt: p, model: '{env:M}'}\n")
    assert needs(audit) == [("rolebox:lead/kid", "M", 5, True)]
    assert effective(audit, "rolebox:lead/kid")["model"] == "{env:M}"


def test_of_a_subagent_in_a_file_only_the_prompt_is_replaced(tmp_path: Path) -> None:
    text = "name: kid\ndescription: '{env:D}'\nprompt: 'x {env:P}'\nmodel: '{env:M}'\n"
    audit = team(tmp_path, "", {"subagents/kid/role.yaml": text})
    assert needs(audit) == [
        ("rolebox:lead/kid", "D", 2, False),
        ("rolebox:lead/kid", "P", 3, True),
        ("rolebox:lead/kid", "M", 4, False),
    ]
    assert rules(audit) == [("env-not-resolved", FILED, 2), ("env-not-resolved", FILED, 4)]


def test_the_path_of_the_prompt_file_of_a_role_is_taken_as_it_is(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {LEAD: "name: L\ndescription: d\nprompt_file: '{env:P}.md'\n"}, ["rolebox"])
    assert needs(audit) == [("rolebox:lead", "P", 3, False)]
    assert [r for r, _, _ in rules(audit)] == ["env-not-resolved", "prompt-file-missing"]


def test_the_text_of_a_prompt_file_is_replaced(tmp_path: Path) -> None:
    files = {LEAD: "name: L\ndescription: d\nprompt_file: p.md\n", "rolebox/lead/p.md": "one\ntwo {env:X}\n"}
    audit = audit_of(tmp_path, files, ["rolebox"])
    assert needs(audit) == [("rolebox:lead", "X", 2, True)]


def test_keys_are_never_replaced(tmp_path: Path) -> None:
    audit = team(tmp_path, "tools: {'{env:T}': true}\n")
    assert needs(audit) == [("rolebox:lead", "T", 4, False)]
    assert [r for r, _, _ in rules(audit)] == ["env-not-resolved"]


@pytest.mark.parametrize("name", ["1X", "A-B", "", "A:-x", " A"])
def test_a_name_that_is_none_stays_as_it_is(name: str, tmp_path: Path) -> None:
    audit = team(tmp_path, f"model: '{{env:{name}}}'\n")
    assert needs(audit) == []
    assert rules(audit) == [("env-not-resolved", LEAD, 4)]


@pytest.mark.parametrize("key", ["temperature", "top_p", "locked"])
def test_a_number_or_a_truth_value_from_the_environment_is_dropped(key: str, tmp_path: Path) -> None:
    audit = team(tmp_path, f"{key}: '{{env:X}}'\n")
    assert key not in effective(audit)
    assert rules(audit) == [("env-value-dropped", LEAD, 4)]  # in the place of the schema's finding


def test_numbers_of_dispatch_may_come_from_the_environment(tmp_path: Path) -> None:
    audit = team(tmp_path, "mode: primary\ndispatch: {syncPromptTimeoutMs: '{env:X}'}\n")
    assert "dispatch-not-positive" not in [r for r, _, _ in rules(audit)]
    assert needs(audit) == [("rolebox:lead", "X", 5, True)]


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ("max_iterations: '{env:X}'", 5),
        ("flow:\n  - {from: a, to: b, exit: '{env:X}'}", 6),
        ("termination:\n    any_of:\n    - {timeout_ms: '{env:X}'}", 7),
        ("termination:\n    all_of:\n    - {stuck: {repeats: '{env:X}'}}", 7),
    ],
)
def test_numbers_and_truth_values_of_a_graph_are_dropped_too(more: str, line: int, tmp_path: Path) -> None:
    audit = team(tmp_path, f"collaboration:\n  {more}\n")
    assert [(r, at) for r, _, at in rules(audit) if r in ("env-value-dropped", "schema")] == [
        ("env-value-dropped", line)
    ]
