"""YAML text in, data and the line of each value out, for texts that have nothing to report; as fast as libyaml allows.

Anything out of the ordinary raises, and ``yaml_tree`` then reads the text again with care. The two agree on all texts
that this one accepts.
"""

from __future__ import annotations

import re
from array import array
from math import isfinite
from typing import TYPE_CHECKING, Any

from yaml import events
from yaml._yaml import CParser

from sphinx_agentcfg.documents.limits import MAX_DEPTH, MAX_NODES, depth_and_nodes
from sphinx_agentcfg.documents.yaml_scalars import FIRST_CHARS, untagged
from sphinx_agentcfg.documents.yaml_separators import has_separators

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Unusual", "read_fast"]


_Scalar = events.ScalarEvent
_ListStart, _ListEnd = events.SequenceStartEvent, events.SequenceEndEvent
_MappingEnd = events.MappingEndEvent
_LINE_END = re.compile(r"\r\n|\r|\n")


class Unusual(Exception):
    """The text needs the careful reader."""


def read_fast(text: str) -> tuple[Any, array[int]]:
    """Return the data of *text*, and the line (from 0) of each value in it, in the order in which they stand.

    Raises Unusual, LongNumber, or what libyaml raises.
    """
    if has_separators(text):
        raise Unusual
    next_event = CParser(text).get_event
    next_event()
    if type(next_event()) is not events.DocumentStartEvent:
        raise Unusual
    lines: list[int] = []
    first: Any = next_event()
    lines.append(first.start_mark.line)
    data = _value(first, next_event, lines.append, 0)
    next_event()
    if type(next_event()) is not events.StreamEndEvent:
        raise Unusual
    # Without aliases, a value takes at least one character.
    if len(text) > MAX_NODES and depth_and_nodes(data)[1] > MAX_NODES:
        raise Unusual
    if text[-1:] not in {"\n", "\r"}:  # libyaml puts a line end there, and an empty value after it
        last = len(_LINE_END.findall(text))
        lines = [min(line, last) for line in lines]
    return data, array("I", lines)


def _value(event: Any, next_event: Callable[[], Any], mark: Callable[[int], None], depth: int) -> Any:
    # Exact types, and the scalars of a list or a mapping looked at where they stand: this runs for each value of each
    # file, and isinstance() or one more call costs a fifth more.
    kind = type(event)
    if kind is _Scalar:
        return _scalar(event)
    if kind is events.AliasEvent or event.tag is not None or depth >= MAX_DEPTH:
        raise Unusual
    if kind is _ListStart:
        return _list(next_event, mark, depth + 1)
    return _mapping(next_event, mark, depth + 1)


def _list(next_event: Callable[[], Any], mark: Callable[[int], None], depth: int) -> list[Any]:
    items: list[Any] = []
    add = items.append
    while True:
        event = next_event()
        kind = type(event)
        if kind is _Scalar:
            mark(event.start_mark.line)
            text = event.value
            add(text if text[:1] not in FIRST_CHARS and event.tag is None else _scalar(event))
        elif kind is _ListEnd:
            return items
        else:
            mark(event.start_mark.line)
            add(_value(event, next_event, mark, depth))


def _mapping(next_event: Callable[[], Any], mark: Callable[[int], None], depth: int) -> dict[str, Any]:
    members: dict[str, Any] = {}
    while True:
        event = next_event()
        if type(event) is not _Scalar:
            if type(event) is _MappingEnd:
                return members
            raise Unusual
        key = event.value
        if key[:1] in FIRST_CHARS or event.tag is not None:
            key = _key(event)
        if key in members:
            raise Unusual
        event = next_event()
        mark(event.start_mark.line)
        if type(event) is _Scalar:
            text = event.value
            members[key] = text if text[:1] not in FIRST_CHARS and event.tag is None else _scalar(event)
        else:
            members[key] = _value(event, next_event, mark, depth)


def _scalar(event: Any) -> Any:
    if event.tag is not None:
        raise Unusual
    text = event.value
    # implicit[0]: written plain, without quotes and not as a block
    if text[:1] not in FIRST_CHARS or not event.implicit[0]:
        return text
    value = untagged(text)
    if type(value) is float and not isfinite(value):
        raise Unusual
    return value


def _key(event: Any) -> str:
    key = _scalar(event)
    if type(key) is not str:
        raise Unusual
    return key
