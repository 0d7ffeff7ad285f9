"""The text of one YAML scalar in, its YAML 1.2 core value out (YAML 1.2.2, chapter 10.3)."""

from __future__ import annotations

import re
from typing import TypeAlias

from sphinx_agentcfg.documents.limits import is_long_number

__all__ = ["FIRST_CHARS", "LongNumber", "ScalarValue", "tagged", "untagged"]

ScalarValue: TypeAlias = "str | int | float | bool | None"

_NULL: dict[str, ScalarValue] = dict.fromkeys(("", "~", "null", "Null", "NULL"))
_BOOL: dict[str, ScalarValue] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INF = (".inf", ".Inf", ".INF")
_ODD_FLOAT: dict[str, ScalarValue] = {
    **{sign + inf: float(sign + "inf") for sign in ("", "+", "-") for inf in _INF},
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_WORDS = _NULL | _BOOL | _ODD_FLOAT

_INT = re.compile(r"[-+]?[0-9]+\Z")
_BASED = {"0o": (re.compile(r"0o[0-7]+\Z"), 8), "0x": (re.compile(r"0x[0-9a-fA-F]+\Z"), 16)}
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")

#: How a plain scalar that is no string can start; "" is the empty one. Saves the look at most scalars.
FIRST_CHARS = frozenset(["", *"0123456789+-.~nNtTfF"])


class LongNumber(ValueError):
    """A number with more digits than we read."""


def untagged(text: str) -> ScalarValue:
    """Return the value of a plain scalar; raise LongNumber where it is a number beyond the limit."""
    if text[:1] not in FIRST_CHARS:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text):
        return _int(text, 10)
    pattern, base = _BASED.get(text[:2], (_FLOAT, 0))
    if not pattern.match(text):
        return text
    return _int(text[2:], base) if base else _float(text)


def tagged(tag: str, text: str) -> ScalarValue:
    """Return the value of a scalar with a core *tag* (``str``, ``int`` …); raise ValueError where it does not fit."""
    if tag == "str":
        return text
    value = untagged(text)
    fits = {
        "null": value is None,
        "bool": isinstance(value, bool),
        "int": isinstance(value, int) and not isinstance(value, bool),
        "float": isinstance(value, float) or _INT.match(text) is not None,
    }
    if not fits.get(tag, False):
        raise ValueError(tag)
    # From the text: an int of 400 digits is too large for a float and would raise.
    return float(text) if tag == "float" and isinstance(value, int) else value


def _int(digits: str, base: int) -> int:
    if is_long_number(digits):
        raise LongNumber
    try:
        return int(digits, base)
    except ValueError:  # the person lowered Python's own limit
        raise LongNumber from None


def _float(text: str) -> float:
    if is_long_number(text):
        raise LongNumber
    return float(text)
