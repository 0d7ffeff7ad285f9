"""Paths and wishes in, the report of an audit out: settings read, repositories read, findings judged."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sphinx_agentcfg.audit.baseline import baseline_of, baseline_text, read_baseline
from sphinx_agentcfg.audit.choosing import Choice, check_names, known_rules
from sphinx_agentcfg.audit.judging import judge
from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.audit.settings import Settings, find_settings, read_settings
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.cli.audit_outputs.files import write_files
from sphinx_agentcfg.cli.audit_outputs.report import Report, Repository
from sphinx_agentcfg.cli.audit_progress import Progress
from sphinx_agentcfg.errors import AgentcfgError, UnknownRule
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.audit.baseline import Baseline
    from sphinx_agentcfg.audit.judging import Judgement

__all__ = ["Stop", "Wishes", "run", "stop"]


class Stop(click.ClickException):
    """What ends a run before it has a result: one line, exit code 2."""

    exit_code = 2


def stop(text: str) -> Stop:
    """Return the error that says *text*, made harmless and on one line."""
    return Stop(visible(text).replace("\n", "\\n"))


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line says; None and nothing where it says nothing."""

    only: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: str | None = None
    fail_on: str | None = None
    language: str | None = None
    gitignore: bool | None = None
    format_dirs: tuple[Path, ...] = ()
    config: Path | None = None
    baseline: Path | None = None
    write_baseline: Path | None = None
    show_suppressed: bool = False
    quiet: bool = False


def run(paths: Sequence[str], wishes: Wishes, default_language: str) -> Report:
    """Read and judge each of *paths*; raise :exc:`Stop` where one cannot be, or where a setting means nothing."""
    for path in paths:
        _check_folder(path)
    try:
        settings = [_settings(path, wishes) for path in paths]
        language = wishes.language or next((s.language for s in settings if s.language), default_language)
        repositories = [_repository(*each, wishes, language) for each in zip(paths, settings, strict=True)]
    except AgentcfgError as error:
        raise stop(str(error)) from error
    return Report(tuple(repositories), language, wishes.show_suppressed, wishes.quiet)


def _check_folder(name: str) -> None:
    path = Path(name)
    try:
        there, folder = os.path.lexists(path), path.is_dir()
    except (OSError, ValueError):  # a name that is too long, a NUL
        there, folder = False, False
    if folder:
        return
    if there:
        raise stop(f"{name} is not a folder; name the folder of the repository (`agentcfg validate` takes files)")
    raise stop(f"{name}: there is no such folder; check the path")


def _settings(path: str, wishes: Wishes) -> Settings:
    if wishes.config is None:
        return find_settings(Path(path), path)
    return read_settings(wishes.config, Path(path))


def _repository(path: str, settings: Settings, wishes: Wishes, language: str) -> Repository:
    catalog = _catalog(settings, wishes)
    only = wishes.only or settings.only
    narrowed = () if set(only) == set(settings.only) else only
    _check_formats(catalog, settings, wishes)
    choice = _choice(catalog, settings, wishes)
    baseline, baseline_name = (None, "") if wishes.write_baseline else _baseline(settings, wishes)
    gitignore = settings.gitignore if wishes.gitignore is None else wishes.gitignore
    progress = None if wishes.quiet else Progress(language)
    try:
        audit = read_repository(Path(path), catalog, only=only, gitignore=bool(gitignore), tell=progress)
    finally:
        if progress:
            progress.done()

    def judged(known: Baseline | None, name: str) -> Judgement:
        return judge(
            audit.findings,
            choice=choice,
            suppressions=settings.suppress,
            baseline=known,
            baseline_name=name,
            config=settings.name,
            only=narrowed,
        )

    judgement = judged(baseline, baseline_name)
    if wishes.write_baseline:
        _write(wishes.write_baseline, baseline_text(judgement.reported))
        judgement = judged(baseline_of(judgement.reported), str(wishes.write_baseline))
    return Repository(path, audit, judgement, wishes.fail_on or settings.fail_on or "error")


# --- settings and options together ------------------------------------------------------------------------------------


def _catalog(settings: Settings, wishes: Wishes) -> Catalog:
    catalog = Catalog.builtin()
    for folder in wishes.format_dirs:
        catalog = catalog.with_folder(folder)
    if not wishes.format_dirs:
        for name in settings.format_dirs:
            catalog = catalog.with_folder(settings.path("format-dirs", name))
    return catalog


def _check_formats(catalog: Catalog, settings: Settings, wishes: Wishes) -> None:
    where = "--only" if wishes.only else f"{settings.place('only')}: only"
    for name in wishes.only or settings.only:
        try:
            catalog.format(name)
        except AgentcfgError as error:
            raise stop(f"{where}: {error}") from error


def _choice(catalog: Catalog, settings: Settings, wishes: Wishes) -> Choice:
    """Put the two together: ``--select`` takes the place of both lists of the file, ``--ignore`` joins them."""
    known = known_rules(catalog)
    for names, where in (
        (wishes.select, "--select"),
        (wishes.ignore, "--ignore"),
        (settings.select, f"{settings.place('select')}: select"),
        (settings.ignore, f"{settings.place('ignore')}: ignore"),
        *(((each.rule,), f"{settings.shown}:{each.line or 1}: rule of a suppression") for each in settings.suppress),
    ):
        try:
            check_names(names, known)
        except UnknownRule as error:
            raise stop(f"{where}: {error}") from error
    select = wishes.select or settings.select
    ignore = wishes.ignore if wishes.select else (*settings.ignore, *wishes.ignore)
    severity = Severity(wishes.severity) if wishes.severity else settings.severity
    return Choice(select, ignore, severity or Severity.INFO)


def _baseline(settings: Settings, wishes: Wishes) -> tuple[Baseline | None, str]:
    if wishes.baseline is not None:
        return read_baseline(wishes.baseline, str(wishes.baseline)), str(wishes.baseline)
    if settings.baseline is None:
        return None, ""
    path = settings.path("baseline", settings.baseline)
    name = os.path.normpath(Path(settings.shown).parent / settings.baseline)
    return read_baseline(path, name, settings.root), name


def _write(path: Path, text: str) -> None:
    try:
        write_files({path: text})
    except OSError as error:
        raise stop(f"{path} cannot be written: {error.strerror or error}") from error
