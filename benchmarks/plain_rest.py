"""The doctree of a reference page in, plain reST with the same visible text out: what Sphinx alone would cost.

Entries become definition lists, labels field lists, the overview a list-table, code blocks stay code blocks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_agentcfg.sphinx_ext.fragments import Fragment, drawn_facts, drawn_table, plain, said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx import addnodes

__all__ = ["as_rest", "visible_text"]

_UNDERLINES = "=-~^"
_SPECIAL = re.compile(r"([\\*`|_<>])")
_ESCAPED = r"\\\1"


def visible_text(document: nodes.Node) -> str:
    """Return what a reader sees, blanks evened out and list marks of either side left out."""
    shown = [str(t) for t in document.findall(nodes.Text)]
    return re.sub(r"[\s\0]+", "", "".join(shown))


def as_rest(document: nodes.document) -> str:
    """Return the page as reST."""
    return "\n".join(_Writer().block(document, 0)) + "\n"


class _Writer:
    def __init__(self) -> None:
        self.level = -1

    def block(self, node: nodes.Node, indent: int) -> list[str]:
        name = f"_{type(node).__name__}"
        method = getattr(self, name, None)
        if method is not None:
            return list(method(node, indent))
        return self.blocks(node, indent)

    def blocks(self, node: nodes.Node, indent: int) -> list[str]:
        lines: list[str] = []
        for child in node.children:
            lines += self.block(child, indent)
        return lines

    def _section(self, node: nodes.section, indent: int) -> list[str]:
        self.level += 1
        lines = self.blocks(node, indent)
        self.level -= 1
        return lines

    def _title(self, node: nodes.title, _indent: int) -> list[str]:
        text = inline(node)
        return [text, _UNDERLINES[self.level] * (2 * len(text) + 2), ""]

    def _paragraph(self, node: nodes.paragraph, indent: int) -> list[str]:
        return [" " * indent + line for line in inline(node).splitlines()] + [""]

    def _desc(self, node: addnodes.desc, indent: int) -> list[str]:
        signature, content = node.children
        body = self.blocks(content, indent + 3)
        return [" " * indent + inline(signature), *(body or [" " * (indent + 3) + "..", ""])]

    def _field_list(self, node: nodes.field_list, indent: int) -> list[str]:
        lines: list[str] = []
        for field in node.children:
            name, body = field.children
            inside = self.blocks(body, indent + 3)
            first = inside[0].strip() if inside else ""
            lines += [f"{' ' * indent}:{inline(name).replace(':', chr(92) + ':')}: {first}", *inside[1:]]
        return lines

    def _drawn_facts(self, node: drawn_facts, indent: int) -> list[str]:
        pad = " " * indent
        return [
            f"{pad}:{_marked(label).replace(':', chr(92) + ':')}: {_marked(value)}" for label, value in node["rows"]
        ] + [""]

    def _drawn_table(self, node: drawn_table, indent: int) -> list[str]:
        lines = [f"{' ' * indent}.. list-table::", f"{' ' * indent}   :header-rows: 1", ""]
        for row in node["rows"]:
            for i, cell in enumerate(row):
                mark = "* - " if i == 0 else "  - "
                lines.append(f"{' ' * indent}   {mark}{' '.join(_marked(cell).split())}")
        return [*lines, ""]

    def _literal_block(self, node: nodes.literal_block, indent: int) -> list[str]:
        language = node.get("language") or "yaml"
        body = [" " * (indent + 3) + line for line in node.astext().splitlines()]
        return [f"{' ' * indent}.. code-block:: {language}", f"{' ' * indent}   :force:", "", *body, ""]

    _marked_code = _literal_block  # ours, marked up beforehand

    def _toctree(self, _node: addnodes.toctree, _indent: int) -> list[str]:
        return []


def inline(node: nodes.Node) -> str:
    """Return inline nodes as reST."""
    if isinstance(node, said):
        return _marked(node["tree"])
    if isinstance(node, nodes.Text):
        return _SPECIAL.sub(_ESCAPED, str(node))
    if isinstance(node, nodes.literal):
        return _code(node.astext())
    return "".join(inline(child) for child in node.children)


def _marked(tree: Sequence[Fragment]) -> str:
    """Return fragments as reST: code stays code and bold stays bold, as an author would write them."""
    out = ""
    for each in tree:
        if isinstance(each, str):
            out += _SPECIAL.sub(_ESCAPED, each)
        elif each.kind == "code":
            out += _code(plain(each.inside))
        elif each.kind == "strong":
            out += f"\\ **{_SPECIAL.sub(_ESCAPED, plain(each.inside))}**\\ "
        else:
            out += _marked(each.inside)
    return out


def _code(text: str) -> str:
    if re.search(r"`|^\s|\s$|^$", text):
        return _SPECIAL.sub(_ESCAPED, text)
    return f"\\ ``{text}``\\ "
