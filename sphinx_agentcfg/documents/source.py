"""A text and its name in; places, findings and readings that refer to the whole file out."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.model import Position
from sphinx_agentcfg.findings import Finding, Severity

if TYPE_CHECKING:
    from array import array

    from sphinx_agentcfg.messages import Message

__all__ = ["Reading", "Source"]

# What an editor counts as a line. U+2028 and its like are text in JSON, YAML 1.2 and TOML.
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader of one syntax made of a text."""

    data: Any
    readable: bool
    findings: tuple[Finding, ...] = ()
    #: The line (from 0, in the part) of each value in *data*, in the order in which they stand; None: not noted.
    lines: array[int] | None = None


@dataclass(frozen=True)
class Source:
    """The part of a file that a reader shall read. Offsets are characters from the start of that part."""

    name: str
    whole: str
    start: int = 0
    stop: int | None = None

    @cached_property
    def text(self) -> str:
        """The part itself."""
        return self.whole[self.start : self.stop]

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.whole))]

    def position(self, offset: int) -> Position:
        """Return line and column, in the whole file, of a character of the part."""
        place = self.start + offset
        line = bisect_right(self._line_starts, place)
        return Position(line, place - self._line_starts[line - 1] + 1)

    def finding(
        self,
        rule: str,
        severity: Severity,
        message: Message,
        offset: int | None = None,
        pointer: str | None = None,
    ) -> Finding:
        """Return a finding of the group ``file``."""
        place = None if offset is None else self.position(offset)
        return Finding(
            rule=f"file/{rule}",
            severity=severity,
            path=self.name,
            message=message,
            line=None if place is None else place.line,
            column=None if place is None else place.column,
            pointer=pointer,
        )

    def failure(self, rule: str, message: Message, offset: int | None = None, pointer: str | None = None) -> Reading:
        """Return the reading of a text that cannot be read, with its one error."""
        return Reading(None, readable=False, findings=(self.finding(rule, Severity.ERROR, message, offset, pointer),))
