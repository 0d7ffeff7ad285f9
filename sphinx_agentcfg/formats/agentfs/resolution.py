"""A workspace in; the agents of the repository with their effective values, and all that is wrong with them, out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.agentfs.checks import check_agent, check_skill
from sphinx_agentcfg.formats.agentfs.discovery import find
from sphinx_agentcfg.formats.agentfs.effective import effective_agent, effective_policy, effective_skill
from sphinx_agentcfg.formats.agentfs.known_keys import known_keys
from sphinx_agentcfg.formats.agentfs.layout_checks import check_layout
from sphinx_agentcfg.formats.agentfs.loose import check_loose
from sphinx_agentcfg.formats.agentfs.memory_checks import is_plain_note
from sphinx_agentcfg.formats.agentfs.model import Agent, Effective, Schedule, Skill
from sphinx_agentcfg.formats.agentfs.profiles import agent_profile, skill_profile
from sphinx_agentcfg.formats.agentfs.receipts import check_receipts
from sphinx_agentcfg.formats.agentfs.values import beside
from sphinx_agentcfg.formats.model import NOTHING, Origin, Resolved
from sphinx_agentcfg.formats.naming import unique_ids
from sphinx_agentcfg.formats.workspace import data_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.agentfs.discovery import Found
    from sphinx_agentcfg.formats.agentfs.model import Home
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["resolve"]

_INDEX = "_index.md"
#: Folders below ``memory/`` that hold notes (``schemas/agentfs/format.toml``).
_NOTES = ("memory", "memory/site-patterns")


def resolve(workspace: Workspace) -> Resolved:
    """Return a profile for each agent, and where AgentFS was asked for, for each skill outside of them."""
    found = find(workspace)
    loose = [(path.split("/")[-2] if "/" in path else "skill", path) for path in found.skills]
    ids = unique_ids(workspace.format.id, [*((home.name, home.document.name) for home in found.agents), *loose])
    reader = _Reader(workspace)
    agents = [reader.agent(each, home) for each, home in zip(ids, found.agents, strict=False)]
    skills = [reader.skill(each, path) for each, (_, path) in zip(ids[len(agents) :], loose, strict=True)]
    profiles = [*map(agent_profile, agents), *map(skill_profile, ids[len(agents) :], skills)]
    findings = [*_findings(workspace, found, agents, skills)]
    if workspace.asked_for:
        findings += check_loose(workspace, {home.folder for home in found.agents}, reader.documents)
    if agents or workspace.asked_for:
        findings += check_receipts(workspace, reader.documents)
    return Resolved(workspace.format.id, tuple(profiles), tuple(findings), documents=reader.documents)


def _findings(workspace: Workspace, found: Found, agents: list[Agent], skills: list[Skill]) -> Iterator[Finding]:
    yield from check_layout(workspace, found)
    known = {name for home in (*found.agents, *found.listings) for name in _names(home)}
    for agent in agents:
        yield from check_agent(workspace, agent, known)
    for skill in skills:
        yield from check_skill(workspace, skill, None)


def _names(home: Home) -> Iterator[str]:
    yield home.name
    own = (data_of(home.document) or {}).get("id")
    if isinstance(own, str):
        yield own


class _Reader:
    """Reads the documents of agents, and works out their effective values."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.tree = workspace.tree
        self.documents: dict[str, Document] = {}
        self.skill_fields = known_keys(workspace.type("skill")) - {"metadata"}
        self._skills: dict[str, list[str]] = {}
        for path in self.tree.named("SKILL.md"):
            shelf, _, name = path.removesuffix("/SKILL.md").rpartition("/")
            if shelf.rpartition("/")[2] == "skills" and not name.startswith("."):
                self._skills.setdefault(shelf, []).append(path)

    def agent(self, profile: str, home: Home) -> Agent:
        """Read one agent."""
        document = self.documents[home.document.name] = home.document
        policy = beside(home.folder, "memory/_policy.json")
        return Agent(
            id=profile,
            home=home,
            data=data_of(document),
            effective=_effective(document, profile, effective_agent),
            persona=self._prose(home, "persona"),
            principles=self._prose(home, "principles"),
            skills=tuple(self.skill(profile, path) for path in self._skills.get(beside(home.folder, "skills"), ())),
            schedules=tuple(self._schedules(home)),
            policy=self._policy(profile, policy) if policy in self.tree else None,
            notes=tuple(self._notes(home)),
        )

    def skill(self, profile: str, path: str) -> Skill:
        """Read one ``SKILL.md``."""
        document = self._read(path, "skill")

        def joined(data: dict[str, Any], origin: Origin) -> Effective:
            return effective_skill(data, origin, self.skill_fields)

        folder = path.rpartition("/")[0].rpartition("/")[2]
        return Skill(folder or "skill", document, _effective(document, profile, joined))

    def _read(self, path: str, type_name: str) -> Document:
        document = self.documents[path] = self.workspace.document(path, type_name)
        return document

    def _prose(self, home: Home, type_name: str) -> Document | None:
        path = beside(home.folder, f"{type_name}.md")
        return self._read(path, type_name) if path in self.tree else None

    def _schedules(self, home: Home) -> Iterator[Schedule]:
        for path in self.tree.inside(beside(home.folder, "schedules")):
            name = path.rpartition("/")[2]
            if name.endswith(".json") and not name.startswith("."):
                document = self._read(path, "schedule")
                yield Schedule(name.removesuffix(".json"), document, data_of(document))

    def _policy(self, profile: str, path: str) -> tuple[Document, Effective]:
        document = self._read(path, "memory-policy")
        return document, _effective(document, profile, effective_policy)

    def _notes(self, home: Home) -> Iterator[tuple[Document, Effective]]:
        for folder in _NOTES:
            for path in self.tree.inside(beside(home.folder, folder)):
                name = path.rpartition("/")[2]
                if name.endswith(".md") and not name.startswith(".") and name != _INDEX:
                    document = self._read(path, "memory-note")
                    yield document, Effective({} if is_plain_note(document) else _data(document))


def _data(document: Document) -> Any:
    return document.data if document.readable else NOTHING


def _effective(document: Document, profile: str, work_out: Callable[[dict[str, Any], Origin], Effective]) -> Effective:
    data = data_of(document)
    return Effective(_data(document)) if data is None else work_out(data, Origin(profile, document.name))
