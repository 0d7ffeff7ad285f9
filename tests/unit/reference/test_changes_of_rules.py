"""What two versions differ in beyond single keywords: conditions, alternatives, free keys, definitions, sections."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.reference.changes import Change, State, compare
from sphinx_agentcfg.reference.changes.words import line
from sphinx_agentcfg.reference.revisions import read_version
from tests.unit.making import DRAFTS, EN, write

if TYPE_CHECKING:
    from pathlib import Path

S = {"type": "string"}
N = {"type": "integer"}
IF_A = {"if": {"properties": {"kind": {"const": "x"}}, "required": ["kind"]}}
OBJECT = {"type": "object", "properties": {"a": S, "kind": S}}


def between(folder: Path, old: Any, new: Any) -> tuple[Change, ...]:
    write(folder, {"old.json": old, "new.json": new})
    versions = [read_version(f"{name}.json", Catalog(), folder) for name in ("old", "new")]
    return compare(*versions).changes


def told(folder: Path, old: Any, new: Any) -> list[str]:
    return [f"{c.class_}: {line(c, EN)}" for c in between(folder, old, new)]


def when(*names: str) -> dict[str, Any]:
    return OBJECT | IF_A | {"then": {"required": list(names)}}


#: Old schema, new one, every line that is told.
CASES: dict[str, tuple[Any, Any, list[str]]] = {
    "required on a condition": (
        OBJECT,
        when("a"),
        ["breaking: `a`: If `kind` is `x`: required now"],
    ),
    "required on a condition only": (
        OBJECT | {"required": ["a"]},
        when("a"),
        ["compatible: `a`: no longer always required, only required if `kind` is `x`"],
    ),
    "required always, no longer on a condition only": (
        when("a"),
        OBJECT | {"required": ["a"]},
        ["breaking: `a`: required now; until now required if `kind` is `x`"],
    ),
    "required with another field": (
        OBJECT,
        OBJECT | {"dependentRequired": {"kind": ["a"]}},
        ["breaking: `a`: If `kind` is set: required now"],
    ),
    "another condition": (
        when("a"),
        when("a") | {"if": {"required": ["kind"]}},
        ["breaking: the whole document: rule `if` changed "],
    ),
    "tighter on a condition": (
        OBJECT,
        OBJECT | IF_A | {"then": {"properties": {"a": {"maxLength": 3}}}},
        ["breaking: `a`: If `kind` is `x`: `maxLength` added (`3`)"],
    ),
    "ruled out": (S, S | {"not": {"const": "x"}}, ["breaking: the whole document: rule `not` added "]),
    "one more alternative": (
        {"anyOf": [S | {"minLength": 1}, N]},
        {"anyOf": [S | {"minLength": 1}, N, {"type": "null"}]},
        ["compatible: the whole document: alternative added (`null`)"],
    ),
    "one alternative less": (
        {"anyOf": [S | {"minLength": 1}, N]},
        {"anyOf": [S | {"minLength": 1}]},
        ["breaking: the whole document: alternative removed (integer)"],
    ),
    "one more that may pass beside another": (
        {"oneOf": [S | {"minLength": 1}, N]},
        {"oneOf": [S | {"minLength": 1}, N, {"pattern": "^a"}]},
        ['breaking: the whole document: alternative added (`{"pattern": "^a"}`)'],
    ),
    "the order of alternatives": ({"anyOf": [S | {"minLength": 1}, N]}, {"anyOf": [N, S | {"minLength": 1}]}, []),
    "a change in an alternative": (
        {"anyOf": [S | {"minLength": 1, "title": "Name"}, N]},
        {"anyOf": [S | {"minLength": 2, "title": "Name"}, N]},
        ["breaking: the whole document: Alternative 1, Name: `minLength` tightened (`1` → `2`)"],
    ),
    "null as well": (
        {"type": "object", "properties": {"x": S}},
        {"anyOf": [{"type": "object", "properties": {"x": S}}, {"type": "null"}]},
        ["compatible: the whole document: alternative added (`null`)"],
    ),
    "null no longer": (
        {"anyOf": [{"type": "object", "properties": {"x": S}}, {"type": "null"}]},
        {"type": "object", "properties": {"x": S}},
        ["breaking: the whole document: alternative removed (`null`)"],
    ),
    "types as alternatives": (
        {"type": ["string", "null"]},
        {"anyOf": [S, {"type": "null"}]},
        ["wording: the whole document: `type` is written differently and means the same"],
    ),
    "values as alternatives": (
        {"enum": ["x", "y"]},
        {"oneOf": [{"const": "x"}, {"const": "y"}]},
        ["wording: the whole document: `enum` is written differently and means the same"],
    ),
    "a meaning": (
        {"enum": ["x"], "x-enumDescriptions": {"x": "Old."}},
        {"enum": ["x"], "x-enumDescriptions": {"x": "New."}},
        ['wording: the whole document: meaning of `"x"` reworded (`Old.` → `New.`)'],
    ),
    "a field in an open object": (
        {"properties": {}},
        {"properties": {"a": S}},
        ["compatible: `a`: field added; until now any value could stand there"],
    ),
    "a field in a map": (
        {"additionalProperties": S},
        {"additionalProperties": S, "properties": {"a": N}},
        ["breaking: `a`: field added; until now other values could stand there"],
    ),
    "a field that a map covers now": (
        {"additionalProperties": S, "properties": {"a": S}},
        {"additionalProperties": S},
        ["compatible: `a`: field removed; any other key covers it now"],
    ),
    "a map's values": (
        {"additionalProperties": S},
        {"additionalProperties": S | {"maxLength": 3}},
        ["breaking: `<key>`: `maxLength` added (`3`)"],
    ),
    "a map's keys": (
        {"additionalProperties": S},
        {"additionalProperties": S, "propertyNames": {"pattern": "^a"}},
        ["breaking: the whole document: each key: pattern added (`^a`)"],
    ),
    "items": (
        {"type": "array", "items": S},
        {"type": "array", "items": S | {"enum": ["x"]}},
        ["breaking: `[]`: only certain values are allowed now (`x`)"],
    ),
    "a place of a tuple": (
        {"prefixItems": [S, S], "items": False},
        {"prefixItems": [S], "items": False},
        ["breaking: `[1]`: no value is allowed any more"],
    ),
    "a type that is another, with all that went with it": (
        {"properties": {"a": {"type": "object", "properties": {"x": S}}}},
        {"properties": {"a": S | {"minLength": 1}}},
        ["breaking: `a`: type changed (object → string)"],
    ),
    "written twice": (S | {"minLength": 0}, S, ["wording: the whole document: `minLength` is written differently"]),
    "a list of objects, by what names them": (
        {"x-fields": [{"value": "p", "on": True}, {"value": "q", "label": "Q"}]},
        {"x-fields": [{"value": "q", "label": "R"}, {"value": "p", "on": False}]},
        [
            "compatible: the whole document: `x-fields/p/on` changed (`true` → `false`)",
            "wording: the whole document: `x-fields/q/label` reworded (`Q` → `R`)",
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_change_is_told_in_one_line(tmp_path: Path, name: str) -> None:
    old, new, wanted = CASES[name]
    lines = told(tmp_path, old, new)
    assert len(lines) == len(wanted), lines
    assert all(said.startswith(want) for said, want in zip(lines, wanted, strict=True)), lines


# --- definitions ------------------------------------------------------------------------------------------------------


def shared(name: str, **keywords: Any) -> dict[str, Any]:
    uses = {n: {"$ref": f"#/$defs/{name}"} for n in ("a", "b")}
    return {"properties": uses, "$defs": {name: {"type": "object", "properties": {"x": S | keywords}}}}


def test_a_definition_with_another_name_is_the_same_definition(tmp_path: Path) -> None:
    assert told(tmp_path, shared("old"), shared("new")) == []
    assert told(tmp_path, shared("old"), shared("new", minLength=1)) == ["breaking: `#new.x`: `minLength` added (`1`)"]


def test_definitions_that_call_each_other_are_met_once(tmp_path: Path) -> None:
    def tree(**keywords: Any) -> dict[str, Any]:
        node = {"properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/node"}}, "label": S | keywords}}
        return {"properties": {"root": {"$ref": "#/$defs/node"}}, "$defs": {"node": node}}

    assert told(tmp_path, tree(), tree(maxLength=2)) == ["breaking: `#node.label`: `maxLength` added (`2`)"]


def test_a_definition_that_nothing_uses_is_told_too(tmp_path: Path) -> None:
    none, one = {"title": "T"}, {"title": "T", "$defs": {"spare": S}}
    assert told(tmp_path, none, one) == ["compatible: `#spare`: definition added that nothing refers to"]
    assert told(tmp_path, one, none) == ["compatible: `#spare`: definition removed that nothing referred to"]
    assert told(tmp_path, one, {"title": "T", "$defs": {"spare": N}}) == [
        "breaking: `#spare`: type changed (string → integer)"
    ]


def test_tangled_references_end(tmp_path: Path) -> None:
    names = [f"d{i}" for i in range(30)]
    definitions = {
        n: {
            "anyOf": [{"$ref": f"#/$defs/{m}"} for m in names],
            "properties": {m: {"$ref": f"#/$defs/{m}"} for m in names},
        }
        for n in names
    }
    old = {"$ref": "#/$defs/d0", "$defs": definitions}
    new = json.loads(json.dumps(old))
    new["$defs"]["d7"]["properties"]["d3"] = S
    assert "d3" in " ".join(told(tmp_path, old, new))


def test_a_file_that_is_referred_to_counts(tmp_path: Path) -> None:
    refers = {"properties": {"a": {"$ref": "part.json"}}}
    write(tmp_path, {"one/s.json": refers, "one/part.json": S, "two/s.json": refers, "two/part.json": N})
    changes = compare(*(read_version(f"{name}/s.json", Catalog(), tmp_path) for name in ("one", "two")))
    assert changes.state is State.CHANGED
    assert [line(c, EN) for c in changes.changes] == ["`a`: type changed (string → integer)"]


# --- the rest ---------------------------------------------------------------------------------------------------------


def test_a_field_that_moved_is_one_change(tmp_path: Path) -> None:
    moved = {"type": "object", "properties": {"x": S}, "description": "Deep."}
    old = {"properties": {"a": moved, "b": {"type": "object", "properties": {}}}}
    new = {"properties": {"b": {"type": "object", "properties": {"a": moved}}}}
    assert told(tmp_path, old, new) == ["breaking: `b.a`: field moved here from `a`"]


def test_two_plain_fields_are_not_taken_for_one_that_moved(tmp_path: Path) -> None:
    kinds = {c.kind.value for c in between(tmp_path, {"properties": {"a": S}}, {"properties": {"b": S}})}
    assert kinds == {"field-added", "field-removed"}


@pytest.mark.parametrize(
    ("schema", "class_"), [({"properties": {"a": S}}, "compatible"), ({"prefixItems": [S]}, "breaking")]
)
def test_another_dialect_breaks_where_it_reads_the_schema_otherwise(tmp_path: Path, schema: Any, class_: str) -> None:
    new, old = ({"$schema": draft, **schema} for draft in DRAFTS)
    (change,) = between(tmp_path, old, new)
    assert (change.kind.value, change.class_.value) == ("dialect-changed", class_)


def test_what_stands_beside_a_reference_in_an_old_draft_refuses_nothing(tmp_path: Path) -> None:
    def schema(**beside: Any) -> dict[str, Any]:
        return {
            "$schema": DRAFTS[1],
            "properties": {"a": {"$ref": "#/definitions/s", **beside}},
            "definitions": {"s": S},
        }

    (change,) = between(tmp_path, schema(minLength=1), schema(minLength=2))
    assert (change.kind.value, change.class_.value, change.keyword) == ("other", "compatible", "minLength")
    (change,) = between(tmp_path, schema(description="One."), schema(description="Two."))
    assert (change.kind.value, change.path) == ("reworded", "a")


def test_sections_are_compared_by_name(tmp_path: Path) -> None:
    def sections(*listed: dict[str, Any]) -> dict[str, Any]:
        return {"title": "T", "x-sections": list(listed)}

    one = {"name": "must", "headings": ["Must", "必须"], "description": "One."}
    other = {"name": "may", "headings": ["May"]}
    assert told(tmp_path, sections(one), sections(one, other)) == ["compatible: `body.may`: field added"]
    (gone,) = between(tmp_path, sections(one, other), sections(one))
    assert (gone.class_.value, gone.path, gone.detail) == ("breaking", "body.may", "ignored")
    changed = one | {"headings": ["Must", "Shall"], "description": "Two."}
    assert told(tmp_path, sections(one), sections(changed)) == [
        "breaking: `body.must`: allowed values removed (`必须`)",
        "compatible: `body.must`: allowed values added (`Shall`)",
        "wording: `body.must`: `x-sections/description` reworded (`One.` → `Two.`)",
    ]


def test_long_texts_are_cut_around_the_place_where_they_differ(tmp_path: Path) -> None:
    words = "word " * 40
    (change,) = between(tmp_path, {"description": f"{words}old end"}, {"description": f"{words}new end"})
    said = line(change, EN)
    assert "old end` → " in said
    assert len(said) < 200
