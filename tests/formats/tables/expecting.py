"""A frame in, its cells as plain values out, to be compared with what a person worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from sphinx_agentcfg import audit

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit import Repository

__all__ = ["cells", "matrix", "repository", "row"]


def repository(folder: Path, *only: str) -> Repository:
    """Return the audit of a folder."""
    return audit.load(folder, only=only, progress=False)


def cells(frame: pd.DataFrame, *columns: str) -> list[tuple[Any, ...]]:
    """Return the rows, of *columns* or of all, with None for what is missing."""
    chosen = frame[list(columns)] if columns else frame
    return [tuple(None if pd.isna(value) else value for value in row) for row in chosen.itertuples(index=False)]


def matrix(frame: pd.DataFrame) -> dict[str, dict[str, Any]]:
    """Return profile → column → cell."""
    return {str(name): {str(key): value for key, value in row.items()} for name, row in frame.iterrows()}


def row(frame: pd.DataFrame, name: str) -> list[Any]:
    """Return the cells of the row *name*, with None for what is missing."""
    return list(cells(frame.loc[[name]])[0])
