"""A loaded schema in, its shared definitions out: the ``$ref`` targets that get an entry of their own, to be linked.

A target is shared when it has a structure and is used twice or more, or when it contains itself. Everything else is
explained where it is used. Walking stops at each target once, so recursion cannot loop.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.pointers import split
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference.keywords import DEFINITIONS, HANDLED, subschemas
from sphinx_agentcfg.reference.loading import Place, RefProblem, SchemaSet

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Definitions", "find_definitions", "reference_in"]

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
#: Keywords that apply to the same value as the schema around them: a circle of these alone never ends.
_IN_PLACE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies")
_STRUCTURE = ("properties", "patternProperties", "anyOf", "oneOf", "allOf", "if", "dependentSchemas", "prefixItems")

Key = tuple["Path", str]


def reference_in(place: Place) -> tuple[str, str] | None:
    """Return the keyword and the address of a reference in *place*, or None."""
    if isinstance(place.schema, dict):
        for keyword in _REFERENCES:
            value = place.schema.get(keyword)
            if isinstance(value, str):
                return keyword, value
    return None


@dataclass(frozen=True)
class Definitions:
    """The targets of every reference, and which of them are shared.

    ``home`` is the schema that the page is about, and its path: a reference to it leads back to the top of the page.
    """

    targets: dict[Key, Place | None]
    shared: dict[Key, tuple[str, Place]]
    home: tuple[Key, str]

    def target(self, place: Place) -> Place | None:
        """Return where the reference in *place* leads, or None where it has none or a broken one."""
        return self.targets.get(place.key)

    def entry(self, target: Place) -> tuple[str, str] | None:
        """Return name and path of the entry that explains *target*, or None where it is explained in place."""
        home, path = self.home
        if target.key == home:
            return path.removeprefix("#"), path
        found = self.shared.get(target.key)
        return (found[0], f"#{found[0]}") if found else None


@dataclass
class _Uses:
    """What the references found so far lead to: where, how often, and from inside which other target."""

    targets: dict[Key, Place | None] = field(default_factory=dict)
    places: dict[Key, Place] = field(default_factory=dict)
    count: dict[Key, int] = field(default_factory=lambda: defaultdict(int))
    inside: dict[Key, set[Key]] = field(default_factory=lambda: defaultdict(set))
    done: set[Key] = field(default_factory=set)

    def follow_all(self, loaded: SchemaSet, waiting: list[Place]) -> None:
        """Follow every reference in *waiting* and in all that they lead to."""
        while waiting:
            start = waiting.pop()
            if start.key in self.done:
                continue
            self.done.add(start.key)
            for place in _lexical(start):
                target = _target(loaded, place, self.targets)
                if target is not None:
                    self.count[target.key] += 1
                    self.inside[start.key].add(target.key)
                    self.places.setdefault(target.key, target)
                    waiting.append(target)


def find_definitions(loaded: SchemaSet, root: Place, path: str = "") -> Definitions:
    """Follow every reference in the schema; report those that lead nowhere or in a circle.

    *root*, at *path*, is the part of the schema that the page is about.
    """
    uses = _Uses()
    uses.follow_all(loaded, [loaded.root, root])
    unused = _unused(loaded.root, uses.places)
    uses.follow_all(loaded, unused[::-1])
    _break_circles(loaded, uses.targets, [loaded.root, *uses.places.values()])
    shared: dict[Key, tuple[str, Place]] = {}
    taken = {path.removeprefix("#")}
    for key, target in uses.places.items():
        structured = isinstance(target.schema, dict) and any(k in target.schema for k in _STRUCTURE)
        if key != root.key and ((structured and uses.count[key] > 1) or _reaches_itself(key, uses.inside)):
            shared[key] = (_name(target, taken), target)
            taken.add(shared[key][0])
    for place in _unused(loaded.root, uses.places):
        if place.key != root.key:
            shared[place.key] = (_name(place, taken), place)
            taken.add(shared[place.key][0])
    return Definitions(uses.targets, shared, (root.key, path))


def _lexical(start: Place) -> list[Place]:
    """Return *start* and every subschema written inside it, without what only a reference leads to."""
    found, stack = [], [start]
    while stack:
        place = stack.pop()
        found.append(place)
        inner = [t for t in subschemas(place.schema) if place.pointer or t[0] not in DEFINITIONS]
        stack.extend(place.at(*tokens) for tokens in reversed(inner))
    return found


def _target(loaded: SchemaSet, place: Place, targets: dict[Key, Place | None]) -> Place | None:
    if place.key in targets:
        return targets[place.key]
    reference = reference_in(place)
    if reference is None:
        return None
    keyword, address = reference
    try:
        target: Place | None = loaded.follow(place, address)
    except RefProblem as problem:
        loaded.report(place, problem.rule, problem.message, keyword)
        target = None
    targets[place.key] = target
    return target


def _break_circles(loaded: SchemaSet, targets: dict[Key, Place | None], starts: list[Place]) -> None:
    """Report each reference that comes back to the same value without taking a step into it, and forget its target."""
    on_the_way: set[Key] = set()
    finished: set[Key] = set()
    stack = [(start, False) for start in reversed(starts)]
    while stack:
        place, leaving = stack.pop()
        if leaving:
            on_the_way.discard(place.key)
            finished.add(place.key)
            continue
        if place.key in finished or place.key in on_the_way:
            continue
        on_the_way.add(place.key)
        stack.append((place, True))
        target = targets.get(place.key)
        if target is not None and target.key in on_the_way:
            text = message("`$ref` comes back to itself and never ends; let it lead to a schema that says something")
            keyword = (reference_in(place) or ("$ref", ""))[0]
            loaded.report(place, "schema/ref-loop", text, keyword)
            targets[place.key] = None
        elif target is not None:
            stack.append((target, False))
        stack.extend((place.at(*t), False) for t in subschemas(place.schema) if t[0] in _IN_PLACE)


def _reaches_itself(key: Key, inside: dict[Key, set[Key]]) -> bool:
    seen: set[Key] = set()
    stack = list(inside.get(key, ()))
    while stack:
        each = stack.pop()
        if each == key:
            return True
        if each not in seen:
            seen.add(each)
            stack.extend(inside.get(each, ()))
    return False


def _unused(root: Place, used: dict[Key, Place]) -> list[Place]:
    """Return the definitions that no reference leads to: they are written, so they are shown."""
    found: list[Place] = []
    entered = {pointer[:i] for file, pointer in used if file == root.file for i, c in enumerate(pointer) if c == "/"}
    stack = [root]
    while stack:
        place = stack.pop()
        for tokens in subschemas(place.schema):
            inner = place.at(*tokens)
            stack.append(inner)
            if tokens[0] not in DEFINITIONS or not isinstance(inner.schema, dict) or inner.key in used:
                continue
            # An object that is no schema, only a drawer of definitions that are used, has nothing to show.
            if inner.pointer not in entered or any(k in HANDLED for k in inner.schema):
                found.append(inner)
    return found


def _name(place: Place, taken: set[str]) -> str:
    tokens = split(place.pointer) if place.pointer.startswith("/") else ()
    name = tokens[-1] if tokens else (place.file.name or place.pointer)
    candidates = [name, f"{place.file.name}/{name}", *(f"{name}-{i}" for i in range(2, 1000))]
    return next(c for c in candidates if c not in taken)
