"""A page whose schema lists what a role rules over in, the table of those settings out.

evolcore's ``x-permission-fields`` (``facts/agentfs-evolcore.md`` B.1): each row is a policy that a role may hold, with
its flags and its options. The name leads to the entry of the field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.reference.locate import FieldFinder
from sphinx_agentcfg.reference.phrases import literal as literal_phrase
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark
from sphinx_agentcfg.sphinx_ext.page import Page, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.model import EnumValue, Governed

__all__ = ["governed_table", "source_of_values"]

Line = list[Fragment]
Cells = list[list[Line]]

#: Where the values of a field come from, in words.
_OPTIONS_SOURCES = {
    "static-enum": N_("this schema"),
    "model-catalog": N_("the models that the tool knows"),
    "operation-catalog": N_("the operations that the tool registers"),
}
#: What a flag says when it is set, and when it is not.
_FLAGS = {
    "hasOptions": (N_("has a list of values"), N_("has no list of values")),
    "relationOverrideApplied": (N_("a relation may override it"), N_("no relation may override it")),
    "constraintsApplied": (N_("limits are enforced"), N_("limits are not enforced")),
    "editable": (N_("can be edited in the interface"), N_("cannot be edited in the interface")),
    "x-runtimeApplied": (N_("takes effect at run time"), N_("has no effect at run time")),
}


def governed_table(page: Page) -> list[nodes.Node]:
    """Return the table with a line above it, or nothing where the schema lists no such settings."""
    settings = page.reference.root.main.governed
    if not settings:
        return []
    label = page.speaker.label
    finder = FieldFinder(page.reference)
    head: Cells = [[label(N_("Governed field"))], [label(N_("Values"))], [label(N_("Properties"))]]
    rows = [[list(_name(page, finder, s)), list(_values(page, s)), [_flags(page, s)]] for s in settings]
    lead = label(N_("What a role governs: {n} fields, with the values offered for each"), n=str(len(settings)))
    return [paragraph(lead, "agentcfg-lead"), _table([head, *rows])]


def _table(rows: list[Cells]) -> nodes.table:
    head, *body = (nodes.row("", *(nodes.entry("", *map(paragraph, cell)) for cell in cells)) for cells in rows)
    group = nodes.tgroup("", cols=len(rows[0]))
    group += [nodes.colspec(colwidth=width) for width in (34, 38, 28)]
    group += [nodes.thead("", head), nodes.tbody("", *body)]
    return nodes.table("", group, classes=["agentcfg-overview", "agentcfg-governed"])


def _name(page: Page, finder: FieldFinder, setting: Governed) -> Iterator[Line]:
    places = (("",), *((f.path,) for f in page.reference.root.children))
    path = next((p for way in places if (p := finder.find((*filter(None, way), setting.name)))), None)
    name = visible(setting.name)
    yield [page.link(name, path) if path else code(name)]
    if setting.label:
        yield [Mark("strong", tuple(page.speaker.line(setting.label)))]
    if setting.description:
        yield page.speaker.line(setting.description)


def _values(page: Page, setting: Governed) -> Iterator[Line]:
    speaker = page.speaker
    if setting.value_type:
        yield [*speaker.label(N_("type")), " ", code(setting.value_type)]
    if setting.options_source:
        yield [*speaker.label(N_("values from")), " ", *source_of_values(page, setting.options_source)]
    for choices, label in ((setting.options, N_("options")), (setting.patterns, N_("suggested patterns"))):
        if choices:
            yield [*speaker.label(label), " ", *_choices(page, choices)]


def _choices(page: Page, choices: tuple[EnumValue, ...]) -> Iterator[Fragment]:
    for i, choice in enumerate(choices):
        if i:
            yield " · "
        yield from page.speaker.fragments(literal_phrase(choice.value))
        if choice.meaning:
            yield " "
            yield from page.speaker.line(choice.meaning)


def _flags(page: Page, setting: Governed) -> Line:
    """Return every flag as a clause, one that is not set in bold: it is the one that a reader looks for."""
    label = page.speaker.label
    line: Line = []
    for name, value in setting.flags:
        line += [" · "] if line else []
        if name not in _FLAGS:
            line.append(code(f"{name}: {str(value).lower()}"))
        elif value:
            line += label(_FLAGS[name][0])
        else:
            line.append(Mark("strong", tuple(label(_FLAGS[name][1]))))
    return line


def source_of_values(page: Page, name: str) -> list[Fragment]:
    """Return what an ``x-optionsSource`` means, and the word itself."""
    known = _OPTIONS_SOURCES.get(name)
    return [*page.speaker.label(known), " (", code(name), ")"] if known else [code(name)]
