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
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

__all__ = [
    "Fragment",
    "Mark",
    "code_block",
    "drawn_facts",
    "drawn_table",
    "facts_node",
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
    ``xref``, to a field that another page may show. A named tuple and no dataclass: pages hold hundreds, and Sphinx
    pickles each page twice.
    """

    kind: str
    inside: tuple[Any, ...]  # of Fragment; a named tuple cannot name itself
    classes: tuple[str, ...] = ()
    language: str = ""
    target: str = ""
    xref: str = ""


Fragment = str | Mark

#: Marks a code block that no translator of the site gets to see.
_OURS = "agentcfg"


class said(nodes.inline):  # noqa: N801  # docutils names nodes so
    """An inline passage; ``tree`` holds its fragments."""


class marked_code(nodes.literal_block):  # noqa: N801
    """A code block whose runs are marked up already; ``tree`` holds its fragments, ``language`` names its lexer.

    Builders other than HTML take it for the literal block that it is, and mark its text up themselves.
    """


class drawn_table(nodes.inline):  # noqa: N801
    """A table; ``rows`` holds its cells, each a list of fragments, the head first; ``widths`` are for print.

    An inline node by descent only, so that no transform takes it for a paragraph.
    """


def code_block(text: str, **attributes: Any) -> nodes.literal_block:
    """Return an ordinary code block that is not for the site's translators."""
    return nodes.literal_block(text, text, **{_OURS: True, "translatable": False, **attributes})


def plain(tree: Sequence[Fragment]) -> str:
    """Return the text of the fragments."""
    return "".join([f if isinstance(f, str) else plain(f.inside) for f in tree])


def table_node(rows: Sequence[Sequence[Sequence[Fragment]]], widths: Sequence[int], css: str) -> nodes.Node:
    """Return a table of fragments, the first row its head; ordinary nodes where a link may lead to another page."""
    node = drawn_table("", rows=tuple(tuple(map(tuple, r)) for r in rows), widths=tuple(widths), css=css)
    if any(_has_xref(cell) for r in rows for cell in r):
        return _as_table(node)
    node += nodes.Text(" ".join(plain(cell) for r in rows for cell in r))
    return node


class drawn_facts(nodes.inline):  # noqa: N801
    """A list of labels and values that are one line each; ``rows`` holds (label, value) as fragments."""


def facts_node(rows: Sequence[tuple[Sequence[Fragment], Sequence[Fragment]]], css: str) -> nodes.Node:
    """Return a list of labels and values; ordinary nodes where a link may lead to another page."""
    kept = tuple((tuple(label), tuple(value)) for label, value in rows)
    node = drawn_facts("", rows=kept, css=css)
    if any(_has_xref(value) for _, value in kept):
        return _as_facts(node)
    node += nodes.Text(" ".join([f"{plain(label)} {plain(value)}" for label, value in kept]))
    return node


def _as_facts(node: drawn_facts) -> nodes.field_list:
    rows = [
        nodes.field(
            "",
            nodes.field_name("", "", *_as_nodes(label), translatable=False),
            nodes.field_body("", nodes.paragraph("", "", *_as_nodes(value), translatable=False)),
        )
        for label, value in node["rows"]
    ]
    return nodes.field_list("", *rows, classes=node["css"].split())


def _as_table(node: drawn_table) -> nodes.table:
    rows = [nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *_as_nodes(c))) for c in r)) for r in node["rows"]]
    group = nodes.tgroup("", cols=len(node["widths"]))
    group += [nodes.colspec(colwidth=width) for width in node["widths"]]
    group += [nodes.thead("", rows[0]), nodes.tbody("", *rows[1:])]
    return nodes.table("", group, classes=[node["css"], "colwidths-auto"])


def inline_nodes(tree: Sequence[Fragment]) -> list[nodes.Node]:
    """Return the fragments as few nodes: plain text as text, all else as one ``said``.

    A link that may lead to another page cannot wait: Sphinx has to see it, so then there are ordinary nodes.
    """
    if not tree:
        return []
    if len(tree) == 1 and isinstance(tree[0], str):
        return [nodes.Text(tree[0])]
    if _has_xref(tree):
        return _as_nodes(tree)
    return [said("", plain(tree), tree=tuple(tree))]


def _has_xref(tree: Sequence[Fragment]) -> bool:
    return any(isinstance(each, Mark) and (each.xref or _has_xref(each.inside)) for each in tree)


def _as_nodes(tree: Sequence[Fragment]) -> list[nodes.Node]:
    return [nodes.Text(f) if isinstance(f, str) else _as_node(f) for f in tree]


def _as_node(mark: Mark) -> nodes.Node:
    inside = _as_nodes(mark.inside)
    classes = [*mark.classes, *([f"language-{mark.language}"] if mark.language else [])]
    if mark.xref:
        from sphinx import addnodes

        return addnodes.pending_xref(
            "", *inside, refdomain="agentcfg", reftype="field", reftarget=mark.xref, refwarn=False, refexplicit=True
        )
    match mark.kind:
        case "code":
            return nodes.literal(plain(mark.inside), "", *inside, classes=classes)
        case "em":
            return nodes.emphasis("", "", *inside)
        case "strong":
            return nodes.strong("", "", *inside)
        case "link":
            inner = mark.target.startswith("#")
            where = {"refid": mark.target[1:]} if inner else {"refuri": mark.target}
            return nodes.reference("", "", *inside, internal=inner, **where)
        case _:
            return nodes.inline("", "", *inside, classes=classes)


# --- HTML -------------------------------------------------------------------------------------------------------------

_TAGS = {"code": "code", "em": "em", "strong": "strong", "span": "span"}


def _html(tree: Sequence[Fragment]) -> str:
    return "".join([escape(f, quote=False) if isinstance(f, str) else _html_of(f) for f in tree])


def _html_of(mark: Mark) -> str:
    inside = _html(mark.inside)
    if mark.kind == "link":
        css = "internal" if mark.target.startswith("#") else "external"
        return f'<a class="reference {css}" href="{escape(mark.target)}">{inside}</a>'
    tag = _TAGS[mark.kind]
    classes = ("docutils", "literal", "notranslate", *mark.classes) if mark.kind == "code" else mark.classes
    css = f' class="{escape(" ".join(classes))}"' if classes else ""
    language = f' lang="{escape(mark.language)}"' if mark.language else ""
    return f"<{tag}{css}{language}>{inside}</{tag}>"


def _visit_said(translator: HTML5Translator, node: said) -> None:
    translator.body.append(_html(node["tree"]))
    raise nodes.SkipNode


def _visit_table(translator: HTML5Translator, node: drawn_table) -> None:
    head, *rows = node["rows"]
    out = [f'<table class="{escape(node["css"])} docutils align-default">\n<thead><tr>']
    out += [f'<th class="head">{_html(cell)}</th>' for cell in head]
    out.append("</tr></thead>\n<tbody>\n")
    for each in rows:
        out += ["<tr>", *(f"<td>{_html(cell)}</td>" for cell in each), "</tr>\n"]
    translator.body.append("".join([*out, "</tbody>\n</table>\n"]))
    raise nodes.SkipNode


def _visit_facts(translator: HTML5Translator, node: drawn_facts) -> None:
    out = [f'<dl class="field-list simple {escape(node["css"])}">\n']
    for label, value in node["rows"]:
        out.append(f'<dt>{_html(label)}<span class="colon">:</span></dt>\n<dd><p>{_html(value)}</p></dd>\n')
    translator.body.append("".join([*out, "</dl>\n"]))
    raise nodes.SkipNode


def _visit_code(translator: HTML5Translator, node: marked_code) -> None:
    language = escape(node["language"])
    lead = f'<div class="highlight-{language} notranslate agentcfg-code"><div class="highlight"><pre><span></span>'
    translator.body.append(f"{lead}{_html(node['tree'])}</pre></div></div>\n")
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
            node.replace_self(_as_nodes(node["tree"]))
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
