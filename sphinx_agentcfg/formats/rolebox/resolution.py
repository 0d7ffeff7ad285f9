"""A repository in, its rolebox roles and subagents out: found, put under their names, resolved and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.model import NOTHING, Edge, Origin, Part, Profile, Resolved, State
from sphinx_agentcfg.formats.naming import unique_ids
from sphinx_agentcfg.formats.rolebox.discovery import find_roles
from sphinx_agentcfg.formats.rolebox.effective import resolve_values
from sphinx_agentcfg.formats.rolebox.environment import check_environment
from sphinx_agentcfg.formats.rolebox.family import Family
from sphinx_agentcfg.formats.rolebox.field_checks import check_fields
from sphinx_agentcfg.formats.rolebox.function_checks import check_names
from sphinx_agentcfg.formats.rolebox.graph_checks import check_graph, links_of
from sphinx_agentcfg.formats.rolebox.permission_checks import check_permissions

if TYPE_CHECKING:
    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.model import Link, Need
    from sphinx_agentcfg.formats.rolebox.model import Agent
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["resolve"]

_TYPE = "rolebox/role"


def resolve(workspace: Workspace) -> Resolved:
    """Return every role and subagent of the repository."""
    found, findings = find_roles(workspace)
    family = Family(workspace)
    agents = [agent for each in found for agent in family.role(each).walk()]
    for agent, each in zip(agents, unique_ids("rolebox", [(a.trail, a.path) for a in agents]), strict=True):
        agent.id = each
    findings += family.findings
    links: list[Link] = []
    needs: list[Need] = []
    for agent in agents:
        if agent.data is not None:
            needs_here, more = _check(workspace, agent)
            needs += needs_here
            findings += more
    for agent in agents:
        if agent.is_role and agent.state is State.OK:
            links += links_of(agent)
    documents = _documents(workspace, agents)
    profiles = tuple(_profile(agent) for agent in agents)
    edges = tuple(_edge(agent) for agent in agents if agent.parent)
    return Resolved("rolebox", profiles, tuple(findings), edges, documents, tuple(links), tuple(needs))


def _check(workspace: Workspace, agent: Agent) -> tuple[list[Need], list[Finding]]:
    """Resolve one agent, parents before children, and return what it needs and what is wrong with it."""
    if agent.parent is not None and agent.parent.state is not State.OK and agent.state is State.OK:
        agent.state = State.UNRESOLVED  # with the one above it, it is lost
    resolve_values(agent)
    findings = [*check_fields(workspace, agent)]
    findings += check_names(workspace, agent)
    findings += check_permissions(workspace, agent)
    findings += check_graph(workspace, agent)
    needs, more = check_environment(workspace, agent)
    return needs, [*findings, *more]


def _profile(agent: Agent) -> Profile:
    resolved = agent.state is State.OK
    model = agent.effective.get("model") if resolved else None
    part = Part(
        _TYPE,
        agent.path,
        agent.pointer,
        agent.effective if resolved else NOTHING,
        agent.derived if resolved else {},
    )
    return Profile(
        id=agent.id,
        type=_TYPE,
        name=agent.name,
        path=agent.path,
        kind="role" if agent.is_role else "subagent",
        parent=agent.parent.id if agent.parent else None,
        model=model if isinstance(model, str) else None,
        pointer=agent.pointer,
        state=agent.state,
        parts=(part,),
    )


def _edge(agent: Agent) -> Edge:
    """Return the step to the agent above; only the first one below a role hands anything down."""
    assert agent.parent is not None  # noqa: S101  # who calls has looked
    status = "resolved"
    if agent.state is not State.OK:
        status = "lost"
    elif agent.level > 1:
        status = "inherits-nothing"
    origin = Origin(agent.id, agent.path, agent.pointer)
    return Edge(agent.id, agent.parent.id, "subagent", status, origin)


def _documents(workspace: Workspace, agents: list[Agent]) -> dict[str, Document]:
    documents = {agent.path: agent.document for agent in agents}
    for agent in agents:
        path = agent.prompt.path
        if path and agent.prompt.text is not None:
            documents[path] = workspace.document(path, syntax="markdown")
    return documents
