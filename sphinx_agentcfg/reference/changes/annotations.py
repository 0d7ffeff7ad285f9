"""Two lists of parts in, what differs in all that refuses no value out: texts, defaults, history, other keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.changes.canonical import ASSERTING, differences, json_key, unique
from sphinx_agentcfg.reference.changes.meanings import MEANINGS, compare_meanings
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.changes.parts import Parts
from sphinx_agentcfg.reference.changes.sections import compare_sections
from sphinx_agentcfg.reference.keywords import DEFINITIONS
from sphinx_agentcfg.reference.model import MISSING
from sphinx_agentcfg.reference.texts import inline_keyword

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.changes.node import Node

__all__ = ["compare_annotations"]

_TEXTS = {
    "title",
    "description",
    "markdownDescription",
    "deprecationMessage",
    "errorMessage",
    "$comment",
    "x-when",
    "x-notes",
    "x-see-also",
    "x-source",
    "x-type-name",
    "x-i18n",
    "examples",
    "label",
    "note",
}
_HISTORY = {"x-status", "x-since", "x-removed", "x-replaced-by"}
_ACCESS = {"readOnly", "writeOnly"}
#: Followed, or compared where the whole schemas are.
_SILENT = {"$ref", "$schema", *DEFINITIONS}
_DYNAMIC = {"$dynamicRef", "$recursiveRef"}


def compare_annotations(node: Node, more_old: Parts = Parts(), more_new: Parts = Parts()) -> None:  # noqa: B008  # frozen
    """Note what differs in every keyword that only says something; *more_old* and *more_new* say it too."""
    old, new = _annotations(node.old, more_old), _annotations(node.new, more_new)
    for keyword in (*new, *(k for k in old if k not in new)):
        before, after = unique(old.get(keyword, [])), unique(new.get(keyword, []))
        if before.keys() != after.keys():
            gone, come = (list(v) for v in _apart(before, after))
            _compare(node, keyword, gone, come)
    compare_meanings(node, more_old, more_new)
    _unread(node)
    _unfollowed(node)


def _annotations(parts: Parts, more: Parts) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for part in (*parts.parts, *more.parts):
        for keyword, value in part.schema.items():
            if keyword not in ASSERTING and keyword not in _SILENT and keyword not in MEANINGS:
                found.setdefault(keyword, []).append(value)
    return found


def _apart(before: dict[str, Any], after: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    return [v for k, v in before.items() if k not in after], [v for k, v in after.items() if k not in before]


def _compare(node: Node, keyword: str, gone: list[Any], come: list[Any]) -> None:
    """Note the values of *keyword* that are *gone* and those that have *come*."""
    if keyword == "x-sections":
        compare_sections(node, gone[0] if gone else MISSING, come[0] if come else MISSING)
        return
    for i in range(max(len(gone), len(come))):
        old = gone[i] if i < len(gone) else MISSING
        new = come[i] if i < len(come) else MISSING
        _compare_one(node, keyword, old, new)


def _compare_one(node: Node, keyword: str, old: Any, new: Any) -> None:
    if keyword == "default":
        node.emit(Kind.DEFAULT_CHANGED, keyword, old, new)
    elif keyword == "deprecated" and isinstance(old, bool | type(MISSING)) and isinstance(new, bool | type(MISSING)):
        _compare_flag(node, keyword, old, new, (Kind.NOT_DEPRECATED, Kind.DEPRECATED))
    elif keyword in _ACCESS and isinstance(old, bool | type(MISSING)) and isinstance(new, bool | type(MISSING)):
        _compare_flag(node, keyword, old, new, (Kind.ACCESS_CHANGED, Kind.ACCESS_CHANGED))
    elif keyword in _HISTORY:
        node.emit(Kind.STATUS_CHANGED, keyword, old, new)
    else:
        textual = keyword in _TEXTS or inline_keyword(keyword)
        for pointer, before, after in differences(old, new):
            kind = Kind.REWORDED if textual or pointer.rpartition("/")[2] in _TEXTS else Kind.OTHER
            pointers = {"pointer": node.new.pointer(keyword), "old_pointer": node.old.pointer(keyword)}
            node.emit(kind, keyword + pointer, before, after, **pointers)


def _compare_flag(node: Node, keyword: str, old: Any, new: Any, kinds: tuple[Kind, Kind]) -> None:
    """Note that a flag was set or taken back; absent is the same as false, only written differently."""
    if (old is True) == (new is True):
        node.emit(Kind.RESTATED, keyword, old, new)
    else:
        node.emit(kinds[new is True], keyword, old is True, new is True)


def _unread(node: Node) -> None:
    """Note what differs beside a ``$ref`` in a draft where nothing there is read."""
    old, new = ({k: v for p in parts.parts if p.ignored for k, v in p.place.schema.items() if k in ASSERTING}
                for parts in (node.old, node.new))  # fmt: skip
    for keyword in (*new, *(k for k in old if k not in new)):
        before, after = old.get(keyword, MISSING), new.get(keyword, MISSING)
        if keyword != "$ref" and (MISSING in (before, after) or json_key(before) != json_key(after)) and old and new:
            node.emit(Kind.OTHER, keyword, before, after)


def _unfollowed(node: Node) -> None:
    """Note a reference that leads nowhere: what it would mean is not known."""
    old, new = (
        {(k, v) for p in parts.parts for k, v in p.schema.items() if _is_open(node, p.place, k, v)}
        for parts in (node.old, node.new)
    )
    if old != new:
        before, after = sorted(old - new), sorted(new - old)
        keyword = (after or before)[0][0]
        shown = [v[0][1] if v else MISSING for v in (before, after)]
        node.emit(Kind.OTHER, keyword, *shown, narrows=True, widens=True)


def _is_open(node: Node, place: Any, keyword: str, value: object) -> bool:
    if keyword not in {"$ref", *_DYNAMIC} or not isinstance(value, str):
        return False
    return node.walk.old.target(place) is None and node.walk.new.target(place) is None
