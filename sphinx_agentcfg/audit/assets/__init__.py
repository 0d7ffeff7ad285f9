"""The name of a file beside this module in, its text out: scripts and styles that pages, report and notebooks share."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

__all__ = ["asset"]


@lru_cache(maxsize=8)
def asset(name: str) -> str:
    """Return the text of ``matrix.js``, ``matrix.css``, ``report.js`` or ``report.css``."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
