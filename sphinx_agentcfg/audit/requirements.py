"""A document and the requirements of its type in, the fields that it needs out.

A field inside another one is needed only where that one is there. What is conditional is needed where its condition
holds for the object that it lies in, as the document itself says it (``spec/product.md``: required, or when).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jsonschema.validators import validator_for

from sphinx_agentcfg.documents.pointers import resolve
from sphinx_agentcfg.reference.expressions import All, Alternative, Any_, Equals, Holds, IsSet, Not

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_agentcfg.reference.expressions import Condition, Requirement

__all__ = ["by_keys", "holds", "needed_here"]


def needed_here(requirement: Requirement, container: Any, schema: Any) -> bool:
    """Say whether a field is required in the object *container*; *schema* is the whole one of the type."""
    if not isinstance(container, dict):
        return False
    return requirement.always or any(holds(each, container, schema) for each in requirement.when)


def by_keys(condition: Condition) -> bool:
    """Say whether nothing but the keys of an object decides whether *condition* holds for it."""
    match condition:
        case IsSet():
            return True
        case Not(inner):
            return by_keys(inner)
        case All(conditions) | Any_(conditions):
            return all(by_keys(each) for each in conditions)
        case _:
            return False


def holds(condition: Condition, data: Mapping[str, Any], schema: Any) -> bool:
    """Say whether *condition* holds for the object *data*."""
    match condition:
        case Not(inner):
            return not holds(inner, data, schema)
        case All(conditions):
            return all(holds(each, data, schema) for each in conditions)
        case Any_(conditions):
            return any(holds(each, data, schema) for each in conditions)
        case _:
            return _is_so(condition, data, schema)


def _is_so(condition: IsSet | Equals | Holds | Alternative, data: Mapping[str, Any], schema: Any) -> bool:
    match condition:
        case IsSet(name):
            return name in data
        case Equals(name, values, or_absent):
            return any(_same(data[name], value) for value in values) if name in data else or_absent
        case Holds(subschema):
            return _fits(data, subschema, schema)
        case Alternative():
            return any(_fits(data, each, schema) for each in _alternative(condition, schema))


def _same(one: Any, other: Any) -> bool:
    """Compare as JSON does: true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _alternative(condition: Alternative, schema: Any) -> Iterator[Any]:
    try:
        yield resolve(schema, f"{condition.group}/{condition.number - 1}")
    except LookupError:
        return


def _fits(data: Any, subschema: Any, schema: Any) -> bool:
    """Say whether *data* passes; a test that cannot be made, such as one with a reference elsewhere, does not hold."""
    dialect = schema.get("$schema") if isinstance(schema, dict) else None
    try:
        whole = {"$schema": dialect, **subschema} if isinstance(subschema, dict) and dialect else subschema
        return bool(validator_for(whole)(whole).is_valid(data))
    except Exception:  # noqa: BLE001  # a reference that leads nowhere, a broken pattern: said when the schema is read
        return False
