"""One violation of a schema in, a sentence out that names the field, says what is wrong and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

    from sphinx_agentcfg.messages import Message

__all__ = ["words"]

_MOST_VALUES = 12
_TOO_SHORT = {"minItems", "minLength", "minProperties"}
_TOO_LONG = {"maxItems", "maxLength", "maxProperties"}
_OUT_OF_RANGE = {"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"}


def words(error: ValidationError, path: str) -> Message:
    """Return what is wrong at *path*, with no more than a short excerpt of the value."""
    keyword, value = str(error.validator), error.validator_value
    where = message("`{path}`", path=path) if path else message("the document")
    if keyword == "required":
        # One error for each missing name, and only the library's own sentence says which.
        missing = next((n for n in _names(value) if error.message.startswith(repr(n))), "")
        return message("`{path}` is missing; add it", path=paths.child(path, missing))
    if keyword in _TOO_SHORT:
        return message("{where} is too short: at least {n}; add to it", where=where, n=value)
    if keyword in _TOO_LONG:
        return message("{where} is too long: at most {n}; shorten it", where=where, n=value)
    if keyword in _OUT_OF_RANGE:
        return message(
            "{where} is out of range: {keyword} {n}; change the value", where=where, keyword=keyword, n=value
        )
    if keyword == "uniqueItems":
        return message("{where} holds an item twice; remove one", where=where)
    return _about_the_value(error, where) or message(
        "{where} does not satisfy `{keyword}` of the schema; see its entry", where=where, keyword=keyword
    )


def _names(value: Any) -> list[str]:  # the value of a keyword, whatever the schema says
    return [n for n in value if isinstance(n, str)] if isinstance(value, list) else []


def _about_the_value(error: ValidationError, where: Message) -> Message | None:
    """Return the sentences that show the value beside what is allowed."""
    value: Any = error.validator_value
    shown = excerpt(str(error.instance), 40)
    match error.validator:
        case "type":
            names = " / ".join(_names(value)) if isinstance(value, list) else str(value)
            return message(
                "{where} must be of type {type}, not `{shown}`; change the value", where=where, type=names, shown=shown
            )
        case "enum":
            allowed = " · ".join(excerpt(str(v), 40) for v in value[:_MOST_VALUES])
            return message(
                "{where} must be one of {allowed}, not `{shown}`; choose one", where=where, allowed=allowed, shown=shown
            )
        case "const":
            return message(
                "{where} must be `{value}`, not `{shown}`; change the value",
                where=where,
                value=excerpt(str(value)),
                shown=shown,
            )
        case "pattern":
            return message(
                "{where} must match `{pattern}`, and `{shown}` does not; change the value",
                where=where,
                pattern=value,
                shown=shown,
            )
    return None
