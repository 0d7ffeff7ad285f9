"""Texts that tell a time in, whether and how they can be read out: durations, moments, zones, windows of days."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import available_timezones

__all__ = ["days", "has_offset", "is_before", "is_duration", "is_window", "is_zone", "moment"]

#: ISO 8601, or ``30s``, ``1h30m``, ``2d`` (``facts/agentfs-evolcore.md`` A.2.9), as the schema has it.
_DURATION = re.compile(
    r"P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?"
    r"|(?=.)(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?",
    re.ASCII,
)
_MOMENT = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?"
    r"(Z|[+-]\d{2}:?\d{2})?",
    re.ASCII,
)
_DAYS = re.compile(r"([1-9]\d*)d", re.ASCII)
#: The first part of a name like ``Asia/Shanghai``.
_AREAS = frozenset(
    {
        *("africa", "america", "antarctica", "arctic", "asia", "atlantic", "australia", "europe", "indian", "pacific"),
        *("etc", "us", "canada", "brazil", "chile", "mexico"),
    }
)
#: A name that is kept for old files only: some systems install those apart, or not at all.
_OLD_NAME = "us/pacific"
#: Offsets reach from -12 to +14 hours.
_WIDEST = timedelta(hours=26)


def is_duration(text: str) -> bool:
    """Say whether *text* is a duration."""
    return _DURATION.fullmatch(text) is not None


def has_offset(text: str) -> bool | None:
    """Say whether the moment *text* has an offset from UTC; None where it is no moment."""
    found = _MOMENT.fullmatch(text)
    return found.group(1) is not None if found else None


def moment(text: object) -> datetime | None:
    """Return the moment that *text* tells, None where it tells none, such as on 30 February."""
    if not isinstance(text, str) or not _MOMENT.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def is_before(one: datetime, other: datetime) -> bool:
    """Say whether *one* is surely before *other*; one of them may lack its offset."""
    if (one.tzinfo is None) == (other.tzinfo is None):
        return one < other
    whole = [each if each.tzinfo else each.replace(tzinfo=UTC) for each in (one, other)]
    try:
        return whole[1] - whole[0] > _WIDEST
    except OverflowError:  # the first or the last day that there is
        return False


def is_zone(name: str, zones: frozenset[str] | None = None) -> bool | None:
    """Say whether *name* is in the IANA database; None where this computer has none, or too little of it to tell.

    *zones* are the names that are known, in lower case; without them, those of this computer. Case does not count: the
    client's platform does not mind it either.
    """
    zones = _zones() if zones is None else zones
    if not zones:
        return None
    if name.casefold() in zones:
        return True
    area, slash, _ = name.casefold().partition("/")
    return None if slash and area in _AREAS and _OLD_NAME not in zones else False


@lru_cache(maxsize=1)
def _zones() -> frozenset[str]:
    return frozenset(zone.casefold() for zone in available_timezones())


def is_window(text: str, *, forever: bool) -> bool:
    """Say whether *text* is a number of days (``90d``), or ``forever`` where that may be."""
    return (forever and text == "forever") or _DAYS.fullmatch(text) is not None


def days(text: object) -> tuple[int, str] | None:
    """Return the days of a window in a form that can be compared, however many digits there are."""
    found = _DAYS.fullmatch(text) if isinstance(text, str) else None
    return (len(found.group(1)), found.group(1)) if found else None
