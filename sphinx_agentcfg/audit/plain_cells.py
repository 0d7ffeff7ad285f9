"""A text of somebody's file in, the text of a spreadsheet's cell out: visible, and never a formula."""

from __future__ import annotations

from sphinx_agentcfg.safe_text import visible

__all__ = ["harmless"]

#: What a spreadsheet would take for a formula; some take the full-width signs too.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def harmless(text: str) -> str:
    """Return *text* with every control character as an escape, after an apostrophe where it would be a formula."""
    shown = visible(text)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
