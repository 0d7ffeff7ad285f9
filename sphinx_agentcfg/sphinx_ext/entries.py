"""A field in, its entry on the page out: name, type and requirement in one line, then all that is said of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.reference.model import ALWAYS, MISSING, Facet, Text, Union, Values
from sphinx_agentcfg.reference.phrases import literal as literal_phrase
from sphinx_agentcfg.reference.wording import MOST_VALUES
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.page import Page, field_list, literal, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.model import EnumValue, Field

__all__ = ["entry", "facts"]

_MOST_OF_A_KEYWORD = 300
_FLAGS = (("deprecated", N_("deprecated")), ("read_only", N_("read-only")), ("write_only", N_("write-only")))
_PARTS = {
    "item": N_("each item"),
    "entry": N_("each value"),
    "key": N_("each key"),
    "contains": N_("at least one item"),
}
_NOTES = {"info": nodes.note, "warning": nodes.warning, "tip": nodes.tip}


def entry(page: Page, field: Field, shown_path: str = "") -> addnodes.desc:
    """Return the entry of *field*; ``shown_path`` is how it is written, its path as a rule."""
    name = shown_path or field.path
    signature = addnodes.desc_signature(
        "",
        "",
        addnodes.desc_name("", visible(name)),
        ids=[page.anchor(field.path)],
        translatable=False,
        _toc_name=visible(name),
        _toc_parts=(visible(name),),
    )
    signature += list(_head(page, field))
    content = addnodes.desc_content("", *_body(page, field))
    return addnodes.desc(
        "", signature, content, domain="agentcfg", objtype="field", desctype="field", classes=["agentcfg", "field"]
    )


def _head(page: Page, field: Field) -> Iterator[nodes.Node]:
    """Give type, requirement and flags, each in a span of its own; the dash is for builders without a style sheet."""
    speaker, main = page.speaker, field.main
    yield from _part(speaker.phrase(lambda voice: voice.type(main.type)), "agentcfg-type")
    if main.type_name:
        yield from _part([literal(visible(main.type_name))], "agentcfg-type")
    if field.required.always:
        yield from _part(speaker.phrase(lambda voice: voice.requirement(ALWAYS)), "agentcfg-required")
    elif field.required.when:
        said = speaker.phrase(lambda voice: voice.requirement(field.required))
        yield from _part(said, "agentcfg-conditional")
    for attribute, label in _FLAGS:
        if getattr(main, attribute):
            yield from _part(speaker.label(label), f"agentcfg-{attribute.replace('_', '-')}")
    if main.status:
        yield from _part([nodes.Text(visible(main.status))], "agentcfg-status")


def _part(inside: list[nodes.Node], css: str) -> list[nodes.Node]:
    dash = nodes.inline("", " — ", classes=["agentcfg-dash"])
    return [dash, nodes.inline("", "", *inside, classes=[css])]


def _body(page: Page, field: Field) -> Iterator[nodes.Node]:
    for facet in field.facets:
        if facet.context is None:
            yield from facts(page, facet)
        else:
            yield from _conditional(page, facet, alone=len(field.facets) == 1)
    hidden = [f for f in field.walk() if not page.has_entry(f)]
    if hidden and page.has_entry(field) and not any(page.has_entry(f) for f in field.children):
        yield nodes.paragraph("", "", *page.speaker.label(N_("{n} more fields inside"), n=str(len(hidden))), classes=["agentcfg-more"])


def _conditional(page: Page, facet: Facet, *, alone: bool) -> Iterator[nodes.Node]:
    """Give what holds only under a condition, below a line that says which."""
    context = facet.context
    assert context is not None  # noqa: S101  # only called so
    lead = page.speaker.phrase(lambda voice: voice.context(context))
    inner = [nodes.paragraph("", "", *lead, classes=["agentcfg-condition"])]
    if not alone:
        kind = page.speaker.phrase(lambda voice: voice.type(facet.type))
        inner[0] += [nodes.Text(" — "), *kind]
    yield nodes.container("", *inner, *facts(page, facet), classes=["agentcfg-when"])


def facts(page: Page, facet: Facet) -> Iterator[nodes.Node]:
    """Give title, descriptions, values, limits and notes of a facet."""
    speaker = page.speaker
    if facet.title:
        yield nodes.paragraph("", "", nodes.strong("", "", *speaker.line(facet.title)), classes=["agentcfg-title"])
    for text in facet.descriptions:
        yield from speaker.prose(text)
    if isinstance(facet.deprecated, Text):
        yield from speaker.prose(facet.deprecated)
    if any(v.meaning for v in facet.values):
        yield from field_list([_value(page, v, facet) for v in facet.values], "agentcfg-values")
    yield from field_list(list(_rows(page, facet)))
    for note in facet.notes:
        yield _NOTES.get(note.kind, nodes.note)("", *speaker.prose(note.text))


def _value(page: Page, value: EnumValue, facet: Facet) -> nodes.field:
    label: list[nodes.Node] = [*page.speaker.nodes(literal_phrase(value.value))]
    if value.name:
        label += [nodes.Text(" "), literal(visible(value.name), "agentcfg-name")]
    if _is(value.value, facet.default):
        mark = nodes.inline("", " ← ", classes=["agentcfg-default"])
        label.append(mark)
        mark += page.speaker.label(N_("default"))
    return row(label, *(page.speaker.prose(value.meaning) if value.meaning else [nodes.paragraph()]))


def _is(value: object, default: object) -> bool:
    """Compare as JSON does: ``1`` is not ``true``."""
    return type(value) is type(default) and value == default


def _rows(page: Page, facet: Facet) -> Iterator[nodes.field]:
    speaker = page.speaker
    if facet.values and not any(v.meaning for v in facet.values):
        yield row(speaker.label(N_("allowed values")), *_plain_values(page, facet))
    if facet.const is not MISSING:
        yield row(speaker.label(N_("always")), *speaker.nodes(literal_phrase(facet.const)))
    if facet.default is not MISSING and not any(_is(v.value, facet.default) for v in facet.values):
        yield row(speaker.label(N_("default")), *speaker.nodes(literal_phrase(facet.default)))
    for constraint in facet.constraints:
        label = [[nodes.Text(voice.constraint(constraint)[0])] for voice in speaker.voices]
        value = speaker.phrase(lambda voice, c=constraint: voice.constraint(c)[1])  # type: ignore[misc]  # the loop's own value
        yield row(speaker.pair(label), *value)
    for role, part in facet.parts:
        body = list(_part_body(page, facet, part))
        if body:
            yield row(_part_label(page, role), *body)
    if facet.closed:
        yield row(speaker.label(N_("other fields")), *speaker.label(N_("not allowed")))
    yield from _history(page, facet)
    for keyword, value in facet.other:
        shown = json.dumps(value, ensure_ascii=False)
        cut = shown if len(shown) <= _MOST_OF_A_KEYWORD else shown[:_MOST_OF_A_KEYWORD] + "…"
        yield row([literal(visible(keyword))], literal(visible(cut)))


def _plain_values(page: Page, facet: Facet) -> Iterator[nodes.Node]:
    for i, value in enumerate(facet.values):
        if i:
            yield nodes.Text(" · ")
        yield from page.speaker.nodes(literal_phrase(value.value))
        if _is(value.value, facet.default):
            yield nodes.inline("", " ← ", *page.speaker.label(N_("default")), classes=["agentcfg-default"])


def _part_label(page: Page, role: str) -> list[nodes.Node]:
    if role.startswith("item "):
        return page.speaker.label(N_("item {n}"), n=role.removeprefix("item "))
    return page.speaker.label(_PARTS[role])


def _part_body(page: Page, facet: Facet, part: Facet) -> Iterator[nodes.Node]:
    """Give what is said of each item, key or value, as blocks."""
    speaker = page.speaker
    said = [lambda voice, c=c: voice.inline_constraint(c) for c in part.constraints]
    line: list[nodes.Node] = []
    for say in said:
        if line:
            line.append(nodes.Text("; "))
        line += speaker.phrase(say)
    if part.closed:
        line += [nodes.Text("; ")] if line else []
        line += speaker.label(N_("no other fields"))
    if part.default is not MISSING:
        line += [nodes.Text("; ")] if line else []
        line += [*speaker.label(N_("default")), nodes.Text(" "), *speaker.nodes(literal_phrase(part.default))]
    if line:
        yield nodes.paragraph("", "", *line)
    bare = Facet(type=part.type, constraints=part.constraints, closed=part.closed, default=part.default)
    rest = _without(part, bare)
    if rest is not None and (not _spelled(facet, rest) or rest != Facet(type=rest.type, values=rest.values)):
        yield from facts(page, rest)


def _without(part: Facet, said: Facet) -> Facet | None:
    """Return *part* without what was said already, or None where nothing is left."""
    from dataclasses import replace

    rest = replace(part, constraints=(), closed=False, default=MISSING)
    return None if rest == Facet(type=said.type) else rest


def _spelled(facet: Facet, part: Facet) -> bool:
    """Say whether the type of the array already names every allowed value, and no value has a meaning of its own."""
    named = isinstance(part.type, Values | Union) or isinstance(getattr(facet.type, "item", None), Values)
    return named and len(part.values) <= MOST_VALUES and not any(v.meaning for v in part.values)


def _history(page: Page, facet: Facet) -> Iterator[nodes.field]:
    """Give the rows that our own annotations fill."""
    speaker = page.speaker
    if facet.examples:
        shown: list[nodes.Node] = []
        for i, example in enumerate(facet.examples):
            shown += ([nodes.Text(" · ")] if i else []) + speaker.nodes(literal_phrase(example))
        yield row(speaker.label(N_("examples") if len(facet.examples) > 1 else N_("example")), *shown)
    if facet.when:
        yield row(speaker.label(N_("when to use")), *speaker.prose(facet.when))
    for label, value in ((N_("since"), facet.since), (N_("removed in"), facet.removed)):
        if value:
            yield row(speaker.label(label), literal(visible(value)))
    if facet.replaced_by:
        yield row(speaker.label(N_("use instead")), page.link(visible(facet.replaced_by), facet.replaced_by))
    for target in facet.see_also:
        yield row(speaker.label(N_("see also")), _see(target))
    if facet.source:
        yield row(speaker.label(N_("source")), literal(visible(facet.source)))


def _see(target: str) -> nodes.Node:
    shown = visible(target)
    if target.startswith(("http://", "https://")):
        return nodes.reference("", shown, refuri=target, internal=False)
    return literal(shown)


