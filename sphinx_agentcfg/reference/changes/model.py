"""The values of a comparison: what one change is, how much it matters to the files of an author, and all of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.model import MISSING

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.model import Condition

__all__ = ["Change", "ChangeClass", "Changes", "Kind", "LineEnds", "State"]


class ChangeClass(StrEnum):
    """What a change means to the files that somebody has; the worst first."""

    BREAKING = "breaking"
    COMPATIBLE = "compatible"
    WORDING = "wording"


class Kind(StrEnum):
    """What has changed."""

    FIELD_ADDED = "field-added"
    FIELD_REMOVED = "field-removed"
    FIELD_MOVED = "field-moved"
    REQUIRED = "required"
    NOT_REQUIRED = "not-required"
    TYPE_NARROWED = "type-narrowed"
    TYPE_WIDENED = "type-widened"
    TYPE_CHANGED = "type-changed"
    VALUES_ADDED = "values-added"
    VALUES_REMOVED = "values-removed"
    VALUES_LIMITED = "values-limited"
    VALUES_FREED = "values-freed"
    PATTERN_ADDED = "pattern-added"
    PATTERN_REMOVED = "pattern-removed"
    PATTERN_CHANGED = "pattern-changed"
    LIMIT_TIGHTENED = "limit-tightened"
    LIMIT_LOOSENED = "limit-loosened"
    LIMIT_CHANGED = "limit-changed"
    CLOSED = "closed"
    OPENED = "opened"
    ALTERNATIVE_ADDED = "alternative-added"
    ALTERNATIVE_REMOVED = "alternative-removed"
    RULE_ADDED = "rule-added"
    RULE_REMOVED = "rule-removed"
    RULE_CHANGED = "rule-changed"
    DEFAULT_CHANGED = "default-changed"
    DEPRECATED = "deprecated"
    NOT_DEPRECATED = "not-deprecated"
    ACCESS_CHANGED = "access-changed"
    STATUS_CHANGED = "status-changed"
    DEFINITION_ADDED = "definition-added"
    DEFINITION_REMOVED = "definition-removed"
    DIALECT_CHANGED = "dialect-changed"
    OTHER = "other"
    REWORDED = "reworded"
    RESTATED = "restated"


class State(StrEnum):
    """What two files have in common, as a whole."""

    SAME = "same"
    LINE_ENDS = "line-ends"
    BYTE_ORDER_MARK = "byte-order-mark"
    LAYOUT = "layout"
    MEANING = "meaning"
    CHANGED = "changed"


class LineEnds(StrEnum):
    """How the lines of a file end; ``NONE`` where it has one line only."""

    NONE = ""
    LF = "LF"
    CRLF = "CRLF"
    CR = "CR"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one field.

    ``path`` is the field's path in the new version, or in the old one where it is gone; ``pointer`` and
    ``old_pointer`` say where the schemas have it, None where a version has nothing. ``old`` and ``new`` are JSON
    values, or :data:`~.MISSING`. ``conditions`` say when the change counts; ``roles`` (``key``, ``contains``) what
    part of the value it is about. ``before`` and ``after`` are the conditions under which the field was or is required.
    """

    kind: Kind
    class_: ChangeClass
    path: str
    keyword: str = ""
    pointer: str | None = None
    old_pointer: str | None = None
    old: Any = MISSING
    new: Any = MISSING
    conditions: tuple[Condition, ...] = ()
    roles: tuple[str, ...] = ()
    before: tuple[Condition, ...] = ()
    after: tuple[Condition, ...] = ()
    old_path: str = ""
    #: Of an added field: ``required``, ``open`` (any value could stand there before); of a removed one: ``refused``,
    #: ``ignored`` (still accepted, without a meaning), ``free`` (described as a free key). Of what is closed or opened:
    #: ``value`` (no value at all), ``item`` (further items), else other fields. Of a meaning: its value, as JSON.
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Changes:
    """All that tells the new version of a schema from the old one, the worst class first.

    ``old_ends`` and ``new_ends`` are the line ends of the files; ``old_mark`` and ``new_mark`` say whether they begin
    with a byte order mark.
    """

    state: State
    changes: tuple[Change, ...] = ()
    old_ends: LineEnds = LineEnds.NONE
    new_ends: LineEnds = LineEnds.NONE
    old_mark: bool = False
    new_mark: bool = False

    def of(self, class_: ChangeClass) -> tuple[Change, ...]:
        """Return the changes of one class."""
        return tuple(c for c in self.changes if c.class_ is class_)

    @property
    def breaking(self) -> bool:
        """Whether a file that was fine before may be refused, or lose what it says."""
        return any(c.class_ is ChangeClass.BREAKING for c in self.changes)
