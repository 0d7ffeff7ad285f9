"""A schema in, a quick answer to "is this document fine?" out; or None where only the careful validator may say.

jsonschema gives the verdict and the words; jsonschema-rs is eighty times as fast and says the same for the schemas that
are let through here. What the two may read differently is not let through: dialects before draft-06, other files,
dynamic references, ``multipleOf`` (decimal fractions), and patterns with constructs that only some engines know. The
classes of the other patterns are written out, so that they mean what ECMA-262 says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.keywords import subschemas
from sphinx_agentcfg.reference.patterns import written_out

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["quick_check"]

_DIALECTS = {
    "http://json-schema.org/draft-06/schema",
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
}
_DEFAULT_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DOUBTFUL = {
    "multipleOf",
    "unevaluatedProperties",
    "unevaluatedItems",
    "$dynamicRef",
    "$recursiveRef",
    "$anchor",
    "$dynamicAnchor",
    "$vocabulary",
}
#: Keywords that decide nothing. (Their texts may also be of a type of our own, which nobody else knows.)
_SILENT = {"$id", "$comment", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"}


class _Doubtful(Exception):
    """The schema uses something that two validators may read differently."""


def quick_check(schema: Any) -> Callable[[Any], bool] | None:  # any JSON value
    """Return a function that says True only for data that surely passes; False means "look with care"."""
    if not isinstance(schema, dict):
        return None
    dialect = str(schema.get("$schema", _DEFAULT_DIALECT)).removesuffix("#")
    if dialect not in _DIALECTS:
        return None
    try:
        import jsonschema_rs

        validator = jsonschema_rs.validator_for(_rewritten(schema, root=True), validate_formats=False)
    except (_Doubtful, ImportError, ValueError, RecursionError):  # it refuses some schemas that jsonschema takes
        return None
    is_valid = validator.is_valid

    def check(data: Any) -> bool:
        try:
            return bool(is_valid(data))
        except ValueError:  # what it cannot take over, such as a lone surrogate or a number beyond its own
            return False

    return check


def _rewritten(schema: Any, *, root: bool = False) -> Any:
    """Return a copy of *schema* whose patterns every engine reads alike; raise _Doubtful."""
    if not isinstance(schema, dict):
        return schema
    _look(schema, root=root)
    copy = {k: v for k, v in schema.items() if k not in _SILENT and not k.startswith("x-")}
    if isinstance(copy.get("pattern"), str):
        copy["pattern"] = _pattern(copy["pattern"])
    for tokens in subschemas(schema):
        keyword = tokens[0]
        sub = schema[keyword] if len(tokens) == 1 else schema[keyword][tokens[1]]
        new = _rewritten(sub)
        if len(tokens) == 1:
            copy[keyword] = new
            continue
        if copy[keyword] is schema[keyword]:
            kept = schema[keyword]
            copy[keyword] = (
                list(kept) if isinstance(kept, list) else {} if keyword == "patternProperties" else dict(kept)
            )
        name = _pattern(str(tokens[1])) if keyword == "patternProperties" else tokens[1]
        copy[keyword][name] = new
    return copy


def _look(schema: dict[str, Any], *, root: bool) -> None:
    if not _DOUBTFUL.isdisjoint(schema) or (not root and ("$id" in schema or "$schema" in schema)):
        raise _Doubtful
    reference = schema.get("$ref", "#")
    if not isinstance(reference, str) or not reference.startswith("#") or "patternProperties" in reference:
        raise _Doubtful


def _pattern(pattern: str) -> str:
    same = written_out(pattern)
    if same is None:
        raise _Doubtful
    return same
