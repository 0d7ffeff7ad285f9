"""A place of two versions, and what each says there, as values that every comparison takes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.changes.parts import Parts, described
from sphinx_agentcfg.reference.changes.values import types_of
from sphinx_agentcfg.reference.model import MISSING

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.changes.model import Kind
    from sphinx_agentcfg.reference.changes.walk import Walk
    from sphinx_agentcfg.reference.loading import Place
    from sphinx_agentcfg.reference.model import Condition

__all__ = ["Node", "Where"]


@dataclass(frozen=True)
class Where:
    """The place of a comparison.

    ``known_*`` are the names that the same object describes elsewhere, ``required_*`` those that it requires always.
    With ``exact`` any change is breaking: more that passes here may be less that passes outside. ``refuses`` and
    ``frees`` say whether a value that gets here could pass at all, before and now.
    """

    path: str = ""
    conditions: tuple[Condition, ...] = ()
    roles: tuple[str, ...] = ()
    known_old: frozenset[str] = frozenset()
    known_new: frozenset[str] = frozenset()
    required_old: frozenset[str] = frozenset()
    required_new: frozenset[str] = frozenset()
    exact: bool = False
    passed: bool = True
    depth: int = 0

    def at(self, path: str, *roles: str) -> Where:
        """Return the place of a value inside this one."""
        return Where(
            path,
            self.conditions,
            (*self.roles, *roles),
            exact=self.exact,
            passed=self.passed,
            depth=self.depth + 1,
        )

    def when(self, condition: Condition | None, node: Node, *, exact: bool = False) -> Where:
        """Return the place of the same value under a condition."""
        return replace(
            self,
            conditions=self.conditions if condition is None else (*self.conditions, condition),
            known_old=node.known_old,
            known_new=node.known_new,
            required_old=self.required_old | node.required_old,
            required_new=self.required_new | node.required_new,
            exact=self.exact or exact,
            depth=self.depth + 1,
        )


@dataclass(frozen=True)
class Node:
    """Two lists of parts that describe the same value, and where it is."""

    walk: Walk
    old: Parts
    new: Parts
    where: Where
    old_places: tuple[Place, ...]
    new_places: tuple[Place, ...]

    @cached_property
    def old_types(self) -> frozenset[str]:
        """Which types the old version let pass."""
        return types_of(self.old)

    @cached_property
    def new_types(self) -> frozenset[str]:
        """Which types the new version lets pass."""
        return types_of(self.new)

    @cached_property
    def known_old(self) -> frozenset[str]:
        """Every field that the old version describes here, in whichever alternative."""
        return self.where.known_old | described(self.walk.old, self.old_places)

    @cached_property
    def known_new(self) -> frozenset[str]:
        """The same of the new version."""
        return self.where.known_new | described(self.walk.new, self.new_places)

    @cached_property
    def required_old(self) -> frozenset[str]:
        """Every field that the old version requires here."""
        return _names(self.old)

    @cached_property
    def required_new(self) -> frozenset[str]:
        """The same of the new version."""
        return _names(self.new)

    @cached_property
    def strict(self) -> bool:
        """Whether it counts which keys or items were looked at: an alternative does more than let pass."""
        keywords = ("unevaluatedProperties", "unevaluatedItems")
        return any(k in parts.keywords for parts in (self.old, self.new) for k in keywords)

    def emit(self, kind: Kind, keyword: str = "", old: Any = MISSING, new: Any = MISSING, **more: Any) -> None:
        """Note a change at *keyword*; see :meth:`Walk.emit`."""
        pointers = {"pointer": self.new.pointer(keyword), "old_pointer": self.old.pointer(keyword)}
        self.walk.emit(self.where, kind, keyword=keyword, old=old, new=new, **{**pointers, **more})

    def of(self, *types: str) -> Node | None:
        """Return what is to be compared of values of *types*.

        Nothing where only one version lets them pass: the change of the type tells all. Where neither does, nothing
        that differs can break.
        """
        before, now = bool(self.old_types & {*types}), bool(self.new_types & {*types})
        if before != now:
            return None
        return self if before else replace(self, where=replace(self.where, passed=False))


def _names(parts: Parts) -> frozenset[str]:
    lists = [v for v in parts.values("required") if isinstance(v, list)]
    return frozenset(n for v in lists for n in v if isinstance(n, str))
