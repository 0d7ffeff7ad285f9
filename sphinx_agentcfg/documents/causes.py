"""What more than one reader has to say: the values of a finding in, its sentence out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.limits import MAX_DEPTH, MAX_DIGITS, MAX_NODES
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from sphinx_agentcfg.messages import Message

__all__ = ["duplicate_key", "empty", "huge_number", "long_number", "no_json_number", "too_deep", "too_many_nodes"]


def duplicate_key(key: str, line: int) -> Message:
    """Return the sentence for a key that already stands on *line*."""
    return message(
        "the key {key} is already on line {line}, and only this later value counts; keep one of the two",
        key=excerpt(key),
        line=line,
    )


def empty() -> Message:
    """Return the sentence for a text without anything to read."""
    return message("there is nothing to read here (empty, or only blanks and comments); write the fields")


def huge_number(literal: str) -> Message:
    """Return the sentence for a number that becomes infinite."""
    return message("the number {number} is too large and is read as infinity; write a smaller one", number=literal[:60])


def no_json_number(literal: str) -> Message:
    """Return the sentence for infinity and not-a-number."""
    return message("{number} is not a number in JSON; write a number, or quote it if text is meant", number=literal)


def long_number() -> Message:
    """Return the sentence for a number with too many digits."""
    return message(
        "the number has more than {limit} digits; shorten it, or quote it if text is meant", limit=f"{MAX_DIGITS:,}"
    )


def too_deep() -> Message:
    """Return the sentence for a text with too many levels."""
    return message("lists and mappings are nested deeper than {limit} levels; flatten the structure", limit=MAX_DEPTH)


def too_many_nodes() -> Message:
    """Return the sentence for a text with too many values."""
    return message(
        "the file holds more than {limit} values, those that its aliases repeat included; split or shorten it",
        limit=f"{MAX_NODES:,}",
    )
