"""A keyword whose own comparison had nothing to say in, what is left of it out: no real difference, or nonsense."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.changes.canonical import json_key, unique
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.keywords import is_schema
from sphinx_agentcfg.reference.model import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_agentcfg.reference.changes.node import Node
    from sphinx_agentcfg.reference.changes.parts import Parts

__all__ = ["bare", "differs", "first", "is_number", "tell_rest"]

_NUMBERS = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}
_STRINGS = {"pattern", "format", "contentEncoding", "contentMediaType"}
_MAPS = {"properties", "patternProperties", "dependentSchemas", "dependencies", "dependentRequired"}
_LISTS = {"allOf", "anyOf", "oneOf", "prefixItems"}
_UNORDERED = {"type", "enum", "required"}


def differs(node: Node, keyword: str) -> bool:
    """Say whether the values of *keyword* are not the same on both sides; the order of a set does not count."""
    return _raw(node.old, keyword) != _raw(node.new, keyword)


def _raw(parts: Parts, keyword: str) -> frozenset[str]:
    return frozenset(json_key(_sorted(keyword, v)) for v in parts.values(keyword))


def _sorted(keyword: str, value: Any) -> Any:
    return sorted(unique(value)) if keyword in _UNORDERED and isinstance(value, list) else value


def first(parts: Parts, keyword: str) -> Any:  # any JSON value, or MISSING
    """Return the first value of *keyword*."""
    values = parts.values(keyword)
    return values[0] if values else MISSING


def tell_rest(node: Node, start: int, keywords: Iterable[str]) -> None:
    """Note each of *keywords* that differs although nothing was noted since there were *start* changes."""
    if len(node.walk.out) > start:
        return
    for keyword in keywords:
        if differs(node, keyword):
            good = all(_is_formed(keyword, v) for p in (node.old, node.new) for v in p.values(keyword))
            kind = Kind.RESTATED if good else Kind.OTHER
            node.emit(kind, keyword, first(node.old, keyword), first(node.new, keyword), narrows=not good)


def bare(node: Node, keywords: Iterable[str]) -> list[str]:
    """Return those of *keywords* that hold a schema which says nothing, or none: no comparison meets those."""
    return [k for k in keywords if any(_is_bare(v) for p in (node.old, node.new) for v in p.values(k))]


def _is_bare(value: object) -> bool:
    if isinstance(value, list):
        return not value or any(_is_bare(v) for v in value)
    return not isinstance(value, dict) or not value


def is_number(value: object) -> bool:
    """Say whether *value* is a JSON number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_formed(keyword: str, value: object) -> bool:  # noqa: PLR0911  # one answer for each shape
    if keyword in _NUMBERS or keyword.startswith(("min", "max")):
        return is_number(value)
    if keyword in _STRINGS:
        return isinstance(value, str)
    if keyword in _MAPS:
        return isinstance(value, dict)
    if keyword in _LISTS:
        return isinstance(value, list)
    if keyword == "enum":
        return isinstance(value, list)
    if keyword in {"type", "required"}:
        names = value if isinstance(value, list) else [value]
        return all(isinstance(n, str) for n in names)
    if keyword == "uniqueItems":
        return isinstance(value, bool)
    return keyword == "const" or is_schema(value) or (keyword == "items" and isinstance(value, list))
