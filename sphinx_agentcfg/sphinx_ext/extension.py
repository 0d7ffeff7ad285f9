"""The order in which the rooms are set up; nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg import __version__
from sphinx_agentcfg.sphinx_ext.annotated import setup_annotated
from sphinx_agentcfg.sphinx_ext.assets import setup_assets
from sphinx_agentcfg.sphinx_ext.audit_directive import setup_audit_directive
from sphinx_agentcfg.sphinx_ext.audit_matrix import setup_audit_matrix
from sphinx_agentcfg.sphinx_ext.audit_nodes import setup_audit_nodes
from sphinx_agentcfg.sphinx_ext.audit_report import setup_audit_report
from sphinx_agentcfg.sphinx_ext.changes_directive import setup_changes_directive
from sphinx_agentcfg.sphinx_ext.domain import setup_domain
from sphinx_agentcfg.sphinx_ext.example_directive import setup_example_directive
from sphinx_agentcfg.sphinx_ext.formats_directive import setup_formats_directive
from sphinx_agentcfg.sphinx_ext.fragments import setup_fragments
from sphinx_agentcfg.sphinx_ext.late import setup_late
from sphinx_agentcfg.sphinx_ext.navigation import setup_navigation
from sphinx_agentcfg.sphinx_ext.nodes import setup_nodes
from sphinx_agentcfg.sphinx_ext.originals import setup_originals
from sphinx_agentcfg.sphinx_ext.profile_directive import setup_profile_directive
from sphinx_agentcfg.sphinx_ext.repositories import setup_repositories
from sphinx_agentcfg.sphinx_ext.rules_directive import setup_rules_directive
from sphinx_agentcfg.sphinx_ext.schema_directive import setup_schema_directive
from sphinx_agentcfg.sphinx_ext.search import setup_search
from sphinx_agentcfg.sphinx_ext.settings import setup_settings

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__all__ = ["setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up every room."""
    setup_settings(app)
    setup_nodes(app)
    setup_fragments(app)
    setup_navigation(app)
    setup_annotated(app)
    setup_audit_nodes(app)
    setup_late(app)
    setup_originals(app)
    setup_domain(app)
    setup_schema_directive(app)
    setup_example_directive(app)
    setup_rules_directive(app)
    setup_formats_directive(app)
    setup_changes_directive(app)
    setup_repositories(app)
    setup_audit_directive(app)
    setup_profile_directive(app)
    setup_audit_matrix(app)
    setup_audit_report(app)
    setup_assets(app)
    setup_search(app)
    return {
        "version": __version__,
        "env_version": _env_version(__version__),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _env_version(version: str) -> int:
    """Return a number that changes with each release: our words and nodes may too, so all pages are read again."""
    major, minor, patch = (int("".join(filter(str.isdigit, part)) or 0) for part in version.split(".")[:3])
    return (major * 1000 + minor) * 1000 + patch
