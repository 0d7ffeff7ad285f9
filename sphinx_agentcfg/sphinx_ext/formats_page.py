"""The names of formats, or none, in; all that is to be said of them, or the index of all formats, out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from docutils.nodes import Node, container, rubric, section, target, title

from sphinx_agentcfg.errors import UnknownFormat, UnknownRule
from sphinx_agentcfg.messages import N_, message
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.sphinx_ext.bilingual import Speaker
from sphinx_agentcfg.sphinx_ext.format_nodes import FormatNodes
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, inline_nodes
from sphinx_agentcfg.sphinx_ext.late import trail_node
from sphinx_agentcfg.sphinx_ext.places import INDEX, Overview, format_anchor, want
from sphinx_agentcfg.sphinx_ext.rulebook import tracked_group
from sphinx_agentcfg.sphinx_ext.settings import catalog_of, format_folders
from sphinx_agentcfg.sphinx_ext.switch import language_switch
from sphinx_agentcfg.sphinx_ext.tracking import track, track_texts
from sphinx_agentcfg.sphinx_ext.trails import index_step
from sphinx_agentcfg.sphinx_ext.translating import Translated, languages_of, report_texts
from sphinx_agentcfg.sphinx_ext.verdicts import SEVERITIES
from sphinx_agentcfg.sphinx_ext.work import Work, few, hint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.catalog import ConfigFormat

__all__ = ["FormatsPage"]

_NOTHING = N_("The formats {name} could not be shown; the build's log says why.")


class FormatsPage(Work):
    """The work of one ``agentcfg-formats`` directive."""

    def nodes(self) -> list[Node]:
        """Return the index, or the block of each format; whatever is wrong becomes a warning at the directive."""
        named = _names(self.directive.arguments[0] if self.directive.arguments else "")
        only = _names(self.options.get("only", ""))
        if named and only:
            self.warn("bad-option", message("`:only:` is for the index; the formats of the argument are shown"))
        wanted = named or only
        every = catalog_of(self.config).formats
        formats = [f for name in wanted if (f := self._format(name))] if wanted else list(every)
        if not formats:
            return self.nothing(", ".join(wanted), _NOTHING)
        asked = self.asked_languages()
        languages = tuple(asked or self._languages(formats))
        switch = language_switch(self.env, languages, self.first_view(languages), self.site_language)
        prefix = self._prefix([f.id for f in formats], index=not named)
        made: list[Node] = []
        if not named:
            made.append(target("", "", ids=[f"{prefix}{INDEX}"]))
            track(self.env, files=(), absent=format_folders(self.config))
        for each in formats:
            parts = FormatNodes(Speaker(languages, Translations(each.source_language), _as_code), each)
            made += self._block(parts, prefix, switch, alone=len(formats) == 1) if named else self._entry(parts, prefix)
            self._watch(each, parts, asked)
        if not named or len(formats) > 1:
            made[:0] = switch
        return self.finish(made)

    def _format(self, name: str) -> ConfigFormat | None:
        try:
            return catalog_of(self.config).format(name)
        except UnknownFormat as error:
            known = message("known formats: {names}", names=few(error.known))
            close = hint(error.suggestions, known)
            self.warn("unknown-format", message("no format {name}; {hint}", name=name, hint=close))
            track(self.env, files=(), absent=format_folders(self.config))
            return None

    def _languages(self, formats: Sequence[ConfigFormat]) -> list[str]:
        """Return every language of the formats: the source's first, the site's where sources differ."""
        found = [language for f in formats for language in languages_of(f.manifest, f.source_language)]
        if len({f.source_language for f in formats}) > 1 and self.site_language in found:
            found.insert(0, self.site_language)
        return list(dict.fromkeys(found))

    def _prefix(self, formats: Sequence[str], *, index: bool) -> str:
        """Make the index, or each format, what others link back to; return what stands before every id."""
        new = Overview(self.env.docname, INDEX if index else "", tuple(formats))
        here: tuple[Overview, ...] = self.domain.data["formats"].get(self.env.docname, ())
        twice = any(o.anchor == new.anchor and set(o.formats) & set(formats) for o in here)
        if self.indexed and not twice:
            self.domain.data["formats"][self.env.docname] = (*here, new)
            return ""
        return self.own_prefix()

    def _watch(self, each: ConfigFormat, parts: FormatNodes, asked: Sequence[str]) -> None:
        """Make the page depend on what it shows of a format, and warn of what is not translated."""
        speaker = parts.speaker
        told = Translated(each.id, speaker.translations, speaker.languages, each.folder, each.id)
        report_texts(told, parts.texts, asked, self.directive.get_location())
        track(self.env, files=(each.manifest,), absent=())
        track_texts(self.env, (each.manifest,))
        types = (("schema", document_type.id) for document_type in each.documents)
        want(self.domain.data, self.env.docname, ("index", each.id), ("format", each.id), ("rules", each.id), *types)

    # --- the index ----------------------------------------------------------------------------------------------------

    def _entry(self, parts: FormatNodes, prefix: str) -> list[Node]:
        """Return what the index says of one format; its name leads to its own page."""
        name = Mark("link", tuple(parts.title()), xref=parts.format.id, role="format")
        body = [*parts.description(), *parts.facts(), container("", parts.types(whole=False), classes=["agentcfg"])]
        return self._section([name], body, f"{prefix}{INDEX}.{format_anchor(parts.format.id)}")

    # --- a format -----------------------------------------------------------------------------------------------------

    def _block(self, parts: FormatNodes, prefix: str, switch: Sequence[Node], *, alone: bool) -> list[Node]:
        """Return all that is to be said of one format; the switch of a page that shows no other stands in its head."""
        anchor = f"{prefix}{format_anchor(parts.format.id)}"
        sections: dict[str, list[Node]] = {
            N_("Document types"): [parts.types(whole=True)],
            N_("Directory layout"): parts.layout(),
            N_("Good to know"): parts.notes(),
            N_("Versions"): parts.versions(),
            N_("Rules"): self._rules(parts),
        }
        made: list[Node] = [trail_node([index_step(parts.speaker, parts.format.id)]), *(switch if alone else ())]
        made += [*parts.description(), *parts.facts()]
        for i, (msgid, body) in enumerate(sections.items()):
            if body:
                made += self._section(parts.speaker.label(msgid), body, f"{anchor}-{i + 1}")
        if alone:
            return [target("", "", ids=[anchor]), *made]
        return self._section(parts.title(), made, anchor)

    def _rules(self, parts: FormatNodes) -> list[Node]:
        try:
            group = tracked_group(self.directive, parts.format.id)
        except UnknownRule:
            return []
        if group is None:
            return []
        severities = Counter(str(rule.severity) for rule in group.rules)
        return list(parts.rules([(msgid, severities[name]) for name, msgid in SEVERITIES.items()]))

    def _section(self, head: Sequence[Fragment], body: Sequence[Node], section_id: str) -> list[Node]:
        """Return a section where one may stand, else a rubric and its body."""
        words = inline_nodes(head)
        if self.may_have_sections():
            heading = title("", "", *words, translatable=False)
            return [section("", heading, *body, ids=[section_id], names=[section_id], classes=["agentcfg"])]
        return [
            rubric("", "", *words, ids=[section_id], translatable=False),
            container("", *body, classes=["agentcfg"]),
        ]


def _names(given: str) -> list[str]:
    return list(dict.fromkeys(given.replace(",", " ").split()))


def _as_code(text: str, _path: str) -> Mark:
    return Mark("code", (text,))
