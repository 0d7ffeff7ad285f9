"""Markup as a small tree of values, and the nodes that carry one.

A page says most things twice, in spans with classes; as docutils nodes that is a thousand for one small schema, and
every transform of every build walks them all. So a passage (``said``), a list of facts (``drawn_facts``), a table
(``drawn_table``) or a code block (``marked_code``) is one node that knows its tree: the HTML writer prints the tree,
and for every other builder a post-transform turns it into ordinary nodes. The text is always a plain child, so that
search and titles see it.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

__all__ = [
    "Fragment",
    "Mark",
    "as_html",
    "as_nodes",
    "code_block",
    "drawn_facts",
    "drawn_table",
    "facts_node",
    "has_xref",
    "inline_nodes",
    "marked_code",
    "plain",
    "said",
    "setup_fragments",
    "table_node",
]


class Mark(NamedTuple):
    """A marked-up run: what it is (``span``, ``code``, ``em``, ``strong``, ``link``), its classes, and what is in it.

    A ``span`` may have a language (a BCP 47 tag). A link leads to an id on this page, to an address outside, or, with
    ``xref``, to what another page may show: a field, or whatever else ``role`` of our domain names. A named tuple and
    no dataclass: pages hold hundreds, and Sphinx pickles each page twice.
    """

    kind: str
    inside: tuple[Any, ...]  # of Fragment; a named tuple cannot name itself
    classes: tuple[str, ...] = ()
    language: str = ""
    target: str = ""
    xref: str = ""
    role: str = "field"


Fragment = str | Mark

#: Marks a code block that no translator of the site gets to see.
_OURS = "agentcfg"


class said(nodes.inline):  # noqa: N801  # docutils names nodes so
    """An inline passage; ``tree`` holds its fragments."""


class marked_code(nodes.literal_block):  # noqa: N801
    """A code block whose runs are marked up already; ``tree`` holds its fragments, ``language`` names its lexer.

    Builders other than HTML take it for the literal block that it is, and mark its text up themselves. ``late`` says
    that the tree has links which wait until a page is written.
    """

    def resolve(self, links: Callable[[Sequence[Fragment]], tuple[Fragment, ...]]) -> None:
        """Put what *links* makes of the tree in its place."""
        self["tree"] = links(self["tree"])


class drawn_table(nodes.inline):  # noqa: N801
    """A table; ``rows`` holds its cells, each a list of fragments, the head first; ``widths`` are for print.

    An inline node by descent only, so that no transform takes it for a paragraph. ``late`` is as for code.
    """

    def resolve(self, links: Callable[[Sequence[Fragment]], tuple[Fragment, ...]]) -> None:
        """Put what *links* makes of each cell in its place."""
        self["rows"] = tuple(tuple(map(links, row)) for row in self["rows"])


def code_block(text: str, **attributes: Any) -> nodes.literal_block:
    """Return an ordinary code block that is not for the site's translators."""
    return nodes.literal_block(text, text, **{_OURS: True, "translatable": False, **attributes})


def plain(tree: Sequence[Fragment]) -> str:
    """Return the text of the fragments."""
    return "".join([f if isinstance(f, str) else plain(f.inside) for f in tree])


def table_node(
    rows: Sequence[Sequence[Sequence[Fragment]]], widths: Sequence[int], css: str, *, late: bool = False
) -> nodes.Node:
    """Return a table of fragments, the first row its head.

    Where a link may lead to another page there are ordinary nodes, unless such links may wait until the page is written
    (*late*): those of a role of ours, which need not lead anywhere.
    """
    node = drawn_table("", rows=tuple(tuple(map(tuple, r)) for r in rows), widths=tuple(widths), css=css)
    if any(has_xref(cell) for r in rows for cell in r):
        if not late:
            return _as_table(node)
        node["late"] = True
    node += nodes.Text(" ".join(plain(cell) for r in rows for cell in r))
    return node


class drawn_facts(nodes.inline):  # noqa: N801
    """A list of labels and values that are one line each; ``rows`` holds (label, value) as fragments."""


def facts_node(rows: Sequence[tuple[Sequence[Fragment], Sequence[Fragment]]], css: str) -> nodes.Node:
    """Return a list of labels and values; ordinary nodes where a link may lead to another page."""
    kept = tuple((tuple(label), tuple(value)) for label, value in rows)
    node = drawn_facts("", rows=kept, css=css)
    if any(has_xref(value) for _, value in kept):
        return _as_facts(node)
    node += nodes.Text(" ".join([f"{plain(label)} {plain(value)}" for label, value in kept]))
    return node


def _as_facts(node: drawn_facts) -> nodes.field_list:
    rows = [
        nodes.field(
            "",
            nodes.field_name("", "", *as_nodes(label), translatable=False),
            nodes.field_body("", nodes.paragraph("", "", *as_nodes(value), translatable=False)),
        )
        for label, value in node["rows"]
    ]
    return nodes.field_list("", *rows, classes=node["css"].split())


def _as_table(node: drawn_table) -> nodes.table:
    rows = [nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *as_nodes(c))) for c in r)) for r in node["rows"]]
    group = nodes.tgroup("", cols=len(node["widths"]))
    group += [nodes.colspec(colwidth=width) for width in node["widths"]]
    group += [nodes.thead("", rows[0]), nodes.tbody("", *rows[1:])]
    return nodes.table("", group, classes=[*node["css"].split(), "colwidths-auto"])


def inline_nodes(tree: Sequence[Fragment]) -> list[nodes.Node]:
    """Return the fragments as few nodes: plain text as text, all else as one ``said``.

    A link that may lead to another page cannot wait: Sphinx has to see it, so then there are ordinary nodes.
    """
    if not tree:
        return []
    if len(tree) == 1 and isinstance(tree[0], str):
        return [nodes.Text(tree[0])]
    if has_xref(tree):
        return as_nodes(tree)
    return [said("", plain(tree), tree=tuple(tree))]


def has_xref(tree: Sequence[Fragment]) -> bool:
    """Say whether a link in *tree* may lead to another page."""
    return any(isinstance(each, Mark) and (each.xref or has_xref(each.inside)) for each in tree)


def as_nodes(tree: Sequence[Fragment]) -> list[nodes.Node]:
    """Return the fragments as ordinary nodes, for every builder."""
    return [nodes.Text(f) if isinstance(f, str) else _as_node(f) for f in tree]


def _as_node(mark: Mark) -> nodes.Node:
    inside = as_nodes(mark.inside)
    classes = [*mark.classes, *([f"language-{mark.language}"] if mark.language else [])]
    if mark.xref:
        from sphinx import addnodes

        # Of a link that leads nowhere Sphinx keeps the first node only.
        inside = inside if len(inside) == 1 else [nodes.inline("", "", *inside)]
        return addnodes.pending_xref(
            "", *inside, refdomain="agentcfg", reftype=mark.role, reftarget=mark.xref, refwarn=False, refexplicit=True
        )
    match mark.kind:
        case "code":
            return nodes.literal(plain(mark.inside), "", *inside, classes=classes)
        case "em":
            return nodes.emphasis("", "", *inside)
        case "strong":
            return nodes.strong("", "", *inside)
        case "link":
            where = {"refid": mark.target[1:]} if mark.target.startswith("#") else {"refuri": mark.target}
            return nodes.reference("", "", *inside, internal=not _leads_out(mark.target), **where)
        case _:
            return nodes.inline("", "", *inside, classes=classes)


def _leads_out(target: str) -> bool:
    return target.lower().startswith(("http:", "https:", "mailto:"))


# --- HTML -------------------------------------------------------------------------------------------------------------

_TAGS = {"code": "code", "em": "em", "strong": "strong", "span": "span"}


def as_html(tree: Sequence[Fragment]) -> str:
    """Return the fragments as HTML; a link whose target is not known is its words."""
    return "".join([escape(f, quote=False) if isinstance(f, str) else _html_of(f) for f in tree])


def _html_of(mark: Mark) -> str:
    inside = as_html(mark.inside)
    if mark.kind == "link":
        if not mark.target:
            return inside
        css = "external" if _leads_out(mark.target) else "internal"
        return f'<a class="reference {css}" href="{escape(mark.target)}">{inside}</a>'
    tag = _TAGS[mark.kind]
    classes = ("docutils", "literal", "notranslate", *mark.classes) if mark.kind == "code" else mark.classes
    css = f' class="{escape(" ".join(classes))}"' if classes else ""
    language = f' lang="{escape(mark.language)}"' if mark.language else ""
    return f"<{tag}{css}{language}>{inside}</{tag}>"


def _visit_said(translator: HTML5Translator, node: said) -> None:
    translator.body.append(as_html(node["tree"]))
    raise nodes.SkipNode


def _visit_table(translator: HTML5Translator, node: drawn_table) -> None:
    head, *rows = node["rows"]
    out = [f'<table class="{escape(node["css"])} docutils align-default">\n<thead><tr>']
    out += [f'<th class="head">{as_html(cell)}</th>' for cell in head]
    out.append("</tr></thead>\n<tbody>\n")
    for each in rows:
        out += ["<tr>", *(f"<td>{as_html(cell)}</td>" for cell in each), "</tr>\n"]
    translator.body.append("".join([*out, "</tbody>\n</table>\n"]))
    raise nodes.SkipNode


def _visit_facts(translator: HTML5Translator, node: drawn_facts) -> None:
    out = [f'<dl class="field-list simple {escape(node["css"])}">\n']
    for label, value in node["rows"]:
        out.append(f'<dt>{as_html(label)}<span class="colon">:</span></dt>\n<dd><p>{as_html(value)}</p></dd>\n')
    translator.body.append("".join([*out, "</dl>\n"]))
    raise nodes.SkipNode


def _visit_code(translator: HTML5Translator, node: marked_code) -> None:
    language = escape(node["language"])
    lead = f'<div class="highlight-{language} notranslate agentcfg-code"><div class="highlight"><pre><span></span>'
    translator.body.append(f"{lead}{as_html(node['tree'])}</pre></div></div>\n")
    raise nodes.SkipNode


def _depart(_translator: HTML5Translator, _node: nodes.Element) -> None:
    """Add nothing: the nodes are complete when they have been visited."""


class _Expand(SphinxPostTransform):
    """Turns every passage into ordinary nodes for builders that are not HTML."""

    default_priority = 5
    formats = ("html",)

    def is_supported(self) -> bool:
        """Say that this is for every builder but those of ``formats``."""
        return not super().is_supported()

    def run(self, **_kwargs: Any) -> None:
        for node in list(self.document.findall(said)):
            node.replace_self(as_nodes(node["tree"]))
        for table in list(self.document.findall(drawn_table)):
            table.replace_self(_as_table(table))
        for facts in list(self.document.findall(drawn_facts)):
            facts.replace_self(_as_facts(facts))


class _KeepFromTranslators(SphinxTransform):
    """Takes our code blocks back from the site's translators: ``gettext_additional_targets`` claims every one."""

    default_priority = 11  # right after Sphinx's own transform

    def apply(self, **_kwargs: Any) -> None:
        if "literal-block" in self.config.gettext_additional_targets:
            for block in self.document.findall(nodes.literal_block):
                if _OURS in block or isinstance(block, marked_code):
                    block["translatable"] = False


def setup_fragments(app: Sphinx) -> None:
    """Register the nodes."""
    app.add_node(said, html=(_visit_said, _depart))
    app.add_node(drawn_facts, html=(_visit_facts, _depart))
    app.add_node(drawn_table, html=(_visit_table, _depart))
    app.add_node(marked_code, html=(_visit_code, _depart))
    app.add_transform(_KeepFromTranslators)
    app.add_post_transform(_Expand)
