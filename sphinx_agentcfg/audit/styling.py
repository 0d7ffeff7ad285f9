"""A matrix or the table of coverage in, a heat map for a notebook out; each cell says its word beside the colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from sphinx_agentcfg.audit.payloads import GLYPHS
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

__all__ = ["COLOURS", "styled"]

#: Word → background and text; each pair has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3).
COLOURS = {
    "allow": ("#d8f0dc", "#14532d"),
    "ask": ("#fdeec7", "#5c3d00"),
    "deny": ("#fbdcdc", "#7a1414"),
    "unset": ("#f2f3f5", "#4a5058"),
    "unknown": ("#e6ddf5", "#47287a"),
    "own": ("#d8f0dc", "#14532d"),
    "merged": ("#dbeafe", "#1e3a8a"),
    "inherited": ("#e0f2fe", "#0c4a6e"),
    "builtin": ("#eef2f7", "#334155"),
    "default": ("#f2f3f5", "#4a5058"),
    "empty": ("#fdeec7", "#5c3d00"),
    "missing": ("#ffffff", "#5b616a"),
}


def styled(name: str, table: pd.DataFrame, most: int) -> Styler:
    """Return *table* with its colours, at most *most* rows of it; the caption says how many there are."""
    shown = table.head(most)
    caption = f"{name}: {len(table):,} rows" if len(shown) == len(table) else f"{name}: {most:,} of {len(table):,} rows"
    styler = shown.style.set_caption(caption)
    if name == "coverage":
        return _bars(styler)
    return styler.map(_colours).format(_word).format_index(_name, axis=0).format_index(_name, axis=1)


def _bars(styler: Styler) -> Styler:
    named = styler.format(_name, subset=["type", "field", "description", "description_zh"])
    named = named.format("{:.0%}", subset=["coverage"], na_rep="–")
    return named.bar(subset=["coverage"], vmin=0, vmax=1, color="#b7e0c0")


def _colours(word: object) -> str:
    back, front = COLOURS.get(str(word), ("", ""))
    return f"background-color: {back}; color: {front}" if back else ""


def _word(word: object) -> str:
    text = "" if pd.isna(word) else str(word)  # type: ignore[call-overload]  # one cell is a scalar
    return f"{GLYPHS[text]} {text}" if text in GLYPHS else _name(text)


def _name(text: object) -> str:
    from html import escape

    return escape(visible(str(text)))
