"""One directive's page: its reference, its languages, and how anything on it is named and linked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.sphinx_ext.bilingual import Speaker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.reference.model import Field, Reference
    from sphinx_agentcfg.reference.translations import Translations

__all__ = ["Page", "field_list", "literal", "row"]


@dataclass
class Page:
    """What every section of the page needs. ``shown`` are the paths that have an entry here."""

    reference: Reference
    translations: Translations
    languages: tuple[str, ...]
    docname: str
    prefix: str = ""
    max_depth: int | None = None
    shown: frozenset[str] = frozenset()
    speaker: Speaker = field(init=False)

    def __post_init__(self) -> None:
        self.speaker = Speaker(self.languages, self.translations, self.link)
        self.shown = frozenset(f.path for f in self.reference.fields() if self.has_entry(f))

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

    def link(self, text: str, path: str, *, code: bool = True) -> nodes.Node:
        """Return a link to the entry of *path*, here or on whichever page it is."""
        inner: nodes.Node = nodes.literal(text, text) if code else nodes.Text(text)
        if path == self.reference.root.path or path in self.shown:
            target = self.anchor("" if path == self.reference.root.path else path)
            return nodes.reference("", "", inner, refid=target, internal=True)
        return addnodes.pending_xref(
            "",
            inner,
            refdomain="agentcfg",
            reftype="field",
            reftarget=f"{self.type_id}#{path}",
            refdoc=self.docname,
            refwarn=False,
            refexplicit=True,
        )


def depth(path: str) -> int:
    """Return how deep a path lies: 1 for a field at the top."""
    if not path:
        return 0
    return 1 + path.count(".") + path.count('["') - (1 if path.startswith('["') else 0)


def literal(text: str, *classes: str) -> nodes.literal:
    """Return literal text."""
    return nodes.literal(text, text, classes=list(classes))


def row(label: Sequence[nodes.Node], *body: nodes.Node) -> nodes.field:
    """Return one row of a list of label and value; inline nodes of the value become a paragraph."""
    name = nodes.field_name("", "", *label)
    inline = not body or isinstance(body[0], nodes.Inline | nodes.Text)  # docutils' reference is a Body too
    blocks = (nodes.paragraph("", "", *body),) if inline else body
    return nodes.field("", name, nodes.field_body("", *blocks))


def field_list(rows: Sequence[nodes.field], *classes: str) -> list[nodes.Node]:
    """Return the rows as a list, or nothing where there are none."""
    return [nodes.field_list("", *rows, classes=["agentcfg-facts", *classes])] if rows else []
