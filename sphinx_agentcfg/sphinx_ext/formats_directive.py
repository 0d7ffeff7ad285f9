"""``agentcfg-formats``: its arguments and its options; the work is done by :mod:`.formats_page`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx

__all__ = ["FormatsDirective", "setup_formats_directive"]


class FormatsDirective(SphinxDirective):
    """The directive: the index of formats, or all that is to be said of some of them."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "only": directives.unchanged,
        "languages": directives.unchanged,
        "no-index": directives.flag,
        "noindex": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the index or the blocks; whatever is wrong becomes a warning here, and the build goes on."""
        from sphinx_agentcfg.sphinx_ext.formats_page import FormatsPage

        return FormatsPage(self).nodes()


def setup_formats_directive(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("agentcfg-formats", FormatsDirective)
