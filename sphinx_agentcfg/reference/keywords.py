"""What each JSON Schema keyword is to us: where subschemas stand, which keywords narrow a value, which are only notes.

The vocabulary is that of draft 2020-12 and draft-07 (with draft-07's spellings of what later drafts renamed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["CONSTRAINTS", "DEFINITIONS", "HANDLED", "OURS", "is_schema", "mapping", "sequence", "subschemas"]

DEFINITIONS = ("$defs", "definitions")

#: Keywords whose value maps names to subschemas.
_MAPS = ("properties", "patternProperties", *DEFINITIONS, "dependentSchemas", "dependencies")
#: Keywords whose value is one subschema.
_SINGLE = (
    "additionalProperties",
    "unevaluatedProperties",
    "items",
    "additionalItems",
    "unevaluatedItems",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "contentSchema",
)
#: Keywords whose value is a list of subschemas.
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems", "items")

#: Keywords that narrow a value, in the order in which a reader wants them.
CONSTRAINTS = (
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minContains",
    "maxContains",
    "minProperties",
    "maxProperties",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "not",
)

#: Our own annotations (``spec/interfaces.md`` → Files).
OURS = (
    "x-status",
    "x-since",
    "x-removed",
    "x-replaced-by",
    "x-when",
    "x-notes",
    "x-see-also",
    "x-source",
    "x-type-name",
    "x-enumDescriptions",
    "x-i18n",
    "x-sections",
)

#: evolcore's own annotations (``facts/agentfs-evolcore.md`` B.1).
_EVOLCORE = ("x-permission-fields", "x-logical-name", "x-scope", "x-merge", "x-optionsSource")

#: Keywords that have a place of their own on the page, or say nothing to its reader.
HANDLED = frozenset(
    {
        *_MAPS,
        *_SINGLE,
        *_LISTS,
        *CONSTRAINTS,
        *OURS,
        *_EVOLCORE,
        "$schema",
        "$id",
        "id",
        "$ref",
        "$anchor",
        "$dynamicAnchor",
        "$dynamicRef",
        "$recursiveAnchor",
        "$recursiveRef",
        "$vocabulary",
        "$comment",
        "type",
        "enum",
        "const",
        "required",
        "dependentRequired",
        "title",
        "description",
        "markdownDescription",
        "default",
        "examples",
        "deprecated",
        "deprecationMessage",
        "readOnly",
        "writeOnly",
        "enumDescriptions",
        "markdownEnumDescriptions",
        "meta:enum",
        "x-enum-varnames",
        "x-enum-descriptions",
    }
)


def is_schema(value: object) -> bool:
    """Say whether *value* can be a schema: an object, or ``true`` / ``false``."""
    return isinstance(value, dict | bool)


def mapping(schema: object, keyword: str) -> dict[str, Any]:
    """Return the value of *keyword* where it is an object, else nothing: a broken schema must not stop a page."""
    value = schema.get(keyword) if isinstance(schema, dict) else None
    return value if isinstance(value, dict) else {}


def sequence(schema: object, keyword: str) -> list[Any]:
    """Return the value of *keyword* where it is an array, else nothing."""
    value = schema.get(keyword) if isinstance(schema, dict) else None
    return value if isinstance(value, list) else []


def subschemas(schema: object) -> Iterator[tuple[str | int, ...]]:
    """Give the tokens that lead to each subschema right inside *schema*."""
    if not isinstance(schema, dict):
        return
    for keyword in schema:
        value = schema[keyword]
        if keyword in _MAPS and isinstance(value, dict):
            yield from ((keyword, name) for name, sub in value.items() if is_schema(sub))
        elif keyword in _LISTS and isinstance(value, list):
            yield from ((keyword, i) for i, sub in enumerate(value) if is_schema(sub))
        elif keyword in _SINGLE and is_schema(value):
            yield (keyword,)
