"""Two lists of parts in, what differs in all that holds under a condition only: ``if``, ``dependent…``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.changes.canonical import asserted, json_key
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.changes.rest import first, tell_rest
from sphinx_agentcfg.reference.conditions import condition_of, negate
from sphinx_agentcfg.reference.keywords import is_schema, mapping, sequence
from sphinx_agentcfg.reference.model import IsSet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.changes.node import Node
    from sphinx_agentcfg.reference.changes.parts import Parts, Side
    from sphinx_agentcfg.reference.loading import Place
    from sphinx_agentcfg.reference.model import Condition

__all__ = ["compare_outcomes", "required_when"]

_DEPENDENT = ("dependentSchemas", "dependencies")


def compare_outcomes(node: Node) -> None:
    """Note what differs in ``if`` and in what depends on a field."""
    _compare_tests(node)
    objects = node.of("object")
    if objects is not None:
        _compare_dependent_schemas(objects)
        _compare_dependent_names(objects)


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
            _compare_pair(node, old[same], test)
    for i, test in zip(rest_old, rest_new, strict=False):
        pointers = {"pointer": test.place.pointer, "old_pointer": old[i].place.pointer}
        more = {"narrows": True, "widens": True, **pointers}
        node.emit(Kind.RULE_CHANGED, "if", old[i].place.schema, test.place.schema, **more)
        _compare_pair(node, old[i], test)
    for i in rest_old[len(rest_new) :]:
        _compare_pair(node, old[i], None)
    for test in rest_new[len(rest_old) :]:
        _compare_pair(node, None, test)
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
    if node.required_old != node.required_new:  # told there, where a field is now, or was, required always
        return False
    return bool(node.old.values(keyword)) != bool(node.new.values(keyword))


def _compare_pair(node: Node, old: _Test | None, new: _Test | None) -> None:
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
