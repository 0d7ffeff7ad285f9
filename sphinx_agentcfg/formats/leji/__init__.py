"""leji."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.model import Resolved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_agentcfg.formats.model import Permission, Profile
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["permissions", "resolve"]


def resolve(workspace: Workspace) -> Resolved:
    """Return nothing yet."""
    return Resolved(workspace.format.id)


def permissions(profile: Profile, resolved: Resolved) -> Iterable[Permission]:
    """Return nothing yet."""
    del profile, resolved
    return ()
