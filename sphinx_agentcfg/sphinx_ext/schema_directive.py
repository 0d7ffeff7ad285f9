"""``agentcfg-schema``: its name, its argument and its options; the work is done by :mod:`.schema_page`.

This module is all that Sphinx loads to know the directive; what reads schemas is imported where a page uses it, so that
a build with nothing to read pays nothing for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx

__all__ = ["SchemaDirective", "setup_schema_directive"]


class SchemaDirective(SphinxDirective):
    """The directive. Each option is a line of ``option_spec``; the page of directives tells what they do."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "languages": directives.unchanged,
        "pointer": directives.unchanged,
        "max-depth": directives.unchanged,
        "sections": directives.unchanged,
        "used-in": directives.unchanged,
        "only": directives.unchanged,
        "no-index": directives.flag,
        "noindex": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the page's nodes; whatever is wrong becomes a warning here, and the build goes on."""
        from sphinx_agentcfg.sphinx_ext.schema_page import SchemaPage

        return SchemaPage(self).nodes()


def setup_schema_directive(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("agentcfg-schema", SchemaDirective)
