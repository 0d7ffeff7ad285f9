"""A page as a value and a language in, its reST out: our own sentences in that language, data as nothing but text.

Every character of data that could mean something is escaped, and no data begins a line of its own.
"""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING

from sphinx_agentcfg.cli.site.model import (
    Away,
    Code,
    Directive,
    Doc,
    Items,
    Page,
    Rule,
    Said,
    Section,
    Several,
    Table,
    Toctree,
)
from sphinx_agentcfg.languages import display_name, html_tag
from sphinx_agentcfg.messages import LANGUAGES, Message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_agentcfg.cli.site.model import Block, Inline

__all__ = ["rest"]

_MEANINGFUL = re.compile(r"([!-/:-@\[-`{-~])")
_LONGEST = 200
_LONGEST_TITLE = 80
#: Ends a role or a link wherever it stands; it leaves nothing on the page.
_SEAM = "\\ "


def rest(page: Page, language: str) -> str:
    """Return the text of the file of *page*."""
    parts = [_heading(_inline(page.title, language, _LONGEST_TITLE), "="), _way(page, language)]
    parts += [_block(block, language) for block in page.blocks]
    text = "\n\n".join(part for part in parts if part)
    return f"{text}\n" if page.listed else f":orphan:\n\n{text}\n"


def _way(page: Page, language: str) -> str:
    """Return the same page in the other languages, each as a paragraph in its own, and the pages above."""
    up = "../" * (page.docname.count("/") + 1)
    place = "site-twin site-beside" if page.docname != "index" else "site-twin"
    twins = [
        f".. rst-class:: {place} language-{html_tag(other)}\n\n"
        f"{_SEAM}`{display_name(other)} <{up}{other}/{page.docname}.html>`__{_SEAM}"
        for other in LANGUAGES
        if other != language
    ]
    above = " ".join(f"{_inline(doc, language)} ›" for doc in page.above)
    return "\n\n".join([*twins, f".. rst-class:: site-above\n\n{above}"] if above else twins)


# --- blocks -----------------------------------------------------------------------------------------------------------


def _block(block: Block, language: str) -> str:
    match block:
        case Section():
            return _heading(_inline(block.title, language, _LONGEST_TITLE), "-")
        case Table():
            return _table(block, language)
        case Items():
            return "\n".join(f"- {_inline(item, language)}" for item in block.items)
        case Directive():
            options = [f"   :{name}: {value}".rstrip() for name, value in block.options.items()]
            return "\n".join([f".. {block.name}:: {block.argument}".rstrip(), *options])
        case Toctree():
            return _toctree(block, language)
        case Message():
            return _inline(block, language)


def _heading(text: str, line: str) -> str:
    return f"{text}\n{line * max(4, 2 * len(text))}"  # a character may be two columns wide


def _toctree(block: Toctree, language: str) -> str:
    caption = [f"   :caption: {block.caption.text(language)}"] if block.caption else []
    return "\n".join([".. toctree::", "   :hidden:", *caption, "", *(f"   /{name}" for name in block.docnames)])


def _table(table: Table, language: str) -> str:
    rows = "\n".join(_row(row, language) for row in (table.head, *table.rows))
    return f".. list-table::\n   :header-rows: 1\n   :widths: auto\n   :align: left\n\n{rows}"


def _row(cells: Iterable[Inline], language: str) -> str:
    inlines = [_inline(cell, language) for cell in cells]
    return "\n".join(f"   {'*' if i == 0 else ' '} - {inline}" for i, inline in enumerate(inlines))


# --- inlines ----------------------------------------------------------------------------------------------------------


def _inline(inline: object, language: str, limit: int = _LONGEST) -> str:
    """Return the reST of an inline; what is none of :data:`.Inline` (a number) stands as its text."""
    match inline:
        case Message():
            return "".join(_pieces(inline, language))
        case Said():
            return _escaped(inline.texts[language], limit)
        case Several():
            return ("、" if language.startswith("zh") else ", ").join(_inline(each, language) for each in inline.docs)
        case Code() | Doc() | Away() | Rule():
            return f"{_SEAM}{_marked(inline, language)}{_SEAM}"
        case _:
            return _escaped(str(inline), limit)


def _marked(inline: Code | Doc | Away | Rule, language: str) -> str:
    match inline:
        case Code():
            return f":literal:`{_escaped(inline.text, _LONGEST)}`"
        case Doc():
            return f":doc:`{_label(inline.label, language)} </{inline.docname}>`"
        case Away():
            return f"`{_label(inline.label, language)} <{inline.path}>`__"
        case Rule():
            return f":agentcfg:rule:`{inline.id}`"


def _label(label: Message | Said | str, language: str) -> str:
    return _inline(label, language, _LONGEST_TITLE)


def _pieces(text: Message, language: str) -> Iterator[str]:
    values = dict(text.values)
    for literal, name, _, _ in Formatter().parse(text.template(language)):
        yield _MEANINGFUL.sub(r"\\\1", literal)
        if name is not None:
            yield _inline(values[name], language)


def _escaped(text: str, limit: int) -> str:
    """Return *text* on one line, visible, cut after *limit* characters; never empty, and with no space around it."""
    return _MEANINGFUL.sub(r"\\\1", excerpt(text, limit).strip() or "–")
