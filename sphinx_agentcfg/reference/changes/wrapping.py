"""A schema, and the same as one of several alternatives (``anyOf: [S, null]``) in, what that changes out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.changes.alternatives import may_overlap, pair_up
from sphinx_agentcfg.reference.changes.annotations import compare_annotations
from sphinx_agentcfg.reference.changes.canonical import ASSERTING
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.changes.parts import Parts
from sphinx_agentcfg.reference.changes.rules import Group, groups_of

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.changes.node import Node
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["compare_wrapped"]


def compare_wrapped(node: Node, *, texts: bool) -> bool:
    """Compare a schema with a list of alternatives that it may be one of; return whether that was the case."""
    for wrapped, plain, to_alternatives in ((node.new, node.old, True), (node.old, node.new, False)):
        groups = groups_of(wrapped)
        if len(groups) != 1 or groups_of(plain) or _asserts(wrapped, groups[0]) or not _asserts(plain):
            continue
        places = node.old_places if to_alternatives else node.new_places
        if len(places) == 1:
            _compare(node, groups[0], places[0], to_alternatives=to_alternatives, texts=texts)
            return True
    return False


def _asserts(parts: Parts, but: Group | None = None) -> bool:
    """Say whether anything but the group *but*, and the ways to it, may refuse a value."""
    ways = {"$ref", "allOf", *([but.keyword] if but and len(parts.values(but.keyword)) == 1 else [])}
    return any(k in ASSERTING and k not in ways for k in parts.keywords)


def _compare(node: Node, group: Group, plain: Place, *, to_alternatives: bool, texts: bool) -> None:
    old, new = ((plain,), group.places) if to_alternatives else (group.places, (plain,))
    pairs = pair_up(node.walk, old, new)
    kept = next(((i, j) for i, j in pairs if i is not None and j is not None), None) or _likeliest(node, old, new)
    i, j = kept
    if texts:
        extra_old, extra_new = _own(node, group, i, j, to_alternatives=to_alternatives)
        compare_annotations(node, extra_old, extra_new)
    clash = to_alternatives and group.keyword == "oneOf" and _clashes(node, new, j)
    where = replace(node.where, exact=node.where.exact or clash, depth=node.where.depth + 1)
    node.walk.node([old[i]], [new[j]], where, texts=False)
    for place in (p for n, p in enumerate(group.places) if n != (j if to_alternatives else i)):
        if to_alternatives:
            clash = group.keyword == "oneOf" and _clashes(node, new, group.places.index(place))
            more: dict[str, Any] = {"new": place.schema, "narrows": clash, "widens": True, "pointer": place.pointer}
            node.emit(Kind.ALTERNATIVE_ADDED, group.keyword, **more)
        else:
            more = {"old": place.schema, "narrows": True, "old_pointer": place.pointer}
            node.emit(Kind.ALTERNATIVE_REMOVED, group.keyword, **more)


def _clashes(node: Node, places: tuple[Place, ...], j: int) -> bool:
    return any(may_overlap(node.walk.new, places[j], p) for n, p in enumerate(places) if n != j)


def _likeliest(node: Node, old: tuple[Place, ...], new: tuple[Place, ...]) -> tuple[int, int]:
    """Return the first pair whose comparison finds nothing that breaks, else the first of all."""
    pairs = [(i, j) for i in range(len(old)) for j in range(len(new))]
    fitting = (p for p in pairs if not node.walk.probe([old[p[0]]], [new[p[1]]], node.where).narrows)
    return next(fitting, pairs[0])


def _own(node: Node, group: Group, i: int, j: int, *, to_alternatives: bool) -> tuple[Parts, Parts]:
    """Return the parts of the alternative that was kept, for what is said of it."""
    if to_alternatives:
        return Parts(), node.walk.new.expand([group.places[j]])
    return node.walk.old.expand([group.places[i]]), Parts()
