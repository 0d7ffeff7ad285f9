"""A format in, its nodes out: what the index says of it, and all that its own page says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.languages import display_name
from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.reference.model import Text
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.boxes import note_box
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, table_node
from sphinx_agentcfg.sphinx_ext.header import STATUS
from sphinx_agentcfg.sphinx_ext.page import Row, code, fact_list, paragraph
from sphinx_agentcfg.sphinx_ext.rule_entries import type_link

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from docutils import nodes

    from sphinx_agentcfg.catalog import ConfigFormat, DocumentType
    from sphinx_agentcfg.manifests import LayoutEntry
    from sphinx_agentcfg.sphinx_ext.bilingual import Speaker

__all__ = ["FormatNodes"]

#: Each syntax as a person says it.
_SYNTAXES = {
    "json": N_("JSON"),
    "yaml": N_("YAML"),
    "toml": N_("TOML"),
    "frontmatter": N_("Markdown with a YAML header"),
    "markdown": N_("Markdown"),
}


class FormatNodes:
    """Makes the nodes of one format, and remembers the texts that they show."""

    def __init__(self, speaker: Speaker, config_format: ConfigFormat) -> None:
        self.speaker = speaker
        self.format = config_format
        self.texts: list[Text] = []

    def text(self, source: str, pointer: str) -> Text:
        """Return a text of the manifest."""
        found = Text(source, self.format.manifest, pointer)
        self.texts.append(found)
        return found

    def title(self) -> list[Fragment]:
        """Return the name of the format."""
        return self.speaker.line(self.text(self.format.title, "/title"))

    # --- what it is ---------------------------------------------------------------------------------------------------

    def description(self) -> list[nodes.Node]:
        """Return what the format is for."""
        text = self.format.description
        return self.speaker.prose(self.text(text, "/description")) if text else []

    def facts(self) -> list[nodes.Node]:
        """Return where its home is, and the language that prevails."""
        rows, speaker = list[Row](), self.speaker
        if self.format.home:
            home = Mark("link", (visible(self.format.home),), target=self.format.home)
            rows.append(Row(speaker.label(N_("Home page")), [home]))
        if len(speaker.languages) > 1:
            names = [[display_name(self.format.source_language, voice.language)] for voice in speaker.voices]
            rows.append(Row(speaker.label(N_("Authoritative")), speaker.pair(names)))
        return fact_list(rows, "agentcfg-head")

    def notes(self) -> list[nodes.Node]:
        """Return the boxes with what a reader has to know of the format as a whole."""
        return [
            note_box(self.speaker, note.kind, self.text(note.text, f"{note.pointer}/text"))
            for note in self.format.notes
        ]

    # --- document types -----------------------------------------------------------------------------------------------

    def types(self, *, whole: bool) -> nodes.Node:
        """Return a table of the document types; the *whole* one also says how each is written."""
        heads = [N_("Document type"), N_("What it describes"), N_("Files"), *([N_("Written as")] if whole else [])]
        rows: list[list[list[Fragment]]] = [
            [self._type_name(d), self._summary(d), _patterns(d), *([self._state(d)] if whole else [])]
            for d in self.format.documents
        ]
        widths = (24, 36, 24, 16) if whole else (28, 42, 30)
        labels = [self.speaker.label(msgid) for msgid in heads]
        return table_node([labels, *rows], widths, "agentcfg-overview agentcfg-formats", late=True)

    def _type_name(self, document_type: DocumentType) -> list[Fragment]:
        title = self.text(document_type.title, f"{document_type.pointer}/title")
        return [type_link(document_type.id), " ", Mark("span", tuple(self.speaker.line(title)), ("agentcfg-kind",))]

    def _summary(self, document_type: DocumentType) -> list[Fragment]:
        if not document_type.summary:
            return []
        return self.speaker.line(self.text(document_type.summary, f"{document_type.pointer}/summary"), between=" ")

    def _state(self, document_type: DocumentType) -> list[Fragment]:
        said = [", ".join(_state_in(document_type, language)) for language in self.speaker.languages]
        return self.speaker.pair([[text] for text in said]) if len(set(said)) > 1 else [said[0]]

    # --- layout, versions ---------------------------------------------------------------------------------------------

    def layout(self) -> list[nodes.Node]:
        """Return the directory layout as a table, and what the kinds of management mean."""
        if not self.format.layout:
            return []
        managed = {m.id: m for m in self.format.management}
        titles = {m.id: self.speaker.line(self.text(m.title, f"{m.pointer}/title")) for m in self.format.management}
        heads = [N_("Path"), N_("What it holds"), *([N_("Managed")] if managed else [])]
        rows: list[list[list[Fragment]]] = [[self.speaker.label(msgid) for msgid in heads]]
        above: list[str] = []
        for entry in self.format.layout:
            row: list[list[Fragment]] = [[_path(entry.path, above)], self._holds(entry)]
            rows.append([*row, *([titles.get(entry.managed, [])] if managed else [])])
        table = table_node(rows, (34, 46, 20) if managed else (40, 60), "agentcfg-overview agentcfg-formats", late=True)
        kinds = [
            Row(titles[m.id], blocks=self.speaker.prose(self.text(m.description, f"{m.pointer}/description")))
            for m in self.format.management
            if m.description
        ]
        return [table, *fact_list(kinds, "agentcfg-management")]

    def _holds(self, entry: LayoutEntry) -> list[Fragment]:
        row = self.speaker.line(self.text(entry.description, f"{entry.pointer}/description"), between=" ")
        if entry.document:
            row += [" ", type_link(f"{self.format.id}/{entry.document}")]
        return row

    def versions(self) -> list[nodes.Node]:
        """Return which versions there are, the newest first, and what differs between them."""
        note = self.format.versions_note
        made = self.speaker.prose(self.text(note, "/versions_note")) if note else []
        rows = [
            Row([code(v.version)], blocks=self.speaker.prose(self.text(v.text, f"{v.pointer}/text")) if v.text else ())
            for v in self.format.versions
        ]
        return [*made, *fact_list(rows, "agentcfg-versions")]

    def rules(self, counts: Sequence[tuple[str, int]]) -> Iterator[nodes.Node]:
        """Give a line that leads to the rules; *counts* are how many there are, by severity in words."""
        total = sum(n for _, n in counts)
        line: list[Fragment] = list(self.speaker.label(N_("{n} rules"), n=str(total)))
        linked = Mark("link", tuple(line), xref=self.format.id, role="rules")
        parts: list[Fragment] = []
        for msgid, n in counts:
            if n:
                parts += [*([", "] if parts else []), *self.speaker.label(msgid), f" {n}"]
        yield paragraph([linked, " — ", *parts])


def _state_in(document_type: DocumentType, language: str) -> Iterator[str]:
    """Give how such files are written, the version of the schema and how binding it is."""
    yield translate(_SYNTAXES[document_type.syntax], language)
    if document_type.version:
        yield visible(document_type.version)
    if document_type.status:
        yield translate(STATUS[document_type.status], language)


def _patterns(document_type: DocumentType) -> list[Fragment]:
    row: list[Fragment] = []
    for pattern in document_type.files:
        row += [*([" · "] if row else []), code(pattern)]
    return row


def _path(path: str, above: list[str]) -> Mark:
    """Return a path of the layout, what an earlier line has of it set back; *above* are the folders that it lies in."""
    while above and not path.startswith(above[-1]):
        above.pop()
    known = above[-1] if above else ""
    if path.endswith("/"):
        above.append(path)
    shown = visible(path.removeprefix(known))
    dimmed = Mark("span", (visible(known),), ("agentcfg-above",))
    return Mark("code", (dimmed, shown) if known else (shown,))
