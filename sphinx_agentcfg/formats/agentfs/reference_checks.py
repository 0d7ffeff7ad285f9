"""An agent in; names and paths in its ``agent.json`` that lead to nothing in the repository, out."""

from __future__ import annotations

from posixpath import normpath
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.values import mapping, texts
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.agentfs.model import Agent
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_references"]

#: The client brings these agents itself (``facts/agentfs-evolcore.md`` A.1, ``id``).
_BUILT_IN = frozenset({"core", "desirecore"})


def check_references(workspace: Workspace, agent: Agent, known: AbstractSet[str]) -> Iterator[Finding]:
    """Check the skills, agents and the image that ``agent.json`` names; *known* are the agents of the repository."""
    data = mapping(agent.data)
    yield from _skills(workspace, agent, mapping(data.get("default_enabled")).get("skills"))
    yield from _targets(workspace, agent, mapping(data.get("command_authority")).get("allowed_targets"), known)
    path = mapping(mapping(data.get("avatar")).get("image")).get("path")
    if isinstance(path, str):
        yield from _image(workspace, agent, path)


def _skills(workspace: Workspace, agent: Agent, names: Any) -> Iterator[Finding]:
    own = {skill.id for skill in agent.skills}
    for i, name in texts(names):
        if name not in own and not workspace.tree.is_folder(agent.inside(f"skills/{name or '?'}")):
            text = message(
                "`default_enabled.skills` names `{skill}`, which is not in `skills/`; check the name, unless the skill "
                "is a global one",
                skill=excerpt(name),
            )
            pointer = f"/default_enabled/skills/{i}"
            yield workspace.report("default-skill-missing", agent.document, text, pointer=pointer)


def _targets(workspace: Workspace, agent: Agent, names: Any, known: AbstractSet[str]) -> Iterator[Finding]:
    for i, name in texts(names):
        if name not in known and name not in _BUILT_IN:
            text = message(
                "`command_authority.allowed_targets` names `{target}`, and no agent of this repository is called so; "
                "check the name",
                target=excerpt(name),
            )
            pointer = f"/command_authority/allowed_targets/{i}"
            yield workspace.report("command-target-unknown", agent.document, text, pointer=pointer)


def _image(workspace: Workspace, agent: Agent, path: str) -> Iterator[Finding]:
    inner = normpath(path) if path else ""
    if inner == ".." or inner.startswith(("../", "/")):
        text = message(
            "`avatar.image.path` leads out of the agent's folder ({path}); put the image into it", path=excerpt(path)
        )
    elif inner and workspace.is_file(agent.inside(inner)):
        return
    else:
        text = message("the image of `avatar.image.path` is not there ({path}); correct the path", path=excerpt(path))
    yield workspace.report("avatar-image-missing", agent.document, text, pointer="/avatar/image/path")
