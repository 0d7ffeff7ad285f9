"""The ``actors`` of a manifest in, roles without a command and commands without a role out (``facts/leji.md`` §2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.documents import pointers
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.manifest import Actor, Manifest
    from sphinx_agentcfg.formats.leji.members import Layer
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_actors"]


def check_actors(workspace: Workspace, layer: Layer) -> Iterator[Finding]:
    """Give what is wrong with each actor, and with the profiles of the roles that actors take."""
    manifest = layer.manifest
    if manifest is None or not manifest.actors:
        return
    for actor in manifest.actors:
        yield from _commands(workspace, manifest, actor)
    takers: dict[str, str] = {}
    for actor in manifest.actors:
        for role in actor.roles:
            takers.setdefault(role, actor.name)
    members = {member.path: member for member in (*layer.members, *layer.guests)}
    for binding, path in layer.bound:
        member, actor_name = members[path], takers.get(binding.role)
        if actor_name is not None and "invocation" in (member.data or {}):
            text = message(
                "the actor {actor} starts the role {role}, so its profile must not have `invocation`; remove it here",
                actor=excerpt(actor_name),
                role=excerpt(binding.role),
            )
            yield workspace.report(
                "actor-profile-invocation", member.document, text, pointer="/invocation", at_key=True
            )


def _commands(workspace: Workspace, manifest: Manifest, actor: Actor) -> Iterator[Finding]:
    commands, roles = set(actor.commands), set(actor.roles)
    for i, role in enumerate(actor.roles):
        if role not in commands:
            text = message(
                "the actor {actor} takes the role {role}, but its `commands` has none for it; add the command",
                actor=excerpt(actor.name),
                role=excerpt(role),
            )
            yield workspace.report(
                "actor-command-missing", manifest.document, text, pointer=f"{actor.pointer}/roles/{i}"
            )
    for role in actor.commands:
        if role not in roles:
            text = message(
                "the actor {actor} has a command for the role {role}, which its `roles` does not list; add the role, "
                "or remove the command",
                actor=excerpt(actor.name),
                role=excerpt(role),
            )
            pointer = pointers.join(f"{actor.pointer}/commands", role)
            yield workspace.report("actor-command-unclaimed", manifest.document, text, pointer=pointer, at_key=True)
