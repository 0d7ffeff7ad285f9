"""TOML text in, data and findings out, on the stdlib; dates and times become ISO 8601 text, as JSON has none."""

from __future__ import annotations

import re
import tomllib
from datetime import date, datetime, time
from math import isfinite
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.documents.limits import MAX_DEPTH, MAX_DIGITS, MAX_NODES, depth_and_nodes, is_long_number
from sphinx_agentcfg.documents.model import Located, Position
from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.documents.source import Reading, Source
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["locate_toml", "read_toml"]

_TOO_LONG = 10**MAX_DIGITS
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")
_OVERWRITES = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Cannot redefine", "Duplicate inline table key")
# Comments and strings, closed or not. What looks like a key in there is none; only a string of one line can be one.
# Possessive or open to the end of the text: no text makes these search again and again.
_NO_KEYS = re.compile(
    r'#[^\n]*|"""(?:[^\\]|\\.)*?(?:"{3,5}|\\?\Z)|\'\'\'.*?(?:\'{3,5}|\Z)'
    r'|(?P<string>"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?)',
    re.DOTALL,
)
_HEADER = re.compile(r"^[ \t]*+\[", re.MULTILINE)
_KEY = re.compile(
    r"""^[ \t]*+(\[{0,2}+)[ \t]*+([A-Za-z0-9_-]++|"[^"\\\n]*+"|'[^'\n]*+')[ \t]*+(?=[.=\]])""", re.MULTILINE
)
_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")


class _LongNumber(Exception):
    """Ends the reading."""


def read_toml(source: Source) -> Reading:
    """Read the TOML text of *source*."""
    # Each part of a dotted key is a level. tomllib takes quadratic time for such keys, so they never get there.
    if _LONG_KEY.search(_NO_KEYS.sub(lambda match: "s" if match.group("string") else "", source.text)):
        return source.failure("too-deep", causes.too_deep())
    try:
        data = tomllib.loads(source.text, parse_float=_float)
    except tomllib.TOMLDecodeError as error:
        return _broken(source, str(error))
    except (_LongNumber, ValueError):  # int() refuses more than 4,300 digits
        return source.failure("long-number", causes.long_number())
    except RecursionError:
        return source.failure("too-deep", causes.too_deep())
    return _beyond_limits(source, data) or _readable(source, data)


def _beyond_limits(source: Source, data: Any) -> Reading | None:
    depth, nodes = depth_and_nodes(data)
    if depth > MAX_DEPTH:
        return source.failure("too-deep", causes.too_deep())
    if nodes > MAX_NODES:
        return source.failure("too-many-nodes", causes.too_many_nodes())
    for pointer, value in _scalars(data, ""):
        # Not by str(): that is what Python refuses for long numbers.
        if isinstance(value, int) and abs(value) >= _TOO_LONG:
            return source.failure("long-number", causes.long_number(), pointer=pointer)
    return None


def _readable(source: Source, data: Any) -> Reading:
    findings = tuple(
        source.finding("not-a-number", Severity.ERROR, causes.no_json_number(str(value)), pointer=pointer)
        for pointer, value in _scalars(data, "")
        if isinstance(value, float) and not isfinite(value)
    )
    return Reading(_json_like(data), readable=True, findings=findings)


def locate_toml(text: str) -> dict[str, Located]:
    """Return the places of the root and of those keys at the top that start a line; a value counts as at its key."""
    source = Source("", text)
    places = {"": Located(None, Position(1, 1))}
    bare = _NO_KEYS.sub(lambda match: match.group("string") or re.sub(r"[^\n]", " ", match.group()), text)
    header = _HEADER.search(bare)
    for match in _KEY.finditer(bare):
        if header is None or match.start() < header.start() or match.group(1):
            pointer = join("", match.group(2).strip("\"'"))
            place = source.position(match.start(2))
            places.setdefault(pointer, Located(place, place))
    return places


def _broken(source: Source, problem: str) -> Reading:
    place = _PLACE.search(problem)
    words = _PLACE.sub("", problem)
    if words.startswith(_OVERWRITES):
        rule, cause = "duplicate-key", message("this key or table was defined before; keep one of the two")
    else:
        rule = "syntax"
        cause = message("this is not TOML ({problem}); correct it, or quote the value", problem=words)
    finding = source.failure(rule, cause, len(source.text)).findings[0]
    if place is not None and place.group(1):
        finding = finding.at(int(place.group(1)), int(place.group(2)))
    return Reading(None, readable=False, findings=(finding,))


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
