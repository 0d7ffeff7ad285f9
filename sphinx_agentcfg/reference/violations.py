"""One violation of a schema in, a sentence out that names the field, says what is wrong and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.messages import N_, message
from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.clauses import contained, ruled_out, shown, values_in_words, where

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

    from sphinx_agentcfg.messages import Message

__all__ = ["missing_name", "must_be", "words"]

_TOO_SHORT = {"minItems", "minLength", "minProperties"}
_TOO_LONG = {"maxItems", "maxLength", "maxProperties"}
_OUT_OF_RANGE = {
    "minimum": N_("{where} must be at least {n}; change the value"),
    "maximum": N_("{where} must be at most {n}; change the value"),
    "exclusiveMinimum": N_("{where} must be greater than {n}; change the value"),
    "exclusiveMaximum": N_("{where} must be less than {n}; change the value"),
}
_NO_MORE_ITEMS = {"items", "additionalItems", "unevaluatedItems"}
_CONTAINS = {"contains", "minContains", "maxContains"}


def words(error: ValidationError, path: str, needed: Message | None = None) -> Message:
    """Return what is wrong at *path*, with no more than a short excerpt of the value.

    *needed* says when a missing field is required, where it is not always.
    """
    keyword, value = str(error.validator), error.validator_value
    if keyword == "required":
        return _missing(error, path, needed)
    if keyword in _CONTAINS:
        return contained(keyword, error.schema if isinstance(error.schema, dict) else {}, path)
    if keyword == "not":
        return ruled_out(value, error.instance, path)
    return (
        _about_the_size(keyword, value, where(path))
        or _about_the_value(error, path)
        or message(
            "{where} does not satisfy `{keyword}` of the schema; see its entry", where=where(path), keyword=keyword
        )
    )


def missing_name(error: ValidationError) -> str:
    """Return the key that ``required`` misses: one error for each, and only the library's own sentence says which."""
    return next((n for n in _names(error.validator_value) if error.message.startswith(repr(n))), "")


def _missing(error: ValidationError, path: str, needed: Message | None) -> Message:
    name = missing_name(error)
    if needed:
        return message("`{path}` is missing ({needed}); add it", path=paths.child(path, name), needed=needed)
    return message("`{path}` is missing; add it", path=paths.child(path, name))


def _names(value: Any) -> list[str]:  # the value of a keyword, whatever the schema says
    return [n for n in value if isinstance(n, str)] if isinstance(value, list) else []


def _about_the_size(keyword: str, value: Any, subject: Message) -> Message | None:
    """Return the sentences that need not show the value."""
    if keyword in _TOO_SHORT:
        return message("{where} is too short: at least {n}; add to it", where=subject, n=value)
    if keyword in _TOO_LONG:
        return message("{where} is too long: at most {n}; shorten it", where=subject, n=value)
    if keyword in _OUT_OF_RANGE:
        return message(_OUT_OF_RANGE[keyword], where=subject, n=value)
    if keyword in _NO_MORE_ITEMS:
        return message("{where} has more items than the schema allows; remove those at its end", where=subject)
    if keyword == "uniqueItems":
        return message("{where} holds an item twice; remove one", where=subject)
    return None


def _about_the_value(error: ValidationError, path: str) -> Message | None:  # noqa: PLR0911  # a sentence for each keyword
    """Return the sentences that show the value beside what is allowed."""
    keyword: Any = error.validator  # None where the schema is `false`
    value: Any = error.validator_value
    subject, instance = where(path), shown(error.instance, 40)
    match keyword:
        case "type":
            return must_be(path, tuple(_names(value)) or (str(value),), (), error.instance)
        case "enum":
            return must_be(path, (), tuple(value), error.instance)
        case "const":
            return message(
                "{where} must be `{value}`, not `{shown}`; change the value",
                where=subject,
                value=shown(value),
                shown=instance,
            )
        case "pattern":
            return message(
                "{where} must match `{pattern}`, and `{shown}` does not; change the value",
                where=subject,
                pattern=value,
                shown=instance,
            )
        case "format":
            return message(
                "{where} must be of the format `{format}`, and `{shown}` is not; change the value",
                where=subject,
                format=value,
                shown=instance,
            )
        case "multipleOf":
            return message(
                "{where} must be a multiple of {n}, and {shown} is not; change the value",
                where=subject,
                n=shown(value),
                shown=instance,
            )
        case None:
            return message("{where} is not allowed here; remove it", where=subject)
    return None


def must_be(path: str, types: tuple[str, ...], values: tuple[Any, ...], instance: object) -> Message:
    """Return that the value at *path* is of none of *types* and is none of *values*; one of the two may be empty."""
    subject, kinds, allowed = where(path), " / ".join(types), values_in_words(values)
    value = shown(instance, 40)
    if not values:
        return message(
            "{where} must be of type {type}, not `{shown}`; change the value", where=subject, type=kinds, shown=value
        )
    if not types:
        return message(
            "{where} must be one of {allowed}, not `{shown}`; choose one", where=subject, allowed=allowed, shown=value
        )
    return message(
        "{where} must be of type {type} or one of {allowed}, not `{shown}`; change the value",
        where=subject,
        type=kinds,
        allowed=allowed,
        shown=value,
    )
