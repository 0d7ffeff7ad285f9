"""The name of a document type or the path of a schema in, the nodes of a complete reference page out."""

from __future__ import annotations

from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING

from sphinx import addnodes

from sphinx_agentcfg.errors import did_you_mean
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference import PointerToNowhere
from sphinx_agentcfg.reference.gathering import guess_language, texts_of
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.page import Page
from sphinx_agentcfg.sphinx_ext.sections import SECTIONS, build_sections
from sphinx_agentcfg.sphinx_ext.targets import Entry
from sphinx_agentcfg.sphinx_ext.tracking import read_once, track
from sphinx_agentcfg.sphinx_ext.translating import report_translations, wanted_languages
from sphinx_agentcfg.sphinx_ext.warnings import warn_finding
from sphinx_agentcfg.sphinx_ext.work import Work, hint

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.util.docutils import SphinxDirective

    from sphinx_agentcfg.reference import Reference

__all__ = ["SchemaPage"]


class SchemaPage(Work):
    """The work of one ``agentcfg-schema`` directive."""

    def __init__(self, directive: SphinxDirective) -> None:
        super().__init__(directive)
        self.name, _, self.fragment = directive.arguments[0].strip().partition("#")

    def nodes(self) -> list[Node]:
        """Return the page's nodes; whatever is wrong becomes a warning at the directive."""
        pointer = self.options.get("pointer") or self.fragment
        document_type = self.document_type(self.name)
        if document_type is None:
            return self.nothing(self.name)
        try:
            reference = read_once(self.env, document_type, (Path(self.env.srcdir),), pointer)
        except PointerToNowhere:
            text = message(
                "{name} has nothing at the pointer {pointer}; a JSON Pointer looks like /properties/name",
                name=self.name,
                pointer=pointer,
            )
            self.warn("pointer-to-nowhere", text)
            track(self.env, files=(document_type.schema,), absent=())
            return self.nothing(self.name)
        except ValueError:
            text = message("{pointer} is no JSON Pointer; it begins with a slash", pointer=pointer)
            self.warn("pointer-to-nowhere", text)
            return self.nothing(self.name)
        for finding in reference.findings:
            warn_finding(finding, self.directive.get_location())
        if not isinstance(reference.schema, dict):
            track(self.env, files=reference.files, absent=reference.absent)
            return self.nothing(self.name)
        return self._page(reference, pointer)

    # --- what to show -------------------------------------------------------------------------------------------------

    def _sections(self) -> tuple[str, ...]:
        wanted = self.options.get("sections", "").replace(",", " ").split()
        for name in wanted:
            if name not in SECTIONS:
                close = hint(did_you_mean(name, SECTIONS) or SECTIONS, message("check the name"))
                self.warn("unknown-section", message("no section {name}; {hint}", name=name, hint=close))
        known = tuple(s for s in SECTIONS if s in wanted)
        return known or tuple(SECTIONS)

    def _max_depth(self) -> int | None:
        given = self.options.get("max-depth")
        if given is None:
            return None
        if given.strip().isdecimal() and int(given) > 0:
            return int(given)
        self.warn("bad-option", message("`:max-depth:` is {value}; give a number from 1", value=given))
        return None

    def _used(self, type_id: str) -> dict[str, tuple[int, int]]:
        """Return in how many profiles of the repository that ``:used-in:`` names each field is set."""
        if "used-in" not in self.options:
            return {}
        from sphinx_agentcfg.sphinx_ext.repositories import repository_of

        repository = repository_of(self)
        if repository is None:
            return {}
        from sphinx_agentcfg.sphinx_ext.used_in import used_in

        return used_in(repository, type_id)

    # --- the page -----------------------------------------------------------------------------------------------------

    def _page(self, reference: Reference, pointer: str) -> list[Node]:
        texts = texts_of(reference)
        source = reference.document_type.source_language or guess_language(texts)
        translations = Translations(source)
        asked = self.asked_languages()
        languages = tuple(asked or wanted_languages(reference, texts, translations))
        page = Page(
            reference,
            translations,
            languages,
            self.env.docname,
            self._prefix(reference.document_type.id, pointer),
            self._max_depth(),
            self._sections(),
            used=self._used(reference.document_type.id),
        )
        made = build_sections(page, self.first_view(languages), self.directive, as_sections=self.may_have_sections())
        report_translations(page, texts, asked, self.directive.get_location())
        track(self.env, files=reference.files, absent=reference.absent, page=page)
        if not page.prefix:
            made.insert(0, self._index(page, pointer))
        return self.finish(made)

    def _prefix(self, type_id: str, pointer: str) -> str:
        """Return what stands before every id: nothing, or the page's name where the ids may stand elsewhere too."""
        known = self.domain.entries.get((type_id, pointer))
        same_page = known is not None and known.docname == self.env.docname
        if not same_page and self.indexed:
            return ""
        if same_page and self.indexed:
            self.domain.note(type_id, pointer, Entry(self.env.docname, self.lineno, type_id))
        return self.own_prefix()

    def _index(self, page: Page, pointer: str) -> Node:
        """Make schema and fields targets, and return their lines in the general index."""
        root = page.reference.root
        shown = [(intern(f.path), intern(f.pointer)) for f in page.reference.fields() if f.path in page.shown]
        entry = Entry(
            self.env.docname, self.lineno, page.type_id, (root.path, root.pointer), tuple(shown), page.reference.links
        )
        self.domain.note(page.type_id, pointer, entry)
        lines = [
            ("single", visible(f"{target} ({page.type_id})"), page.anchor(path), "", None)
            for target, path in entry.targets
        ]
        lines.append(("single", visible(page.type_id), page.anchor(), "", None))
        return addnodes.index(entries=lines, inline=True)  # inline: not for translators
