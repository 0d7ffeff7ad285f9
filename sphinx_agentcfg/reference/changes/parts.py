"""Places that describe one value in, the parts out that together say all that is said of it; references are followed.

A schema, what it refers to and its ``allOf`` hold at once, so they are one list of parts. A definition that several
places share is cut off: it is compared once, under its own name. So a refactoring into ``$ref`` changes nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join, split
from sphinx_agentcfg.reference.changes.canonical import ASSERTING
from sphinx_agentcfg.reference.definitions import Definitions, find_definitions
from sphinx_agentcfg.reference.keywords import DEFINITIONS, is_schema, mapping, sequence
from sphinx_agentcfg.reference.patterns import matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from sphinx_agentcfg.reference.loading import Place, SchemaSet

__all__ = ["Part", "Parts", "Side", "described", "governing"]

Key = tuple["Path", str]
_OLD_DRAFTS = ("draft-03", "draft-04", "draft-06", "draft-07")


@dataclass(frozen=True)
class Part:
    """One schema that holds for the value.

    ``end`` is the place in the list behind what it refers to and holds in ``allOf``. With ``ignored`` it stands beside
    a ``$ref`` in a draft where that is not read.
    """

    place: Place
    end: int
    ignored: bool = False

    @cached_property
    def schema(self) -> dict[str, Any]:
        """What counts of the schema; nothing for ``true`` and ``false``."""
        if not isinstance(self.place.schema, dict):
            return {}
        return {k: v for k, v in self.place.schema.items() if not self.ignored or k not in ASSERTING}


@dataclass(frozen=True)
class Parts:
    """Every part, in order, and the shared definitions that were cut off."""

    parts: tuple[Part, ...] = ()
    links: tuple[Place, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether no value is accepted: one of the parts is ``false``."""
        return any(p.place.schema is False for p in self.parts)

    @property
    def key(self) -> tuple[Key, ...]:
        """What tells this list from every other."""
        return tuple(p.place.key for p in self.parts)

    @cached_property
    def keywords(self) -> dict[str, list[tuple[Part, Any]]]:
        """Keyword → each part that has it, with its value there."""
        found: dict[str, list[tuple[Part, Any]]] = {}
        for part in self.parts:
            for keyword, value in part.schema.items():
                found.setdefault(keyword, []).append((part, value))
        return found

    def values(self, keyword: str) -> list[Any]:
        """Return the values of *keyword*."""
        return [v for _, v in self.keywords.get(keyword, ())]

    def places(self, keyword: str) -> list[Place]:
        """Return the subschemas that *keyword* holds, one of each part that has one."""
        return [p.place.at(keyword) for p, v in self.keywords.get(keyword, ()) if is_schema(v)]

    def pointer(self, keyword: str = "") -> str | None:
        """Return where *keyword* stands, else where the value is described; None where nothing is said of it."""
        found = self.keywords.get(keyword)
        if found:
            return join(found[0][0].place.pointer, keyword)
        return self.parts[0].place.pointer if self.parts else self.links[0].pointer if self.links else None


@dataclass(frozen=True)
class Side:
    """One of the two versions: the schema, its references, and the definitions that several places share."""

    loaded: SchemaSet
    placeholders: Mapping[str, str] = field(default_factory=dict)
    followed: Definitions | None = None
    #: What is known of single places already, by :func:`~.canonical.asserted`.
    asserted: dict[Key, str] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def definitions(self) -> Definitions:
        """Every reference and where it leads: as ``followed`` has it, whose files may be gone by now."""
        return self.followed or find_definitions(self.loaded, self.loaded.root)

    @cached_property
    def size(self) -> int:
        """How many objects there are in the schema's file: each may be a subschema."""
        count, stack = 0, [self.loaded.schema]
        while stack:
            each = stack.pop()
            count += isinstance(each, dict)
            stack.extend(each.values() if isinstance(each, dict) else each if isinstance(each, list) else ())
        return count

    @cached_property
    def old_draft(self) -> bool:
        """Whether the dialect is one in which what stands beside a ``$ref`` is not read."""
        schema = self.loaded.schema
        dialect = schema.get("$schema") if isinstance(schema, dict) else None
        return isinstance(dialect, str) and any(name in dialect for name in _OLD_DRAFTS)

    @cached_property
    def shared(self) -> dict[Key, str]:
        """The definitions to be compared under their own name: ``""`` is the whole schema."""
        found = {key: name for key, (name, _) in self.definitions.shared.items()}
        found[self.loaded.root.key] = ""
        uses = Counter(t.key for t in self.definitions.targets.values() if t is not None)
        for target in self.definitions.targets.values():
            if target is not None and uses[target.key] > 1 and target.key not in found:
                tokens = split(target.pointer) if target.pointer.startswith("/") else ()
                if len(tokens) > 1 and tokens[-2] in DEFINITIONS and tokens[-1] not in found.values():
                    found[target.key] = tokens[-1]
        return found

    def target(self, place: Place) -> Place | None:
        """Return where the reference in *place* leads; None without one, and for one that leads nowhere."""
        return self.definitions.target(place)

    def expand(self, places: Iterable[Place], cut: frozenset[Key] | None = None) -> Parts:
        """Return the parts of *places*; the definitions *cut* (without it: all shared ones) are left out as links."""
        made = _Expansion(self, frozenset(self.shared) if cut is None else cut)
        for place in places:
            made.add(place)
        return Parts(tuple(made.parts), tuple(made.links.values()))


@dataclass
class _Expansion:
    side: Side
    cut: frozenset[Key]
    parts: list[Part] = field(default_factory=list)
    links: dict[Key, Place] = field(default_factory=dict)
    seen: set[Key] = field(default_factory=set)

    def add(self, place: Place) -> None:
        """Take *place* in, once: what is said twice is said."""
        if place.key in self.seen or place.schema is True:
            return
        self.seen.add(place.key)
        schema = place.schema
        at = len(self.parts)  # its own place is known, its end is not
        target = self.side.target(place)
        ignored = self.side.old_draft and isinstance(schema, dict) and "$ref" in schema
        self.parts.append(Part(place, at + 1, ignored))
        if target is not None and target.key in self.cut:
            self.links.setdefault(target.key, target)
        elif target is not None:
            self.add(target)
        if not ignored:
            for i, sub in enumerate(sequence(schema, "allOf")):
                if is_schema(sub):
                    self.add(place.at("allOf", i))
        self.parts[at] = Part(place, len(self.parts), ignored)


# --- names ------------------------------------------------------------------------------------------------------------


def described(side: Side, places: Iterable[Place]) -> frozenset[str]:
    """Return every name of a field that *places* describe, in whichever alternative and under whichever condition."""
    made = _Expansion(side, frozenset())
    for place in places:
        made.add(place)
    names: set[str] = set()
    for part in made.parts:  # grows while it is read
        names.update(mapping(part.schema, "properties"))
        for inner in _inner(part.place):
            made.add(inner)
    return frozenset(names)


def _inner(place: Place) -> Iterator[Place]:
    for keyword in ("anyOf", "oneOf"):
        yield from (place.at(keyword, i) for i, s in enumerate(sequence(place.schema, keyword)) if isinstance(s, dict))
    for keyword in ("then", "else"):
        if mapping(place.schema, keyword):
            yield place.at(keyword)
    for keyword in ("dependentSchemas", "dependencies"):
        yield from (place.at(keyword, k) for k, s in mapping(place.schema, keyword).items() if isinstance(s, dict))


def evaluates_freely(side: Side, places: Iterable[Place]) -> bool:
    """Say whether an alternative or a condition takes keys in without naming them."""
    inner = [i for part in side.expand(places, frozenset()).parts for i in _inner(part.place)]
    free = ("additionalProperties", "patternProperties", "unevaluatedProperties", "$ref", "allOf")
    return any(keyword in place.schema for place in inner for keyword in free)


def governing(parts: Parts, name: str, *, unevaluated: bool, without: frozenset[str] = frozenset()) -> list[Place]:
    """Return every subschema that the value of the key *name* must pass, but for the patterns in *without*.

    With *unevaluated* also ``unevaluatedProperties``, where no part of its own names the key.
    """
    found: list[Place] = []
    for i, part in enumerate(parts.parts):
        own = mapping(part.schema, "properties")
        hit = [p for p in mapping(part.schema, "patternProperties") if matches(p, name)]
        if name in own:
            found.append(part.place.at("properties", name))
        found += [part.place.at("patternProperties", p) for p in hit if p not in without]
        if name not in own and not hit and "additionalProperties" in part.schema:
            found.append(part.place.at("additionalProperties"))
        late = unevaluated and "unevaluatedProperties" in part.schema
        if late and not any(_evaluates(p, name) for p in parts.parts[i : part.end]):
            found.append(part.place.at("unevaluatedProperties"))
    return [p for p in found if is_schema(p.schema) and p.schema is not True and p.schema != {}]


def _evaluates(part: Part, name: str) -> bool:
    schema = part.schema
    known = name in mapping(schema, "properties") or "additionalProperties" in schema
    return known or any(matches(p, name) for p in mapping(schema, "patternProperties"))
