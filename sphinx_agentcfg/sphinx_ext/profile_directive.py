"""``agentcfg-profile``: its arguments and its options; the work is done by :mod:`.profile_page`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx

__all__ = ["ProfileDirective", "setup_profile_directive"]


class ProfileDirective(SphinxDirective):
    """The directive: one profile of a repository, or each that a pattern fits."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "path": directives.unchanged,
        "only": directives.unchanged,
        "sections": directives.unchanged,
        "languages": directives.unchanged,
        "no-index": directives.flag,
        "noindex": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the profile; whatever is wrong becomes a warning here, and the build goes on."""
        from sphinx_agentcfg.sphinx_ext.profile_page import ProfilePage

        return ProfilePage(self).nodes()


def setup_profile_directive(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("agentcfg-profile", ProfileDirective)
