"""ECMA-262 patterns in, Python's ``re`` out: schemas mean the former (``facts/leji.md`` §3.4 shows where they differ)."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["matches", "translate_pattern"]

_TOKEN = re.compile(r"\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\u\{?[0-9A-Fa-f]+\}?|\\.|\[\^?|\]|\(\?<(?![=!])|\$|.", re.DOTALL)
_CLASSES = {r"\d": "0-9", r"\w": "A-Za-z0-9_"}
_NEGATED = {r"\D": "[^0-9]", r"\W": "[^A-Za-z0-9_]"}


def translate_pattern(pattern: str) -> str:
    r"""Return *pattern* for Python: ``$`` never matches before a final newline, ``\d`` and ``\w`` are ASCII only."""
    out: list[str] = []
    in_class = False
    for token in _TOKEN.findall(pattern):
        if token.startswith("[") and not in_class:
            in_class = True
            out.append(token)
        elif token == "]":
            in_class = False
            out.append(token)
        elif token.startswith("[") and in_class:
            out.append("\\" + token)
        elif token in _CLASSES:
            out.append(_CLASSES[token] if in_class else f"[{_CLASSES[token]}]")
        elif token in _NEGATED and not in_class:
            out.append(_NEGATED[token])
        elif token == "$" and not in_class:
            out.append(r"\Z")
        elif token == "(?<":
            out.append("(?P<")
        elif token == r"\/":
            out.append("/")
        else:
            out.append(token)
    return "".join(out)


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    for candidate in (translate_pattern(pattern), pattern):
        try:
            return re.compile(candidate)
        except re.error:
            continue
    return None


def matches(pattern: str, text: str) -> bool:
    """Say whether *pattern* is found in *text*; a pattern that Python cannot read refuses nothing."""
    compiled = _compiled(pattern)
    return compiled is None or compiled.search(text) is not None
