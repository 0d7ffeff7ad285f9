"""An agent or a skill in, all findings of its documents out: reading and schema first, then the rules by theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.agentfs.agent_checks import check_settings
from sphinx_agentcfg.formats.agentfs.connection_checks import check_connections
from sphinx_agentcfg.formats.agentfs.known_keys import unknown_fields
from sphinx_agentcfg.formats.agentfs.memory_checks import check_note, check_policy
from sphinx_agentcfg.formats.agentfs.prose_checks import check_prose, check_steps
from sphinx_agentcfg.formats.agentfs.reference_checks import check_references
from sphinx_agentcfg.formats.agentfs.schedule_checks import check_schedule, check_schedules
from sphinx_agentcfg.formats.agentfs.skill_checks import check_fields
from sphinx_agentcfg.formats.agentfs.tool_checks import check_agent_tools, check_skill_tools

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.agentfs.model import Agent, Schedule, Skill
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_agent", "check_skill", "check_tasks"]


def check_agent(workspace: Workspace, agent: Agent, known: AbstractSet[str]) -> Iterator[Finding]:
    """Check an agent with all its documents; *known* are the names of every agent of the repository."""
    yield from workspace.check(agent.document, "agent")
    if agent.data is not None:
        yield from unknown_fields(workspace, agent.document, "agent")
        yield from check_settings(workspace, agent)
        yield from check_connections(workspace, agent.document, agent.data)
        yield from check_references(workspace, agent, known)
        yield from check_agent_tools(workspace, agent)
    yield from check_prose(workspace, agent)
    for skill in agent.skills:
        yield from check_skill(workspace, skill, agent)
    yield from check_tasks(workspace, agent.schedules)
    if agent.policy:
        yield from check_policy(workspace, agent.policy[0])
    for document, _ in agent.notes:
        yield from check_note(workspace, document)


def check_skill(workspace: Workspace, skill: Skill, agent: Agent | None) -> Iterator[Finding]:
    """Check a skill, which may belong to no agent."""
    yield from workspace.check(skill.document, "skill")
    if isinstance(skill.effective.data, dict):
        yield from unknown_fields(workspace, skill.document, "skill")
        yield from check_fields(workspace, skill)
        yield from check_steps(workspace, skill)
        yield from check_skill_tools(workspace, skill, agent)


def check_tasks(workspace: Workspace, schedules: Sequence[Schedule]) -> Iterator[Finding]:
    """Check the scheduled tasks of one agent, each and together."""
    for schedule in schedules:
        yield from workspace.check(schedule.document, "schedule")
        if schedule.data is not None:
            yield from unknown_fields(workspace, schedule.document, "schedule")
            yield from check_schedule(workspace, schedule.document, schedule.data)
    yield from check_schedules(workspace, schedules)
