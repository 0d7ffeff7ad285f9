"""An agent that is resolved in; what its ``permission`` and ``tools`` say against each other or in vain, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.model import Decision, Provenance
from sphinx_agentcfg.formats.rolebox.permissions import (
    alike,
    is_native,
    odd_case,
    said_in_permission,
    said_in_tools,
    wildcard,
)
from sphinx_agentcfg.formats.rolebox.words import HOST_TOOLS
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.rolebox.model import Agent
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_permissions"]


def check_permissions(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Check what *agent* itself says of tools (``facts/rolebox.md`` §4); the role tells of what it hands down."""
    data = mapping(agent.data)
    yield from _lists(workspace, agent)
    yield from _against(workspace, agent)
    said = [*said_in_permission(data.get("permission")), *said_in_tools(data.get("tools"))]
    for each in said:
        if wildcard(each.tool):
            text = message(
                "rolebox passes `{tool}` on as it is, and what it matches is up to the host; name the tools",
                tool=excerpt(each.tool),
            )
            yield workspace.report("tool-wildcard", agent.document, text, pointer=agent.pointer + each.pointer)
    for each in said:
        if odd_case(each) and each.tool.lower() in HOST_TOOLS:
            text = message(
                "the host compares names by case and calls this tool `{tool}`, so the entry may do nothing; write that",
                tool=each.tool.lower(),
            )
            pointer = agent.pointer + each.pointer
            yield workspace.report("tool-name-case", agent.document, text, pointer=pointer, at_key=True)
    yield from _unrestricted(workspace, agent)


def _lists(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    permission = mapping(mapping(agent.data).get("permission"))
    if is_native(permission):
        return
    pointer = join(agent.pointer, "permission")
    said = list(said_in_permission(permission))
    allowed = {each.tool for each in said if each.declared == "allow"}
    for each in said:
        if each.declared == "deny" and each.tool in allowed:
            text = message(
                "`{tool}` is in `allow` too, and `deny` wins; remove it from one of the lists", tool=excerpt(each.tool)
            )
            yield workspace.report("permission-conflict", agent.document, text, pointer=agent.pointer + each.pointer)
    for key in permission:
        if key not in {"allow", "deny"}:
            text = message(
                "beside the lists `allow` and `deny`, rolebox drops a rule for a single tool; use one of the two forms"
            )
            place = join(pointer, key)
            yield workspace.report("permission-key-dropped", agent.document, text, pointer=place, at_key=True)
    if isinstance(permission.get("allow"), list) and not permission.get("deny"):
        text = message(
            "`allow` alone denies nothing: other tools keep the permission that the host gives them; list in `deny` "
            "what must not be used"
        )
        yield workspace.report(
            "allow-is-no-whitelist", agent.document, text, pointer=join(pointer, "allow"), at_key=True
        )


def _against(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Compare the two fields; where one of them is inherited, the place is that of the agent's own."""
    own = [key for key in ("permission", "tools") if not _inherited(agent, key)]
    if not own:
        return
    final = {each.tool: each for each in said_in_permission(agent.effective.get("permission"))}
    by_name = alike(final.values())
    for each in said_in_tools(agent.effective.get("tools")):
        other = by_name.get(each.tool, by_name.get(each.tool.lower()))
        if other is not None and {each.decision, other.decision} == {Decision.ALLOW, Decision.DENY}:
            text = message(
                "`permission` and `tools` say the opposite of `{tool}`, and rolebox hands both to the host; keep one",
                tool=excerpt(each.tool),
            )
            pointer = agent.pointer + (each if "tools" in own else other).pointer
            yield workspace.report("permission-against-tools", agent.document, text, pointer=pointer)


def _inherited(agent: Agent, key: str) -> bool:
    derivation = agent.derived.get(f"/{key}")
    return derivation is not None and derivation.provenance is Provenance.INHERITED


def _unrestricted(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Report a grandchild that has no rules of its own although an agent above it has: it inherits nothing."""
    if agent.level <= 1 or any(agent.effective.get(key) is not None for key in ("permission", "tools")):
        return
    above = agent.parent
    while above is not None:
        if above.effective.get("permission") or above.effective.get("tools"):
            text = message(
                "`{name}` has rules for tools, and this subagent inherits none of them; write its own `permission`",
                name=excerpt(above.name),
            )
            yield workspace.report("grandchild-unrestricted", agent.document, text, pointer=agent.pointer)
            return
        above = above.parent
