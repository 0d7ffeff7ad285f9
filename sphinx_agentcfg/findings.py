"""A finding: one problem in somebody's file, as a value that every host prints alike.

Rule ids are ``<group>/<kebab-name>`` (``spec/interfaces.md`` → Findings). The group ``file`` is about reading,
``schema`` about a JSON Schema, ``catalogue`` about a translation; a format's own rules carry the format's id.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from sphinx_agentcfg.safe_text import on_one_line

if TYPE_CHECKING:
    from sphinx_agentcfg.messages import Message

__all__ = ["Finding", "Fix", "Severity"]


class Severity(StrEnum):
    """How bad it is; ``error`` first."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of the file that is sure to mend it: *text* takes the place of what stands from here to there.

    Lines and columns start at 1 and count characters; the end is the place after the last character that goes. A byte
    order mark counts nowhere, so the fix that removes it starts at column 0.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One reported problem.

    ``path`` is the file as a person would name it (relative where that is possible). ``line`` and ``column`` start
    at 1 and count characters, not bytes; both are None where a place inside the file makes no sense. ``pointer`` is a
    JSON Pointer (RFC 6901), ``""`` for the whole document and None where there is none; where a key is missing, it is
    the pointer of the object that lacks it, and ``missing`` the key. ``profile`` is the id of the profile that the
    finding belongs to, as far as it belongs to one; ``fix`` is there only where a mending is certain.
    """

    rule: str
    severity: Severity
    path: str
    message: Message
    line: int | None = None
    column: int | None = None
    pointer: str | None = None
    missing: str = ""
    profile: str = ""
    fix: Fix | None = None

    @property
    def name(self) -> str:
        """The rule without its group, as used for the subtype of a Sphinx warning."""
        return self.rule.rpartition("/")[2]

    @property
    def place(self) -> str:
        """``path``, ``path:line`` or ``path:line:column``, and the pointer if there is no line."""
        place = on_one_line(self.path)
        if self.line is not None:
            place += f":{self.line}" + (f":{self.column}" if self.column is not None else "")
        elif self.pointer:
            place += f"#{on_one_line(self.pointer)}"
        return place

    def text(self, language: str = "en") -> str:
        """Return place, cause and next step in one line."""
        return f"{self.place}: {self.message.text(language)}"

    def at(self, line: int | None, column: int | None) -> Finding:
        """Return the same finding at another place of the same file."""
        return replace(self, line=line, column=column)
