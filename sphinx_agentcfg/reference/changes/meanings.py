"""Two lists of parts in, what differs in the meanings of their allowed values out, however the meanings are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.changes.canonical import ASSERTING, differences, json_key
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.changes.rest import differs
from sphinx_agentcfg.reference.changes.values import is_plain_list, is_type_list, values_of
from sphinx_agentcfg.reference.keywords import sequence
from sphinx_agentcfg.reference.model import MISSING
from sphinx_agentcfg.reference.texts import meanings

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.changes.node import Node
    from sphinx_agentcfg.reference.changes.parts import Parts

__all__ = ["MEANINGS", "compare_meanings"]

_LISTS = ("anyOf", "oneOf")
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
    _compare_remarks(node)
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
        for keyword in _LISTS:
            branches = sequence(part.schema, keyword)
            for branch in branches if is_plain_list(branches) else ():
                value = branch["const"] if "const" in branch else branch["enum"][0]
                said = [branch[k] for k in ("title", "description") if k in branch]
                if said:
                    found.setdefault(json_key(value), (value, said[0] if len(said) == 1 else said))
    return found


def _compare_remarks(node: Node) -> None:
    """Note what differs in all else that is said beside a value or a type that is an alternative of its own."""
    old, new = _remarks(node.old), _remarks(node.new)
    for key in (k for k in new if k in old):
        for pointer, before, after in differences(old[key], new[key]):
            keyword = next((k for k in _LISTS if k in node.new.keywords), "")
            node.emit(Kind.REWORDED, f"{keyword}{pointer}", before, after, **_at(node, keyword))


def _at(node: Node, keyword: str) -> dict[str, Any]:
    return {"pointer": node.new.pointer(keyword), "old_pointer": node.old.pointer(keyword)}


def _remarks(parts: Parts) -> dict[str, dict[str, Any]]:
    """Return what is said beside each such alternative, by its value or type."""
    found: dict[str, dict[str, Any]] = {}
    for part in parts.parts:
        for branches in (sequence(part.schema, keyword) for keyword in _LISTS):
            listed = is_plain_list(branches)
            if not listed and not is_type_list(branches):
                continue
            told = {"title", "description"} if listed else set[str]()
            for branch in branches:
                key = json_key(branch["const"] if "const" in branch else branch.get("enum", branch.get("type")))
                said = {k: v for k, v in branch.items() if k not in ASSERTING and k not in told}
                found.setdefault(key, {}).update(said)
    return found


def _as_written(node: Node) -> None:
    """Note what differs in keywords about values where no value is concerned that a reader is told of."""
    for keyword in MEANINGS:
        if differs(node, keyword):
            old, new = ((p.values(keyword) or [MISSING])[0] for p in (node.old, node.new))
            for pointer, before, after in differences(old, new):
                node.emit(Kind.REWORDED, keyword + pointer, before, after)
