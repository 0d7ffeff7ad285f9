"""``agentcfg-rules``: its arguments and its options; the work is done by :mod:`.rules_page`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx

__all__ = ["RulesDirective", "setup_rules_directive"]


class RulesDirective(SphinxDirective):
    """The directive: every finding of one or more groups, explained."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "types": directives.unchanged,
        "languages": directives.unchanged,
        "no-index": directives.flag,
        "noindex": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the catalogue; whatever is wrong becomes a warning here, and the build goes on."""
        from sphinx_agentcfg.sphinx_ext.rules_page import RulesPage

        return RulesPage(self).nodes()


def setup_rules_directive(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("agentcfg-rules", RulesDirective)
