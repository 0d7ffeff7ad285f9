"""Two versions of a schema in, their :class:`Changes` out: of the whole files, of the walk, and what no walk meets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import split
from sphinx_agentcfg.reference.changes.canonical import json_key
from sphinx_agentcfg.reference.changes.layout import ends_of, has_mark, state_of
from sphinx_agentcfg.reference.changes.model import Change, ChangeClass, Changes, Kind, State
from sphinx_agentcfg.reference.changes.moves import with_moves
from sphinx_agentcfg.reference.changes.node import Where
from sphinx_agentcfg.reference.changes.parts import Side
from sphinx_agentcfg.reference.changes.walk import Walk
from sphinx_agentcfg.reference.keywords import DEFINITIONS, is_schema, subschemas
from sphinx_agentcfg.reference.model import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_agentcfg.reference.loading import Place
    from sphinx_agentcfg.reference.revisions import Version

__all__ = ["compare", "semantic_changes"]

_ORDER = tuple(ChangeClass)
_NEWEST = "https://json-schema.org/draft/2020-12/schema"
#: What means something else, or nothing, in another dialect.
_DIALECT = {
    "additionalItems",
    "prefixItems",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contains",
    "minContains",
    "maxContains",
    "propertyNames",
    "const",
    "if",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "$dynamicRef",
    "$recursiveRef",
    "id",
}


def compare(old: Version, new: Version) -> Changes:
    """Return what tells *new* from *old*; both hold a schema (an object, ``true`` or ``false``)."""
    found = semantic_changes(*(Side(v.loaded, v.placeholders, v.definitions) for v in (old, new)))
    state = State.CHANGED if found else state_of(old.content, new.content, old.loaded.schema, new.loaded.schema)
    ends = ends_of(old.content), ends_of(new.content)
    return Changes(state, found, *ends, has_mark(old.content), has_mark(new.content))


def semantic_changes(old: Side, new: Side) -> tuple[Change, ...]:
    """Return every change of what the schemas say, the worst class first, else in the order of the new schema."""
    walk = Walk(old, new)
    _dialects(walk)
    walk.compare([old.loaded.root], [new.loaded.root], Where())
    _unused(walk)
    walk.compare_waiting()
    changes = _once(with_moves(walk.out, walk.moved))
    return tuple(sorted(changes, key=lambda c: _ORDER.index(c.class_)))


def _once(changes: Iterable[Change]) -> list[Change]:
    """Return each change once, in its worst class: a definition may be met in more than one way."""
    found: dict[str, Change] = {}
    for change in changes:
        key = repr(replace(change, class_=ChangeClass.WORDING))
        known = found.get(key)
        if known is None or _ORDER.index(change.class_) < _ORDER.index(known.class_):
            found[key] = change
    return list(found.values())


# --- the dialect ------------------------------------------------------------------------------------------------------


def _dialects(walk: Walk) -> None:
    old, new = (_dialect(side.loaded.schema) for side in (walk.old, walk.new))
    if json_key(str(old)) == json_key(str(new)):
        return
    schemas = [side.loaded.schema for side in (walk.old, walk.new)]
    sensitive = _name(old) != _name(new) and any(map(_is_sensitive, schemas))
    walk.emit(
        Where(),
        Kind.DIALECT_CHANGED,
        narrows=sensitive,
        keyword="$schema",
        old=old,
        new=new,
        pointer=None if new is MISSING else "/$schema",
        old_pointer=None if old is MISSING else "/$schema",
    )


def _dialect(schema: Any) -> Any:
    return schema.get("$schema", MISSING) if isinstance(schema, dict) else MISSING


def _name(dialect: Any) -> str:
    """Return the dialect that counts: without a name it is the newest."""
    return dialect.removesuffix("#") if isinstance(dialect, str) else _NEWEST


def _is_sensitive(schema: Any) -> bool:
    """Say whether *schema* has, anywhere, what two dialects read differently."""
    stack = [schema]
    while stack:
        each = stack.pop()
        if isinstance(each, dict):
            lists = isinstance(each.get("items"), list)
            if lists or each.keys() & _DIALECT or ("$ref" in each and len(each) > 1):
                return True
            stack.extend(each.values())
        elif isinstance(each, list):
            stack.extend(each)
    return False


# --- definitions that nothing refers to -------------------------------------------------------------------------------


def _unused(walk: Walk) -> None:
    """Compare each definition that the walk did not meet with what stands at the same place in the other version."""
    old, new = _unmet(walk, walk.old), _unmet(walk, walk.new)
    for pointer, place in new.items():
        other = _at(walk.old, pointer)
        if other is not None:
            walk.definition(other, place)
        elif _is_lone(walk.new, place):
            walk.emit(_definition(place), Kind.DEFINITION_ADDED, pointer=pointer)
    for pointer, place in old.items():
        other = _at(walk.new, pointer)
        if other is not None and pointer not in new:
            walk.definition(place, other)
        elif other is None and _is_lone(walk.old, place):
            walk.emit(_definition(place), Kind.DEFINITION_REMOVED, old_pointer=pointer)


def _unmet(walk: Walk, side: Side) -> dict[str, Place]:
    """Return the definitions in the file of *side* that were not met, by pointer."""
    found: dict[str, Place] = {}
    stack = [side.loaded.root]
    while stack:
        place = stack.pop()
        for tokens in subschemas(place.schema):
            inner = place.at(*tokens)
            stack.append(inner)
            if tokens[0] in DEFINITIONS and (side is walk.new, inner.key) not in walk.met:
                found[inner.pointer] = inner
    return found


def _is_lone(side: Side, place: Place) -> bool:
    """Say whether nothing but the definition itself refers to it."""
    inside = f"{place.pointer}/"
    users = [key for key, t in side.definitions.targets.items() if t is not None and t.key == place.key]
    return all(file == place.file and pointer.startswith(inside) for file, pointer in users)


def _definition(place: Place) -> Where:
    return Where(f"#{split(place.pointer)[-1]}")


def _at(side: Side, pointer: str) -> Place | None:
    place = side.loaded.root
    for token in split(pointer):
        if isinstance(place.schema, dict) and token in place.schema:
            place = place.at(token)
        elif isinstance(place.schema, list) and token.isdecimal() and int(token) < len(place.schema):
            place = place.at(int(token))
        else:
            return None
    return place if is_schema(place.schema) else None
