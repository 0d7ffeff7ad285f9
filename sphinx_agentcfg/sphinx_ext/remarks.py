"""A facet in, the rows that annotations fill out: examples, history, where to read on, and what else is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.reference.phrases import literal as literal_phrase
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark
from sphinx_agentcfg.sphinx_ext.governed import source_of_values
from sphinx_agentcfg.sphinx_ext.page import Page, Row, code

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_agentcfg.reference.model import Facet

__all__ = ["remarks"]

#: How layers are put together (evolcore's ``x-merge``), after its predecessor (``facts/agentfs-evolcore.md`` B.1).
_MERGE = {
    "scalar": N_("the value of the higher layer counts (assumed)"),
    "list": N_("the lists are joined, each item once (assumed)"),
    "dict": N_("keys are joined; for the same key the higher layer counts as a whole (assumed)"),
}


def remarks(page: Page, facet: Facet) -> Iterator[Row]:
    """Give the rows of everything that is no rule for the value."""
    yield from _body(page, facet)
    yield from _use(page, facet)
    yield from _history(page, facet)
    yield from _origin(page, facet)


def _body(page: Page, facet: Facet) -> Iterator[Row]:
    """Give what a section of a document's body is known by."""
    if facet.headings:
        yield Row(page.speaker.label(N_("accepted headings")), _joined([code(h)] for h in facet.headings))
    if facet.form:
        yield Row(page.speaker.label(N_("form")), [code(facet.form)])


def _use(page: Page, facet: Facet) -> Iterator[Row]:
    speaker = page.speaker
    if facet.examples:
        shown = _joined(speaker.fragments(literal_phrase(e)) for e in facet.examples)
        yield Row(speaker.label(N_("examples") if len(facet.examples) > 1 else N_("example")), shown)
    if facet.when:
        yield Row(speaker.label(N_("when to use")), blocks=speaker.prose(facet.when))


def _history(page: Page, facet: Facet) -> Iterator[Row]:
    for label, value in ((N_("since"), facet.since), (N_("removed in"), facet.removed)):
        if value:
            yield Row(page.speaker.label(label), [code(value)])
    if facet.replaced_by:
        target = page.link(visible(facet.replaced_by), facet.replaced_by)
        yield Row(page.speaker.label(N_("use instead")), [target])


def _origin(page: Page, facet: Facet) -> Iterator[Row]:
    speaker = page.speaker
    for target in facet.see_also:
        yield Row(speaker.label(N_("see also")), [_see(target)])
    if facet.source:
        yield Row(speaker.label(N_("source")), [code(facet.source)])
    if facet.options_source:
        yield Row(speaker.label(N_("values from")), source_of_values(page, facet.options_source))
    if facet.merge:
        known = _MERGE.get(facet.merge)
        said = [" — ", *speaker.label(known)] if known else []
        yield Row(speaker.label(N_("merging")), [code(facet.merge), *said])


def _joined(parts: Iterable[list[Fragment]]) -> list[Fragment]:
    line: list[Fragment] = []
    for part in parts:
        line += [*([" · "] if line else []), *part]
    return line


def _see(target: str) -> Mark:
    if target.startswith(("http://", "https://")):
        return Mark("link", (visible(target),), target=target)
    return code(target)
