"""A repository in, its Leji profiles with their effective fields and all findings out."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.leji.freshness import Calendar
from sphinx_agentcfg.formats.leji.inheritance import Resolver
from sphinx_agentcfg.formats.leji.layer_rules import check_layer
from sphinx_agentcfg.formats.leji.layers import find_layers
from sphinx_agentcfg.formats.leji.links import Links
from sphinx_agentcfg.formats.leji.lists import check_lists, own_lists
from sphinx_agentcfg.formats.leji.members import TYPE
from sphinx_agentcfg.formats.leji.prompts import Prompts
from sphinx_agentcfg.formats.leji.required_reading import RequiredReading
from sphinx_agentcfg.formats.model import Edge, Origin, Part, Profile, Resolved
from sphinx_agentcfg.formats.naming import unique_ids
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.inheritance import Outcome
    from sphinx_agentcfg.formats.leji.members import Layer, Member
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["resolve"]

_LONGEST_NAME = 200


def resolve(workspace: Workspace, today: date | None = None) -> Resolved:
    """Return every profile of every layer, in the order of their paths; *today* is the day in UTC unless given."""
    layers, findings = find_layers(workspace)
    ids = _ids(workspace, [member for layer in layers for member in layer.members])
    calendar = Calendar(workspace, today or datetime.now(UTC).date())
    profiles: list[Profile] = []
    edges: list[Edge] = []
    for layer in layers:
        resolver = Resolver(workspace, (*layer.members, *layer.guests), ids)
        rules = _Rules(workspace, layer, calendar)
        for member in layer.members:
            outcome = resolver.outcome(member)
            findings += rules.check(member, outcome)
            profile = _profile(f"{workspace.format.id}/{TYPE}", ids[member.path], member, outcome)
            profiles.append(profile)
            if outcome.parent is not None:
                origin = Origin(profile.id, member.path, "/inherits")
                edges.append(Edge(profile.id, outcome.parent, "inherits", outcome.status, origin))
        findings += check_layer(workspace, layer, ids)
    documents = {member.path: member.document for layer in layers for member in layer.members}
    documents |= {layer.manifest.document.name: layer.manifest.document for layer in layers if layer.manifest}
    if len(layers) > 1:
        profiles.sort(key=lambda profile: profile.path)
        edges.sort(key=lambda edge: edge.origin.path)
    return Resolved(workspace.format.id, tuple(profiles), tuple(findings), tuple(edges), documents)


def _ids(workspace: Workspace, members: Sequence[Member]) -> dict[str, str]:
    """Return path → id of each profile; one that the tool does not take never changes the id of another."""
    seen = [(_name(member), member.path) for member in members if member.seen]
    ids = {path: each for each, (_, path) in zip(unique_ids(workspace.format.id, seen), seen, strict=True)}
    names = {name for name, _ in seen}
    rest = [(_name(member), member.path) for member in members if not member.seen]
    for each, (name, path) in zip(unique_ids(workspace.format.id, rest), rest, strict=True):
        ids[path] = f"{workspace.format.id}:{name}@{path}" if name in names else each
    return ids


def _name(member: Member) -> str:
    """Return what an id is made of: the ``id`` in the file where it can be one, else the name of the file."""
    name = member.id
    if name and len(name) <= _LONGEST_NAME and name.isprintable() and "@" not in name and name == name.strip():
        return name
    return _stem(member)


def _stem(member: Member) -> str:
    name = member.path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


def _profile(type_id: str, profile_id: str, member: Member, outcome: Outcome) -> Profile:
    # Of a broken header, what it plainly meant to say is good enough for a name that people read.
    data: Mapping[str, Any] = member.data if member.data is not None else member.document.recover()
    name, role, base = data.get("name"), data.get("role"), outcome.base
    return Profile(
        profile_id,
        type_id,
        name if isinstance(name, str) and name.strip() else _stem(member),
        member.path,
        "profile",
        role if isinstance(role, str) else None,
        base.profile if base else None,
        state=outcome.state,
        parts=(Part(type_id, member.path, "", outcome.effective, outcome.derived),),
    )


class _Rules:
    """The rules for one profile each, with what they remember of a layer."""

    def __init__(self, workspace: Workspace, layer: Layer, calendar: Calendar) -> None:
        self.workspace = workspace
        self.calendar = calendar
        self.reading = RequiredReading(workspace, layer)
        self.prompts = Prompts(workspace)
        self.links = Links(workspace, layer)
        self.members = {member.path: member for member in (*layer.members, *layer.guests)}

    def check(self, member: Member, outcome: Outcome) -> list[Finding]:
        """Return all that is wrong with a profile; of one that cannot be read, only that."""
        findings = list(member.findings)
        if member.data is None:
            return findings
        if outcome.finding is not None:
            findings.append(outcome.finding)
        if member.refusal is not None:
            text = message("Leji's own tool cannot read this profile: {cause}", cause=member.refusal.cause)
            line = member.refusal.line
            findings.append(self.workspace.report("profile-frontmatter", member.document, text, line=line))
        own = own_lists(member)
        findings += check_lists(self.workspace, member, outcome, own)
        findings += self.reading.check(member, own.get("requiredRead") or ())
        findings += self.calendar.check(member, self.members[outcome.base.path] if outcome.base else None)
        findings += self.prompts.check(member)
        findings += self.links.check(member)
        return findings
