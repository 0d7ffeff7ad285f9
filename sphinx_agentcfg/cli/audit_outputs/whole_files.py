"""A report in, the bytes of a file for other programs out: HTML, Parquet, Excel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.dtypes import FRAME_COLUMNS
from sphinx_agentcfg.audit.reporting import SUPPRESSED, TABLES

if TYPE_CHECKING:
    from sphinx_agentcfg.audit.reporting import Report

__all__ = ["files_of", "html_bytes", "one_table"]

_WORKBOOK = "audit.xlsx"
_PAGE = "report.html"


def files_of(report: Report, output: str) -> dict[str, bytes]:
    """Return name → content of each file that *output* makes: one for each table, or one for all."""
    if output == "html":
        return {_PAGE: html_bytes(report)}
    tables = {name: _frame(report, name) for name in (*TABLES, SUPPRESSED)}
    if output == "xlsx":
        from sphinx_agentcfg.audit.exporting import excel_bytes

        return {_WORKBOOK: excel_bytes(tables)}
    from sphinx_agentcfg.audit.exporting import parquet_bytes

    return {f"{name}.parquet": parquet_bytes(table) for name, table in tables.items()}


def one_table(report: Report, output: str, name: str | None) -> bytes:
    """Return what *output* makes of the table *name*; without one, of the findings, or (a workbook, a page) of all."""
    if output == "html":
        return html_bytes(report)
    if output == "xlsx" and name is None:
        return files_of(report, output)[_WORKBOOK]
    table = _frame(report, name or "findings")
    if output == "xlsx":
        from sphinx_agentcfg.audit.exporting import excel_bytes

        return excel_bytes({name or "findings": table})
    from sphinx_agentcfg.audit.exporting import parquet_bytes

    return parquet_bytes(table)


def _frame(report: Report, name: str) -> Any:
    """Return a table with the dtypes of a notebook's, and the paths of the command's other outputs."""
    from sphinx_agentcfg.audit.frames import frame

    rows = report.table(name)
    assert name in FRAME_COLUMNS  # noqa: S101  # names are those of our own tables
    return frame(name, rows)


def html_bytes(report: Report) -> bytes:
    """Return the report as one page that needs no network."""
    from sphinx_agentcfg.audit.report import ReportPart, report_html

    parts = [
        ReportPart(each.name, each.counted, each.judgement.listed, each.judgement.hidden)
        for each in report.repositories
    ]
    return report_html(parts, language=report.language).encode("utf-8", "backslashreplace")
