"""A Markdown file in; its YAML frontmatter and its body out, or the finding that says why there is none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.source import Source
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from sphinx_agentcfg.findings import Finding

__all__ = ["Frontmatter", "split_frontmatter"]

# A fence is a whole line, so a "---" inside a block scalar (indented there) is none. The look-behind also takes a
# lone CR for a line end, which "^" would not.
_FENCE = re.compile(r"(?<![^\r\n])(---|\.\.\.)[ \t]*(?:\r\n|\r|\n|\Z)")
_LATE_FENCE = re.compile(r"[ \t\r\n]*+(?<![^\r\n])---[ \t]*(?:[\r\n]|\Z)")


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The two parts of a Markdown file, and what a stricter reader than ours needs to know about the fence."""

    yaml: Source
    yaml_line: int
    body: str
    body_line: int
    #: ``---`` or ``...``
    closer: str
    #: The closing fence is the end of the file, without a line end after it.
    ends_file: bool


def split_frontmatter(source: Source) -> Frontmatter | Finding:
    """Split *source*, a whole file."""
    text = source.text
    opener = _FENCE.match(text)
    if opener is None or opener.group(1) != "---":
        return _absent(source)
    closer = _FENCE.search(text, opener.end())
    if closer is None:
        return source.finding(
            "unterminated-frontmatter",
            Severity.ERROR,
            message("the frontmatter opens on line 1 and is never closed; add a line that holds only --- after it"),
            offset=0,
        )
    # "..." ends a YAML document; if "---" follows at once, that one is the fence and no part of the body.
    fence = _FENCE.match(text, closer.end()) if closer.group(1) == "..." else None
    if fence is None or fence.group(1) != "---":
        fence = closer
    return Frontmatter(
        yaml=Source(source.name, text, opener.end(), fence.start()),
        yaml_line=2,
        body=text[fence.end() :],
        body_line=_body_line(source, fence),
        closer=fence.group(1),
        ends_file=fence.group()[-1] not in "\r\n",
    )


def _body_line(source: Source, fence: re.Match[str]) -> int:
    """Return the line after the fence, also where the file ends with it."""
    start = source.start + fence.start()
    if source.whole.find("\r", 0, start) < 0:  # counting is ten times as fast as looking for every line of the file
        return source.whole.count("\n", 0, start) + 2
    return source.position(fence.start()).line + 1


def _absent(source: Source) -> Finding:
    if source.text.startswith("---"):
        cause = message("the first line holds more than the fence ---; leave only the three dashes on it")
    elif _LATE_FENCE.match(source.text):
        cause = message("there are blank lines above the frontmatter; let the file start with ---")
    else:
        cause = message("there is no frontmatter; start the file with a line ---, its fields and another line ---")
    return source.finding("no-frontmatter", Severity.ERROR, cause, offset=0)
