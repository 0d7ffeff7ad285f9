"""An agent in, what its single-session parameters break out; they are a value inside some JSON file of the agent.

No source says in which file ``responseModeParams['single-session']`` stands (``spec/formats.md`` → evolcore). So it
is looked for in the JSON files beside the folder of the roles, and a file ``single-session.params.json`` there is
taken for the value itself. Such a file belongs to somebody else: that it cannot be read is not told here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.evolcore.model import Listing
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sphinx_agentcfg.documents import Document, Located
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.evolcore.model import Agent, RoleFile
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["Params", "check_params", "params_of"]

_FILE = "single-session.params.json"
_POINTER = "/responseModeParams/single-session"
_SWITCHES = ("pre_tool_1stmsgchk", "tool_use_reminder")
_CHATS = ("chatmode.private", "chatmode.group")


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters: the document, and where in it they are (``""``: all of it)."""

    document: Document
    pointer: str = ""


def params_of(workspace: Workspace, agent: Agent) -> Iterator[Params]:
    """Give every place where the agent has single-session parameters."""
    for path in agent.folder.others:
        document = workspace.document(path, syntax="json")
        if path.rpartition("/")[2] == _FILE:
            yield Params(document)
        elif "single-session" in mapping(mapping(document.data).get("responseModeParams")):
            yield Params(document, _POINTER)


def check_params(workspace: Workspace, agent: Agent, params: Params) -> Iterator[Finding]:
    """Give what the schema says of the parameters, and EV24: a switch that no role can make use of."""
    data = params.document.data
    if params.pointer:
        data = data["responseModeParams"]["single-session"]
        for finding in workspace.check(_inner(params.document, data, params.pointer), "single-session"):
            yield replace(finding, pointer=params.pointer + (finding.pointer or ""))
    else:
        yield from workspace.check(params.document, "single-session")
    switches = [name for name in _SWITCHES if mapping(data).get(name) is True]
    if not switches or _may_be_proactive(agent):
        return
    for name in switches:
        text = message(
            "`{switch}` has no effect: no role of the agent chats in the mode `proactive`; set the mode, or remove the "
            "switch",
            switch=name,
        )
        where = f"{params.pointer}/{name}"
        yield workspace.report("switch-needs-proactive", params.document, text, pointer=where, at_key=True)


def _inner(document: Document, data: Any, pointer: str) -> Document:
    """Return the value at *pointer* as a document of its own, whose places are those of the whole file."""
    locator = partial(_below, document.locator, pointer) if document.locator else None
    return replace(document, data=data, findings=(), locator=locator)


def _below(locator: Callable[[str], Mapping[str, Located]], pointer: str, text: str) -> dict[str, Located]:
    whole = locator(text)
    inside = {place: at for place, at in whole.items() if place == pointer or place.startswith(f"{pointer}/")}
    return {place[len(pointer) :]: at for place, at in inside.items()}


def _may_be_proactive(agent: Agent) -> bool:
    """Say whether a role that counts is proactive, may become so, or cannot be seen (a template, a broken file)."""
    unseen = set(agent.registry.roles or ()) - set(agent.files) if agent.registry else ()
    counting = (file for role, file in agent.files.items() if agent.listing(role) is not Listing.UNLISTED)
    return bool(unseen) or any(file.data is None or _proactive(file) for file in counting)


def _proactive(file: RoleFile) -> bool:
    policies = mapping(mapping(file.data).get("permissions"))
    for chat in _CHATS:
        policy = mapping(policies.get(chat))
        values = policy.get("allowedValues")
        if policy.get("default") == "proactive":
            return True
        if policy.get("allowOverride") is True and (not isinstance(values, list) or "proactive" in values):
            return True
    return False
