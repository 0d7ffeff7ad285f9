"""A text and a fix in, the mended text out, as an editor would do it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_agentcfg.findings import Fix

__all__ = ["mended"]

_LINE_END = re.compile(r"\r\n|\r|\n")


def mended(text: str, fix: Fix) -> str:
    """Return *text*, a whole file, after *fix*."""
    mark = text.startswith("\ufeff")
    starts = [int(mark), *(match.end() for match in _LINE_END.finditer(text))]
    start = starts[fix.line - 1] + fix.column - 1
    stop = starts[fix.end_line - 1] + fix.end_column - 1
    return text[:start] + fix.text + text[stop:]
