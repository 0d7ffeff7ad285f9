"""A directive in, the repository that it names out: read and judged once in each build, with what its pages depend on.

Audits hang on Sphinx's configuration under a name that is not pickled with it. Of a repository, the environment keeps
its fingerprint only (:mod:`.fingerprints`): a page is read again when that has changed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.sphinx_ext.fingerprints import build_folders, fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.sphinx_ext.audited import Audited
    from sphinx_agentcfg.sphinx_ext.work import Work

__all__ = ["audited", "load", "print_of", "repository_of", "setup_repositories"]

_AUDITS, _PRINTS, _FOLDERS = "_agentcfg_audits", "_agentcfg_prints", "_agentcfg_folders"
_Key = tuple[str, tuple[str, ...]]


def repository_of(work: Work) -> Audited | None:
    """Return the repository that a directive names with ``:path:``, or conf.py for all of them; the page depends on it.

    None where there is none, with one warning that says what to do.
    """
    from sphinx_agentcfg.messages import message

    given = work.options.get("path", "").strip() or work.options.get("used-in", "").strip()
    shown = given or str(work.config.agentcfg_repository)
    if not shown:
        text = message(
            'no repository is named; write its folder after `:path:`, or `agentcfg_repository = ".."` in conf.py'
        )
        work.warn("no-repository", text)
        return None
    root = os.path.normpath(work.env.relfn2path(given)[1] if given else Path(work.env.srcdir, shown))
    if not _is_folder(work, root, shown):
        return None
    only = tuple(dict.fromkeys(work.options.get("only", "").replace(",", " ").split()))
    _depend(work.env, root, print_of(work.config, root))
    try:
        return audited(work.config, root, only)
    except AgentcfgError as error:
        _tell(work, root, shown, error)
        return None


def _is_folder(work: Work, root: str, shown: str) -> bool:
    from sphinx_agentcfg.audit.loading import NoFolder, check_folder
    from sphinx_agentcfg.messages import message
    from sphinx_agentcfg.sphinx_ext.tracking import track

    if Path(root).parent == Path(root):
        text = message("{name} is the root of the whole disk; name the folder of one repository", name=shown)
        work.warn("bad-repository", text)
        return False
    try:
        check_folder(root)
    except NoFolder:
        there = "\0" not in root and os.path.lexists(root)
        missing = message(
            "there is no folder {name}; it is looked for from the page, or from the source folder where it begins with "
            "a slash",
            name=shown,
        )
        odd = message("{name} is no folder; name the folder of the repository, not a file in it", name=shown)
        work.warn("bad-repository", odd if there else missing)
        track(work.env, files=(), absent=() if "\0" in root else (Path(root),))
        return False
    return True


def _tell(work: Work, root: str, shown: str, error: AgentcfgError) -> None:
    """Warn of a format that nobody knows, or of settings that mean nothing."""
    from sphinx_agentcfg.audit.loading import BrokenOption
    from sphinx_agentcfg.errors import UnknownFormat
    from sphinx_agentcfg.messages import message
    from sphinx_agentcfg.sphinx_ext.work import few, hint

    cause = error.cause if isinstance(error, BrokenOption) and error.where == "--only" else None
    if isinstance(cause, UnknownFormat):
        known = message("known formats: {names}", names=few(cause.known))
        close = hint(cause.suggestions, known)
        work.warn("unknown-format", message("no format {name}; {hint}", name=cause.name, hint=close))
        return
    said = str(error).replace(f"{root}{os.sep}", "").replace(root, shown)
    work.warn("bad-repository", message("{name}: {cause}", name=shown, cause=said))


def _depend(env: BuildEnvironment, root: str, seen: str) -> None:
    """Note how the repository was when the current page was read, and the formats of one's own that it goes by."""
    from sphinx_agentcfg.sphinx_ext.settings import catalog_of, format_folders
    from sphinx_agentcfg.sphinx_ext.tracking import track

    env.domaindata["agentcfg"]["repositories"].setdefault(env.docname, {})[root] = seen
    folders = format_folders(env.config)
    own = [f for f in catalog_of(env.config).formats if any(f.folder.is_relative_to(each) for each in folders)]
    files = [file for f in own for file in (f.manifest, *(document.schema for document in f.documents))]
    track(env, files=files, absent=folders)


# --- one audit for each build -----------------------------------------------------------------------------------------


def audited(config: Config, root: str, only: tuple[str, ...] = ()) -> Audited:
    """Return the repository at *root*, read where this process has not done so; raises an :exc:`.AgentcfgError`."""
    from sphinx_agentcfg.sphinx_ext.audited import Audited

    known: dict[_Key, tuple[str, Audited]] = config.__dict__.setdefault(_AUDITS, {})
    seen = print_of(config, root)
    found = known.get((root, only))
    if found is None or found[0] != seen:
        found = known[root, only] = (seen, Audited(root, only, load(config, root, only)))
    return found[1]


def load(config: Config, root: str, only: tuple[str, ...]) -> Judged:
    """Return the repository as every other host sees it: with its own settings, suppressions and baseline.

    The formats are those of the build where conf.py brings some of its own, else those that the repository names.
    """
    from sphinx_agentcfg.audit.loading import Options, load_repository
    from sphinx_agentcfg.sphinx_ext.settings import catalog_of

    catalog = catalog_of(config) if config.agentcfg_format_dirs else None
    return load_repository(root, Options(only=only), catalog=catalog)


def print_of(config: Config, root: str) -> str:
    """Return the fingerprint of *root*, taken once in a build: before anything is read, so that no edit is missed."""
    prints: dict[str, str] = config.__dict__.setdefault(_PRINTS, {})
    if root not in prints:
        prints[root] = fingerprint(root, config.__dict__.get(_FOLDERS, ()))
    return prints[root]


def _outdated(app: Sphinx, env: BuildEnvironment, *_sets: Iterable[str]) -> list[str]:
    """Return the pages that show a repository in which a file is new, gone or changed."""
    shown: dict[str, dict[str, str]] = env.domaindata["agentcfg"]["repositories"]
    config: Any = app.config
    config.__dict__[_PRINTS] = {}
    config.__dict__[_FOLDERS] = build_folders(app.outdir, app.doctreedir, app.srcdir)
    return [name for name, were in shown.items() if any(print_of(config, root) != was for root, was in were.items())]


def setup_repositories(app: Sphinx) -> None:
    """Register what finds the pages of a repository that has changed."""
    app.connect("env-get-outdated", _outdated)
