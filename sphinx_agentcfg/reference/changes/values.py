"""Two lists of parts in, what differs in the types and the values that they let pass out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.changes.canonical import ASSERTING, json_key, unique
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.changes.rest import tell_rest
from sphinx_agentcfg.reference.model import MISSING
from sphinx_agentcfg.reference.shapes import is_value_list
from sphinx_agentcfg.reference.texts import inline_keyword
from sphinx_agentcfg.reference.types import json_type

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.changes.node import Node
    from sphinx_agentcfg.reference.changes.parts import Part, Parts

__all__ = ["compare_values", "is_plain_list", "is_type_list", "names_of", "types_of", "values_of"]

#: ``number`` is ``integer`` and this; no schema can name it.
_FRACTION = "fraction"
_ALL = frozenset({"null", "boolean", "object", "array", "string", "integer", _FRACTION})
_ORDER = ("string", "number", "integer", "boolean", "object", "array", "null")
_OF_A_VALUE = {"const", "enum", "type", "title", "description", "x-i18n", "$comment"}
_GROUPS = ("anyOf", "oneOf")


def compare_values(node: Node) -> None:
    """Note what differs in ``type``, ``enum`` and ``const``, however they are written."""
    start = len(node.walk.out)
    before, after = _declared(node.old), _declared(node.new)
    if before != after:
        kind = Kind.TYPE_NARROWED if after < before else Kind.TYPE_WIDENED if after > before else Kind.TYPE_CHANGED
        narrows, widens = bool(node.old_types - after), bool(node.new_types - before)
        node.emit(kind, "type", names_of(before), names_of(after), narrows=narrows, widens=widens)
    tell_rest(node, start, ("type",))
    start = len(node.walk.out)
    _compare_lists(node)
    tell_rest(node, start, ("enum", "const"))


def _compare_lists(node: Node) -> None:
    before, after = values_of(node.old), values_of(node.new)
    keyword = next((k for p in (node.new, node.old) for k in ("enum", "const", *_GROUPS) if k in p.keywords), "enum")
    if before is None and after is not None:
        node.emit(Kind.VALUES_LIMITED, keyword, new=list(after.values()), narrows=True)
    elif before is not None and after is None:
        node.emit(Kind.VALUES_FREED, keyword, old=list(before.values()), widens=True)
    elif before is not None and after is not None:
        gone = [v for k, v in before.items() if k not in after]
        come = [v for k, v in after.items() if k not in before]
        if gone:
            node.emit(Kind.VALUES_REMOVED, keyword, old=gone, narrows=True)
        if come:
            node.emit(Kind.VALUES_ADDED, keyword, new=come, widens=True)


# --- types ------------------------------------------------------------------------------------------------------------


def types_of(parts: Parts) -> frozenset[str]:
    """Return every type that a value of *parts* may have, by its ``type`` and by the values that are allowed."""
    if parts.nothing:
        return frozenset()
    listed = values_of(parts)
    types = _declared(parts)
    return types if listed is None else types & {_type(v) for v in listed.values()}


def _type(value: Any) -> str:
    if isinstance(value, float):
        return "integer" if value.is_integer() else _FRACTION
    return json_type(value)


def _declared(parts: Parts) -> frozenset[str]:
    types = _ALL
    for value in parts.values("type"):
        types &= _named(value)
    for _, branches in _lists(parts):
        if is_type_list(branches):
            types &= frozenset().union(*(_named(b["type"]) for b in branches))
    return types


def _named(value: object) -> frozenset[str]:
    """Return the types that the value of ``type`` names; all of them where it is nonsense."""
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not names or not all(isinstance(n, str) and n in _ORDER for n in names):
        return _ALL
    return frozenset({*names, *([] if "number" not in names else ["integer", _FRACTION])}) - {"number"}


def names_of(types: frozenset[str]) -> Any:
    """Return *types* as a schema names them: a list, MISSING where any type will do."""
    if types == _ALL:
        return MISSING
    shown = types - {_FRACTION, "integer"} | {"number"} if _FRACTION in types else types
    return [n for n in _ORDER if n in shown]


# --- values -----------------------------------------------------------------------------------------------------------


def values_of(parts: Parts) -> dict[str, Any] | None:
    """Return the values that *parts* allow, by key; None where they are not listed."""
    lists = [unique(v) for v in parts.values("enum") if isinstance(v, list)]
    lists += [unique([v]) for v in parts.values("const")]
    lists += [unique([_value(b) for b in branches]) for _, branches in _lists(parts) if is_plain_list(branches)]
    if not lists:
        return None
    return {k: v for k, v in lists[0].items() if all(k in other for other in lists[1:])}


def _lists(parts: Parts) -> list[tuple[Part, list[Any]]]:
    return [(p, v) for keyword in _GROUPS for p, v in parts.keywords.get(keyword, ()) if isinstance(v, list)]


def is_plain_list(branches: list[Any]) -> bool:
    """Say whether alternatives are one value each, no two the same: an ``enum`` whose values have meanings."""
    if not is_value_list(branches):
        return False
    plain = all(k in _OF_A_VALUE or inline_keyword(k) for b in branches for k in b)
    fitting = all("type" not in b or _type(_value(b)) in _named(b["type"]) for b in branches)
    return plain and fitting and len({json_key(_value(b)) for b in branches}) == len(branches)


def is_type_list(branches: list[Any]) -> bool:
    """Say whether alternatives refuse by their type and nothing else, no two overlapping: a list of types."""
    if not branches or not all(isinstance(b, dict) and ASSERTING & b.keys() == {"type"} for b in branches):
        return False
    named = [_named(b["type"]) for b in branches]
    return all(n != _ALL for n in named) and sum(map(len, named)) == len(frozenset().union(*named))


def _value(branch: dict[str, Any]) -> Any:
    return branch["const"] if "const" in branch else branch["enum"][0]
