"""Templates of a file: what must be there, and everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.documents import parse_document
from sphinx_agentcfg.reference import read_reference
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.skeletons import Part, skeleton, skeleton_text
from sphinx_agentcfg.reference.validation import make_validator, validate
from tests.unit.making import read, write

if TYPE_CHECKING:
    from pathlib import Path


def text(folder: Path, schema: Any, *, full: bool = True, syntax: str = "yaml") -> str:
    return skeleton_text(skeleton(read(folder, schema), full=full, syntax=syntax))


MINIMAL = """---
id: example
name: …
role: …
requiredRead:
  - …
mustAskWhen:
  - …
---
"""


def test_the_minimal_skeleton_of_leji() -> None:
    reference = read_reference(Catalog.builtin().document_type("leji/agent-profile"))
    assert skeleton_text(skeleton(reference, full=False)) == MINIMAL


@pytest.mark.parametrize("full", [False, True], ids=["minimal", "full"])
@pytest.mark.parametrize("name", [d.id for d in Catalog.builtin().document_types])
def test_the_skeletons_of_every_format_are_valid(name: str, full: bool) -> None:  # a parameter
    document_type = Catalog.builtin().document_type(name)
    made = skeleton_text(skeleton(read_reference(document_type), full=full))
    document = parse_document(made, name="skeleton", syntax=document_type.syntax)
    validator = make_validator(load_schema(document_type.schema, document_type.id, ()))
    assert validate(document, validator, "g") == ()


def test_the_full_skeleton_of_leji_holds_every_field() -> None:
    reference = read_reference(Catalog.builtin().document_type("leji/agent-profile"))
    keys = [t.path for line in skeleton(reference, full=True) for t in line.tokens if t.part is Part.KEY]
    assert keys == [f.path for f in reference.root.walk()]


def test_each_line_of_a_key_knows_the_field_that_explains_it(tmp_path: Path) -> None:
    lines = skeleton(read(tmp_path, {"properties": {"a": {"properties": {"b": {}}}}}), full=True, syntax="yaml")
    assert [(line.about and line.about.path, line.indent) for line in lines] == [("a", 0), ("a.b", 2)]


def test_the_schemas_own_values_come_first(tmp_path: Path) -> None:
    schema = {
        "properties": {
            "a": {"const": 1, "default": 2},
            "b": {"default": False, "enum": [True]},
            "c": {"enum": ["x", "y"], "examples": ["y"]},
            "d": {"examples": [[1, 2]]},
            "e": {"type": "string", "format": "date"},
            "f": {"type": "array", "items": {"enum": ["p"]}, "minItems": 2},
        }
    }
    assert text(tmp_path, schema) == ('a: 1\nb: false\nc: x\nd:\n  - 1\n  - 2\ne: "2030-01-31"\nf:\n  - p\n  - p\n')


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "minimum": 3},
        {"type": "integer", "maximum": -3},
        {"type": "integer", "minimum": 1.5},
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 10},
        {"type": "integer", "minimum": 11, "multipleOf": 5},
        {"type": "string", "minLength": 30},
        {"type": "string", "maxLength": 1, "pattern": "^[a-z]"},
        {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        {"type": ["null", "string"]},
        {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
    ],
    ids=str,
)
def test_a_made_up_value_is_accepted(tmp_path: Path, schema: Any) -> None:
    whole = {"properties": {"a": schema}}
    document = parse_document(text(tmp_path, whole), name="s", syntax="yaml")
    write(tmp_path, {"s.json": whole})
    assert validate(document, make_validator(load_schema(tmp_path / "s.json", "s", ())), "g") == ()


def test_items_with_fields_are_one_block(tmp_path: Path) -> None:
    items = {
        "properties": {"x y": {"const": 1}, "z": {"properties": {"deep": {"const": 2}}}, "w": {}},
        "required": ["x y"],
    }
    schema = {"required": ["a"], "properties": {"a": {"type": "array", "items": items}}}
    full, minimal = text(tmp_path, schema), text(tmp_path, schema, full=False)
    assert full == "a:\n  - x y: 1\n    z:\n      deep: 2\n    w: …\n"
    assert minimal == "a:\n  - x y: 1\n"
    as_json = parse_document(text(tmp_path, schema, syntax="json"), name="s", syntax="json")
    assert as_json.data == parse_document(full, name="s", syntax="yaml").data


def test_free_keys_have_no_place_in_a_template_but_odd_ones_do(tmp_path: Path) -> None:
    schema = {
        "properties": {"<a>": {"const": 1}, "b[]": {"const": 2}},
        "patternProperties": {"^x": {}, "^y$": {"const": 3}},
    }
    data = parse_document(text(tmp_path, schema), name="s", syntax="yaml").data
    assert data == {"<a>": 1, "b[]": 2, "y": 3}


@pytest.mark.parametrize(
    "value", [".5", ".inf", "yes", "No", "<<", "…", "a: b", "a #b", "x\x85y", "", "1e3", "_1", "..."]
)
def test_a_text_is_read_back_as_that_text(tmp_path: Path, value: str) -> None:
    made = text(tmp_path, {"properties": {"a": {"default": value}}})
    assert parse_document(made, name="s", syntax="yaml").data == {"a": value}


@pytest.mark.parametrize("word", ["yes", "No", "on", "y", "<<"])
def test_what_yaml_1_1_takes_for_something_else_is_quoted(tmp_path: Path, word: str) -> None:
    assert text(tmp_path, {"properties": {"a": {"default": word}}}) == f'a: "{word}"\n'


@pytest.mark.parametrize(
    "schema", [{"type": "array"}, {"type": "string"}, {}, {"additionalProperties": {"type": "string"}}]
)
def test_a_schema_without_fields_still_gives_a_file(tmp_path: Path, schema: Any) -> None:
    for syntax in ("json", "yaml"):
        assert parse_document(text(tmp_path, schema, syntax=syntax), name="s", syntax=syntax).readable


def test_a_recursive_schema_gives_a_short_template(tmp_path: Path) -> None:
    assert text(tmp_path, {"properties": {"a": {"const": 1}, "next": {"$ref": "#"}}}) == "a: 1\nnext: {}\n"


PLACES = {
    "required": ["start", "menu"],
    "properties": {
        "start": {"$ref": "#/$defs/place"},
        "menu": {"$ref": "#/$defs/node"},
        "stops": {"type": "array", "items": {"$ref": "#/$defs/place"}},
    },
    "$defs": {
        "place": {"required": ["lat"], "properties": {"lat": {"type": "number"}, "note": {"type": "string"}}},
        "node": {
            "required": ["label"],
            "properties": {
                "label": {"type": "string"},
                "parent": {"$ref": "#/$defs/node"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
            },
        },
    },
}


def test_a_shared_definition_is_written_where_it_is_used(tmp_path: Path) -> None:
    assert text(tmp_path, PLACES, full=False) == "start:\n  lat: 0\nmenu:\n  label: …\n"


def test_inside_itself_a_definition_shows_only_what_it_requires(tmp_path: Path) -> None:
    assert text(tmp_path, PLACES) == (
        "start:\n  lat: 0\n  note: …\n"
        "menu:\n  label: …\n  parent:\n    label: …\n  children:\n    - label: …\n"
        "stops:\n  - lat: 0\n    note: …\n"
    )
