"""The bytes and the data of two files in, what they have in common as files out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.changes.canonical import json_key
from sphinx_agentcfg.reference.changes.model import LineEnds, State

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ends_of", "has_mark", "state_of"]

_MARK = b"\xef\xbb\xbf"


def ends_of(content: bytes) -> LineEnds:
    """Return how the lines of *content* end."""
    pairs = content.count(b"\r\n")
    feeds, returns = content.count(b"\n") - pairs, content.count(b"\r") - pairs
    found = [e for e, n in ((LineEnds.CRLF, pairs), (LineEnds.LF, feeds), (LineEnds.CR, returns)) if n]
    return found[0] if len(found) == 1 else LineEnds.MIXED if found else LineEnds.NONE


def has_mark(content: bytes) -> bool:
    """Say whether *content* begins with a byte order mark."""
    return content.startswith(_MARK)


def state_of(old: bytes, new: bytes, old_data: Any, new_data: Any) -> State:
    """Return what two files have in common in which no change of meaning was found: the closest of the states."""
    steps: tuple[tuple[State, Callable[[bytes], bytes]], ...] = (
        (State.SAME, bytes),
        (State.BYTE_ORDER_MARK, lambda b: b.removeprefix(_MARK)),
        (State.LINE_ENDS, lambda b: b.removeprefix(_MARK).replace(b"\r\n", b"\n").replace(b"\r", b"\n")),
    )
    for state, step in steps:
        if step(old) == step(new):
            return state
    return State.LAYOUT if json_key(old_data) == json_key(new_data) else State.MEANING
