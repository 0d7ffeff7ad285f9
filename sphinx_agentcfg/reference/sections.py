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
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["SECTION", "SECTIONS", "check_body", "headings_in", "section_fields"]

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
    expected = list(_expected(sequence(schema, SECTIONS)))
    if document.syntax != "markdown" or not document.readable or not expected:
        return ()
    known = {_folded(heading) for heading in expected}
    if any(_folded(text) in known for text, _, _ in headings_in(document.body or "")):
        return ()
    text = message(
        "none of the expected headings is there ({names}); write at least one of them",
        names=" / ".join(expected[:_MOST_NAMED]),
    )
    return (Finding(f"{group}/no-known-section", Severity.WARNING, document.name, text, 1, 1, ""),)


def _expected(sections: list[Any]) -> Iterator[str]:
    for section in sections:
        if isinstance(section, dict):
            yield from (h for h in sequence(section, "headings") if isinstance(h, str))
            yield from _expected(sequence(section, "sections"))


def _folded(heading: str) -> str:
    return " ".join(heading.split()).casefold()
