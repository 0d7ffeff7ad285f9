"""Rows of a table in, CSV out (RFC 4180); no cell is a formula to a spreadsheet."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.plain_cells import harmless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.audit.reporting import Row

__all__ = ["csv_text"]

#: Columns with values of a file, which stand as JSON, so that a text "5" stays apart from a number.
_AS_JSON = frozenset({"value"})


def csv_text(columns: Sequence[str], rows: Sequence[Row]) -> str:
    """Return the head and a record for each row; a missing value is an empty cell."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(column), as_json=column in _AS_JSON) for column in columns] for row in rows)
    return out.getvalue()


def _cell(value: Any, *, as_json: bool) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) and not as_json else json.dumps(value, ensure_ascii=False)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return text if number else harmless(text)
