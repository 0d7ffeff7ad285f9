"""What each keyword of JSON Schema becomes, draft 2020-12 and draft-07 alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.reference.model import MISSING, Alternative, LinkTo, Text
from sphinx_agentcfg.reference.phrases import plain
from tests.unit.making import DRAFTS, EN, at, limits, paths_of, read, required, type_in

if TYPE_CHECKING:
    from pathlib import Path


def descriptions(field: Any) -> list[str]:
    return [t.source for t in field.main.descriptions]


# --- references -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dialect", DRAFTS)
def test_a_reference_and_its_siblings_both_speak(tmp_path: Path, dialect: str) -> None:
    keyword = "$defs" if "2020" in dialect else "definitions"
    schema = {
        "$schema": dialect,
        "properties": {"a": {"$ref": f"#/{keyword}/D", "description": "here", "default": 3}},
        keyword: {"D": {"type": "integer", "description": "there", "minimum": 1}},
    }
    field = at(read(tmp_path, schema), "a")
    assert descriptions(field) == ["here", "there"]
    assert type_in(field.main.type) == "integer"
    assert (field.main.default, limits(field)) == (3, {"minimum": 1})


def test_a_definition_used_twice_is_explained_once_and_linked(tmp_path: Path) -> None:
    schema = {
        "properties": {"a": {"$ref": "#/$defs/D"}, "b": {"type": "array", "items": {"$ref": "#/$defs/D"}}},
        "$defs": {"D": {"type": "object", "properties": {"x": {"type": "string"}}}},
    }
    reference = read(tmp_path, schema)
    assert paths_of(reference) == ["a", "b", "#D", "#D.x"]
    assert reference.links == (("a", "#D"), ("b[]", "#D"))
    assert at(reference, "a").main.type == LinkTo("D", "#D")
    assert type_in(at(reference, "b").main.type) == "array of (D)"


def test_a_definition_is_not_required_by_anybody(tmp_path: Path) -> None:
    schema = {"$defs": {"D": {"type": "object", "properties": {"x": {}}}}}
    assert required(at(read(tmp_path, schema), "#D")) == ""


def test_a_definition_used_once_is_explained_where_it_is_used(tmp_path: Path) -> None:
    schema = {"properties": {"a": {"$ref": "#/$defs/D"}}, "$defs": {"D": {"properties": {"x": {}}}}}
    assert paths_of(read(tmp_path, schema)) == ["a", "a.x"]


def test_recursion_to_the_root_ends_in_a_link(tmp_path: Path) -> None:
    schema = {"properties": {"child": {"$ref": "#"}, "name": {"type": "string"}}}
    reference = read(tmp_path, schema)
    assert paths_of(reference) == ["child", "name"]
    assert at(reference, "child").main.type == LinkTo("", "")
    assert type_in(at(reference, "child").main.type) == "the whole document"
    assert reference.links == (("child", ""),)


def test_recursion_in_a_definition_ends_in_a_link(tmp_path: Path) -> None:
    node = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/N"}}]}
    reference = read(tmp_path, {"$ref": "#/$defs/N", "$defs": {"N": node}})
    assert type_in(at(reference, "#N").main.type) == "string or array of (N)"
    assert reference.links[0] == ("", "#N")


def test_a_page_about_a_part_links_back_to_its_own_top(tmp_path: Path) -> None:
    schema = {"$defs": {"N": {"properties": {"next": {"$ref": "#/$defs/N"}}}}}
    reference = read(tmp_path, schema, pointer="/$defs/N")
    assert [reference.root.path, *paths_of(reference)] == ["#N", "#N.next"]
    assert reference.links == (("#N.next", "#N"),)


def test_definitions_that_nobody_uses_are_shown_with_all_that_they_refer_to(tmp_path: Path) -> None:
    schema = {
        "$defs": {
            "U": {"description": "unused", "properties": {"z": {"$ref": "#/$defs/V"}}},
            "V": {"type": "object", "properties": {"q": {"description": "inside"}}},
        },
        "properties": {"p": {"$defs": {"W": {"description": "nested"}}}},
    }
    reference = read(tmp_path, schema)
    assert paths_of(reference) == ["p", "#U", "#U.z", "#U.z.q", "#W"]


def test_a_drawer_of_definitions_is_not_a_definition(tmp_path: Path) -> None:
    schema = {"$defs": {"drawer": {"D": {"type": "string"}}}, "properties": {"a": {"$ref": "#/$defs/drawer/D"}}}
    assert paths_of(read(tmp_path, schema)) == ["a"]


def test_files_beside_are_read_and_named(tmp_path: Path) -> None:
    reference = read(
        tmp_path,
        {"properties": {"a": {"$ref": "other.json#/$defs/x"}}},
        other={"$defs": {"x": {"type": "integer", "description": "far"}}},
    )
    assert type_in(at(reference, "a").main.type) == "integer"
    (text,) = at(reference, "a").main.descriptions
    assert (text.file.name, text.pointer) == ("other.json", "/$defs/x/description")
    assert [f.name for f in reference.files] == ["s.json", "other.json"]


def test_below_a_remote_id_a_relative_reference_finds_the_file_beside(tmp_path: Path) -> None:
    schema = {"$id": "https://example.org/v1/s.json", "properties": {"a": {"$ref": "other.json"}}}
    reference = read(tmp_path, schema, other={"$id": "https://example.org/v1/other.json", "type": "boolean"})
    assert reference.findings == ()
    assert type_in(at(reference, "a").main.type) == "boolean"
    assert reference.identifier == "https://example.org/v1/s.json"


def test_an_id_inside_is_the_base_of_what_it_holds(tmp_path: Path) -> None:
    schema = {
        "properties": {"a": {"$ref": "inner.json"}},
        "$defs": {"I": {"$id": "inner.json", "$ref": "#/$defs/y", "$defs": {"y": {"type": "null"}}}},
    }
    reference = read(tmp_path, schema)
    assert reference.findings == ()
    assert type_in(at(reference, "a").main.type) == "`null`"


def test_an_anchor_is_a_name_for_a_reference(tmp_path: Path) -> None:
    schema = {"properties": {"a": {"$ref": "#here"}}, "$defs": {"D": {"$anchor": "here", "type": "number"}}}
    assert type_in(at(read(tmp_path, schema), "a").main.type) == "number"


# --- combinations ---------------------------------------------------------------------------------------------------


def test_all_of_joins_into_one_field(tmp_path: Path) -> None:
    schema = {
        "allOf": [
            {"properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"properties": {"a": {"minLength": 2, "description": "d"}, "b": {}}},
        ]
    }
    reference = read(tmp_path, schema)
    field = at(reference, "a")
    assert paths_of(reference) == ["a", "b"]
    assert (required(field), limits(field), descriptions(field)) == ("required", {"minLength": 2}, ["d"])


def test_a_type_is_said_as_exactly_as_any_view_says_it(tmp_path: Path) -> None:
    schema = {"properties": {"a": {"type": "array", "allOf": [{"items": {"type": "string"}}]}}}
    assert type_in(at(read(tmp_path, schema), "a").main.type) == "array of string"


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_alternatives_of_types_and_their_own_limits(tmp_path: Path, keyword: str) -> None:
    schema = {"properties": {"a": {keyword: [{"type": "string", "pattern": "^x"}, {"type": "null"}, False]}}}
    field = at(read(tmp_path, schema), "a")
    assert type_in(field.main.type) == "string or `null`"
    (other,) = field.facets[1:]
    assert other.context == Alternative(1, None, f"/properties/a/{keyword}")
    assert other.constraints[0].value == "^x"


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_constants_with_meanings_are_a_list_of_values(tmp_path: Path, keyword: str) -> None:
    branches = [
        {"const": "ro", "description": "read"},
        {"const": "rw", "title": "write"},
        {"enum": [0], "title": "None", "description": "nothing"},
    ]
    field = at(read(tmp_path, {"properties": {"a": {keyword: branches}}}), "a")
    values = [(v.value, v.meaning and v.meaning.source, v.name) for v in field.main.values]
    assert values == [("ro", "read", ""), ("rw", "write", ""), (0, "nothing", "None")]
    assert len(field.facets) == 1
    assert type_in(field.main.type) == "string or integer"


def test_a_value_that_is_deprecated_says_so(tmp_path: Path) -> None:
    branches = [{"const": "new"}, {"const": "old", "deprecated": True}]
    field = at(read(tmp_path, {"properties": {"a": {"oneOf": branches}}}), "a")
    assert [v.value for v in field.main.values] == ["new", "old"]
    (other,) = field.facets[1:]
    assert (other.const, other.deprecated) == ("old", True)


def test_alternatives_of_required_names_are_a_limit(tmp_path: Path) -> None:
    reference = read(tmp_path, {"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]})
    assert limits(reference.root) == {"anyOf/required": (("a",), ("b", "c"))}
    label, said = EN.constraint(reference.root.main.constraints[0])
    assert (label, plain(said)) == ("at least one of", "`a` · `b` + `c`")


def test_alternatives_of_two_lists_are_not_mixed_up(tmp_path: Path) -> None:
    schema = {"allOf": [{"anyOf": [{"minProperties": 1}]}, {"anyOf": [{"maxProperties": 9}]}]}
    root = read(tmp_path, schema).root
    assert [[c.keyword for c in f.constraints] for f in root.facets] == [[], ["minProperties"], ["maxProperties"]]


def test_alternative_objects_name_their_fields_conditions(tmp_path: Path) -> None:
    schema = {
        "oneOf": [
            {"title": "By file", "properties": {"file": {"type": "string"}}, "required": ["file"]},
            {"properties": {"text": {"type": "string"}}, "required": ["text"]},
        ]
    }
    reference = read(tmp_path, schema)
    assert required(at(reference, "file")) == "required if alternative By file is chosen"
    assert required(at(reference, "text")) == "required if alternative 2 is chosen"


def test_requirement_under_if_not_becomes_unless(tmp_path: Path) -> None:
    schema = {"properties": {"a": {}, "b": {}}, "if": {"not": {"required": ["b"]}}, "then": {"required": ["a"]}}
    assert required(at(read(tmp_path, schema), "a")) == "required unless `b` is set"


@pytest.mark.parametrize(
    ("test", "then", "otherwise"),
    [
        ({"required": ["b"]}, "required if `b` is set", "required unless `b` is set"),
        (
            {"properties": {"b": {"const": 1}}, "required": ["b"]},
            "required if `b` is `1`",
            "required unless `b` is `1`",
        ),
        (
            {"properties": {"b": {"enum": ["x", "y"]}}},
            "required if `b` is `x` or `y` or not set",
            "required unless `b` is `x` or `y` or not set",
        ),
        (
            {"required": ["b", "c"]},
            "required if `b` is set and `c` is set",
            "required unless `b` is set and `c` is set",
        ),
        (
            {"properties": {"b": {"minimum": 3}}},
            'required if the object matches `{"properties": {"b": {"minimum": 3}}}`',
            'required unless the object matches `{"properties": {"b": {"minimum": 3}}}`',
        ),
    ],
)
def test_if_then_else(tmp_path: Path, test: Any, then: str, otherwise: str) -> None:
    schema = {"properties": {"a": {}, "d": {}}, "if": test, "then": {"required": ["a"]}, "else": {"required": ["d"]}}
    reference = read(tmp_path, schema)
    assert required(at(reference, "a")) == then
    assert required(at(reference, "d")) == otherwise


def test_a_field_may_be_narrower_under_a_condition(tmp_path: Path) -> None:
    schema = {
        "properties": {"a": {}},
        "if": {"required": ["b"]},
        "then": {"properties": {"a": {"type": "string", "maxLength": 3}}},
    }
    main, other = at(read(tmp_path, schema), "a").facets
    assert type_in(main.type) == "any value"
    assert (type_in(other.type), other.constraints[0].value) == ("string", 3)
    assert other.context is not None
    assert plain(EN.context(other.context)) == "If `b` is set"


def test_a_type_alone_under_a_condition_is_not_lost(tmp_path: Path) -> None:
    schema = {"properties": {"a": {}}, "if": {"required": ["b"]}, "then": {"properties": {"a": {"type": "string"}}}}
    assert [type_in(f.type) for f in at(read(tmp_path, schema), "a").facets] == ["any value", "string"]


@pytest.mark.parametrize(
    ("dialect", "schema"),
    [
        (DRAFTS[0], {"dependentRequired": {"b": ["a"]}}),
        (DRAFTS[1], {"dependencies": {"b": ["a"]}}),
        (DRAFTS[0], {"dependentSchemas": {"b": {"required": ["a"]}}}),
        (DRAFTS[1], {"dependencies": {"b": {"required": ["a"]}}}),
    ],
)
def test_what_depends_on_a_field_is_required_with_it(tmp_path: Path, dialect: str, schema: dict[str, Any]) -> None:
    reference = read(tmp_path, {"$schema": dialect, "properties": {"a": {}, "b": {}}, **schema})
    assert required(at(reference, "a")) == "required if `b` is set"


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"dependentSchemas": {"a": False}}, "`a` is set"),
        ({"if": {"required": ["a"]}, "then": False}, "`a` is set"),
        ({"if": {"required": ["a"]}, "else": False}, "`a` is not set"),
        ({"not": {"required": ["a"]}}, "`a` is set"),
    ],
)
def test_what_ends_in_false_must_never_be(tmp_path: Path, schema: dict[str, Any], said: str) -> None:
    (limit,) = read(tmp_path, schema).root.main.constraints
    label, phrase = EN.constraint(limit)
    assert (label, plain(phrase)) == ("never so that", said)


# --- objects --------------------------------------------------------------------------------------------------------


def test_keys_of_a_pattern_are_a_row(tmp_path: Path) -> None:
    schema = {"patternProperties": {"^on_": {"type": "string", "description": "d"}, "^x$": {"type": "null"}}}
    reference = read(tmp_path, schema)
    assert paths_of(reference) == ["on_<key>", "x"]
    assert at(reference, "on_<key>").pointer == "/patternProperties/^on_"


def test_keys_of_two_patterns_are_two_rows(tmp_path: Path) -> None:
    schema = {
        "patternProperties": {"^[a-z]$": {"type": "string"}, "^[0-9]$": {"type": "integer"}},
        "additionalProperties": {"description": "the rest"},
    }
    reference = read(tmp_path, schema)
    kinds = {f.path: type_in(f.main.type) for f in reference.fields()}
    assert kinds == {"<key>": "string", "<key-2>": "integer", "<key-3>": "any value"}


def test_keys_that_are_forbidden_are_a_row_too(tmp_path: Path) -> None:
    reference = read(tmp_path, {"patternProperties": {"^no_": False}, "properties": {"never": False}})
    assert {f.path: type_in(f.main.type) for f in reference.fields()} == {"never": "nothing", "no_<key>": "nothing"}


def test_a_closed_object_refuses_other_fields(tmp_path: Path) -> None:
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        assert read(tmp_path, {"properties": {"a": {}}, keyword: False}).root.main.closed
        assert not read(tmp_path, {"properties": {"a": {}}, keyword: True}).root.main.closed


def test_a_map_without_description_is_a_type(tmp_path: Path) -> None:
    schema = {"properties": {"m": {"type": "object", "additionalProperties": {"type": "boolean"}}}}
    reference = read(tmp_path, schema)
    assert paths_of(reference) == ["m"]
    assert type_in(at(reference, "m").main.type) == "map of string to boolean"


def test_a_map_with_description_is_a_row(tmp_path: Path) -> None:
    schema = {"properties": {"m": {"additionalProperties": {"type": "boolean", "description": "d"}}}}
    reference = read(tmp_path, schema)
    assert paths_of(reference) == ["m", "m.<key>"]


def test_the_type_of_other_keys_beside_named_ones_is_told(tmp_path: Path) -> None:
    schema = {"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}
    (limit,) = read(tmp_path, schema).root.main.constraints
    label, said = EN.constraint(limit)
    assert (label, plain(said)) == ("other fields", "integer")


def test_names_of_keys(tmp_path: Path) -> None:
    root = read(tmp_path, {"type": "object", "propertyNames": {"pattern": "^/", "minLength": 2}}).root
    assert limits(root, "key") == {"pattern": "^/", "minLength": 2}


def test_a_required_name_that_is_not_described_is_a_row(tmp_path: Path) -> None:
    reference = read(tmp_path, {"properties": {"a": {}}, "required": ["b c"]})
    assert paths_of(reference) == ["a", '["b c"]']
    assert required(at(reference, '["b c"]')) == "required"


def test_a_name_required_beside_a_link_is_told(tmp_path: Path) -> None:
    node = {"properties": {"x": {}, "next": {"$ref": "#/$defs/N"}}}
    schema = {"properties": {"a": {"$ref": "#/$defs/N", "required": ["x"]}}, "$defs": {"N": node}}
    (limit,) = at(read(tmp_path, schema), "a").main.constraints
    label, said = EN.constraint(limit)
    assert (label, plain(said)) == ("required", "`x`")


# --- arrays ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dialect", "schema", "kind"),
    [
        (
            DRAFTS[0],
            {"prefixItems": [{"type": "string"}, {"type": "integer"}]},
            "array that begins with: string, integer",
        ),
        (DRAFTS[0], {"prefixItems": [{"type": "string"}], "items": False}, "array of exactly: string"),
        (DRAFTS[0], {"prefixItems": [{"type": "string"}], "unevaluatedItems": False}, "array of exactly: string"),
        (DRAFTS[0], {"prefixItems": [True], "items": {"type": "null"}}, "array of: any value, then `null`"),
        (DRAFTS[1], {"items": [{"type": "string"}], "additionalItems": False}, "array of exactly: string"),
        (
            DRAFTS[1],
            {"items": [{"type": "string"}], "additionalItems": {"type": "null"}},
            "array of: string, then `null`",
        ),
    ],
)
def test_tuples(tmp_path: Path, dialect: str, schema: dict[str, Any], kind: str) -> None:
    reference = read(tmp_path, {"$schema": dialect, "properties": {"a": schema}})
    assert type_in(at(reference, "a").main.type) == kind


def test_fields_of_a_place_in_a_tuple_have_rows(tmp_path: Path) -> None:
    schema = {"properties": {"a": {"prefixItems": [{"properties": {"b": {"type": "string"}}}]}}}
    assert paths_of(read(tmp_path, schema)) == ["a", "a[0].b"]


def test_fields_of_items_have_rows(tmp_path: Path) -> None:
    schema = {"properties": {"a": {"type": "array", "items": {"properties": {"b": {}}, "required": ["b"]}}}}
    reference = read(tmp_path, schema)
    assert paths_of(reference) == ["a", "a[].b"]
    assert required(at(reference, "a[].b")) == "required"


def test_limits_of_alternative_items_are_kept_apart(tmp_path: Path) -> None:
    items = {"anyOf": [{"type": "string", "pattern": "^a"}, {"type": "integer", "minimum": 3}]}
    field = at(read(tmp_path, {"properties": {"a": {"type": "array", "items": items}}}), "a")
    found = [(role, f.context.number, f.constraints[0].value) for role, f in field.main.parts]  # type: ignore[union-attr]  # all are alternatives
    assert found == [("item", 1, "^a"), ("item", 2, 3)]


@pytest.mark.parametrize(
    ("contains", "said"),
    [
        ({"type": "integer"}, "integer"),
        (True, "any value"),
        ({"properties": {"kind": {"const": "x"}}, "required": ["kind"]}, "`kind` is `x`"),
    ],
)
def test_what_an_array_must_contain(tmp_path: Path, contains: Any, said: str) -> None:
    root = read(tmp_path, {"type": "array", "contains": contains, "minContains": 2}).root
    told = {EN.constraint(c)[0]: plain(EN.constraint(c)[1]) for c in root.main.constraints}
    assert told == {"at least": "2 matching items", "at least one item": said}


def test_an_array_that_must_be_empty_says_so(tmp_path: Path) -> None:
    (limit,) = read(tmp_path, {"type": "array", "items": False}).root.main.constraints
    assert plain(EN.constraint(limit)[1]) == "nothing"


# --- values ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("default", [False, 0, "", None, [], {}])
def test_a_default_that_is_false_in_python_is_a_default(tmp_path: Path, default: Any) -> None:
    field = at(read(tmp_path, {"properties": {"a": {"default": default}, "b": {}}}), "a")
    assert field.main.default == default
    assert type(field.main.default) is type(default)


def test_no_default_is_none(tmp_path: Path) -> None:
    assert at(read(tmp_path, {"properties": {"b": {}}}), "b").main.default is MISSING


def test_flags_and_examples(tmp_path: Path) -> None:
    schema = {"a": {"deprecated": True, "readOnly": True, "writeOnly": True, "examples": [1, None]}, "b": {}}
    reference = read(tmp_path, {"properties": schema})
    main = at(reference, "a").main
    assert (main.deprecated, main.read_only, main.write_only, main.examples) == (True, True, True, (1, None))
    bare = at(reference, "b").main
    assert (bare.deprecated, bare.read_only, bare.write_only, bare.examples) == (False, False, False, ())


def test_a_deprecation_message_is_a_text(tmp_path: Path) -> None:
    main = at(read(tmp_path, {"properties": {"a": {"deprecationMessage": "Use b."}}}), "a").main
    assert isinstance(main.deprecated, Text)
    assert main.deprecated.source == "Use b."


@pytest.mark.parametrize(
    "spelling",
    [
        {"x-enumDescriptions": {"ro": "R", "true": "T"}},
        {"x-enumDescriptions": ["R", "T"]},
        {"meta:enum": {"ro": "R", "true": "T"}},
        {"enumDescriptions": ["R", "T"]},
        {"markdownEnumDescriptions": ["R", "T"]},
        {"x-enum-descriptions": ["R", "T"]},
        {"x-enum-descriptions": {"ro": "R", "true": "T"}},
    ],
)
def test_every_spelling_of_the_meaning_of_a_value(tmp_path: Path, spelling: dict[str, Any]) -> None:
    schema = {"properties": {"a": {"enum": ["ro", True], "x-enum-varnames": ["READ", "BOTH"], **spelling}}}
    values = at(read(tmp_path, schema), "a").main.values
    assert [(v.value, v.meaning and v.meaning.source, v.name) for v in values] == [
        ("ro", "R", "READ"),
        (True, "T", "BOTH"),
    ]


def test_a_value_without_a_meaning_has_none(tmp_path: Path) -> None:
    schema = {"properties": {"a": {"enum": ["ro", "rw"], "x-enumDescriptions": {"ro": "只读"}}}}
    assert [v.meaning and v.meaning.source for v in at(read(tmp_path, schema), "a").main.values] == ["只读", None]


def test_our_own_keywords(tmp_path: Path) -> None:
    schema = {
        "x-status": "draft",
        "x-since": "1.1",
        "x-removed": "2.0",
        "x-replaced-by": "b",
        "x-when": "Rarely.",
        "x-notes": [{"kind": "warning", "text": "Hot."}, {"text": "Cold."}],
        "x-see-also": ["b", "https://example.org/"],
        "x-source": "spec.md:3",
        "x-type-name": "Glob",
    }
    main = at(read(tmp_path, {"properties": {"a": schema}}), "a").main
    assert (main.status, main.since, main.removed, main.replaced_by) == ("draft", "1.1", "2.0", "b")
    assert main.when is not None
    assert (main.when.source, main.when.pointer) == ("Rarely.", "/properties/a/x-when")
    assert [(n.kind, n.text.source, n.text.pointer) for n in main.notes] == [
        ("warning", "Hot.", "/properties/a/x-notes/0/text"),
        ("info", "Cold.", "/properties/a/x-notes/1/text"),
    ]
    assert (main.see_also, main.source, main.type_name) == (("b", "https://example.org/"), "spec.md:3", "Glob")
    assert main.other == ()


def test_an_unknown_keyword_is_kept_as_it_is(tmp_path: Path) -> None:
    main = at(read(tmp_path, {"properties": {"a": {"x-mine": {"k": [1]}, "markdownTitle": "t"}}}), "a").main
    assert main.other == (("x-mine", {"k": [1]}), ("markdownTitle", "t"))


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": ["string", "null"]}, "string or `null`"),
        ({"minimum": 1}, "number"),
        ({"pattern": "a"}, "string"),
        ({"uniqueItems": True}, "array"),
        ({"const": 1.5}, "number"),
        ({"enum": [1, "a", True, None]}, "integer, string, boolean or `null`"),
        ({}, "any value"),
        (True, "any value"),
        (False, "nothing"),
    ],
)
def test_types(tmp_path: Path, schema: Any, kind: str) -> None:
    assert type_in(at(read(tmp_path, {"properties": {"a": schema}}), "a").main.type) == kind


def test_limits_are_kept_as_they_are_written(tmp_path: Path) -> None:
    schema = {"type": "string", "pattern": r"^\d+\.\d$", "format": "x--y", "minLength": 0, "uniqueItems": False}
    assert limits(at(read(tmp_path, {"properties": {"a": schema}}), "a")) == {
        "format": "x--y",
        "pattern": r"^\d+\.\d$",
        "minLength": 0,
    }
