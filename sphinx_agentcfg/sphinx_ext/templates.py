"""A page in, its code blocks out: the skeleton to copy from, checked examples, and the schema as it is written.

Keys are links to their entries. Marked-up text is built from Pygments' tokens, so it looks like any other code block.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, Token

from sphinx_agentcfg.languages import normalise
from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.reference import phrases
from sphinx_agentcfg.reference.locate import key_paths
from sphinx_agentcfg.reference.skeletons import Line, Part, skeleton
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext import prose
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, code_block, marked_code, plain
from sphinx_agentcfg.sphinx_ext.page import paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from docutils import nodes
    from pygments.lexer import Lexer

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.reference.wording import Wording
    from sphinx_agentcfg.sphinx_ext.page import Page

__all__ = ["document_block", "example_language", "schema_block", "skeleton_block"]

_LARGEST = 200_000
_COMMENT_WIDTH = 76
_CLASSES = {Part.KEY: "nt", Part.MARK: "p", Part.VALUE: "l"}
_LEXERS = {"json": "json", "yaml": "yaml", "toml": "toml", "frontmatter": "yaml"}


def skeleton_block(page: Page, *, full: bool) -> nodes.Node:
    """Return a template of the documents of this type with a comment above each key, in every language of the page."""
    syntax = page.reference.document_type.syntax
    tree: list[Fragment] = []
    mark = "//" if syntax == "json" else "#"
    for line in skeleton(page.reference, full=full):
        if line.about is not None:
            tree += _comments(page, line, mark)
        tree += [_styled(page, token.text, _CLASSES.get(token.part, ""), token.path) for token in line.tokens]
        tree.append("\n")
    return _block(tree, _LEXERS[syntax])


def _block(tree: Sequence[Fragment], language: str) -> marked_code:
    text = plain(tree)
    return marked_code(text, text, tree=tuple(tree), language=language, force=True, translatable=False)


def _styled(page: Page, text: str, css: str, path: str = "") -> Fragment:
    shown = visible(text)
    if path in page.shown:
        return Mark("span", (page.link(shown, path, code=False),), (css,))
    return Mark("span", (shown,), (css,)) if css else shown


def _comments(page: Page, line: Line, mark: str) -> Iterator[Mark]:
    """Give the comment above a key, in each language that has other words for it."""
    field = line.about
    assert field is not None  # noqa: S101  # only called so
    shown = {voice.language: _comment(page, line, voice) for voice in page.speaker.voices}
    if len(set(shown.values())) == 1:
        shown = dict([shown.popitem()])
    for language, text in shown.items():
        if text:
            lead = " " * line.indent + mark + " "
            lines = "".join(f"{lead}{row}\n" for row in _wrapped(text, _COMMENT_WIDTH - len(lead)))
            classes, tag = page.speaker.alternatives(language) if len(shown) > 1 else ((), "")
            yield Mark("span", (lines,), ("c1", *classes), tag)


def _comment(page: Page, line: Line, voice: Wording) -> str:
    requirement = phrases.plain(voice.requirement(line.about.required)) if line.about else ""
    text = _first_words(page, line, voice)
    if requirement and text:
        return translate(N_("{requirement}. {text}"), voice.language).format(
            requirement=_capital(requirement), text=text
        )
    return _capital(requirement or text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _first_words(page: Page, line: Line, voice: Wording) -> str:
    main = line.about.main if line.about else None
    text = main and (main.descriptions[0] if main.descriptions else main.title)
    if not text:
        return ""
    return visible(prose.first_sentence(page.translations.find(text, voice.language).text, 240))


@lru_cache(maxsize=4096)
def _wrapped(text: str, width: int) -> tuple[str, ...]:
    """Break *text* into lines of *width* columns, at spaces and between Chinese characters, a wide one counting two."""
    if text.isascii():
        return tuple(textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False))
    lines, line, used = [], "", 0
    for piece in re.findall(r"[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+", text):
        columns = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in piece.rstrip())
        if line and used + columns > width and piece not in "，。；：、！？）”":
            lines.append(line.rstrip())
            line, used = "", 0
        line += piece
        used += columns + len(piece) - len(piece.rstrip())
    return (*lines, line.rstrip())


# --- examples and schema ----------------------------------------------------------------------------------------------


def example_language(document_name: str) -> str | None:
    """Return the language that the name of an example carries (``core.zh_CN.md``), or None."""
    parts = document_name.split(".")
    return normalise(parts[-2]) if len(parts) > 2 else None  # noqa: PLR2004  # name, language, suffix


def document_block(page: Page, document: Document) -> nodes.Node:
    """Return the text of a document, highlighted, each key linked to its entry."""
    keys = {offset: path for offset, path in key_paths(page.reference, document) if path in page.shown}
    tree = [_styled(page, piece, css, path) for css, piece, path in _tokens(document.text, document.syntax, keys)]
    return _block(tree, "markdown" if document.syntax == "frontmatter" else _LEXERS[document.syntax])


def _tokens(text: str, syntax: str, keys: Mapping[int, str]) -> Iterator[tuple[str, str, str]]:
    """Give (class, text, path) of each run; neighbours of one class are one run."""
    pending, pending_css = "", ""
    for offset, css, piece in _lexed(text, syntax):
        path = keys.get(offset, "")
        if (css != pending_css or path) and pending:
            yield pending_css, pending, ""
            pending = ""
        if path:
            yield css or "nt", piece, path
        else:
            pending, pending_css = pending + piece, css
    if pending:
        yield pending_css, pending, ""


def _lexed(text: str, syntax: str) -> Iterator[tuple[int, str, str]]:
    """Give (offset, class, text); a Markdown file is YAML up to its closing fence, then Markdown."""
    split = 0
    if syntax == "frontmatter":
        closing = re.search(r"^---[ \t]*$", text[3:], re.MULTILINE)
        split = closing.end() + 3 if closing else len(text)
        yield from _run(get_lexer_by_name("yaml"), text[:split], 0)
        yield from _run(get_lexer_by_name("markdown"), text[split:], split)
    else:
        yield from _run(get_lexer_by_name(_LEXERS[syntax]), text, 0)


def _run(lexer: Lexer, text: str, start: int) -> Iterator[tuple[int, str, str]]:
    for offset, kind, piece in lexer.get_tokens_unprocessed(text):
        if piece:
            inside = kind in Token.Text  # type: ignore[comparison-overlap]  # a kind contains those below it
            yield start + offset, "" if inside else STANDARD_TYPES.get(kind, ""), piece


def schema_block(page: Page) -> list[nodes.Node]:
    """Return the schema as it is written, highlighted; one that is too large for a page is only told to be so."""
    text = visible(page.reference.text).rstrip("\n")
    if len(text) > _LARGEST:
        return [
            paragraph(page.speaker.label(N_("The schema is too long for this page; take the original file above.")))
        ]
    suffix = page.reference.document_type.schema.suffix
    language = "json" if suffix == ".json" else "yaml"
    block = code_block(text, language=language, force=True)
    return [block]
