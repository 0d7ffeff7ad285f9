"""A target that two pages claim, or that none has, in; a warning with both places, or with what was meant, out.

A module of its own, since a build without such a target needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.messages import N_, message
from sphinx_agentcfg.sphinx_ext.warnings import warn

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref

    from sphinx_agentcfg.sphinx_ext.domain import AgentcfgDomain
    from sphinx_agentcfg.sphinx_ext.places import RuleSet
    from sphinx_agentcfg.sphinx_ext.profile_places import ProfileSet
    from sphinx_agentcfg.sphinx_ext.targets import Entry

__all__ = ["warn_duplicate", "warn_unknown"]


def warn_duplicate(
    name: str,
    first: Entry | RuleSet | ProfileSet,
    second: Entry | RuleSet | ProfileSet,
    *,
    kind: str = "schema",
    more: int = 0,
) -> None:
    """Warn of something that two directives make a target: a schema, or a rule and some *more*."""
    pages = {"first": first.docname, "line": first.line, "second": second.docname}
    if more:
        text = message(
            "{name} and {n} more are indexed on two pages, {first} (line {line}) and {second}; "
            "add `:no-index:` to one of them",
            name=name,
            n=more,
            **pages,
        )
    else:
        text = message(
            "{type} is indexed on two pages, {first} (line {line}) and {second}; add `:no-index:` to one of them",
            type=name,
            **pages,
        )
    warn(f"duplicate-{kind}", text, (second.docname, second.line))


def warn_unknown(domain: AgentcfgDomain, node: pending_xref) -> None:
    """Warn at a role that names what no page shows."""
    kind, target = node["reftype"], node["reftarget"]
    type_id = target.rpartition("#")[0]
    if kind == "field" and type_id and not domain.shows(type_id):
        kind, target = "schema", type_id
    found = domain.suggestions(kind, target)
    hint = message("did you mean {names}?", names=" / ".join(found)) if found else message("check the name")
    wording = {
        "schema": N_("no page shows the schema {target}; {hint}"),
        "field": N_("no page shows the field {target}; {hint}"),
        "rule": N_("no page explains the rule {target}; {hint}"),
        "profile": N_("no page shows the profile {target}; {hint}"),
    }
    text = message(wording[kind], target=target, hint=hint)
    warn(f"unknown-{kind}", text, node)
