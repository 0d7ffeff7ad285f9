"""A listing and what was found in it in, one code block out with each finding right below its line.

In HTML it stays one block, so that a copy is the file and nothing else: notes cannot be selected, and sphinx-copybutton
is told to leave them out. Other builders get the code in pieces with an ordinary paragraph below each marked line.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_agentcfg.sphinx_ext.fragments import (
    Fragment,
    as_html,
    as_nodes,
    code_block,
    has_xref,
    marked_code,
    plain,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_agentcfg.sphinx_ext.listing import Line

__all__ = ["Note", "annotated_block", "setup_annotated"]

_CLASS = "agentcfg-finding"


class Note(NamedTuple):
    """What stands below a line: its number (0: above the first), a severity, the words, and the column it is about."""

    line: int
    severity: str
    words: tuple[Fragment, ...]
    column: int | None = None


class annotated_code(marked_code):  # noqa: N801  # docutils names nodes so
    """A code block with notes; ``tree`` holds its lines and ``notes`` what stands below them."""

    def resolve(self, links: Callable[[Sequence[Fragment]], tuple[Fragment, ...]]) -> None:
        """Put what *links* makes of each line and each note in its place."""
        self["tree"] = tuple(links(line) for line in self["tree"])
        self["notes"] = tuple(note._replace(words=links(note.words)) for note in self["notes"])

    def notes_below(self, number: int) -> list[Note]:
        """Return the notes of a line."""
        return [note for note in self["notes"] if note.line == number]


def annotated_block(lines: Sequence[Line], language: str, notes: Sequence[Note] = ()) -> annotated_code:
    """Return the lines as one code block; a note without a line of its own stands at the top."""
    text = "\n".join(map(plain, lines))
    kept = tuple(n if 0 < n.line <= len(lines) else n._replace(line=min(max(n.line, 0), len(lines))) for n in notes)
    node = annotated_code(text, text, tree=tuple(lines), notes=kept, language=language, force=True, translatable=False)
    # What is found in a search stands there as plain text, the notes too.
    node += [nodes.Text("\n" + plain(note.words)) for note in kept]
    node["late"] = any(map(has_xref, lines)) or any(has_xref(note.words) for note in kept)
    return node


def _visit_html(translator: HTML5Translator, node: annotated_code) -> None:
    language = escape(node["language"])
    out = [f'<div class="highlight-{language} notranslate agentcfg-code"><div class="highlight"><pre><span></span>']
    out += map(_html_note, node.notes_below(0))
    for number, line in enumerate(node["tree"], 1):
        below = node.notes_below(number)
        text = as_html(line) + "\n"
        out.append(f'<span class="agentcfg-marked agentcfg-{below[0].severity}">{text}</span>' if below else text)
        out += map(_html_note, below)
    translator.body.append("".join([*out, "</pre></div></div>\n"]))
    raise nodes.SkipNode


def _html_note(note: Note) -> str:
    # The line end is for readers without a style sheet; with one, the note is a block.
    return f'<span class="{_CLASS} agentcfg-{note.severity}" role="note">{as_html(note.words)}\n</span>'


def _depart_html(_translator: HTML5Translator, _node: annotated_code) -> None:
    """Add nothing: the block is complete when it has been visited."""


class _InPieces(SphinxPostTransform):
    """Turns each block into code and paragraphs for builders that are not HTML."""

    default_priority = 5
    formats = ("html",)

    def is_supported(self) -> bool:
        """Say that this is for every builder but those of ``formats``."""
        return not super().is_supported()

    def run(self, **_kwargs: Any) -> None:
        for block in list(self.document.findall(annotated_code)):
            block.replace_self(_pieces(block))


def _pieces(block: annotated_code) -> list[nodes.Element]:
    found: list[nodes.Element] = list(map(_paragraph, block.notes_below(0)))
    rows: list[str] = []
    for number, line in enumerate(block["tree"], 1):
        rows.append(plain(line))
        below = block.notes_below(number)
        if below or number == len(block["tree"]):
            found.append(code_block("\n".join(rows), language=block["language"], force=True))
            found += map(_paragraph, below)
            rows = []
    return found


def _paragraph(note: Note) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.Text("^ "), *as_nodes(note.words), classes=[_CLASS], translatable=False)


def _exclude_from_copies(_app: Sphinx, config: Config) -> None:
    """Keep sphinx-copybutton from copying notes; whatever else the project excludes stays excluded."""
    if "copybutton_exclude" in config.values:
        config["copybutton_exclude"] = ", ".join(filter(None, (config.copybutton_exclude, f".{_CLASS}")))


def setup_annotated(app: Sphinx) -> None:
    """Register the node."""
    app.add_node(annotated_code, html=(_visit_html, _depart_html))
    app.add_post_transform(_InPieces)
    # Before the button's own handler, which has the usual 500.
    app.connect("config-inited", _exclude_from_copies, priority=400)
