"""The place where the stdlib stopped reading a JSON text in, the likely cause and the next step in plain words out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.documents.causes import Cause, Change
from sphinx_agentcfg.documents.json_scan import scan
from sphinx_agentcfg.documents.source import Source
from sphinx_agentcfg.messages import Message, message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Callable
    from json import JSONDecodeError

__all__ = ["json_cause"]

_BLANKS = " \t\r\n"
_WORD = re.compile(r"[^\W\d][\w$-]*")
_WORDS_OF_OTHERS = {"True": "true", "False": "false", "None": "null", "undefined": "null", "nil": "null"}
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7})(?![<=>])")


class _Stop(NamedTuple):
    """Where and why the stdlib stopped: ``at`` is the first character it could not use, ``before`` the last it could.

    Both are offsets of characters that are not blank; ``at`` is the length of the text at its end.
    """

    text: str
    reason: str
    pos: int
    at: int
    before: int

    @property
    def char(self) -> str:
        return self.text[self.at : self.at + 1]

    @property
    def char_before(self) -> str:
        return self.text[self.before] if self.before >= 0 else ""


def json_cause(text: str, error: JSONDecodeError) -> Cause:
    """Say what is wrong with *text*, which *error* is about."""
    at = error.pos + len(text[error.pos :]) - len(text[error.pos :].lstrip(_BLANKS))
    stop = _Stop(text, error.msg, error.pos, at, len(text[: error.pos].rstrip(_BLANKS)) - 1)
    return next(cause for look in _LOOKS if (cause := look(stop)))


def _syntax(cause: Message, offset: int) -> Cause:
    return Cause("syntax", cause, offset)


def _string(stop: _Stop) -> Cause | None:
    if stop.reason.startswith("Unterminated string"):
        return _syntax(message('this string is never closed; add the closing "'), stop.pos)
    if stop.reason.startswith("Invalid control character"):
        if stop.text[stop.pos] in "\r\n":
            return _syntax(
                message('the string is not closed on its line; add the closing ", or write \\n for a line break'),
                stop.pos,
            )
        return _syntax(
            message("a control character stands in a string; remove it or write it as an escape such as \\t"), stop.pos
        )
    if stop.reason.startswith("Invalid \\"):
        return _syntax(message("this backslash starts no escape that JSON knows; write \\\\ for a backslash"), stop.pos)
    return None


def _comment(stop: _Stop) -> Cause | None:
    if stop.char == "#" or stop.text.startswith(("//", "/*"), stop.at):
        return Cause("comment", message("JSON has no comments; remove this one"), stop.at)
    return None


def _trailing_comma(stop: _Stop) -> Cause | None:
    if stop.char in ("]", "}") and stop.char_before == ",":
        comma, closer = stop.before, stop.char
    elif stop.char == "," and (rest := stop.text[stop.at + 1 :].lstrip(_BLANKS)[:1]) in ("]", "}"):
        comma, closer = stop.at, rest
    else:
        return None
    cause = message("a comma stands before {closer}; remove the comma", closer=closer)
    # After "[" or another comma, a value may be missing.
    after_value = stop.text[:comma].rstrip(_BLANKS)[-1:] not in ("", "[", "{", ",", ":")
    return Cause("trailing-comma", cause, comma, Change(comma, comma + 1, "") if after_value else None)


def _conflict(stop: _Stop) -> Cause | None:
    if _CONFLICT.match(stop.text, stop.at):
        return _syntax(message("a merge conflict was left in the file; choose one side and remove the marks"), stop.at)
    return None


def _end(stop: _Stop) -> Cause | None:
    if stop.char:
        return None
    opened = scan(stop.text).open_at
    if opened is None:
        return _syntax(message("the file ends too early; add what is missing at its end"), stop.at)
    return _syntax(
        message(
            "the file ends inside the {bracket} of line {line}; close it",
            bracket=stop.text[opened],
            line=Source("", stop.text).position(opened).line,
        ),
        stop.at,
    )


def _quotes(stop: _Stop) -> Cause | None:
    if stop.char in ("'", "\u201c", "\u201d", "\u2018", "\u2019", "`"):
        return _syntax(message('{quote} is not a quote mark in JSON; write " instead', quote=stop.char), stop.at)
    return None


def _number(stop: _Stop) -> Cause | None:
    starts = stop.char in ("+", ".", "-")
    goes_on = stop.at == stop.pos and stop.text[stop.at - 1 : stop.at].isdigit() and stop.char in "0123456789._xXoObB"
    if starts or (stop.at and goes_on):
        return _syntax(
            message("JSON does not write numbers like this; write plain decimal digits such as 10, -1 or 0.5"), stop.at
        )
    return None


def _word(stop: _Stop) -> Cause | None:
    match = _WORD.match(stop.text, stop.at)
    if match is None or stop.reason.startswith(("Expecting ',", "Extra")):
        return None
    word = match.group()
    if word in _WORDS_OF_OTHERS:
        cause = message("{word} is not a JSON value; write {right}", word=word, right=_WORDS_OF_OTHERS[word])
    elif "property name" in stop.reason:
        cause = message("the key {word} has no quotes; put it in double quotes", word=excerpt(word))
    else:
        cause = message("the text {word} has no quotes; put it in double quotes", word=excerpt(word))
    return _syntax(cause, stop.at)


def _mark(stop: _Stop) -> Cause | None:
    found = excerpt(stop.char)
    if stop.reason.startswith("Expecting ',"):
        return _syntax(
            message("a comma or a closing bracket is missing before {found}; add it", found=found),
            stop.at,
        )
    if stop.reason.startswith("Expecting ':"):
        return _syntax(message("the key has no colon after it; add the colon and a value"), stop.at)
    if stop.reason.startswith("Extra"):
        return _syntax(message("something stands after the end of the JSON value; keep one value per file"), stop.at)
    if "property name" in stop.reason:
        return _syntax(message("{found} stands where a key should; write a key in double quotes", found=found), stop.at)
    return None


def _anything(stop: _Stop) -> Cause:
    return _syntax(
        message("{found} stands where a value should; write a JSON value there", found=excerpt(stop.char)), stop.at
    )


# In this order: the first one that knows a cause is right.
_LOOKS: tuple[Callable[[_Stop], Cause | None], ...] = (
    _string,
    _comment,
    _trailing_comma,
    _conflict,
    _end,
    _quotes,
    _number,
    _word,
    _mark,
    _anything,
)
