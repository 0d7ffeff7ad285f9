"""A text in, the part of it out that fits a place: its first sentence, or its lines of a given width.

Widths are columns of a terminal: a Chinese character takes two.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from functools import lru_cache

__all__ = ["columns", "cut", "first_sentence", "wrapped"]

_SENTENCE_END = r"(?<!e\.g)(?<!i\.e)(?<!etc)(?<!\b[A-Z])[.!?](?=\s+[^a-z\s])|[。！？](?!$)"
_WIDE = r"[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+"
_NEVER_FIRST = "，。；：、！？）”"


def first_sentence(text: str, limit: int = 160) -> str:
    """Return the first sentence of *text* on one line, cut with an ellipsis where it is longer than *limit*."""
    paragraph = " ".join(re.split(r"\n\s*\n", text.strip(), maxsplit=1)[0].split())
    for match in re.finditer(_SENTENCE_END, paragraph):
        if paragraph.count("`", 0, match.end()) % 2 == 0:
            paragraph = paragraph[: match.end()]
            break
    if len(paragraph) <= limit:
        return paragraph
    short = paragraph[:limit].rsplit(" ", 1)[0] if " " in paragraph[limit // 2 : limit] else paragraph[:limit]
    return short.rstrip("`*_ ,;") + "…"


@lru_cache(maxsize=4096)
def wrapped(text: str, width: int) -> tuple[str, ...]:
    """Break *text* into lines of *width* columns, at spaces and between Chinese characters, a wide one counting two."""
    if text.isascii():
        return tuple(textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False))
    lines, line, used = [], "", 0
    for piece in re.findall(_WIDE, text):
        needed = columns(piece.rstrip())
        if line and used + needed > width and piece not in _NEVER_FIRST:
            lines.append(line.rstrip())
            line, used = "", 0
        line += piece
        used += needed + len(piece) - len(piece.rstrip())
    return (*lines, line.rstrip())


def columns(text: str) -> int:
    """Return how many columns of a terminal *text* takes."""
    if text.isascii():
        return len(text)
    return sum(_width(c) for c in text)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, width: int) -> str:
    """Return *text* in at most *width* columns; an ellipsis says that there is more."""
    if columns(text) <= width:
        return text
    out, used = "", 1
    for character in text:
        used += _width(character)
        if used > width:
            break
        out += character
    return out.rstrip() + "…" if width else ""
