"""``agentcfg diff``: two versions of a schema in, what changed in what they say out, the worst first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sphinx_agentcfg.cli.shared import catalog_with, format_dirs_option, json_text, language_option, print_findings, say
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import LANGUAGES, translate
from sphinx_agentcfg.reference.changes import ChangeClass, compare
from sphinx_agentcfg.reference.changes.words import CLASSES, name_of, summary
from sphinx_agentcfg.reference.changes.words import say as said
from sphinx_agentcfg.reference.gathering import guess_language
from sphinx_agentcfg.reference.model import MISSING
from sphinx_agentcfg.reference.phrases import plain
from sphinx_agentcfg.reference.revisions import NoVersion, read_version
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.reference.wording import Wording
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.catalog import Catalog
    from sphinx_agentcfg.reference.changes import Change, Changes
    from sphinx_agentcfg.reference.revisions import Version

__all__ = ["command"]


@click.command()
@click.argument("old")
@click.argument("new")
@click.option("--format", "output", type=click.Choice(["table", "json", "md"]), default="table", help="How to print.")
@language_option
@format_dirs_option
def command(old: str, new: str, output: str, language: str, format_dirs: tuple[Path, ...]) -> None:
    """Say what changed between two versions of a JSON Schema: breaking, compatible, or only its wording.

    OLD and NEW are files, document types (leji/agent-profile), or files of a git revision as git writes them
    (v1.0:schemas/a.json, HEAD:./a.json). The exit code is 1 only where a change is breaking.
    """
    catalog = catalog_with(format_dirs)
    versions = _read(old, catalog, language), _read(new, catalog, language)
    for version in versions:
        print_findings([f for f in version.findings if f.severity is not Severity.INFO], language)
    changes = compare(*versions)
    if output == "json":
        click.echo(json_text(_data(changes)))
    else:
        for line in _lines(changes, language, markdown=output == "md"):
            say(line)
    if changes.breaking:
        raise SystemExit(1)


def _read(name: str, catalog: Catalog, language: str) -> Version:
    try:
        return read_version(name, catalog, Path.cwd())
    except NoVersion as error:
        place = f"{error.place}: " if error.place else ""
        raise click.UsageError(visible(f"{place}{error.message.text(language)}")) from error


def _lines(changes: Changes, language: str, *, markdown: bool) -> Iterator[str]:
    """Give the changes by class, each class under its name and number, and the sum below."""
    voice = _voice(language)
    for class_ in ChangeClass:
        found = changes.of(class_)
        if found:
            head = f"{translate(CLASSES[class_], language)} ({len(found)})"
            yield f"## {head}" if markdown else head
            yield from [""] if markdown else []
            yield from (_item(change, voice, markdown=markdown) for change in found)
            yield ""
    yield summary(changes).text(language)


def _item(change: Change, voice: Wording, *, markdown: bool) -> str:
    name, what = name_of(change, voice), plain(said(change, voice))
    if not markdown:
        return f"  {name}: {what}"
    return f"- `` {name} ``: {what}" if "`" in name else f"- `{name}`: {what}"


def _voice(language: str) -> Wording:
    """Return the words of *language*; titles of alternatives stay as the schema has them."""
    return Wording(language, Translations(guess_language(())))


def _data(changes: Changes) -> dict[str, Any]:
    """Return everything as JSON; ``state`` tells how far two files without a change are the same."""
    counts = {class_.value: len(changes.of(class_)) for class_ in ChangeClass}
    said = {language: summary(changes).text(language) for language in LANGUAGES}
    return {"state": changes.state.value, "summary": said, **counts, "changes": [_row(c) for c in changes.changes]}


def _row(change: Change) -> dict[str, Any]:
    """Return one change as JSON; what one of the versions does not have is left out."""
    row: dict[str, Any] = {
        "kind": change.kind.value,
        "class": change.class_.value,
        "path": change.path,
        "old_path": change.old_path or None,
        "keyword": change.keyword or None,
        "pointer": change.pointer,
        "old_pointer": change.old_pointer,
    }
    row |= {key: value for key, value in (("old", change.old), ("new", change.new)) if value is not MISSING}
    messages = {language: plain(said(change, _voice(language))) for language in LANGUAGES}
    return row | {"message": messages["en"], "message_zh": messages["zh_CN"]}
