"""An agent, or a skill of no agent, in; its profile out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.agentfs.model import Effective
from sphinx_agentcfg.formats.model import NOTHING, Part, Profile, State
from sphinx_agentcfg.formats.values import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.formats.agentfs.model import Agent, Skill

__all__ = ["agent_profile", "skill_profile"]


def agent_profile(agent: Agent) -> Profile:
    """Return the profile of an agent; its first part is ``agent.json``."""
    data = mapping(agent.effective.data)
    return Profile(
        id=agent.id,
        type="agentfs/agent",
        name=_text(data.get("name")) or agent.home.name,
        path=agent.document.name,
        kind="agent",
        model=_text(mapping(data.get("llm")).get("model")),
        state=State.UNREADABLE if agent.data is None else State.OK,
        parts=tuple(_parts(agent)),
    )


def skill_profile(profile: str, skill: Skill) -> Profile:
    """Return the profile of a skill that belongs to no agent."""
    data = mapping(skill.effective.data)
    return Profile(
        id=profile,
        type="agentfs/skill",
        name=_text(data.get("name")) or skill.id,
        path=skill.document.name,
        kind="skill",
        model=_text(data.get("model")),
        state=State.OK if isinstance(skill.effective.data, dict) else State.UNREADABLE,
        parts=(_part("skill", skill.document, skill.effective),),
    )


def _parts(agent: Agent) -> Iterator[Part]:
    yield _part("agent", agent.document, agent.effective)
    for name, prose in (("persona", agent.persona), ("principles", agent.principles)):
        if prose is not None:
            yield _part(name, prose, Effective({} if prose.readable else NOTHING))
    for skill in agent.skills:
        yield _part("skill", skill.document, skill.effective)
    for schedule in agent.schedules:
        yield _part("schedule", schedule.document, Effective(NOTHING if schedule.data is None else schedule.data))
    if agent.policy:
        yield _part("memory-policy", *agent.policy)
    for note in agent.notes:
        yield _part("memory-note", *note)


def _part(type_name: str, document: Document, effective: Effective) -> Part:
    """Return a part; data of another kind than a mapping has no fields, so nothing is known of them."""
    data = effective.data if isinstance(effective.data, dict) else NOTHING
    return Part(f"agentfs/{type_name}", document.name, effective=data, derived=effective.derived)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
