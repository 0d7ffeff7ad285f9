"""A profile in, the text that its role must follow out: its body, after that of its base (``facts/leji.md`` §1.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.leji.derivations import Heritage
from sphinx_agentcfg.formats.model import State

if TYPE_CHECKING:
    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.formats.model import Profile, Resolved

__all__ = ["effective_body"]


def effective_body(profile: Profile, resolved: Resolved) -> str | None:
    """Return the body that counts for *profile*; None where it does not resolve.

    The tool puts a comment with the id above each half; a profile that inherits nothing has none.
    """
    if profile.state is not State.OK:
        return None
    own, heritage = resolved.documents[profile.path], profile.parts[0].derived
    if not isinstance(heritage, Heritage):
        return _trimmed(own.body)
    base = resolved.documents[heritage.base.path]
    return f"<!-- inherited from: {_id(base)} -->\n\n{_trimmed(base.body)}\n<!-- {_id(own)} -->\n\n{_trimmed(own.body)}"


def _id(document: Document) -> str:
    return str(document.data["id"])


def _trimmed(body: str | None) -> str:
    """Return *body* without line ends around it but for one at its end; blanks stay, they can mean something."""
    return (body or "").replace("\r\n", "\n").replace("\r", "\n").strip("\n") + "\n"
