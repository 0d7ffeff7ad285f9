"""The values of this package: names, text and data in (from the readers), one frozen ``Document`` per file out."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import number_of, numbers

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sphinx_agentcfg.findings import Finding

__all__ = ["Document", "Located", "Position"]


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a file: both numbers start at 1, columns count characters (not bytes)."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Located:
    """Where the key and the value of a pointer start; ``key`` is None for the root and for items of a list.

    A quoted key or value starts at its quote, an anchored or tagged YAML value at its anchor or tag, and the value
    of an alias at the alias.
    """

    key: Position | None
    value: Position


@dataclass(frozen=True)
class Document:
    """One file that was read, or could not be.

    ``data`` holds JSON-like values only. It is None for a document that is not ``readable`` (then one of the
    ``findings`` is an error that says why), and also for a readable document that says ``null``.
    ``body`` is the Markdown after the frontmatter, with its own line ends; it starts on line ``body_line``. A Markdown
    file without frontmatter is not readable, and all of it is body.
    """

    name: str
    path: Path | None
    syntax: str
    text: str
    data: Any
    readable: bool
    body: str | None = None
    findings: tuple[Finding, ...] = ()
    body_line: int | None = None
    #: Whole text → positions. A module-level function, so that a document can be pickled.
    locator: Callable[[str], Mapping[str, Located]] | None = field(default=None, repr=False, compare=False)
    #: What the fast reader noted by the way: the line of each value, from 0 below ``first_line``.
    noted: array[int] | None = field(default=None, repr=False, compare=False)
    first_line: int = field(default=1, repr=False, compare=False)

    def positions(self) -> Mapping[str, Located]:
        """Return JSON Pointer → place in the whole file; computed when first asked, ``{}`` when not readable."""
        return self._positions

    def lines(self) -> Mapping[str, int]:
        """Return JSON Pointer → line where the value starts, in the whole file; ``{}`` when not readable.

        Plain items of lists may be left out. Cheaper than :meth:`positions` where the reader noted the lines, and then
        made anew at each call.
        """
        if self.noted is None:
            return {pointer: located.value.line for pointer, located in self.positions().items()}
        first, noted = self.first_line, self.noted
        return {pointer: first + noted[number] for pointer, number in numbers(self.data).items()}

    def line(self, pointer: str) -> int | None:
        """Return the line where the value at *pointer* starts; None where nothing is there."""
        if self.noted is None:
            located = self.positions().get(pointer)
            return located.value.line if located else None
        number = number_of(self.data, pointer)
        return None if number is None else self.first_line + self.noted[number]

    def recover(self) -> Mapping[str, str | list[str]]:
        """Return the simple ``key: value`` lines and lists of a YAML header that could not be read, else ``{}``.

        They are a guess to show a person (which profile is it?), never values: what a broken file permits is unknown.
        """
        return {} if self.readable else self._recovered

    @cached_property
    def _recovered(self) -> Mapping[str, str | list[str]]:
        from sphinx_agentcfg.documents.recovery import header, recover

        return recover(header(self.text, self.syntax))

    @cached_property
    def _positions(self) -> Mapping[str, Located]:
        if not self.readable or self.locator is None:
            return {}
        return self.locator(self.text)
