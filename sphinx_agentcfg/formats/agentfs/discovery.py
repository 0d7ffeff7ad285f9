"""A workspace in, the folders that are agents out, and what only looks like one (``facts/agentfs-evolcore.md`` A.2.14).

Many tools keep a folder ``agents`` or a file ``agent.json``. So ``agents/<id>/`` counts only with an ``agent.json``;
any other folder, the root too, where ``persona.md`` or ``principles.md`` lies beside it or its ``$schema`` names
AgentFS. Hidden folders belong to other tools.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.formats.agentfs.model import Home
from sphinx_agentcfg.formats.agentfs.values import beside
from sphinx_agentcfg.formats.workspace import data_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents.discovery import Tree
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["AGENT_JSON", "PROSE", "Found", "find", "names_agentfs", "upwards"]

AGENT_JSON = "agent.json"
PROSE = ("persona.md", "principles.md")
#: Keys that only the entries of the market have (A.2.14).
_LISTING = ("i18n", "maintainer", "updatedAt", "changelog")
#: What could be the name of a folder under ``agents/``: a slug or a UUID.
_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}", re.ASCII)
#: Keys by which an ``agent.json`` at the root, with nothing beside it, is known as one of AgentFS.
_TELLING = frozenset(
    {"llm", "tool_permissions", "heartbeat", "mcp_servers", "accepts_handoff", "accepts_messages", "trigger_patterns"}
)
#: A data root that lies in the repository is hidden too (A.2.13).
_DATA_ROOT = ".desirecore"


class Found(NamedTuple):
    """What the repository has: agents, market entries, prose without an ``agent.json``, and skills of no agent."""

    agents: tuple[Home, ...]
    listings: tuple[Home, ...]
    headless: tuple[str, ...]
    skills: tuple[str, ...]


def find(workspace: Workspace) -> Found:
    """Look for agents; skills outside them are given only where the person asked for AgentFS."""
    agents: list[Home] = []
    listings: list[Home] = []
    for path in workspace.tree.named(AGENT_JSON):
        home = _home(workspace, path)
        if home is not None:
            (listings if _is_listing(workspace.tree, home) else agents).append(home)
    folders = {home.folder for home in agents}
    skills = tuple(_loose_skills(workspace.tree, folders)) if workspace.asked_for else ()
    sure = bool(agents) or workspace.asked_for
    return Found(tuple(agents), tuple(listings), tuple(_headless(workspace.tree, sure=sure)), skills)


def _home(workspace: Workspace, path: str) -> Home | None:
    """Return the agent or market entry of the ``agent.json`` at *path*, None where it is somebody else's."""
    folder = path.rpartition("/")[0]
    if _hidden(folder):
        return None
    document = workspace.document(path, "agent")
    data = data_of(document) or {}
    if not _counts(workspace, folder, data):
        return None
    return Home(folder, folder.rpartition("/")[2] or _root_name(workspace, data), document)


def _counts(workspace: Workspace, folder: str, data: dict[str, Any]) -> bool:
    schema = data.get("$schema")
    if _has_prose(workspace.tree, folder) or names_agentfs(schema):
        return True
    if workspace.asked_for:
        return _below_agents(folder) or not folder
    foreign = isinstance(schema, str) and schema.startswith(("http://", "https://"))
    return not foreign and (_below_agents(folder) or (not folder and not _TELLING.isdisjoint(data)))


def names_agentfs(schema: Any) -> bool:
    """Say whether the value of ``$schema`` names AgentFS; the three addresses in use name one of these words."""
    return isinstance(schema, str) and any(word in schema.casefold() for word in ("agentfs", "desirecore"))


def _root_name(workspace: Workspace, data: dict[str, Any]) -> str:
    """Return the agent's own ``id`` where it could name its folder: that of a checkout may be called anything."""
    own = data.get("id")
    if isinstance(own, str) and _SLUG.fullmatch(own):
        return own
    return workspace.root.resolve().name or "agent"


def _is_listing(tree: Tree, home: Home) -> bool:
    data = data_of(home.document) or {}
    return any(key in data for key in _LISTING) and not _has_prose(tree, home.folder)


def _has_prose(tree: Tree, folder: str) -> bool:
    return any(beside(folder, name) in tree for name in PROSE)


def _below_agents(folder: str) -> bool:
    return folder.rpartition("/")[0].rpartition("/")[2] == "agents"


def _hidden(folder: str) -> bool:
    return any(part.startswith(".") and not part.startswith(_DATA_ROOT) for part in folder.split("/"))


def _headless(tree: Tree, *, sure: bool) -> Iterator[str]:
    """Give the first prose file of each folder below ``agents/`` that has one, and no ``agent.json``.

    Where it is not *sure* that the repository has anything of AgentFS, both files are asked for.
    """
    seen: set[str] = set()
    for name in PROSE:
        for path in tree.named(name):
            folder = path.rpartition("/")[0]
            if folder in seen or not _below_agents(folder) or _hidden(folder):
                continue
            seen.add(folder)
            there = [beside(folder, each) in tree for each in PROSE]
            if beside(folder, AGENT_JSON) not in tree and (sure or all(there)):
                yield path


def _loose_skills(tree: Tree, agents: set[str]) -> Iterator[str]:
    for path in tree.named("SKILL.md"):
        folder = path.rpartition("/")[0]
        if not any(above in agents for above in upwards(folder)):
            yield path


def upwards(folder: str) -> Iterator[str]:
    """Give *folder* and every folder above it; the last is the root, ``""``."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""
