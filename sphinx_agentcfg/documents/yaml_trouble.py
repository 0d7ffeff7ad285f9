"""What libyaml says about a broken text in, the parts of the text that a look at the cause needs out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.documents.yaml_lines import Line, line_at

if TYPE_CHECKING:
    from sphinx_agentcfg.documents.source import Source

__all__ = ["Trouble"]


class Trouble(NamedTuple):
    """libyaml's words, the offset ``at`` where it stopped, and ``since`` where the construct began (else ``at``)."""

    source: Source
    text: str
    problem: str
    context: str
    at: int
    since: int

    @property
    def char(self) -> str:
        """The character at the place, nothing at the end."""
        return self.text[self.at : self.at + 1]

    @property
    def opener(self) -> str:
        """The character that the construct began with."""
        return self.text[self.since : self.since + 1]

    @property
    def line(self) -> Line:
        """The whole line that libyaml stopped in."""
        return line_at(self.text, self.at)

    @property
    def head(self) -> str:
        """The part of the line before the place."""
        return self.text[self.line.start : self.at]

    @property
    def above(self) -> Line:
        """The last line above that is not blank, without the blanks at its end."""
        end = len(self.text[: self.line.start].rstrip())
        start = line_at(self.text, end).start
        return Line(start, self.text[start:end])
