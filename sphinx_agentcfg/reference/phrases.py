"""Short pieces of wording as values: runs of text, code and links, which a page marks up and a terminal prints."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.safe_text import visible

__all__ = ["Kind", "Phrase", "Span", "code", "enumerate_phrases", "fill", "join_phrases", "literal", "plain", "word"]


class Kind(StrEnum):
    """How a span is set."""

    TEXT = "text"
    CODE = "code"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Span:
    """A run of characters of one kind; ``target`` is the field path that a link leads to."""

    text: str
    kind: Kind = Kind.TEXT
    target: str = ""


Phrase = tuple[Span, ...]

_PLACE = re.compile(r"\{(\w+)\}")
#: A string that YAML 1.2 would read back as itself, and a person as a word.
_PLAIN_STRING = re.compile(r"[A-Za-z_./@#$%^&*~<>][^\n\"]*\Z")
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")
_NOT_STRINGS = {"true", "false", "null", "True", "False", "TRUE", "FALSE", "Null", "NULL", "~"}


def word(text: str) -> Phrase:
    """Return plain text as a phrase."""
    return (Span(text),)


def code(text: str) -> Phrase:
    """Return literal text as a phrase, harmful characters made visible."""
    return (Span(visible(text), Kind.CODE),)


def literal(value: Any, *, quoted: bool = False) -> Phrase:  # any JSON value
    """Return a JSON value as code; a string goes without quotes where nobody could take it for something else."""
    if isinstance(value, str) and not quoted and _is_plain(value):
        return code(value)
    return code(json.dumps(value, ensure_ascii=False))


def _is_plain(text: str) -> bool:
    return text not in _NOT_STRINGS and visible(text) == text and _PLAIN_STRING.match(text) is not None


def fill(template: str, language: str, **parts: Phrase | str) -> Phrase:
    """Return our text *template* in *language* with each ``{name}`` replaced by a phrase or a plain text."""
    spans: list[Span] = []
    pieces = _PLACE.split(translate(template, language))
    for i, piece in enumerate(pieces):
        if i % 2:
            part = parts[piece]
            spans.extend(word(part) if isinstance(part, str) else part)
        elif piece:
            spans.append(Span(piece))
    return _spaced(spans)


def _spaced(spans: list[Span]) -> Phrase:
    """Put a space between a Chinese character and code, letters or figures beside it, as Chinese typesetting does."""
    out: list[Span] = []
    for span in spans:
        if out and _need_space(out[-1], span):
            out.append(Span(" "))
        out.append(span)
    return tuple(out)


def _need_space(left: Span, right: Span) -> bool:
    ends = [(left, left.text[-1:]), (right, right.text[:1])]
    chinese = [span.kind is Kind.TEXT and _IDEOGRAPH.match(end) is not None for span, end in ends]
    latin = [span.kind is not Kind.TEXT or (end.isascii() and end.isalnum()) for span, end in ends]
    return (chinese[0] and latin[1]) or (latin[0] and chinese[1])


def join_phrases(phrases: list[Phrase], between: str) -> Phrase:
    """Return the phrases in a row with *between* between them."""
    spans: list[Span] = []
    for i, phrase in enumerate(phrases):
        if i:
            spans.append(Span(between))
        spans.extend(phrase)
    return _spaced(spans)


def enumerate_phrases(phrases: list[Phrase], language: str, template: str = N_("{first} and {last}")) -> Phrase:
    """Return "a, b and c" in *language*; *template* joins the last two."""
    if len(phrases) <= 1:
        return phrases[0] if phrases else ()
    first = join_phrases(phrases[:-1], translate(N_(", "), language))
    return fill(template, language, first=first, last=phrases[-1])


def plain(phrase: Phrase) -> str:
    """Return a phrase as one line of text, code in backticks."""
    return "".join(f"`{s.text}`" if s.kind is Kind.CODE else s.text for s in phrase)
