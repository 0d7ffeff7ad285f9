"""The configuration of a build and the name of a group in, its rules out; a group is read where a page needs it.

The whole :class:`~sphinx_agentcfg.rules.RuleBook` is seven files, most pages need one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.errors import AgentcfgError, BrokenFormat, UnknownRule
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.resources import schemas_dir
from sphinx_agentcfg.rules import RULES, read_rules
from sphinx_agentcfg.sphinx_ext.settings import catalog_of
from sphinx_agentcfg.sphinx_ext.tracking import track, track_texts
from sphinx_agentcfg.sphinx_ext.warnings import warn

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx.config import Config
    from sphinx.util.docutils import SphinxDirective

    from sphinx_agentcfg.rules import Rule, RuleGroup

__all__ = ["group_names", "rule_of", "tracked_group"]


def _group_of(config: Config, name: str) -> RuleGroup:
    """Return the group of a format, or one that no format owns (``file``, ``audit``, ``schema``).

    Raises :exc:`UnknownRule` where no group has the name and :exc:`BrokenFormat` where its file is of no use.
    """
    known = _sources(config)
    if name not in known:
        raise UnknownRule(name, list(known))
    return read_rules(*known[name])


def tracked_group(directive: SphinxDirective, name: str) -> RuleGroup | None:
    """Return the group of that name, or None with a warning where its file is of no use; the page depends on the file.

    Raises :exc:`UnknownRule` where no group has the name; the page then waits for a file of the format to appear.
    """
    env = directive.env
    try:
        group = _group_of(directive.config, name)
    except UnknownRule:
        path = next((f.folder / RULES for f in catalog_of(directive.config).formats if f.id == name), None)
        track(env, files=(), absent=(path,) if path else ())
        raise
    except BrokenFormat as error:
        text = message("{name}: {cause}", name=error.path.name, cause=error.cause)
        warn("broken-format", text, directive.get_location())
        track(env, files=(error.path,), absent=())
        return None
    track(env, files=(group.file,), absent=())
    track_texts(env, (group.file,))
    return group


def rule_of(config: Config, rule: str) -> tuple[RuleGroup, Rule] | None:
    """Return the rule ``<group>/<name>`` and its group, or None where there is none."""
    try:
        group = _group_of(config, rule.partition("/")[0])
    except AgentcfgError:
        return None
    return next(((group, r) for r in group.rules if r.id == rule), None)


def group_names(config: Config) -> list[str]:
    """Return the name of every group."""
    return list(_sources(config))


def _sources(config: Config) -> dict[str, tuple[Path, str]]:
    """Return group → folder and source language, which a group without a format says itself."""
    catalog = catalog_of(config)
    shared = {p.parent.name: (p.parent, "") for p in sorted(schemas_dir().glob(f"*/{RULES}"))}
    return {
        **{f.id: (f.folder, f.source_language) for f in catalog.formats if (f.folder / RULES).is_file()},
        **{name: found for name, found in shared.items() if all(f.id != name for f in catalog.formats)},
    }
