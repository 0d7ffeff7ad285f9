"""A page in, its languages and the warnings about them out."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from sphinx_agentcfg.catalog import stem
from sphinx_agentcfg.languages import normalise
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference.gathering import inline_languages
from sphinx_agentcfg.reference.translations import LOCALE, State
from sphinx_agentcfg.sphinx_ext.warnings import warn, warn_finding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.reference import Reference
    from sphinx_agentcfg.reference.model import Text
    from sphinx_agentcfg.reference.translations import Translations
    from sphinx_agentcfg.sphinx_ext.page import Page

__all__ = ["report_translations", "wanted_languages"]


def wanted_languages(reference: Reference, texts: Sequence[Text], translations: Translations) -> list[str]:
    """Return every language in which the schema has text: its source's, those of catalogues, those inside it."""
    schema = reference.document_type.schema
    catalogues = sorted(p.parent.name for p in (schema.parent / LOCALE).glob(f"*/{stem(schema)}.po"))
    found = [translations.source_language, *filter(None, map(normalise, catalogues)), *inline_languages(texts)]
    return list(dict.fromkeys(found))


def report_translations(page: Page, texts: Sequence[Text], asked: Sequence[str], location: str) -> None:
    """Warn of broken catalogues, of stale texts, and of missing ones in a language that was asked for."""
    for language in page.languages:
        if language == page.translations.source_language:
            continue
        states = [(t, page.translations.find(t, language).state) for t in texts]
        stale = [t for t, state in states if state is State.STALE]
        missing = [t for t, state in states if state is State.MISSING]
        if stale:
            text = message(
                "{type}: {n} of {total} texts changed after they were translated to {language}, "
                "the first at {pointer}; look them up in {catalogue} and translate them again",
                **_figures(page, texts, stale, language),
            )
            warn("stale-translation", text, location)
        if missing and language in asked:
            text = message(
                "{type}: {n} of {total} texts are not translated to {language}, the first at {pointer}; "
                "add them to {catalogue} (`agentcfg messages update -l {language} {type}` writes what is missing)",
                **_figures(page, texts, missing, language),
            )
            warn("missing-translation", text, location)
    for catalogue in page.translations.catalogues:
        for finding in catalogue.findings:
            warn_finding(finding, location)


def _figures(page: Page, texts: Sequence[Text], found: Sequence[Text], language: str) -> dict[str, object]:
    """Return what a warning says of the texts *found* wanting among *texts*."""
    return {
        "type": page.type_id,
        "language": language,
        "n": len(found),
        "total": len(texts),
        "pointer": found[0].pointer,
        "catalogue": _shown(page, found[0], language),
    }


def _shown(page: Page, text: Text, language: str) -> str:
    """Return where a catalogue is, from the source folder as the type's own name is; never a whole machine path."""
    document_type = page.reference.document_type
    path = page.translations.catalogue(text.file, language).path
    beside = os.path.relpath(path, document_type.schema.parent).replace(os.sep, "/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(document_type.id), beside))
