"""ECMA-262 patterns in, Python's ``re`` out: schemas mean the former (``facts/leji.md`` §3.4: where they differ)."""

from __future__ import annotations

import re
import sys
from functools import lru_cache

__all__ = ["matches", "translate_pattern", "written_out"]

_TOKEN = re.compile(
    r"\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\u\{[0-9A-Fa-f]+\}|\\u[0-9A-Fa-f]{4}|\\k<\w+>|\\.|\[\^?|\]|\(\?<(?![=!])|.",
    re.DOTALL,
)
_SPACE = r"\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_CLASSES = {r"\d": "0-9", r"\w": "A-Za-z0-9_", r"\s": _SPACE}
_NEGATED = {r"\D": "[^0-9]", r"\W": "[^A-Za-z0-9_]", r"\S": f"[^{_SPACE}]"}
_OUTSIDE = {"$": r"\Z", ".": r"[^\n\r\u2028\u2029]", **_NEGATED, **{k: f"[{v}]" for k, v in _CLASSES.items()}}
#: "Any character at all", as people write it.
_ANYTHING = re.compile(r"\[(?:\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\]")
#: Escapes of a letter that mean the same in every engine, once the classes are written out.
_ALIKE = {*_CLASSES, *_NEGATED, r"\n", r"\r", r"\t"}
#: Characters that Python wants escaped inside a class, now or in a later version.
_SET_MARKS = set("[&~|")


def translate_pattern(pattern: str) -> str:
    r"""Return *pattern* for Python: ``$`` never matches before a final newline, ``\d`` and ``\w`` are ASCII only."""
    out: list[str] = []
    in_class = False
    for part in _TOKEN.findall(pattern):
        if in_class:
            in_class = part != "]"
            out.append("\\" + part if part[0] in _SET_MARKS else _CLASSES.get(part) or _same(part))
        else:
            in_class = part[0] == "["
            out.append(_OUTSIDE.get(part) or _same(part))
    return "".join(out)


def written_out(pattern: str) -> str | None:
    r"""Return *pattern* with ``.``, ``\d``, ``\w`` and ``\s`` written out, so that every engine reads it as ECMA-262.

    None where it uses more than that: word boundaries, Unicode classes, named groups and their like.
    """
    pieces = [_piece_written_out(piece) for piece in _ANYTHING.split(pattern)]
    return r"[\s\S]".join(piece for piece in pieces if piece is not None) if None not in pieces else None


def _piece_written_out(pattern: str) -> str | None:
    out: list[str] = []
    in_class = False
    for part in _TOKEN.findall(pattern):
        if (len(part) > 1 and part[0] == "\\" and part[1].isalnum() and part not in _ALIKE) or part == "(?<":
            return None
        if in_class:
            if part in _NEGATED:
                return None
            in_class = part != "]"
            out.append(_CLASSES.get(part, "\\" + part if part[0] in _SET_MARKS else part))
        else:
            in_class = part[0] == "["
            out.append(part if part == "$" else _OUTSIDE.get(part, part))
    return None if in_class else "".join(out)


def _same(part: str) -> str:
    """Return what stands for *part* inside a class and outside."""
    if part == "(?<":
        return "(?P<"
    if part.startswith("\\k<"):
        return f"(?P={part[3:-1]})"
    if part.startswith(r"\u{"):
        return re.escape(chr(int(part[3:-1], 16))) if int(part[3:-1], 16) <= sys.maxunicode else part
    return "/" if part == r"\/" else part


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    for candidate in (translate_pattern(pattern), pattern):
        try:
            return re.compile(candidate, re.ASCII)
        except (re.error, RecursionError, OverflowError, FutureWarning):  # a warning where warnings are errors
            continue
    return None


def matches(pattern: str, text: str) -> bool:
    """Say whether *pattern* is found in *text*; a pattern that Python cannot read refuses nothing."""
    compiled = _compiled(pattern)
    return compiled is None or compiled.search(text) is not None
