"""A subschema used as a test in, a :class:`Condition` that can be said in a sentence out.

``if``/``then``/``else``, ``dependentRequired`` and ``dependentSchemas`` all end here. What has no plainer words stays a
:class:`Holds` with the subschema as it is written, so that nothing is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.keywords import mapping, sequence
from sphinx_agentcfg.reference.model import All, Any_, Condition, Equals, Holds, IsSet, Not

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["all_of", "any_of", "condition_of", "negate"]

_READABLE = {"required", "properties", "not", "allOf", "anyOf", "type", "$comment", "title", "description"}


def condition_of(schema: object) -> Condition:
    """Return what *schema* tests, in the plainest form that says exactly the same."""
    if not isinstance(schema, dict) or not set(schema) <= _READABLE or schema.get("type", "object") != "object":
        return Holds(schema)
    names = {n for n in sequence(schema, "required") if isinstance(n, str)}
    parts = [_property_condition(n, sub, required=n in names) for n, sub in mapping(schema, "properties").items()]
    said = {p.name for p in parts if isinstance(p, Equals) and not p.or_absent}
    parts.extend(IsSet(n) for n in sequence(schema, "required") if isinstance(n, str) and n not in said)
    if "not" in schema:
        parts.append(negate(condition_of(schema["not"])))
    parts.extend(condition_of(sub) for sub in sequence(schema, "allOf"))
    if sequence(schema, "anyOf"):
        parts.append(any_of(condition_of(sub) for sub in sequence(schema, "anyOf")))
    known = [p for p in parts if p is not None]
    if len(known) < len(parts) or not known:
        return Holds(schema)
    return all_of(known)


def _property_condition(name: str, schema: object, *, required: bool) -> Condition | None:
    """Return the test of one property, or None where it is more than a comparison."""
    if isinstance(schema, dict):
        values: tuple[Any, ...] | None = None
        if set(schema) <= {"const", "type", "$comment"} and "const" in schema:
            values = (schema["const"],)
        elif set(schema) <= {"enum", "type", "$comment"} and isinstance(schema.get("enum"), list) and schema["enum"]:
            values = tuple(schema["enum"])
        if values is not None:
            return Equals(name, values, or_absent=not required)
    if schema is True or schema == {}:
        return IsSet(name) if required else None
    return None


def negate(condition: Condition) -> Condition:
    """Return the opposite of *condition*."""
    return condition.condition if isinstance(condition, Not) else Not(condition)


def all_of(conditions: Iterable[Condition | None]) -> Condition:
    """Return one condition that says them all; there must be at least one that is not None."""
    flat: list[Condition] = []
    for each in conditions:
        if each is not None:
            flat.extend(each.conditions if isinstance(each, All) else (each,))
    unique = list(dict.fromkeys(flat)) if _hashable(flat) else flat
    return unique[0] if len(unique) == 1 else All(tuple(unique))


def any_of(conditions: Iterable[Condition]) -> Condition:
    """Return one condition that holds where any of them does."""
    flat = tuple(conditions)
    return flat[0] if len(flat) == 1 else Any_(flat)


def _hashable(conditions: list[Condition]) -> bool:
    try:
        hash(tuple(conditions))
    except TypeError:  # a JSON object or array is among the values
        return False
    return True
