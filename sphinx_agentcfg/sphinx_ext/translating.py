"""A page in, its languages and the warnings about them out."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.catalog import stem
from sphinx_agentcfg.languages import normalise
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference.gathering import inline_languages
from sphinx_agentcfg.reference.translations import LOCALE, State
from sphinx_agentcfg.sphinx_ext.warnings import warn, warn_finding

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sphinx_agentcfg.reference import Reference
    from sphinx_agentcfg.reference.model import Text
    from sphinx_agentcfg.reference.translations import Translations
    from sphinx_agentcfg.sphinx_ext.page import Page

__all__ = ["Translated", "languages_of", "report_texts", "report_translations", "wanted_languages"]


def wanted_languages(reference: Reference, texts: Sequence[Text], translations: Translations) -> list[str]:
    """Return every language in which the schema has text: its source's, those of catalogues, those inside it."""
    found = [
        *languages_of(reference.document_type.schema, translations.source_language),
        *inline_languages(texts),
    ]
    return list(dict.fromkeys(found))


def languages_of(file: Path, source_language: str) -> list[str]:
    """Return the languages in which the texts of *file* are: its source's, and those of the catalogues beside it."""
    catalogues = sorted(p.parent.name for p in (file.parent / LOCALE).glob(f"*/{stem(file)}.po"))
    return list(dict.fromkeys([source_language, *filter(None, map(normalise, catalogues))]))


class Translated(NamedTuple):
    """What is shown in several languages: its name, and the folder of its texts as it is and as a warning names it."""

    name: str
    translations: Translations
    languages: Sequence[str]
    folder: Path
    shown: str


def report_translations(page: Page, texts: Sequence[Text], asked: Sequence[str], location: str) -> None:
    """Warn of what is wrong with the translations of a reference page."""
    document_type = page.reference.document_type
    shown = posixpath.dirname(document_type.id)
    told = Translated(page.type_id, page.translations, page.languages, document_type.schema.parent, shown)
    report_texts(told, texts, asked, location)


def report_texts(told: Translated, texts: Sequence[Text], asked: Sequence[str], location: str) -> None:
    """Warn of broken catalogues, of stale texts, and of missing ones in a language that was asked for."""
    for language in told.languages:
        if language == told.translations.source_language:
            continue
        states = [(t, told.translations.find(t, language).state) for t in texts]
        stale = [t for t, state in states if state is State.STALE]
        missing = [t for t, state in states if state is State.MISSING]
        if stale:
            text = message(
                "{type}: {n} of {total} texts changed after they were translated to {language}, "
                "the first at {pointer}; look them up in {catalogue} and translate them again",
                **_figures(told, texts, stale, language),
            )
            warn("stale-translation", text, location)
        if missing and language in asked:
            text = message(
                "{type}: {n} of {total} texts are not translated to {language}, the first at {pointer}; "
                "add them to {catalogue} (`agentcfg messages update -l {language} {type}` writes what is missing)",
                **_figures(told, texts, missing, language),
            )
            warn("missing-translation", text, location)
    for catalogue in told.translations.catalogues:
        for finding in catalogue.findings:
            warn_finding(finding, location)


def _figures(told: Translated, texts: Sequence[Text], found: Sequence[Text], language: str) -> dict[str, object]:
    """Return what a warning says of the texts *found* wanting among *texts*."""
    return {
        "type": told.name,
        "language": language,
        "n": len(found),
        "total": len(texts),
        "pointer": found[0].pointer,
        "catalogue": _shown(told, found[0], language),
    }


def _shown(told: Translated, text: Text, language: str) -> str:
    """Return where a catalogue is, from the source folder as the type's own name is; never a whole machine path."""
    path = told.translations.catalogue(text.file, language).path
    beside = os.path.relpath(path, told.folder).replace(os.sep, "/")
    return posixpath.normpath(posixpath.join(told.shown, beside))
