"""A report in, a Markdown table out, for a comment on a change or a page of a wiki; names of files stay text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_agentcfg.cli.audit_outputs.text import shown_table
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.audit.reporting import Report

__all__ = ["markdown_lines"]

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#~&$|])")


def markdown_lines(report: Report, name: str) -> Iterator[str]:
    """Give the lines of the table *name* (GitHub Flavored Markdown), with the columns that a terminal shows."""
    columns, cells = shown_table(report, name)
    yield _line(columns)
    yield _line(["---"] * len(columns))
    for row in cells:
        yield _line([_cell(cell) for cell in row])


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    r"""Return *text* as it is, on one line: nothing in it is a link, a mention, HTML or the end of the cell."""
    shown = _MARKUP.sub(r"\\\1", " ".join(visible(text).split()))
    return shown.replace("@", "&#64;").replace("://", ":&#47;/").replace("www.", "www&#46;")
