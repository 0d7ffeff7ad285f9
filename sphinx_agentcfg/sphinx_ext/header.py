"""A page in, its head out: what the schema is, where such files live, which language prevails; and the overview table."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_agentcfg.languages import display_name, html_tag
from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.reference.gathering import texts_of
from sphinx_agentcfg.reference.model import Text
from sphinx_agentcfg.reference.phrases import fill
from sphinx_agentcfg.reference.translations import Count
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.entries import facts
from sphinx_agentcfg.sphinx_ext.nodes import box
from sphinx_agentcfg.sphinx_ext.page import Page, field_list, literal, row

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_agentcfg.reference.model import Field

__all__ = ["header", "manifest_texts", "overview"]

_DIALECT = re.compile(r"https?://json-schema\.org/(?:draft/)?(?:draft-)?(?P<name>[0-9-]+)/schema#?\Z")
_STATUS = {
    "normative": N_("normative"),
    "informative": N_("informative"),
    "draft": N_("draft"),
    "observed": N_("observed"),
    "legacy": N_("legacy"),
}
# What the header of a catalogue may say that has words of ours in the other language.
_KNOWN = (N_("AI-assisted"), N_("the issue tracker of sphinx-agentcfg"))


def header(page: Page, first_view: str, source_dir: Path, site_language: str) -> list[nodes.Node]:
    """Return the head of the page: a box for the language switch, the schema's own entry, and its facts."""
    document_type = page.reference.document_type
    name = visible(document_type.id)
    signature = addnodes.desc_signature(
        "", "", addnodes.desc_name("", name), ids=[page.anchor()], translatable=False, _toc_name="", _toc_parts=()
    )
    content = addnodes.desc_content("", *_summary(page), *field_list(list(_rows(page, source_dir)), "agentcfg-head"))
    head = addnodes.desc(
        "", signature, content, domain="agentcfg", objtype="schema", desctype="schema", classes=["agentcfg", "schema"]
    )
    tags = " ".join(html_tag(language) for language in page.languages)
    names = "|".join(display_name(language) for language in page.languages)
    switch = box("", classes=["agentcfg-switch"])
    switch["html"] = {
        "data-languages": tags,
        "data-names": names,
        "data-first": first_view,
        "data-both": translate(N_("Both"), site_language),
        "data-label": translate(N_("Language of the reference"), site_language),
    }
    return [switch, head] if len(page.languages) > 1 else [head]


def manifest_texts(page: Page) -> dict[str, Text]:
    """Return the texts that the format's manifest has for this document type, by keyword."""
    document_type = page.reference.document_type
    if document_type.manifest is None:
        return {}
    found = {}
    for keyword in ("title", "summary", "files_note"):
        source = getattr(document_type, keyword)
        if source:
            found[keyword] = Text(source, document_type.manifest, f"{document_type.pointer}/{keyword}")
    return found


def _summary(page: Page) -> Iterator[nodes.Node]:
    texts = manifest_texts(page)
    if "title" in texts:
        yield nodes.paragraph("", "", *page.speaker.line(texts["title"]), classes=["agentcfg-kind"])
    if "summary" in texts:
        yield from page.speaker.prose(texts["summary"])
    for facet in page.reference.root.facets:
        if facet.context is None:
            yield from facts(page, facet)


def _rows(page: Page, source_dir: Path) -> Iterator[nodes.field]:
    speaker, reference = page.speaker, page.reference
    document_type = reference.document_type
    if document_type.files:
        patterns: list[nodes.Node] = []
        for pattern in document_type.files:
            patterns += ([nodes.Text(" · ")] if patterns else []) + [literal(visible(pattern))]
        body: list[nodes.Node] = [nodes.paragraph("", "", *patterns)]
        if "files_note" in manifest_texts(page):
            body += speaker.prose(manifest_texts(page)["files_note"])
        yield row(speaker.label(N_("Files")), *body)
    yield row(speaker.label(N_("Schema")), *_schema_line(page, source_dir))
    if document_type.version or document_type.status:
        line: list[nodes.Node] = [nodes.Text(visible(document_type.version))] if document_type.version else []
        if document_type.status:
            line += ([nodes.Text(" · ")] if line else []) + speaker.label(_STATUS[document_type.status])
        yield row(speaker.label(N_("Version")), *line)
    if document_type.origin:
        yield row(speaker.label(N_("Origin")), nodes.reference("", document_type.origin, refuri=document_type.origin))
    yield from _languages(page)


def _schema_line(page: Page, source_dir: Path) -> Iterator[nodes.Node]:
    reference = page.reference
    if reference.identifier:
        yield literal(visible(reference.identifier))
        yield nodes.Text(" · ")
    yield from page.speaker.label(N_("draft {name}"), name=dialect_name(reference.dialect)) if reference.dialect else ()
    if reference.dialect:
        yield nodes.Text(" · ")
    target = os.path.relpath(reference.document_type.schema, source_dir).replace(os.sep, "/")
    download = addnodes.download_reference("", "", reftarget=f"/{target}", refdoc=page.docname)
    download += nodes.inline("", "", *page.speaker.label(N_("original file")), classes=["xref", "download"])
    yield download


def dialect_name(dialect: str) -> str:
    """Return the short name of a dialect: ``2020-12``, ``07``; the address itself where it is none of the official ones."""
    match = _DIALECT.match(dialect)
    return match["name"] if match else visible(dialect)


def _languages(page: Page) -> Iterator[nodes.field]:
    """Give the row that says which language prevails, and what the other one is worth."""
    speaker, translations = page.speaker, page.translations
    source = translations.source_language
    texts = texts_of(page.reference)
    others = [language for language in page.languages if language != source]
    if not others:
        return
    body: list[nodes.Node] = [
        nodes.paragraph(
            "",
            "",
            *speaker.pair([[nodes.Text(display_name(source, voice.language))] for voice in speaker.voices]),
        )
    ]
    for language in others:
        count = translations.count(texts, language)
        line: list[nodes.Node] = [nodes.Text(display_name(language) + ": "), *_count(page, count)]
        catalogue = translations.catalogue(page.reference.document_type.schema, language)
        if catalogue.translator:
            line += [nodes.Text(" · "), *speaker.label(catalogue.translator)]
        if catalogue.report_to:
            line += [nodes.Text(" · "), *_report(page, catalogue.report_to)]
        body.append(nodes.paragraph("", "", *line))
    yield row(speaker.label(N_("Authoritative")), *body)


def _report(page: Page, place: str) -> list[nodes.Node]:
    shown = visible(place)
    said = [fill(N_("report mistakes to {place}"), v.language, place=translate(shown, v.language)) for v in page.speaker.voices]
    return page.speaker.pair([page.speaker.nodes(s) for s in said])


def _count(page: Page, count: Count) -> list[nodes.Node]:
    label = page.speaker.label(N_("{done} of {total} texts"), done=str(count.translated), total=str(count.total))
    if count.stale:
        label += [nodes.Text(", "), *page.speaker.label(N_("{n} from an earlier text"), n=str(count.stale))]
    return label


# --- overview ---------------------------------------------------------------------------------------------------------


def overview(page: Page) -> list[nodes.Node]:
    """Return a table of the fields at the top: name, type, required, one line."""
    fields = page.reference.root.children
    if not fields:
        return []
    speaker = page.speaker
    heads = [speaker.label(N_("Field")), speaker.label(N_("Type")), speaker.label(N_("Required")), speaker.label(N_("What it says"))]
    group = nodes.tgroup("", cols=4)
    group += [nodes.colspec(colwidth=width) for width in (22, 22, 18, 38)]
    group += nodes.thead("", nodes.row("", *(_cell(h) for h in heads)))
    group += nodes.tbody("", *(_line(page, f) for f in fields))
    table = nodes.table("", group, classes=["agentcfg-overview", "colwidths-auto"])
    return [table]


def _line(page: Page, field: Field) -> nodes.row:
    speaker, main = page.speaker, field.main
    required = speaker.phrase(lambda voice: voice.requirement_in_short(field.required))
    said = main.title or (main.descriptions[0] if main.descriptions else None)
    described = main.descriptions[0] if main.descriptions else said
    css = "agentcfg-required" if field.required.always else "agentcfg-conditional"
    return nodes.row(
        "",
        _cell([page.link(visible(field.path), field.path)]),
        _cell(speaker.phrase(lambda voice: voice.type_in_short(main.type))),
        _cell([nodes.inline("", "", *required, classes=[css])] if required else []),
        _cell(speaker.line(described, short=True, between=" ") if described else []),
    )


def _cell(inside: list[nodes.Node]) -> nodes.entry:
    return nodes.entry("", nodes.paragraph("", "", *inside))
