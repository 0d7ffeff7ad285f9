"""A page in, the rules of its document type out: a table that leads to where each is explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.errors import UnknownRule
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.sphinx_ext.bilingual import Speaker
from sphinx_agentcfg.sphinx_ext.places import want
from sphinx_agentcfg.sphinx_ext.rule_entries import rule_table
from sphinx_agentcfg.sphinx_ext.rulebook import tracked_group
from sphinx_agentcfg.sphinx_ext.verdicts import rule_link

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.util.docutils import SphinxDirective

    from sphinx_agentcfg.sphinx_ext.page import Page

__all__ = ["rules_of_type"]


def rules_of_type(page: Page, directive: SphinxDirective) -> list[Node]:
    """Return a table of the rules that concern the type, or nothing; ``agentcfg-rules`` explains each one."""
    if page.reference.document_type.manifest is None:
        return []
    try:
        group = tracked_group(directive, page.type_id.partition("/")[0])
    except UnknownRule:
        return []
    rules = [rule for rule in group.rules if page.type_id in rule.types] if group else []
    if not group or not rules:
        return []
    want(directive.env.domaindata["agentcfg"], directive.env.docname, ("rules", group.id))
    speaker = Speaker(page.languages, Translations(group.source_language), page.link)
    return [rule_table(speaker, rules, lambda rule: rule_link(rule.id))]
