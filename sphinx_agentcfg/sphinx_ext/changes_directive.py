"""``agentcfg-changes``: its arguments and its options; the work is done by :mod:`.changes_page`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx

__all__ = ["ChangesDirective", "setup_changes_directive"]


class ChangesDirective(SphinxDirective):
    """The directive: what changed between two versions of a schema."""

    required_arguments = 2
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {"languages": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Return the changes; whatever is wrong becomes a warning here, and the build goes on."""
        from sphinx_agentcfg.sphinx_ext.changes_page import ChangesPage

        return ChangesPage(self).nodes()


def setup_changes_directive(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("agentcfg-changes", ChangesDirective)
