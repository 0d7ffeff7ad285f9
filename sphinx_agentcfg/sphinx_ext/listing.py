"""The text of a file in, its lines out: highlighted, keys linked, the places of findings marked.

Runs are built from Pygments' tokens, so a listing looks like any other code block of the site.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, Token

from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from pygments.lexer import Lexer

__all__ = ["HERE", "LEXERS", "Line", "listing", "offset_of"]

LEXERS = {"json": "json", "yaml": "yaml", "toml": "toml", "frontmatter": "yaml", "markdown": "markdown"}
#: The class of what a finding is about.
HERE = "agentcfg-here"
Line = tuple[Fragment, ...]
# Lines as the readers count them: U+2028 and its like are text.
_LINE_END = re.compile(r"\r\n|\r|\n")


def listing(
    text: str,
    syntax: str,
    keys: Mapping[int, str] | None = None,
    link: Callable[[str, str], Mark] | None = None,
    here: Collection[int] = (),
) -> list[Line]:
    """Return the lines of *text*, without their ends.

    *keys* maps the offset of a key to the path of its field, and ``link(text, path)`` makes the link; *here* are the
    offsets at which something is to be marked. A *syntax* that we do not know is shown plain.
    """
    lines: list[list[Fragment]] = [[]]
    known = keys or {}
    for offset, css, piece in _cut(text, syntax, {*known, *here}, here):
        classes = (*((css or ("nt" if offset in known else "")).split()), *((HERE,) if offset in here else ()))
        for part, end in _by_line(text, offset, offset + len(piece)):
            shown = visible(part)
            if shown:
                inside: Fragment = link(shown, known[offset]) if link and offset in known else shown
                lines[-1].append(Mark("span", (inside,), classes) if classes else inside)
            if end:
                lines[-1] += ["\\r"] if end == "\r" else []
                lines.append([])
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    return [tuple(line) for line in lines]


def offset_of(text: str, line: int | None, column: int | None) -> int | None:
    """Return the offset of a place, or None where it is none or past the end of *text*."""
    if line is None or column is None:
        return None
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    offset = starts[line - 1] + column - 1 if line <= len(starts) else len(text)
    return offset if offset < len(text) else None


def _by_line(text: str, start: int, stop: int) -> Iterator[tuple[str, str]]:
    """Give each part of a run and the end of its line; what goes on in the next run, be it half of a CRLF, has none."""
    first = start - 1 if start and text[start - 1 : start + 1] == "\r\n" else start
    for match in _LINE_END.finditer(text, first):
        if match.end() > stop:
            yield text[start : min(stop, match.start())], ""
            return
        yield text[start : match.start()], match.group()
        start = match.end()
    yield text[start:stop], ""


def _cut(text: str, syntax: str, starts: Collection[int], anywhere: Collection[int]) -> Iterator[tuple[int, str, str]]:
    """Give (offset, class, text) of each run; neighbours of one class are one run.

    A run begins at each of *starts* where a token does, and at each of those *anywhere* in any case.
    """
    begin, pending, pending_css = 0, "", ""
    for offset, css, piece in _split(_lexed(text, syntax), sorted(anywhere)):
        if pending and (css != pending_css or offset in starts or begin in starts):
            yield begin, pending_css, pending
            pending = ""
        if not pending:
            begin = offset
        pending, pending_css = pending + piece, css
    if pending:
        yield begin, pending_css, pending


def _split(tokens: Iterator[tuple[int, str, str]], places: Sequence[int]) -> Iterator[tuple[int, str, str]]:
    for offset, css, piece in tokens:
        start = offset
        for place in places:
            if start < place < offset + len(piece):
                yield start, css, piece[start - offset : place - offset]
                start = place
        yield start, css, piece[start - offset :]


def _lexed(text: str, syntax: str) -> Iterator[tuple[int, str, str]]:
    """Give (offset, class, text); a Markdown file is YAML up to its closing fence, then Markdown."""
    split = 0
    if syntax == "frontmatter" and text.startswith("---"):
        closing = re.search(r"^---[ \t]*$", text[3:], re.MULTILINE)
        split = closing.end() + 3 if closing else len(text)
        yield from _run(get_lexer_by_name("yaml"), text[:split], 0)
    name = "markdown" if syntax == "frontmatter" else LEXERS.get(syntax, "text")
    yield from _run(get_lexer_by_name(name), text[split:], split)


def _run(lexer: Lexer, text: str, start: int) -> Iterator[tuple[int, str, str]]:
    for offset, kind, piece in lexer.get_tokens_unprocessed(text):
        if piece:
            inside = kind in Token.Text  # type: ignore[comparison-overlap]  # a kind contains those below it
            yield start + offset, "" if inside else STANDARD_TYPES.get(kind, ""), piece
