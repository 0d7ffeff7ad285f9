"""Rows of fields: every path once, with all that the schema says of it, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.reference import read_reference
from sphinx_agentcfg.reference.row_model import FieldRow, row_data
from sphinx_agentcfg.reference.rows import field_rows, rows_of
from tests.unit.making import read, write

if TYPE_CHECKING:
    from pathlib import Path


def rows(folder: Path, schema: Any, pointer: str = "") -> list[FieldRow]:
    return list(field_rows(read(folder, schema, pointer)))


def paths(folder: Path, schema: Any, pointer: str = "") -> list[str]:
    return [r.path for r in rows(folder, schema, pointer)]


def one(folder: Path, schema: Any) -> dict[str, Any]:
    """Return the only row of a schema whose one field is *schema*."""
    (row,) = rows(folder, {"properties": {"a": schema}})
    return row_data(row)


# --- paths ------------------------------------------------------------------------------------------------------------

LIMIT = {"$ref": "#/$defs/limit"}
LIMITED = {
    "$defs": {"limit": {"type": "object", "description": "A limit.", "properties": {"most": {}, "unit": {}}}},
    "properties": {"time": LIMIT, "jobs": {"type": "array", "items": LIMIT}, "by": {"additionalProperties": LIMIT}},
}


def test_a_shared_definition_is_written_out_wherever_it_is_used(tmp_path: Path) -> None:
    found = [(r.path, r.defined_at, r.definition) for r in rows(tmp_path, LIMITED)]
    assert found == [
        ("time", "time", "#limit"),
        ("time.most", "#limit.most", ""),
        ("time.unit", "#limit.unit", ""),
        ("jobs", "jobs", ""),
        ("jobs[].most", "#limit.most", ""),
        ("jobs[].unit", "#limit.unit", ""),
        ("by", "by", ""),
        ("by.<key>", "#limit", ""),
        ("by.<key>.most", "#limit.most", ""),
        ("by.<key>.unit", "#limit.unit", ""),
    ]


def test_a_definition_inside_itself_is_not_entered_again(tmp_path: Path) -> None:
    node = {"type": "object", "properties": {"name": {}, "inside": {"items": {"$ref": "#/$defs/node"}}}}
    found = rows(tmp_path, {"$defs": {"node": node}, "properties": {"tree": {"$ref": "#/$defs/node"}}})
    assert [r.path for r in found] == ["tree", "tree.name", "tree.inside"]
    assert [r.says.type["en"] for r in found] == ["node", "any value", "array of (node)"]


def test_a_schema_inside_itself_is_not_entered_again(tmp_path: Path) -> None:
    assert paths(tmp_path, {"properties": {"name": {}, "next": {"$ref": "#"}}}) == ["name", "next"]


def test_two_definitions_that_hold_each_other_are_entered_once_each(tmp_path: Path) -> None:
    schema = {
        "$defs": {
            "a": {"properties": {"b": {"$ref": "#/$defs/b"}}},
            "b": {"properties": {"a": {"$ref": "#/$defs/a"}}},
        },
        "properties": {"x": {"$ref": "#/$defs/a"}},
    }
    assert paths(tmp_path, schema) == ["x", "x.b", "x.b.a"]


def test_a_definition_that_nothing_uses_is_listed_by_its_name(tmp_path: Path) -> None:
    schema = {"$defs": {"spare": {"description": "Spare.", "properties": {"x": {}}}}, "properties": {"a": {}}}
    assert paths(tmp_path, schema) == ["a", "#spare", "#spare.x"]


def test_paths_are_written_as_on_a_page(tmp_path: Path) -> None:
    schema = {
        "properties": {"a.b": {"properties": {"c d": {}}}, "list": {"items": {"items": {"properties": {"x": {}}}}}},
        "patternProperties": {"^on_": {"description": "A hook."}},
    }
    found = ['["a.b"]', '["a.b"]["c d"]', "list", "list[][].x", "on_<key>"]
    assert sorted(paths(tmp_path, schema)) == sorted(found)


def test_a_part_of_a_schema_is_a_row_itself(tmp_path: Path) -> None:
    schema: dict[str, Any] = {"properties": {"a": {"properties": {"b": {}}}}}
    assert paths(tmp_path, schema, "/properties/a") == ["a", "a.b"]


def test_a_field_that_several_places_describe_is_one_row(tmp_path: Path) -> None:
    schema = {"properties": {"a": {"type": "string"}}, "allOf": [{"properties": {"a": {"minLength": 2}}}]}
    (row,) = rows(tmp_path, schema)
    assert row.says.constraints == {"minLength": 2}


def test_every_row_is_a_target_of_a_role(tmp_path: Path) -> None:
    from sphinx_agentcfg.sphinx_ext.targets import Entry

    reference = read(tmp_path, LIMITED)
    entry = Entry(
        "page",
        1,
        "t",
        (reference.root.path, ""),
        tuple((f.path, f.pointer) for f in reference.fields()),
        reference.links,
    )
    for row in field_rows(reference):
        assert entry.find(row.path) == entry.find(row.defined_at) or row.path == row.defined_at
        assert entry.find(row.path) is not None


# --- limits of the list -----------------------------------------------------------------------------------------------


def tangle(size: int) -> dict[str, Any]:
    """Return a schema whose definitions all refer to each other: its paths cannot be counted."""
    names = [f"d{i}" for i in range(size)]
    defs = {n: {"properties": {m: {"$ref": f"#/$defs/{m}"} for m in names}} for n in names}
    return {"$defs": defs, "properties": {"a": {"$ref": "#/$defs/d0"}, "last": {"type": "string"}}}


def test_a_tangle_of_definitions_ends_and_says_how_deep_it_went(tmp_path: Path) -> None:
    found = rows_of(read(tmp_path, tangle(20)))
    listed = [r.path for r in found.rows]
    assert len(listed) <= 20_000
    assert found.expansion.depth == 3
    assert not found.expansion.cut
    assert "a.d1.d2.d3" in listed
    assert "last" in listed


def test_a_list_that_is_too_long_anyway_is_cut(tmp_path: Path) -> None:
    found = rows_of(read(tmp_path, {"properties": {f"p{i}": {} for i in range(50)}}), most=10)
    assert len(found.rows) == 10
    assert found.expansion.cut


# --- what a row says --------------------------------------------------------------------------------------------------


def test_all_that_a_schema_says_of_a_field(tmp_path: Path) -> None:
    field = {
        "type": "string",
        "title": "Mode",
        "description": "How it runs.",
        "default": "safe",
        "enum": ["safe", "fast"],
        "x-enumDescriptions": {"safe": "Slowly."},
        "examples": ["fast"],
        "deprecated": True,
        "readOnly": True,
        "x-status": "legacy",
        "x-since": "1.2",
        "x-removed": "2.0",
        "x-replaced-by": "b",
        "x-when": "Rarely.",
        "x-notes": [{"kind": "warning", "text": "Mind it."}],
        "x-see-also": "other.md",
        "x-source": "src/a.ts:1",
        "x-type-name": "RunMode",
        "x-merge": "deep",
        "x-unknown": 5,
    }
    assert one(tmp_path, field) == {
        "kind": "field",
        "path": "a",
        "pointer": "/properties/a",
        "defined_at": "a",
        "definition": None,
        "condition": None,
        "type": "string",
        "type_zh": "字符串",
        "title": {"en": "Mode", "zh_CN": None},
        "description": {"en": "How it runs.", "zh_CN": None},
        "default": "safe",
        "enum": ["safe", "fast"],
        "enum_meanings": {"safe": {"en": "Slowly.", "zh_CN": None}},
        "constraints": {},
        "examples": ["fast"],
        "type_name": "RunMode",
        "required": False,
        "required_zh": None,
        "status": "legacy",
        "since": "1.2",
        "removed": "2.0",
        "replaced_by": "b",
        "deprecated": True,
        "read_only": True,
        "write_only": False,
        "when": {"en": "Rarely.", "zh_CN": None},
        "notes": [{"kind": "warning", "text": {"en": "Mind it.", "zh_CN": None}}],
        "see_also": ["other.md"],
        "source": "src/a.ts:1",
        "variants": [],
        "other": {"x-unknown": 5, "x-merge": "deep"},
    }


def test_a_default_that_is_null_is_not_a_default_that_is_absent(tmp_path: Path) -> None:
    assert one(tmp_path, {"default": None})["default"] is None
    assert "default" not in one(tmp_path, {})
    assert one(tmp_path, {"const": False})["const"] is False
    assert "const" not in one(tmp_path, {})


def test_a_field_that_is_required_under_a_condition_says_so_in_both_languages(tmp_path: Path) -> None:
    schema = {"properties": {"a": {}, "b": {}, "c": {}}, "required": ["c"], "dependentRequired": {"a": ["b"]}}
    found = {d["path"]: (d["required"], d["required_zh"]) for d in map(row_data, rows(tmp_path, schema))}
    assert found == {
        "a": (False, None),
        "b": ("required if `a` is set", "设置了 `a` 时必填"),
        "c": (True, None),
    }


def test_the_use_of_a_definition_may_require_what_the_definition_does_not(tmp_path: Path) -> None:
    schema = {**LIMITED, "properties": {"time": {**LIMIT, "required": ["most"]}, "other": LIMIT}}
    found = {r.path: r.required for r in rows(tmp_path, schema)}
    assert found == {
        "time": False,
        "time.most": True,
        "time.unit": False,
        "other": False,
        "other.most": False,
        "other.unit": False,
    }


def test_a_field_that_is_nothing_but_a_definition_has_its_description(tmp_path: Path) -> None:
    found = {r.path: r.says.description["en"] for r in rows(tmp_path, LIMITED)}
    assert found["time"] == found["by.<key>"] == "A limit."
    assert found["jobs"] is None


def test_a_title_stands_in_for_a_description(tmp_path: Path) -> None:
    assert one(tmp_path, {"title": "Name"})["description"] == {"en": "Name", "zh_CN": None}


@pytest.mark.parametrize(
    ("field", "constraints"),
    [
        ({"minimum": 0, "exclusiveMaximum": 5}, {"minimum": 0, "exclusiveMaximum": 5}),
        ({"items": {"type": "string", "pattern": "^a"}}, {"items": {"type": "string", "pattern": "^a"}}),
        ({"items": {"enum": [1, 2]}, "uniqueItems": True}, {"uniqueItems": True, "items": {"enum": [1, 2]}}),
        ({"prefixItems": [{"minimum": 1}, {}]}, {"items/0": {"type": "number", "minimum": 1}}),
        ({"contains": {"const": "x"}}, {"contains": {"enum": ["x"], "const": "x"}}),
        ({"contains": {"type": "integer"}}, {"contains": {"type": "integer"}}),
        ({"propertyNames": {"maxLength": 3}}, {"propertyNames": {"type": "string", "maxLength": 3}}),
        ({"type": "object", "additionalProperties": False}, {"additionalProperties": False}),
        ({"allOf": [{"pattern": "^a"}, {"pattern": "b$"}]}, {"pattern": "^a", "allOf": [{"pattern": "b$"}]}),
        ({"not": {"const": 3}}, {"not": {"const": 3}}),
        ({"anyOf": [{"required": ["x"]}, {"required": ["y"]}]}, {"anyOf/required": [["x"], ["y"]]}),
    ],
)
def test_limits_are_told_as_they_are_written(tmp_path: Path, field: Any, constraints: dict[str, Any]) -> None:
    row = next(r for r in rows(tmp_path, {"properties": {"a": field}}) if r.path == "a")
    assert row.says.constraints == constraints


def test_what_holds_in_one_alternative_is_a_variant(tmp_path: Path) -> None:
    field = {"anyOf": [{"type": "string", "minLength": 1}, {"type": "integer", "title": "Number", "minimum": 5}]}
    data = one(tmp_path, field)
    assert data["type"] == "string or integer"
    assert [(v["condition"]["en"], v["type"], v["constraints"]) for v in data["variants"]] == [
        ("Alternative 1", "string", {"minLength": 1}),
        ("Alternative 2, Number", "integer", {"minimum": 5}),
    ]


def test_values_that_are_no_strings_have_meanings_too(tmp_path: Path) -> None:
    data = one(tmp_path, {"oneOf": [{"const": 1, "title": "One"}, {"const": None, "title": "None"}, {"const": True}]})
    assert data["enum"] == [1, None, True]
    assert {k: v["en"] for k, v in data["enum_meanings"].items()} == {"1": "One", "null": "None"}


# --- languages --------------------------------------------------------------------------------------------------------

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'


def test_a_translation_that_is_stale_or_missing_is_none(tmp_path: Path) -> None:
    entries = 'msgctxt "/properties/{0}/description"\nmsgid "{1}"\nmsgstr "{2}"\n\n'
    po = PO + entries.format("fresh", "Fresh.", "新。") + entries.format("stale", "Older.", "旧。")
    write(tmp_path, {"locale/zh_CN/s.po": po})
    schema = {"properties": {n: {"description": f"{n.title()}."} for n in ("fresh", "stale", "missing")}}
    found = {r.path: r.says.description for r in rows(tmp_path, schema)}
    assert found == {
        "fresh": {"en": "Fresh.", "zh_CN": "新。"},
        "stale": {"en": "Stale.", "zh_CN": None},
        "missing": {"en": "Missing.", "zh_CN": None},
    }


def test_a_chinese_schema_has_its_texts_in_chinese(tmp_path: Path) -> None:
    assert one(tmp_path, {"description": "名称。"})["description"] == {"en": None, "zh_CN": "名称。"}


def test_leji_has_eighteen_fields_in_both_languages() -> None:
    reference = read_reference(Catalog.builtin().document_type("leji/agent-profile"))
    data = {d["path"]: d for d in map(row_data, field_rows(reference))}
    assert len(data) == 18
    assert data["mustAskWhen"]["required"] == "required unless `inherits` is set"
    assert data["requiredRead"]["constraints"]["minItems"] == 1
    assert data["requiredRead"]["type"] == "array of string"
    assert all(d["description"]["en"] and d["description"]["zh_CN"] for d in data.values())


@pytest.mark.parametrize("name", [d.id for d in Catalog.builtin().document_types])
def test_every_path_of_a_built_in_type_is_there_once(name: str) -> None:
    reference = read_reference(Catalog.builtin().document_type(name))
    fields = [(r.path, r.defined_at) for r in field_rows(reference) if r.kind != "permission-field"]
    assert len(fields) == len(set(fields))
    assert {f.path for f in reference.root.walk()} <= {path for path, _ in fields}


def test_the_nine_fields_that_an_evolcore_role_governs_are_rows_of_their_own() -> None:
    reference = read_reference(Catalog.builtin().document_type("evolcore/role-config"))
    governed = [row_data(r) for r in field_rows(reference) if r.kind == "permission-field"]
    assert [g["path"] for g in governed] == [
        "permissionMode",
        "chatmode.private",
        "chatmode.group",
        "mentionMode",
        "baseagents.claude.model",
        "baseagents.claude.effort",
        "baseagents.codex.model",
        "baseagents.codex.effort",
        "baseagents.gemini.model",
    ]
    assert governed[0]["pointer"] == "/x-permission-fields/0"
    assert governed[0]["enum"] == ["readonly", "auto", "request", "bypass"]
    assert governed[0]["other"] == {
        "hasOptions": True,
        "relationOverrideApplied": False,
        "constraintsApplied": True,
        "editable": True,
        "x-runtimeApplied": True,
        "x-optionsSource": "static-enum",
    }
    assert governed[4]["constraints"] == {"patterns": ["*", "claude-opus-*", "claude-sonnet-*", "claude-haiku-*"]}


def test_the_expected_headings_of_a_body_are_rows(tmp_path: Path) -> None:
    inner = {"name": "never", "title": "Never", "headings": ["Never"], "description": "What is never done."}
    section = {"name": "rules", "title": "Rules", "headings": ["Rules", "规则"], "form": "topics", "sections": [inner]}
    found = [row_data(r) for r in rows(tmp_path, {"properties": {"a": {}}, "x-sections": [section]})]
    assert [(d["kind"], d["path"], d["pointer"]) for d in found] == [
        ("field", "a", "/properties/a"),
        ("section", "body.rules", "/x-sections/0"),
        ("section", "body.rules.never", "/x-sections/0/sections/0"),
    ]
    assert (found[1]["type"], found[1]["headings"], found[1]["form"]) == ("section", ["Rules", "规则"], "topics")
    assert found[2]["description"]["en"] == "What is never done."
