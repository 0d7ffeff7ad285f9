"""``agentcfg formats``: the catalog in, its formats and document types out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sphinx_agentcfg.cli.shared import (
    catalog_with,
    format_dirs_option,
    in_both,
    json_text,
    language_option,
    say,
    text_in,
)
from sphinx_agentcfg.cli.tables import console_width, paragraphs, table
from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_agentcfg.manifests import ConfigFormat, DocumentType
    from sphinx_agentcfg.reference.row_model import Texts

__all__ = ["command"]

_HEADS = (N_("Id"), N_("Title"), N_("Syntax"), N_("Version"), N_("Files"))
_STATUS = {
    "normative": N_("normative"),
    "informative": N_("informative"),
    "draft": N_("draft"),
    "observed": N_("observed"),
    "legacy": N_("legacy"),
}
_NOTES = {"info": N_("Note"), "warning": N_("Warning"), "tip": N_("Tip")}


@click.command()
@click.argument("names", nargs=-1, metavar="[FORMAT]...")
@click.option("--format", "output", type=click.Choice(["table", "json"]), default="table", help="How to print.")
@language_option
@format_dirs_option
def command(names: tuple[str, ...], output: str, language: str, format_dirs: tuple[Path, ...]) -> None:
    """List the formats and their document types.

    With the id of a FORMAT (leji), say more about it: where its files lie, how they are looked after, which versions
    there are, and what to beware of.
    """
    catalog = catalog_with(format_dirs)
    try:
        chosen = [catalog.format(name) for name in names] or list(catalog.formats)
    except AgentcfgError as error:
        raise click.UsageError(visible(str(error))) from error
    if output == "json":
        click.echo(json_text([_data(each) for each in chosen]))
    elif names:
        for i, each in enumerate(chosen):
            say("\n".join([*([""] if i else []), *_Details(each, language).lines()]))
    else:
        heads = [translate(head, language) for head in _HEADS]
        rows = [row for each in chosen for row in _rows(each, language)]
        for line in table(heads, rows, console_width(), narrow=(1,)):
            click.echo(line)


def _rows(each: ConfigFormat, language: str) -> Iterator[list[str]]:
    translations = Translations(each.source_language)
    yield [each.id, text_in(translations, each.title, each.manifest, "/title", language), "", "", ""]
    for document in each.documents:
        title = text_in(translations, document.title, each.manifest, f"{document.pointer}/title", language)
        yield [document.id, title, document.syntax, document.version, " ".join(document.files)]


class _Details:
    """Says all that is known of one format, in one language."""

    def __init__(self, told: ConfigFormat, language: str) -> None:
        self.told = told
        self.language = language
        self.translations = Translations(told.source_language)

    def _text(self, source: str, pointer: str) -> str:
        return text_in(self.translations, source, self.told.manifest, pointer, self.language)

    def _label(self, msgid: str) -> str:
        return translate(msgid, self.language)

    def _heading(self, msgid: str) -> tuple[str, str]:
        return "", self._label(msgid)

    def lines(self) -> Iterator[str]:
        """Give them all."""
        told = self.told
        yield f"{told.id}  {self._text(told.title, '/title')}"
        yield from paragraphs(self._text(told.description, "/description"))
        yield from [told.home] if told.home else []
        for document in told.documents:
            yield from self._document(document)
        yield from self._layout()
        yield from self._versions()
        for note in told.notes:
            yield from self._heading(_NOTES.get(note.kind, _NOTES["info"]))
            yield from paragraphs(self._text(note.text, f"{note.pointer}/text"), "  ")

    def _document(self, document: DocumentType) -> Iterator[str]:
        at = document.pointer
        yield from ("", f"{document.id}  {self._text(document.title, f'{at}/title')}")
        yield from paragraphs(self._text(document.summary, f"{at}/summary"), "  ")
        facts = [document.syntax, self._label(_STATUS.get(document.status, document.status)), document.version]
        yield "  " + " · ".join(f for f in facts if f)
        if document.files:
            yield f"  {self._label(N_('Files'))}: {'  '.join(document.files)}"
        yield from paragraphs(self._text(document.files_note, f"{at}/files_note"), "  ")

    def _layout(self) -> Iterator[str]:
        named = {m.id: self._text(m.title, f"{m.pointer}/title") for m in self.told.management}
        if self.told.layout:
            yield from self._heading(N_("Directory layout"))
        for entry in self.told.layout:
            yield f"  {entry.path}" + (f"  ({named[entry.managed]})" if entry.managed in named else "")
            yield from paragraphs(self._text(entry.description, f"{entry.pointer}/description"), "    ")
        if self.told.management:
            yield from self._heading(N_("Managed"))
        for kind in self.told.management:
            yield f"  {named[kind.id]}"
            yield from paragraphs(self._text(kind.description, f"{kind.pointer}/description"), "    ")

    def _versions(self) -> Iterator[str]:
        if self.told.versions or self.told.versions_note:
            yield from self._heading(N_("Versions"))
        yield from paragraphs(self._text(self.told.versions_note, "/versions_note"), "  ")
        for version in self.told.versions:
            yield f"  {version.version}"
            yield from paragraphs(self._text(version.text, f"{version.pointer}/text"), "    ")


def _data(each: ConfigFormat) -> dict[str, Any]:
    translations = Translations(each.source_language)

    def both(source: str, pointer: str) -> Texts | None:
        return in_both(translations, source, each.manifest, pointer)

    return {
        "id": each.id,
        "title": both(each.title, "/title"),
        "description": both(each.description, "/description"),
        "home": each.home or None,
        "source_language": each.source_language,
        "documents": [_document(document, both) for document in each.documents],
        "layout": [
            {
                "path": entry.path,
                "description": both(entry.description, f"{entry.pointer}/description"),
                "managed": entry.managed or None,
                "document": f"{each.id}/{entry.document}" if entry.document else None,
            }
            for entry in each.layout
        ],
        "management": [
            {
                "id": kind.id,
                "title": both(kind.title, f"{kind.pointer}/title"),
                "description": both(kind.description, f"{kind.pointer}/description"),
            }
            for kind in each.management
        ],
        "versions_note": both(each.versions_note, "/versions_note"),
        "versions": [{"version": v.version, "text": both(v.text, f"{v.pointer}/text")} for v in each.versions],
        "notes": [{"kind": n.kind, "text": both(n.text, f"{n.pointer}/text")} for n in each.notes],
    }


def _document(document: DocumentType, both: Any) -> dict[str, Any]:
    return {
        "id": document.id,
        "title": both(document.title, f"{document.pointer}/title"),
        "summary": both(document.summary, f"{document.pointer}/summary"),
        "syntax": document.syntax,
        "version": document.version or None,
        "status": document.status or None,
        "origin": document.origin or None,
        "files": list(document.files),
        "files_not": list(document.files_not),
        "files_note": both(document.files_note, f"{document.pointer}/files_note"),
    }
