"""The folder for a site and the repository in; whether the site may go there, and what it held before, out.

A file in it (:data:`MARKER`) says that the folder is ours and which pages it has, so that a folder of somebody else is
never written into, and a page that is gone is removed.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.bytes_reader import read_known
from sphinx_agentcfg.documents.discovery import SKIPPED
from sphinx_agentcfg.documents.gitignore import read_ignoring
from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MARKER", "NoPlace", "SiteFolder", "check_place"]

MARKER = ".agentcfg-docs"
_MADE_BY = "agentcfg docs"
_DOCNAME = r"(?:[a-z]+/)?[a-z0-9][a-z0-9._-]*"
_LONGEST_NAME = 300


class NoPlace(AgentcfgError):
    """A folder that no site may be written into; ``cause`` says why and what to do, in one line."""

    def __init__(self, folder: Path, cause: str) -> None:
        self.folder = folder
        self.cause = cause
        super().__init__(folder, cause)

    def __str__(self) -> str:
        return f"{excerpt(str(self.folder), _LONGEST_NAME)}: {self.cause}"


def check_place(folder: Path, repository: Path, *, gitignore: bool) -> None:
    """Raise :exc:`NoPlace` where the site in *folder* would be audited with *repository* the next time.

    Within the repository it may lie only where the audit does not look: in a folder that is always passed over
    (:data:`.SKIPPED`) or, with *gitignore*, in one that a ``.gitignore`` names.
    """
    site, root = folder.resolve(), repository.resolve()
    if root.is_relative_to(site):
        raise NoPlace(folder, "the repository lies in this folder; choose another one for the site")
    if not site.is_relative_to(root):
        return
    parts = site.relative_to(root).parts
    if not SKIPPED.intersection(parts) and not (gitignore and _ignored(root, parts)):
        cause = "lies in the repository, whose next audit would read the site; choose a folder outside of it"
        raise NoPlace(folder, cause)


def _ignored(root: Path, parts: tuple[str, ...]) -> bool:
    """Say whether a ``.gitignore`` names a folder on the way to *parts*: the nearest that speaks of it decides."""
    for end in range(1, len(parts) + 1):
        for start in reversed(range(end)):
            file = root.joinpath(*parts[:start], ".gitignore")
            content = read_known(str(file), file.name) if file.is_file() and not file.is_symlink() else b""
            rules = read_ignoring(content if isinstance(content, bytes) else b"")
            verdict = rules.verdict(os.fsencode("/".join(parts[start:end])), is_folder=True)
            if verdict:
                return True
            if verdict is not None:
                break
    return False


@dataclass(frozen=True, slots=True)
class SiteFolder:
    """A folder that is ours, or can be; ``pages`` are the docnames that it had."""

    path: Path
    pages: frozenset[str] = frozenset()

    @classmethod
    def at(cls, path: Path) -> SiteFolder:
        """Return the folder at *path*; raise :exc:`NoPlace` where there is something that is not ours."""
        try:
            if not os.path.lexists(path):
                return cls(path)
            if not path.is_dir():
                raise NoPlace(path, "is not a folder; name a new one")
            marker = path / MARKER
            if marker.is_file() and not marker.is_symlink():
                return cls(path, _pages(marker))
            empty = not any(path.iterdir())
        except OSError as error:
            raise NoPlace(path, f"cannot be used: {error.strerror or error}") from error
        except ValueError as error:  # a NUL
            raise NoPlace(path, "is no name of a folder") from error
        if not empty:
            raise NoPlace(path, "is not empty, and `agentcfg docs` has not made it; name a new folder, or an empty one")
        return cls(path)

    @staticmethod
    def marker_text(pages: frozenset[str]) -> str:
        """Return what the marker says when the folder has *pages*."""
        return f"{json.dumps({'made_by': _MADE_BY, 'pages': sorted(pages)}, indent=1)}\n"


def _pages(marker: Path) -> frozenset[str]:
    """Return the docnames that the marker lists; raise :exc:`NoPlace` where it is not ours."""
    try:
        said = json.loads(marker.read_text(encoding="utf-8"))
        ours = said["made_by"] == _MADE_BY
        pages = [each for each in said["pages"] if re.fullmatch(_DOCNAME, each)]
    except (ValueError, TypeError, KeyError, RecursionError):
        ours, pages = False, []
    if not ours:
        raise NoPlace(marker, "is not the file that `agentcfg docs` writes; name a new folder, or an empty one")
    return frozenset(pages)
