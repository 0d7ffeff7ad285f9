"""What the directives about a repository have in common: its languages, its tables, and what links lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.messages import LANGUAGES, N_, translate
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.sphinx_ext.audit_cells import audit_cell
from sphinx_agentcfg.sphinx_ext.audit_columns import HEADS, TITLES, width
from sphinx_agentcfg.sphinx_ext.audit_nodes import table
from sphinx_agentcfg.sphinx_ext.bilingual import Speaker
from sphinx_agentcfg.sphinx_ext.fragments import Mark
from sphinx_agentcfg.sphinx_ext.places import want
from sphinx_agentcfg.sphinx_ext.switch import language_switch
from sphinx_agentcfg.sphinx_ext.work import Work

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from docutils.nodes import Node

__all__ = ["AuditWork"]

_NOTHING = N_("The audit {name} could not be shown; the build's log says why.")


class AuditWork(Work):
    """The work of one directive about a repository."""

    #: The profile that tables are about, where a page may have the same table for several.
    about = ""

    def languages(self) -> tuple[str, ...]:
        """Return the languages of the page: those that somebody asked for, else all of ours, the site's first."""
        ours = [language for language in LANGUAGES if language == self.site_language]
        return tuple(self.asked_languages() or dict.fromkeys((*ours, *LANGUAGES)))

    def speaker(self, languages: tuple[str, ...]) -> Speaker:
        """Return who says our own words."""
        return Speaker(languages, Translations("en"), lambda text, _path: Mark("code", (text,)))

    def switch(self, languages: tuple[str, ...]) -> list[Node]:
        """Return the language switch; the page has our style sheet and script."""
        self.domain.watched.setdefault(self.env.docname, {})
        return language_switch(self.env, languages, self.first_view(languages), self.site_language)

    def could_not(self, name: str) -> list[Node]:
        """Return a line that stands where there is nothing to show."""
        self.domain.watched.setdefault(self.env.docname, {})
        return self.finish(self.nothing(name, _NOTHING))

    def table(
        self,
        speaker: Speaker,
        name: str,
        columns: Sequence[str],
        rows: Sequence[dict[str, Any]],
        anchors: Sequence[str] = (),
    ) -> Node:
        """Return *rows* of the table *name* of an audit."""
        heads = [speaker.label(HEADS[column]) for column in columns]
        cells = [[audit_cell(speaker, row, column) for column in columns] for row in rows]
        widths = [width(column) for column in columns]
        return table([heads, *cells], widths, self.label(TITLES[name]), f"agentcfg-audit-{name}", anchors)

    def label(self, msgid: str) -> str:
        """Return what a table is called aloud."""
        title = translate(msgid, self.site_language)
        return f"{self.about}: {title}" if self.about else title

    def link_to(self, types: Iterable[str], rules: Iterable[str] = ()) -> None:
        """Note what the page links to, so that it is written again when any of it has moved."""
        kinds = [("profiles", "")]
        kinds += [("schema", type_id) for type_id in sorted(set(types))]
        kinds += [("rules", group) for group in sorted({rule.partition("/")[0] for rule in rules})]
        want(self.domain.data, self.env.docname, *kinds)
