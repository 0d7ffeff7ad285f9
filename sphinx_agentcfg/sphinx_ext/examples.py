"""A page in, the examples of its type out: those that are valid, then those that are refused, and why."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_agentcfg.documents import parse_document, read_document
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import N_, Message, message
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.sphinx_ext.annotated import Note
from sphinx_agentcfg.sphinx_ext.bilingual import Speaker
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark
from sphinx_agentcfg.sphinx_ext.page import code, paragraph
from sphinx_agentcfg.sphinx_ext.rulebook import rule_of
from sphinx_agentcfg.sphinx_ext.templates import example_language, skeleton_block
from sphinx_agentcfg.sphinx_ext.verdicts import Checker, note_words, notes_of, refused, shown_document
from sphinx_agentcfg.sphinx_ext.warnings import warn_finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sphinx.util.docutils import SphinxDirective

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.sphinx_ext.page import Page

__all__ = ["examples", "report_verdict"]


def examples(page: Page, directive: SphinxDirective, *, alone: bool) -> Iterator[nodes.Node]:
    """Give each example with its verdict, and the schema's own ``examples``.

    With neither, the minimal skeleton stands in, unless it is on the page already (not *alone*).
    """
    document_type = page.reference.document_type
    paths = {verdict: document_type.examples(verdict) for verdict in ("valid", "invalid")}
    checker = Checker(document_type, ()) if any(paths.values()) else None
    for path in paths["valid"]:
        yield _example(page, path, directive, checker, expected="valid")
    own = page.reference.root.main.examples
    for i, value in enumerate(own):
        yield from _inline_example(page, value, i + 1)
    if paths["invalid"]:
        lead = Mark("strong", tuple(page.speaker.label(N_("Refused, and why"))))
        yield paragraph([lead], "agentcfg-lead", "agentcfg-refused")
    for path in paths["invalid"]:
        yield _example(page, path, directive, checker, expected="invalid")
    if not paths["valid"] and not own and alone and page.reference.root.children:
        yield skeleton_block(page, full=False)


def _example(
    page: Page, path: Path, directive: SphinxDirective, checker: Checker | None, expected: str
) -> nodes.container:
    document = read_document(path, name=path.name, syntax=page.reference.document_type.syntax)
    findings = checker.check(document) if checker else ()
    bad = refused(findings)
    notes = notes_of(page.speaker, findings)
    beyond = _beyond_the_schema(page, path, directive) if expected == "invalid" and not bad else None
    if beyond is not None:
        notes.append(beyond)
    else:
        report_verdict(document, findings, expected, directive)
    caption: list[Fragment] = [code(path.name)]
    if expected == "valid":
        caption += [" — ", *page.speaker.label(N_("valid") if not bad else N_("not valid"))]
    link = partial(page.link, code=False)
    block = shown_document(document, page.reference, link, shown=page.shown, notes=notes)
    classes = ["agentcfg-example", *_alternatives(page, path)]
    return nodes.container("", paragraph(caption, "agentcfg-lead"), block, classes=classes)


def _alternatives(page: Page, path: Path) -> list[str]:
    """Return the classes of an example that stands beside its twin in every other language of the page."""
    language = example_language(path.name)
    if language is None or language not in page.languages or not _has_twin(path, page):
        return []
    alternatives, tag = page.speaker.alternatives(language)
    return [*alternatives, *([f"language-{tag}"] if tag else [])]


def _has_twin(path: Path, page: Page) -> bool:
    stem, _, suffix = path.name.rpartition(".")
    base = stem.rpartition(".")[0]
    return all((path.parent / f"{base}.{language}.{suffix}").is_file() for language in page.languages)


def _inline_example(page: Page, value: object, number: int) -> Iterator[nodes.Node]:
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    document = parse_document(text, name=f"examples/{number}", syntax="json")
    yield paragraph(page.speaker.label(N_("From the schema, number {n}"), n=str(number)), "agentcfg-lead")
    yield shown_document(document, page.reference, partial(page.link, code=False), shown=page.shown)


# --- verdicts ---------------------------------------------------------------------------------------------------------


def report_verdict(document: Document, findings: Sequence[Finding], expected: str, directive: SphinxDirective) -> None:
    """Warn at the directive where *document* does not get the verdict that is *expected*, ``valid`` or ``invalid``."""
    bad = refused(findings)
    if expected == "valid":
        for finding in bad:
            text = message("the example {name} should be valid: {cause}", name=document.name, cause=finding.message)
            _warn(document.name, text, directive, finding.line, finding.column)
    elif not bad:
        text = message("the example {name} should be invalid, but nothing is wrong with it", name=document.name)
        _warn(document.name, text, directive)


def _warn(
    name: str, text: Message, directive: SphinxDirective, line: int | None = None, column: int | None = None
) -> None:
    located = Finding("example/invalid-example", Severity.ERROR, name, text, line, column)
    warn_finding(located, directive.get_location())


def _beyond_the_schema(page: Page, path: Path, directive: SphinxDirective) -> Note | None:
    """Return what the rule says that an invalid example is named after (``<rule>[--note].<ext>``).

    A rule that is not in the schema may need more than the file, so the format's own tests answer for the verdict.
    """
    name = path.name.partition(".")[0].partition("--")[0]
    found = rule_of(directive.config, f"{page.type_id.partition('/')[0]}/{name}") if name != "schema" else None
    if found is None:
        return None
    group, rule = found
    speaker = Speaker(page.languages, Translations(group.source_language), page.link)
    return Note(0, str(rule.severity), tuple(note_words(speaker, rule.severity, rule.id, speaker.line(rule.title))))
