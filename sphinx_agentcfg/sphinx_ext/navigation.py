"""A page in, a folded list of all its fields out: the way to one of two hundred entries without scrolling.

Only HTML has it. Fields are not in Sphinx's table of contents (:func:`.entries.entry` says why), and the overview lists
those at the top only.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_agentcfg.sphinx_ext.fragments import as_html, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_agentcfg.reference.model import Field
    from sphinx_agentcfg.sphinx_ext.page import Page

__all__ = ["field_list", "setup_navigation"]

#: A page with fewer fields is seen at a glance, one with more has too long a list.
_FEWEST, _MOST = 12, 3000


class field_tree(nodes.comment):  # noqa: N801  # docutils names nodes so
    """The list as HTML, in ``html``; every writer that does not know it leaves it out, as it does a comment."""


def field_list(page: Page) -> list[nodes.Node]:
    """Return the list of every field with an entry on *page*, or nothing where the overview is enough."""
    from sphinx_agentcfg.messages import N_  # a build that makes no page pays for none of this

    reference = page.reference
    total = len(page.shown)
    roots = (*reference.root.children, *reference.definitions)
    if not _FEWEST <= total <= _MOST or not any(f.children for f in roots):
        return []
    summary = page.speaker.label(N_("All {n} fields"), n=str(total))
    tree = "".join(_items(page, roots, ""))
    name = escape(plain(summary))
    html = f'<nav class="agentcfg-tree" aria-label="{name}"><details><summary>{as_html(summary)}</summary>{tree}'
    return [field_tree("", "", html=f"{html}</details></nav>\n")]


def _items(page: Page, fields: Sequence[Field], parent: str) -> Iterator[str]:
    from sphinx_agentcfg.safe_text import visible

    shown = [f for f in fields if f.path in page.shown]
    if not shown:
        return
    yield "<ul>"
    for field in shown:
        name = visible(field.path.removeprefix("#") if not parent else _inside(field.path, parent))
        yield f'<li><a href="#{escape(page.anchor(field.path))}"><code>{escape(name)}</code></a>'
        yield from _items(page, field.children, field.path)
        yield "</li>"
    yield "</ul>"


def _inside(path: str, parent: str) -> str:
    """Return what *path* adds to its parent: ``name`` of ``a.name``, ``[].name`` of an array's item."""
    from sphinx_agentcfg.reference import paths

    return path.removeprefix(paths.container(path, parent)).removeprefix(".") or path


def _visit(translator: HTML5Translator, node: field_tree) -> None:
    translator.body.append(node["html"])
    raise nodes.SkipNode


def _depart(_translator: HTML5Translator, _node: field_tree) -> None:
    """Add nothing: the list is complete when it has been visited."""


def setup_navigation(app: Sphinx) -> None:
    """Register the node."""
    app.add_node(field_tree, html=(_visit, _depart))
