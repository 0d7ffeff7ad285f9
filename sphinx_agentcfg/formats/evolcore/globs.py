"""Patterns of models in, what they match and cover out: ``*`` is any run of characters, all else stands for itself.

A pattern is anchored at both ends (``facts/agentfs-evolcore.md`` B.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["matches", "shadowed"]

#: A list longer than that is not looked through pair by pair.
_MOST_COMPARED = 200


def matches(pattern: str, text: str) -> bool:
    """Say whether *pattern* matches the whole of *text*, in one pass whatever the pattern is."""
    first, *rest = pattern.split("*")
    if not rest:
        return pattern == text
    last = rest.pop()
    if len(text) < len(first) + len(last) or not (text.startswith(first) and text.endswith(last)):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in rest:
        found = text.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def shadowed(patterns: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Give each entry that a wider one beside it covers, and that wider one.

    An entry is covered when the other pattern matches it letter by letter: a ``*`` can only be matched by a ``*``.
    """
    looked_at = patterns[:_MOST_COMPARED]
    wide = [pattern for pattern in looked_at if "*" in pattern]
    for entry in looked_at:
        wider = next((pattern for pattern in wide if pattern != entry and matches(pattern, entry)), None)
        if wider is not None:
            yield entry, wider
