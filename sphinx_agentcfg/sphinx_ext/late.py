"""Marks that name what another page may show in, links out: the addresses are known when a page is written, not before.

A code block cannot hold Sphinx's own pending links, a table would be a hundred nodes for them, and a way back that
leads nowhere shall not be there at all. Builders other than HTML have ordinary nodes by now, and Sphinx's own links.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import NoUri

from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, as_nodes, drawn_table, marked_code, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.builders import Builder

__all__ = ["setup_late", "trail", "trail_node"]

_BETWEEN = " › "


class trail(nodes.paragraph):  # noqa: N801  # docutils names nodes so
    """The way back from a page: ``steps`` holds links as fragments; those that lead nowhere go, and so may all."""


def trail_node(steps: Sequence[Mark]) -> trail:
    """Return the way back: each step is a link to what another page may show."""
    words = _BETWEEN.join(plain(step.inside) for step in steps)
    return trail("", words, steps=tuple(steps), classes=["agentcfg-trail"], translatable=False)


def _resolve(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Turn every mark that waits into a link, or into its words where no page shows what it names."""
    links = _Links(app.builder, docname)
    if app.builder.format == "html":
        for node in doctree.findall(_waits):
            assert isinstance(node, marked_code | drawn_table)  # noqa: S101  # says the condition
            node.resolve(links.tree)
    for each in list(doctree.findall(trail)):
        links.replace(each)


def _waits(node: nodes.Node) -> bool:
    return isinstance(node, marked_code | drawn_table) and bool(node.get("late"))


class _Links:
    """Finds the addresses for one page."""

    def __init__(self, builder: Builder, docname: str) -> None:
        self.builder = builder
        self.docname = docname

    def replace(self, node: trail) -> None:
        """Put a line with the steps that lead to another page in the place of a way back, or nothing."""
        row: list[Fragment] = []
        for step in node["steps"]:
            docname, address = self._address(step)
            if address and docname != self.docname:
                row += [*([_BETWEEN] if row else []), step._replace(target=address, xref="")]
        if row:
            node.replace_self(nodes.paragraph("", "", *as_nodes(row), classes=node["classes"]))
        elif node["ids"]:  # of a target in front of it, which docutils has handed over
            node.parent.replace(node, nodes.target("", "", ids=node["ids"]))
        else:
            node.parent.remove(node)

    def tree(self, tree: Sequence[Fragment]) -> tuple[Fragment, ...]:
        """Return *tree* with every link that waits made or taken out."""
        return tuple(f if isinstance(f, str) else self._mark(f) for f in tree)

    def _mark(self, mark: Mark) -> Mark:
        inside = self.tree(mark.inside)
        if not mark.xref:
            return mark._replace(inside=inside)
        _, address = self._address(mark)
        return mark._replace(inside=inside, target=address, xref="") if address else Mark("span", inside, mark.classes)

    def _address(self, mark: Mark) -> tuple[str, str]:
        """Return the page that *mark* leads to and its address from here, or nothing."""
        found = self.builder.env.domains["agentcfg"].where(mark.role, mark.xref)  # type: ignore[attr-defined]  # ours
        if found is None:
            return "", ""
        docname, target = found
        if self.builder.name == "singlehtml":
            return docname, f"#{target}"
        try:
            return docname, f"{self.builder.get_relative_uri(self.docname, docname)}#{target}"
        except NoUri:
            return docname, ""


def setup_late(app: Sphinx) -> None:
    """Register the node, a paragraph to every writer, and the last step before a page is written."""
    app.add_node(trail)
    app.connect("doctree-resolved", _resolve)
