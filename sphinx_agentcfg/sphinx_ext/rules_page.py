"""The names of groups in, the catalogue of their findings out: a table, then an entry for each rule."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from docutils.nodes import Node, container, section, title
from sphinx import addnodes

from sphinx_agentcfg.errors import UnknownRule, did_you_mean
from sphinx_agentcfg.messages import N_, message
from sphinx_agentcfg.reference.model import Text
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.sphinx_ext.bilingual import Speaker
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, inline_nodes
from sphinx_agentcfg.sphinx_ext.page import code
from sphinx_agentcfg.sphinx_ext.places import RuleSet, rule_anchor, rule_sets, rules_anchor, want
from sphinx_agentcfg.sphinx_ext.rule_entries import rule_entry, rule_table
from sphinx_agentcfg.sphinx_ext.rulebook import group_names, tracked_group
from sphinx_agentcfg.sphinx_ext.settings import catalog_of
from sphinx_agentcfg.sphinx_ext.switch import language_switch
from sphinx_agentcfg.sphinx_ext.trails import way_to_format
from sphinx_agentcfg.sphinx_ext.translating import Translated, languages_of, report_texts
from sphinx_agentcfg.sphinx_ext.work import Work, few, hint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.rules import Rule, RuleGroup

__all__ = ["RulesPage"]

#: The titles of groups that belong to no format.
_SHARED = {"file": N_("Reading files"), "schema": N_("JSON Schemas"), "audit": N_("Audits")}


class RulesPage(Work):
    """The work of one ``agentcfg-rules`` directive."""

    def nodes(self) -> list[Node]:
        """Return the catalogue of each group; whatever is wrong becomes a warning at the directive."""
        names = list(dict.fromkeys(self.directive.arguments[0].replace(",", " ").split()))
        groups = [group for group in map(self._group, names) if group is not None]
        types = self._chosen(groups)
        shown = [(g, [r for r in g.rules if types is None or types & set(r.types)]) for g in groups]
        if not any(rules for _, rules in shown):
            return self.nothing(", ".join(names), _NOTHING)
        asked = self.asked_languages()
        found = [languages_of(group.file, group.source_language) for group in groups]
        languages = tuple(asked or dict.fromkeys(language for many in found for language in many))
        made: list[Node] = []
        if len(groups) == 1:
            speaker = Speaker(languages, Translations(groups[0].source_language), _as_code)
            made += way_to_format(speaker, self.env, groups[0].id)
        made += language_switch(self.env, languages, self.first_view(languages), self.site_language)
        for group, rules in shown:
            if rules:
                made += self._shown(group, rules, languages, asked, alone=len(shown) == 1)
        return self.finish(made)

    # --- what to show -------------------------------------------------------------------------------------------------

    def _group(self, name: str) -> RuleGroup | None:
        """Return the group of that name, and make the page depend on its file."""
        try:
            return tracked_group(self.directive, name)
        except UnknownRule as error:
            known = message("known groups: {names}", names=few(group_names(self.config)))
            text = message("no group of rules {name}; {hint}", name=name, hint=hint(error.suggestions, known))
            self.warn("unknown-group", text)
            return None

    def _chosen(self, groups: Sequence[RuleGroup]) -> frozenset[str] | None:
        """Return the document types that ``:types:`` names, with their format or without; None where it names none."""
        wanted = self.options.get("types", "").replace(",", " ").split()
        if not wanted:
            return None
        known = {type_id for group in groups for rule in group.rules for type_id in rule.types}
        chosen = set()
        for name in wanted:
            found = known & {name, *(f"{group.id}/{name}" for group in groups)}
            chosen |= found
            if not found:
                otherwise = message("types with rules: {names}", names=few(sorted(known)) or "–")
                close = hint(did_you_mean(name, known), otherwise)
                self.warn("unknown-type", message("no rule here is about {name}; {hint}", name=name, hint=close))
        return frozenset(chosen)

    # --- the catalogue ------------------------------------------------------------------------------------------------

    def _shown(
        self, group: RuleGroup, rules: Sequence[Rule], languages: tuple[str, ...], asked: Sequence[str], *, alone: bool
    ) -> list[Node]:
        translations = Translations(group.source_language)
        speaker = Speaker(languages, translations, _as_code)
        prefix = self._prefix(group, rules)
        rules_id = prefix + rules_anchor(group.id)
        head = rule_table(speaker, rules, partial(_link, prefix))
        # The id stands here where the group has no section of its own.
        top = [rules_id] if alone or not self.may_have_sections() else []
        body: list[Node] = [container("", head, classes=["agentcfg"], ids=top)]
        body += [rule_entry(speaker, rule, prefix) for rule in rules]
        if not prefix:
            body.insert(0, self._index(group, rules))
        types = dict.fromkeys(("schema", type_id) for rule in rules for type_id in rule.types)
        want(self.domain.data, self.env.docname, *types)
        texts = [text for rule in rules for text in rule.texts]
        told = Translated(group.id, translations, languages, group.file.parent, group.id)
        report_texts(told, texts, asked, self.directive.get_location())
        return body if alone else self._titled(group, speaker, rules_id, body)

    def _titled(self, group: RuleGroup, speaker: Speaker, section_id: str, body: list[Node]) -> list[Node]:
        """Return the catalogue of one of several groups, as a section where one may stand."""
        if not self.may_have_sections():
            return [container("", *body, classes=["agentcfg", "agentcfg-rules"])]
        head = title("", "", *inline_nodes(self._title(group, speaker)), translatable=False)
        return [section("", head, *body, ids=[section_id], names=[section_id], classes=["agentcfg", "agentcfg-rules"])]

    def _title(self, group: RuleGroup, speaker: Speaker) -> list[Fragment]:
        for each in catalog_of(self.config).formats:
            if each.id == group.id:
                return speaker.line(Text(each.title, each.manifest, "/title"))
        return speaker.label(_SHARED[group.id]) if group.id in _SHARED else [group.id]

    def _prefix(self, group: RuleGroup, rules: Sequence[Rule]) -> str:
        """Return what stands before every id: nothing, or the page's name where the ids may stand elsewhere too."""
        names = tuple(rule.id.partition("/")[2] for rule in rules)
        here = [s for s in rule_sets(self.domain.data, group.id) if s.docname == self.env.docname]
        twice = any(set(names) & set(known.names) for known in here)
        if self.indexed:
            self.domain.note_rules(RuleSet(self.env.docname, self.lineno, group.id, names))
        return self.own_prefix() if twice or not self.indexed else ""

    def _index(self, group: RuleGroup, rules: Sequence[Rule]) -> Node:
        """Return the lines of the general index."""
        names = [(rule.id, rule.id.partition("/")[2]) for rule in rules]
        lines = [("single", f"{short} ({group.id})", rule_anchor(name), "", None) for name, short in names]
        return addnodes.index(entries=lines, inline=True)  # inline: not for translators


_NOTHING = N_("The rules of {name} could not be shown; the build's log says why.")


def _link(prefix: str, rule: Rule) -> Mark:
    return Mark("link", (code(rule.id),), target=f"#{prefix}{rule_anchor(rule.id)}")


def _as_code(text: str, _path: str) -> Mark:
    return Mark("code", (text,))
