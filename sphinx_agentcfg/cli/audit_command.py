"""``agentcfg audit``: repositories in, what there is to say of their agents out, with an exit code for CI."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sphinx_agentcfg.cli.shared import format_dirs_option, language_option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_agentcfg.audit.reporting import Report

__all__ = ["command"]

_TABLES = ("profiles", "fields", "coverage", "inheritance", "permissions", "findings", "environment")
_SEVERITIES = ("error", "warning", "info")
_FAIL_ON = (*_SEVERITIES, "never")
_FORMATS = ("table", "json", "sarif", "github", "csv", "md", "html", "parquet", "xlsx")
#: Written for programs: bytes, which no terminal can show.
_BINARY = {"parquet", "xlsx"}
_WHOLE = {"html", *_BINARY}
_TO_FILES = {"json", "csv", "md", *_WHOLE}
_FINDINGS_ONLY = {"sarif", "github"}
_FILE = click.Path(dir_okay=False, path_type=Path)
_FOLDER = click.Path(path_type=Path)


def _names(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--only", multiple=True, callback=_names, metavar="FORMAT", help="Look for this format; may be repeated.")
@click.option(
    "--format", "output", type=click.Choice(_FORMATS), default="table", show_default=True, help="What to print."
)
@click.option("--table", "table_name", type=click.Choice(_TABLES), help="Print this table; else the findings, or all.")
@click.option("-o", "--output", "folder", type=_FOLDER, metavar="DIR", help="Write files: each table, or one page.")
@click.option(
    "--select", multiple=True, callback=_names, metavar="RULE", help="Report these rules, groups or globs only."
)
@click.option("--ignore", multiple=True, callback=_names, metavar="RULE", help="Do not report these.")
@click.option("--severity", type=click.Choice(_SEVERITIES), help="List findings that are at least as severe.")
@click.option("--fail-on", type=click.Choice(_FAIL_ON), help="Exit code 1 for a finding at least as severe. [error]")
@language_option
@format_dirs_option
@click.option("--gitignore/--no-gitignore", default=None, help="Leave out what .gitignore files name, or do not.")
@click.option(
    "--config", type=_FILE, metavar="FILE", help="The settings; else agentcfg.toml or pyproject.toml in PATH."
)
@click.option("--baseline", type=_FILE, metavar="FILE", help="Findings that are known and do not count.")
@click.option("--write-baseline", type=_FILE, metavar="FILE", help="Write all findings of now as such a file.")
@click.option("--show-suppressed", is_flag=True, help="List what is suppressed or in the baseline, too.")
@click.option("--quiet/--progress", default=False, help="Neither sums nor a count while files are read.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    output: str,
    table_name: str | None,
    folder: Path | None,
    paths: tuple[str, ...],
    **options: Any,
) -> None:
    """Read and resolve the repository in each PATH, and say what is wrong with its agents.

    RULE is an id (leji/schema), a group (leji) or a glob (leji/inherits-*). --select and --ignore choose what counts;
    --severity only shortens the list. Settings that stay belong into agentcfg.toml, or [tool.agentcfg] of
    pyproject.toml, in PATH.

    Exit code 0: no finding at or over --fail-on; 1: there is one; 2: wrong usage, or a path that is no folder.
    """
    _check_usage(output, table_name, folder, paths, options)
    from sphinx_agentcfg.cli.audit_running import Wishes, run, stop
    from sphinx_agentcfg.errors import AgentcfgError

    default = options["language"]
    if ctx.get_parameter_source("language") is not click.core.ParameterSource.COMMANDLINE:
        options["language"] = None
    report = run(paths, Wishes.of(**options), default)
    try:
        if folder is not None:
            _write_tables(report, output, folder)
        else:
            _print_whole(report, output, table_name)
    except AgentcfgError as error:  # a package that a kind of file needs is not there
        raise stop(str(error)) from error
    if report.failed:
        raise SystemExit(1)


def _check_usage(
    output: str, table_name: str | None, folder: Path | None, paths: tuple[str, ...], options: dict[str, Any]
) -> None:
    """Raise a usage error for options that do not go together."""
    if folder is not None and output not in _TO_FILES:
        raise click.UsageError(f"-o writes files: it needs --format {', '.join(sorted(_TO_FILES))}")
    if output in _BINARY and folder is None and sys.stdout.isatty():
        raise click.UsageError(f"--format {output} is not for a terminal: write files with -o DIR, or redirect it")
    if output == "html" and table_name is not None:
        raise click.UsageError("--format html is one page with every table; leave out --table")
    if folder is not None and table_name is not None:
        raise click.UsageError("-o writes every table: leave out --table, or print one table without -o")
    if table_name not in {None, "findings"} and output in _FINDINGS_ONLY:
        raise click.UsageError(f"--format {output} holds findings only; leave out --table {table_name}")
    for name in ("baseline", "write_baseline"):
        if options[name] is not None and len(paths) > 1:
            option = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{option}: a baseline belongs to one repository; name one PATH")


# --- output -----------------------------------------------------------------------------------------------------------


def _print_whole(report: Report, output: str, table_name: str | None) -> None:
    """Print, and say in one line where the output cannot be written, such as on a disk that is full."""
    from sphinx_agentcfg.cli.audit_running import stop

    try:
        _print(report, output, table_name)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is still in the buffer would be tried again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise stop(f"the output cannot be written: {error.strerror or error}; check where it goes") from error


def _print(report: Report, output: str, table_name: str | None) -> None:
    from sphinx_agentcfg.cli.audit_outputs.files import print_data

    match output:
        case "json":
            from sphinx_agentcfg.audit.json_text import json_object, json_rows

            text = json_rows(report.table(table_name)) if table_name else json_object(report)
            print_data(f"{text}\n")
        case "sarif":
            from sphinx_agentcfg.cli.audit_outputs.sarif import sarif_log

            print_data(f"{sarif_log(report)}\n")
        case "html" | "parquet" | "xlsx":
            from sphinx_agentcfg.cli.audit_outputs.whole_files import one_table

            print_data(one_table(report, output, table_name))
        case "md":
            from sphinx_agentcfg.cli.audit_outputs.markdown import markdown_lines

            print_data("".join(f"{line}\n" for line in markdown_lines(report, table_name or "findings")))
        case "csv":
            from sphinx_agentcfg.cli.audit_outputs.csv_output import csv_text

            name = table_name or "findings"
            print_data(csv_text(report.columns(name), report.table(name)))
        case _:
            _say(_lines(report, output, table_name))


def _lines(report: Report, output: str, table_name: str | None) -> Iterable[str]:
    from sphinx_agentcfg.cli.audit_outputs import github, text

    if table_name and output == "table":
        yield from text.table_lines(report, table_name)
        return
    yield from github.github_lines(report) if output == "github" else text.finding_lines(report)
    if not report.quiet:
        yield from text.summary_lines(report)


def _say(lines: Iterable[str]) -> None:
    """Print lines that are harmless already; what the terminal's encoding lacks stands as an escape."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    color = False if os.environ.get("NO_COLOR") else None
    for line in lines:
        click.echo(line.encode(encoding, "backslashreplace").decode(encoding), color=color)


def _write_tables(report: Report, output: str, folder: Path) -> None:
    """Write the files of *output* into *folder*, and say so."""
    from sphinx_agentcfg.audit.writing import write_files
    from sphinx_agentcfg.cli.audit_outputs.text import summary_lines
    from sphinx_agentcfg.cli.audit_running import stop

    try:
        write_files({folder / name: content for name, content in _files(report, output).items()})
    except OSError as error:
        raise stop(f"{error.filename or folder} cannot be written: {error.strerror or error}") from error
    if not report.quiet:
        _say(summary_lines(report))


def _files(report: Report, output: str) -> dict[str, Any]:
    """Return name → content of each file."""
    from sphinx_agentcfg.audit.json_text import json_rows
    from sphinx_agentcfg.audit.reporting import SUPPRESSED, TABLES
    from sphinx_agentcfg.cli.audit_outputs.csv_output import csv_text
    from sphinx_agentcfg.cli.audit_outputs.markdown import markdown_lines

    if output in _WHOLE:
        from sphinx_agentcfg.cli.audit_outputs.whole_files import files_of

        return dict(files_of(report, output))

    def text(name: str) -> str:
        if output == "md":
            return "".join(f"{line}\n" for line in markdown_lines(report, name))
        rows = report.table(name)
        return f"{json_rows(rows)}\n" if output == "json" else csv_text(report.columns(name), rows)

    return {f"{name}.{output}": text(name) for name in (*TABLES, SUPPRESSED)}
