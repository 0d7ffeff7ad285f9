"""A loaded schema in, findings out: what its metaschema, or common sense, has against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference.metaschemas import metaschema_validator
from sphinx_agentcfg.reference.own_keywords import check_own_keywords
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jsonschema.exceptions import ValidationError

    from sphinx_agentcfg.messages import Message
    from sphinx_agentcfg.reference.loading import SchemaSet

__all__ = ["check_schema"]

_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")


def check_schema(loaded: SchemaSet) -> bool:
    """Report what is wrong with the schema as a schema; return whether there is anything to show all the same."""
    schema = loaded.schema
    if isinstance(schema, bool):
        text = message(
            "the schema is just `{value}`, so there is no field to show; write an object with `properties`",
            value=str(schema).lower(),
        )
        loaded.report(loaded.root, "schema/boolean-schema", text)
        return False
    if not isinstance(schema, dict):
        text = message(
            "a JSON Schema is an object, and this file holds something else; check that it is the right file"
        )
        loaded.report(loaded.root, "schema/not-a-schema", text)
        return False
    for error in _violations(schema):
        place = loaded.root
        at = type(place)(place.schema, place.file, _pointer(error.absolute_path), place.resolver)
        loaded.report(at, "schema/invalid-schema", _words(error, at.pointer))
    check_own_keywords(loaded)
    return True


def _words(error: ValidationError, pointer: str) -> Message:
    if pointer.endswith("/type") and isinstance(error.instance, str):
        return message(
            "not a valid JSON Schema: at `{where}`, {value} is no type; write one of {types}",
            where=pointer,
            value=excerpt(error.instance, 40),
            types=", ".join(_TYPES),
        )
    return message(
        "not a valid JSON Schema: at `{where}`, {cause}; mend the schema",
        where=pointer or "/",
        cause=excerpt(error.message, 160),
    )


def _violations(schema: dict[str, Any]) -> list[ValidationError]:
    """Return the plainest violation of the metaschema for each place, at most five."""
    from jsonschema.exceptions import best_match

    try:
        errors = list(metaschema_validator(schema).iter_errors(schema))
    except RecursionError:
        return []
    places: dict[str, list[ValidationError]] = {}
    for error in errors:
        places.setdefault(_pointer(error.absolute_path), []).append(error)
    best = (best_match(each) for each in places.values())
    return [b for b in best if b is not None][:5]


def _pointer(path: Iterable[str | int]) -> str:
    pointer = ""
    for token in path:
        pointer = join(pointer, str(token))
    return pointer
