"""An agent that is resolved in; names of functions, skills and references that lead nowhere, out."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.rolebox.words import BUILTIN_FUNCTIONS
from sphinx_agentcfg.formats.values import mapping, texts
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.rolebox.model import Agent
    from sphinx_agentcfg.formats.workspace import Workspace
    from sphinx_agentcfg.messages import Message

__all__ = ["check_names"]


def check_names(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Check every name that *agent* gives (``facts/rolebox.md`` §6)."""
    yield from _functions(workspace, agent)
    yield from _activation(workspace, agent)
    folder = _resources(workspace, agent)
    for i, name in texts(mapping(agent.data).get("functions")):
        if name not in BUILTIN_FUNCTIONS and not _there(workspace, folder, f"functions/{name}.md"):
            text = message(
                "there is no `functions/{name}.md` in the folder of the role; the host may have one, else correct the "
                "name",
                name=excerpt(name),
            )
            yield _in_list(workspace, agent, "function-not-found", ("functions", i), text)
    for i, name in texts(agent.effective.get("skills")):
        if not any(_there(workspace, folder, f"skills/{name}{end}") for end in ("/SKILL.md", ".md")):
            text = message(
                "there is no skill `{name}` in the folder of the role; the host may have one, else correct the name",
                name=excerpt(name),
            )
            yield _in_list(workspace, agent, "skill-not-found", ("skills", i), text)
    if agent.is_role:
        yield from _references(workspace, agent)


def _in_list(workspace: Workspace, agent: Agent, rule: str, place: tuple[str, int], text: Message) -> Finding:
    key, i = place
    return workspace.report(rule, agent.document, text, pointer=join(join(agent.pointer, key), i))


def _there(workspace: Workspace, folder: str, path: str) -> bool:
    """Say whether a file is there; a name that leaves the folder, or holds a placeholder, is not looked for."""
    whole = posixpath.normpath(posixpath.join(folder, path))
    if "{env:" in path or (folder and not whole.startswith(f"{folder}/")) or whole.startswith(".."):
        return True
    return workspace.is_file(whole)


def _resources(workspace: Workspace, agent: Agent) -> str:
    """Return the folder of the agent's own functions and skills (src/resolver/orchestrator.ts:71-77).

    Of a subagent it is the one in ``subagents/`` that has its slug or its name, whatever its file lies in, and else
    that of the agent above.
    """
    if agent.parent is None:
        return agent.folder
    above = _resources(workspace, agent.parent)
    for name in (agent.slug, agent.name):
        folder = posixpath.join(above, "subagents", name)
        if "/" not in name and workspace.tree.is_folder(folder):
            return folder
    return above


def _functions(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    own = {name for _, name in texts(mapping(agent.data).get("functions"))}
    for i, name in texts(agent.effective.get("disable_functions")):
        if name not in own and name not in BUILTIN_FUNCTIONS and "{env:" not in name:
            text = message(
                "`{name}` is no built-in function and not in `functions`, so nothing is disabled; correct the name",
                name=excerpt(name),
            )
            yield _in_list(workspace, agent, "disable-unknown-function", ("disable_functions", i), text)


def _activation(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    effective = agent.effective
    enabled = set(effective["functions"])
    names = texts(effective.get("auto_activate"))
    for i, name in names:
        if name not in enabled and "{env:" not in name:
            text = message(
                "`{name}` is not among the functions of this agent, so it is not activated; add it to `functions`",
                name=excerpt(name),
            )
            yield _in_list(workspace, agent, "auto-activate-not-enabled", ("auto_activate", i), text)
    if effective.get("locked") is True and not names:
        text = message("`locked` concerns the functions in `auto_activate` only, and there are none; remove it")
        yield workspace.report(
            "locked-without-auto-activate", agent.document, text, pointer=join(agent.pointer, "locked")
        )
    if agent.level:
        for key in ("auto_activate", "locked"):
            if key in mapping(agent.data):
                text = message(
                    "the sources that we know register `{key}` for roles only, so it may do nothing in a subagent; "
                    "move it to the role",
                    key=key,
                )
                pointer = join(agent.pointer, key)
                yield workspace.report("auto-activate-in-subagent", agent.document, text, pointer=pointer, at_key=True)


def _references(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    for name, value in mapping(agent.effective.get("references")).items():
        pointer = join("/references", name)
        path = value
        if isinstance(value, dict):
            path, pointer = value.get("path"), join(pointer, "path")
        if not isinstance(path, str) or not path.strip() or path.startswith(("/", "~")) or "{env:" in path:
            continue
        whole = posixpath.normpath(posixpath.join(agent.folder, path))
        if not workspace.outside(whole) and not workspace.is_file(whole):
            text = message(
                "the file `{path}` is not there, so the reference is left out; correct the path from the folder of the "
                "role",
                path=excerpt(path),
            )
            yield workspace.report("reference-missing", agent.document, text, pointer=pointer)
