"""One path or several in, the repository (or several) read, judged and ready for questions out."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.loading import Options, load_repository
from sphinx_agentcfg.audit.progress import progress_bar
from sphinx_agentcfg.audit.repository import Repository

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx_agentcfg.catalog import Catalog

__all__ = ["load"]

_Path = str | PathLike[str]


def load(
    path: _Path | Sequence[_Path],
    *,
    only: str | Sequence[str] = (),
    progress: bool | Callable[[int], None] = True,
    catalog: Catalog | None = None,
    **options: Any,
) -> Repository:
    """Read and resolve the repository in the folder *path*, or those in several folders.

    *only* names the formats to look for (without: all). *progress* shows a bar when reading takes more than a second,
    or is a function that hears how many files were read. *catalog* brings formats of one's own. Further *options* are
    those of ``agentcfg audit``, under their names in :class:`.loading.Options` (``select``, ``ignore``, ``severity``,
    ``gitignore``, ``format_dirs``, ``config``, ``baseline``); what they leave open, ``agentcfg.toml`` of the repository
    says. Raises an :exc:`.AgentcfgError` with one line for a path that is no folder, or a setting that means nothing.
    """
    paths = [path] if isinstance(path, str | PathLike) else list(path)
    wishes = Options(only=(only,) if isinstance(only, str) else tuple(only), **options)
    found = []
    for each in paths:
        name = str(Path(each))
        if callable(progress):
            found.append(load_repository(name, wishes, tell=progress, catalog=catalog))
        elif progress:
            with progress_bar(name) as tell:
                found.append(load_repository(name, wishes, tell=tell, catalog=catalog))
        else:
            found.append(load_repository(name, wishes, catalog=catalog))
    return Repository(tuple(found))
