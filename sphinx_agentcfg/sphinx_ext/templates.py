"""A page in, its code blocks out: the skeleton to copy from, and the schema as it is written.

Keys are links to their entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.languages import normalise
from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.reference.comments import comment, comment_lines
from sphinx_agentcfg.reference.skeletons import Line, Part, skeleton
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, code_block, marked_code, plain
from sphinx_agentcfg.sphinx_ext.listing import LEXERS
from sphinx_agentcfg.sphinx_ext.page import paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from docutils import nodes

    from sphinx_agentcfg.reference.model import Field
    from sphinx_agentcfg.sphinx_ext.page import Page

__all__ = ["example_language", "schema_block", "skeleton_block"]

_LARGEST = 200_000
_CLASSES = {Part.KEY: "nt", Part.MARK: "p", Part.VALUE: "l"}


def skeleton_block(page: Page, *, full: bool) -> nodes.Node:
    """Return a template of the documents of this type with a comment above each key, in every language of the page."""
    syntax = page.reference.document_type.syntax
    tree: list[Fragment] = []
    for line in skeleton(page.reference, full=full):
        if line.about is not None:
            tree += _comments(page, line, line.about)
        tree += [_styled(page, token.text, _CLASSES.get(token.part, ""), token.path) for token in line.tokens]
        tree.append("\n")
    return _block(tree, LEXERS[syntax])


def _block(tree: Sequence[Fragment], language: str) -> marked_code:
    text = plain(tree)
    return marked_code(text, text, tree=tuple(tree), language=language, force=True, translatable=False)


def _styled(page: Page, text: str, css: str, path: str = "") -> Fragment:
    shown = visible(text)
    if path in page.shown:
        return Mark("span", (page.link(shown, path, code=False),), (css,))
    return Mark("span", (shown,), (css,)) if css else shown


def _comments(page: Page, line: Line, field: Field) -> Iterator[Mark]:
    """Give the comment above a key, in each language that has other words for it."""
    shown = {voice.language: comment(field, voice, page.translations) for voice in page.speaker.voices}
    if len(set(shown.values())) == 1:
        shown = dict([shown.popitem()])
    for language, text in shown.items():
        if text:
            lines = "".join(f"{row}\n" for row in comment_lines(text, line))
            classes, tag = page.speaker.alternatives(language) if len(shown) > 1 else ((), "")
            yield Mark("span", (lines,), ("c1", *classes), tag)


# --- examples and schema ----------------------------------------------------------------------------------------------


def example_language(document_name: str) -> str | None:
    """Return the language that the name of an example carries (``core.zh_CN.md``), or None."""
    parts = document_name.split(".")
    return normalise(parts[-2]) if len(parts) > 2 else None  # noqa: PLR2004  # name, language, suffix


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
