"""The path of a config file, or its text, in; a checked listing with every finding at its line out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents import SYNTAXES, Document, parse_document, read_document
from sphinx_agentcfg.file_types import Guess, type_of_file
from sphinx_agentcfg.messages import N_, message
from sphinx_agentcfg.reference.gathering import guess_language, texts_of
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.bilingual import Speaker
from sphinx_agentcfg.sphinx_ext.examples import report_verdict
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark
from sphinx_agentcfg.sphinx_ext.nodes import box
from sphinx_agentcfg.sphinx_ext.page import code, paragraph
from sphinx_agentcfg.sphinx_ext.places import want
from sphinx_agentcfg.sphinx_ext.settings import catalog_of
from sphinx_agentcfg.sphinx_ext.tracking import read_once, track
from sphinx_agentcfg.sphinx_ext.translating import wanted_languages
from sphinx_agentcfg.sphinx_ext.verdicts import Checker, notes_of, refused, shown_document
from sphinx_agentcfg.sphinx_ext.warnings import warn_finding
from sphinx_agentcfg.sphinx_ext.work import Work, few

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils.nodes import Node

    from sphinx_agentcfg.catalog import DocumentType
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.reference import Reference

__all__ = ["ExamplePage"]

_EXPECTED = ("valid", "invalid")
#: What says that a file is not there for us; all else is a property of the example.
_NOT_READ = {"missing", "not-a-file", "unreadable", "outside-root", "too-large"}


class ExamplePage(Work):
    """The work of one ``agentcfg-example`` directive."""

    def nodes(self) -> list[Node]:
        """Return caption and listing; whatever is wrong becomes a warning at the directive."""
        path = self._path()
        if path is None and not self.directive.content:
            self.warn("bad-option", message("nothing to show; give the path of a file, or its text below"))
            return self.nothing("agentcfg-example", _NOTHING)
        document_type = self._type(path) if path is None or path.is_file() else None
        document = self._document(path, document_type)
        missing = [f for f in document.findings if f.name in _NOT_READ]
        if missing:
            warn_finding(missing[0], self.directive.get_location())
            return self.nothing(document.name, _NOTHING)
        return self.finish([self._shown(document, document_type, path)])

    # --- what to show -------------------------------------------------------------------------------------------------

    def _path(self) -> Path | None:
        """Return the file that the argument names, and make the page depend on it."""
        if not self.directive.arguments:
            return None
        path = Path(self.env.relfn2path(self.directive.arguments[0].strip())[1])
        here = path.is_file()
        track(self.env, files=(path,) if here else (), absent=() if here else (path,))
        if self.directive.content:
            self.warn("bad-option", message("both a file and a text below it; the file is shown"))
        return path

    def _type(self, path: Path | None) -> DocumentType | None:
        """Return the type that ``:type:`` names, else the one that the place of the file tells."""
        given = self.options.get("type", "").strip()
        if given:
            return self.document_type(given)
        guess = type_of_file(path, catalog_of(self.config)) if path else Guess(None)
        if guess.type is None:
            name: object = path.name if path else message("the text below")
            text = message(
                "of which document type is {name}? It is not checked; say so with `:type:` ({cause})",
                name=name,
                cause=_cause(guess),
            )
            self.warn("unknown-type", text)
        return guess.type

    def _document(self, path: Path | None, document_type: DocumentType | None) -> Document:
        syntax = self._syntax()
        if path is not None:
            name = os.path.relpath(path, self.env.srcdir).replace(os.sep, "/")
            # A type says how its files are written; a schema of one's own does not, so the name of the file does.
            known = syntax or (document_type.syntax if document_type and document_type.manifest else None)
            return read_document(path, name=name, syntax=known)
        text = "\n".join(self.directive.content) + "\n"
        known = syntax or (document_type.syntax if document_type and document_type.manifest else _guess(text))
        return parse_document(text, name=_INLINE, syntax=known)

    def _syntax(self) -> str | None:
        given = self.options.get("syntax", "").strip().lower()
        if not given or given in SYNTAXES:
            return given or None
        text = message("`:syntax:` is {value}; write one of {names}", value=given, names=", ".join(SYNTAXES))
        self.warn("bad-option", text)
        return None

    def _expected(self, path: Path | None) -> str:
        given = self.options.get("expect", "").strip().lower()
        if given and given not in _EXPECTED:
            text = message("`:expect:` is {value}; write one of {names}", value=given, names=", ".join(_EXPECTED))
            self.warn("bad-option", text)
            given = ""
        return given or (_folder_verdict(path) if path else None) or "valid"

    # --- the listing --------------------------------------------------------------------------------------------------

    def _shown(self, document: Document, document_type: DocumentType | None, path: Path | None) -> box:
        reference = self._reference(document_type)
        findings: Sequence[Finding] = document.findings
        if document_type and reference:
            allowed = (Path(self.env.srcdir),)
            findings = Checker(document_type, allowed).check(document)
            report_verdict(document, findings, self._expected(path), self.directive)
        speaker = self._speaker(reference)
        type_id = document_type.id if document_type else ""
        block = shown_document(
            document,
            reference,
            lambda text, key: Mark("link", (text,), xref=f"{type_id}#{key}"),
            notes=notes_of(speaker, findings),
        )
        groups = {f.rule.partition("/")[0] for f in findings} - {""}
        want(self.domain.data, self.env.docname, ("schema", type_id), *(("rules", group) for group in sorted(groups)))
        caption = self._caption(speaker, path, findings, checked=reference is not None)
        shown = box("", *caption, block, classes=["agentcfg", "agentcfg-example"])
        if len(speaker.languages) > 1:
            shown["html"] = {"data-agentcfg-first": self.first_view(speaker.languages)}
        return shown

    def _reference(self, document_type: DocumentType | None) -> Reference | None:
        """Return the reference of the type; a schema that is not there or is none is told of."""
        if document_type is None:
            return None
        reference = read_once(self.env, document_type, (Path(self.env.srcdir),), "")
        track(self.env, files=reference.files, absent=reference.absent)
        for finding in reference.findings:
            warn_finding(finding, self.directive.get_location())
        return reference if isinstance(reference.schema, dict | bool) else None

    def _speaker(self, reference: Reference | None) -> Speaker:
        """Return the voice of the findings: in the languages asked for, else in those of the type."""
        asked = self.asked_languages()
        if reference is None:
            languages, source = asked or [self.site_language], "en"
        else:
            texts = texts_of(reference)
            source = reference.document_type.source_language or guess_language(texts)
            languages = asked or wanted_languages(reference, texts, Translations(source))
        return Speaker(languages, Translations(source), lambda text, _path: Mark("code", (text,)))

    def _caption(
        self, speaker: Speaker, path: Path | None, findings: Sequence[Finding], *, checked: bool
    ) -> list[Node]:
        given = self.options.get("caption", "").strip()
        if not given and path is None:
            return []
        line: list[Fragment] = [visible(given)] if given else [code(path.name if path else "")]
        if checked:
            line += [" — ", *speaker.label(N_("not valid") if refused(findings) else N_("valid"))]
        return [paragraph(line, "agentcfg-lead")]


_NOTHING = N_("The example {name} could not be shown; the build's log says why.")
#: What a finding calls a text that stands on the page itself.
_INLINE = "example"


def _cause(guess: Guess) -> object:
    """Return why a type could not be told, or what it might be."""
    types = few(t.id for t in guess.near)
    if guess.several:
        return message("the path fits several: {types}", types=types)
    return guess.obstacle or types or message("such as leji/agent-profile, or the path of a schema")


def _folder_verdict(path: Path) -> str | None:
    """Return ``valid`` or ``invalid`` for a file in ``examples/<verdict>/<type>/`` (``spec/interfaces.md`` → Files)."""
    verdict, examples = path.parent.parent.name, path.parent.parent.parent.name
    return verdict if examples == "examples" and verdict in _EXPECTED else None


def _guess(text: str) -> str:
    """Return how *text* is written, by how it begins."""
    start = text.lstrip()[:3]
    return "json" if start[:1] in {"{", "["} else "frontmatter" if start == "---" and "\n---" in text[3:] else "yaml"
