"""``agentcfg docs``: a repository in, a site about its agents out, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sphinx_agentcfg.cli.shared import format_dirs_option, language_option

if TYPE_CHECKING:
    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.cli.site.writing import Site

__all__ = ["command"]


def _names(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


@click.command()
@click.argument("path", metavar="PATH")
@click.option(
    "-o", "--output", "folder", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Where it goes."
)
@click.option("--only", multiple=True, callback=_names, metavar="FORMAT", help="Look for this format; may be repeated.")
@click.option("--theme", metavar="NAME", help="The theme of Sphinx; else furo where it is installed, or alabaster.")
@click.option("--build/--no-build", "built", default=True, help="Build the HTML, or write its sources only.")
@language_option
@format_dirs_option
@click.option("--quiet", is_flag=True, help="Say nothing but what is wrong.")
@click.pass_context
def command(  # noqa: PLR0913, PLR0917  # each is an option
    ctx: click.Context,
    path: str,
    folder: Path,
    only: tuple[str, ...],
    theme: str | None,
    built: bool,  # noqa: FBT001  # click's way
    language: str,
    format_dirs: tuple[Path, ...],
    quiet: bool,  # noqa: FBT001  # the same
) -> None:
    """Write and build a site about the agents of the repository in PATH.

    DIR/html has a page for each agent, each kind of document and each table of the audit, in English and in Chinese;
    DIR/source what Sphinx makes them from. DIR must be new, empty, or made by this command before, and it must not lie
    where the audit would read it. --language is what a reader comes to first; else that of the browser.

    Exit code 0: the site is built, whatever is wrong with the agents; 1: Sphinx cannot build it; 2: wrong usage.
    """
    from sphinx_agentcfg.cli.audit_running import stop
    from sphinx_agentcfg.errors import AgentcfgError

    named = ctx.get_parameter_source("language") is click.core.ParameterSource.COMMANDLINE
    try:
        repository = _read(path, folder, only, format_dirs, None if quiet else language)
        site = _site(repository, folder, only, theme, language if named else None)
        _write(site)
    except AgentcfgError as error:
        raise stop(str(error)) from error
    if built:
        _build(site, language)
    if not quiet:
        _say_where(site, language, built=built)


def _read(
    path: str, folder: Path, only: tuple[str, ...], format_dirs: tuple[Path, ...], language: str | None
) -> Judged:
    """Read the repository; first see whether the site may go into *folder*."""
    from sphinx_agentcfg.audit.loading import Options, check_folder, load_repository, settings_of
    from sphinx_agentcfg.cli.audit_progress import Progress
    from sphinx_agentcfg.cli.site.folder import SiteFolder, check_place

    check_folder(path)
    options = Options(only=only, format_dirs=format_dirs)
    settings = settings_of(path, options)
    check_place(folder, Path(path), gitignore=bool(settings.gitignore))
    SiteFolder.at(folder)
    progress = Progress(language) if language else None
    try:
        return load_repository(path, options, settings=settings, tell=progress)
    finally:
        if progress:
            progress.done()


def _site(repository: Judged, folder: Path, only: tuple[str, ...], theme: str | None, first: str | None) -> Site:
    from sphinx_agentcfg.catalog import Catalog
    from sphinx_agentcfg.cli.site.conf import default_theme, plain_title
    from sphinx_agentcfg.cli.site.folder import SiteFolder
    from sphinx_agentcfg.cli.site.found import Found
    from sphinx_agentcfg.cli.site.plan import Plan
    from sphinx_agentcfg.cli.site.writing import Site

    name = repository.audit.root.resolve().name or "/"
    builtin = {each.id for each in Catalog.builtin().formats}
    own = tuple(each.folder for each in repository.audit.catalog.formats if each.id not in builtin)
    plan = Plan(Found(repository, name), only)
    return Site(SiteFolder.at(folder), plan, plain_title(name), theme or default_theme(), own, first)


def _write(site: Site) -> None:
    from sphinx_agentcfg.audit.report import ReportPart, report_html
    from sphinx_agentcfg.cli.audit_running import stop
    from sphinx_agentcfg.cli.site.writing import write_sources
    from sphinx_agentcfg.messages import LANGUAGES

    found = site.plan.found
    judgement = found.repository.judgement
    part = ReportPart(found.name, found.audit, judgement.reported, judgement.hidden)
    reports = {language: report_html([part], language=language) for language in LANGUAGES}
    try:
        write_sources(site, reports)
    except OSError as error:
        where = error.filename or site.folder.path
        raise stop(f"{where} cannot be written: {error.strerror or error}") from error


def _build(site: Site, language: str) -> None:
    """Run Sphinx, show what it warns of, and end with exit code 1 where it made no site."""
    from sphinx_agentcfg.cli.shared import say
    from sphinx_agentcfg.cli.site.building import build
    from sphinx_agentcfg.languages import display_name
    from sphinx_agentcfg.messages import message

    results = build(site)
    for each in results:
        if each.warnings:
            say(each.warnings, err=True)
        if not each.good:
            name = display_name(each.language)
            say(message("{language}: the site could not be built", language=name).text(language), err=True)
    if not all(each.good for each in results):
        raise SystemExit(1)


def _say_where(site: Site, language: str, *, built: bool) -> None:
    from sphinx_agentcfg.cli.shared import say
    from sphinx_agentcfg.messages import message

    door = site.folder.path / "html" / "index.html"
    counts = {"pages": f"{len(site.plan.pages):,}", "profiles": f"{len(site.plan.found.ids):,}"}
    if built:
        text = message(
            "{path}: pages in each of two languages: {pages}, of which profiles: {profiles}", path=door, **counts
        )
    else:
        source = site.folder.path / "source"
        text = message("{path}: sources in each of two languages: {pages}, not built", path=source, **counts)
    say(text.text(language))
