"""Nodes of audit pages: a table whose rows can be targets, a matrix with its data, a link to the full report.

Every builder gets ordinary nodes of them. HTML prints the table itself, like any other of ours
(:mod:`.fragments`), and takes the data of a matrix along for the script that replaces its table.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_agentcfg.sphinx_ext.fragments import Fragment, as_html, as_nodes, drawn_table, has_xref, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

__all__ = ["audit_table", "matrix_host", "report_link", "setup_audit_nodes", "table"]

Cells = list[list[Fragment]]


class audit_table(drawn_table):  # noqa: N801  # docutils names nodes so
    """A table of an audit; ``anchors`` has an id for each row (empty: none), ``label`` names the table aloud."""


class matrix_host(nodes.container):  # noqa: N801
    """The place of a matrix: its static tables, and the ``payload`` with which a script draws it anew.

    ``names`` are the profiles of its rows, whose addresses are known when the page is written; ``tags`` the languages.
    """


class report_link(nodes.inline):  # noqa: N801
    """A link to the file ``name`` beside the pages; it goes where a builder writes none."""


def table(
    rows: Sequence[Cells], widths: Sequence[int], label: str, css: str = "", anchors: Sequence[str] = ()
) -> audit_table:
    """Return the table, the first row its head; *label* is its name for those who hear the page.

    *anchors* has an id, or nothing, for each of the other rows.
    """
    every = tuple(tuple(map(tuple, row)) for row in rows)
    node = audit_table(
        "",
        rows=every,
        widths=tuple(widths),
        css=f"agentcfg-table {css}".strip(),
        anchors=tuple(anchors) or ("",) * (len(rows) - 1),
        label=label,
    )
    node["late"] = any(has_xref(cell) for row in every for cell in row)
    node += nodes.Text(" ".join(plain(cell) for row in every for cell in row))
    return node


# --- HTML -------------------------------------------------------------------------------------------------------------


def _visit_table(translator: HTML5Translator, node: audit_table) -> None:
    head, *rows = node["rows"]
    label, css = escape(node["label"]), escape(node["css"])
    out = [f'<div class="agentcfg-scroll" role="region" tabindex="0" aria-label="{label}">\n']
    out.append(f'<table class="{css} docutils align-default">\n<thead><tr>')
    out += [f'<th class="head" scope="col">{as_html(cell)}</th>' for cell in head]
    out.append("</tr></thead>\n<tbody>\n")
    for anchor, row in zip(node["anchors"], rows, strict=True):
        out.append(f'<tr id="{escape(anchor)}">' if anchor else "<tr>")
        out += [*(f"<td>{as_html(cell)}</td>" for cell in row), "</tr>\n"]
    translator.body.append("".join([*out, "</tbody>\n</table>\n</div>\n"]))
    raise nodes.SkipNode


def _visit_matrix(translator: HTML5Translator, node: matrix_host) -> None:
    attributes = {} if _is_book(translator) else {"data-agentcfg-matrix": node["key"], "data-languages": node["tags"]}
    translator.body.append(translator.starttag(node, "div", **attributes))


def _depart_matrix(translator: HTML5Translator, node: matrix_host) -> None:
    translator.body.append("</div>\n")
    if _is_book(translator):
        return
    import json

    text = json.dumps(node["payload"], ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    key = escape(node["key"])
    translator.body.append(f'<script type="application/json" id="{key}">{text}</script>\n')


def _visit_link(translator: HTML5Translator, node: report_link) -> None:
    translator.body.append(f'<a class="reference internal" href="{escape(node["address"])}">')


def _depart_link(translator: HTML5Translator, _node: report_link) -> None:
    translator.body.append("</a>")


def _depart(_translator: HTML5Translator, _node: nodes.Element) -> None:
    """Add nothing: the table is complete when it has been visited."""


def _is_book(translator: HTML5Translator) -> bool:
    return bool(translator.builder.name == "epub")


# --- other builders ---------------------------------------------------------------------------------------------------


class _Expand(SphinxPostTransform):
    """Turns tables into ordinary nodes for builders that are not HTML, before those of other pages are."""

    default_priority = 4
    formats = ("html",)

    def is_supported(self) -> bool:
        """Say that this is for every builder but those of ``formats``."""
        return not super().is_supported()

    def run(self, **_kwargs: Any) -> None:
        for node in list(self.document.findall(audit_table)):
            node.replace_self(_as_table(node))


def _as_table(node: audit_table) -> nodes.table:
    anchors = ("", *node["anchors"])
    rows = [nodes.row("", *_entries(row, anchor)) for row, anchor in zip(node["rows"], anchors, strict=True)]
    group = nodes.tgroup("", cols=len(node["widths"]))
    group += [nodes.colspec(colwidth=width) for width in node["widths"]]
    group += [nodes.thead("", rows[0]), nodes.tbody("", *rows[1:])]
    return nodes.table("", group, classes=[*node["css"].split(), "colwidths-given"])


def _entries(row: Sequence[Sequence[Fragment]], anchor: str) -> list[nodes.entry]:
    made = [nodes.entry("", nodes.paragraph("", "", *as_nodes(cell))) for cell in row]
    if anchor:
        made[0].insert(0, nodes.target("", "", ids=[anchor]))
    return made


# --- addresses --------------------------------------------------------------------------------------------------------


def _address(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Fill in what is known when a page is written: where profiles and the report are."""
    html = app.builder.format == "html" and app.builder.name != "epub"
    for link in list(doctree.findall(report_link)):
        if html:
            link["address"] = _beside(app, docname, link["name"])
        else:
            link.parent.remove(link)
    for host in list(doctree.findall(matrix_host)) if html else ():
        for head, name in zip(host["payload"]["rows"], host["names"], strict=True):
            address = _of_profile(app, docname, name)
            if address:
                head["href"] = address


def _beside(app: Sphinx, docname: str, file: str) -> str:
    from sphinx.util.osutil import relative_uri

    if app.builder.name == "singlehtml":
        return file
    return relative_uri(app.builder.get_target_uri(docname), file)


def _of_profile(app: Sphinx, docname: str, name: str) -> str:
    found = app.env.domains["agentcfg"].where("profile", name)  # type: ignore[attr-defined]  # ours
    if found is None:
        return ""
    target, anchor = found
    if app.builder.name == "singlehtml":
        return f"#{anchor}"
    return f"{app.builder.get_relative_uri(docname, target)}#{anchor}"


def setup_audit_nodes(app: Sphinx) -> None:
    """Register the nodes and the last step before a page is written."""
    app.add_node(audit_table, html=(_visit_table, _depart))
    app.add_node(matrix_host, html=(_visit_matrix, _depart_matrix))
    app.add_node(report_link, html=(_visit_link, _depart_link))
    app.add_post_transform(_Expand)
    app.connect("doctree-resolved", _address)
