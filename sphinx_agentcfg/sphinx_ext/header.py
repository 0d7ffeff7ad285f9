"""A page in, its head out (what the schema is, where such files live, which language prevails), and the overview."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_agentcfg.languages import display_name
from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.reference.gathering import texts_of
from sphinx_agentcfg.reference.model import ANYTHING, LinkTo, Text
from sphinx_agentcfg.reference.phrases import fill
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.entries import conditional, limits, words
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, inline_nodes, table_node
from sphinx_agentcfg.sphinx_ext.governed import governed_table
from sphinx_agentcfg.sphinx_ext.navigation import field_list
from sphinx_agentcfg.sphinx_ext.originals import original
from sphinx_agentcfg.sphinx_ext.page import Page, Row, code, fact_list, paragraph
from sphinx_agentcfg.sphinx_ext.switch import language_switch
from sphinx_agentcfg.sphinx_ext.trails import way_back

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment

    from sphinx_agentcfg.reference.model import Facet, Field
    from sphinx_agentcfg.reference.translations import Count

__all__ = ["STATUS", "header", "manifest_texts", "overview"]

_DIALECT = re.compile(r"https?://json-schema\.org/(?:draft/)?(?:draft-)?(?P<name>[0-9-]+)/schema#?\Z")
#: Each status of a schema as a person says it.
STATUS = {
    "normative": N_("normative"),
    "informative": N_("informative"),
    "draft": N_("draft"),
    "observed": N_("observed"),
    "legacy": N_("legacy"),
}
# What the header of a catalogue may say that has words of ours in the other language.
_KNOWN = (N_("AI-assisted"), N_("the issue tracker of sphinx-agentcfg"))


def header(page: Page, first_view: str, env: BuildEnvironment, site_language: str) -> list[nodes.Node]:
    """Return the head of the page: a box for the language switch, the schema's own entry, and its facts."""
    name = visible(page.type_id)
    signature = addnodes.desc_signature(
        "", "", addnodes.desc_name("", name), ids=[page.anchor()], translatable=False, _toc_name="", _toc_parts=()
    )
    rows = fact_list(list(_rows(page, env)), "agentcfg-head")
    content = addnodes.desc_content("", *_summary(page), *rows, *_rules(page))
    head = addnodes.desc(
        "", signature, content, domain="agentcfg", objtype="schema", desctype="schema", classes=["agentcfg", "schema"]
    )
    switch = language_switch(env, page.languages, first_view, site_language, again=True)
    return [*way_back(page, env), *switch, head]


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
        yield paragraph(page.speaker.line(texts["title"]), "agentcfg-kind")
    if "summary" in texts:
        yield from page.speaker.prose(texts["summary"])
    for facet in page.reference.root.facets:
        if facet.context is None:
            yield from words(page, facet)


def _rules(page: Page) -> Iterator[nodes.Node]:
    """Give what the schema says of the document as a whole, always or under a condition."""
    for facet in page.reference.root.facets:
        if facet.context is None:
            yield from limits(page, facet)
        else:
            yield from conditional(page, facet, alone=True)


def _rows(page: Page, env: BuildEnvironment) -> Iterator[Row]:
    speaker, document_type = page.speaker, page.reference.document_type
    note = manifest_texts(page).get("files_note")
    if document_type.files or note:
        patterns: list[Fragment] = []
        for pattern in document_type.files:
            patterns += [*([" · "] if patterns else []), code(pattern)]
        lines = [paragraph(patterns)] if patterns else []
        yield Row(speaker.label(N_("Files")), blocks=[*lines, *(speaker.prose(note) if note else [])])
    yield Row(speaker.label(N_("Schema")), blocks=[_schema_line(page, env)])
    if document_type.version or document_type.status:
        line: list[Fragment] = [visible(document_type.version)] if document_type.version else []
        if document_type.status:
            line += [*([" · "] if line else []), *speaker.label(STATUS[document_type.status])]
        yield Row(speaker.label(N_("Version") if document_type.version else N_("Status")), line)
    main = page.reference.root.main
    if main.logical_name:
        yield Row(speaker.label(N_("Logical name")), [code(main.logical_name)])
    if main.scope:
        yield Row(speaker.label(N_("Scope")), [code(main.scope)])
    if document_type.origin:
        yield Row(
            speaker.label(N_("Origin")), [Mark("link", (visible(document_type.origin),), target=document_type.origin)]
        )
    yield from _languages(page)
    added = sum(t.file == document_type.annotations for t in texts_of(page.reference))
    if added:
        said = N_("{n} texts are additions of sphinx-agentcfg: the schema says nothing there")
        yield Row(speaker.label(N_("Additions")), speaker.label(said, n=str(added)))


def _schema_line(page: Page, env: BuildEnvironment) -> nodes.paragraph:
    """Return the schema's address and dialect, and a link to the file as it is."""
    reference, line = page.reference, list[Fragment]()
    if reference.identifier:
        line += [code(reference.identifier), " · "]
    if reference.dialect:
        line += [*page.speaker.label(N_("draft {name}"), name=dialect_name(reference.dialect)), " · "]
    label = inline_nodes(page.speaker.label(N_("original file")))
    download = original(env, page.type_id, reference.document_type.schema, *label)
    return nodes.paragraph("", "", *inline_nodes(line), download, translatable=False)


def dialect_name(dialect: str) -> str:
    """Return the short name of a dialect (``2020-12``, ``07``), or its address where it is no official one."""
    match = _DIALECT.match(dialect)
    return match["name"] if match else visible(dialect)


def _languages(page: Page) -> Iterator[Row]:
    """Give the row that says which language prevails, and what the other one is worth."""
    speaker, translations = page.speaker, page.translations
    source = translations.source_language
    others = [language for language in page.languages if language != source]
    if not others:
        return
    texts = texts_of(page.reference)
    body = [paragraph(speaker.pair([[display_name(source, voice.language)] for voice in speaker.voices]))]
    for language in others:
        line = [f"{display_name(language)} ", *_count(page, translations.count(texts, language))]
        catalogue = translations.catalogue(page.reference.document_type.schema, language)
        if catalogue.translator:
            line += [" · ", *speaker.label(visible(catalogue.translator))]
        if catalogue.report_to:
            line += [" · ", *_report(page, visible(catalogue.report_to))]
        body.append(paragraph(line))
    yield Row(speaker.label(N_("Authoritative")), blocks=body)


def _report(page: Page, place: str) -> list[Fragment]:
    said = [
        fill(N_("report mistakes to {place}"), v.language, place=translate(place, v.language))
        for v in page.speaker.voices
    ]
    return page.speaker.pair([page.speaker.fragments(s) for s in said])


def _count(page: Page, count: Count) -> list[Fragment]:
    label = page.speaker.label(N_("{done} of {total} texts"), done=str(count.translated), total=str(count.total))
    if count.stale:
        label += [", ", *page.speaker.label(N_("{n} from an earlier text"), n=str(count.stale))]
    return label


# --- overview ---------------------------------------------------------------------------------------------------------


def overview(page: Page) -> list[nodes.Node]:
    """Return a table of the fields at the top: name, type, required, one line."""
    fields = page.reference.root.children
    if not fields:
        return []
    speaker = page.speaker
    heads = [speaker.label(msgid) for msgid in (N_("Field"), N_("Type"), N_("Required"), N_("What it says"))]
    table = table_node([heads, *(_line(page, f) for f in fields)], (22, 22, 18, 38), "agentcfg-overview")
    return [table, *field_list(page), *governed_table(page)]


def _line(page: Page, field: Field) -> list[list[Fragment]]:
    speaker, main = page.speaker, field.main
    required = speaker.phrase(lambda voice: voice.requirement_in_short(field.required))
    said = _words(page, main)
    css = "agentcfg-required" if field.required.always else "agentcfg-conditional"
    state: list[Fragment] = [Mark("span", tuple(required), (css,))] if required else []
    if main.deprecated:
        state += [
            *([" "] if state else []),
            Mark("span", tuple(speaker.label(N_("deprecated"))), ("agentcfg-deprecated",)),
        ]
    return [
        [page.link(visible(field.path), field.path)],
        speaker.phrase(lambda voice: voice.type_in_short(main.type)),
        state,
        speaker.line(said, short=True, between=" ") if said else [],
    ]


def _words(page: Page, facet: Facet) -> Text | None:
    """Return what the schema says of a field: here, or else where its definition is."""
    if facet.descriptions or facet.title or not isinstance(facet.type, LinkTo):
        return facet.descriptions[0] if facet.descriptions else facet.title
    target = facet.type.path
    shared = next((d for d in page.reference.definitions if d.path == target), None)
    return _words(page, replace(shared.main, type=ANYTHING)) if shared else None
