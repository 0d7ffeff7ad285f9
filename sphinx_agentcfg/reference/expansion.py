"""A reference in, every path of such a document out: shared definitions are written out wherever they are used.

A page explains a definition once and links to it; a list of fields names ``retry.limit`` and ``hooks.retry.limit``. A
definition inside itself is not entered again, so the list ends; one that would still be too long (vega-lite's has
millions of paths) goes fewer definitions deep, and says so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.model import ALWAYS, NEVER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.model import Facet, Field, Reference, Requirement

__all__ = ["MOST_ROWS", "Expansion", "Placed", "expand"]

MOST_ROWS = 20_000
_DEPTHS = (12, 8, 6, 4, 3, 2, 1, 0)
_ITEMS = re.compile(r"(?:\[\d*\])+\Z")
_FREE_KEY = re.compile(r"\.?[^.\]]*<[^<>]*>[^.\[\]]*\Z")


@dataclass(frozen=True, slots=True)
class Placed:
    """A field at one of the paths where it is used.

    ``field.path`` is where a page explains it; ``definition`` is the path of the shared definition that its type names,
    if it names one.
    """

    path: str
    field: Field
    required: Requirement
    definition: str = ""


@dataclass(frozen=True, slots=True)
class Expansion:
    """Every path in the schema's order.

    ``depth`` is how many definitions deep they go where all would be too many, else None; ``cut`` says that even then
    some at the end are missing.
    """

    placed: tuple[Placed, ...]
    depth: int | None = None
    cut: bool = False


def expand(reference: Reference, most: int = MOST_ROWS) -> Expansion:
    """Return every path of *reference*, at most *most* of them."""
    for depth in (None, *_DEPTHS):
        placed = tuple(islice(_Walk(reference, depth).everything(), most + 1))
        if len(placed) <= most:
            return Expansion(placed, depth)
    return Expansion(placed[:most], 0, cut=True)


@dataclass
class _Walk:
    """One walk; ``links`` holds for each field what its value, items or free keys lead to, as suffix and target."""

    reference: Reference
    depth: int | None
    links: dict[str, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))
    seen: set[tuple[str, str]] = field(default_factory=set)
    entered: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        known = {f.path for f in (self.reference.root, *self.reference.fields())}
        for path, target in dict.fromkeys(self.reference.links):
            owner = _owner(path, known)
            self.links[owner].append((path[len(owner) :], target))
        self.definitions = {d.path: d for d in self.reference.definitions}
        self.definitions[self.reference.root.path] = self.reference.root

    def everything(self) -> Iterator[Placed]:
        """Give the fields of the root, then each definition that none of them led to."""
        root = self.reference.root
        if root.path:  # a part of the schema: it is a field itself
            yield from self._row(root.path, root, NEVER)
        yield from self._inside(root, root.path, (root.path,))
        for definition in self.reference.definitions:
            if definition.path not in self.entered:
                self.entered.add(definition.path)
                yield from self._row(definition.path, definition, NEVER)
                yield from self._inside(definition, definition.path, (definition.path,))

    def _row(self, path: str, found: Field, required: Requirement) -> Iterator[Placed]:
        if (path, found.path) not in self.seen:
            self.seen.add((path, found.path))
            to = next((target for suffix, target in self.links.get(found.path, ()) if not suffix), "")
            yield Placed(path, found, required, to)

    def _inside(self, found: Field, path: str, way: tuple[str, ...]) -> Iterator[Placed]:
        """Give what is inside *found*, which stands at *path*: its own fields, then those of what it links to."""
        for child in found.children:
            at = _joined(path, child.path[len(found.path) :])
            yield from self._row(at, child, child.required)
            yield from self._inside(child, at, way)
        for suffix, target in self.links.get(found.path, ()):
            definition = self.definitions.get(target)
            if definition is not None:
                yield from self._linked(found, definition, _joined(path, suffix), suffix, way)

    def _linked(
        self, found: Field, definition: Field, path: str, suffix: str, way: tuple[str, ...]
    ) -> Iterator[Placed]:
        self.entered.add(definition.path)
        if suffix.endswith(">"):
            yield from self._row(path, definition, NEVER)
        if definition.path in way or (self.depth is not None and len(way) > self.depth):
            return
        needed = _needed(found, suffix)
        inner = (*way, definition.path)
        for child in definition.children:
            own = child.path[len(definition.path) :]
            required = ALWAYS if own in needed else child.required
            yield from self._row(_joined(path, own), child, required)
            yield from self._inside(child, _joined(path, own), inner)
        for further, target in self.links.get(definition.path, ()):
            linked = self.definitions.get(target)
            if linked is not None:
                yield from self._linked(definition, linked, _joined(path, further), further, inner)


def _owner(path: str, known: set[str]) -> str:
    """Return the field whose value, items or free keys *path* stands for."""
    owner = path
    while owner not in known:
        shorter = _ITEMS.sub("", owner)
        if shorter == owner:
            shorter = _FREE_KEY.sub("", owner)
        if shorter == owner:
            return path
        owner = shorter
    return owner


def _joined(path: str, own: str) -> str:
    """Return *own*, the end of a path, below *path*."""
    if not path or not own or own.startswith((".", "[")):
        return f"{path}{own}" if path else own.removeprefix(".")
    return f"{path}.{own}"


def _needed(found: Field, suffix: str) -> set[str]:
    """Return the ends of the paths that the use of a definition requires although the definition does not."""
    facets: list[Facet] = []
    if not suffix:
        facets = [found.main]
    elif suffix == "[]":
        facets = [part for role, part in found.main.parts if role == "item"]
    names = (n for f in facets for c in f.constraints if c.keyword == "required" for n in c.value)
    return {end for n in names for end in (paths.child("", n), f".{paths.child('', n)}")}
