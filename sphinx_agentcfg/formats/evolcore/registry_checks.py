"""An agent in, what its registry breaks out: the roles that it lists and omits, and those that it gives by default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.evolcore.model import Listing
from sphinx_agentcfg.formats.evolcore.names import RANKS, ROLE_ID
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.evolcore.model import Agent, Registry
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_registry"]


def check_registry(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Give the findings about the registry of one agent, and about the lack of one."""
    registry = agent.registry
    if registry is None:
        text = message(
            "no `index.json` says which roles of `{aid}` count; add one that lists them", aid=excerpt(agent.folder.aid)
        )
        yield workspace.report("registry-missing", agent.folder.folder, text)
        return
    if "permissions" in registry.data and "roles" not in registry.data:
        text = message("`index` is the name of the registry, and this file looks like a role; rename the file")
        yield workspace.report("role-id-invalid", registry.document, text, pointer="", line=1, column=1)
    if registry.roles is not None:
        yield from _listed(workspace, agent, registry, registry.roles)
        yield from _unlisted(workspace, agent)
    yield from _defaults(workspace, agent, registry)


def _listed(workspace: Workspace, agent: Agent, registry: Registry, roles: Mapping[str, int]) -> Iterator[Finding]:
    """EV01, EV07. An id that is none cannot have a file; the schema tells of it."""
    if "visitor" not in roles:
        text = message("`roles` does not list `visitor`; add it")
        yield workspace.report("visitor-missing", registry.document, text, pointer="/roles")
    for role, place in roles.items():
        if role in agent.files or ROLE_ID.fullmatch(role) is None:
            continue
        where = join("/roles", place)
        if role in RANKS:
            text = message(
                "`{role}` has no file, so a built-in template decides that nobody sees here; write `{role}.json` to "
                "control it",
                role=role,
            )
            yield workspace.report("role-from-template", registry.document, text, pointer=where)
        else:
            text = message("`{role}` has no file `{role}.json`; add it, or take the role out", role=excerpt(role))
            yield workspace.report("role-file-missing", registry.document, text, pointer=where)


def _unlisted(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """EV08. A file whose name is no role id cannot be registered; that is told already."""
    for role, file in agent.files.items():
        if agent.listing(role) is Listing.UNLISTED and ROLE_ID.fullmatch(role) is not None:
            text = message(
                "the role `{role}` is not in `roles` of `index.json`, so it grants nothing; register it, or remove the "
                "file",
                role=excerpt(role),
            )
            yield workspace.report("role-unregistered", file.document, text, pointer="", line=1, column=1)


def _defaults(workspace: Workspace, agent: Agent, registry: Registry) -> Iterator[Finding]:
    """EV05, EV06, EV22, EV23."""
    for chat, role in mapping(registry.data.get("defaultRoles")).items():
        if chat not in {"private", "group"} or not isinstance(role, str):
            continue
        where = join("/defaultRoles", chat)
        if role == "owner":
            text = message(
                "`{chat}` makes everybody without a role an owner; choose a lower role, or `null`", chat=chat
            )
            yield workspace.report("default-role-owner", registry.document, text, pointer=where)
        if role == "admin":
            text = message(
                "`{chat}` makes everybody without a role an admin; choose a lower role, or `null`", chat=chat
            )
            yield workspace.report("default-role-admin", registry.document, text, pointer=where)
        if agent.listing(role) is Listing.UNLISTED:
            text = message(
                "`{chat}` is `{role}`, which `roles` does not list; register it, or choose another",
                chat=chat,
                role=excerpt(role),
            )
            yield workspace.report("default-role-unregistered", registry.document, text, pointer=where)
        file = agent.files.get(role)
        if file is not None and (file.data or {}).get("allowAccess") is False:
            text = message(
                "`{chat}` is `{role}`, whose file says `allowAccess: false`: who has no role is shut out; choose "
                "another, or write `null`",
                chat=chat,
                role=excerpt(role),
            )
            yield workspace.report("default-role-locked-out", registry.document, text, pointer=where)
