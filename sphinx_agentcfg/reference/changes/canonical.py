"""A JSON value or a subschema in, a text out that is equal exactly where two of them say the same."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.reference.keywords import CONSTRAINTS
from sphinx_agentcfg.reference.model import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.changes.parts import Side
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["ASSERTING", "asserted", "differences", "json_key", "unique"]

_SCHEMAS = (
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
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems", "items")
_MAPS = ("properties", "patternProperties", "dependentSchemas", "dependencies")
#: Every keyword that may refuse a value.
ASSERTING = frozenset(
    {*_SCHEMAS, *_LISTS, *_MAPS, *CONSTRAINTS, "type", "enum", "const", "required", "dependentRequired", "$ref"}
)
_UNORDERED = ("type", "enum", "required")
#: So many subschemas of one test are looked at; what is larger counts as changed where anything in the file has.
_MOST = 3000
_LONGEST = 20  # references in a row
#: Keys that tell the entries of a list apart.
_NAMES = ("value", "name", "id", "key")


def json_key(value: Any) -> str:  # any JSON value
    """Return a text that two JSON values share exactly where they are equal; ``1`` and ``1.0`` are, ``true`` is not."""
    return json.dumps(_plain(value), sort_keys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def unique(values: list[Any]) -> dict[str, Any]:
    """Return each value once, by its key, in order."""
    return {json_key(v): v for v in values}


# --- subschemas -------------------------------------------------------------------------------------------------------


class _TooLarge(Exception):
    """More than a test usually holds."""


def asserted(side: Side, place: Place) -> str:
    """Return a key for what *place* accepts: texts and the order of lists do not count, references are followed."""
    known = side.asserted.get(place.key)
    if known is None:
        try:
            known = json_key(_Asserted(side).of(place, ()))
        except _TooLarge:
            known = json_key([place.schema, side.loaded.schema])
        side.asserted[place.key] = known
    return known


class _Asserted:
    def __init__(self, side: Side) -> None:
        self.side = side
        self.left = _MOST

    def of(self, place: Place, chain: tuple[object, ...]) -> Any:
        schema = place.schema
        if not isinstance(schema, dict):
            return schema
        self.left -= 1
        if not self.left or len(chain) > _LONGEST:
            raise _TooLarge
        alone = self.side.old_draft and "$ref" in schema  # what stands beside it is not read
        found = {k: self._keyword(place, k, chain) for k in schema if k in ASSERTING and k != "$ref" and not alone}
        target = self.side.target(place)
        if target is not None:
            known = target.key in chain
            found["$ref"] = chain.index(target.key) if known else self.of(target, (*chain, target.key))
        elif "$ref" in schema:
            found["$ref"] = schema["$ref"]
        return found or True

    def _keyword(self, place: Place, keyword: str, chain: tuple[object, ...]) -> Any:
        value = place.schema[keyword]
        if keyword in _LISTS and isinstance(value, list):
            return [self.of(place.at(keyword, i), chain) for i in range(len(value))]
        if keyword in _SCHEMAS and isinstance(value, dict):
            return self.of(place.at(keyword), chain)
        if keyword in _MAPS and isinstance(value, dict):
            return {k: self.of(place.at(keyword, k), chain) for k in value}
        if keyword in _UNORDERED and isinstance(value, list):
            return sorted(unique(value))
        return value


# --- any other value --------------------------------------------------------------------------------------------------


def differences(old: Any, new: Any, pointer: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Give pointer, old and new value of each part in which two JSON values differ, as deep as they are alike."""
    if old is MISSING or new is MISSING:
        yield pointer, old, new
        return
    if json_key(old) == json_key(new):
        return
    before, after = _members(old), _members(new)
    names = _identities(old, new)
    if names is not None:
        before, after = names
    if before is None or after is None or not set(before) & set(after):
        yield pointer, old, new
        return
    for key in (*after, *(k for k in before if k not in after)):
        inner = join(pointer, key)
        if key in before and key in after:
            yield from differences(before[key], after[key], inner)
        else:
            yield inner, before.get(key, MISSING), after.get(key, MISSING)


def _members(value: Any) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


def _named(entries: list[Any], name: str) -> dict[str, Any]:
    return {e[name]: e for e in entries if isinstance(e, dict) and isinstance(e.get(name), str)}


def _identities(old: Any, new: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return the entries of two lists by what names them, or by their places where the lists are equally long."""
    if not isinstance(old, list) or not isinstance(new, list):
        return None
    for name in _NAMES:
        before, after = _named(old, name), _named(new, name)
        if before and after and len(before) == len(old) and len(after) == len(new):
            return before, after
    if len(old) == len(new) and all(isinstance(e, dict) for e in (*old, *new)):
        return {str(i): e for i, e in enumerate(old)}, {str(i): e for i, e in enumerate(new)}
    return None
