"""A dialect in, a validator for schemas written in it out; the same verdict as jsonschema's own, several times faster.

The metaschemas of 2019-09 and 2020-12 are spread over seven vocabularies that call each other through dynamic
references, so a plain walk visits each subschema seven times. Here the vocabularies become one schema with plain
references; nothing of what they demand is changed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

__all__ = ["metaschema_validator", "validator_class"]


def validator_class(schema: object) -> Any:  # jsonschema makes these classes at run time
    """Return jsonschema's validator class for the dialect that *schema* names, draft 2020-12 where it names none."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import validator_for

    dialect = schema.get("$schema") if isinstance(schema, dict) else None
    return validator_for({"$schema": dialect} if isinstance(dialect, str) else True, default=Draft202012Validator)


def metaschema_validator(schema: object) -> Any:  # jsonschema makes these classes at run time
    """Return a validator that says what the metaschema has against *schema*."""
    return _validator(validator_class(schema))


@lru_cache(maxsize=8)
def _validator(base: Any) -> Any:
    meta = base.META_SCHEMA
    parts = [part["$ref"] for part in meta.get("allOf", ()) if "$ref" in part]
    if not parts:
        return validator_class(meta)(meta)
    from jsonschema_specifications import REGISTRY

    resolver = REGISTRY.resolver(meta["$id"])
    whole: dict[str, Any] = {"type": meta["type"], "properties": {}, "$defs": {}}
    for document in (*(resolver.lookup(part).contents for part in parts), meta):
        for keyword in ("properties", "$defs"):
            whole[keyword].update(_plain(document.get(keyword, {})))
    return base(whole)


def _plain(value: Any) -> Any:  # any JSON value
    """Return *value* with every reference made a plain one inside the one schema."""
    if isinstance(value, list):
        return [_plain(v) for v in value]
    if not isinstance(value, dict):
        return value
    out = {}
    for keyword, inner in value.items():
        if keyword in {"$dynamicRef", "$recursiveRef"} and isinstance(inner, str):
            out["$ref"] = "#"
        elif keyword == "$ref" and isinstance(inner, str):
            out["$ref"] = "#" + inner.partition("#")[2]
        else:
            out[keyword] = _plain(inner)
    return out
