"""YAML 1.2 text in, a text of the same length that libyaml (YAML 1.1) reads alike out, and the way back.

NEL, U+2028 and U+2029 end a line in YAML 1.1; in YAML 1.2 they are text like any other. So libyaml gets to see
characters that the text does not use in their place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["has_separators", "hide_separators"]

_SEPARATORS = "\x85\u2028\u2029"
_PRIVATE_USE = range(0xE000, 0xF900)


def has_separators(text: str) -> bool:
    """Return whether the two versions of YAML may read *text* differently."""
    return any(separator in text for separator in _SEPARATORS)


def hide_separators(text: str) -> tuple[str, Callable[[str], str]]:
    """Return the text for libyaml, and a function that brings the characters back in each scalar of it."""
    if not has_separators(text):
        return text, str
    used = set(text)
    free = [code for code in _PRIVATE_USE if chr(code) not in used][: len(_SEPARATORS)]
    if len(free) < len(_SEPARATORS):  # a text that uses thousands of private characters stays as it is
        return text, str
    there = {ord(separator): code for separator, code in zip(_SEPARATORS, free, strict=True)}
    back = {code: separator for separator, code in there.items()}
    return text.translate(there), lambda scalar: scalar.translate(back)
