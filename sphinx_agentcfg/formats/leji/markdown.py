"""The text of a Markdown body in, its links with their places out; what is code or comment holds none.

No Markdown parser: it takes milliseconds a page, and only links that lead to files matter here. Time grows with the
text, whatever it holds.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MarkdownLink", "links_in", "prose_of"]

_INLINE = re.compile(
    r"(?<!\\)\]\([ \t]*+\n?[ \t]*+"
    r"(?:<(?P<angled>(?:[^<>\\\n]|\\.)*+)>|(?P<plain>(?:[^\s()<\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+))"
    r"(?=\s*+[)\"'(])"
)
# Not a footnote, and nothing after the address but a title.
_DEFINITION = re.compile(
    r"^[ ]{0,3}\[(?!\^)(?:[^\]\[\\\n]|\\.)++\]:[ \t]*+(?:<(?P<angled>[^<>\n]*+)>|(?P<plain>[^\s<]\S*+))"
    r"(?=[ \t]*+(?:$|[\"'(]))",
    re.MULTILINE,
)
_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)")
_LIST = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_TICKS = re.compile(r"`+")
_VISIBLE = re.compile(r"[^\n]")
_CODE_INDENT = "    "
#: How far before "](" the "[" of the same link may stand.
_LONGEST_LABEL = 2_000


class MarkdownLink(NamedTuple):
    """A link: its target as written, and where that stands in the text (characters from its start)."""

    target: str
    offset: int


def links_in(text: str) -> Iterator[MarkdownLink]:
    """Give the links and images of *text*, whose lines end in LF, and the definitions that links refer to."""
    prose = prose_of(text)
    for match in _INLINE.finditer(prose):
        if prose.rfind("[", max(0, match.start() - _LONGEST_LABEL), match.start()) >= 0:
            yield _link(match)
    for match in _DEFINITION.finditer(prose):
        yield _link(match)


def _link(match: re.Match[str]) -> MarkdownLink:
    group = "plain" if match["angled"] is None else "angled"
    return MarkdownLink(match[group], match.start(group))


def prose_of(text: str) -> str:
    """Return *text* with a blank for each character of code blocks, code spans and comments."""
    return _without_spans(_without_comments(_without_blocks(text)))


def _blank(text: str) -> str:
    return _VISIBLE.sub(" ", text)


def _without_blocks(text: str) -> str:
    """Blank fenced code and, outside lists, code that is indented by four."""
    if "```" not in text and "~~~" not in text and _CODE_INDENT not in text and "\t" not in text:
        return text
    lines, fence = text.split("\n"), ""
    after_blank, in_list, in_code = True, False, False
    for i, line in enumerate(lines):
        mark = _FENCE.match(line)
        if fence:
            closes = mark is not None and mark[1].startswith(fence) and not mark[2].strip()
            fence = "" if closes else fence
            lines[i] = _blank(line)
        elif mark is not None and not ("`" in mark[1] and "`" in mark[2]):
            fence = mark[1]
            lines[i] = _blank(line)
        elif line.strip():
            indented = line.startswith((_CODE_INDENT, "\t"))
            in_list = bool(_LIST.match(line)) or (in_list and (indented or line[0] == " " or not after_blank))
            in_code = indented and not in_list and (in_code or after_blank)
            if in_code:
                lines[i] = _blank(line)
        after_blank = not line.strip()
    return "\n".join(lines)


def _without_comments(text: str) -> str:
    parts, start = [], 0
    while (opens := text.find("<!--", start)) >= 0:
        closes = text.find("-->", opens + 4)
        end = len(text) if closes < 0 else closes + 3
        parts += [text[start:opens], _blank(text[opens:end])]
        start = end
    return "".join([*parts, text[start:]])


def _without_spans(text: str) -> str:
    """Blank code spans: from a run of backticks to the next run of the same length in the same paragraph."""
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(text)]
    by_length: dict[int, list[int]] = defaultdict(list)
    for i in range(len(runs) - 1, -1, -1):
        by_length[runs[i][1] - runs[i][0]].append(i)  # the last of a list is the next in the text
    parts, start, i = [], 0, 0
    while i < len(runs):
        opens, inner = runs[i]
        same = by_length[inner - opens]
        while same and same[-1] <= i:
            same.pop()
        if same and "\n\n" not in text[inner : runs[same[-1]][0]]:
            end = runs[same[-1]][1]
            parts += [text[start:opens], _blank(text[opens:end])]
            start, i = end, same[-1] + 1
        else:
            i += 1
    return "".join([*parts, text[start:]])
