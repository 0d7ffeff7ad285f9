"""Coverage: from where a field's value comes in each profile, and in which profiles the field is needed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.audit.coverage import coverage_rows, scores
from sphinx_agentcfg.audit.requirements import holds, needed_here
from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.reference.expressions import (
    ALWAYS,
    NEVER,
    All,
    Alternative,
    Any_,
    Condition,
    Equals,
    Holds,
    IsSet,
    Not,
    Requirement,
)
from tests.formats.repositories import write

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

MANIFEST = """
title = "Crew"
source_language = "en"
[documents.mate]
title = "Mate"
schema = "mate.schema.json"
syntax = "yaml"
files = ["crew/*.yaml"]
"""
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string"},
        "kind": {"enum": ["timer", "watch"], "default": "watch"},
        "every": {"type": "string"},
        "old": {"type": "string", "deprecated": True},
        "limits": {
            "type": "object",
            "required": ["turns"],
            "properties": {"turns": {"type": "integer"}, "note": {"type": "string"}},
        },
        "steps": {
            "type": "array",
            "items": {"type": "object", "required": ["run"], "properties": {"run": {"type": "string"}}},
        },
    },
    "if": {"properties": {"kind": {"const": "timer"}}, "required": ["kind"]},
    "then": {"required": ["every"]},
}


def audit_of(folder: Path, files: dict[str, str]) -> Audit:
    formats = write(folder / "formats/crew", {"format.toml": MANIFEST, "mate.schema.json": json.dumps(SCHEMA)})
    repository = write(folder / "repo", {f"crew/{name}.yaml": text for name, text in files.items()})
    return read_repository(repository, Catalog.builtin().with_folder(formats), only=["crew"])


def rows_of(audit: Audit) -> dict[str, dict[str, Any]]:
    return {row["field"]: row for row in coverage_rows(audit)}


def test_a_conditional_field_is_needed_where_its_condition_holds(tmp_path: Path) -> None:
    files = {
        "a": "name: A\nkind: timer\nevery: 1h\n",
        "b": "name: B\nkind: timer\n",
        "c": "name: C\nkind: watch\n",
        "d": "name: D\n",
    }
    row = rows_of(audit_of(tmp_path, files))["every"]
    assert (row["required"], row["needed"], row["own"], row["missing"]) == ("conditional", 2, 1, 3)


def test_what_lies_in_a_field_is_needed_only_where_that_one_is_there(tmp_path: Path) -> None:
    files = {"a": "name: A\nlimits: {turns: 5}\n", "b": "name: B\nlimits: {note: x}\n", "c": "name: C\n"}
    row = rows_of(audit_of(tmp_path, files))["limits.turns"]
    assert (row["required"], row["needed"], row["own"], row["missing"]) == ("always", 2, 1, 2)


def test_a_field_with_many_places_counts_once_as_the_place_that_says_most(tmp_path: Path) -> None:
    files = {
        "a": "name: A\nsteps: [{run: x}, {run: ''}, {}]\n",
        "b": "name: B\nsteps: [{run: ''}]\n",
        "c": "name: C\nsteps: [{}]\n",
        "d": "name: D\nsteps: []\n",
    }
    row = rows_of(audit_of(tmp_path, files))["steps[].run"]
    assert (row["own"], row["empty"], row["missing"], row["needed"], row["profiles"]) == (1, 1, 2, 3, 4)
    assert row["coverage"] == 1 / 4
    assert rows_of(audit_of(tmp_path, files))["steps"]["own"] == 4  # an empty list is a value


def test_a_default_fills_nothing(tmp_path: Path) -> None:
    row = rows_of(audit_of(tmp_path, {"a": "name: A\n", "b": "name: B\nkind: timer\n"}))["kind"]
    assert (row["default"], row["own"], row["coverage"]) == (1, 1, 0.5)


def test_a_score_weighs_what_must_be_there_three_times_and_what_cannot_be_there_not_at_all(tmp_path: Path) -> None:
    files = {
        "bare": "name: B\n",  # name 3 of: name 3, kind, every, limits, steps (`old` is outdated)
        "timer": "name: T\nkind: timer\n",  # name 3 and kind 1 of: name 3, kind, every 3, limits, steps
        "full": "name: F\nkind: timer\nevery: 1h\nlimits: {turns: 1}\n",  # 3+1+3+1+3 of these and note, steps
        "outdated": "name: O\nold: x\n",  # one that is there counts: 4 of 8
        "broken": "name: a: b\n",
    }
    found = scores(audit_of(tmp_path, files))
    assert found == {
        "crew:bare": 3 / 7,
        "crew:broken": None,
        "crew:full": 11 / 13,
        "crew:outdated": 4 / 8,
        "crew:timer": 4 / 9,
    }


CONDITIONS: list[tuple[Condition, dict[str, Any], bool]] = [
    (IsSet("a"), {"a": None}, True),
    (IsSet("a"), {}, False),
    (Equals("a", (1, 2), or_absent=False), {"a": 2}, True),
    (Equals("a", (1,), or_absent=False), {"a": True}, False),  # true is not 1
    (Equals("a", (1,), or_absent=False), {}, False),
    (Equals("a", (1,), or_absent=True), {}, True),
    (Not(IsSet("a")), {}, True),
    (All((IsSet("a"), IsSet("b"))), {"a": 1}, False),
    (Any_((IsSet("a"), IsSet("b"))), {"a": 1}, True),
    (Holds({"minProperties": 2}), {"a": 1, "b": 2}, True),
    (Holds({"minProperties": 2}), {"a": 1}, False),
    (Holds({"$ref": "#/nowhere"}), {"a": 1}, False),  # a test that cannot be made does not hold
    (Alternative(2, group="/anyOf"), {"b": 1}, True),
    (Alternative(1, group="/anyOf"), {"b": 1}, False),
    (Alternative(3, group="/anyOf"), {"b": 1}, False),
]


@pytest.mark.parametrize(("condition", "data", "expected"), CONDITIONS)
def test_a_condition_is_tried_on_what_the_document_says(
    condition: Condition, data: dict[str, Any], *, expected: bool
) -> None:
    schema = {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}
    assert holds(condition, data, schema) is expected


def test_a_field_is_never_needed_in_what_is_no_object() -> None:
    assert not needed_here(ALWAYS, [1], {})
    assert not needed_here(NEVER, {}, {})
    assert needed_here(Requirement(when=(IsSet("a"), IsSet("b"))), {"b": 1}, {})
