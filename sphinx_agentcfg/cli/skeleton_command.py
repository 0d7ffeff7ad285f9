"""``agentcfg skeleton``: a document type in, an annotated template of such a file out, the same as on its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sphinx_agentcfg.cli.shared import (
    catalog_with,
    format_dirs_option,
    language_option,
    named_type,
    print_findings,
)
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.reference.build import PointerToNowhere, read_reference
from sphinx_agentcfg.reference.comments import comment, comment_lines
from sphinx_agentcfg.reference.gathering import guess_language, texts_of
from sphinx_agentcfg.reference.skeletons import own_heading, skeleton, skeleton_text
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.reference.wording import Wording
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_agentcfg.reference.model import Field, Reference

__all__ = ["command"]


@click.command()
@click.argument("name", metavar="TYPE|FILE")
@click.option("--full", is_flag=True, help="Every field, not only what must be there.")
@click.option(
    "--comments/--no-comments",
    default=None,
    help="With or without a comment above each key. JSON has none unless you ask, because it knows no comments.",
)
@language_option
@format_dirs_option
def command(name: str, *, full: bool, comments: bool | None, language: str, format_dirs: tuple[Path, ...]) -> None:
    """Write a template of a kind of document, to copy from.

    TYPE is a document type (leji/agent-profile), FILE any JSON Schema. The template is valid as it stands. YAML comes
    with a comment above each key, in the language of the output. JSON comes without, so that it is JSON; with
    --comments it is as on the pages, and you take the comments out. Markdown comes with the headings that are expected.
    """
    document_type, pointer = named_type(catalog_with(format_dirs), name)
    try:
        reference = read_reference(document_type, pointer=pointer)
    except PointerToNowhere as error:
        raise click.UsageError(
            visible(f"{name}: the schema has nothing at {pointer} that is a schema; check the pointer")
        ) from error
    shown = comments if comments is not None else document_type.syntax != "json"
    click.echo(visible("".join(f"{row}\n" for row in _lines(reference, language, full=full, comments=shown))), nl=False)
    print_findings(reference.findings, language)
    if any(f.severity is Severity.ERROR for f in reference.findings):
        raise SystemExit(1)


def _lines(reference: Reference, language: str, *, full: bool, comments: bool) -> Iterator[str]:
    translations = Translations(reference.document_type.source_language or guess_language(texts_of(reference)))
    voice = Wording(language, translations)

    def heading(section: Field) -> str:
        """Return the accepted heading that is in *language*: the translated title, or one in its script."""
        title = section.main.title
        said = translations.find(title, language) if title else None
        accepted = section.main.headings
        same = (h for h in accepted if said and said.language == language and h.casefold() == said.text.casefold())
        similar = (h for h in accepted if _is_chinese(h) == language.startswith("zh"))
        return next(same, None) or next(similar, None) or own_heading(section)

    for line in skeleton(reference, full=full, heading=heading):
        text = comment(line.about, voice, translations) if comments and line.about else ""
        if text:
            yield from comment_lines(text, line)
        yield skeleton_text((line,)).removesuffix("\n")


def _is_chinese(text: str) -> bool:
    return any("\u3400" <= c <= "\u9fff" for c in text)
