"""JSON text in, data and findings out: RFC 8259 on the stdlib, with what the stdlib lets pass reported."""

from __future__ import annotations

import json
from functools import partial
from math import isfinite
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.documents.crowd import Crowd
from sphinx_agentcfg.documents.fixes import failure
from sphinx_agentcfg.documents.json_causes import json_cause
from sphinx_agentcfg.documents.json_scan import Scan, Spot, has_surrogates, scan
from sphinx_agentcfg.documents.limits import MAX_DEPTH, MAX_NODES, depth_and_nodes, is_long_number
from sphinx_agentcfg.documents.source import Reading, Source
from sphinx_agentcfg.documents.tree import locate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_agentcfg.documents.model import Located
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.messages import Message

__all__ = ["locate_json", "read_json"]


class _LongNumber(Exception):
    """Ends the reading; the scanner says where."""


class _Hooks:
    """What the stdlib calls while it reads; it knows no places, so these only note that something was there."""

    def __init__(self) -> None:
        self.odd = False

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        self.odd = self.odd or len(members) != len(pairs)
        return members

    def integer(self, literal: str) -> int:
        if is_long_number(literal):
            raise _LongNumber
        try:
            return int(literal)
        except ValueError:  # the person lowered Python's own limit
            raise _LongNumber from None

    def real(self, literal: str) -> float:
        if is_long_number(literal):
            raise _LongNumber
        number = float(literal)
        self.odd = self.odd or not isfinite(number)
        return number

    def constant(self, literal: str) -> float:
        self.odd = True
        return float(literal)


def read_json(source: Source) -> Reading:
    """Read the JSON text of *source*."""
    hooks = _Hooks()
    try:
        data = json.loads(
            source.text,
            object_pairs_hook=hooks.object,
            parse_int=hooks.integer,
            parse_float=hooks.real,
            parse_constant=hooks.constant,
        )
    except json.JSONDecodeError as error:
        return _broken(source, error)
    except _LongNumber:
        return _long_number(source)
    except RecursionError:
        return _beyond_limits(source, scan(source.text))
    if _is_beyond_limits(source.text, data):
        return _beyond_limits(source, scan(source.text))
    is_odd = hooks.odd or has_surrogates(source.text)
    return _odd(source, data) if is_odd else Reading(data, readable=True)


def locate_json(text: str) -> dict[str, Located]:
    """Return pointer → place for a text that can be read."""
    root = scan(text).root
    return {} if root is None else locate(root, Source("", text))


def _odd(source: Source, data: Any) -> Reading:
    places = scan(source.text)
    if places.too_many:  # duplicates that the data no longer shows
        return _beyond_limits(source, places)
    return Reading(data, readable=True, findings=_oddities(source, places))


def _broken(source: Source, error: json.JSONDecodeError) -> Reading:
    # The stdlib may find the error before or after the depth that we allow; a very deep text is too deep either way.
    places = scan(source.text, error.pos)
    if places.too_deep:
        return _beyond_limits(source, places)
    cause = json_cause(source.text, error)
    return failure(source, cause, scan(source.text, cause.offset).pointer)


def _long_number(source: Source) -> Reading:
    places = scan(source.text)
    spot = next((spot for spot in places.odd_numbers if is_long_number(spot.text)), None)
    if spot is None:
        return source.failure("long-number", causes.long_number())
    return source.failure("long-number", causes.long_number(), spot.start, spot.pointer)


def _is_beyond_limits(text: str, data: Any) -> bool:
    # Each value but the first of its container follows a comma, so most texts need no walk through their data.
    openers = text.count("{") + text.count("[")
    if openers <= MAX_DEPTH and openers + text.count(",") < MAX_NODES:
        return False
    depth, nodes = depth_and_nodes(data)
    return depth > MAX_DEPTH or nodes > MAX_NODES


def _beyond_limits(source: Source, places: Scan) -> Reading:
    if places.too_many:
        return source.failure("too-many-nodes", causes.too_many_nodes(), places.too_many.start, places.too_many.pointer)
    spot = places.too_deep
    return source.failure("too-deep", causes.too_deep(), spot and spot.start, spot and spot.pointer)


def _oddities(source: Source, places: Scan) -> tuple[Finding, ...]:
    crowd = Crowd(source)
    for start, rule, cause, pointer in sorted(_told(source, places), key=itemgetter(0)):
        crowd.report(rule, cause, start, pointer)
    return crowd.findings()


def _told(source: Source, places: Scan) -> Iterator[tuple[int, str, Callable[[], Message], str]]:
    for spot in places.duplicates:
        yield spot.start, "duplicate-key", partial(_duplicate, source, spot), spot.pointer
    for spot in places.lone_surrogates:
        yield spot.start, "lone-surrogate", partial(causes.lone_surrogate, spot.text), spot.pointer
    for spot in places.odd_numbers:
        if spot.text.lstrip("-") in ("NaN", "Infinity"):
            yield spot.start, "not-a-number", partial(causes.no_json_number, spot.text), spot.pointer
        elif any(mark in spot.text for mark in ".eE") and not isfinite(float(spot.text)):
            yield spot.start, "not-a-number", partial(causes.huge_number, spot.text), spot.pointer


def _duplicate(source: Source, spot: Spot) -> Message:
    return causes.duplicate_key(spot.text, source.position(spot.earlier or 0).line)
