"""A layer with ``agents`` in, roles and profiles that do not fit together out; the tool compares none of it (§2.1)."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.leji.inheritance import CORE
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.manifest import Binding
    from sphinx_agentcfg.formats.leji.members import Layer, Member
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["DEFAULT", "check_bindings"]

#: The key that names no role.
DEFAULT = "default"


def check_bindings(workspace: Workspace, layer: Layer, ids: Mapping[str, str]) -> Iterator[Finding]:
    """Give what is wrong between the keys of ``agents`` and the roles of the profiles."""
    if layer.manifest is None or not layer.manifest.agents:
        return
    keys: dict[str, list[Binding]] = defaultdict(list)
    for binding, path in layer.bound:
        keys[path].append(binding)
    members = {member.path: member for member in (*layer.members, *layer.guests)}
    for path, bindings in keys.items():
        yield from _bound(workspace, layer, members[path], bindings, ids[path])
    for member in layer.members:
        if member.path not in keys and member.seen and member.data is not None:
            yield from _unbound(workspace, member)


def _bound(
    workspace: Workspace, layer: Layer, member: Member, bindings: list[Binding], profile: str
) -> Iterator[Finding]:
    manifest = layer.manifest.document if layer.manifest else member.document
    for binding in bindings[1:]:
        text = message(
            "`agents.{role}` names the same file as `agents.{other}`; give each role a profile of its own",
            role=excerpt(binding.role),
            other=excerpt(bindings[0].role),
        )
        yield workspace.report(
            "role-bound-twice", manifest, text, pointer=binding.pointer, at_key=True, profile=profile
        )
    role = (member.data or {}).get("role")
    if not isinstance(role, str) or any(binding.role == role for binding in bindings):
        return
    for binding in bindings:
        if binding.role != DEFAULT:
            text = message(
                "`agents.{key}` binds a profile whose `role` is {role}; use the same word in both places",
                key=excerpt(binding.role),
                role=excerpt(role),
            )
            yield workspace.report(
                "role-key-differs", manifest, text, pointer=binding.pointer, at_key=True, profile=profile
            )


def _unbound(workspace: Workspace, member: Member) -> Iterator[Finding]:
    role = (member.data or {}).get("role")
    if role == CORE or not isinstance(role, str):
        return
    text = message(
        "no entry of `agents` in the manifest names this profile of the role {role}; bind it, or remove the profile",
        role=excerpt(role),
    )
    yield workspace.report("role-unbound", member.document, text, pointer="/role")
