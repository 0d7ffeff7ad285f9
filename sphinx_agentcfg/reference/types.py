"""A subschema in, its type as a reader thinks of it out: ``array of string``, ``number or null``, a link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.keywords import is_schema, mapping, sequence
from sphinx_agentcfg.reference.model import (
    ANYTHING,
    NOTHING,
    ArrayOf,
    LinkTo,
    MapOf,
    Named,
    TupleOf,
    TypeExpr,
    Union,
    Values,
)
from sphinx_agentcfg.reference.shapes import is_value_list, only_required

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.definitions import Definitions
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["json_type", "type_of"]

#: A type is said in words down to here; what lies deeper has rows of its own.
_DEPTH = 8

_OBJECT_WORDS = (
    "properties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "required",
)
_ARRAY_WORDS = ("items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems", "additionalItems")
_STRING_WORDS = ("pattern", "minLength", "maxLength")
_NUMBER_WORDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_IMPLIED = (("object", _OBJECT_WORDS), ("array", _ARRAY_WORDS), ("string", _STRING_WORDS), ("number", _NUMBER_WORDS))


def json_type(value: object) -> str:
    """Return the JSON Schema type of a JSON value."""
    for kind, name in ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string"), (list, "array")):
        if isinstance(value, kind):
            return name
    return "null" if value is None else "object"


def type_of(  # noqa: PLR0911  # one answer for each way to say a type
    place: Place, definitions: Definitions, depth: int = 0, *, spell_values: bool = False
) -> TypeExpr:
    """Return the type of *place*. With *spell_values* an ``enum`` is the type itself (for items, which have no row)."""
    schema = place.schema
    if not isinstance(schema, dict):
        return NOTHING if schema is False else ANYTHING
    if depth > _DEPTH:
        return ANYTHING
    values = _values(schema)
    if values and spell_values:
        return Values(values)
    declared = _declared(place, definitions, depth)
    if declared is not None:
        return declared
    if values:
        return _union([Named(n) for n in dict.fromkeys(json_type(v) for v in values)])
    target = definitions.target(place)
    if target is not None:
        entry = definitions.entry(target)
        return LinkTo(*entry) if entry else type_of(target, definitions, depth + 1, spell_values=spell_values)
    return _combined(place, definitions, depth, spell_values=spell_values) or _implied(place, definitions, depth)


def _values(schema: dict[str, Any]) -> tuple[Any, ...]:
    if "const" in schema:
        return (schema["const"],)
    if sequence(schema, "enum"):
        return tuple(schema["enum"])
    branches = sequence(schema, "oneOf") or sequence(schema, "anyOf")
    if is_value_list(branches):
        return tuple(b["const"] if "const" in b else b["enum"][0] for b in branches)
    return ()


def _declared(place: Place, definitions: Definitions, depth: int) -> TypeExpr | None:
    names = place.schema.get("type")
    if isinstance(names, str):
        return _named(place, names, definitions, depth)
    if isinstance(names, list):
        return _union([_named(place, n, definitions, depth) for n in names if isinstance(n, str)])
    return None


def _named(place: Place, name: str, definitions: Definitions, depth: int) -> TypeExpr:
    if name == "array":
        return _array(place, definitions, depth)
    if name == "object":
        return _object(place, definitions, depth)
    return Named(name)


def _array(place: Place, definitions: Definitions, depth: int) -> TypeExpr:
    schema = place.schema
    for keyword, rest in (("prefixItems", "items"), ("items", "additionalItems")):
        if sequence(schema, keyword):
            places = [place.at(keyword, i) for i, s in enumerate(schema[keyword]) if is_schema(s)]
            other = rest if rest in schema else "unevaluatedItems"
            further = type_of(place.at(other), definitions, depth + 1) if is_schema(schema.get(other)) else ANYTHING
            items = tuple(type_of(p, definitions, depth + 1, spell_values=True) for p in places)
            return TupleOf(items, None if further == NOTHING else further)
    if isinstance(schema.get("items"), dict):
        return ArrayOf(type_of(place.at("items"), definitions, depth + 1, spell_values=True))
    return Named("array")


def _object(place: Place, definitions: Definitions, depth: int) -> TypeExpr:
    schema = place.schema
    if mapping(schema, "properties"):
        return Named("object")
    values = [place.at("patternProperties", p) for p, s in mapping(schema, "patternProperties").items() if is_schema(s)]
    values.extend(
        place.at(k) for k in ("additionalProperties", "unevaluatedProperties") if isinstance(schema.get(k), dict)
    )
    kinds: list[TypeExpr] = []
    for value in values:
        kind = type_of(value, definitions, depth + 1, spell_values=True)
        if kind not in kinds:
            kinds.append(kind)
    return MapOf(kinds[0]) if len(kinds) == 1 else Named("object")


def _combined(place: Place, definitions: Definitions, depth: int, *, spell_values: bool) -> TypeExpr | None:
    """Return the type that ``anyOf``, ``oneOf`` or ``allOf`` give."""
    schema = place.schema
    for keyword in ("anyOf", "oneOf"):
        branches = sequence(schema, keyword)
        if branches and not only_required(branches):
            places = [place.at(keyword, i) for i, s in enumerate(branches) if is_schema(s)]
            kinds = [type_of(p, definitions, depth + 1, spell_values=spell_values) for p in places]
            if any(k != ANYTHING for k in kinds):
                return _union(kinds)
    for i, sub in enumerate(sequence(schema, "allOf")):
        if is_schema(sub):
            kind = type_of(place.at("allOf", i), definitions, depth + 1, spell_values=spell_values)
            if kind != ANYTHING:
                return kind
    return None


def _implied(place: Place, definitions: Definitions, depth: int) -> TypeExpr:
    """Return the type that the other keywords are about, where none is named."""
    for name, words in _IMPLIED:
        if any(w in place.schema for w in words):
            return _named(place, name, definitions, depth)
    return ANYTHING


def _union(kinds: list[TypeExpr]) -> TypeExpr:
    flat: list[TypeExpr] = []
    for kind in kinds:
        for each in kind.options if isinstance(kind, Union) else (kind,):
            if each not in flat and each != NOTHING:
                flat.append(each)
    if not flat or ANYTHING in flat:
        return NOTHING if kinds and not flat else ANYTHING
    return flat[0] if len(flat) == 1 else Union(tuple(flat))
