"""Bilingual reference pages and audits of agent configuration files, for Sphinx, Jupyter and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__all__ = ["__version__", "fields", "setup"]

__version__ = "0.1.0"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension; Sphinx calls this, and nothing of Sphinx is imported before it does."""
    from sphinx_agentcfg.sphinx_ext.extension import setup as setup_extension

    return setup_extension(app)


def fields(document_type: str) -> pd.DataFrame:
    """Return the reference of a type such as ``leji/agent-profile`` as a DataFrame, a row for each field.

    Raises :exc:`.UnknownDocumentType`; pandas is imported when this is called.
    """
    from sphinx_agentcfg.audit.reference_frame import fields_frame

    return fields_frame(document_type)
