"""A broken YAML text and a place in it in, what its lines look like to a person out; no line is ever parsed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.documents.causes import Change

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["KeyLine", "Line", "key_line", "line_at", "next_line", "owner", "quoting"]

_LINE_BREAK = re.compile(r"[\r\n]")
_MARK = re.compile(r"\S")
_MAX_LINES = 1_000
_KEY = re.compile(r"[ \t]*+(?P<items>(?:-[ \t]++)*+)(?P<key>[A-Za-z_][\w.$/-]*+)[ \t]*+:[ \t]++(?P<value>\S.*)\Z")
_ITEM = re.compile(r"[ \t]*+(?:-[ \t]++)++(?P<value>\S.*)\Z")
_BLOCK = re.compile(r"[|>][-+0-9]*+(?:[ \t]++#.*)?\Z")
# A line that nobody would take for the text of the one above: a key in one word, an item, a comment, a fence.
_OF_ITS_OWN = re.compile(
    r"""(?:[\w.$/-]++|"[^"]*+"|'[^']*+')[ \t]*+:(?=[ \t]|\Z)|-(?=[ \t]|\Z)|#|(?:---|\.\.\.)(?=\s|\Z)"""
)
_LIKE_A_KEY = re.compile(r"[^:#]{1,40}+:(?=[ \t]|\Z)")
#: How a value starts that means more than its text, unless it is the fault of that start that it cannot be read.
_NOT_PLAIN = tuple("\"'[]{}&*!|>%@`,#?")


class Line(NamedTuple):
    """A line without its end, and where it starts."""

    start: int
    text: str

    @property
    def indent(self) -> int:
        """How many blanks it starts with."""
        return len(self.text) - len(self.text.lstrip(" \t"))

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing on it."""
        return not self.text.strip()


class KeyLine(NamedTuple):
    """A line ``key: value``, perhaps an item of a list."""

    line: Line
    key: str
    value: str
    is_item: bool

    @property
    def is_block(self) -> bool:
        """Whether the value is ``|`` or ``>``, so that its text follows below."""
        return _BLOCK.match(self.value) is not None

    @property
    def is_prose(self) -> bool:
        """Whether the value is several plain words, as a text that goes on below would be."""
        return not self.value.startswith(_NOT_PLAIN) and len(self.value.split(maxsplit=1)) > 1


def line_at(text: str, at: int) -> Line:
    """Return the line that the character *at* is in."""
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    end = _LINE_BREAK.search(text, at)
    return Line(start, text[start : end.start() if end else len(text)])


def key_line(line: Line) -> KeyLine | None:
    """Return *line* as key and value; None where it is anything else."""
    match = _KEY.match(line.text)
    return match and KeyLine(line, match["key"], match["value"].rstrip(), is_item=bool(match["items"]))


def next_line(text: str, line: Line) -> Line | None:
    """Return the next line that is not blank."""
    match = _MARK.search(text, line.start + len(line.text))
    return match and line_at(text, match.start())


def owner(text: str, line: Line) -> KeyLine | None:
    """Return the ``key: text`` whose text goes on in *line* although it is indented no more than the key.

    None where *line* may be one of its own.
    """
    own = line.text.strip()
    is_item = own.startswith("-")
    if line.is_blank or (_OF_ITS_OWN.match(own) and not is_item) or _LIKE_A_KEY.match(own):
        return None
    found = _key_above(text, line)
    if found is None or not (found.is_block or found.is_prose):
        return None
    # "- x" below "- key: text" is the next item, and below a key of its own it is none of that key's.
    return None if is_item and (found.is_item or found.line.indent != line.indent) else found


def _key_above(text: str, line: Line) -> KeyLine | None:
    """Return the key whose value the lines just above *line* are part of."""
    for above in _above(text, line):
        if above.indent < line.indent:
            return None
        found = key_line(above)
        if found is not None or above.indent == line.indent:
            return found
    return None


def quoting(text: str, at: int, *, faulty: bool = False) -> Change | None:
    """Return the change that puts a value of one line in quotes, where it is certain that all of it is meant as text.

    *at* lies in that value; with *faulty* it is the start of the value, which a character there spoils.
    """
    line = line_at(text, at)
    match = _KEY.match(line.text) or (_ITEM.match(line.text) if faulty else None)
    if match is None:
        return None
    value, start = match["value"].rstrip(), line.start + match.start("value")
    if start > at or (faulty and start != at) or (value.startswith(_NOT_PLAIN) and not faulty):
        return None
    # What follows " #" may be a comment; what ends like this may be part of a list in brackets.
    if " #" in value or "\t#" in value or (faulty and value.endswith((",", "]", "}"))):
        return None
    if _goes_on(text, line, match.start("key" if match.re is _KEY else "value")):
        return None
    return Change(start, start + len(value), quoted(value))


def quoted(value: str) -> str:
    """Return *value*, a text of one line, as YAML writes it in quotes."""
    return "'" + value.replace("'", "''") + "'" if '"' in value or "\\" in value else f'"{value}"'


def _goes_on(text: str, line: Line, column: int) -> bool:
    """Say whether what starts at *column* of *line* may go on below."""
    below = next_line(text, line)
    return below is not None and (below.indent > column or not _OF_ITS_OWN.match(below.text.strip()))


def _above(text: str, line: Line) -> Iterator[Line]:
    """Give the lines above *line* that hold more than blanks and comments, the nearest first."""
    end = line.start
    for _ in range(_MAX_LINES):
        if end <= 0:
            return
        end -= 2 if text[end - 2 : end] == "\r\n" else 1
        start = max(text.rfind("\n", 0, end), text.rfind("\r", 0, end)) + 1
        found = Line(start, text[start:end])
        if not found.is_blank and not found.text.lstrip().startswith("#"):
            yield found
        end = start
