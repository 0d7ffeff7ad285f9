"""A profile in, the tools that it may use out: a row for each tool that it names, and ``*`` for every other one.

Rights are those of the agent alone, nothing comes from other agents or a team; a skill's ``allowed-tools`` only
narrows them while it runs (``facts/agentfs-evolcore.md`` A.2.1-5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.agentfs.tool_lists import ALLOWED, DENIED, PERMISSIONS, STAR, Cause, Verdict, tool_lists
from sphinx_agentcfg.formats.agentfs.tools import has_wildcard, near_tool
from sphinx_agentcfg.formats.model import NOTHING, Decision, Origin, Permission, State
from sphinx_agentcfg.formats.values import mapping, texts
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.formats.agentfs.tool_lists import ToolLists
    from sphinx_agentcfg.formats.model import Part, Profile, Resolved
    from sphinx_agentcfg.messages import Message

__all__ = ["permissions"]

_TOOL = "tool"
_SKILL = "agentfs/skill"


def permissions(profile: Profile, resolved: Resolved) -> Iterator[Permission]:
    """Give the rows of an agent, then of its sub-agents and of its skills; or those of a skill without an agent."""
    del resolved  # an agent's rights are its own
    if profile.state is not State.OK:
        return
    if profile.kind == "skill":
        yield from _skill_rows(profile, profile.parts[0], None)
        return
    data = mapping(profile.effective)
    lists = tool_lists(data)
    yield from _agent_rows(profile, data, lists)
    yield from _sub_agent_rows(profile, data.get("agents"))
    for part in profile.parts:
        if part.type == _SKILL:
            yield from _skill_rows(profile, part, lists)


# The agent -----------------------------------------------------------------------------------------------------------


def _agent_rows(profile: Profile, data: dict[str, Any], lists: ToolLists) -> Iterator[Permission]:
    named = {tool: None for tool in (*(lists.allowed or {}), *lists.denied) if tool != STAR}
    for tool in named:
        yield _agent_row(profile, tool, lists.decide(tool), lists)
    verdict = lists.every_other()
    yield _agent_row(profile, STAR, verdict, lists)
    for server in mapping(data.get("mcp_servers")):
        subject = f"{server}__*"  # tools of a server are called <id>__<tool> (A.1, mcp_servers)
        if subject not in named:
            yield _agent_row(profile, subject, verdict, lists)


def _agent_row(profile: Profile, tool: str, verdict: Verdict, lists: ToolLists) -> Permission:
    named = verdict.cause in {Cause.NAMED_ALLOWED, Cause.NAMED_DENIED, Cause.BOTH}
    pattern, misspelt = named and has_wildcard(tool), named and near_tool(tool) is not None
    empty = verdict.cause is Cause.UNLISTED and not lists.allowed
    sure = (named and not pattern and not misspelt) or (verdict.cause is Cause.UNLISTED and not empty)
    return Permission(
        profile=profile.id,
        subject=tool,
        kind=_TOOL,
        decision=Decision.UNKNOWN if pattern else verdict.decision,
        declared=_declared(verdict),
        origin=_origin(profile, profile.path, verdict.pointer),
        # The client holds to a list (A.2.1), but only for names that are exactly those of tools (A.2.2).
        enforced=True if sure else None,
        reason=_reason(verdict, pattern=pattern, misspelt=misspelt, empty=empty),
        conflict=verdict.cause is Cause.BOTH,
        assumed=misspelt or empty or verdict.cause in {Cause.BOTH, Cause.UNLIMITED},
    )


def _declared(verdict: Verdict) -> str:
    if verdict.pointer.startswith(DENIED):
        return "denied"
    return "allowed" if verdict.pointer.startswith(ALLOWED) else ""


def _reason(verdict: Verdict, *, pattern: bool, misspelt: bool, empty: bool) -> Message:
    if pattern:
        return message("a list holds this pattern, but no source says that lists take patterns")
    if misspelt:
        return message("a list names it, but names match exactly and no known tool is called so")
    if empty:
        return message(
            "`tool_permissions.allowed` names no tool; no source says whether that differs from leaving it out"
        )
    return {
        Cause.NAMED_ALLOWED: message("`tool_permissions.allowed` names it"),
        Cause.NAMED_DENIED: message("`tool_permissions.denied` names it"),
        Cause.BOTH: message(
            "both lists of `tool_permissions` name it; no source says which wins, so it counts as denied"
        ),
        Cause.UNLISTED: message("`tool_permissions.allowed` does not name it"),
        Cause.UNLIMITED: message("there is no `tool_permissions.allowed`, and `denied` does not name it"),
        Cause.UNREADABLE: message("what `tool_permissions` limits cannot be read, since a value has the wrong type"),
        Cause.STAR: message("a list holds `*`, and no source says whether that stands for every tool"),
    }[verdict.cause]


def _sub_agent_rows(profile: Profile, definitions: Any) -> Iterator[Permission]:
    """Give an unknown for each sub-agent: what its definition means is nowhere stated (A.2.4)."""
    if not isinstance(definitions, dict | list) or not definitions:
        return
    reason = message("what a sub-agent may do is not known: nothing is published about the definitions in `agents`")
    scopes = {f"agent:{key}": join("/agents", key) for key in definitions} if isinstance(definitions, dict) else {}
    for scope, pointer in (scopes or {"agent:*": "/agents"}).items():
        yield Permission(
            profile=profile.id,
            subject=STAR,
            kind=_TOOL,
            decision=Decision.UNKNOWN,
            scope=scope,
            origin=_origin(profile, profile.path, pointer),
            reason=reason,
        )


# Skills --------------------------------------------------------------------------------------------------------------


def _skill_rows(profile: Profile, part: Part, lists: ToolLists | None) -> Iterator[Permission]:
    """Give what is narrowed while a skill runs: nothing without ``allowed-tools``, or where it is switched off."""
    rows = _SkillRows(profile, part, lists)
    data = part.effective
    if data is NOTHING or not isinstance(data, dict):
        yield rows.other(Decision.UNKNOWN, message("the `SKILL.md` cannot be read, so nobody knows what it narrows"))
    elif data.get("status") == "disabled" or (lists is not None and "allowed-tools" not in data):
        return
    elif "allowed-tools" not in data:
        yield rows.other(
            Decision.UNKNOWN, message("the skill limits nothing, and which agent runs it is not known here")
        )
    elif not isinstance(data["allowed-tools"], list):
        text = message("`allowed-tools` cannot be read, since it is no list, so nobody knows what it narrows")
        yield rows.other(Decision.UNKNOWN, text, assumed=False)
    else:
        yield from rows.listed(data["allowed-tools"])


class _SkillRows:
    """The rows of one skill; *lists* are those of its agent, None where that is not known."""

    def __init__(self, profile: Profile, part: Part, lists: ToolLists | None) -> None:
        self.profile = profile
        self.part = part
        self.lists = lists
        folder = part.document.rpartition("/")[0].rpartition("/")[2]
        self.scope = f"skill:{folder or 'skill'}"
        derivation = part.derived.get("/allowed-tools")
        written = derivation.origin.pointer if derivation and derivation.origin else None
        self.pointer = written or "/allowed-tools"
        self.doubtful = derivation is not None and derivation.assumed

    def listed(self, value: list[Any]) -> Iterator[Permission]:
        """Give a row for each tool of the list, and one for every other tool."""
        seen = {STAR}
        for i, tool in texts(value):
            if tool not in seen:
                seen.add(tool)
                yield self._tool(tool, i)
        if STAR in (each for each in value if isinstance(each, str)):
            text = message(
                "`allowed-tools` of the skill holds `*`, and no source says whether that stands for every tool"
            )
            yield self.other(Decision.UNKNOWN, text)
        else:
            reason = message("`allowed-tools` of the skill does not name it")
            if not value:
                reason = message(
                    "`allowed-tools` of the skill names no tool; no source says whether that differs from leaving it "
                    "out"
                )
            yield self.other(Decision.DENY, reason, assumed=not value)

    def _tool(self, tool: str, index: int) -> Permission:
        verdict = self.lists.decide(tool) if self.lists else None
        decision = verdict.decision if verdict else Decision.UNKNOWN
        reasons = {
            Decision.ALLOW: message("`allowed-tools` of the skill names it, and the agent may use it"),
            Decision.DENY: message(
                "`allowed-tools` of the skill names it, but the agent may not use it, and a skill only narrows"
            ),
        }
        unknown = message("`allowed-tools` of the skill names it, but whether its agent may use it is not known")
        denied = verdict is not None and decision is Decision.DENY
        return self._row(
            tool,
            decision,
            reasons.get(decision, unknown),
            self._at(f"{self.pointer}/{index}"),
            enforced=True if denied else None,
            conflict=denied,
            assumed=self.doubtful or (verdict is not None and verdict.cause in {Cause.BOTH, Cause.UNLIMITED}),
        )

    def other(self, decision: Decision, reason: Message, *, assumed: bool = False) -> Permission:
        """Return the row of every tool that the skill does not name."""
        named = isinstance(self.part.effective, dict) and "allowed-tools" in self.part.effective
        origin = self._at(self.pointer if named else "")
        return self._row(STAR, decision, reason, origin, assumed=assumed or (named and self.doubtful))

    def _at(self, pointer: str) -> Origin:
        return _origin(self.profile, self.part.document, pointer)

    def _row(  # noqa: PLR0913  # a row has so many cells
        self,
        subject: str,
        decision: Decision,
        reason: Message,
        origin: Origin,
        *,
        enforced: bool | None = None,
        conflict: bool = False,
        assumed: bool = False,
    ) -> Permission:
        return Permission(
            profile=self.profile.id,
            subject=subject,
            kind=_TOOL,
            decision=decision,
            declared="allowed-tools" if origin.pointer else "",
            scope=self.scope,
            origin=origin,
            enforced=enforced,
            reason=reason,
            conflict=conflict,
            assumed=assumed,
        )


def _origin(profile: Profile, path: str, pointer: str) -> Origin:
    return Origin(profile.id, path, pointer, at_key=pointer in {PERMISSIONS, ALLOWED})
