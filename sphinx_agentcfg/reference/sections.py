"""The ``x-sections`` of a schema in, fields for the expected headings of a Markdown body out, and the check of a body.

A section is a field like any other: it has a path (``body.must-do``), an entry and a translation. Headings are found
with a CommonMark parser, so one inside a code block is none.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.expressions import NEVER, Named
from sphinx_agentcfg.reference.keywords import sequence
from sphinx_agentcfg.reference.model import Facet, Field
from sphinx_agentcfg.reference.texts import text_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.messages import Message
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["SECTION", "SECTIONS", "check_body", "folded", "headings_in", "no_known_heading", "section_fields"]

SECTIONS = "x-sections"
#: The type of a field that is a section.
SECTION = Named("section")
#: What stands before the name of a section in its path.
BODY = "body"
_MOST_NAMED = 8


def section_fields(root: Place) -> tuple[Field, ...]:
    """Return a field for each section that the schema at *root* expects, with those inside it as its children."""
    return tuple(_fields(root, SECTIONS, BODY))


def _fields(place: Place, keyword: str, parent: str) -> Iterator[Field]:
    for i, section in enumerate(sequence(place.schema, keyword)):
        if isinstance(section, dict) and isinstance(section.get("name"), str):
            at = place.at(keyword, i)
            path = paths.child(parent, section["name"])
            description = text_at(at, "description")
            facet = Facet(
                type=SECTION,
                title=text_at(at, "title"),
                descriptions=(description,) if description else (),
                headings=tuple(h for h in sequence(section, "headings") if isinstance(h, str)),
                form=str(section.get("form", "")),
            )
            yield Field(path, at.pointer, at.file, NEVER, (facet,), tuple(_fields(at, "sections", path)))


def headings_in(markdown: str) -> Iterator[tuple[str, int, int]]:
    """Give the text, the level (from 1) and the line (from 0) of each heading."""
    for token, inline in pairwise(_markdown().parse(markdown)):
        if token.type == "heading_open" and token.map:
            yield inline.content.strip(), int(token.tag[1:]), token.map[0]


@cache
def _markdown() -> MarkdownIt:
    """Return the parser; to make one takes longer than to parse a small file with it."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")


def check_body(document: Document, schema: Any, group: str) -> tuple[Finding, ...]:
    """Return a finding where a prose document has none of the headings that its schema expects.

    Only prose without fields is asked: the body of a file with frontmatter is free, its sections are a custom.
    """
    if document.syntax != "markdown" or not document.readable:
        return ()
    cause = no_known_heading(document.body or "", schema)
    if cause is None:
        return ()
    return (Finding(f"{group}/no-known-section", Severity.WARNING, document.name, cause, 1, 1, ""),)


def no_known_heading(body: str, schema: Any) -> Message | None:
    """Return what is to be said of a body that has none of the headings that *schema* expects."""
    expected = list(_expected(sequence(schema, SECTIONS)))
    known = {folded(heading) for heading in expected}
    # Where nothing is fenced, "#" at the start of a line makes a heading: most bodies need no Markdown parser.
    fenced = "```" in body or "~~~" in body
    plain = () if fenced else (line.lstrip("#") for line in body.splitlines() if line.startswith("#"))
    if not known or any(folded(text) in known for text in plain):
        return None
    if any(folded(text) in known for text, _, _ in headings_in(body)):
        return None
    return message(
        "none of the expected headings is there ({names}); write at least one of them",
        names=" / ".join(expected[:_MOST_NAMED]),
    )


def _expected(sections: list[Any]) -> Iterator[str]:
    for section in sections:
        if isinstance(section, dict):
            yield from (h for h in sequence(section, "headings") if isinstance(h, str))
            yield from _expected(sequence(section, "sections"))


def folded(heading: str) -> str:
    """Return *heading* as it is compared: neither case nor the width of blanks counts."""
    return " ".join(heading.split()).casefold()
