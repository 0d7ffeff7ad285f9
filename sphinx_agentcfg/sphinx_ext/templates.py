"""A page in, its code blocks out: the skeleton to copy from, checked examples, and the schema as it is written.

Keys are links to their entries. Marked-up text is built from Pygments' tokens, so it looks like any other code block.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from docutils import nodes
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, Token

from sphinx_agentcfg.languages import normalise
from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.reference.locate import key_paths
from sphinx_agentcfg.reference.phrases import plain
from sphinx_agentcfg.reference.skeletons import Line, Part, skeleton
from sphinx_agentcfg.reference.translations import State
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext import prose
from sphinx_agentcfg.sphinx_ext.nodes import code_block

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
    block = _literal_block()
    mark = "//" if syntax == "json" else "#"
    for line in skeleton(page.reference, full=full):
        if line.about is not None:
            block += list(_comments(page, line, mark))
        for token in line.tokens:
            block += _styled(page, token.text, _CLASSES.get(token.part, ""), token.path)
        block += nodes.Text("\n")
    return code_block(block, _LEXERS[syntax])


def _literal_block() -> nodes.literal_block:
    # a rawsource that differs from the text tells Sphinx's writers that the parts are marked up already
    return nodes.literal_block("\0", "", translatable=False)


def _styled(page: Page, text: str, css: str, path: str = "") -> nodes.Node:
    if path:
        link = page.link(visible(text), path, code=False)
        return nodes.inline("", "", link, classes=[css])
    return nodes.inline("", visible(text), classes=[css]) if css else nodes.Text(visible(text))


def _comments(page: Page, line: Line, mark: str) -> Iterator[nodes.Node]:
    field = line.about
    assert field is not None  # noqa: S101  # only called so
    shown = []
    for voice in page.speaker.voices:
        parts = [plain(voice.requirement(field.required)), _first_words(page, line, voice)]
        said = translate(N_("{requirement}. {text}"), voice.language).format(requirement=parts[0], text=parts[1])
        said = said if all(parts) else "".join(parts)
        shown.append((voice.language, said[:1].upper() + said[1:]))
    if len({text for _, text in shown}) == 1:
        shown = shown[:1]
    for language, text in shown:
        if text:
            lead = " " * line.indent + mark + " "
            lines = "".join(f"{lead}{row}\n" for row in _wrapped(text, _COMMENT_WIDTH - len(lead)))
            classes = page.speaker.classes_of(language) if len(shown) > 1 else []
            yield nodes.inline("", lines, classes=["c1", *classes])


def _first_words(page: Page, line: Line, voice: Wording) -> str:
    main = line.about.main if line.about else None
    text = main and (main.descriptions[0] if main.descriptions else main.title)
    if not text:
        return ""
    found = page.translations.find(text, voice.language)
    if found.state is State.MISSING and len(page.languages) > 1:
        return ""
    return visible(prose.first_sentence(found.text, 240))


def _wrapped(text: str, width: int) -> list[str]:
    """Break *text* into lines of *width* columns, at spaces and between Chinese characters, a wide one counting two."""
    lines, line, used = [], "", 0
    for piece in re.findall(r"[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+", text):
        columns = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in piece.rstrip())
        if line and used + columns > width and piece not in "，。；：、！？）”":
            lines.append(line.rstrip())
            line, used = "", 0
        line += piece
        used += columns + len(piece) - len(piece.rstrip())
    return [*lines, line.rstrip()]


# --- examples and schema ------------------------------------------------------------------------------------------------


def example_language(document_name: str) -> str | None:
    """Return the language that the name of an example carries (``core.zh_CN.md``), or None."""
    parts = document_name.split(".")
    return normalise(parts[-2]) if len(parts) > 2 else None  # noqa: PLR2004  # name, language, suffix


def document_block(page: Page, document: Document) -> nodes.Node:
    """Return the text of a document, highlighted, each key linked to its entry."""
    text = document.text
    keys = {offset: path for offset, path in key_paths(page.reference, document) if path in page.shown}
    block = _literal_block()
    for css, piece, path in _tokens(text, document.syntax, keys):
        block += _styled(page, piece, css, path)
    language = "markdown" if document.syntax == "frontmatter" else _LEXERS[document.syntax]
    return code_block(block, language)


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
            yield start + offset, "" if kind in Token.Text else STANDARD_TYPES.get(kind, ""), piece


def schema_block(page: Page) -> list[nodes.Node]:
    """Return the schema as it is written, highlighted; one that is too large for a page is only told to be so."""
    text = visible(page.reference.text)
    if len(text) > _LARGEST:
        label = page.speaker.label(N_("The schema is too long for this page; take the original file above."))
        return [nodes.paragraph("", "", *label)]
    suffix = page.reference.document_type.schema.suffix
    language = "json" if suffix == ".json" else "yaml"
    block = nodes.literal_block(text, text.rstrip("\n"), language=language, force=True, translatable=False)
    return [block]
