"""A YAML text that cannot be read in, the simple lines that a person plainly meant out: for display, never to act upon.

A name and a list of tools tell a reader of a table which file is broken and what it was for. They are guesses, so no
effective value and no permission comes from them. Whatever is not plain is left out: a value of several lines, a key
that stands twice, anything inside the tags of an example.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MAX_CHARACTERS", "MAX_KEYS", "header", "recover"]

#: A header is much shorter; what follows is not looked at.
MAX_CHARACTERS = 100_000
MAX_KEYS = 200
_MAX_ITEMS = 1_000

_OPENER = re.compile(r"[ \t\r\n]*+(?<![^\r\n])---(?:[ \t][^\r\n]*)?(?:\r\n|\r|\n)")
_CLOSER = re.compile(r"(?<![^\r\n])(?:---|\.\.\.)(?=[\s]|\Z)")
_BLANK = re.compile(r"(?<![^\r\n])[ \t]*+(?:[\r\n]|\Z)")
_LINE_END = re.compile(r"\r\n|\r|\n")
_KEY = re.compile(r"""([A-Za-z_][\w.-]{0,99}|"[^"\\]{1,100}"|'[^']{1,100}')[ \t]*:(?:[ \t]+(.*))?\Z""")
_ITEM = re.compile(r"[ \t]*-(?:[ \t]+(.*))?\Z")
_OPENS = re.compile(r"<([A-Za-z][\w-]*)(?:[ \t][^<>]*)?>\s*\Z")
_ESCAPES = re.compile(r'\\(["\\/])')
_QUOTED = re.compile(r"""(?:"(?:[^"\\]|\\["\\/])*+"|'(?:[^']|'')*+')\Z""")
_COMMENT = re.compile(r"(?:\A|(?<![ \t])[ \t]++)#.*\Z")  # tries each run of blanks once
# What gives a value a meaning that only a real reader knows: blocks, anchors, aliases, tags, mappings.
_NOT_PLAIN = tuple("|>&*!{}],\"'%@`")


def header(text: str, syntax: str) -> str:
    """Return the part of a file that is meant as YAML, as far as anybody can tell; nothing for another syntax."""
    if syntax != "frontmatter":
        return text if syntax == "yaml" else ""
    # Blank lines above the fence, or more on its line, are what made the file unreadable.
    opened = _OPENER.match(text)
    if opened is None:
        return ""
    closed = _CLOSER.search(text, opened.end(), opened.end() + MAX_CHARACTERS)
    return text[opened.end() : closed.start() if closed else _first_blank(text, opened.end())]


def _first_blank(text: str, start: int) -> int:
    """Return where the first blank line after *start* is: without a closing fence, the prose begins there."""
    blank = _BLANK.search(text, start, start + MAX_CHARACTERS)
    return blank.start() if blank else len(text)


def recover(text: str) -> dict[str, str | list[str]]:
    """Return the keys at the top of *text* that have a simple value, in their order; never raises."""
    found: dict[str, str | list[str]] = {}
    doubtful: set[str] = set()
    loose: set[str] = set()
    for key, value, is_loose in _entries(_LINE_END.split(text[:MAX_CHARACTERS])):
        if key in found or key in doubtful:
            # A line of a text that goes on may look like a key; the real one stands above that text.
            if not (is_loose and key in found and key not in loose):
                doubtful.add(key)
                found.pop(key, None)
        elif len(found) < MAX_KEYS:
            if is_loose:
                loose.add(key)
            if value is None:
                doubtful.add(key)
            else:
                found[key] = value
    return found


def _entries(lines: list[str]) -> Iterator[tuple[str, str | list[str] | None, bool]]:
    """Give each key with its value (None: not simple), and whether it stands in or after a text without indentation."""
    closed_at = _closing_tags(lines)
    is_loose = False
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        end = closed_at.get(at)
        key = _KEY.match(line)
        if end is not None:
            is_loose, at = True, end
        elif key is not None:
            below = _below(lines, at + 1)
            at += len(below)
            goes_on = bool(below or key.group(2)) and at + 1 < len(lines) and _is_text(lines[at + 1])
            yield _unquoted(key.group(1)), None if goes_on else _value(key.group(2) or "", below), is_loose
        elif _is_text(line):
            is_loose = True
        at += 1


def _is_text(line: str) -> bool:
    """Say whether a line that starts at column 1 can only be the text of the value above it."""
    return bool(line.strip()) and not line.startswith((" ", "\t", "#", "-")) and _KEY.match(line.rstrip()) is None


def _closing_tags(lines: list[str]) -> dict[int, int]:
    """Return the line of each ``<tag>`` that stands alone, with that of the next ``</tag>``."""
    found: dict[int, int] = {}
    next_close: dict[str, int] = {}
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at].strip()
        if line.startswith("</"):
            next_close[line.removeprefix("</").rstrip("> \t")] = at
        elif (opens := _OPENS.match(line)) and opens.group(1) in next_close:
            found[at] = next_close[opens.group(1)]
    return found


def _below(lines: list[str], start: int) -> list[str]:
    """Return the lines that belong to the key above *start*: the indented ones and the items of a list."""
    end = start
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith((" ", "\t", "-"))):
        end += 1
    return lines[start:end]


def _value(text: str, below: list[str]) -> str | list[str] | None:
    rest = [line for line in below if line.strip() and not line.lstrip().startswith("#")]
    text = text.strip()
    if not rest:
        return _flow(text) if text.startswith("[") else _scalar(text)
    if _COMMENT.sub("", text):
        return None
    items = [_ITEM.match(line) for line in rest[:_MAX_ITEMS]]
    return _all_scalars([(item.group(1) or "") if item else "" for item in items])


def _flow(text: str) -> list[str] | None:
    inner = _COMMENT.sub("", text)
    if not inner.endswith("]"):
        return None
    inner = inner[1:-1].strip().removesuffix(",")
    if any(mark in inner for mark in "[]{}"):
        return None
    return _all_scalars(inner.split(",")) if inner else []


def _all_scalars(texts: list[str]) -> list[str] | None:
    values = [_scalar(text.strip()) for text in texts[:_MAX_ITEMS]]
    return None if None in values else [value for value in values if value is not None]


def _scalar(text: str) -> str | None:
    """Return the text that is meant; None where there is none, or where it is not plain."""
    if text.startswith(("'", '"')):
        bare = text if _QUOTED.match(text) else _COMMENT.sub("", text)
        return _unquoted(bare) if _QUOTED.match(bare) else None
    text = _COMMENT.sub("", text)
    return None if not text or text.startswith((*_NOT_PLAIN, "- ", "[")) else text


def _unquoted(text: str) -> str:
    if text.startswith('"'):
        return _ESCAPES.sub(r"\1", text[1:-1])
    return text[1:-1].replace("''", "'") if text.startswith("'") else text
