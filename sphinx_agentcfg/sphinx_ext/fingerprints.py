"""A folder in, a short text out that differs as soon as a file in it is new, gone or written to.

Sizes and times are looked at, never the content: a build that has nothing to do asks this of each repository.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

__all__ = ["build_folders", "fingerprint"]


def fingerprint(root: str, without: Collection[str] = ()) -> str:
    """Return the fingerprint of the folder *root*, but for the folders in *without* and those that no audit looks into.

    Symbolic links are looked at, not followed, as the audit does.
    """
    digest = hashlib.sha256()
    for line in sorted(_lines(root, frozenset(without))):
        digest.update(line.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]


def _lines(root: str, without: Collection[str]) -> Iterator[str]:
    from sphinx_agentcfg.documents.discovery import SKIPPED  # a build without an audit reads no documents

    folders = [os.path.realpath(root)]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                listed = list(entries)
        except OSError:
            yield f"{folder}\0closed\n"
            continue
        for entry in listed:
            try:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name not in SKIPPED and entry.path not in without:
                        folders.append(entry.path)
                    continue
                found = entry.stat(follow_symlinks=False)
            except OSError:
                yield f"{entry.path}\0closed\n"
            else:
                yield f"{entry.path}\0{found.st_size}\0{found.st_mtime_ns}\0{found.st_mode}\n"


def build_folders(outdir: Path, doctreedir: Path, srcdir: Path) -> tuple[str, ...]:
    """Return the folders that Sphinx itself writes to: a repository that holds the site changes with each build.

    Where pages and doctrees lie in one folder (``_build``), so do those of other builders, and all of it is meant.
    """
    both = {Path(outdir).resolve(), Path(doctreedir).resolve()}
    parents = {path.parent for path in both}
    source = Path(srcdir).resolve()
    if len(both) > 1 and len(parents) == 1:
        (parent,) = parents
        if not source.is_relative_to(parent):
            both.add(parent)
    return tuple(str(path) for path in sorted(both) if not source.is_relative_to(path))
