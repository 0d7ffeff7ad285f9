"""Two lists of parts in, what differs in alternatives, and in what is ruled out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.reference.changes.alternatives import may_overlap, pair_up
from sphinx_agentcfg.reference.changes.canonical import asserted, json_key
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.changes.rest import bare, tell_rest
from sphinx_agentcfg.reference.changes.values import is_plain_list, is_type_list
from sphinx_agentcfg.reference.keywords import is_schema
from sphinx_agentcfg.reference.model import Alternative
from sphinx_agentcfg.reference.texts import text_at

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.changes.node import Node
    from sphinx_agentcfg.reference.changes.parts import Parts, Side
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["Group", "compare_rules", "groups_of"]

_GROUPS = ("anyOf", "oneOf")


def compare_rules(node: Node) -> None:
    """Note what differs in ``anyOf``, ``oneOf`` and ``not``."""
    start = len(node.walk.out)
    _compare_groups(node)
    tell_rest(node, start, bare(node, _GROUPS))
    _compare_ruled_out(node)


# --- alternatives -----------------------------------------------------------------------------------------------------


class Group(NamedTuple):
    """One list of alternatives."""

    keyword: str
    pointer: str
    places: tuple[Place, ...]


def groups_of(parts: Parts) -> list[Group]:
    """Return every list of alternatives that is more than a list of types or of values."""
    found = []
    for keyword in _GROUPS:
        for part, value in parts.keywords.get(keyword, ()):
            branches = value if isinstance(value, list) else []
            listed = is_plain_list(branches) or is_type_list(branches)
            if branches and all(map(is_schema, branches)) and not listed:
                places = tuple(part.place.at(keyword, i) for i in range(len(branches)))
                found.append(Group(keyword, f"{part.place.pointer}/{keyword}", places))
    return found


def _compare_groups(node: Node) -> None:
    old, new = groups_of(node.old), groups_of(node.new)
    if not old and not new:
        return
    for before, after in _pairs_of_groups(old, new):
        if before is not None and after is not None:
            _compare_group(node, before, after)
        elif after is not None:
            shown = [p.schema for p in after.places]
            node.emit(Kind.RULE_ADDED, after.keyword, new=shown, narrows=True, pointer=after.pointer)
        elif before is not None:
            shown = [p.schema for p in before.places]
            more = {"narrows": node.strict, "widens": True, "old_pointer": before.pointer}
            node.emit(Kind.RULE_REMOVED, before.keyword, old=shown, **more)


def _pairs_of_groups(old: list[Group], new: list[Group]) -> list[tuple[Group | None, Group | None]]:
    """Return which list became which: the same one, else one of the same keyword, else the next."""
    left, found = dict(enumerate(old)), list[tuple[Group | None, Group | None]]()
    rest = list(new)
    for same in (
        lambda i, g: _written(left[i]) == _written(g),
        lambda i, g: left[i].keyword == g.keyword,
        lambda _i, _g: True,
    ):
        for group in list(rest):
            match = next((i for i in left if same(i, group)), None)
            if match is not None:
                found.append((left.pop(match), group))
                rest.remove(group)
    return [*found, *((None, g) for g in rest), *((g, None) for g in left.values())]


def _written(group: Group) -> str:
    return json_key([p.schema for p in group.places])


def _compare_group(node: Node, old: Group, new: Group) -> None:
    pointers = {"pointer": new.pointer, "old_pointer": old.pointer}
    only_one = new.keyword == "oneOf"
    clash = [only_one and _clashes(node.walk.new, new.places, i) for i in range(len(new.places))]
    if old.keyword != new.keyword:
        node.emit(Kind.RULE_CHANGED, new.keyword, old.keyword, new.keyword, narrows=any(clash), widens=True, **pointers)
    for i, j in pair_up(node.walk, old.places, new.places):
        if i is not None and j is not None:
            title = text_at(new.places[j], "title")
            where = node.where.when(Alternative(j + 1, title, new.pointer), node, exact=clash[j] or node.strict)
            node.walk.node([old.places[i]], [new.places[j]], where)
        elif j is not None:
            more = {**pointers, "pointer": new.places[j].pointer}
            node.emit(
                Kind.ALTERNATIVE_ADDED, new.keyword, new=new.places[j].schema, narrows=clash[j], widens=True, **more
            )
        elif i is not None:
            more = {**pointers, "old_pointer": old.places[i].pointer}
            node.emit(Kind.ALTERNATIVE_REMOVED, old.keyword, old=old.places[i].schema, narrows=True, **more)


def _clashes(side: Side, places: tuple[Place, ...], i: int) -> bool:
    return any(may_overlap(side, places[i], p) for j, p in enumerate(places) if j != i)


# --- what is ruled out ------------------------------------------------------------------------------------------------


def _compare_ruled_out(node: Node) -> None:
    start = len(node.walk.out)
    old = {asserted(node.walk.old, p): p.schema for p in node.old.places("not")}
    new = {asserted(node.walk.new, p): p.schema for p in node.new.places("not")}
    gone, come = [v for k, v in old.items() if k not in new], [v for k, v in new.items() if k not in old]
    for before, after in zip(gone, come, strict=False):
        node.emit(Kind.RULE_CHANGED, "not", before, after, narrows=True, widens=True)
    for value in come[len(gone) :]:
        node.emit(Kind.RULE_ADDED, "not", new=value, narrows=True)
    for value in gone[len(come) :]:
        node.emit(Kind.RULE_REMOVED, "not", old=value, widens=True)
    tell_rest(node, start, ("not",))
