"""Bilingual reference pages and audits of agent configuration files, for Sphinx, Jupyter and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__all__ = ["__version__", "setup"]

__version__ = "0.1.0"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension; Sphinx calls this, and nothing of Sphinx is imported before it does."""
    from sphinx_agentcfg.sphinx_ext.extension import setup as setup_extension

    return setup_extension(app)
