"""TOML text in, data and findings out, on the stdlib; dates and times become ISO 8601 text, as JSON has none."""

from __future__ import annotations

import re
import tomllib
from datetime import date, datetime, time
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.documents.crowd import Crowd
from sphinx_agentcfg.documents.fixes import failure
from sphinx_agentcfg.documents.limits import MAX_DEPTH, MAX_DIGITS, MAX_NODES, depth_and_nodes, is_long_number
from sphinx_agentcfg.documents.model import Located, Position
from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.documents.source import Reading, Source
from sphinx_agentcfg.documents.toml_causes import (
    bare,
    deep_place,
    long_key_place,
    long_number_place,
    many_place,
    toml_cause,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding

__all__ = ["locate_toml", "read_toml"]

_LONE_CR = re.compile(r"\r(?!\n)")
_TOO_LONG = 10**MAX_DIGITS
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")
_HEADER = re.compile(r"^[ \t]*+\[", re.MULTILINE)
_KEY = re.compile(
    r"""^[ \t]*+(\[{0,2}+)[ \t]*+([A-Za-z0-9_-]++|"[^"\\\n]*+"|'[^'\n]*+')[ \t]*+(?=[.=\]])""", re.MULTILINE
)


class _LongNumber(Exception):
    """Ends the reading."""


def read_toml(source: Source) -> Reading:
    """Read the TOML text of *source*; unlike TOML, we take a lone CR for a line end (and it is reported)."""
    # Each part of a dotted key is a level and a value. tomllib takes quadratic time for such keys, so those of them
    # that are beyond the limits never get there.
    if source.text.count(".") >= MAX_DEPTH:
        text = bare(source.text, strings=False)
        if (long_key := long_key_place(text)) is not None:
            return source.failure("too-deep", causes.too_deep(), long_key)
        if text.count(".") > MAX_NODES:
            return source.failure("too-many-nodes", causes.too_many_nodes(), many_place(text))
    try:
        data = tomllib.loads(_LONE_CR.sub("\n", source.text), parse_float=_float)
    except tomllib.TOMLDecodeError as error:
        return _broken(source, str(error))
    except (_LongNumber, ValueError):  # int() refuses more than 4,300 digits
        return _long_number(source)
    except RecursionError:
        return _too_deep(source)
    return _beyond_limits(source, data) or _readable(source, data)


def _beyond_limits(source: Source, data: Any) -> Reading | None:
    depth, nodes = depth_and_nodes(data)
    if depth > MAX_DEPTH:
        return _too_deep(source)
    if nodes > MAX_NODES:
        place = many_place(bare(source.text, strings=False))
        return source.failure("too-many-nodes", causes.too_many_nodes(), place)
    # Not by str(): that is what Python refuses for long numbers.
    if any(isinstance(value, int) and abs(value) >= _TOO_LONG for _, value in _scalars(data, "")):
        return _long_number(source)
    return None


def _too_deep(source: Source) -> Reading:
    return source.failure("too-deep", causes.too_deep(), deep_place(bare(source.text, strings=False)))


def _long_number(source: Source) -> Reading:
    return source.failure("long-number", causes.long_number(), long_number_place(bare(source.text, strings=False)))


def _readable(source: Source, data: Any) -> Reading:
    odd = [(p, value) for p, value in _scalars(data, "") if isinstance(value, float) and not isfinite(value)]
    findings = _infinite(source, odd) if odd else ()
    return Reading(_json_like(data), readable=True, findings=findings)


def _infinite(source: Source, odd: list[tuple[str, float]]) -> tuple[Finding, ...]:
    """Return a finding for each number; the place is that of the key at the top, since the stdlib knows no other."""
    places = locate_toml(source.text)
    crowd = Crowd(source)
    for pointer, value in odd:
        place = places.get("/" + pointer.split("/")[1], places[""]).value
        start = _offset(source.text, place.line, place.column)
        crowd.report("not-a-number", partial(causes.no_json_number, str(value)), start, pointer)
    return crowd.findings()


def locate_toml(text: str) -> dict[str, Located]:
    """Return the places of the root and of those keys at the top that start a line; a value counts as at its key."""
    source = Source("", text)
    places = {"": Located(None, Position(1, 1))}
    plain = bare(text, strings=True)
    header = _HEADER.search(plain)
    for match in _KEY.finditer(plain):
        if header is None or match.start() < header.start() or match.group(1):
            pointer = join("", match.group(2).strip("\"'"))
            place = source.position(match.start(2))
            places.setdefault(pointer, Located(place, place))
    return places


def _broken(source: Source, problem: str) -> Reading:
    place = _PLACE.search(problem)
    at = len(source.text)
    if place is not None and place.group(1):
        at = _offset(source.text, int(place.group(1)), int(place.group(2)))
    return failure(source, toml_cause(source.text, _PLACE.sub("", problem), at))


def _offset(text: str, line: int, column: int) -> int:
    """Return the place that the stdlib means, which counts lines that end in LF."""
    text, start = _LONE_CR.sub("\n", text), 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1


def _float(literal: str) -> float:
    if is_long_number(literal):
        raise _LongNumber
    return float(literal)


def _scalars(data: Any, pointer: str) -> Iterator[tuple[str, Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _scalars(value, join(pointer, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _scalars(value, join(pointer, index))
    else:
        yield pointer, data


def _json_like(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _json_like(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_json_like(value) for value in data]
    return data.isoformat() if isinstance(data, date | datetime | time) else data
