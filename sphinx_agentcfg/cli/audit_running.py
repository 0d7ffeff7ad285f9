"""Paths and wishes in, the report of an audit out: repositories read and judged, baselines written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from sphinx_agentcfg.audit.baseline import baseline_text
from sphinx_agentcfg.audit.loading import Options, check_folder, load_repository, settings_of
from sphinx_agentcfg.audit.reporting import Report
from sphinx_agentcfg.audit.writing import write_files
from sphinx_agentcfg.cli.audit_progress import Progress
from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.audit.settings import Settings

__all__ = ["Stop", "Wishes", "run", "stop"]


class Stop(click.ClickException):
    """What ends a run before it has a result: one line, exit code 2."""

    exit_code = 2


def stop(text: str) -> Stop:
    """Return the error that says *text*, made harmless and on one line."""
    return Stop(visible(text).replace("\n", "\\n"))


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line says: about the repositories, and about the report; None where it says nothing."""

    options: Options
    language: str | None = None
    write_baseline: Path | None = None
    show_suppressed: bool = False
    quiet: bool = False

    @classmethod
    def of(cls, **said: Any) -> Wishes:
        """Return the wishes from the options of the command, by their names."""
        own = {name: said.pop(name) for name in ("language", "write_baseline", "show_suppressed", "quiet")}
        return cls(Options(**said), **own)


def run(paths: Sequence[str], wishes: Wishes, default_language: str) -> Report:
    """Read and judge each of *paths*; raise :exc:`Stop` where one cannot be, or where a setting means nothing."""
    try:
        for path in paths:
            check_folder(path)
        settings = [settings_of(path, wishes.options) for path in paths]
        language = wishes.language or next((s.language for s in settings if s.language), default_language)
        repositories = [_repository(*each, wishes, language) for each in zip(paths, settings, strict=True)]
    except AgentcfgError as error:
        raise stop(str(error)) from error
    return Report(tuple(repositories), language, wishes.show_suppressed, wishes.quiet)


def _repository(path: str, settings: Settings, wishes: Wishes, language: str) -> Judged:
    options = replace(wishes.options, compared=wishes.write_baseline is None)
    progress = None if wishes.quiet else Progress(language)
    try:
        found = load_repository(path, options, settings=settings, tell=progress)
    finally:
        if progress:
            progress.done()
    if wishes.write_baseline is None:
        return found
    _write(wishes.write_baseline, baseline_text(found.judgement.reported))
    return found.known(str(wishes.write_baseline))


def _write(path: Path, text: str) -> None:
    try:
        write_files({path: text})
    except OSError as error:
        raise stop(f"{path} cannot be written: {error.strerror or error}") from error
