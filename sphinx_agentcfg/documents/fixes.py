"""The cause why a text cannot be read in, its reading with one finding and the ``Fix`` of it out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.source import Reading
from sphinx_agentcfg.findings import Fix, Severity

if TYPE_CHECKING:
    from sphinx_agentcfg.documents.causes import Cause, Change
    from sphinx_agentcfg.documents.source import Source

__all__ = ["failure", "fix"]


def failure(source: Source, cause: Cause, pointer: str | None = None) -> Reading:
    """Return the reading of a text that cannot be read, with its one error and, where it is certain, the mending."""
    finding = source.finding(cause.rule, Severity.ERROR, cause.message, cause.offset, pointer)
    if cause.change is not None:
        finding = replace(finding, fix=fix(source, cause.change))
    return Reading(None, readable=False, findings=(finding,))


def fix(source: Source, change: Change) -> Fix:
    """Return *change* with the lines and columns of the whole file."""
    start, stop = source.position(change.start), source.position(change.stop)
    return Fix(start.line, start.column, stop.line, stop.column, change.text)
