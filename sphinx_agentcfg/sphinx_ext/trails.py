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

__all__ = ["index_step", "way_back", "way_to_format"]


def index_step(speaker: Speaker, format_id: str) -> Mark:
    """Return the step to the index that holds the format."""
    return Mark("link", tuple(speaker.label(N_("Formats"))), xref=format_id, role="index")


def way_back(page: Page, env: BuildEnvironment) -> list[Node]:
    """Return a line that leads from a document type to the page of its format and to the index."""
    document_type = page.reference.document_type
    return way_to_format(page.speaker, env, document_type.id.partition("/")[0]) if document_type.manifest else []


def way_to_format(speaker: Speaker, env: BuildEnvironment, name: str) -> list[Node]:
    """Return a line that leads to the page of the format *name* and to the index, where there are any."""
    known = next((f for f in catalog_of(env.config).formats if f.id == name), None)
    if known is None:
        return []
    want(env.domaindata["agentcfg"], env.docname, ("index", name), ("format", name))
    words = speaker.line(Text(known.title, known.manifest, "/title"))
    return [trail_node([index_step(speaker, name), Mark("link", tuple(words), xref=name, role="format")])]
