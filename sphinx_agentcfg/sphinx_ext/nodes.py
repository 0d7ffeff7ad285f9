"""Nodes of our own: a box with attributes for HTML. Every other builder treats it as the plain container that it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

__all__ = ["box", "setup_nodes"]


class box(nodes.container):  # noqa: N801  # docutils names nodes so
    """A division; ``html`` maps attribute names to values. Writers that do not know it fall back on ``container``."""


def _visit_html(translator: HTML5Translator, node: box) -> None:
    # not the writer's own visit_container: its class "container" is a page-wide box in Bootstrap themes
    translator.body.append(translator.starttag(node, "div", **node.get("html", {})))


def _depart_html(translator: HTML5Translator, _node: box) -> None:
    translator.body.append("</div>\n")


def setup_nodes(app: Sphinx) -> None:
    """Register the nodes."""
    app.add_node(box, html=(_visit_html, _depart_html))
