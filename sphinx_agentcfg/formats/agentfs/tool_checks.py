"""An agent or a skill in; tools in its lists that are misspelt, contradicted or out of reach, out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.agentfs.tool_lists import ALLOWED, DENIED, Cause, tool_lists
from sphinx_agentcfg.formats.agentfs.tools import has_wildcard, near_tool
from sphinx_agentcfg.formats.model import Decision
from sphinx_agentcfg.formats.values import mapping, texts
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.agentfs.model import Agent, Skill
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_agent_tools", "check_skill_tools", "written_at"]


def check_agent_tools(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Check the tools that ``agent.json`` allows, denies and switches on."""
    data, document = mapping(agent.data), agent.document
    lists = tool_lists(data)
    for name, i in lists.denied.items():
        if name in (lists.allowed or {}):
            text = message(
                "`{tool}` is in both lists of `tool_permissions` and counts as denied; keep it in one of them",
                tool=excerpt(name),
            )
            yield workspace.report("tool-allowed-and-denied", document, text, pointer=f"{DENIED}/{i}")
    permissions = mapping(data.get("tool_permissions"))
    if permissions.get("allowed") == []:
        text = message(
            "`tool_permissions.allowed` is empty, which counts as no tool at all; remove it, or list the tools"
        )
        yield workspace.report("allowed-empty", document, text, pointer=ALLOWED)
    enabled = mapping(data.get("default_enabled")).get("tools")
    for pointer, value in (
        (ALLOWED, permissions.get("allowed")),
        (DENIED, permissions.get("denied")),
        ("/default_enabled/tools", enabled),
    ):
        yield from _spelling(workspace, document, pointer, value, agent)


def check_skill_tools(workspace: Workspace, skill: Skill, agent: Agent | None) -> Iterator[Finding]:
    """Check the tools that a skill allows and needs against those of its agent, where there is one that can be read."""
    data = mapping(skill.effective.data)
    requires = mapping(data.get("requires"))
    for place, value in (
        ("/allowed-tools", data.get("allowed-tools")),
        ("/requires/tools", requires.get("tools")),
        ("/requires/optional_tools", requires.get("optional_tools")),
    ):
        yield from _spelling(workspace, skill.document, written_at(skill, place), value, agent)
    if agent is None or agent.data is None:
        return
    for rule, place, value in (
        ("skill-tool-beyond-agent", "/allowed-tools", data.get("allowed-tools")),
        ("required-tool-denied", "/requires/tools", requires.get("tools")),
    ):
        yield from _beyond(workspace, skill, agent, rule, place, value)


def _beyond(  # noqa: PLR0913, PLR0917  # a rule, the place and the list that it looks at
    workspace: Workspace, skill: Skill, agent: Agent, rule: str, place: str, value: Any
) -> Iterator[Finding]:
    names = texts(value)
    lists = tool_lists(mapping(agent.data)) if names else None
    for i, name in names:
        verdict = lists.decide(name) if lists else None
        if verdict is None or verdict.decision is not Decision.DENY:
            continue
        field = place[1:].replace("/", ".")
        if verdict.cause is Cause.UNLISTED:
            text = message(
                "`{field}` names `{tool}`, which the agent's `tool_permissions.allowed` does not; remove it here, or "
                "allow it there",
                field=field,
                tool=excerpt(name),
            )
        else:
            text = message(
                "`{field}` names `{tool}`, which the agent's `tool_permissions.denied` names too; remove it from one "
                "of them",
                field=field,
                tool=excerpt(name),
            )
        yield workspace.report(rule, skill.document, text, pointer=f"{written_at(skill, place)}/{i}")


def written_at(skill: Skill, place: str) -> str:
    """Return where in ``SKILL.md`` the effective value at *place* was written: perhaps under ``metadata``."""
    start = place
    while start:
        derivation = skill.effective.derived.get(start)
        if derivation and derivation.origin and derivation.origin.pointer is not None:
            return derivation.origin.pointer + place[len(start) :]
        start = start.rpartition("/")[0]
    return place


def _spelling(
    workspace: Workspace, document: Document, pointer: str, value: Any, agent: Agent | None
) -> Iterator[Finding]:
    for i, name in texts(value):
        if has_wildcard(name):
            text = message(
                "`{tool}` holds a wildcard, but tools are matched by their exact names; list each of them",
                tool=excerpt(name),
            )
            yield workspace.report("tool-wildcard", document, text, pointer=f"{pointer}/{i}")
            continue
        near = near_tool(name)
        if near is not None and not _is_own(workspace, agent, name):
            text = message(
                "no tool that is known has the name `{tool}`, and names match exactly; did you mean `{near}`?",
                tool=excerpt(name),
                near=near,
            )
            yield workspace.report("tool-near-miss", document, text, pointer=f"{pointer}/{i}")


def _is_own(workspace: Workspace, agent: Agent | None, name: str) -> bool:
    """Say whether the agent brings a tool of that name itself, or one of its skills does."""
    if agent is None:
        return False
    if agent.inside(f"tools/{name}/TOOL.md") in workspace.tree:
        return True
    provided = (mapping(mapping(skill.effective.data).get("provides")).get("tools") for skill in agent.skills)
    return any(name == each for value in provided for _, each in texts(value))
