"""A document and its type in, what is wrong with it out: as findings, and as notes below the lines of a listing."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import N_, Message
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.locate import key_paths
from sphinx_agentcfg.reference.validation import make_validator, validate
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.annotated import Note, annotated_block
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark
from sphinx_agentcfg.sphinx_ext.listing import LEXERS, listing, offset_of
from sphinx_agentcfg.sphinx_ext.page import code

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence
    from pathlib import Path

    from sphinx_agentcfg.catalog import DocumentType
    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.reference.model import Reference
    from sphinx_agentcfg.sphinx_ext.annotated import annotated_code
    from sphinx_agentcfg.sphinx_ext.bilingual import Speaker

__all__ = ["SEVERITIES", "Checker", "note_words", "notes_of", "refused", "rule_link", "shown_document", "words_of"]

#: Each severity as a person says it.
SEVERITIES = {"error": N_("error"), "warning": N_("warning"), "info": N_("info")}


class Checker:
    """Checks documents of one type; the schema is read once."""

    def __init__(self, document_type: DocumentType, allowed: Sequence[Path]) -> None:
        self._validator: Any = make_validator(load_schema(document_type.schema, document_type.id, allowed))
        # A schema of one's own belongs to no group, so its violations have no rule that could be looked up.
        self._group = document_type.id.partition("/")[0] if document_type.manifest else ""

    def check(self, document: Document) -> tuple[Finding, ...]:
        """Return what reader and schema have against *document*."""
        return validate(document, self._validator, self._group)


def refused(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings for which a document counts as invalid: all that say more than information."""
    return [f for f in findings if f.severity is not Severity.INFO]


def shown_document(
    document: Document,
    reference: Reference | None,
    link: Callable[[str, str], Mark],
    *,
    shown: Container[str] | None = None,
    notes: Sequence[Note] = (),
) -> annotated_code:
    """Return the text of a document as a listing: keys as ``link(text, path)``, the places of *notes* marked.

    Of the keys only those whose path is *shown* are links; without it, all are.
    """
    paths = key_paths(reference, document) if reference else ()
    keys = {offset: path for offset, path in paths if shown is None or path in shown}
    here = {o for n in notes if (o := offset_of(document.text, n.line, n.column)) is not None}
    lines = listing(document.text, document.syntax, keys, link, here)
    return annotated_block(lines, lexer_name(document), notes)


def lexer_name(document: Document) -> str:
    """Return the lexer that a code block of the document names."""
    return "markdown" if document.syntax == "frontmatter" else LEXERS.get(document.syntax, "text")


# --- words ------------------------------------------------------------------------------------------------------------


def notes_of(speaker: Speaker, findings: Iterable[Finding]) -> list[Note]:
    """Return a note for each finding: severity, rule, and the sentence in every language."""
    notes = []
    for f in findings:
        words = note_words(speaker, f.severity, f.rule, words_of(speaker, f.message))
        notes.append(Note(f.line or 0, str(f.severity), tuple(words), f.column))
    return notes


def note_words(speaker: Speaker, severity: Severity, rule: str, said: Sequence[Fragment]) -> list[Fragment]:
    """Return severity and rule in one passage, then what is *said*."""
    head: list[Fragment] = [Mark("span", tuple(speaker.label(SEVERITIES[severity])), (f"agentcfg-{severity}",))]
    if not rule.startswith("/"):
        head += [" ", rule_link(rule)]
    return [Mark("span", tuple(head), ("agentcfg-finding-head",)), ": ", *said]


def rule_link(rule: str) -> Mark:
    """Return a rule's id as a link to its entry, wherever that is."""
    return Mark("link", (code(rule),), xref=rule, role="rule")


def words_of(speaker: Speaker, message: Message) -> list[Fragment]:
    """Return a message in each language, one below the other where a style sheet can do that."""
    said = [_marked_up(message, language) for language in speaker.languages]
    return list(said[0]) if all(s == said[0] for s in said) else speaker.pair(said, stacked=True)


def _marked_up(message: Message, language: str) -> list[Fragment]:
    """Return a message with what our own sentence has in backticks as code; its values are never read as markup."""
    row: list[Fragment] = []
    for i, part in enumerate(message.template(language).split("`")):
        filled = _filled(part, message, language) if message.values else [part]
        row += [Mark("code", ("".join(map(_plain, filled)),))] if i % 2 else filled
    return _joined(row)


def _filled(part: str, message: Message, language: str) -> list[Fragment]:
    """Return a piece of a sentence with its values; a value may be a sentence of its own."""
    values = dict(message.values)
    row: list[Fragment] = []
    for text, name, _, _ in Formatter().parse(part):
        row.append(text)
        value = values.get(name or "")
        if value is not None:
            row += _marked_up(value, language) if isinstance(value, Message) else [visible(str(value))]
    return row


def _plain(fragment: Fragment) -> str:
    return fragment if isinstance(fragment, str) else "".join(map(_plain, fragment.inside))


def _joined(row: Iterable[Fragment]) -> list[Fragment]:
    """Return the row with neighbouring texts as one, and without empty ones."""
    joined: list[Fragment] = []
    for each in row:
        if isinstance(each, str) and joined and isinstance(joined[-1], str):
            joined[-1] += each
        elif each:
            joined.append(each)
    return joined
