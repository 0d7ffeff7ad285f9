"""``agentcfg validate``: files in, what their schemas have against them out, with an exit code for CI."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sphinx_agentcfg.audit.choosing import at_least
from sphinx_agentcfg.cli.shared import (
    SEVERITY_WORDS,
    catalog_with,
    format_dirs_option,
    json_text,
    language_option,
    named_type,
    say,
)
from sphinx_agentcfg.documents import MAX_BYTES
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import message, translate
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.validating import FileChecker

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_agentcfg.catalog import Catalog
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.manifests import DocumentType

__all__ = ["command"]

_FAIL_ON = (*(severity.value for severity in Severity), "never")
_STDIN = "-"
_STDIN_NAME = "<stdin>"


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--type", "type_name", metavar="TYPE|SCHEMA", help="The document type of all files, or a JSON Schema.")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", help="How to print.")
@click.option(
    "--fail-on",
    type=click.Choice(_FAIL_ON),
    default="error",
    show_default=True,
    help="The exit code is 1 for a finding at least as severe.",
)
@language_option
@format_dirs_option
def command(  # noqa: PLR0913, PLR0917  # click passes a parameter for each option
    files: tuple[str, ...],
    type_name: str | None,
    output: str,
    fail_on: str,
    language: str,
    format_dirs: tuple[Path, ...],
) -> None:
    """Check files against the schemas of their types.

    The type of a file is that of --type; else that of the examples folder that it lies in
    (FORMAT/examples/valid/TYPE/); else the one whose file patterns fit the end of its path. `agentcfg formats` lists
    the patterns. - reads standard input, and needs --type.

    Exit code 0: nothing found; 1: a finding at or over --fail-on; 2: wrong usage, or a path that is no file.
    """
    catalog = catalog_with(format_dirs)
    document_type = _type(catalog, type_name, files)
    checker = FileChecker(catalog)
    findings: list[Finding] = []
    refused: list[str] = []
    for name in files:
        why = _why_not(name)
        if why:
            refused.append(why)
        else:
            findings.extend(_check(checker, name, document_type))
    findings = [*checker.schema_findings, *findings]
    if output == "json":
        from sphinx_agentcfg.audit.rows import rows_of_findings

        click.echo(json_text(rows_of_findings(findings, catalog)))
    else:
        for line in _lines(findings, len(files) - len(refused), language):
            say(line.replace("\n", "\\n"))
    for why in refused:
        say(f"Error: {why}", err=True)
    if refused:
        raise SystemExit(2)
    if fail_on != "never" and any(at_least(f.severity, Severity(fail_on)) for f in findings):
        raise SystemExit(1)


def _type(catalog: Catalog, name: str | None, files: Sequence[str]) -> DocumentType | None:
    if name is None:
        if _STDIN in files:
            raise click.UsageError("standard input has no path that would tell its type; name it with --type")
        return None
    document_type, pointer = named_type(catalog, name)
    if pointer:
        raise click.UsageError(visible(f"--type {name}: a whole document is checked, so leave out the pointer"))
    return document_type


def _why_not(name: str) -> str:
    """Return why *name* cannot be checked, and what to do; nothing where it is there."""
    if name == _STDIN:
        return ""
    path = Path(name)
    if path.is_dir():
        return f"{name} is a folder; name the files in it, for example with {name.rstrip('/')}/*"
    try:
        path.lstat()
    except OSError:
        return f"{name}: there is no such file; check the path"
    return ""


def _check(checker: FileChecker, name: str, document_type: DocumentType | None) -> tuple[Finding, ...]:
    if name == _STDIN and document_type is not None:
        content = sys.stdin.buffer.read(MAX_BYTES + 1)
        return checker.check_text(content, _STDIN_NAME, document_type)
    return checker.check(Path(name), name, document_type)


def _lines(findings: Sequence[Finding], files: int, language: str) -> Iterator[str]:
    for finding in findings:
        pointer = f" at {finding.pointer}" if finding.pointer else ""
        severity = translate(SEVERITY_WORDS[finding.severity], language)
        yield f"{finding.place}: {severity}: {finding.message.text(language)} [{finding.rule}]{pointer}"
    errors, warnings, info = (sum(f.severity is s for f in findings) for s in Severity)
    yield message(
        "files: {files}; errors: {errors}, warnings: {warnings}, information: {info}",
        files=files,
        errors=errors,
        warnings=warnings,
        info=info,
    ).text(language)
