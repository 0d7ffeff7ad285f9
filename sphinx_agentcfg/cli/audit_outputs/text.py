"""A report in, lines for people out: a line for each finding and the sums below, or one table with aligned columns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from sphinx_agentcfg.cli.shared import SEVERITY_WORDS
from sphinx_agentcfg.cli.tables import console_width, table
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import message, translate
from sphinx_agentcfg.safe_text import excerpt, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.audit.reporting import Report, Row
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.messages import Message

__all__ = ["finding_lines", "shown_table", "summary_lines", "table_lines"]

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}
#: Columns that may grow long; each gets a part of the terminal's width.
_LONG = {"value", "field", "subject", "model"}
_LEAST_PLACE = 20
_LONGEST_FIX = 80
#: What a person sees of each table, the longest column last; ``place`` is path and line.
_SHOWN: dict[str, tuple[str, ...]] = {
    "profiles": ("profile", "kind", "role", "parent", "state", "errors", "warnings", "model", "place"),
    "fields": ("profile", "field", "provenance", "origin", "place", "value"),
    "coverage": (
        *("type", "field", "required", "needed", "profiles", "own", "inherited", "merged", "default", "builtin"),
        *("missing", "empty", "unknown", "coverage"),
    ),
    "inheritance": ("profile", "relation", "parent", "status", "place"),
    "permissions": ("profile", "subject", "scope", "decision", "value", "place", "reason"),
    "findings": ("severity", "rule", "profile", "place", "message"),
    "suppressed": ("severity", "rule", "profile", "place", "message", "suppressed_by", "reason"),
    "environment": ("profile", "variable", "set", "replaced", "place", "reason"),
}


def finding_lines(report: Report) -> Iterator[str]:
    """Give a line for each finding, with what hides it where it does not count; the severity is coloured."""
    for repository, finding in report.listed():
        yield _line(report, repository, finding, _severity(finding, report.language))
    if not report.show_suppressed:
        return
    for repository, hidden in report.hidden():
        why = message("suppressed: {reason}", reason=hidden.reason)
        if hidden.by == "baseline":
            why = message("in the baseline {file}", file=hidden.reason)
        severity = translate(SEVERITY_WORDS[hidden.finding.severity], report.language)
        yield f"{_line(report, repository, hidden.finding, severity)} ({_flat(why.text(report.language))})"


def _line(report: Report, repository: Judged, finding: Finding, severity: str) -> str:
    place = ":".join(map(str, [_flat(repository.clickable(finding.path)), *_numbers(finding)]))
    if finding.line is None and finding.pointer:
        place += f"#{_flat(finding.pointer)}"
    return f"{place}: {severity}: {_flat(_said(report, finding))} [{_flat(finding.rule)}]"


def _said(report: Report, finding: Finding) -> str:
    """Return the message, and what to write where that is certain and short."""
    if not finding.fix or not finding.fix.text.strip():
        return finding.message.text(report.language)
    told = message("{cause}: {text}", cause=finding.message, text=excerpt(finding.fix.text, _LONGEST_FIX))
    return told.text(report.language)


def _numbers(finding: Finding) -> list[int]:
    if finding.line is None:
        return []
    return [finding.line] if finding.column is None else [finding.line, finding.column]


def _severity(finding: Finding, language: str) -> str:
    return click.style(translate(SEVERITY_WORDS[finding.severity], language), fg=_COLOURS[finding.severity], bold=True)


def _flat(text: str) -> str:
    """Return *text* as a part of one line, with its line ends and tabs as escapes."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def summary_lines(report: Report) -> Iterator[str]:
    """Give the sums, and below them what is not listed and why."""
    sums = report.summary()
    separator = "、" if report.language == "zh_CN" else ", "
    formats = separator.join(f"{name} {number}" for name, number in sums["profiles"].items())
    profiles = message("profiles: {n}", n=sum(sums["profiles"].values()))
    if formats:
        profiles = message("profiles: {n} ({formats})", n=sum(sums["profiles"].values()), formats=formats)
    said = [
        message(
            "{profiles}; files: {files}, of which read: {read}; errors: {errors}, warnings: {warnings}, "
            "information: {info}",
            profiles=profiles,
            **{key: sums[key] for key in ("files", "read", "errors", "warnings", "info")},
        ),
        *_notes(sums, shown=report.show_suppressed),
    ]
    yield from (visible(each.text(report.language)) for each in said)


def _notes(sums: Row, *, shown: bool) -> Iterator[Message]:
    if sums["not_listed"]:
        yield message("not listed, since --severity asks for worse: {n}", n=sums["not_listed"])
    if sums["suppressed"]:
        text = message("suppressed by the configuration: {n}; --show-suppressed lists them", n=sums["suppressed"])
        yield message("suppressed by the configuration: {n}", n=sums["suppressed"]) if shown else text
    if sums["baseline"]:
        text = message("in the baseline: {n}; --show-suppressed lists them", n=sums["baseline"])
        yield message("in the baseline: {n}", n=sums["baseline"]) if shown else text
    if sums["gone"]:
        yield message("in the baseline and gone: {n}; write it anew with --write-baseline", n=sums["gone"])


# --- one table --------------------------------------------------------------------------------------------------------


def table_lines(report: Report, name: str) -> Iterator[str]:
    """Give the lines of the table *name*, its texts in the language of the report; heads are the names of columns.

    A terminal has room for what people look for first (:data:`_SHOWN`), so columns without a value are left out, and
    path and line are one ``place``. ``json`` and ``csv`` have every column.
    """
    width = console_width()
    columns, cells = shown_table(report, name, width)
    narrow = [i for i, column in enumerate(columns[:-1]) if column in _LONG]
    yield from table(columns, cells, width, narrow)


def shown_table(report: Report, name: str, width: int | None = None) -> tuple[list[str], list[list[str]]]:
    """Return the columns of *name* that a person looks for, without those that are empty, and the cells as text."""
    rows = [row | {"place": _place(repository, row, width)} for repository, row in report.rows_of(name)]
    columns = [column for column in _SHOWN[name] if not rows or any(row[column] not in (None, "") for row in rows)]
    return columns, [[_cell(_value(row, column, report.language)) for column in columns] for row in rows]


def _place(repository: Judged, row: Row, width: int | None) -> str:
    """Return path and line; within *width* a long path loses its beginning, since its end says more."""
    if row.get("path") is None:
        return ""
    path = visible(repository.clickable(row["path"]))
    place = path if row["line"] is None else f"{path}:{row['line']}"
    most = max(width // 4, _LEAST_PLACE) if width else len(place)
    return place if len(place) <= most else "…" + place[1 - most :]


def _value(row: Row, column: str, language: str) -> Any:
    other = row.get(f"{column}_zh")
    return other if language == "zh_CN" and other is not None else row.get(column)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value <= 1:  # a share; no value of a file comes this way but in `value`
        return f"{value:.0%}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
