"""Tables in, the bytes of files out: Parquet, Excel. Nothing in a cell is a formula, a link or a control character."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.plain_cells import harmless
from sphinx_agentcfg.errors import AgentcfgError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

__all__ = ["MissingExtra", "excel_bytes", "parquet_bytes"]

#: What a sheet of Excel holds at most (ECMA-376): rows with the head, characters of a cell.
_MOST_ROWS = 1_048_576
_MOST_CHARACTERS = 32_767
_CUT = "… [cut]"
_NOTE = "left out"


class MissingExtra(AgentcfgError):
    """A package that a kind of file needs is not there; ``extra`` is what brings it."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        self.what = what
        self.package = package
        self.extra = extra
        super().__init__(what, package, extra)

    def __str__(self) -> str:
        return f"{self.what} needs {self.package}; install it: pip install 'sphinx-agentcfg[{self.extra}]'"


def parquet_bytes(table: pd.DataFrame) -> bytes:
    """Return *table* as a Parquet file with the dtypes of its columns; raises :exc:`MissingExtra`."""
    if find_spec("pyarrow") is None:
        raise MissingExtra("Parquet", "pyarrow", "parquet")
    out = BytesIO()
    table.to_parquet(out, engine="pyarrow", index=table.index.name is not None)
    return out.getvalue()


def excel_bytes(tables: Mapping[str, pd.DataFrame]) -> bytes:
    """Return a workbook with a sheet for each table; raises :exc:`MissingExtra`.

    What a sheet cannot hold is left out, and a last sheet says how much of which table that is.
    """
    if find_spec("xlsxwriter") is None:
        raise MissingExtra("Excel", "XlsxWriter", "xlsx")
    from xlsxwriter import Workbook

    out = BytesIO()
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    with Workbook(out, options) as book:
        head = book.add_format({"bold": True, "bottom": 1})
        short = {name: _sheet(book.add_worksheet(name), table, head) for name, table in tables.items()}
        if any(short.values()):
            sheet = book.add_worksheet(_NOTE)
            for place, (name, (rows, cut)) in enumerate((n, s) for n, s in short.items() if s):
                sheet.write_string(place, 0, f"{name}: {rows} rows are left out, {cut} cells are cut short")
    return out.getvalue()


def _sheet(sheet: Any, table: pd.DataFrame, head: Any) -> tuple[int, int] | None:
    """Write one sheet; return how many rows and texts did not fit, None where all did."""
    sheet.freeze_panes(1, 0)
    columns = list(table.columns)
    for place, name in enumerate(columns):
        sheet.write_string(0, place, str(name), head)
    kept = table.head(_MOST_ROWS - 1)
    cut = 0
    for number, row in enumerate(kept.astype(object).itertuples(index=False), start=1):
        for place, value in enumerate(row):
            cut += _cell(sheet, number, place, value)
    sheet.autofilter(0, 0, max(len(kept), 1), max(len(columns) - 1, 0))
    left_out = len(table) - len(kept)
    return (left_out, cut) if left_out or cut else None


def _cell(sheet: Any, number: int, place: int, value: Any) -> bool:
    """Write one cell; say whether it was cut."""
    if isinstance(value, bool):
        sheet.write_boolean(number, place, value)
    elif isinstance(value, int | float) and value == value:  # noqa: PLR0124  # a missing value is not itself
        sheet.write_number(number, place, value)
    elif isinstance(value, str):
        text = harmless(value)
        cut = len(text) > _MOST_CHARACTERS
        sheet.write_string(number, place, text[: _MOST_CHARACTERS - len(_CUT)] + _CUT if cut else text)
        return cut
    return False
