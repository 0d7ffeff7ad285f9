"""Two lists of expected headings (``x-sections``) in, what differs in them out; a section is a field of the body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.changes.canonical import differences, json_key
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.model import MISSING

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.changes.node import Node

__all__ = ["compare_sections"]

_BODY = "body"
_TEXTS = {"title", "description"}


def compare_sections(node: Node, old: Any, new: Any) -> None:
    """Note sections that came or went, headings that are accepted or no longer, and texts."""
    _compare(node, _by_name(old), _by_name(new), _BODY, (old, new))


def _by_name(sections: Any) -> dict[str, dict[str, Any]] | None:
    """Return the sections by name; None where the list is none, or holds something without a name of its own."""
    if sections is MISSING:
        return {}
    listed = sections if isinstance(sections, list) else [None]
    found = {s["name"]: s for s in listed if isinstance(s, dict) and isinstance(s.get("name"), str)}
    return found if len(found) == len(listed) else None


def _compare(
    node: Node,
    old: dict[str, dict[str, Any]] | None,
    new: dict[str, dict[str, Any]] | None,
    path: str,
    raw: tuple[Any, Any],
) -> None:
    if old is None or new is None:
        node.emit(Kind.OTHER, "x-sections", *raw, path=path, narrows=True)
        return
    if list(old) != list(new) and set(old) == set(new):
        node.emit(Kind.RESTATED, "x-sections", list(old), list(new), path=path)
    for name in (*new, *(n for n in old if n not in new)):
        inner = paths.child(path, name)
        if name not in old:
            node.emit(Kind.FIELD_ADDED, "x-sections", path=inner)
        elif name not in new:
            node.emit(Kind.FIELD_REMOVED, "x-sections", path=inner, narrows=True, detail="ignored")
        else:
            _section(node, old[name], new[name], inner)


def _section(node: Node, old: dict[str, Any], new: dict[str, Any], path: str) -> None:
    for key in (*new, *(k for k in old if k not in new)):
        before, after = old.get(key, MISSING), new.get(key, MISSING)
        if MISSING not in (before, after) and json_key(before) == json_key(after):
            continue
        if key == "headings" and isinstance(before, list) and isinstance(after, list):
            _headings(node, before, after, path)
        elif key == "sections":
            _compare(node, _by_name(before), _by_name(after), path, (before, after))
        else:
            kind = Kind.REWORDED if key in _TEXTS else Kind.OTHER
            for pointer, was, now in differences(before, after):
                node.emit(kind, f"x-sections/{key}{pointer}", was, now, path=path)


def _headings(node: Node, old: list[Any], new: list[Any], path: str) -> None:
    gone, come = [h for h in old if h not in new], [h for h in new if h not in old]
    if gone:
        node.emit(Kind.VALUES_REMOVED, "headings", old=gone, path=path, narrows=True)
    if come:
        node.emit(Kind.VALUES_ADDED, "headings", new=come, path=path, widens=True)
    if not gone and not come:
        node.emit(Kind.RESTATED, "headings", old, new, path=path)
