"""``agentcfg-example``: its argument, its options and its content; the work is done by :mod:`.example_page`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx

__all__ = ["ExampleDirective", "setup_example_directive"]


class ExampleDirective(SphinxDirective):
    """The directive: a file, or what stands below it, as a checked listing."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "type": directives.unchanged,
        "expect": directives.unchanged,
        "syntax": directives.unchanged,
        "languages": directives.unchanged,
        "caption": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Return the listing; whatever is wrong becomes a warning here, and the build goes on."""
        from sphinx_agentcfg.sphinx_ext.example_page import ExamplePage

        return ExamplePage(self).nodes()


def setup_example_directive(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("agentcfg-example", ExampleDirective)
