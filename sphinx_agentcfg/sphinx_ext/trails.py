"""A page in, the way back from it out: from a document type to its format, and from there to the index of formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.reference.model import Text
from sphinx_agentcfg.sphinx_ext.fragments import Mark
from sphinx_agentcfg.sphinx_ext.late import trail_node
from sphinx_agentcfg.sphinx_ext.places import want
from sphinx_agentcfg.sphinx_ext.settings import catalog_of

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.environment import BuildEnvironment

    from sphinx_agentcfg.sphinx_ext.bilingual import Speaker
    from sphinx_agentcfg.sphinx_ext.page import Page

__all__ = ["index_step", "way_back"]


def index_step(speaker: Speaker, format_id: str) -> Mark:
    """Return the step to the index that holds the format."""
    return Mark("link", tuple(speaker.label(N_("Formats"))), xref=format_id, role="index")


def way_back(page: Page, env: BuildEnvironment) -> list[Node]:
    """Return a line that leads to the page of the format and to the index, where there are any."""
    document_type = page.reference.document_type
    if document_type.manifest is None:
        return []
    name = document_type.id.partition("/")[0]
    want(env.domaindata["agentcfg"], env.docname, ("index", name), ("format", name))
    title = next(f.title for f in catalog_of(env.config).formats if f.id == name)
    words = page.speaker.line(Text(title, document_type.manifest, "/title"))
    return [trail_node([index_step(page.speaker, name), Mark("link", tuple(words), xref=name, role="format")])]
