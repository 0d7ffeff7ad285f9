"""A reference in, every translatable text of it out, each once, in the order of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.reference.model import All, Alternative, Any_, Not, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_agentcfg.reference.model import Condition, Facet, Reference

__all__ = ["guess_language", "inline_languages", "texts_of"]


def texts_of(reference: Reference) -> tuple[Text, ...]:
    """Return every translatable text of the schema: titles, descriptions, meanings, notes."""
    found: dict[tuple[object, str], Text] = {}
    for each in (reference.root, *reference.fields()):
        for condition in each.required.when:
            _add(found, _condition_texts(condition))
        for facet in each.facets:
            _add(found, _facet_texts(facet))
    return tuple(found.values())


def _add(found: dict[tuple[object, str], Text], texts: Iterable[Text]) -> None:
    for text in texts:
        found.setdefault((text.file, text.pointer), text)


def _facet_texts(facet: Facet) -> Iterator[Text]:
    if facet.context is not None:
        yield from _condition_texts(facet.context)
    for single in (facet.title, *facet.descriptions, facet.when, facet.deprecated):
        if isinstance(single, Text):
            yield single
    yield from (v.meaning for v in facet.values if v.meaning)
    yield from (n.text for n in facet.notes)
    for setting in facet.governed:
        yield from (t for t in (setting.label, setting.description) if t)
        yield from (v.meaning for v in (*setting.options, *setting.patterns) if v.meaning)
    for _, part in facet.parts:
        yield from _facet_texts(part)


def _condition_texts(condition: Condition) -> Iterator[Text]:
    if isinstance(condition, Alternative) and condition.title:
        yield condition.title
    elif isinstance(condition, All | Any_):
        for each in condition.conditions:
            yield from _condition_texts(each)
    elif isinstance(condition, Not):
        yield from _condition_texts(condition.condition)


def guess_language(texts: Iterable[Text]) -> str:
    """Return ``zh_CN`` where most texts are written in Chinese characters, else ``en``.

    For a schema of a user's own that nobody labelled; ``agentcfg_source_language`` overrules it.
    """
    sources = [t.source for t in texts]
    chinese = sum(any("\u3400" <= c <= "\u9fff" for c in s) for s in sources)
    return "zh_CN" if chinese * 2 > len(sources) else "en"


def inline_languages(texts: Iterable[Text]) -> list[str]:
    """Return the languages of translations that stand in the schema itself, in order of appearance."""
    return list(dict.fromkeys(language for t in texts for language, _ in t.inline))
