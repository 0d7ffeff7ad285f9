"""A page and the names of its sections in, their nodes out, in the order of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_agentcfg.languages import normalise
from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.reference.skeletons import skeleton
from sphinx_agentcfg.sphinx_ext.entries import entry
from sphinx_agentcfg.sphinx_ext.examples import examples
from sphinx_agentcfg.sphinx_ext.fragments import inline_nodes
from sphinx_agentcfg.sphinx_ext.header import header, overview
from sphinx_agentcfg.sphinx_ext.page import Page, paragraph
from sphinx_agentcfg.sphinx_ext.rules_section import rules_of_type
from sphinx_agentcfg.sphinx_ext.templates import schema_block, skeleton_block

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
        "rules": lambda: rules_of_type(page, directive),
        "skeleton": lambda: list(_skeletons(page)),
        "examples": lambda: list(examples(page, directive, alone="skeleton" not in wanted)),
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
    if skeleton(page.reference, full=False) == skeleton(page.reference, full=True):
        yield skeleton_block(page, full=True)
        return
    for full, label in ((False, N_("Minimal: what must be there")), (True, N_("Full: every field"))):
        yield paragraph(page.speaker.label(label), "agentcfg-lead")
        yield skeleton_block(page, full=full)
