"""One subschema in, the views out that together describe the same value: its own, its ``$ref``, ``allOf``, branches.

A :class:`View` is a place with the condition under which it counts; None means always. The order is the reader's: what
the schema says here first, then what it refers to, then what depends on something.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.conditions import all_of, condition_of, negate
from sphinx_agentcfg.reference.keywords import is_schema, mapping, sequence
from sphinx_agentcfg.reference.model import Alternative, IsSet
from sphinx_agentcfg.reference.texts import inline_keyword, text_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.definitions import Definitions
    from sphinx_agentcfg.reference.loading import Place
    from sphinx_agentcfg.reference.model import Condition

__all__ = ["View", "is_value_list", "only_required", "views"]

#: What an alternative that is one value may say beside it, without being more than a value with a meaning.
_OF_A_VALUE = {"const", "enum", "type", "title", "description", "x-i18n", "$comment"}


@dataclass(frozen=True, slots=True)
class View:
    """A place that describes the value, and when it does."""

    place: Place
    context: Condition | None = None


def views(place: Place, definitions: Definitions, context: Condition | None = None) -> list[View]:
    """Return every view of the value that *place* describes; a reference to a shared definition is not entered."""
    return list(_expand(place, definitions, context, frozenset()))


def _expand(
    place: Place, definitions: Definitions, context: Condition | None, chain: frozenset[tuple[Any, str]]
) -> Iterator[View]:
    if place.key in chain:
        return
    chain |= {place.key}
    yield View(place, context)
    schema = place.schema
    if not isinstance(schema, dict):
        return
    target = definitions.target(place)
    if target is not None and definitions.entry(target) is None:
        yield from _expand(target, definitions, context, chain)
    for i, sub in enumerate(sequence(schema, "allOf")):
        if is_schema(sub):
            yield from _expand(place.at("allOf", i), definitions, context, chain)
    for inner, extra in (*_branches(place), *_dependents(place)):
        yield from _expand(inner, definitions, all_of((context, extra)), chain)


def _branches(place: Place) -> Iterator[tuple[Place, Condition]]:
    """Give each alternative of ``anyOf`` and ``oneOf`` that says more than a list of values or of required names."""
    for keyword in ("anyOf", "oneOf"):
        branches = sequence(place.schema, keyword)
        if only_required(branches):
            continue
        values = is_value_list(branches)
        for i, sub in enumerate(branches):
            if isinstance(sub, dict) and not (values and _is_just_a_value(sub)):
                inner = place.at(keyword, i)
                yield inner, Alternative(i + 1, text_at(inner, "title"), f"{place.pointer}/{keyword}")


def _dependents(place: Place) -> Iterator[tuple[Place, Condition]]:
    """Give what holds under a condition: ``then``, ``else``, and the schemas that depend on a field."""
    schema = place.schema
    if "if" in schema:
        condition = condition_of(schema["if"])
        if isinstance(schema.get("then"), dict):
            yield place.at("then"), condition
        if isinstance(schema.get("else"), dict):
            yield place.at("else"), negate(condition)
    for keyword in ("dependentSchemas", "dependencies"):
        for name, sub in mapping(schema, keyword).items():
            if isinstance(sub, dict):
                yield place.at(keyword, name), IsSet(name)


def _is_just_a_value(branch: dict[str, Any]) -> bool:
    return all(k in _OF_A_VALUE or inline_keyword(k) for k in branch)


def is_value_list(branches: list[Any]) -> bool:
    """Say whether every alternative is one value (``const``, or an ``enum`` of one): a list of values with meanings."""
    return bool(branches) and all(
        isinstance(b, dict) and ("const" in b or len(sequence(b, "enum")) == 1) and "properties" not in b
        for b in branches
    )


def only_required(branches: list[Any]) -> bool:
    """Say whether every alternative is just a list of required names: "at least one of …"."""
    return bool(branches) and all(
        isinstance(b, dict) and set(b) <= {"required", "$comment"} and sequence(b, "required") for b in branches
    )
