"""The places that describe a value in, its limits out: the keywords that narrow it, and what no row or type tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.keywords import CONSTRAINTS, is_schema, mapping, sequence
from sphinx_agentcfg.reference.model import ANYTHING, Constraint, MapOf, Named
from sphinx_agentcfg.reference.shapes import only_required, views
from sphinx_agentcfg.reference.texts import text_at
from sphinx_agentcfg.reference.types import type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.definitions import Definitions
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["constraints_of", "has_row"]

_STRING = Named("string")
_TYPED = (
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "items",
    "additionalItems",
    "unevaluatedItems",
    "contains",
)


def constraints_of(places: list[Place], definitions: Definitions) -> Iterator[Constraint]:
    """Give each limit once, in the order in which a reader wants them."""
    found: list[Constraint] = []
    linked = any((t := definitions.target(p)) and definitions.entry(t) for p in places)
    for place in places:
        schema = place.schema if isinstance(place.schema, dict) else {}
        found.extend(Constraint(k, schema[k]) for k in CONSTRAINTS if k in schema and schema[k] is not False)
        for keyword in ("anyOf", "oneOf"):
            branches = sequence(schema, keyword)
            if only_required(branches):
                found.append(Constraint(f"{keyword}/required", tuple(tuple(b["required"]) for b in branches)))
        found.extend(Constraint("not", s) for s in _ruled_out(schema))
        found.extend(_untold(place, definitions))
        names = tuple(n for n in sequence(schema, "required") if isinstance(n, str))
        if linked and names:  # the fields have their rows in the definition, where they may be optional
            found.append(Constraint("required", names))
    for i, each in enumerate(found):
        if each not in found[:i]:
            yield each


def _ruled_out(schema: dict[str, Any]) -> Iterator[object]:
    """Give what a value may not be because ``false`` would follow from it."""
    if "if" in schema:
        if schema.get("then") is False:
            yield schema["if"]
        if schema.get("else") is False:
            yield {"not": schema["if"]}
    for keyword in ("dependentSchemas", "dependencies"):
        yield from ({"required": [n]} for n, sub in mapping(schema, keyword).items() if sub is False)


def _untold(place: Place, definitions: Definitions) -> Iterator[Constraint]:
    """Give the types of other keys and of items that the type of *place* leaves out."""
    schema = place.schema
    if not isinstance(schema, dict):
        return
    kinds = {k: type_of(place.at(k), definitions, spell_values=True) for k in _TYPED if is_schema(schema.get(k))}
    tuples = [k for k in ("prefixItems", "items") if sequence(schema, k)]
    for keyword, kind in kinds.items():
        if keyword.endswith("Properties"):
            said = isinstance(type_of(place, definitions), MapOf) or has_row(place.at(keyword), definitions)
            said = said or schema[keyword] is False  # a closed object
        elif keyword == "items":
            said = bool(tuples) or schema["items"] is not False
        else:
            said = keyword.endswith("Items") and bool(tuples)
        if keyword == "contains" and any(mapping(schema, keyword).get(k) for k in ("properties", "required")):
            yield Constraint(keyword, schema[keyword])
        elif not said and (kind != ANYTHING or keyword == "contains") and (keyword, kind) != ("propertyNames", _STRING):
            yield Constraint(keyword, kind)


def has_row(place: Place, definitions: Definitions) -> bool:
    """Say whether a map's values get a row: they do with a description, or with fields of their own."""
    return any(
        isinstance(v.place.schema, dict)
        and (
            text_at(v.place, "description")
            or mapping(v.place.schema, "properties")
            or mapping(v.place.schema, "patternProperties")
        )
        for v in views(place, definitions)
    )
