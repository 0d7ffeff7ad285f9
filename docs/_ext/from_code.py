"""What the code declares once, shown on our own pages: values of conf.py, warnings, and the terms of ``terms.tsv``.

Texts come from the product's own catalogue in the language of the build, so Sphinx has nothing to translate here.
"""

from __future__ import annotations

import csv
import re
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sphinx_agentcfg.languages import html_tag, normalise
from sphinx_agentcfg.messages import translate
from sphinx_agentcfg.sphinx_ext.settings import Settings
from sphinx_agentcfg.sphinx_ext.warnings import SUBTYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_LABELS = {
    "en": {
        "type": "must be",
        "default": "default",
        "meaning": "Meaning",
        "subtype": "Subtype",
        "term": "English",
        "other": "Chinese",
    },
    "zh_CN": {
        "type": "取值",
        "default": "默认值",
        "meaning": "含义",
        "subtype": "子类型",
        "term": "英文",
        "other": "中文",
    },
}
# What stands between the names of formats, and after them.
_NAMES = {"en": (", ", ": "), "zh_CN": ("、", "：")}


class _Generated(SphinxDirective):
    """Something whose contents are made here."""

    @property
    def language(self) -> str:
        """The language of the build, as a gettext code."""
        return normalise(self.config.language) or "en"

    def label(self, name: str) -> nodes.Node:
        """Return the head of a column."""
        return nodes.Text(_LABELS.get(self.language, _LABELS["en"])[name])

    def table(self, heads: Sequence[nodes.Node], rows: Sequence[nodes.row], widths: Sequence[int]) -> nodes.table:
        """Return a table that fits the page."""
        group = nodes.tgroup("", cols=len(heads))
        group += [nodes.colspec(colwidth=width) for width in widths]
        group += nodes.thead("", nodes.row("", *(_cell([head]) for head in heads)))
        group += nodes.tbody("", *rows)
        table = nodes.table("", group, classes=["colwidths-given"])
        self.set_source_info(table)
        return table


class Options(_Generated):
    """Every value of conf.py: its name, what it does, what it must be and its default."""

    def run(self) -> list[nodes.Node]:
        """Return a list; each value can be linked to with the role ``confval``."""
        items = []
        for each in fields(Settings):
            name = f"agentcfg_{each.name}"
            anchor = f"confval-{name}"
            self.env.domains.standard_domain.note_object("confval", name, anchor, location=self.get_location())
            wanted = each.metadata["check"](object()).text(self.language)
            facts = nodes.field_list(
                "",
                self._row("type", nodes.Text(wanted)),
                self._row("default", _code(repr(getattr(Settings(), each.name)))),
            )
            text = _paragraph(_inlines(translate(each.metadata["help"], self.language)))
            term = nodes.term("", "", _code(name), ids=[anchor], translatable=False)
            items.append(nodes.definition_list_item("", term, nodes.definition("", text, facts)))
        made = nodes.definition_list("", *items, classes=["options"])
        self.set_source_info(made)
        return [made]

    def _row(self, label: str, value: nodes.Node) -> nodes.field:
        name = nodes.field_name("", "", self.label(label), translatable=False)
        return nodes.field("", name, nodes.field_body("", _paragraph([value])))


class Warnings(_Generated):
    """Every subtype of warning and what it means."""

    def run(self) -> list[nodes.Node]:
        """Return the table; each row has the anchor ``warning-<subtype>``."""
        rows = [
            nodes.row(
                "",
                _cell([_code(subtype)], ids=[f"warning-{subtype}"]),
                _cell(_inlines(translate(text, self.language))),
            )
            for subtype, text in SUBTYPES.items()
        ]
        return [self.table([self.label("subtype"), self.label("meaning")], rows, (32, 68))]


class Terms(_Generated):
    """The words of this site in both languages, from a table of tab-separated values."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table, with the explanation in the language of the build."""
        relative, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(relative)
        with Path(path).open(encoding="utf-8", newline="") as file:
            entries = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        rows = [
            nodes.row(
                "",
                _cell(_inlines(entry["en"]), lang="en"),
                _cell(_inlines(entry["zh_CN"]), lang="zh_CN"),
                _cell([*self._only_for(entry["formats"]), *_inlines(entry[f"meaning_{self.language}"])]),
            )
            for entry in entries
        ]
        heads = [self.label(name) for name in ("term", "other", "meaning")]
        return [self.table(heads, rows, (24, 24, 52))]

    def _only_for(self, formats: str) -> list[nodes.Node]:
        """Name the formats that alone use a word (``Leji, AgentFS``); a word of the whole site has none."""
        if not formats:
            return []
        between, end = _NAMES.get(self.language, _NAMES["en"])
        return [nodes.strong("", between.join(formats.split(", "))), nodes.Text(end)]


def _cell(inside: Sequence[nodes.Node], *, ids: Sequence[str] = (), lang: str = "") -> nodes.entry:
    paragraph = _paragraph([*(nodes.target("", "", ids=[anchor]) for anchor in ids), *inside])
    if lang:
        paragraph["classes"].append(f"language-{html_tag(lang)}")
    return nodes.entry("", paragraph)


def _paragraph(inside: Sequence[nodes.Node]) -> nodes.paragraph:
    return nodes.paragraph("", "", *inside, translatable=False, support_smartquotes=False)


def _code(text: str) -> nodes.literal:
    return nodes.literal(text, text)


def _inlines(text: str) -> list[nodes.Node]:
    """Return *text* with its `code` as literals."""
    parts = re.split(r"`([^`]+)`", text)
    return [_code(part) if i % 2 else nodes.Text(part) for i, part in enumerate(parts) if part]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the three directives."""
    app.add_directive("agentcfg-options", Options)
    app.add_directive("agentcfg-warnings", Warnings)
    app.add_directive("agentcfg-terms", Terms)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
