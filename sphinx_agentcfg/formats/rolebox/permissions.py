"""A role or subagent in, a row for each tool that its ``permission`` or ``tools`` names out, and one for all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.model import Decision, Origin, Permission, Provenance, State
from sphinx_agentcfg.formats.values import mapping, texts
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sphinx_agentcfg.formats.model import Profile, Resolved
    from sphinx_agentcfg.messages import Message

__all__ = ["Said", "alike", "is_native", "odd_case", "permissions", "said_in_permission", "said_in_tools", "wildcard"]

_NATIVE = {"allow": Decision.ALLOW, "ask": Decision.ASK, "deny": Decision.DENY}


@dataclass(frozen=True, slots=True)
class Said:
    """What one entry says of one tool; ``tool`` is the name that reaches the host."""

    tool: str
    decision: Decision
    declared: str
    pointer: str


def is_native(permission: dict[str, Any]) -> bool:
    """Say whether it is the host's own form, which passes unchanged: there is no list (``facts/rolebox.md`` §4)."""
    return not isinstance(permission.get("allow"), list) and not isinstance(permission.get("deny"), list)


def said_in_permission(permission: Any) -> Iterator[Said]:
    """Give what ``permission`` says, in the order in which the loader writes it: what comes later wins."""
    permission = mapping(permission)
    if is_native(permission):
        for tool, word in permission.items():
            if isinstance(word, str):
                yield Said(tool, _NATIVE.get(word, Decision.UNKNOWN), word, join("/permission", tool))
            else:  # a pattern map of the host's own, for example
                yield Said(tool, Decision.UNKNOWN, "", join("/permission", tool))
        return
    for key, decision in (("allow", Decision.ALLOW), ("deny", Decision.DENY)):
        for i, tool in texts(permission.get(key)):
            yield Said(tool.lower(), decision, key, join(join("/permission", key), i))


def said_in_tools(tools: Any) -> Iterator[Said]:
    """Give what ``tools`` says; names keep their case."""
    for tool, on in mapping(tools).items():
        decision = {True: Decision.ALLOW, False: Decision.DENY}[on] if isinstance(on, bool) else Decision.UNKNOWN
        yield Said(tool, decision, str(on).lower() if isinstance(on, bool) else "", join("/tools", tool))


def wildcard(tool: str) -> bool:
    """Say whether a name holds a wildcard, which rolebox passes on without expanding it."""
    return "*" in tool or "?" in tool


def odd_case(said: Said) -> bool:
    """Say whether a name reaches the host with capital letters, which it tells apart (``facts/rolebox.md`` §4).

    Only names in the lists ``allow`` and ``deny`` are put in lower case on the way.
    """
    return said.tool != said.tool.lower()


def alike(said: Collection[Said]) -> dict[str, Said]:
    """Return each entry by its name, and the first of those that differ in case by the name in lower case."""
    by_name: dict[str, Said] = {}
    for each in said:
        by_name.setdefault(each.tool.lower(), each)
    return {**by_name, **{each.tool: each for each in said}}


def permissions(profile: Profile, resolved: Resolved) -> Iterator[Permission]:
    """Give a row for each tool, and ``*`` for every other one: nobody says, so the host's own default counts."""
    del resolved
    if profile.state is not State.OK:
        return
    yield from _Rows(profile).rows()


class _Rows:
    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.part = profile.parts[0]
        self.permission = {s.tool: s for s in said_in_permission(self.part.effective.get("permission"))}
        self.allowed_too = {
            s.tool for s in said_in_permission(self.part.effective.get("permission")) if s.declared == "allow"
        }
        self.tools = {s.tool: s for s in said_in_tools(self.part.effective.get("tools"))}

    def rows(self) -> Iterator[Permission]:
        others = alike(self.tools.values())
        for said in self.permission.values():
            yield self._from_permission(said, others.get(said.tool, others.get(said.tool.lower())))
        lower = {tool.lower() for tool in self.permission}
        yield from (self._row(s, self._tools_reason(s)) for s in self.tools.values() if s.tool.lower() not in lower)
        if "*" not in self.permission and "*" not in self.tools:
            yield self._others()

    def _from_permission(self, said: Said, other: Said | None) -> Permission:
        both = said.declared == "deny" and said.tool in self.allowed_too and not is_native(self._mapping())
        against = other is not None and {said.decision, other.decision} in (
            {Decision.ALLOW, Decision.DENY},
            {Decision.ASK, Decision.DENY},
            {Decision.ASK, Decision.ALLOW},
        )
        if against:
            reason = message("`permission` and `tools` disagree; they are not combined, and `permission` is taken here")
        elif both:
            reason = message("the tool is in `allow` and in `deny`, and `deny` wins")
        elif said.decision is Decision.UNKNOWN:
            reason = message("`permission` says something that is no decision, and passes it to the host as it is")
        elif odd_case(said):
            reason = message("`permission` says so; the host compares names by case, so this one may never match")
        else:
            reason = message("`permission` says so")
        return self._row(said, reason, conflict=both or against, assumed=against)

    def _mapping(self) -> dict[str, Any]:
        return mapping(self.part.effective.get("permission"))

    @staticmethod
    def _tools_reason(said: Said) -> Message:
        if said.decision is Decision.UNKNOWN:
            return message("`tools` holds something else than true or false here, and passes it to the host as it is")
        if odd_case(said):
            return message("`tools` says so; the host compares names by case, so this one may never match")
        return message("`tools` says so")

    def _row(self, said: Said, reason: Message, *, conflict: bool = False, assumed: bool = False) -> Permission:
        if wildcard(said.tool):
            reason = message("{reason}; rolebox does not expand wildcards, the host does what it will", reason=reason)
        doubtful = wildcard(said.tool) or odd_case(said)
        return Permission(
            profile=self.profile.id,
            subject=said.tool,
            kind="tool",
            decision=said.decision,
            declared=said.declared,
            origin=self._origin(said.pointer),
            enforced=None if doubtful else True,
            reason=reason,
            conflict=conflict,
            assumed=assumed or doubtful,
        )

    def _origin(self, pointer: str) -> Origin:
        """Return where *pointer* was written: in the role's own file, or in that of the one that it inherits from."""
        field = "/" + pointer.split("/")[1]
        derivation = self.part.derived.get(field)
        if derivation and derivation.provenance is Provenance.INHERITED and derivation.origin:
            return derivation.origin._replace(pointer=(derivation.origin.pointer or "") + pointer[len(field) :])
        return Origin(self.profile.id, self.part.document, self.part.pointer + pointer)

    def _others(self) -> Permission:
        reason = message("nothing is said of any other tool, so the default of the host counts")
        if isinstance(self._mapping().get("allow"), list):
            reason = message("`allow` is no whitelist: of any other tool, the default of the host counts")
        origin = Origin(self.profile.id, self.part.document, self.part.pointer)
        return Permission(
            profile=self.profile.id,
            subject="*",
            kind="tool",
            decision=Decision.UNSET,
            origin=origin,
            enforced=None,
            reason=reason,
        )
