"""Texts of a schema or a manifest in, gettext catalogues out: new ones, and old ones brought up to date.

What a translator wrote is never lost: a text whose source changed keeps its translation and is marked fuzzy with the
earlier source beside it; a text that is gone stays as an obsolete entry.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import denormalize, read_po, write_po

from sphinx_agentcfg.languages import written_in
from sphinx_agentcfg.manifests import MANIFEST, translatable
from sphinx_agentcfg.reference.build import read_reference
from sphinx_agentcfg.reference.gathering import guess_language, texts_of
from sphinx_agentcfg.reference.model import Text
from sphinx_agentcfg.reference.translations import Count, State, Translations, catalogue_path

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.catalog import ConfigFormat, DocumentType

__all__ = ["Source", "Stats", "Updated", "manifest_source", "schema_source", "stats", "template", "updated"]

_WIDTH = 100
_KEPT_HEADERS = (
    "header_comment",
    "project",
    "version",
    "last_translator",
    "language_team",
    "msgid_bugs_address",
    "creation_date",
    "revision_date",
)


@dataclass(frozen=True, slots=True)
class Source:
    """One file with texts to translate: its name, its language, and the texts in the order of the page."""

    name: str
    file: Path
    language: str
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Updated:
    """A catalogue as it should be written, and how many entries are new, changed or gone."""

    content: bytes
    new: int
    changed: int
    gone: int


@dataclass(frozen=True, slots=True)
class Stats:
    """How much of a file's texts is in a language; ``gone`` entries of the catalogue belong to no text any more."""

    name: str
    language: str
    count: Count
    gone: int


def schema_source(document_type: DocumentType) -> tuple[Source, ...]:
    """Return the texts of a schema, one source for each file that they stand in."""
    reference = read_reference(document_type)
    texts = texts_of(reference)
    language = document_type.source_language or guess_language(texts)
    own = document_type.schema.absolute()
    # A text may also stand in a metaschema that a `$ref` leads to: that is no file of anybody's here.
    files = dict.fromkeys([own, *(t.file for t in texts if t.file in reference.files)])
    return tuple(
        Source(
            document_type.id if file == own else f"{document_type.id} ({file.name})",
            file,
            language,
            tuple(t for t in texts if t.file == file),
        )
        for file in files
    )


def manifest_source(config_format: ConfigFormat) -> Source:
    """Return the texts of a format's ``format.toml``."""
    data = tomllib.loads(config_format.manifest.read_text(encoding="utf-8"))
    texts = tuple(Text(source, config_format.manifest, pointer) for pointer, source in translatable(data))
    return Source(f"{config_format.id} ({MANIFEST})", config_format.manifest, config_format.source_language, texts)


def template(source: Source) -> bytes:
    """Return an empty catalogue (POT) for *source*."""
    catalog = _blank(source, None)
    _filled(catalog, source, {})
    return _written(catalog)


def updated(source: Source, language: str) -> Updated:
    """Return the catalogue of *source* in *language* with all that its translators wrote, brought up to date.

    Raises :exc:`babel.messages.pofile.PoFileError` where the catalogue that is there cannot be read.
    """
    path = catalogue_path(source.file, language)
    old: dict[str, list[Message]] = {}
    catalog = _blank(source, language)
    gone: list[Message] = []
    if path.is_file():
        with path.open("rb") as file:
            known = read_po(file, locale=language, abort_invalid=True)
        for name in _KEPT_HEADERS:
            setattr(catalog, name, getattr(known, name))
        for entry in known:
            if entry.id:
                old.setdefault(entry.context or "", []).append(entry)
        gone = list(known.obsolete.values())
    new = sum(t.pointer not in old for t in source.texts)
    changed = sum(t.pointer in old and all(e.id != t.source for e in old[t.pointer]) for t in source.texts)
    back = _back(source, old, gone)
    used = _filled(catalog, source, {**old, **back})
    left = [e for entries in old.values() for e in entries if e.string and id(e) not in used]
    for entry in (*gone, *left):
        if id(entry) not in used:
            # Babel's own key; without the context, two fields with the same text would lose one of their translations.
            catalog.obsolete[str(entry.id), entry.context or ""] = entry
    return Updated(_written(catalog), new, changed, len(left))


def _back(source: Source, old: dict[str, list[Message]], gone: list[Message]) -> dict[str, list[Message]]:
    """Return the obsolete entries of texts that are there again."""
    texts = {(t.pointer, t.source) for t in source.texts if t.pointer not in old}
    return {e.context: [e] for e in gone if e.context and (e.context, e.id) in texts}


def stats(source: Source, language: str) -> Stats:
    """Return how much of *source* is in *language*; of the source's own, what its letters can belong to."""
    translations = Translations(source.language)
    entries = translations.catalogue(source.file, language).entries
    gone = len(set(entries) - {t.pointer for t in source.texts})
    count = translations.count(source.texts, language)
    if language == source.language:
        shown = [translations.find(t, language) for t in source.texts]
        foreign = sum(s.state is State.SOURCE and not written_in(s.text, language) for s in shown)
        count = replace(count, translated=count.translated - foreign)
    return Stats(source.name, language, count, gone)


def _blank(source: Source, language: str | None) -> Catalog:
    comment = f"# Texts of {source.name}, by the JSON Pointer of each (msgctxt)."
    return Catalog(locale=language, project=source.name, version="", fuzzy=False, header_comment=comment)


def _filled(catalog: Catalog, source: Source, old: dict[str, list[Message]]) -> set[int]:
    """Put every text into *catalog* with what is in *old* for it; return the ids of the entries that were used."""
    used = set()
    for text in source.texts:
        entries = old.get(text.pointer, [])
        same = next((e for e in entries if e.id == text.source), None)
        entry = same or next((e for e in entries if e.string), None)
        comments = [c for c in entry.user_comments if not c.startswith("|")] if entry else []
        made = catalog.add(text.source, entry.string if entry else "", context=text.pointer, user_comments=comments)
        if entry is not None and (same is None or same.fuzzy):
            made.flags.add("fuzzy")
            made.previous_id = _previous(entry) if same is not None else [str(entry.id)]
        made.flags -= {"python-format", "python-brace-format"}  # Babel guesses; no text of a schema is a format
        used.add(id(entry))
    return used


def _previous(entry: Message) -> list[str]:
    """Return the earlier source text of a fuzzy *entry*; Babel writes it, and reads it back as a comment."""
    lines = [c.removeprefix("|").strip() for c in entry.user_comments if c.startswith("|")]
    start = next((i for i, line in enumerate(lines) if line.startswith("msgid ")), None)
    if start is None:
        return list(entry.previous_id)
    return [denormalize("\n".join([lines[start].removeprefix("msgid "), *lines[start + 1 :]]))]


def _written(catalog: Catalog) -> bytes:
    out = BytesIO()
    write_po(out, catalog, width=_WIDTH, include_previous=True)
    return out.getvalue()
