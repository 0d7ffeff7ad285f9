"""Two lists of parts in, what differs in their limits out: bounds, patterns, formats and the like."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.reference.changes.canonical import unique
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.changes.rest import differs, is_number, tell_rest
from sphinx_agentcfg.reference.model import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx_agentcfg.reference.changes.node import Node
    from sphinx_agentcfg.reference.changes.parts import Parts

__all__ = ["compare_bound", "compare_limits"]

#: Keywords of one bound (the second excludes the bound itself), +1 for a lower one and -1 for an upper one, its types.
_BOUNDS = (
    (("minimum", "exclusiveMinimum"), 1, {"integer", "fraction"}),
    (("maximum", "exclusiveMaximum"), -1, {"integer", "fraction"}),
    (("minLength",), 1, {"string"}),
    (("maxLength",), -1, {"string"}),
    (("minItems",), 1, {"array"}),
    (("maxItems",), -1, {"array"}),
    (("minProperties",), 1, {"object"}),
    (("maxProperties",), -1, {"object"}),
)
_SETS = ("format", "contentEncoding", "contentMediaType", "contentSchema")


class _Bound(NamedTuple):
    """A bound: comparable among its like, a larger one is tighter."""

    tightness: float
    exclusive: bool
    keyword: str
    value: Any


def compare_limits(node: Node) -> None:
    """Note what differs in every keyword that limits a value by itself."""
    for keywords, sign, types in _BOUNDS:
        _with(node.of(*types), partial(compare_bound, keywords=keywords, sign=sign))
    _with(node.of("string"), _compare_patterns)
    _with(node.of("integer", "fraction"), _compare_multiples)
    _with(node.of("array"), _compare_uniqueness)
    for keyword in _SETS:
        _compare_set(node, keyword)


def _with(node: Node | None, compare: Callable[[Node], None]) -> None:
    if node is not None:
        compare(node)


# --- bounds -----------------------------------------------------------------------------------------------------------


def compare_bound(node: Node, keywords: Sequence[str], sign: int, default: int = 0) -> None:
    """Note what differs in a bound that one of *keywords* sets; a lower one of a count is *default* without them."""
    if not any(differs(node, k) for k in keywords):
        return
    start = len(node.walk.out)
    before, after = _bound(node.old, keywords, sign), _bound(node.new, keywords, sign)
    floor = (default, False) if sign > 0 and len(keywords) == 1 else (float("-inf"), False)
    loose, tight = before[:2] if before else floor, after[:2] if after else floor
    if loose != tight:
        kind = Kind.LIMIT_TIGHTENED if tight > loose else Kind.LIMIT_LOOSENED
        shown = after or before
        assert shown is not None  # noqa: S101  # they differ
        same = before is None or after is None or before.keyword == after.keyword
        old, new = (_shown(b, same=same) for b in (before, after))
        node.emit(kind, shown.keyword, old, new, narrows=tight > loose, widens=tight < loose)
    tell_rest(node, start, keywords)


def _bound(parts: Parts, keywords: Sequence[str], sign: int) -> _Bound | None:
    found = [
        _Bound(sign * v, bool(i), keyword, v)
        for i, keyword in enumerate(keywords)
        for v in parts.values(keyword)
        if is_number(v)
    ]
    return max(found, key=lambda b: b[:2], default=None)


def _shown(bound: _Bound | None, *, same: bool) -> Any:
    if bound is None:
        return MISSING
    return bound.value if same else {bound.keyword: bound.value}


# --- the others -------------------------------------------------------------------------------------------------------


def _compare_patterns(node: Node) -> None:
    old, new = unique(node.old.values("pattern")), unique(node.new.values("pattern"))
    gone, come = [v for k, v in old.items() if k not in new], [v for k, v in new.items() if k not in old]
    if len(gone) == len(come) == 1:
        node.emit(Kind.PATTERN_CHANGED, "pattern", gone[0], come[0], narrows=True, widens=True)
        return
    for value in come:
        node.emit(Kind.PATTERN_ADDED, "pattern", new=value, narrows=True)
    for value in gone:
        node.emit(Kind.PATTERN_REMOVED, "pattern", old=value, widens=True)


def _compare_set(node: Node, keyword: str) -> None:
    old, new = unique(node.old.values(keyword)), unique(node.new.values(keyword))
    gone, come = [v for k, v in old.items() if k not in new], [v for k, v in new.items() if k not in old]
    if len(gone) == len(come) == 1:
        node.emit(Kind.LIMIT_CHANGED, keyword, gone[0], come[0], narrows=True, widens=True)
        return
    for value in come:
        node.emit(Kind.LIMIT_TIGHTENED, keyword, new=value, narrows=True)
    for value in gone:
        node.emit(Kind.LIMIT_LOOSENED, keyword, old=value, widens=True)


def _compare_multiples(node: Node) -> None:
    keyword = "multipleOf"
    if not differs(node, keyword):
        return
    start = len(node.walk.out)
    old, new = _divisors(node.old), _divisors(node.new)
    narrows = any(not any((o / n).denominator == 1 for o in old) for n in new)
    widens = any(not any((n / o).denominator == 1 for n in new) for o in old)
    if narrows or widens:
        kind = Kind.LIMIT_CHANGED if narrows and widens else Kind.LIMIT_TIGHTENED if narrows else Kind.LIMIT_LOOSENED
        before, after = _one(node.old.values(keyword)), _one(node.new.values(keyword))
        node.emit(kind, keyword, before, after, narrows=narrows, widens=widens)
    tell_rest(node, start, (keyword,))


def _divisors(parts: Parts) -> list[Fraction]:
    numbers = [v for v in parts.values("multipleOf") if is_number(v) and v > 0 and v != float("inf")]
    return [Fraction(repr(v)) for v in numbers]


def _one(values: list[Any]) -> Any:
    return MISSING if not values else values[0] if len(values) == 1 else values


def _compare_uniqueness(node: Node) -> None:
    keyword = "uniqueItems"
    start = len(node.walk.out)
    old, new = (any(v is True for v in p.values(keyword)) for p in (node.old, node.new))
    if old != new:
        kind = Kind.LIMIT_TIGHTENED if new else Kind.LIMIT_LOOSENED
        before, after = _one(node.old.values(keyword)), _one(node.new.values(keyword))
        node.emit(kind, keyword, before, after, narrows=new, widens=old)
    tell_rest(node, start, (keyword,))
