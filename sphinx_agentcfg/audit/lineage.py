"""An audit in, a row for each element of each effective value out: which file gave it, and what happened to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.fields import part_values, values_of
from sphinx_agentcfg.formats.model import NOTHING, Change

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_agentcfg.audit.fields import FieldValue, PartValues
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.formats.model import Origin, Profile

__all__ = ["LINEAGE_COLUMNS", "lineage_rows"]

LINEAGE_COLUMNS = (
    *("profile", "type", "field", "pointer", "item", "position", "change", "provenance"),
    *("origin", "path", "line", "assumed"),
)


def lineage_rows(audit: Audit, profile: Profile | None = None) -> list[dict[str, Any]]:
    """Return the rows of *profile*, else of all.

    A list has a row for each element, those that were dropped on the way included (their ``position`` is None); any
    other value has one row. Fields that have no value have none.
    """
    parts: Iterable[PartValues] = part_values(audit) if profile is None else values_of(audit, profile)
    return [row for each in parts for value in each.fields for row in _rows(audit, value)]


def _rows(audit: Audit, value: FieldValue) -> Iterator[dict[str, Any]]:
    elements = value.elements
    for element in elements:
        yield {
            **_start(value),
            "item": element.item,
            "position": element.position,
            "change": element.change.value,
            "provenance": element.provenance.value,
            **_place(audit, element.origin),
            "assumed": bool(value.derivation and value.derivation.assumed),
        }
    if elements or value.value is NOTHING:
        return
    origin, listed = value.origin, isinstance(value.value, list)
    for position, item in enumerate(value.value if listed else [value.value]):
        place = origin
        if listed and origin is not None and origin.pointer is not None:
            place = origin._replace(pointer=f"{origin.pointer}/{position}")
        yield {
            **_start(value),
            "item": item,
            "position": position if listed else None,
            "change": Change.KEPT.value,
            "provenance": value.provenance.value,
            **_place(audit, place),
            "assumed": bool(value.derivation and value.derivation.assumed),
        }


def _start(value: FieldValue) -> dict[str, Any]:
    return {"profile": value.profile.id, "type": value.type, "field": value.field, "pointer": value.pointer or None}


def _place(audit: Audit, origin: Origin | None) -> dict[str, Any]:
    if origin is None:
        return {"origin": None, "path": None, "line": None}
    return {"origin": origin.profile or None, "path": origin.path or None, "line": audit.line(origin)}
