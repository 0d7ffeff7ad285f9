"""Gettext catalogues beside the schemas in, each text in a wanted language out, with how far it can be trusted.

A catalogue is ``locale/<language>/<stem>.po`` in the schema's folder; ``msgctxt`` is the JSON Pointer of the keyword,
``msgid`` the source text, so a source text that changes turns its translation stale by itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from sphinx_agentcfg.catalog import stem
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from sphinx_agentcfg.reference.model import Text

__all__ = ["Catalogue", "Count", "State", "Translated", "Translations", "catalogue_path", "read_catalogue"]

LOCALE = "locale"
_PO_LINE = re.compile(
    r'\ufeff?\s*(?:#.*|(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s*)?"(?:[^"\\]|\\.)*"\s*)?\Z'
)


class State(StrEnum):
    """What a shown text is: the source itself, a translation of it, one of an older source, or missing."""

    SOURCE = "source"
    TRANSLATED = "translated"
    STALE = "stale"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Translated:
    """A text as it is shown for a language; ``language`` is the one it is really in."""

    text: str
    language: str
    state: State


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One PO file: pointer → the (source, translation, stale) that it holds for it."""

    path: Path
    entries: Mapping[str, tuple[tuple[str, str, bool], ...]] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    exists: bool = True
    translator: str = ""
    report_to: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """How many texts of a set are in a language."""

    total: int
    translated: int
    stale: int

    @property
    def missing(self) -> int:
        """Texts that are shown in the source language instead."""
        return self.total - self.translated - self.stale


def catalogue_path(file: Path, language: str) -> Path:
    """Return where the translations of the texts in *file* are, or would be."""
    return file.parent / LOCALE / language / f"{stem(file)}.po"


def read_catalogue(path: Path, language: str) -> Catalogue:
    """Return the catalogue in *path*; one that is not there is empty, one that cannot be read carries a finding."""
    try:
        stat = path.stat()
    except OSError:
        return Catalogue(path, exists=False)
    return _read(path, language, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=256)
def _read(path: Path, language: str, _modified: int, _size: int) -> Catalogue:
    from babel.messages.pofile import PoFileError, read_po

    try:
        content = path.read_bytes()
        wrong = _wrong_line(content.decode("utf-8", "replace"))
        if wrong is not None:
            return _broken(path, *wrong)
        catalog = read_po(BytesIO(content), locale=language, abort_invalid=True)
    except PoFileError as error:
        return _broken(path, error.lineno + 1, str(error))
    except (UnicodeDecodeError, LookupError, ValueError, OSError) as error:
        return _broken(path, None, str(error))
    entries: dict[str, list[tuple[str, str, bool]]] = {}
    for entry in catalog:
        if entry.id and isinstance(entry.id, str) and isinstance(entry.string, str) and entry.string:
            entries.setdefault(entry.context or "", []).append((entry.id, entry.string, entry.fuzzy))
    return Catalogue(
        path,
        {pointer: tuple(found) for pointer, found in entries.items()},
        translator=_said(catalog.last_translator, "FULL NAME"),
        report_to=_said(catalog.msgid_bugs_address, "EMAIL@ADDRESS"),
    )


def _wrong_line(text: str) -> tuple[int, str] | None:
    """Return number and text of the first line that no PO file may have: Babel drops such a line without a word."""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if not _PO_LINE.match(line):
            return number, line
    return None


def _said(header: str | None, template: str) -> str:
    return "" if not header or template in header else header


def _broken(path: Path, line: int | None, cause: str) -> Catalogue:
    text = message("broken translation catalogue: {cause}; mend it with a PO editor", cause=excerpt(cause, 120))
    name = "/".join(path.parts[-3:])
    return Catalogue(path, findings=(Finding("catalogue/broken-catalogue", Severity.ERROR, name, text, line),))


class Translations:
    """Finds each text in a language, reading each catalogue once, and remembers which files it looked at."""

    def __init__(self, source_language: str) -> None:
        self.source_language = source_language
        self._catalogues: dict[tuple[Path, str], Catalogue] = {}

    def catalogue(self, file: Path, language: str) -> Catalogue:
        """Return the catalogue of *language* for the texts in *file*."""
        key = (file, language)
        if key not in self._catalogues:
            self._catalogues[key] = read_catalogue(catalogue_path(file, language), language)
        return self._catalogues[key]

    @property
    def catalogues(self) -> tuple[Catalogue, ...]:
        """Every catalogue that was looked for."""
        return tuple(self._catalogues.values())

    def find(self, text: Text, language: str) -> Translated:
        """Return *text* for a reader of *language*; the source text where there is no translation.

        A catalogue of the source language itself holds what the source says in another one: evolcore's schemas are
        Chinese with English titles, and ship as they are.
        """
        if language == self.source_language:
            known = self.catalogue(text.file, language).entries.get(text.pointer, ())
            own = next((said for source, said, fuzzy in known if source == text.source and not fuzzy), None)
            return Translated(own or text.source, language, State.TRANSLATED if own else State.SOURCE)
        for inline_language, inline in text.inline:
            if inline_language == language:
                return Translated(inline, language, State.TRANSLATED)
        stale = None
        for source, translation, fuzzy in self.catalogue(text.file, language).entries.get(text.pointer, ()):
            if source == text.source and not fuzzy:
                return Translated(translation, language, State.TRANSLATED)
            stale = stale or translation
        if stale:
            return Translated(stale, language, State.STALE)
        return Translated(text.source, self.source_language, State.MISSING)

    def count(self, texts: Iterable[Text], language: str) -> Count:
        """Return how many of *texts* are translated, and how many of an older source."""
        states = [self.find(t, language).state for t in texts]
        return Count(
            len(states), states.count(State.TRANSLATED) + states.count(State.SOURCE), states.count(State.STALE)
        )
