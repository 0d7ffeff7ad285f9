"""``agentcfg messages``: the texts of schemas in, catalogues for translators and figures about them out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sphinx_agentcfg.catalog import Catalog, own_schema
from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.languages import normalise
from sphinx_agentcfg.messages import LANGUAGES
from sphinx_agentcfg.reference import catalogues
from sphinx_agentcfg.reference.catalogues import Source
from sphinx_agentcfg.reference.translations import catalogue_path, read_catalogue
from sphinx_agentcfg.rules import RULES, RuleBook, read_rules

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.catalogues import Stats
    from sphinx_agentcfg.rules import RuleGroup

__all__ = ["command"]

_SOURCES = click.argument("types", nargs=-1, metavar="[FORMAT|TYPE|FILE]...")
_DIRS = click.option(
    "--format-dir",
    "format_dirs",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with a format of your own, or with several.",
)


@click.group()
def command() -> None:
    """Serve translators: extract, update and count texts.

    A FORMAT is the id of a format (leji), a TYPE a document type (leji/agent-profile), a FILE any JSON Schema.
    """


def _language(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    language = normalise(value)
    if language is None:
        msg = f"{value!r} is no language code; write for example zh_CN"
        raise click.BadParameter(msg)
    return language


def _sources(types: tuple[str, ...], format_dirs: tuple[Path, ...]) -> list[Source]:
    """Return what to work on, each file once; without *types* the formats of *format_dirs*, else the built-in ones."""
    try:
        builtin = catalog = Catalog.builtin()
        for folder in format_dirs:
            catalog = catalog.with_folder(folder)
        own = [f.id for f in catalog.formats if f not in builtin.formats]
        groups = [g.id for g in RuleBook.of(builtin).groups]
        names = types or tuple(own) or tuple(dict.fromkeys([*(f.id for f in builtin.formats), *groups]))
        return _once([s for name in names for s in _named(catalog, name)])
    except AgentcfgError as error:
        raise click.UsageError(str(error)) from error


def _named(catalog: Catalog, name: str) -> list[Source]:
    if name in {f.id for f in catalog.formats}:
        named = catalog.format(name)
        rules = (
            [_rules_source(read_rules(named.folder, named.source_language))] if (named.folder / RULES).is_file() else []
        )
        return [
            catalogues.manifest_source(named),
            *(s for d in named.documents for s in catalogues.schema_source(d)),
            *rules,
        ]
    shared = next((g for g in RuleBook.of(catalog).groups if g.id == name), None)
    if shared is not None:
        return [_rules_source(shared)]
    path = Path(name)
    if not path.exists() and path.suffix in {".json", ".yaml", ".yml"}:
        msg = f"{name}: there is no such file; check the path"
        raise click.UsageError(msg)
    if name in {d.id for d in catalog.document_types} or not path.exists():
        return list(catalogues.schema_source(catalog.document_type(name)))
    if path.is_dir():
        msg = f"{name} is a folder; name a schema in it, or use --format-dir"
        raise click.UsageError(msg)
    found = catalogues.schema_source(own_schema(path.resolve(), name))
    if not any(s.texts for s in found):
        msg = f"{name} holds no JSON Schema with texts; check that it is the right file"
        raise click.UsageError(msg)
    return list(found)


def _rules_source(group: RuleGroup) -> Source:
    texts = tuple(t for rule in group.rules for t in rule.texts)
    return Source(f"{group.id} ({RULES})", group.file, group.source_language, texts)


def _once(sources: list[Source]) -> list[Source]:
    return list({s.file: s for s in reversed(sources)}.values())[::-1]


@command.command()
@_SOURCES
@_DIRS
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write here instead of the terminal.")
def extract(types: tuple[str, ...], format_dirs: tuple[Path, ...], output: Path | None) -> None:
    """Write an empty catalogue (POT) with every text of one schema."""
    sources = _sources(types, format_dirs)
    if len(sources) != 1:
        names = ", ".join(s.name for s in sources)
        msg = f"a template holds one file, and these are {len(sources)}: {names}; name one"
        raise click.UsageError(msg)
    content = catalogues.template(sources[0])
    if output is None:
        click.echo(content.decode(), nl=False)
    else:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_bytes(content)
        click.echo(f"{output}: {len(sources[0].texts)} texts")


@command.command()
@_SOURCES
@_DIRS
@click.option("-l", "--language", required=True, callback=_language, help="The language to translate to.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 where something would change.")
def update(types: tuple[str, ...], format_dirs: tuple[Path, ...], language: str, check: bool) -> None:  # noqa: FBT001  # click passes flags so
    """Bring the catalogues beside the schemas up to date; what was translated stays."""
    if not types and not format_dirs:
        msg = "name what to update: a FORMAT, a TYPE, a FILE, or --format-dir"
        raise click.UsageError(msg)
    differs = False
    sources = [s for s in _sources(types, format_dirs) if s.language != language and s.texts]
    if not sources:
        click.echo("nothing to translate")
    for source in sources:
        path = catalogue_path(source.file, language)
        for finding in read_catalogue(path, language).findings:  # to write it anew would lose what cannot be read
            raise click.ClickException(finding.text())
        result = catalogues.updated(source, language)
        touched = result.new or result.changed or result.gone or not path.is_file()
        differs = differs or bool(touched)
        if touched and not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(result.content)
        click.echo(f"{source.name}: {result.new} new, {result.changed} changed, {result.gone} gone")
    if check and differs:
        raise SystemExit(1)


@command.command("stats")
@_SOURCES
@_DIRS
@click.option("-l", "--language", "languages", multiple=True, help="A language; without one, all that we ship.")
@click.option("--format", "output_format", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    default=0.0,
    help="Exit 1 where less than this percentage is translated.",
)
def stats_command(
    types: tuple[str, ...],
    format_dirs: tuple[Path, ...],
    languages: tuple[str, ...],
    output_format: str,
    fail_under: float,
) -> None:
    """Count texts that are translated, stale (the source changed) and missing."""
    wanted = [_language(click.get_current_context(), None, code) for code in languages] or list(LANGUAGES)  # type: ignore[arg-type]  # our own callback, called by hand
    sources = _sources(types, format_dirs)
    pairs = [(s, language) for s in sources for language in wanted if s.texts]
    found = [catalogues.stats(source, language) for source, language in pairs]
    broken = [f for s, language in pairs for f in read_catalogue(catalogue_path(s.file, language), language).findings]
    for finding in broken:
        click.echo(finding.text(), err=True)
    if output_format == "json":
        click.echo(json.dumps([_row(s) for s in found], indent=2))
    else:
        _print_table([_row(s) for s in found])
    if broken or any(_percent(s) < fail_under for s in found):
        raise SystemExit(1)


def _percent(each: Stats) -> float:
    """Return the share of fresh translations, rounded down: 99.9 never shows as 100."""
    return int(1000 * each.count.translated / each.count.total) / 10 if each.count.total else 100.0


def _row(each: Stats) -> dict[str, object]:
    return {
        "name": each.name,
        "language": each.language,
        "texts": each.count.total,
        "translated": each.count.translated,
        "stale": each.count.stale,
        "missing": each.count.missing,
        "gone": each.gone,
        "percent": _percent(each),
    }


def _print_table(rows: list[dict[str, object]]) -> None:
    if not rows:
        click.echo("nothing to translate")
        return
    heads = list(rows[0])
    cells = [heads, *([str(v) for v in row.values()] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(heads))]
    for line in cells:
        padded = [c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths, strict=True))]  # noqa: PLR2004  # names left, figures right
        click.echo("  ".join(padded).rstrip())
