"""Two lists of parts in, what differs in the meanings of their allowed values out, however the meanings are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.changes.canonical import differences, json_key
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.changes.rest import differs
from sphinx_agentcfg.reference.changes.values import is_plain_list, values_of
from sphinx_agentcfg.reference.keywords import sequence
from sphinx_agentcfg.reference.model import MISSING
from sphinx_agentcfg.reference.texts import meanings

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.changes.parts import Parts
    from sphinx_agentcfg.reference.changes.walk import Node

__all__ = ["MEANINGS", "compare_meanings"]

MEANINGS = (
    "x-enumDescriptions",
    "meta:enum",
    "enumDescriptions",
    "markdownEnumDescriptions",
    "x-enum-descriptions",
    "x-enum-varnames",
)


def compare_meanings(node: Node, more_old: Parts, more_new: Parts) -> None:
    """Note each value that stayed and means, or is called, something else by now."""
    start = len(node.walk.out)
    old, new = _said(node.old) | _said(more_old), _said(node.new) | _said(more_new)
    for key in (*new, *(k for k in old if k not in new)):
        before, after = old.get(key, (None, MISSING)), new.get(key, (None, MISSING))
        stayed = all(_allows(parts, key) for parts in (node.old, node.new))
        if stayed and before[1] != after[1]:
            value = after[0] if key in new else before[0]
            keyword = next((k for p in (node.new, node.old) for k in MEANINGS if k in p.keywords), "oneOf")
            node.emit(Kind.REWORDED, keyword, before[1], after[1], detail=json_key(value))
    if len(node.walk.out) == start and values_of(node.old) == values_of(node.new):
        _as_written(node)


def _allows(parts: Parts, key: str) -> bool:
    values = values_of(parts)
    return values is None or key in values


def _said(parts: Parts) -> dict[str, tuple[Any, Any]]:
    """Return the meaning of each value, by the value's key, with the value."""
    found: dict[str, tuple[Any, Any]] = {}
    for part in parts.parts:
        listed = sequence(part.schema, "enum") or ([part.schema["const"]] if "const" in part.schema else [])
        for value, text in zip(listed, meanings(part.place, listed), strict=True):
            if text is not None:
                found.setdefault(json_key(value), (value, text.source))
        for keyword in ("anyOf", "oneOf"):
            branches = sequence(part.schema, keyword)
            for branch in branches if is_plain_list(branches) else ():
                value = branch["const"] if "const" in branch else branch["enum"][0]
                said = [branch[k] for k in ("title", "description") if k in branch]
                if said:
                    found.setdefault(json_key(value), (value, said[0] if len(said) == 1 else said))
    return found


def _as_written(node: Node) -> None:
    """Note what differs in keywords about values where no value is concerned that a reader is told of."""
    for keyword in MEANINGS:
        if differs(node, keyword):
            old, new = ((p.values(keyword) or [MISSING])[0] for p in (node.old, node.new))
            for pointer, before, after in differences(old, new):
                node.emit(Kind.REWORDED, keyword + pointer, before, after)
