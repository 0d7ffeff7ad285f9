"""Two versions of a schema in, every difference out: each pair of subschemas that describe the same value is met once.

What a file may hold is a conjunction: parts, alternatives, conditions. Each is compared with its counterpart, and where
the new one refuses something that the old one let pass, the change is breaking. So no change can hide in another.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.reference.changes.annotations import compare_annotations
from sphinx_agentcfg.reference.changes.arrays import compare_arrays
from sphinx_agentcfg.reference.changes.canonical import ASSERTING, json_key
from sphinx_agentcfg.reference.changes.limits import compare_limits
from sphinx_agentcfg.reference.changes.model import Change, ChangeClass, Kind
from sphinx_agentcfg.reference.changes.node import Node, Where
from sphinx_agentcfg.reference.changes.objects import compare_objects
from sphinx_agentcfg.reference.changes.outcomes import compare_outcomes
from sphinx_agentcfg.reference.changes.parts import Key, Parts, Side, described
from sphinx_agentcfg.reference.changes.rest import differs
from sphinx_agentcfg.reference.changes.rules import compare_rules
from sphinx_agentcfg.reference.changes.shortcut import definitions_of_alike
from sphinx_agentcfg.reference.changes.values import compare_values
from sphinx_agentcfg.reference.changes.wrapping import compare_wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_agentcfg.reference.loading import Place

__all__ = ["Verdict", "Walk"]

_DEEPEST = 60
#: So many pairs are compared for each subschema, on average; only references that are tangled on purpose need more.
_PAIRS = 20
_SPARE = 2000
_TRIALS = 2  # in one another
_WORDING = {Kind.REWORDED, Kind.RESTATED}
_TOP = Where()


class Verdict(NamedTuple):
    """What a trial found: the new version *narrows*, or it *claims* names that an open object left to its author."""

    narrows: bool = False
    claims: bool = False


@dataclass
class Walk:
    """One comparison.

    ``out`` gathers the changes, ``moved`` what was removed or added, with its places, ``met`` every place of the old
    (False) and the new version (True) that was compared with something.
    """

    old: Side
    new: Side
    out: list[Change] = field(default_factory=list)
    moved: list[tuple[Change, tuple[Place, ...]]] = field(default_factory=list)
    done: set[object] = field(default_factory=set)
    met: set[tuple[bool, Key]] = field(default_factory=set)
    waiting: deque[tuple[Place, Place, Where]] = field(default_factory=deque)
    left: int = 0
    trial: int = 0
    settled: bool = False

    def __post_init__(self) -> None:
        if not self.left:
            self.left = _PAIRS * (self.old.size + self.new.size) + _SPARE

    def emit(
        self,
        where: Where,
        kind: Kind,
        *,
        narrows: bool = False,
        widens: bool = False,
        path: str | None = None,
        **more: Any,
    ) -> Change:
        """Note a change; it *narrows* where a value that was let pass may be refused now, it *widens* the other way."""
        breaking = where.passed and (narrows or (widens and where.exact))
        class_ = ChangeClass.BREAKING if breaking else ChangeClass.COMPATIBLE
        if kind in _WORDING:
            class_ = ChangeClass.WORDING
        change = Change(
            kind,
            class_,
            where.path if path is None else path,
            conditions=where.conditions,
            roles=where.roles,
            **more,
        )
        self.out.append(change)
        self.settled = self.trial > 0 and class_ is ChangeClass.BREAKING  # a trial wants no more than that
        return change

    def probe(self, old: Sequence[Place], new: Sequence[Place], where: Where) -> Verdict:
        """Say whether *new* may refuse what *old* let pass, without noting it."""
        if self.trial >= _TRIALS:
            return Verdict(narrows=True)  # not known; the worst is assumed
        trial = Walk(self.old, self.new, left=_SPARE, trial=self.trial + 1)
        trial.compare(old, new, replace(where, passed=True, depth=0))
        return Verdict(
            narrows=any(c.class_ is ChangeClass.BREAKING for c in trial.out),
            claims=any(c.kind is Kind.FIELD_ADDED and c.detail == "open" for c in trial.out),
        )

    # --- the pair -----------------------------------------------------------------------------------------------------

    def compare(self, old: Sequence[Place], new: Sequence[Place], where: Where) -> None:
        """Compare two lists of places, and then every definition that they lead to."""
        self.node(old, new, where)
        self.compare_waiting()

    def compare_waiting(self) -> None:
        """Compare the definitions that were put down and those that they lead to, one after the other."""
        while self.waiting and not self.settled:
            old, new, where = self.waiting.popleft()
            self.node([old], [new], where)

    def node(self, old: Iterable[Place], new: Iterable[Place], where: Where, *, texts: bool = True) -> None:
        """Compare what the places *old* and the places *new* say of one value."""
        if self.settled:
            return
        old, new = tuple(old), tuple(new)
        if self._are_alike(old, new, where):
            return
        pairs, old_parts, new_parts = self._paired(old, new)
        key = (old_parts.key, new_parts.key, where.exact, where.passed, where.required_old, where.required_new, texts)
        if key in self.done:
            return
        self.done.add(key)
        node = Node(self, old_parts, new_parts, where, old, new)
        self.met.update((False, k) for k in old_parts.key)
        self.met.update((True, k) for k in new_parts.key)
        self.left -= 1
        if where.depth > _DEEPEST or self.left < 0:
            self._too_deep(node)
            return
        for before, after in pairs:
            self.definition(before, after, where)
        self._compare(node, texts=texts)

    def _are_alike(self, old: tuple[Place, ...], new: tuple[Place, ...], where: Where) -> bool:
        """Say whether the two are written alike, and put down the definitions in which they may differ all the same."""
        if len(old) != 1 or len(new) != 1:
            return False
        pairs = definitions_of_alike(self.old, old[0], self.new, new[0])
        for before, after in pairs or ():
            self.definition(before, after, where)
        if pairs is not None:
            self.met.update(((False, old[0].key), (True, new[0].key)))
        return pairs is not None

    def definition(self, old: Place, new: Place, where: Where = _TOP) -> None:
        """Put two versions of a shared definition down to be compared later, under its own name."""
        name = self.new.shared.get(new.key, self.old.shared.get(old.key))
        name = new.pointer.rpartition("/")[2] if name is None else name
        at = Where(f"#{name}" if name else "", exact=where.exact, passed=where.passed)
        key = (old.key, new.key, at.exact, at.passed)
        if key not in self.done:
            self.done.add(key)
            self.waiting.append((old, new, at))

    def _compare(self, node: Node, *, texts: bool) -> None:
        if node.old.nothing or node.new.nothing:
            self._compare_nothing(node)
            return
        if compare_wrapped(node, texts=texts):
            return
        compare_values(node)
        compare_limits(node)
        compare_objects(node.of("object"))
        compare_arrays(node.of("array"))
        compare_rules(node)
        compare_outcomes(node)
        if texts:
            compare_annotations(node)

    def _compare_nothing(self, node: Node) -> None:
        """Compare where one version, or both, let no value pass: all else that they say is idle."""
        if node.old.nothing != node.new.nothing:
            kind = Kind.CLOSED if node.new.nothing else Kind.OPENED
            node.emit(kind, narrows=node.new.nothing, widens=node.old.nothing, detail="value")
            return
        for keyword in dict.fromkeys((*node.new.keywords, *node.old.keywords)):
            if keyword in ASSERTING and differs(node, keyword):
                node.emit(Kind.RESTATED, keyword)
        compare_annotations(node)

    def _too_deep(self, node: Node) -> None:
        """Assume the worst where the two are not plainly the same."""
        before, after = ([p.schema for p in places] for places in (node.old_places, node.new_places))
        if json_key(before) != json_key(after):
            node.emit(Kind.OTHER, narrows=True)

    # --- shared definitions -------------------------------------------------------------------------------------------

    def _paired(self, old: tuple[Place, ...], new: tuple[Place, ...]) -> tuple[list[tuple[Place, Place]], Parts, Parts]:
        """Return the definitions that both refer to, and the parts without them."""
        before, after = self.old.expand(old), self.new.expand(new)
        pairs = list(self._same_definitions(before.links, after.links))
        own_old, own_new = set(before.key), set(after.key)
        pairs = [(b, a) for b, a in pairs if b.key not in own_old and a.key not in own_new]
        pairs = [(b, a) for b, a in pairs if not self._overlaps(before, b, a)]
        cut_old = frozenset(b.key for b, _ in pairs)
        cut_new = frozenset(a.key for _, a in pairs)
        return pairs, self.old.expand(old, cut_old), self.new.expand(new, cut_new)

    def _same_definitions(self, old: Sequence[Place], new: Sequence[Place]) -> Iterable[tuple[Place, Place]]:
        """Give the pairs with one name, then those that were renamed: each name is known to its own version only."""
        after = {self.new.shared[p.key]: p for p in new}
        rest = []
        for place in old:
            name = self.old.shared[place.key]
            if name in after:
                yield place, after.pop(name)
            else:
                rest.append(place)
        names_old, names_new = set(self.old.shared.values()), set(self.new.shared.values())
        gone = [p for p in rest if self.old.shared[p.key] not in names_new]
        come = [p for name, p in after.items() if name not in names_old]
        if len(gone) == len(come) == 1:
            yield gone[0], come[0]

    def _overlaps(self, before: Parts, old: Place, new: Place) -> bool:
        """Say whether the definition describes a field by now that its user described already."""
        own = described(self.old, [p.place for p in before.parts if "$ref" not in p.schema])
        return bool(own and own & (described(self.new, [new]) - described(self.old, [old])))
