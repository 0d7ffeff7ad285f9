"""Two lists of parts in, what differs in alternatives, conditions and what is ruled out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.changes.alternatives import may_overlap, pair_up
from sphinx_agentcfg.reference.changes.canonical import asserted, json_key
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.changes.rest import bare, first, tell_rest
from sphinx_agentcfg.reference.changes.values import is_plain_list, is_type_list
from sphinx_agentcfg.reference.conditions import condition_of, negate
from sphinx_agentcfg.reference.keywords import is_schema, mapping, sequence
from sphinx_agentcfg.reference.model import Alternative, IsSet
from sphinx_agentcfg.reference.texts import text_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.changes.parts import Parts, Side
    from sphinx_agentcfg.reference.changes.walk import Node
    from sphinx_agentcfg.reference.loading import Place
    from sphinx_agentcfg.reference.model import Condition

__all__ = ["compare_rules", "groups_of", "required_when"]

_GROUPS = ("anyOf", "oneOf")
_DEPENDENT = ("dependentSchemas", "dependencies")


def compare_rules(node: Node) -> None:
    """Note what differs in ``anyOf``, ``oneOf``, ``if``, ``dependent…`` and ``not``."""
    start = len(node.walk.out)
    _compare_groups(node)
    tell_rest(node, start, bare(node, _GROUPS))
    objects = node.of("object")
    _compare_tests(node)
    if objects is not None:
        _compare_dependent_schemas(objects)
        _compare_dependent_names(objects)
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


# --- conditions -------------------------------------------------------------------------------------------------------


class _Test(NamedTuple):
    """One ``if`` with what follows."""

    place: Place
    then: Place | None
    other: Place | None


def _tests(parts: Parts) -> list[_Test]:
    found = []
    for part, value in parts.keywords.get("if", ()):
        schema = part.schema
        if is_schema(value) and ("then" in schema or "else" in schema):
            then, other = (part.place.at(k) if is_schema(schema.get(k)) else None for k in ("then", "else"))
            found.append(_Test(part.place.at("if"), then, other))
    return found


def _compare_tests(node: Node) -> None:
    start = len(node.walk.out)
    old, new = _tests(node.old), _tests(node.new)
    keys = [asserted(node.walk.old, t.place) for t in old]
    rest_old, rest_new = list(range(len(old))), []
    for test in new:
        key = asserted(node.walk.new, test.place)
        same = next((i for i in rest_old if keys[i] == key), None)
        if same is None:
            rest_new.append(test)
        else:
            rest_old.remove(same)
            if json_key(old[same].place.schema) != json_key(test.place.schema):
                node.emit(Kind.RESTATED, "if", pointer=test.place.pointer, old_pointer=old[same].place.pointer)
            _compare_outcomes(node, old[same], test)
    for i, test in zip(rest_old, rest_new, strict=False):
        pointers = {"pointer": test.place.pointer, "old_pointer": old[i].place.pointer}
        more = {"narrows": True, "widens": True, **pointers}
        node.emit(Kind.RULE_CHANGED, "if", old[i].place.schema, test.place.schema, **more)
        _compare_outcomes(node, old[i], test)
    for i in rest_old[len(rest_new) :]:
        _compare_outcomes(node, old[i], None)
    for test in rest_new[len(rest_old) :]:
        _compare_outcomes(node, None, test)
    if len(node.walk.out) == start and (node.strict or node.where.exact) and _looks_elsewhere(node):
        # One without an outcome lets every value pass, but it looks at keys and items.
        node.emit(Kind.RULE_CHANGED, "if", first(node.old, "if"), first(node.new, "if"), narrows=True, widens=True)
    tell_rest(node, start, [k for k in ("if", "then", "else") if _is_idle(node, k)])


def _looks_elsewhere(node: Node) -> bool:
    sides = ((node.walk.old, node.old), (node.walk.new, node.new))
    before, after = ({asserted(side, p) for p in parts.places("if")} for side, parts in sides)
    return before != after


def _is_idle(node: Node, keyword: str) -> bool:
    """Say whether *keyword* has no effect in either version, or none that a comparison of fields could meet."""
    for parts in (node.old, node.new):
        for part, value in parts.keywords.get(keyword, ()):
            alone = "if" not in part.schema or not ("then" in part.schema or "else" in part.schema)
            if alone or not isinstance(value, dict) or not value:
                return True
    return bool(node.old.values(keyword)) != bool(node.new.values(keyword))


def _compare_outcomes(node: Node, old: _Test | None, new: _Test | None) -> None:
    shown = new or old
    assert shown is not None  # noqa: S101  # one of the two is there
    condition = condition_of(shown.place.schema)
    for attribute, when in (("then", condition), ("other", negate(condition))):
        before, after = (getattr(t, attribute) if t is not None else None for t in (old, new))
        where = node.where.when(when, node, exact=node.strict)
        if before is not None or after is not None:
            node.walk.node(_listed(before), _listed(after), where)


def _listed(place: Place | None) -> list[Place]:
    return [] if place is None else [place]


# --- what depends on a field ------------------------------------------------------------------------------------------


def _compare_dependent_schemas(node: Node) -> None:
    start = len(node.walk.out)
    old, new = _dependent_schemas(node.old), _dependent_schemas(node.new)
    for name in (*new, *(n for n in old if n not in new)):
        where = node.where.when(IsSet(name), node, exact=node.strict)
        node.walk.node(old.get(name, []), new.get(name, []), where)
    tell_rest(node, start, [k for k in _DEPENDENT if _loose_map(node, k)])


def _loose_map(node: Node, keyword: str) -> bool:
    values = [v for p in (node.old, node.new) for v in p.values(keyword)]
    inner = [s for v in values if isinstance(v, dict) for s in v.values() if not isinstance(s, list)]
    return any(not isinstance(v, dict) for v in values) or any(not isinstance(s, dict) or not s for s in inner)


def _dependent_schemas(parts: Parts) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for part in parts.parts:
        for keyword in _DEPENDENT:
            for name, value in mapping(part.schema, keyword).items():
                if is_schema(value):
                    found.setdefault(name, []).append(part.place.at(keyword, name))
    return found


def _compare_dependent_names(node: Node) -> None:
    start = len(node.walk.out)
    old, new = _dependent_names(node.old), _dependent_names(node.new)
    always_old = node.where.required_old | node.required_old
    always_new = node.where.required_new | node.required_new
    for trigger in (*new, *(t for t in old if t not in new)):
        before, after = old.get(trigger, []), new.get(trigger, [])
        for name in after:
            if name not in before and name not in always_old:
                _require(node, Kind.REQUIRED, trigger, name, narrows=True)
        for name in before:
            if name not in after and name not in always_new:
                _require(node, Kind.NOT_REQUIRED, trigger, name, widens=True)
    if not (always_old ^ always_new):
        tell_rest(node, start, ("dependentRequired",))


def _require(node: Node, kind: Kind, trigger: str, name: str, **effect: bool) -> None:
    inner = node.where.when(IsSet(trigger), node)
    both = node.new.keywords | node.old.keywords
    keyword = next(k for k in ("dependentRequired", "dependencies") if k in both)
    replace(node, where=inner).emit(kind, keyword, path=paths.child(node.where.path, name), **effect)


def _dependent_names(parts: Parts) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for keyword in ("dependentRequired", "dependencies"):
        for value in parts.values(keyword):
            for trigger, names in value.items() if isinstance(value, dict) else ():
                if isinstance(names, list):
                    found.setdefault(trigger, []).extend(n for n in names if isinstance(n, str))
    return found


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


# --- when a field is required -----------------------------------------------------------------------------------------


def required_when(side: Side, parts: Parts, name: str) -> Iterator[Condition]:
    """Give each condition under which *name* must be set, although it need not always."""
    for test in _tests(parts):
        condition = condition_of(test.place.schema)
        for place, when in ((test.then, condition), (test.other, negate(condition))):
            if place is not None and _requires(side, place, name):
                yield when
    for trigger, names in _dependent_names(parts).items():
        if name in names:
            yield IsSet(trigger)
    for trigger, places in _dependent_schemas(parts).items():
        if any(_requires(side, p, name) for p in places):
            yield IsSet(trigger)


def _requires(side: Side, place: Place, name: str) -> bool:
    return any(name in sequence(p.schema, "required") for p in side.expand([place], frozenset()).parts)
