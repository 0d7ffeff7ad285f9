"""Two lists of parts in, what differs in the fields of an object out: which there are, which must be, what else may be.

A field that is gone is breaking even where the object is open: a file that sets it is accepted, and what it says has no
effect any more. A field that is new in an open object is compatible unless it must be set: whoever had a key of that
name there had it for himself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.changes.outcomes import required_when
from sphinx_agentcfg.reference.changes.parts import evaluates_freely, governing
from sphinx_agentcfg.reference.changes.rest import bare, tell_rest
from sphinx_agentcfg.reference.keywords import mapping

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_agentcfg.reference.changes.node import Node, Where
    from sphinx_agentcfg.reference.changes.parts import Parts, Side
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["compare_objects"]

_OTHERS = ("additionalProperties", "unevaluatedProperties")


def compare_objects(node: Node | None) -> None:
    """Note what differs in the fields of an object."""
    if node is None:
        return
    start = len(node.walk.out)
    told = _fields(node)
    _free_keys(node)
    _other_keys(node)
    tell_rest(node, start, (*bare(node, _OTHERS), *_odd(node)))
    _key_names(node)
    _requirements(node, told)


def _odd(node: Node) -> list[str]:
    """Return the keywords whose value should be a map of fields and is none: they are shown as they are written."""
    keywords = ("properties", "patternProperties")
    return [k for k in keywords if any(not isinstance(v, dict) for p in (node.old, node.new) for v in p.values(k))]


# --- named fields -----------------------------------------------------------------------------------------------------


def _fields(node: Node) -> set[str]:
    """Compare the fields that have a name; return those that are new or gone."""
    before, after = _named(node.old), _named(node.new)
    common = frozenset(_patterns(node.old)) & frozenset(_patterns(node.new))
    told = set()
    for name in (*after, *(n for n in before if n not in after)):
        path = paths.child(node.where.path, name)
        if name in before and name in after:
            old = governing(node.old, name, unevaluated=False, without=common)
            new = governing(node.new, name, unevaluated=False, without=common)
            node.walk.node(old, new, node.where.at(path))
            continue
        old = governing(node.old, name, unevaluated=not _free(node.walk.old, node.old, node.old_places))
        new = governing(node.new, name, unevaluated=True)
        note = _came if name in after else _went
        if note(node, name, old, new):
            told.add(name)
    return told


def _named(parts: Parts) -> dict[str, None]:
    return {name: None for part in parts.parts for name in mapping(part.schema, "properties")}


def _free(side: Side, parts: Parts, places: tuple[Place, ...]) -> bool:
    return "unevaluatedProperties" in parts.keywords and evaluates_freely(side, places)


def _came(node: Node, name: str, old: list[Place], new: list[Place]) -> bool:
    """Note a field that is new; return whether it is one, and not only one that is described elsewhere now."""
    where = node.where.at(paths.child(node.where.path, name))
    if name in node.known_old or any(p.schema is False for p in new):
        _plainly(node, old, new, where)
        return False
    refused = any(p.schema is False for p in old)
    required = name in node.required_new and name not in node.where.required_old
    narrows, detail = (False, "") if refused else _claim(node, where, old, new, free=bool(old))
    _appear(node, where, _places(node.new, name), "required" if required else detail, narrows=narrows or required)
    return True


def _claim(node: Node, where: Where, old: list[Place], new: list[Place], *, free: bool) -> tuple[bool, str]:
    """Return whether a new field breaks, and what stood there before: a described *free* key, or anything."""
    verdict = node.walk.probe(old, new, where)
    if free and verdict.narrows:
        return True, "free"
    return False, "open" if any(verdict) else ""


def _went(node: Node, name: str, old: list[Place], new: list[Place]) -> bool:
    """Note a field that is gone; return whether it is, and not only described elsewhere now."""
    where = node.where.at(paths.child(node.where.path, name))
    if name in node.known_new or any(p.schema is False for p in old):
        _plainly(node, old, new, where)
        return False
    _vanish(node, where, _places(node.old, name), old, new)
    return True


def _places(parts: Parts, name: str) -> list[Place]:
    return [p.place.at("properties", name) for p in parts.parts if name in mapping(p.schema, "properties")]


def _plainly(node: Node, old: list[Place], new: list[Place], where: Where) -> None:
    start = len(node.walk.out)
    node.walk.node(old, new, where)
    if len(node.walk.out) == start:
        node.walk.emit(
            where,
            Kind.RESTATED,
            keyword="properties",
            pointer=new[0].pointer if new else None,
            old_pointer=old[0].pointer if old else None,
        )


def _appear(node: Node, where: Where, places: list[Place], detail: str, *, narrows: bool) -> None:
    change = node.walk.emit(
        where, Kind.FIELD_ADDED, narrows=narrows, widens=True, pointer=places[0].pointer, detail=detail
    )
    node.walk.moved.append((change, tuple(places)))


def _vanish(node: Node, where: Where, places: list[Place], old: list[Place], new: list[Place]) -> None:
    refused = any(p.schema is False for p in new)
    narrows = not new or refused or any(node.walk.probe(old, new, where))
    change = node.walk.emit(
        where,
        Kind.FIELD_REMOVED,
        narrows=narrows,
        widens=not refused,
        old_pointer=places[0].pointer,
        detail="refused" if refused else "free" if new else "ignored",
    )
    node.walk.moved.append((change, tuple(places)))


# --- free keys --------------------------------------------------------------------------------------------------------


def _free_keys(node: Node) -> None:
    """Compare the keys that match a pattern."""
    before, after = _patterns(node.old), _patterns(node.new)
    for pattern in (*after, *(p for p in before if p not in after)):
        old, new = before.get(pattern, []), after.get(pattern, [])
        word = _word(node, new or old)
        where = node.where.at(paths.free(node.where.path, paths.key_of_pattern(pattern, word)))
        if old and new:
            node.walk.node(old, new, where)
        elif new:
            _pattern_came(node, where, new)
        else:
            _vanish(node, where, old, old, _rest(node.new))


def _pattern_came(node: Node, where: Where, new: list[Place]) -> None:
    old = _rest(node.old)
    refused = any(p.schema is False for p in old)
    free = bool(old) or bool(_patterns(node.old))
    narrows, detail = (False, "") if refused else _claim(node, where, old, new, free=free)
    _appear(node, where, new, detail, narrows=narrows)


def _patterns(parts: Parts) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for part in parts.parts:
        for pattern in mapping(part.schema, "patternProperties"):
            found.setdefault(pattern, []).append(part.place.at("patternProperties", pattern))
    return found


def _rest(parts: Parts) -> list[Place]:
    """Return what governs every key that has no name and matches no pattern."""
    found = [p for keyword in _OTHERS for p in parts.places(keyword)]
    return [p for p in found if p.schema is not True and p.schema != {}]


def _word(node: Node, places: list[Place]) -> str:
    pointers = [p.pointer for p in places]
    for side in (node.walk.new, node.walk.old):
        found = next((side.placeholders[p] for p in pointers if p in side.placeholders), None)
        if found:
            return str(found)
    return "key"


# --- other keys -------------------------------------------------------------------------------------------------------


def _other_keys(node: Node) -> None:
    """Compare what is let pass under every other key."""
    for keyword in _OTHERS:
        old = [p for p in node.old.places(keyword) if p.schema is not True]
        new = [p for p in node.new.places(keyword) if p.schema is not True]
        closed_before, closed_now = (any(p.schema is False for p in each) for each in (old, new))
        if closed_before != closed_now:
            kind = Kind.CLOSED if closed_now else Kind.OPENED
            node.emit(kind, keyword, narrows=closed_now, widens=closed_before)
        elif not closed_now and (old or new):
            path = paths.placeholder(node.where.path, f"<{_word(node, new or old)}>")
            node.walk.node(old, new, node.where.at(path))
    all_before, all_now = _takes_all(node.old), _takes_all(node.new)
    if node.strict and all_before != all_now:  # what `unevaluatedProperties` is about
        kind = Kind.OPENED if all_now else Kind.CLOSED
        node.emit(kind, "additionalProperties", narrows=all_before, widens=all_now)


def _takes_all(parts: Parts) -> bool:
    return "additionalProperties" in parts.keywords


def _key_names(node: Node) -> None:
    """Compare what the keys themselves must look like."""
    old, new = node.old.places("propertyNames"), node.new.places("propertyNames")
    start = len(node.walk.out)
    if old or new:
        node.walk.node(old, new, node.where.at(node.where.path, "key"))
    tell_rest(node, start, bare(node, ("propertyNames",)))


# --- requirements -----------------------------------------------------------------------------------------------------


def _requirements(node: Node, told: set[str]) -> None:
    """Compare which fields must be set; of the fields in *told* that has been said."""
    start = len(node.walk.out)
    where, before, after = node.where, node.required_old, node.required_new
    said = bool(told)
    for name in _in_order(node.new, after - before - told):
        if name in where.required_old:
            said = said or name not in where.required_new  # the object around tells that it is no longer required there
        else:
            _require(node, Kind.REQUIRED, name, narrows=True, before=_conditions(node, name, old=True))
    for name in _in_order(node.old, before - after - told):
        if name in where.required_new:
            said = said or name not in where.required_old
        else:
            _require(node, Kind.NOT_REQUIRED, name, widens=True, after=_conditions(node, name, old=False))
    if not said:
        tell_rest(node, start, ("required",))


def _require(node: Node, kind: Kind, name: str, **more: object) -> None:
    node.emit(kind, "required", path=paths.child(node.where.path, name), **more)


def _in_order(parts: Parts, names: Iterable[str]) -> list[str]:
    wanted = set(names)
    listed = [n for v in parts.values("required") if isinstance(v, list) for n in v if isinstance(n, str)]
    return [n for n in dict.fromkeys(listed) if n in wanted]


def _conditions(node: Node, name: str, *, old: bool) -> tuple[object, ...]:
    side, parts = (node.walk.old, node.old) if old else (node.walk.new, node.new)
    return tuple(required_when(side, parts, name))
