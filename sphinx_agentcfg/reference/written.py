"""A facet in, its limits out as the schema writes them: keyword → value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.expressions import (
    ANYTHING,
    NOTHING,
    ArrayOf,
    LinkTo,
    MapOf,
    Named,
    TupleOf,
    Union,
    Values,
)
from sphinx_agentcfg.reference.model import MISSING

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.expressions import TypeExpr
    from sphinx_agentcfg.reference.model import Constraint, Facet

__all__ = ["limits_as_written"]

_ROLES = {"item": "items", "entry": "additionalProperties", "key": "propertyNames", "contains": "contains"}


def limits_as_written(facet: Facet) -> dict[str, Any]:
    """Return keyword → value; a keyword that stands twice is told as in the schema, in ``allOf``."""
    found: dict[str, Any] = {}
    for each in facet.constraints:
        value = _as_written(each)
        if each.keyword in found:
            found.setdefault("allOf", []).append({each.keyword: value})
        else:
            found[each.keyword] = value
    for role, part in facet.parts:
        keyword = _ROLES.get(role) or f"items/{int(role.removeprefix('item ')) - 1}"
        inner = _part(part)
        if inner and part.context is None:
            known = found.get(keyword)
            found[keyword] = {**known, **inner} if isinstance(known, dict) else inner
    if facet.closed:
        found.setdefault("additionalProperties", False)
    return found


def _as_written(constraint: Constraint) -> Any:
    value = constraint.value
    if constraint.keyword.endswith("/required"):
        return [list(group) for group in value]
    if isinstance(value, tuple):
        return list(value)
    return value if _is_json(value) else _schema(value)


def _schema(kind: TypeExpr) -> dict[str, Any]:  # noqa: PLR0911  # one for each shape
    """Return a type as a schema would write it."""
    match kind:
        case Named(name):
            return {} if kind == ANYTHING else {"not": {}} if kind == NOTHING else {"type": name}
        case Values(values):
            return {"enum": list(values)}
        case ArrayOf(item):
            return {"type": "array", "items": _schema(item)}
        case TupleOf(items, rest):
            further = False if rest is None else _schema(rest)
            return {"type": "array", "prefixItems": [_schema(i) for i in items], "items": further}
        case MapOf(value):
            return {"type": "object", "additionalProperties": _schema(value)}
        case LinkTo(_, path):
            return {"$ref": path or "#"}
        case Union(options):
            return {"anyOf": [_schema(o) for o in options]}


def _is_json(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float | str | list | dict)


def _part(part: Facet) -> dict[str, Any]:
    """Return what is said of items, keys or values that have no row."""
    found: dict[str, Any] = {}
    if part.values:
        found["enum"] = [v.value for v in part.values]
    if part.const is not MISSING:
        found["const"] = part.const
    if part.default is not MISSING:
        found["default"] = part.default
    found |= limits_as_written(part)
    named = isinstance(part.type, Named) and part.type not in {ANYTHING, NOTHING}
    return {**_schema(part.type), **found} if found and named else found
