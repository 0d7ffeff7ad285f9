"""The views of one value in, its facets out: what always holds, then what holds under each condition.

Nothing that the schema says is dropped: a keyword that has no place of its own ends in :attr:`Facet.other`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.governing import governed
from sphinx_agentcfg.reference.keywords import HANDLED, sequence
from sphinx_agentcfg.reference.limits import constraints_of, has_row
from sphinx_agentcfg.reference.model import (
    ANYTHING,
    MISSING,
    ArrayOf,
    EnumValue,
    Facet,
    MapOf,
    Named,
    Note,
    Text,
    TupleOf,
    TypeExpr,
    Values,
)
from sphinx_agentcfg.reference.shapes import View, is_value_list, views
from sphinx_agentcfg.reference.texts import inline_keyword, meanings, text_at
from sphinx_agentcfg.reference.types import type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.definitions import Definitions
    from sphinx_agentcfg.reference.loading import Place
    from sphinx_agentcfg.reference.model import Condition

__all__ = ["facets_of"]

_NESTING = 4
#: What a part is called, and the keyword that describes it; tuples come on top.
_ROLES = (
    ("item", "items"),
    ("contains", "contains"),
    ("key", "propertyNames"),
    ("item", "additionalItems"),
    ("item", "unevaluatedItems"),
    ("entry", "additionalProperties"),
    ("entry", "unevaluatedProperties"),
)
#: A type that another view may say more exactly.
_FINER: dict[str, tuple[type, ...]] = {"array": (ArrayOf, TupleOf), "object": (MapOf,)}


def facets_of(seen: list[View], definitions: Definitions, depth: int = 0) -> tuple[Facet, ...]:
    """Return one facet for each condition among *seen*, in order; views under the same condition become one."""
    groups: list[tuple[Condition | None, list[Place]]] = []
    for view in seen:
        for context, places in groups:
            if context == view.context:
                places.append(view.place)
                break
        else:
            groups.append((view.context, [view.place]))
    facets = [_facet(places, context, definitions, depth) for context, places in groups]
    main, others = facets[0], facets[1:]
    return (main, *(f for f in others if _says_more(f, main)))


def _says_more(facet: Facet, main: Facet) -> bool:
    """Say whether a conditional facet adds anything to what a reader already saw."""
    bare = Facet(type=facet.type, context=facet.context)
    told = facet.type in (ANYTHING, main.type, *getattr(main.type, "options", ()))
    told = told or (main.type == ANYTHING and facet.type == Named("object"))  # its fields say so
    return facet != bare or not told


def _facet(places: list[Place], context: Condition | None, definitions: Definitions, depth: int) -> Facet:
    schemas = [p.schema for p in places if isinstance(p.schema, dict)]
    if not schemas:
        return Facet(type=type_of(places[0], definitions), context=context)
    return Facet(
        type=_type(places, definitions, spell_values=depth > 0),
        context=context,
        title=next((t for p in places if (t := text_at(p, "title"))), None),
        descriptions=tuple(_descriptions(places)),
        values=tuple(v for p in places for v in _values(p)),
        const=_first(schemas, "const"),
        default=_first(schemas, "default"),
        examples=tuple(e for s in schemas for e in sequence(s, "examples")),
        constraints=tuple(constraints_of(places, definitions)),
        parts=tuple(_parts(places, definitions, depth)) if depth < _NESTING else (),
        closed=any(s.get("additionalProperties") is False or s.get("unevaluatedProperties") is False for s in schemas),
        deprecated=_deprecated(places),
        read_only=any(s.get("readOnly") is True for s in schemas),
        write_only=any(s.get("writeOnly") is True for s in schemas),
        status=_word(schemas, "x-status"),
        since=_word(schemas, "x-since"),
        removed=_word(schemas, "x-removed"),
        replaced_by=_word(schemas, "x-replaced-by"),
        when=next((t for p in places if (t := text_at(p, "x-when"))), None),
        notes=tuple(n for p in places for n in _notes(p)),
        see_also=tuple(str(s) for schema in schemas for s in _listed(schema, "x-see-also")),
        source=_word(schemas, "x-source"),
        type_name=_word(schemas, "x-type-name"),
        merge=_word(schemas, "x-merge"),
        options_source=_word(schemas, "x-optionsSource"),
        scope=_word(schemas, "x-scope"),
        logical_name=_word(schemas, "x-logical-name"),
        governed=tuple(g for p in places for g in governed(p)),
        other=tuple((k, v) for s in schemas for k, v in s.items() if k not in HANDLED and not inline_keyword(k)),
    )


def _type(places: list[Place], definitions: Definitions, *, spell_values: bool) -> TypeExpr:
    kinds = [type_of(p, definitions, spell_values=spell_values) for p in places]
    spelled = [k for k in kinds if isinstance(k, Values)]
    found = next((k for k in (*spelled, *kinds) if k != ANYTHING), ANYTHING)
    finer = _FINER.get(found.name, ()) if isinstance(found, Named) else ()
    return next((k for k in kinds if isinstance(k, finer)), found) if finer else found


def _first(schemas: list[dict[str, Any]], keyword: str) -> Any:  # any JSON value, or MISSING
    return next((s[keyword] for s in schemas if keyword in s), MISSING)


def _word(schemas: list[dict[str, Any]], keyword: str) -> str:
    value = _first(schemas, keyword)
    return "" if value is MISSING or value is None else str(value)


def _listed(schema: dict[str, Any], keyword: str) -> list[Any]:
    value = schema.get(keyword)
    return value if isinstance(value, list) else [value] if isinstance(value, str) else []


def _descriptions(places: list[Place]) -> Iterator[Text]:
    seen = set()
    for place in places:
        text = text_at(place, "markdownDescription") or text_at(place, "description")
        if text and text.source not in seen:
            seen.add(text.source)
            yield text


def _deprecated(places: list[Place]) -> Text | bool:
    for place in places:
        message = text_at(place, "deprecationMessage")
        if message:
            return message
    return any(p.schema.get("deprecated") is True for p in places if isinstance(p.schema, dict))


def _notes(place: Place) -> Iterator[Note]:
    for i, note in enumerate(sequence(place.schema, "x-notes")):
        if isinstance(note, dict):
            text = text_at(place.at("x-notes", i), "text")
            if text:
                yield Note(str(note.get("kind", "info")), text)


def _values(place: Place) -> Iterator[EnumValue]:
    """Give every allowed value with its meaning: ``enum``, or alternatives that are one ``const`` each."""
    schema = place.schema
    if not isinstance(schema, dict):
        return
    listed = sequence(schema, "enum")
    names = [*(str(n) for n in sequence(schema, "x-enum-varnames")), *[""] * len(listed)]
    for value, meaning, name in zip(listed, meanings(place, listed), names, strict=False):
        yield EnumValue(value, meaning, name)
    for keyword in ("oneOf", "anyOf"):
        branches = sequence(schema, keyword)
        if is_value_list(branches):
            for i, branch in enumerate(branches):
                inner = place.at(keyword, i)
                title, description = text_at(inner, "title"), text_at(inner, "description")
                name = title.source if title and description else ""
                yield EnumValue(branch["const"] if "const" in branch else branch["enum"][0], description or title, name)


def _parts(places: list[Place], definitions: Definitions, depth: int) -> Iterator[tuple[str, Facet]]:
    """Give what is said of items, keys and a map's values; those that have fields of their own are rows instead."""
    for place in places:
        schema = place.schema
        if not isinstance(schema, dict):
            continue
        for role, keyword in _ROLES:
            if isinstance(schema.get(keyword), dict):
                inner = place.at(keyword)
                if role != "entry" or not has_row(inner, definitions):
                    yield from ((role, f) for f in _part(inner, definitions, depth))
        for keyword in ("prefixItems", "items"):
            for i, sub in enumerate(sequence(schema, keyword)):
                if isinstance(sub, dict):
                    yield from ((f"item {i + 1}", f) for f in _part(place.at(keyword, i), definitions, depth))


def _part(inner: Place, definitions: Definitions, depth: int) -> Iterator[Facet]:
    """Give the facets of *inner* that say more than a type, of which the type around it tells."""
    facets = facets_of(views(inner, definitions), definitions, depth + 1)
    yield from (f for f in facets if f != Facet(type=f.type, context=f.context))
