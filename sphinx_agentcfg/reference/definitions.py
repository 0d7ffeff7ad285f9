"""A loaded schema in, its shared definitions out: which ``$ref`` targets get an entry of their own, to be linked.

A target is shared when it has a structure and is used twice or more, or when it contains itself. Everything else is
explained where it is used. Walking stops at each target once, so recursion cannot loop.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.pointers import split
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference.keywords import DEFINITIONS, subschemas
from sphinx_agentcfg.reference.loading import Place, RefProblem, SchemaSet

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Definitions", "find_definitions", "reference_in"]

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
#: Keywords that apply to the same value as the schema around them: a circle of these alone never ends.
_IN_PLACE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas")
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
    """The targets of every reference, and which of them are shared."""

    targets: dict[Key, Place | None]
    shared: dict[Key, tuple[str, Place]]

    def target(self, place: Place) -> Place | None:
        """Return where the reference in *place* leads, or None where it has none or a broken one."""
        return self.targets.get(place.key)

    def entry(self, target: Place) -> tuple[str, str] | None:
        """Return name and path of the entry that explains *target*, or None where it is explained in place."""
        found = self.shared.get(target.key)
        if found is None:
            return None
        return found[0], f"#{found[0]}" if target.pointer or found[0] else ""


def find_definitions(loaded: SchemaSet, root: Place) -> Definitions:
    """Follow every reference below *root* and in its definitions; report those that lead nowhere or in a circle."""
    targets: dict[Key, Place | None] = {}
    uses: dict[Key, int] = defaultdict(int)
    inside: dict[Key, set[Key]] = defaultdict(set)
    places: dict[Key, Place] = {}
    waiting = [loaded.root]
    if root.key != loaded.root.key:
        waiting.append(root)
    done: set[Key] = set()
    while waiting:
        start = waiting.pop()
        if start.key in done:
            continue
        done.add(start.key)
        for place in _lexical(start):
            target = _target(loaded, place, targets)
            if target is None:
                continue
            uses[target.key] += 1
            inside[start.key].add(target.key)
            places.setdefault(target.key, target)
            waiting.append(target)
    _break_circles(loaded, targets, [loaded.root, *places.values()])
    shared: dict[Key, tuple[str, Place]] = {}
    for key, target in places.items():
        if key == loaded.root.key:
            continue
        structured = isinstance(target.schema, dict) and any(k in target.schema for k in _STRUCTURE)
        if (structured and uses[key] > 1) or _reaches_itself(key, inside):
            shared[key] = (_name(target, {n for n, _ in shared.values()}), target)
    for place in _unused(loaded.root, places):
        shared[place.key] = (_name(place, {n for n, _ in shared.values()}), place)
    return Definitions(targets, shared)


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
    stack = [(start, False) for start in starts]
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
            loaded.report(place, "schema/ref-loop", text, "$ref")
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
    found = []
    for keyword in DEFINITIONS:
        group = root.schema.get(keyword) if isinstance(root.schema, dict) else None
        if isinstance(group, dict):
            places = [root.at(keyword, name) for name, sub in group.items() if isinstance(sub, dict)]
            found.extend(p for p in places if not any(_at_or_below(p.key, key) for key in used))
    return found


def _at_or_below(definition: Key, target: Key) -> bool:
    return definition[0] == target[0] and f"{target[1]}/".startswith(f"{definition[1]}/")


def _name(place: Place, taken: set[str]) -> str:
    tokens = split(place.pointer) if place.pointer.startswith("/") else ()
    name = tokens[-1] if tokens else (place.file.name or place.pointer)
    candidates = [name, f"{place.file.name}/{name}", *(f"{name}-{i}" for i in range(2, 1000))]
    return next(c for c in candidates if c not in taken)
