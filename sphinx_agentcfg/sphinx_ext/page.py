"""One directive's page: its reference, its languages, and how anything on it is named and linked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.bilingual import Speaker
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, facts_node, inline_nodes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_agentcfg.reference.model import Field, Reference
    from sphinx_agentcfg.reference.translations import Translations

__all__ = ["Page", "Row", "code", "depth", "fact_list", "paragraph"]


@dataclass
class Page:
    """What every section of the page needs. ``shown`` are the paths that have an entry here."""

    reference: Reference
    translations: Translations
    languages: tuple[str, ...]
    docname: str
    prefix: str = ""
    max_depth: int | None = None
    sections: tuple[str, ...] = ("fields", "definitions")
    shown: frozenset[str] = frozenset()
    #: Field → in how many profiles of a repository it is set, and of how many; empty where nobody asks.
    used: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    speaker: Speaker = field(init=False)

    def __post_init__(self) -> None:
        self.speaker = Speaker(self.languages, self.translations, self.link)
        here = [*self.reference.root.walk()] if "fields" in self.sections else []
        if "definitions" in self.sections:
            here += [f for d in self.reference.definitions for f in (d, *d.walk())]
        self.shown = frozenset(f.path for f in here if self.has_entry(f))

    @property
    def type_id(self) -> str:
        """The id of the document type."""
        return self.reference.document_type.id

    def has_entry(self, each: Field) -> bool:
        """Say whether a field is within ``:max-depth:``."""
        return self.max_depth is None or depth(each.path) - depth(self.reference.root.path) <= self.max_depth

    def anchor(self, path: str = "") -> str:
        """Return the id of an entry on this page."""
        return self.prefix + paths.anchor(self.type_id, path)

    def section_id(self, name: str) -> str:
        """Return the id of a section; it cannot be a field's, since those have a dot after the type."""
        return f"{self.anchor()}--{name}"

    def link(self, text: str, path: str, *, code: bool = True) -> Mark:
        """Return a link to the entry of *path*, here or on whichever page it is."""
        inside: tuple[Fragment, ...] = (Mark("code", (text,)),) if code else (text,)
        if path == self.reference.root.path:
            return Mark("link", inside, target=f"#{self.anchor()}")
        if path in self.shown:
            return Mark("link", inside, target=f"#{self.anchor(path)}")
        return Mark("link", inside, xref=f"{self.type_id}#{path}")


def depth(path: str) -> int:
    """Return how deep a path lies: 1 for a field at the top."""
    if not path:
        return 0
    return 1 + path.count(".") + path.count('["') - (1 if path.startswith('["') else 0)


def paragraph(tree: Sequence[Fragment], *classes: str) -> nodes.paragraph:
    """Return a paragraph of fragments."""
    return nodes.paragraph("", "", *inline_nodes(tree), classes=list(classes), translatable=False)


def code(text: str, *classes: str) -> Mark:
    """Return literal text, made visible."""
    return Mark("code", (visible(text),), classes)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a list: its label, and its value as one line of fragments or as blocks."""

    label: Sequence[Fragment]
    line: Sequence[Fragment] = ()
    blocks: Sequence[nodes.Node] = ()


def fact_list(rows: Sequence[Row], *classes: str) -> list[nodes.Node]:
    """Return the rows as a list, or nothing where there are none; one node where each value is one line."""
    css = " ".join(("agentcfg-facts", *classes))
    if not rows:
        return []
    if not any(r.blocks for r in rows):
        return [facts_node([(r.label, r.line) for r in rows], css)]
    fields = [
        nodes.field(
            "",
            nodes.field_name("", "", *inline_nodes(r.label), translatable=False),
            nodes.field_body("", *(r.blocks or [paragraph(r.line)])),
        )
        for r in rows
    ]
    return [nodes.field_list("", *fields, classes=css.split())]
