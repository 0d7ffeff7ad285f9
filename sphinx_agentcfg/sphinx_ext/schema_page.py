"""The name of a document type or the path of a schema in, the nodes of a complete reference page out."""

from __future__ import annotations

import os
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_agentcfg.catalog import DocumentType, own_schema
from sphinx_agentcfg.errors import UnknownDocumentType, did_you_mean
from sphinx_agentcfg.languages import html_tag, normalise
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference import PointerToNowhere
from sphinx_agentcfg.reference.gathering import guess_language, texts_of
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.domain import AgentcfgDomain
from sphinx_agentcfg.sphinx_ext.page import Page
from sphinx_agentcfg.sphinx_ext.sections import SECTIONS, build_sections
from sphinx_agentcfg.sphinx_ext.settings import catalog_of
from sphinx_agentcfg.sphinx_ext.targets import Entry
from sphinx_agentcfg.sphinx_ext.tracking import read_once, track
from sphinx_agentcfg.sphinx_ext.translating import report_translations, wanted_languages
from sphinx_agentcfg.sphinx_ext.warnings import warn, warn_finding

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.util.docutils import SphinxDirective

    from sphinx_agentcfg.messages import Message
    from sphinx_agentcfg.reference import Reference

__all__ = ["SchemaPage"]

_SUFFIXES = (".json", ".yaml", ".yml")


class SchemaPage:
    """The work of one ``agentcfg-schema`` directive."""

    def __init__(self, directive: SphinxDirective) -> None:
        self.directive = directive
        self.env = directive.env
        self.config = directive.config
        self.options = directive.options
        self.lineno = directive.lineno
        self.name, _, self.fragment = directive.arguments[0].strip().partition("#")

    def nodes(self) -> list[Node]:
        """Return the page's nodes; whatever is wrong becomes a warning at the directive."""
        pointer = self.options.get("pointer") or self.fragment
        document_type = self._document_type()
        if document_type is None:
            return self._nothing()
        try:
            reference = read_once(self.env, document_type, (Path(self.env.srcdir),), pointer)
        except PointerToNowhere:
            text = message(
                "{name} has nothing at the pointer {pointer}; a JSON Pointer looks like /properties/name",
                name=self.name,
                pointer=pointer,
            )
            self._warn("pointer-to-nowhere", text)
            track(self.env, files=(document_type.schema,), absent=())
            return self._nothing()
        except ValueError:
            text = message("{pointer} is no JSON Pointer; it begins with a slash", pointer=pointer)
            self._warn("pointer-to-nowhere", text)
            return self._nothing()
        for finding in reference.findings:
            warn_finding(finding, self.directive.get_location())
        if not isinstance(reference.schema, dict):
            track(self.env, files=reference.files, absent=reference.absent)
            return self._nothing()
        return self._page(reference, pointer)

    # --- what to show -------------------------------------------------------------------------------------------------

    def _document_type(self) -> DocumentType | None:
        """Return what the argument names: a type of the catalog, else a file."""
        catalog = catalog_of(self.config)
        try:
            return catalog.document_type(self.name)
        except UnknownDocumentType as error:
            path = Path(self.env.relfn2path(self.name)[1])
            if not path.exists() and not self.name.endswith(_SUFFIXES):
                hint = (
                    message("did you mean {names}?", names=" / ".join(error.suggestions))
                    if error.suggestions
                    else message("known types: {names}; a file ends in .json or .yaml", names=", ".join(error.known))
                )
                text = message("no document type {name}; {hint}", name=self.name, hint=hint)
                self._warn("unknown-type", text)
                track(self.env, files=(), absent=(path,))
                return None
            name = os.path.relpath(path, self.env.srcdir).replace(os.sep, "/")
            language = normalise(self.config.agentcfg_source_language) if self.config.agentcfg_source_language else None
            if not path.exists():
                track(self.env, files=(), absent=(path,))
            return own_schema(path, name, language)

    def _sections(self) -> tuple[str, ...]:
        wanted = self.options.get("sections", "").replace(",", " ").split()
        for name in wanted:
            if name not in SECTIONS:
                close = did_you_mean(name, SECTIONS)
                hint = message("did you mean {names}?", names=" / ".join(close or SECTIONS))
                self._warn("unknown-section", message("no section {name}; {hint}", name=name, hint=hint))
        known = tuple(s for s in SECTIONS if s in wanted)
        return known or tuple(SECTIONS)

    def _max_depth(self) -> int | None:
        given = self.options.get("max-depth")
        if given is None:
            return None
        if given.strip().isdecimal() and int(given) > 0:
            return int(given)
        self._warn("bad-option", message("`:max-depth:` is {value}; give a number from 1", value=given))
        return None

    def _languages(self) -> list[str]:
        """Return the languages that somebody asked for, in gettext spelling: the option's, else those of conf.py."""
        given = self.options.get("languages", "").replace(",", " ").split() or list(self.config.agentcfg_languages)
        known = []
        for code in given:
            language = normalise(code)
            if language is None:
                text = message("{code} is no language code; write for example en or zh_CN", code=code)
                self._warn("unknown-language", text)
            elif language not in known:
                known.append(language)
        return known

    # --- the page -----------------------------------------------------------------------------------------------------

    def _page(self, reference: Reference, pointer: str) -> list[Node]:
        texts = texts_of(reference)
        source = reference.document_type.source_language or guess_language(texts)
        translations = Translations(source)
        asked = self._languages()
        languages = tuple(asked or wanted_languages(reference, texts, translations))
        page = Page(
            reference,
            translations,
            languages,
            self.env.docname,
            self._prefix(reference.document_type.id, pointer),
            self._max_depth(),
            self._sections(),
        )
        made = build_sections(page, self._first_view(languages), self.directive, as_sections=self._may_have_sections())
        report_translations(page, texts, asked, self.directive.get_location())
        track(self.env, files=reference.files, absent=reference.absent, page=page)
        if not page.prefix:
            made.insert(0, self._index(page, pointer))
        for node in made:
            self.directive.set_source_info(node)
            if isinstance(node, nodes.Element):
                node["support_smartquotes"] = False
        return made

    def _may_have_sections(self) -> bool:
        return isinstance(self.directive.state_machine.node, nodes.document | nodes.section)

    def _prefix(self, type_id: str, pointer: str) -> str:
        """Return what stands before every id: nothing, or the page's name where the ids may stand elsewhere too."""
        domain = self._domain()
        known = domain.entries.get((type_id, pointer))
        same_page = known is not None and known.docname == self.env.docname
        if not same_page and not {"no-index", "noindex"} & set(self.options):
            return ""
        if same_page and not {"no-index", "noindex"} & set(self.options):
            domain.note(type_id, pointer, Entry(self.env.docname, self.lineno, type_id))
        number = self.env.new_serialno("agentcfg")
        return f"{self.env.docname.replace('/', '.')}{f'-{number}' if number else ''}."

    def _first_view(self, languages: tuple[str, ...]) -> str:
        wanted = self.config.agentcfg_first_view
        language = normalise(self.config.language if wanted == "auto" else wanted) if wanted != "both" else None
        return html_tag(language) if language in languages else "both"

    def _index(self, page: Page, pointer: str) -> Node:
        """Make schema and fields targets, and return their lines in the general index."""
        root = page.reference.root
        shown = [(intern(f.path), intern(f.pointer)) for f in page.reference.fields() if f.path in page.shown]
        entry = Entry(
            self.env.docname, self.lineno, page.type_id, (root.path, root.pointer), tuple(shown), page.reference.links
        )
        self._domain().note(page.type_id, pointer, entry)
        lines = [
            ("single", visible(f"{target} ({page.type_id})"), page.anchor(path), "", None)
            for target, path in entry.targets
        ]
        lines.append(("single", visible(page.type_id), page.anchor(), "", None))
        return addnodes.index(entries=lines, inline=True)  # inline: not for translators

    def _domain(self) -> AgentcfgDomain:
        domain = self.env.domains["agentcfg"]
        assert isinstance(domain, AgentcfgDomain)  # noqa: S101  # registered under this name
        return domain

    def _warn(self, subtype: str, text: Message) -> None:
        warn(subtype, text, self.directive.get_location())

    def _nothing(self) -> list[Node]:
        """Return a line that stands where the reference would."""
        from sphinx_agentcfg.messages import N_, translate

        language = normalise(self.config.language) or "en"
        text = translate(N_("The reference of {name} could not be made; the build's log says why."), language)
        shown = text.format(name=self.name)
        plain = {"translatable": False, "support_smartquotes": False}
        return [nodes.paragraph("", shown, classes=["agentcfg-problem"], **plain)]
