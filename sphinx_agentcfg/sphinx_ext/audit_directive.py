"""``agentcfg-audit``: its arguments and its options; the work is done by :mod:`.audit_page`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx

__all__ = ["AuditDirective", "setup_audit_directive"]


class AuditDirective(SphinxDirective):
    """The directive: one table of the audit of a repository."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "path": directives.unchanged,
        "only": directives.unchanged,
        "columns": directives.unchanged,
        "limit": directives.unchanged,
        "matrix": directives.flag,
        "languages": directives.unchanged,
        "no-index": directives.flag,
        "noindex": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the table; whatever is wrong becomes a warning here, and the build goes on."""
        from sphinx_agentcfg.sphinx_ext.audit_page import AuditPage

        return AuditPage(self).nodes()


def setup_audit_directive(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("agentcfg-audit", AuditDirective)
