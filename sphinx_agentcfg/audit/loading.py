"""A path and wishes in, a repository that was read and judged out, with its settings, suppressions and baseline.

Every host goes this way (the command, pages, notebooks), so they all count the same findings.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from posixpath import join, normpath
from typing import TYPE_CHECKING

from sphinx_agentcfg.audit.baseline import read_baseline
from sphinx_agentcfg.audit.choosing import Choice, check_names, known_rules
from sphinx_agentcfg.audit.judging import Judgement, in_order, judge
from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.audit.settings import find_settings, read_settings
from sphinx_agentcfg.audit.suppressing import Hidden
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.errors import AgentcfgError, UnknownRule
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_agentcfg.audit.baseline import Baseline
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.audit.settings import Settings

__all__ = ["BrokenOption", "Judged", "NoFolder", "Options", "check_folder", "load_repository", "settings_of"]


class NoFolder(AgentcfgError):
    """A path that leads to no folder; ``cause`` is one line."""

    def __init__(self, name: str, cause: str) -> None:
        self.name = name
        self.cause = cause
        super().__init__(name, cause)

    def __str__(self) -> str:
        return f"{visible(self.name)}{self.cause}"


class BrokenOption(AgentcfgError):
    """An option, or an entry of a configuration file, that means nothing: ``where``, and the error that says why."""

    def __init__(self, where: str, cause: AgentcfgError) -> None:
        self.where = where
        self.cause = cause
        super().__init__(where, cause)

    def __str__(self) -> str:
        return f"{self.where}: {self.cause}"


@dataclass(frozen=True, slots=True)
class Options:
    """What a caller wishes; None and nothing where it leaves things to the repository's own settings."""

    only: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: str | None = None
    fail_on: str | None = None
    gitignore: bool | None = None
    format_dirs: tuple[Path, ...] = ()
    config: Path | None = None
    baseline: Path | None = None
    #: Whether to compare with a baseline at all.
    compared: bool = True


@dataclass(frozen=True)
class Judged:
    """One repository: its name as it was given, what was found, what counts of it, and from where on it fails."""

    name: str
    audit: Audit
    judgement: Judgement
    fail_on: str = "error"

    @cached_property
    def counted(self) -> Audit:
        """The audit with the findings that count, so that the sums of its profiles are those of the report."""
        return replace(self.audit, findings=self.judgement.reported)

    def known(self, name: str) -> Judged:
        """Return the same repository with a baseline, called *name*, in which every finding that counts is known."""
        judgement = self.judgement
        hidden = [*judgement.hidden, *(Hidden(finding, name, "baseline") for finding in judgement.reported)]
        return replace(self, judgement=Judgement((), (), in_order(hidden), 0, compared=True))

    def clickable(self, path: str) -> str:
        """Return *path*, relative to the repository, as a person would name it from the current folder."""
        return normpath(join(self.name, path))


def check_folder(name: str) -> None:
    """Raise :exc:`NoFolder` where *name* is not a folder."""
    path = Path(name)
    try:
        there, folder = os.path.lexists(path), path.is_dir()
    except (OSError, ValueError):  # a name that is too long, a NUL
        there, folder = False, False
    if folder:
        return
    if there:
        raise NoFolder(name, " is not a folder; name the folder of the repository (`agentcfg validate` takes files)")
    raise NoFolder(name, ": there is no such folder; check the path")


def settings_of(path: str, options: Options) -> Settings:
    """Return the settings for *path*; raises :exc:`.BrokenSettings`."""
    if options.config is None:
        return find_settings(Path(path), path)
    return read_settings(options.config, Path(path))


def load_repository(
    path: str,
    options: Options | None = None,
    *,
    settings: Settings | None = None,
    tell: Callable[[int], None] | None = None,
    catalog: Catalog | None = None,
) -> Judged:
    """Read and judge the repository at *path*.

    *tell* hears how many files were read so far; *catalog* has the formats, instead of those that *options* and
    *settings* name. Raises an :exc:`.AgentcfgError` where there is no such folder, or where a setting means nothing.
    """
    check_folder(path)
    options = options or Options()
    settings = settings_of(path, options) if settings is None else settings
    catalog = catalog or _catalog(settings, options)
    _check_formats(catalog, settings, options)
    choice = _choice(catalog, settings, options)
    known, known_name = _baseline(settings, options) if options.compared else (None, "")
    only = options.only or settings.only
    gitignore = settings.gitignore if options.gitignore is None else options.gitignore
    audit = read_repository(Path(path), catalog, only=only, gitignore=bool(gitignore), tell=tell)
    judgement = judge(
        audit.findings,
        choice=choice,
        suppressions=settings.suppress,
        baseline=known,
        baseline_name=known_name,
        config=settings.name,
        only=() if set(only) == set(settings.only) else only,
    )
    return Judged(path, audit, judgement, options.fail_on or settings.fail_on or "error")


def _catalog(settings: Settings, options: Options) -> Catalog:
    catalog = Catalog.builtin()
    for folder in options.format_dirs:
        catalog = catalog.with_folder(folder)
    if not options.format_dirs:
        for name in settings.format_dirs:
            catalog = catalog.with_folder(settings.path("format-dirs", name))
    return catalog


def _check_formats(catalog: Catalog, settings: Settings, options: Options) -> None:
    where = "--only" if options.only else f"{settings.place('only')}: only"
    for name in options.only or settings.only:
        try:
            catalog.format(name)
        except AgentcfgError as error:
            raise BrokenOption(where, error) from error


def _choice(catalog: Catalog, settings: Settings, options: Options) -> Choice:
    """Put the two together: ``--select`` takes the place of both lists of the file, ``--ignore`` joins them."""
    known = known_rules(catalog)
    for names, where in (
        (options.select, "--select"),
        (options.ignore, "--ignore"),
        (settings.select, f"{settings.place('select')}: select"),
        (settings.ignore, f"{settings.place('ignore')}: ignore"),
        *(((each.rule,), f"{settings.shown}:{each.line or 1}: rule of a suppression") for each in settings.suppress),
    ):
        try:
            check_names(names, known)
        except UnknownRule as error:
            raise BrokenOption(where, error) from error
    select = options.select or settings.select
    ignore = options.ignore if options.select else (*settings.ignore, *options.ignore)
    severity = Severity(options.severity) if options.severity else settings.severity
    return Choice(select, ignore, severity or Severity.INFO)


def _baseline(settings: Settings, options: Options) -> tuple[Baseline | None, str]:
    if options.baseline is not None:
        return read_baseline(options.baseline, str(options.baseline)), str(options.baseline)
    if settings.baseline is None:
        return None, ""
    path = settings.path("baseline", settings.baseline)
    name = os.path.normpath(Path(settings.shown).parent / settings.baseline)
    return read_baseline(path, name, settings.root), name
