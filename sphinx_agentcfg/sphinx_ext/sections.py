"""A page and the names of its sections in, their nodes out, in the order of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_agentcfg.documents import parse_document, read_document
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.languages import normalise
from sphinx_agentcfg.messages import N_, message
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.validation import make_validator, validate
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.entries import entry
from sphinx_agentcfg.sphinx_ext.fragments import code_block, inline_nodes
from sphinx_agentcfg.sphinx_ext.header import header, overview
from sphinx_agentcfg.sphinx_ext.page import Page, code, paragraph
from sphinx_agentcfg.sphinx_ext.templates import document_block, example_language, schema_block, skeleton_block
from sphinx_agentcfg.sphinx_ext.warnings import warn_finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sphinx.util.docutils import SphinxDirective

__all__ = ["SECTIONS", "build_sections"]

#: Section → its title; the header has none.
SECTIONS = {
    "header": "",
    "overview": N_("Overview"),
    "fields": N_("Fields"),
    "definitions": N_("Definitions"),
    "rules": N_("Rules"),
    "skeleton": N_("Skeleton"),
    "examples": N_("Examples"),
    "schema": N_("Schema"),
}


def build_sections(page: Page, first_view: str, directive: SphinxDirective, *, as_sections: bool) -> list[nodes.Node]:
    """Return the nodes of the page's sections; titles become rubrics where a section may not stand."""
    wanted = page.sections
    make: dict[str, Callable[[], list[nodes.Node]]] = {
        "overview": lambda: overview(page),
        "fields": lambda: [entry(page, f) for f in page.reference.root.walk() if page.has_entry(f)],
        "definitions": lambda: list(_definitions(page)),
        "rules": list,  # a name that pages may use already: no format has rules beyond its schema yet
        "skeleton": lambda: list(_skeletons(page)),
        "examples": lambda: list(_examples(page, directive, alone="skeleton" not in wanted)),
        "schema": lambda: schema_block(page),
    }
    made: list[nodes.Node] = [nodes.target("", "", ids=[page.anchor()])]
    if "header" in wanted:
        site_language = normalise(directive.config.language) or "en"
        made = header(page, first_view, directive.env, site_language)
    for name in wanted:
        if name != "header":
            body = make[name]()
            if body:
                made.extend(_section(page, name, body, as_sections=as_sections))
    return made


def _section(page: Page, name: str, body: list[nodes.Node], *, as_sections: bool) -> list[nodes.Node]:
    title = inline_nodes(page.speaker.label(SECTIONS[name]))
    section_id = page.section_id(name)
    classes = ["agentcfg", f"agentcfg-{name}"]
    if as_sections:
        head = nodes.title("", "", *title, translatable=False)
        return [nodes.section("", head, *body, ids=[section_id], names=[section_id], classes=classes)]
    return [
        nodes.rubric("", "", *title, ids=[section_id], translatable=False),
        nodes.container("", *body, classes=classes),
    ]


def _definitions(page: Page) -> Iterator[nodes.Node]:
    for definition in page.reference.definitions:
        for field in (definition, *definition.walk()):
            if page.has_entry(field):
                yield entry(page, field, field.path.removeprefix("#"))


def _skeletons(page: Page) -> Iterator[nodes.Node]:
    if not page.reference.root.children:
        return
    for full, label in ((False, N_("Minimal: what must be there")), (True, N_("Full: every field"))):
        yield paragraph(page.speaker.label(label), "agentcfg-lead")
        yield skeleton_block(page, full=full)


def _examples(page: Page, directive: SphinxDirective, *, alone: bool) -> Iterator[nodes.Node]:
    """Give each example with its verdict, and the schema's own ``examples``.

    With neither, the minimal skeleton stands in, unless it is on the page already (not *alone*).
    """
    document_type = page.reference.document_type
    shown = 0
    for path in document_type.examples("valid"):
        shown += 1
        yield from _example(page, path, directive)
    for i, value in enumerate(page.reference.root.main.examples):
        shown += 1
        yield from _inline_example(page, value, i + 1)
    if not shown and alone and page.reference.root.children:
        yield skeleton_block(page, full=False)


def _example(page: Page, path: Path, directive: SphinxDirective) -> Iterator[nodes.Node]:
    document_type = page.reference.document_type
    document = read_document(path, name=path.name, syntax=document_type.syntax)
    group = document_type.id.partition("/")[0]
    findings = validate(document, _validator(page), group)
    bad = [f for f in findings if f.severity is not Severity.INFO]
    for finding in bad:
        text = message("the example {name} should be valid: {cause}", name=path.name, cause=finding.message)
        located = Finding("example/invalid-example", Severity.ERROR, path.name, text, finding.line, finding.column)
        warn_finding(located, directive.get_location())
    language = example_language(path.name)
    label = page.speaker.label(N_("valid")) if not bad else page.speaker.label(N_("not valid"))
    caption = paragraph([code(path.name), " — ", *label], "agentcfg-lead")
    block = document_block(page, document) if document.readable else code_block(visible(document.text), language="text")
    classes = ["agentcfg-example"]
    if language is not None and language in page.languages and _has_twin(path, page):
        alternatives, tag = page.speaker.alternatives(language)
        classes += [*alternatives, *([f"language-{tag}"] if tag else [])]
    yield nodes.container("", caption, block, classes=classes)


def _has_twin(path: Path, page: Page) -> bool:
    """Say whether the same example stands beside it in every other language of the page."""
    stem, _, suffix = path.name.rpartition(".")
    base = stem.rpartition(".")[0]
    return all((path.parent / f"{base}.{language}.{suffix}").is_file() for language in page.languages)


def _inline_example(page: Page, value: object, number: int) -> Iterator[nodes.Node]:
    import json

    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    document = parse_document(text, name=f"examples/{number}", syntax="json")
    yield paragraph(page.speaker.label(N_("From the schema, number {n}"), n=str(number)), "agentcfg-lead")
    yield document_block(page, document)


def _validator(page: Page) -> object:
    document_type = page.reference.document_type
    return make_validator(load_schema(document_type.schema, document_type.id, ()))
