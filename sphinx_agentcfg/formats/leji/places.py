"""Paths as a manifest or a profile declares them in, paths from the root of the repository out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["folder_name", "place", "through_link", "within"]


def place(folder: str, declared: str) -> str | None:
    """Return where *declared* leads from *folder*; None where it climbs out of the folder or starts at a root."""
    if declared.startswith("/") or "\0" in declared:
        return None
    parts = folder.split("/") if folder else []
    floor = len(parts)
    for part in declared.split("/"):
        if part == "..":
            if len(parts) == floor:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def within(path: str, folder: str) -> bool:
    """Say whether *path* lies in *folder* or is it; ``""`` is the root."""
    return not folder or path == folder or path.startswith(f"{folder}/")


def folder_name(folder: str) -> str:
    """Return *folder* as findings name it and as Leji's tool does: with a slash at its end."""
    return f"{folder}/" if folder else "."


def through_link(workspace: Workspace, path: str) -> str | None:
    """Return the first symbolic link on the way to *path*, which may be *path* itself."""
    links = workspace.tree.links
    if links:
        parts = path.split("/")
        for i in range(1, len(parts) + 1):
            start = "/".join(parts[:i])
            if start in links:
                return start
    return None
