"""Text of a schema in, blocks and fragments out: CommonMark, with all HTML shown as the text it is.

Nothing here is ever parsed as reST, no link but ``http(s)`` and ``mailto`` becomes one, and images are not loaded: a
description is data. A backslash stays, unless it stands before a character that would otherwise mark something up.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from docutils import nodes
from markdown_it import MarkdownIt

from sphinx_agentcfg.reference.plain_text import first_sentence
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, code_block, inline_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

__all__ = ["blocks", "first_sentence", "inlines"]

#: A text without these is one plain paragraph, which most descriptions are; it needs no parser.
_MARKUP = re.compile(r"[`*_\[\\\n<!]|^\s*(?:[#>=+-]|\d+[.)])|^\s|https?:")
_LINKS = ("http://", "https://", "mailto:")
_ESCAPABLE = "*_`[]"


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False})
    parser.disable("entity")
    parser.inline.ruler.at("escape", _escape)
    return parser


def _escape(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  # the library's signature
    r"""Take the backslash of ``\*`` away, and of no other pair: patterns and paths keep theirs."""
    if state.src[state.pos] != "\\" or state.src[state.pos + 1 : state.pos + 2] not in tuple(_ESCAPABLE):
        return False
    if not silent:
        state.pending += state.src[state.pos + 1]
    state.pos += 2
    return True


def blocks(text: str) -> list[nodes.Element]:
    """Return *text* as block nodes."""
    shown = visible(text)
    if not _MARKUP.search(shown):
        return [nodes.paragraph("", shown, translatable=False)]
    return _Blocks(_parser().parse(shown)).all() or [nodes.paragraph("", shown)]


def inlines(text: str) -> list[Fragment]:
    """Return *text* as inline fragments, for a place that holds one line."""
    shown = " ".join(visible(text).split())
    if not _MARKUP.search(shown):
        return [shown]
    tokens = _parser().parseInline(shown)
    return _inline(tokens[0].children or []) if tokens else [shown]


class _Blocks:
    """Turns the flat list of block tokens into nested nodes."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = iter(tokens)

    def all(self, end: str = "") -> list[nodes.Element]:
        """Return the nodes up to the token *end*."""
        found: list[nodes.Element] = []
        for token in self.tokens:
            if token.type == end:
                break
            node = self._block(token)
            if node is not None:
                found.append(node)
        return found

    def _block(self, token: Token) -> nodes.Element | None:  # noqa: PLR0911  # one shape for each kind of block
        match token.type:
            case "paragraph_open":
                return self._text(nodes.paragraph(translatable=False), "paragraph_close")
            case "heading_open":
                return nodes.paragraph("", "", self._text(nodes.strong(), "heading_close"))
            case "bullet_list_open":
                return nodes.bullet_list("", *self.all("bullet_list_close"), bullet="-")
            case "ordered_list_open":
                listed = nodes.enumerated_list(
                    "", *self.all("ordered_list_close"), enumtype="arabic", prefix="", suffix="."
                )
                start = token.attrGet("start")
                if start is not None:
                    listed["start"] = int(start)
                return listed
            case "list_item_open":
                return nodes.list_item("", *self.all("list_item_close"))
            case "blockquote_open":
                return nodes.block_quote("", *self.all("blockquote_close"))
            case "fence" | "code_block":
                return code_block(token.content.rstrip("\n"), language="text")
            case "hr":
                return nodes.paragraph("", "———")
            case _:
                return nodes.paragraph("", token.content) if token.content else None

    def _text(self, node: nodes.Element, end: str) -> nodes.Element:
        for token in self.tokens:
            if token.type == end:
                break
            node.extend(inline_nodes(_inline(token.children or [])))
        return node


def _inline(tokens: Sequence[Token]) -> list[Fragment]:
    return list(_run(iter(tokens), ""))


_WRAPPED = {"em_open": "em", "strong_open": "strong"}


def _run(tokens: Iterator[Token], end: str) -> Iterator[Fragment]:
    for token in tokens:
        match token.type:
            case kind if kind == end:
                return
            case "code_inline":
                yield Mark("code", (token.content,))
            case "softbreak" | "hardbreak":
                yield "\n"
            case "em_open" | "strong_open":
                closing = token.type.replace("_open", "_close")
                yield Mark(_WRAPPED[token.type], tuple(_run(tokens, closing)))
            case "link_open":
                yield from _link(str(token.attrGet("href") or ""), tuple(_run(tokens, "link_close")))
            case "image":
                yield from _link(str(token.attrGet("src") or ""), (token.content or "image",))
            case _:
                if token.content:
                    yield token.content


def _link(address: str, inside: tuple[Fragment, ...]) -> Iterator[Fragment]:
    if address.lower().startswith(_LINKS):
        yield Mark("link", inside, target=address)
        return
    yield from inside
    if address:
        yield from (" (", Mark("code", (address,)), ")")
