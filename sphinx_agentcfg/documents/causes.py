"""What more than one reader has to say: the values of a finding in, its sentence out."""

from __future__ import annotations

import errno
from typing import NamedTuple

from sphinx_agentcfg.documents.limits import MAX_DEPTH, MAX_DIGITS, MAX_NODES
from sphinx_agentcfg.messages import Message, message
from sphinx_agentcfg.safe_text import excerpt

__all__ = [
    "LOOP",
    "Cause",
    "Change",
    "duplicate_key",
    "empty",
    "huge_number",
    "lone_surrogate",
    "long_number",
    "many_more",
    "no_json_number",
    "of_system",
    "step_of_system",
    "too_deep",
    "too_many_nodes",
]

_SYSTEM = {
    errno.EACCES: message("there is no permission"),
    errno.EPERM: message("there is no permission"),
    errno.ENAMETOOLONG: message("its path is too long"),
    errno.ELOOP: message("its links lead in a circle"),
    errno.ENOENT: message("it vanished meanwhile"),
    errno.ENOTDIR: message("it vanished meanwhile"),
    errno.ESTALE: message("it vanished meanwhile"),
    errno.EMFILE: message("too many files are open"),
    errno.ENFILE: message("too many files are open"),
    errno.EIO: message("the disk reports an error"),
}
_STEPS = {
    errno.EACCES: message("change its permissions"),
    errno.EPERM: message("change its permissions"),
    errno.ENAMETOOLONG: message("shorten the names of the folders"),
    errno.ELOOP: message("correct the links"),
    errno.ENOENT: message("run again"),
    errno.ENOTDIR: message("run again"),
    errno.ESTALE: message("run again"),
}
#: The reason and the step for links that lead in a circle.
LOOP = _SYSTEM[errno.ELOOP], _STEPS[errno.ELOOP]


class Change(NamedTuple):
    """A mending: *text* takes the place of the characters from *start* to *stop* of what a reader reads."""

    start: int
    stop: int
    text: str


class Cause(NamedTuple):
    """Why a text cannot be read: a rule, what to say, the offset where a person should look, and a sure mending."""

    rule: str
    message: Message
    offset: int
    change: Change | None = None


def of_system(error: OSError) -> Message | str:
    """Return in words of ours what the system has against reading something; in its own words where it is rare."""
    return _SYSTEM.get(error.errno or 0) or error.strerror or type(error).__name__


def step_of_system(error: OSError) -> Message:
    """Return what a person can do about it."""
    return _STEPS.get(error.errno or 0) or message("check the path and the disk")


def many_more(count: int) -> Message:
    """Return the sentence that stands for the findings of one rule that come after the first ones."""
    return message("{count} more of the same kind follow in this file; mend them together", count=f"{count:,}")


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


def lone_surrogate(escape: str) -> Message:
    """Return the sentence for half of a character."""
    return message(
        "{escape} is half of a character, which no UTF-8 text can hold; write the character itself", escape=escape
    )


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
