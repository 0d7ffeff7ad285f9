"""A file that we can read in, why Leji's own tool passes over it or refuses it out (``facts/leji.md`` §1.7, §3.1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.documents import Frontmatter, Source, split_frontmatter
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.workspace import Workspace
    from sphinx_agentcfg.messages import Message

__all__ = ["Refusal", "refusal", "skip_reason", "skipped_profile"]

_README = "readme.md"
_SUFFIX = ".md"
#: Blank lines are all that may stand between "..." and a "---" that the tool takes for the fence.
_LATER_FENCE = re.compile(r"[ \t\r\n]*+(?<![^\r\n])---[ \t]*[\r\n]")


class Refusal(NamedTuple):
    """Why the tool cannot read the frontmatter, and where."""

    cause: Message
    line: int


def skip_reason(workspace: Workspace, path: str, folder: str) -> Message | None:
    """Say why the tool's scan of *folder* leaves out *path*, a file below it; None where it does not."""
    inner = path[len(folder) + 1 :] if folder and path != folder else path
    if inner[0] == "." or "/." in inner:
        return message("a name on its path starts with a dot")
    if inner[-len(_README) :].lower() == _README and inner[: -len(_README)][-1:] in {"", "/"}:
        return message("it is called README.md")
    if path in workspace.tree.links:
        return message("it is a symbolic link")
    if not inner.endswith(_SUFFIX):
        return message("its name does not end in .md")
    if "node_modules" in inner and "node_modules" in inner.split("/"):
        return message("it lies in node_modules")
    return None


def skipped_profile(workspace: Workspace, document: Document, reason: Message) -> Finding:
    """Return the finding for a profile that the tool's scan leaves out."""
    text = message(
        "Leji's own tool passes over this profile ({reason}); give it a plain name in the profile folder", reason=reason
    )
    return workspace.report("profile-skipped", document, text, line=1)


def refusal(document: Document) -> Refusal | None:
    """Say why the tool cannot read the frontmatter of *document*, which we can; None where it can.

    The first tests are cheap and enough for nearly every file.
    """
    if document.findings and any(f.name == "byte-order-mark" for f in document.findings):
        return Refusal(message("the file starts with a byte order mark; save it without one"), 1)
    text = document.text
    if text[3:4] not in {"\n", "\r"}:
        return Refusal(message("blanks follow the opening ---; leave only the three dashes on line 1"), 1)
    if document.body and "\n..." not in text and "\r..." not in text:
        return None
    return _closing(document)


def _closing(document: Document) -> Refusal | None:
    parts = split_frontmatter(Source(document.name, document.text))
    if not isinstance(parts, Frontmatter):
        return None
    if parts.closer == "..." and not _LATER_FENCE.match(parts.body):
        return Refusal(message("the frontmatter is closed by a line `...`; write --- instead"), parts.body_line - 1)
    if parts.ends_file:
        return Refusal(message("the file ends right after the closing ---; add a line end"), parts.body_line - 1)
    return None
