"""The values that a site is planned with: pages, what stands on them, and what stands in a line of text.

A text of ours is a :class:`.Message` whose values are inlines; a ``str`` is somebody's data and is never read as
markup. Nothing here knows a language or a markup.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_agentcfg.messages import Message

__all__ = [
    "Away",
    "Block",
    "Code",
    "Directive",
    "Doc",
    "Inline",
    "Items",
    "Page",
    "Rule",
    "Section",
    "Several",
    "Table",
    "Toctree",
]


@dataclass(frozen=True, slots=True)
class Code:
    """Somebody's text, set as code."""

    text: str


@dataclass(frozen=True, slots=True)
class Doc:
    """A link to a page of the site; ``label`` is what it says."""

    docname: str
    label: Message | Said | str


@dataclass(frozen=True, slots=True)
class Away:
    """A link to a file that is no page; ``path`` counts from the page that it is on, and is ours, not data."""

    path: str
    label: Message | str


@dataclass(frozen=True, slots=True)
class Rule:
    """A link to the entry of a rule, which a page of the site explains."""

    id: str


@dataclass(frozen=True, slots=True)
class Said:
    """A text of a format, which its owner has written or translated: language → text."""

    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Several:
    """Links in a row, with what a language sets between them."""

    docs: tuple[Doc, ...]


Inline: TypeAlias = "str | Message | Said | Code | Doc | Away | Rule | Several"


@dataclass(frozen=True, slots=True)
class Table:
    """A head and rows of cells."""

    head: tuple[Message, ...]
    rows: tuple[tuple[Inline, ...], ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list of lines."""

    items: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading within a page."""

    title: Inline


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive of the extension. ``argument`` is one line that reST takes as it is (:func:`.names.argument`)."""

    name: str
    argument: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Toctree:
    """The pages below this one, under a heading or none; the navigation shows them, the page itself does not."""

    docnames: tuple[str, ...]
    caption: Message | None = None


Block: TypeAlias = "Message | Table | Items | Section | Directive | Toctree"


@dataclass(frozen=True, slots=True)
class Page:
    """One page. ``above`` are the pages that lead to it, outermost first; ``listed``: a toctree of the site has it."""

    docname: str
    title: Message | Said | str
    blocks: tuple[Block, ...]
    above: tuple[Doc, ...] = ()
    listed: bool = True
