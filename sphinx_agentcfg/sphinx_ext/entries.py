"""A field in, its entry on the page out: name, type and requirement in one line, then all that is said of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.reference.model import ALWAYS, MISSING, Facet, Text, Values
from sphinx_agentcfg.reference.phrases import literal as literal_phrase
from sphinx_agentcfg.reference.wording import MOST_VALUES
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.boxes import note_box
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, inline_nodes
from sphinx_agentcfg.sphinx_ext.page import Page, Row, code, fact_list, paragraph
from sphinx_agentcfg.sphinx_ext.remarks import remarks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_agentcfg.reference.model import Constraint, EnumValue, Field

__all__ = ["conditional", "entry", "limits", "words"]

_MOST_OF_A_KEYWORD = 300
_FLAGS = (("deprecated", N_("deprecated")), ("read_only", N_("read-only")), ("write_only", N_("write-only")))
_PARTS = {
    "item": N_("each item"),
    "entry": N_("each value"),
    "key": N_("each key"),
    "contains": N_("at least one item"),
}
#: What ``x-status`` may say that has words of ours; any other word stands as it is.
_STATUS = {
    "normative": N_("normative"),
    "informative": N_("informative"),
    "draft": N_("draft"),
    "observed": N_("only seen in real files"),
    "legacy": N_("legacy"),
}


def entry(page: Page, field: Field, shown_path: str = "") -> addnodes.desc:
    """Return the entry of *field*; ``shown_path`` is how it is written, its path as a rule.

    Fields are not put into the page's table of contents: the overview is one, and Sphinx copies every page's contents
    for every page that it writes (with fifty schemas that was a fifth of a build that had nothing to do).
    """
    name = visible(shown_path or field.path)
    signature = addnodes.desc_signature(
        "",
        "",
        addnodes.desc_name("", name),
        *inline_nodes(list(_head(page, field))),
        ids=[page.anchor(field.path)],
        translatable=False,
        _toc_name="",
        _toc_parts=(),
    )
    content = addnodes.desc_content("", *_body(page, field))
    return addnodes.desc(
        "", signature, content, domain="agentcfg", objtype="field", desctype="field", classes=["agentcfg", "field"]
    )


def _head(page: Page, field: Field) -> Iterator[Fragment]:
    """Give type, requirement and flags, each in a span of its own; the dash is for builders without a style sheet."""
    speaker, main = page.speaker, field.main
    yield from _part(speaker.phrase(lambda voice: voice.type(main.type)), "agentcfg-type")
    if main.type_name:
        yield from _part([code(main.type_name)], "agentcfg-type")
    if field.required.always:
        yield from _part(speaker.phrase(lambda voice: voice.requirement(ALWAYS)), "agentcfg-required")
    elif field.required.when:
        said = speaker.phrase(lambda voice: voice.requirement(field.required))
        yield from _part(said, "agentcfg-conditional")
    for attribute, label in _FLAGS:
        if getattr(main, attribute):
            yield from _part(speaker.label(label), f"agentcfg-{attribute.replace('_', '-')}")
    if main.status:
        known = _STATUS.get(main.status)
        yield from _part(speaker.label(known) if known else [visible(main.status)], "agentcfg-status")


def _part(inside: Sequence[Fragment], css: str) -> tuple[Fragment, Fragment]:
    return Mark("span", (" — ",), ("agentcfg-dash",)), Mark("span", tuple(inside), (css,))


def _body(page: Page, field: Field) -> Iterator[nodes.Node]:
    if field.path in page.used:
        n, total = page.used[field.path]
        said = page.speaker.label(N_("Set in {n} of {total} profiles"), n=f"{n:,}", total=f"{total:,}")
        yield paragraph(said, "agentcfg-used")
    for facet in field.facets:
        if facet.context is None:
            yield from facts(page, facet)
        else:
            yield from conditional(page, facet, alone=len(field.facets) == 1)
    hidden = sum(not page.has_entry(f) for f in field.walk())
    if hidden and page.has_entry(field) and not any(page.has_entry(f) for f in field.children):
        yield paragraph(page.speaker.label(N_("{n} more fields inside"), n=str(hidden)), "agentcfg-more")


def conditional(page: Page, facet: Facet, *, alone: bool) -> Iterator[nodes.Node]:
    """Give what holds only under a condition, below a line that says which."""
    context = facet.context
    assert context is not None  # noqa: S101  # only called so
    lead = page.speaker.phrase(lambda voice: voice.context(context))
    if not alone:
        lead += [" — ", *page.speaker.phrase(lambda voice: voice.type(facet.type))]
    yield nodes.container("", paragraph(lead, "agentcfg-condition"), *facts(page, facet), classes=["agentcfg-when"])


def facts(page: Page, facet: Facet) -> Iterator[nodes.Node]:
    """Give all that is said of a facet: its words, then its values, limits and notes."""
    yield from words(page, facet)
    yield from limits(page, facet)


def words(page: Page, facet: Facet) -> Iterator[nodes.Node]:
    """Give title and descriptions of a facet."""
    speaker = page.speaker
    if facet.title:
        yield paragraph([Mark("strong", tuple(speaker.line(facet.title)))], "agentcfg-title")
    for text in facet.descriptions:
        yield from speaker.prose(text)
    if isinstance(facet.deprecated, Text):
        yield from speaker.prose(facet.deprecated)


def limits(page: Page, facet: Facet) -> Iterator[nodes.Node]:
    """Give values, limits and notes of a facet."""
    if any(v.meaning for v in facet.values):
        yield from fact_list([_value(page, v, facet) for v in facet.values], "agentcfg-values")
    yield from fact_list(list(_rows(page, facet)))
    for note in facet.notes:
        yield note_box(page.speaker, note.kind, note.text)


def _value(page: Page, value: EnumValue, facet: Facet) -> Row:
    label = page.speaker.fragments(literal_phrase(value.value))
    if value.name:
        label += [" ", code(value.name, "agentcfg-name")]
    if _is(value.value, facet.default):
        label.append(_default_mark(page))
    return Row(label, blocks=page.speaker.prose(value.meaning) if value.meaning else ())


def _default_mark(page: Page) -> Mark:
    return Mark("span", (" ← ", *page.speaker.label(N_("default"))), ("agentcfg-default",))


def _is(value: object, default: object) -> bool:
    """Compare as JSON does: ``1`` is not ``true``."""
    return type(value) is type(default) and value == default


def _rows(page: Page, facet: Facet) -> Iterator[Row]:
    speaker = page.speaker
    if facet.values and not any(v.meaning for v in facet.values):
        yield Row(speaker.label(N_("allowed values")), list(_plain_values(page, facet)))
    if facet.const is not MISSING:
        yield Row(speaker.label(N_("always")), speaker.fragments(literal_phrase(facet.const)))
    if facet.default is not MISSING and not any(_is(v.value, facet.default) for v in facet.values):
        yield Row(speaker.label(N_("default")), speaker.fragments(literal_phrase(facet.default)))
    spelled = any(role == "contains" and (p.const is not MISSING or p.values) for role, p in facet.parts)
    for constraint in facet.constraints:
        if not (spelled and constraint.keyword == "contains" and isinstance(constraint.value, Values)):
            yield _limit(page, constraint)
    for role, part in facet.parts:
        line, blocks = _part_body(page, facet, part)
        if line or blocks:
            yield Row(_part_label(page, role), line, blocks)
    if facet.closed:
        yield Row(speaker.label(N_("other fields")), speaker.label(N_("not allowed")))
    yield from remarks(page, facet)
    for keyword, value in facet.other:
        shown = json.dumps(value, ensure_ascii=False)
        cut = shown if len(shown) <= _MOST_OF_A_KEYWORD else shown[:_MOST_OF_A_KEYWORD] + "…"
        yield Row([code(keyword)], [code(cut)])


def _limit(page: Page, constraint: Constraint) -> Row:
    said = [voice.constraint(constraint) for voice in page.speaker.voices]
    labels, values = [label for label, _ in said], [value for _, value in said]
    by_voice = dict(zip((v.language for v in page.speaker.voices), values, strict=True))
    label = page.speaker.pair([[text] for text in labels]) if len(set(labels)) > 1 else [labels[0]]
    return Row(label, page.speaker.phrase(lambda voice: by_voice[voice.language]))


def _plain_values(page: Page, facet: Facet) -> Iterator[Fragment]:
    for i, value in enumerate(facet.values):
        if i:
            yield " · "
        yield from page.speaker.fragments(literal_phrase(value.value))
        if _is(value.value, facet.default):
            yield _default_mark(page)


def _part_label(page: Page, role: str) -> list[Fragment]:
    if role.startswith("item "):
        return page.speaker.label(N_("item {n}"), n=role.removeprefix("item "))
    return page.speaker.label(_PARTS[role])


def _part_body(page: Page, facet: Facet, part: Facet) -> tuple[list[Fragment], list[nodes.Node]]:
    """Return what is said of each item, key or value: one line of limits, or blocks where there is more to say."""
    line: list[Fragment] = []
    context = part.context
    if context is not None:
        line += [*page.speaker.phrase(lambda voice: voice.context(context)), " — "]
    for said in _in_one_line(page, part):
        line += [*(["; "] if line and line[-1] != " — " else []), *said]
    rest = replace(part, context=None, constraints=(), closed=False, default=MISSING)
    told = Facet(type=rest.type, values=rest.values) if _spelled(facet, rest) else Facet(type=rest.type)
    if rest == told:
        return line, []
    return [], [*([paragraph(line)] if line else []), *facts(page, rest)]


def _in_one_line(page: Page, part: Facet) -> Iterator[list[Fragment]]:
    speaker = page.speaker
    for constraint in part.constraints:
        yield _inline_limit(page, constraint)
    if part.closed:
        yield speaker.label(N_("no other fields"))
    if part.default is not MISSING:
        yield [*speaker.label(N_("default")), " ", *speaker.fragments(literal_phrase(part.default))]


def _inline_limit(page: Page, constraint: Constraint) -> list[Fragment]:
    """Return a limit as label and value in one line; a pattern stands there once, whatever the languages."""
    said = {voice.language: voice.inline_constraint(constraint) for voice in page.speaker.voices}
    label = page.speaker.pair([[said[language][0]] for language in page.languages])
    if len({words for words, _ in said.values()}) == 1:
        label = [next(iter(said.values()))[0]]
    return [*label, " ", *page.speaker.phrase(lambda voice: said[voice.language][1])]


def _spelled(facet: Facet, part: Facet) -> bool:
    """Say whether the type of the array already names every allowed value, and no value has a meaning of its own."""
    named = isinstance(part.type, Values) or isinstance(getattr(facet.type, "item", None), Values)
    return named and len(part.values) <= MOST_VALUES and not any(v.meaning for v in part.values)
