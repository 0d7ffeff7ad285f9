"""Text from schemas and configs in, the same text out with every invisible or harmful character made visible.

The rule is of ``spec/quality.md`` → Security: ANSI escapes, control characters, bidirectional marks and lone
surrogates reach no terminal and no page as they are. Ordinary text, in any script, comes out unchanged.
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["excerpt", "on_one_line", "visible"]

# C0 (but tab and line feed), DEL, C1, zero-width and bidirectional controls, line/paragraph separators,
# interlinear annotation, byte order mark, lone surrogates, and the two non-characters that XML forbids.
_HARMFUL = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)
_LAST_SHORT = 0xFFFF  # ``\\u`` has four digits
_SHORT = {"\r": "\\r", "\x1b": "\\x1b", "\x00": "\\0"}


def visible(text: str) -> str:
    r"""Return *text* with harmful characters written as escapes (``\u202e``), all others unchanged.

    Lone carriage returns become ``\r``; a CRLF pair becomes a plain line feed.
    """
    if text.isprintable() or _harmful().search(text) is None:  # the first is quick, and true of most texts
        return text
    return _harmful().sub(_escape, text.replace("\r\n", "\n"))


def on_one_line(text: str) -> str:
    r"""Return *text* visible, with line ends as ``\n`` too: a name may hold one, and a finding is one line."""
    return visible(text).replace("\n", "\\n")


@lru_cache(maxsize=1)
def _harmful() -> re.Pattern[str]:
    return re.compile(_HARMFUL)  # slow to compile, so only where it is needed


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    number = ord(char)
    return _SHORT.get(char) or (f"\\u{number:04x}" if number <= _LAST_SHORT else f"\\U{number:08x}")


def excerpt(text: str, limit: int = 60) -> str:
    """Return *text* visible, on one line, and no longer than *limit* characters (an ellipsis says so)."""
    line = " ".join(visible(text[: 4 * limit]).split())
    return line if len(line) <= limit and len(text) <= 4 * limit else line[: limit - 1] + "…"
