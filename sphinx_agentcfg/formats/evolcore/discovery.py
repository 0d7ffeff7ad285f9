"""A workspace in, the agents in it out: each folder ``agents/<aid>/roles`` with its role files and its registry.

A JSON file in that place is a role whatever it holds, and ``index.json`` is the registry, as the file patterns of
``schemas/evolcore/format.toml`` say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_agentcfg.file_types import fits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents.discovery import Tree
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["AgentFolder", "agents_in"]

_REGISTRY = "index.json"


@dataclass(frozen=True, slots=True)
class AgentFolder:
    """Where the roles of one agent are.

    ``folder`` is the folder of its roles; ``registry`` the path of the registry, None where there is none; ``roles``
    are (role id, path) in the order of the tree; ``others`` the JSON files of the agent that lie beside the folder.
    """

    aid: str
    folder: str
    registry: str | None
    roles: tuple[tuple[str, str], ...]
    others: tuple[str, ...]


def agents_in(workspace: Workspace) -> Iterator[AgentFolder]:
    """Give every agent that has roles, wherever in the tree its folder is."""
    patterns = workspace.type("role-config").files
    folders: dict[str, list[str]] = {}
    for path in workspace.tree.files:
        folder = path.rpartition("/")[0]
        if folder.endswith("/roles") and any(fits(path, pattern) for pattern in patterns):
            folders.setdefault(folder, []).append(path)
    for folder, paths in folders.items():
        yield _agent(workspace.tree, folder, paths)


def _agent(tree: Tree, folder: str, paths: list[str]) -> AgentFolder:
    home = folder.rpartition("/")[0]
    registry = f"{folder}/{_REGISTRY}"
    return AgentFolder(
        aid=home.rpartition("/")[2],
        folder=folder,
        registry=registry if registry in paths else None,
        roles=tuple((_stem(path), path) for path in paths if path != registry),
        others=tuple(path for path in tree.inside(home) if path.endswith(".json")),
    )


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".json")
