"""Two lists of alternatives in, which became which out; and whether two of them may both let a value pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.reference.changes.canonical import asserted, json_key
from sphinx_agentcfg.reference.changes.parts import described, governing
from sphinx_agentcfg.reference.changes.values import types_of, values_of
from sphinx_agentcfg.reference.keywords import sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx_agentcfg.reference.changes.parts import Parts, Side
    from sphinx_agentcfg.reference.changes.walk import Walk
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["may_overlap", "pair_up"]

_DEEPEST = 3


def pair_up(walk: Walk, old: Sequence[Place], new: Sequence[Place]) -> list[tuple[int | None, int | None]]:
    """Return pairs of places in the two lists, in the order of the new one; None where there is no counterpart.

    The same text first, then the same reference, the same title, the same test, the same types with a field in common;
    what is left goes in order where both lists have equally many.
    """
    left, match = list(range(len(old))), dict[int, int]()
    for same in _measures(walk, old, new) if left else ():
        for j in range(len(new)):
            i = next((i for i in left if same(i, j)), None) if j not in match else None
            if i is not None:
                match[j] = i
                left.remove(i)
    rest = [j for j in range(len(new)) if j not in match]
    if len(rest) == len(left):
        match.update(zip(rest, left, strict=True))
        left = []
    pairs: list[tuple[int | None, int | None]] = [(match.get(j), j) for j in range(len(new))]
    return pairs + [(i, None) for i in left]


def _measures(walk: Walk, old: Sequence[Place], new: Sequence[Place]) -> list[Callable[[int, int], bool]]:
    def key(place: Place) -> str:
        return json_key(place.schema)

    def word(place: Place, keyword: str) -> object:
        return place.schema.get(keyword) if isinstance(place.schema, dict) else None

    def alike(i: int, j: int, keyword: str) -> bool:
        return word(new[j], keyword) is not None and word(old[i], keyword) == word(new[j], keyword)

    def kindred(i: int, j: int) -> bool:
        types = _types(walk.old, old[i])
        if types != _types(walk.new, new[j]):
            return False
        names = described(walk.old, [old[i]]), described(walk.new, [new[j]])
        return bool(names[0] & names[1]) if any(names) else len(types) == 1

    return [
        lambda i, j: key(old[i]) == key(new[j]),
        lambda i, j: alike(i, j, "$ref"),
        lambda i, j: alike(i, j, "title"),
        lambda i, j: asserted(walk.old, old[i]) == asserted(walk.new, new[j]),
        kindred,
    ]


def _types(side: Side, place: Place) -> frozenset[str]:
    return types_of(side.expand([place], frozenset()))


def may_overlap(side: Side, first: Place, second: Place) -> bool:
    """Say whether a value may pass both; yes where that cannot be ruled out."""
    return not _apart(side, side.expand([first], frozenset()), side.expand([second], frozenset()), 0)


def _apart(side: Side, first: Parts, second: Parts, depth: int) -> bool:
    types = types_of(first) & types_of(second)
    if not types:
        return True
    values = values_of(first), values_of(second)
    if values[0] is not None and values[1] is not None and not set(values[0]) & set(values[1]):
        return True
    if types != {"object"} or depth >= _DEEPEST:
        return False
    names = _required(first) & _required(second)
    return any(_apart(side, _of(side, first, n), _of(side, second, n), depth + 1) for n in names)


def _required(parts: Parts) -> set[str]:
    return {n for p in parts.parts for n in sequence(p.schema, "required") if isinstance(n, str)}


def _of(side: Side, parts: Parts, name: str) -> Parts:
    return side.expand(governing(parts, name, unevaluated=False), frozenset())
