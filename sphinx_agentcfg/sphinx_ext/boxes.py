"""A remark with its kind in, a box with its title in every language of the page out.

Not docutils' own notes: their titles are words of the site's language, and a reader of the other one would meet them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.sphinx_ext.fragments import inline_nodes

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.model import Text
    from sphinx_agentcfg.sphinx_ext.bilingual import Speaker

__all__ = ["note_box"]

#: Kind → the class that themes know, and the title.
_KINDS = {"info": ("note", N_("Note")), "warning": ("warning", N_("Warning")), "tip": ("tip", N_("Tip"))}


def note_box(speaker: Speaker, kind: str, text: Text) -> nodes.admonition:
    """Return the box; a kind that nobody knows is a plain note."""
    css, title = _KINDS.get(kind, _KINDS["info"])
    head = nodes.title("", "", *inline_nodes(speaker.label(title)), translatable=False)
    return nodes.admonition("", head, *speaker.prose(text), classes=[css])
