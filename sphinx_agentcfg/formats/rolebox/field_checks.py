"""An agent in; fields that nobody knows, that do nothing where they stand, or that are of another version, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.errors import did_you_mean
from sphinx_agentcfg.formats.rolebox.known_keys import unknown_keys
from sphinx_agentcfg.formats.rolebox.values import is_positive
from sphinx_agentcfg.formats.rolebox.words import (
    BUDGETS,
    DISPATCH,
    IGNORED_IN_SUBAGENTS,
    NOT_READ,
    REMOVED_DISPATCH,
    TOO_NEW,
)
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.rolebox.model import Agent
    from sphinx_agentcfg.formats.workspace import Workspace
    from sphinx_agentcfg.messages import Message

__all__ = ["check_fields"]

_LONGEST, _MOST = 60, 20


def check_fields(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Check which keys stand in *agent*."""
    data = mapping(agent.data)
    if "description" not in data:
        text = message("`description` is missing, and people choose a role by it; add one line")
        yield workspace.report(
            "description-missing", agent.document, text, pointer=agent.pointer, missing="description"
        )
    yield from _unknown(workspace, agent)
    for key in data:
        if agent.level and key in IGNORED_IN_SUBAGENTS:
            yield _at(
                workspace,
                agent,
                "field-ignored-in-subagent",
                key,
                message("rolebox does not look at this field in a subagent; move it to the role, or remove it"),
            )
        elif key in NOT_READ:
            yield _at(workspace, agent, "field-not-read", key, _not_read())
        if key in TOO_NEW:
            text = message("the field is there since rolebox {version} only; check the version", version=TOO_NEW[key])
            yield _at(workspace, agent, "field-too-new", key, text)
    if not agent.level:
        yield from _of_a_role(workspace, agent)


def _at(workspace: Workspace, agent: Agent, rule: str, key: str, text: Message) -> Finding:
    return workspace.report(rule, agent.document, text, pointer=join(agent.pointer, key), at_key=True)


def _not_read() -> Message:
    return message("the reference page has this field, but no loader reads it, so it has no effect; remove it")


def _unknown(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    unknown = list(unknown_keys(workspace.type("role"), agent))
    for pointer, key, keys in unknown[:_MOST]:
        near = did_you_mean(key, keys.known) if len(key) <= _LONGEST else ()
        text = message("rolebox does not know the field `{field}` and ignores it; remove it", field=excerpt(key))
        if near:
            text = message(
                "rolebox does not know the field `{field}` and ignores it; did you mean `{near}`?",
                field=excerpt(key),
                near=near[0],
            )
        yield workspace.report("unknown-field", agent.document, text, pointer=pointer, at_key=True)
    if len(unknown) > _MOST:
        text = message(
            "rolebox does not know {n} more fields from here on and ignores them; remove them", n=len(unknown) - _MOST
        )
        yield workspace.report("unknown-field", agent.document, text, pointer=unknown[_MOST][0], at_key=True)


def _of_a_role(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    data = mapping(agent.data)
    if "collaboration" in data:
        text = message("rolebox 1.8.0 removed `collaboration`; check the version, or describe the steps in the prompt")
        yield _at(workspace, agent, "field-removed", "collaboration", text)
    if "auto_activate" in mapping(mapping(data.get("hooks")).get("builtin")):
        text = message("no loader reads this key here; write `auto_activate` at the top of the role")
        pointer = "/hooks/builtin/auto_activate"
        yield workspace.report("field-not-read", agent.document, text, pointer=pointer, at_key=True)
    custom = mapping(data.get("hooks")).get("custom")
    for i, hook in enumerate(custom if isinstance(custom, list) else ()):
        module = mapping(hook).get("module")
        if isinstance(module, str) and module.strip() and not module.startswith(("/", "~", "{env:")):
            text = message(
                "the path counts from the folder that people work in, not from that of the role; write an absolute path"
            )
            pointer = f"/hooks/custom/{i}/module"
            yield workspace.report("hook-module-relative", agent.document, text, pointer=pointer)
    if isinstance(data.get("dispatch"), dict):
        yield from _dispatch(workspace, agent)


def _dispatch(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Check the numbers of ``dispatch`` and whether they count at all (``facts/rolebox.md`` §8)."""
    data = mapping(agent.data)
    if data.get("mode") != "primary":
        text = message("`dispatch` counts only where `mode: primary` is written out; add it")
        yield _at(workspace, agent, "dispatch-without-primary", "dispatch", text)
    for key, value in mapping(data.get("dispatch")).items():
        pointer = join("/dispatch", key)
        if key in BUDGETS:
            yield workspace.report("field-not-read", agent.document, _not_read(), pointer=pointer, at_key=True)
        elif key in REMOVED_DISPATCH:
            text = message("rolebox 1.5.0 removed this field; check the version, or remove it")
            yield workspace.report("field-removed", agent.document, text, pointer=pointer, at_key=True)
        if key in DISPATCH and not is_positive(value):
            text = message(
                "`dispatch.{key}` must be a number above 0, so rolebox goes by its own default; correct it", key=key
            )
            yield workspace.report("dispatch-not-positive", agent.document, text, pointer=pointer)
