"""A cron expression in, what is wrong with it out: five fields with their lists, ranges, steps and names.

The dialect is not published beyond "five fields" (``facts/agentfs-evolcore.md`` A.2.9). What some implementations add
for days (``?``, ``L``, ``W``, ``#``) is let pass, so that nothing is called wrong that may work.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_agentcfg.messages import Message

__all__ = ["wrong_in_cron"]

_MONTHS = {name: i for i, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}  # noqa: SIM905
_DAYS = {name: i for i, name in enumerate("sun mon tue wed thu fri sat".split())}  # noqa: SIM905
_NUMBER = re.compile(r"[0-9]{1,4}")
_DAY_OF_MONTH = re.compile(r"\?|L(?:-[0-9]{1,2})?|LW|[0-9]{1,2}W", re.IGNORECASE)
_DAY_OF_WEEK = re.compile(r"\?|L|(?:[0-7]|[a-z]{3})(?:L|#(?:[1-5]|L))", re.IGNORECASE)


class _Field(NamedTuple):
    name: str
    low: int
    high: int
    names: Mapping[str, int] = {}
    more: re.Pattern[str] | None = None


_FIELDS = (
    _Field("minute", 0, 59),
    _Field("hour", 0, 23),
    _Field("day of month", 1, 31, {}, _DAY_OF_MONTH),
    _Field("month", 1, 12, _MONTHS),
    _Field("day of week", 0, 7, _DAYS, _DAY_OF_WEEK),
)


def wrong_in_cron(expression: str) -> Message | None:
    """Return what is wrong with *expression*, None where nothing is."""
    parts = [part for part in expression.split(" ") if part]
    if len(parts) != len(_FIELDS):
        return message(
            "`schedule.cron` has {n} fields instead of five; write minute, hour, day of month, month and day of week",
            n=len(parts),
        )
    if len(expression.split()) != len(_FIELDS) or expression != expression.strip():
        return message("`schedule.cron` holds blanks that separate nothing; write one space between its five fields")
    for field, part in zip(_FIELDS, parts, strict=True):
        if not all(_is_right(field, item) for item in part.split(",")):
            return message(
                "the {field} of `schedule.cron` cannot be read ({value}); its values go from {low} to {high}, as in "
                "`0 8 * * 1-5`",
                field=_label(field),
                value=excerpt(part),
                low=field.low,
                high=field.high,
            )
    return None


def _label(field: _Field) -> Message:
    """Return the name of a field; spelt out, so that each is found for translation."""
    return {
        "minute": message("minute"),
        "hour": message("hour"),
        "day of month": message("day of month"),
        "month": message("month"),
        "day of week": message("day of week"),
    }[field.name]


def _is_right(field: _Field, item: str) -> bool:
    base, slash, step = item.partition("/")
    if slash and not (_NUMBER.fullmatch(step) and 1 <= int(step) <= max(field.high, 1)):
        return False
    if base == "*":
        return True
    if field.more and not slash and field.more.fullmatch(base):
        return True
    first, dash, last = base.partition("-")
    start = _number(field, first)
    if start is None:
        return False
    end = _number(field, last) if dash else start
    # Sunday may be 0 or 7, so a range may end with its name.
    if dash and field.names is _DAYS and end == 0:
        end = 7
    return end is not None and start <= end


def _number(field: _Field, text: str) -> int | None:
    if _NUMBER.fullmatch(text):
        number = int(text)
        return number if field.low <= number <= field.high else None
    return field.names.get(text.casefold())
