"""Rows of text in, the lines of a table for a terminal out; a Chinese character takes two columns."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from sphinx_agentcfg.reference.plain_text import columns, cut, wrapped
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["console_width", "paragraphs", "table"]

_GAP = 2
_LEAST_LAST = 40
_READABLE = 100


def console_width() -> int | None:
    """Return the width of the terminal, or None where the output goes somewhere else and nobody asked for a width."""
    if os.environ.get("COLUMNS", "").isdigit():
        return int(os.environ["COLUMNS"])
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], width: int | None = None, narrow: Sequence[int] = ()
) -> Iterator[str]:
    """Give the lines of a table.

    Within *width* columns only the last cell of a row is cut, and those in the columns *narrow*, which get a fifth of
    the width each; where too little is left for the last cell, it stands on a line of its own.
    """
    cells = [[_flat(cell) for cell in row] for row in (heads, *rows)]
    if width:
        for row in cells:
            for i in narrow:
                row[i] = cut(row[i], max(width // 5, columns(cells[0][i])))
    widths = [max(columns(row[i]) for row in cells) for i in range(len(heads))]
    before = sum(w + _GAP for w in widths[:-1])
    below = width is not None and width - before < _LEAST_LAST
    for row in cells:
        line = "".join(cell + " " * (w - columns(cell) + _GAP) for cell, w in zip(row[:-1], widths, strict=False))
        if below:
            yield line.rstrip()
            if row[-1] and row is not cells[0]:
                yield "    " + cut(row[-1], max((width or 0) - 4, _LEAST_LAST))
        else:
            yield (line + (row[-1] if width is None else cut(row[-1], width - before))).rstrip()


def _flat(cell: str) -> str:
    return " ".join(visible(cell).split())


def paragraphs(text: str, indent: str = "") -> Iterator[str]:
    """Give the lines of a text that may have several paragraphs, broken to a width that reads well."""
    if not text:
        return
    width = min(console_width() or _READABLE, _READABLE) - len(indent)
    for line in visible(text).split("\n"):
        yield from (indent + row if row else "" for row in wrapped(line, width) or ("",))
