"""What the stdlib says about a broken TOML text in, the likely cause and the next step in plain words out."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.causes import Cause
from sphinx_agentcfg.documents.limits import MAX_DEPTH, MAX_DIGITS, MAX_NODES
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from sphinx_agentcfg.messages import Message

__all__ = ["bare", "deep_place", "long_key_place", "long_number_place", "many_place", "toml_cause"]

# Comments and strings, closed or not: what looks like a key or a bracket in there is none. Only a string of one line
# can be a key. Possessive or open to the end of the text: no text makes these search again and again.
_NO_KEYS = re.compile(
    r'#[^\n]*|"""(?:[^\\]|\\.)*?(?:"{3,5}|\\?\Z)|\'\'\'.*?(?:\'{3,5}|\Z)'
    r'|(?P<string>"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?)',
    re.DOTALL,
)
_NO_LINE_END = re.compile(r"[^\n]")
_DOTTED = re.compile(r"(?:[\w-]++[ \t]*+\.[ \t]*+)++")
_LONG_NUMBER = re.compile(rf"[0-9][0-9A-Fa-fxob_.]{{{MAX_DIGITS - 1},}}")
_OVERWRITES = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Cannot redefine", "Duplicate inline table key")
# The first one that the stdlib's words start with is right.
_WORDS: tuple[tuple[str, Message], ...] = (
    ("Invalid statement", message("this line starts neither a key nor a table; write key = value, or [table]")),
    ("Expected newline", message("something stands after the value; start a new line, or quote all of the value")),
    ("Expected ']'", message("the name of this table is not closed; add the ]")),
    ("Expected ']]'", message("the name of this table is not closed; add the ]]")),
    ("Expected '=' after a key", message("there is no = after the key; write key = value")),
    ("Invalid initial character for a key", message("a key cannot start like this; put the key in double quotes")),
    ("Unclosed array", message("a comma or the closing ] is missing; add it")),
    ("Unclosed inline table", message("a comma or the closing } is missing; add it, and keep all of it on one line")),
    ("Unescaped '\\'", message("this backslash starts no escape that TOML knows; write \\\\, or use single quotes")),
    ("Invalid hex value", message("this escape names no character; correct its digits")),
    ("Escaped character", message("this escape names no character; correct its digits")),
    ("Unterminated string", message("the string is never closed; close it")),
    ("Expected ", message("the string is never closed; close it")),
    ("Invalid date or datetime", message("there is no such date or time; correct it, or quote it if text is meant")),
)


def bare(text: str, *, strings: bool) -> str:
    """Return *text*, as long as it was, with blanks for comments and strings; with *strings*, those of a line stay.

    Without *strings*, letters stand for them: a string is a part of a key like any other.
    """

    def blank(match: re.Match[str]) -> str:
        string = match.group("string")
        if string is None:
            return _NO_LINE_END.sub(" ", match.group())
        return string if strings else "s" * len(string)

    return _NO_KEYS.sub(blank, text)


def toml_cause(text: str, problem: str, at: int) -> Cause:
    """Say what is wrong with *text*; *problem* is what the stdlib says about the place *at*."""
    if problem.startswith(_OVERWRITES):
        return Cause("duplicate-key", message("this key or table was defined before; keep one of the two"), at)
    if problem.startswith(("Found invalid character", "Illegal character")):
        return Cause("syntax", _character(text[at : at + 1]), at)
    if problem.startswith("Invalid value"):
        return Cause("syntax", _value(text[at : at + 1]), at)
    known = (words for start, words in _WORDS if problem.startswith(start))
    return Cause("syntax", next(known, message("from here on, this is not TOML; compare it with an example")), at)


def _character(char: str) -> Message:
    if char == "\n":
        return message("the string is not closed on its line; close it, or use three quotes for several lines")
    shown = excerpt(char) if char.isprintable() and char.strip() else f"U+{ord(char or ' '):04X}"
    return message("TOML does not allow the character {char} here; remove it", char=shown)


def _value(char: str) -> Message:
    if not char.strip() or char == "#":
        return message("there is no value here; write one")
    return message("this is no value that TOML knows; put a text in double quotes")


def long_key_place(text: str) -> int | None:
    """Return where a dotted key has more parts than there may be levels; *text* is bare."""
    keys = _DOTTED.finditer(text)
    return next((key.start() for key in keys if key.group().count(".") >= MAX_DEPTH), None)


def long_number_place(text: str) -> int | None:
    """Return where a number has more digits than we read; *text* is bare."""
    match = _LONG_NUMBER.search(text)
    return match and match.start()


def deep_place(text: str) -> int | None:
    """Return the bracket that opens one level too many, as far as brackets tell; *text* is bare."""
    open_brackets = 1  # the table that the whole file is
    for match in re.finditer(r"[\[\]{}]", text):
        open_brackets += 1 if match.group() in "[{" else -1
        if open_brackets > MAX_DEPTH:
            return match.start()
    return None


def many_place(text: str) -> int | None:
    """Return about where the values become too many; *text* is bare."""
    marks = (match.start() for match in re.finditer(r"[=,.]", text))
    return next(islice(marks, MAX_NODES - 1, None), None)
