"""What several commands need: options, the names of types and schemas, and output that no file can abuse."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sphinx_agentcfg.catalog import Catalog, own_schema
from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.languages import normalise
from sphinx_agentcfg.messages import LANGUAGES, N_, console_language
from sphinx_agentcfg.reference.model import Text
from sphinx_agentcfg.reference.translations import State
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.manifests import DocumentType
    from sphinx_agentcfg.reference.row_model import Texts
    from sphinx_agentcfg.reference.translations import Translations

__all__ = [
    "SEVERITY_WORDS",
    "both",
    "catalog_with",
    "format_dirs_option",
    "in_both",
    "json_text",
    "language_option",
    "named_type",
    "print_findings",
    "say",
    "text_in",
]

#: Severity → its word, to be translated.
SEVERITY_WORDS = {Severity.ERROR: N_("error"), Severity.WARNING: N_("warning"), Severity.INFO: N_("info")}
_SCHEMA_SUFFIXES = {".json", ".yaml", ".yml"}
_LAST_SHORT = 0xFFFF  # JSON's ``\\u`` has four digits

format_dirs_option = click.option(
    "--format-dir",
    "format_dirs",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with a format of your own, or with several.",
)


def _language(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str:
    if value is None:
        return console_language()
    language = normalise(value)
    if language is None:
        raise click.BadParameter(f"{value!r} is no language code; write for example zh_CN")
    return language


language_option = click.option(
    "-l", "--language", callback=_language, help="Language of the output, such as zh_CN; else that of the terminal."
)


def catalog_with(format_dirs: Sequence[Path]) -> Catalog:
    """Return the built-in formats and those in *format_dirs*."""
    catalog = Catalog.builtin()
    try:
        for folder in format_dirs:
            catalog = catalog.with_folder(folder)
    except AgentcfgError as error:
        raise click.UsageError(visible(str(error))) from error
    return catalog


def named_type(catalog: Catalog, name: str) -> tuple[DocumentType, str]:
    """Return the document type of a TYPE or of a schema FILE, and the JSON Pointer after its ``#``."""
    known = {d.id: d for d in catalog.document_types}
    bare, _, pointer = name.rpartition("#") if "#" in name and not Path(name).is_file() else (name, "", "")
    if bare in known:
        return known[bare], _pointer(name, pointer)
    path = Path(bare)
    if path.is_file():
        return own_schema(path.resolve(), bare), _pointer(name, pointer)
    raise click.UsageError(visible(_why_not(catalog, bare)))


def _pointer(name: str, pointer: str) -> str:
    if pointer and not pointer.startswith("/"):
        raise click.UsageError(visible(f"{name}: after # stands a JSON Pointer, which begins with a slash"))
    return pointer


def _why_not(catalog: Catalog, name: str) -> str:
    """Return why *name* means nothing, and what to write instead."""
    for known in catalog.formats:
        if known.id == name.rstrip("/"):
            return f"{name} is a format; name one of its types: {', '.join(d.id for d in known.documents)}"
    path = Path(name)
    if path.is_dir():
        return f"{name} is a folder; name a document type, or a JSON Schema in it"
    if path.suffix.lower() in _SCHEMA_SUFFIXES:
        return f"{name}: there is no such file; check the path"
    try:
        catalog.document_type(name)
    except AgentcfgError as error:
        return str(error)
    return name


# --- output -----------------------------------------------------------------------------------------------------------


def say(text: str, *, err: bool = False) -> None:
    """Print one or more lines of which a part may come from somebody's file."""
    click.echo(visible(text), err=err)


def print_findings(findings: Sequence[Finding], language: str) -> None:
    """Print findings about what a command needs, such as a schema, where its own output does not mix with them."""
    for finding in findings:
        say(f"{finding.text(language)} [{finding.rule}]", err=True)


def json_text(value: Any) -> str:  # any JSON value
    """Return *value* as JSON with every character escaped that a terminal could take for a command."""
    return re.sub(r"[^\n -~]", _escaped, json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    if visible(character) == character:
        return character
    number = ord(character)
    if number <= _LAST_SHORT:
        return f"\\u{number:04x}"
    high, low = divmod(number - _LAST_SHORT - 1, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def text_in(translations: Translations, source: str, file: Path, pointer: str, language: str) -> str:
    """Return a text of a manifest in *language*, else in its own."""
    return translations.find(Text(source, file, pointer), language).text if source else ""


def in_both(translations: Translations, source: str, file: Path, pointer: str) -> Texts | None:
    """Return a text of a manifest in the two languages that we ship, None in one that it is not translated to."""
    return both(translations, Text(source, file, pointer)) if source else None


def both(translations: Translations, text: Text) -> Texts:
    """Return *text* in the two languages that we ship, None in one that it is not freshly translated to."""
    found = {language: translations.find(text, language) for language in LANGUAGES}
    fresh = {State.SOURCE, State.TRANSLATED}
    return {language: said.text if said.state in fresh else None for language, said in found.items()}
