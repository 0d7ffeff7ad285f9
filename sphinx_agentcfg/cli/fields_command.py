"""``agentcfg fields``: a document type or any JSON Schema in, a row for each of its fields out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sphinx_agentcfg.cli.field_tables import csv_text, markdown_lines, table_lines
from sphinx_agentcfg.cli.shared import (
    catalog_with,
    format_dirs_option,
    json_text,
    language_option,
    named_type,
    print_findings,
    say,
)
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import LANGUAGES, message
from sphinx_agentcfg.reference.build import PointerToNowhere, read_reference
from sphinx_agentcfg.reference.keywords import HANDLED
from sphinx_agentcfg.reference.row_model import row_data
from sphinx_agentcfg.reference.rows import rows_of
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_agentcfg.messages import Message
    from sphinx_agentcfg.reference.rows import RowSet

__all__ = ["command"]


@click.command()
@click.argument("name", metavar="TYPE|FILE")
@click.option(
    "--format", "output", type=click.Choice(["table", "json", "csv", "md"]), default="table", help="How to print."
)
@language_option
@format_dirs_option
def command(name: str, output: str, language: str, format_dirs: tuple[Path, ...]) -> None:
    """List every field of a kind of document.

    TYPE is a document type (leji/agent-profile), FILE any JSON Schema; a JSON Pointer may follow, as in FILE#/pointer.
    Shared definitions are written out wherever they are used, until they recurse. JSON and CSV carry the texts in
    English and Chinese; table and md are in one language.
    """
    document_type, pointer = named_type(catalog_with(format_dirs), name)
    try:
        reference = read_reference(document_type, pointer=pointer)
    except PointerToNowhere as error:
        raise click.UsageError(
            visible(f"{name}: the schema has nothing at {pointer} that is a schema; check the pointer")
        ) from error
    rows = rows_of(reference, languages=dict.fromkeys([*LANGUAGES, language]))
    _print(rows, output, language)
    print_findings(reference.findings, language)
    for notice in _notices(rows):
        say(notice.text(language), err=True)
    empty = not rows.rows and not reference.findings
    foreign = empty and not any(keyword in HANDLED for keyword in reference.schema or ())
    if empty:
        text = message("the schema describes no field")
        if foreign:
            text = message("{file} holds no JSON Schema: none of its keys is a keyword of one", file=name)
        say(text.text(language), err=True)
    if foreign or any(f.severity is Severity.ERROR for f in reference.findings):
        raise SystemExit(1)


def _print(rows: RowSet, output: str, language: str) -> None:
    match output:
        case "json":
            click.echo(json_text([row_data(row) for row in rows.rows]))
        case "csv":
            click.echo(csv_text(rows.rows), nl=False)
        case "md":
            click.echo("".join(f"{line}\n" for line in markdown_lines(rows.rows, language)), nl=False)
        case _:
            click.echo("".join(f"{line}\n" for line in table_lines(rows.rows, language)), nl=False)


def _notices(rows: RowSet) -> Iterator[Message]:
    expansion = rows.expansion
    if expansion.cut:
        yield message("the schema has more fields than can be listed; these are the first {n}", n=len(rows.rows))
    elif expansion.depth is not None:
        yield message(
            "written out in full, the schema has too many paths; shared definitions are entered {n} deep here, and "
            "`defined_at` and `definition` lead on",
            n=expansion.depth,
        )
