"""An agent in, the prompt that it goes by out: ``prompt_file`` beats ``prompt``, and nothing outside is read."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.model import State
from sphinx_agentcfg.formats.rolebox.environment import has_variable, is_replaced
from sphinx_agentcfg.formats.rolebox.model import Prompt
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.rolebox.model import Agent
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["find_prompt"]

#: rolebox itself warns from here on (``facts/rolebox.md`` §9, src/prompt-builder.ts:103).
_MOST_CHARACTERS = 400_000


def find_prompt(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Set the prompt of *agent* and report what is wrong with it (``facts/rolebox.md`` §3)."""
    data = mapping(agent.data)
    inline, file = _usable(data.get("prompt")), _usable(data.get("prompt_file"))
    if inline and file:
        text = message("`prompt` and `prompt_file` are both set, and only the file counts; remove one of them")
        pointer = join(agent.pointer, "prompt")
        yield workspace.report("prompt-and-prompt-file", agent.document, text, pointer=pointer, at_key=True)
    if file:
        yield from _read(workspace, agent, file)
    elif inline:
        agent.prompt = Prompt(inline)
    else:
        agent.state, agent.prompt = State.UNRESOLVED, Prompt(None, lost=True)
        yield _missing(workspace, agent)
    if agent.prompt.text is not None and len(agent.prompt.text) > _MOST_CHARACTERS:
        text = message(
            "the prompt has {n} characters, and rolebox warns from {most} on; move parts of it to references",
            n=f"{len(agent.prompt.text):,}",
            most=f"{_MOST_CHARACTERS:,}",
        )
        key = "prompt_file" if file else "prompt"
        yield workspace.report("prompt-too-long", agent.document, text, pointer=join(agent.pointer, key))


def _usable(value: object) -> str:
    return value if isinstance(value, str) and value.strip() else ""


def _missing(workspace: Workspace, agent: Agent) -> Finding:
    data = mapping(agent.data)
    text = message("neither `prompt` nor `prompt_file` says anything, so rolebox drops this agent; write one of them")
    for key in ("prompt_file", "prompt"):
        if key in data:
            return workspace.report("prompt-missing", agent.document, text, pointer=join(agent.pointer, key))
    return workspace.report("prompt-missing", agent.document, text, pointer=agent.pointer, missing="prompt")


def _read(workspace: Workspace, agent: Agent, file: str) -> Iterator[Finding]:
    pointer = join(agent.pointer, "prompt_file")
    path = posixpath.normpath(posixpath.join(agent.base, file))
    if is_replaced(agent, "prompt_file") and has_variable(path):
        return  # the value of the variable leads to the file, so the prompt stays unknown
    if file.startswith(("/", "~")) or not _inside(path, agent.home) or workspace.outside(path):
        text = message(
            "`prompt_file` leads out of the folder of the role and was not read, so the prompt is unknown; move the "
            "file into the folder"
        )
        yield workspace.report("prompt-file-outside", agent.document, text, pointer=pointer)
        return
    document = workspace.document(path, syntax="markdown") if workspace.is_file(path) else None
    rules = {finding.rule for finding in document.findings} if document else set()
    if document is not None and not document.readable and not rules & {"file/empty", "file/unreadable"}:
        # rolebox takes any bytes for text (src/role-loader.ts:388-399), so the agent is there, with an unknown prompt.
        agent.prompt = Prompt(None, path)
        yield from document.findings
        return
    if document is None or "file/unreadable" in rules:
        agent.state, agent.prompt = State.UNRESOLVED, Prompt(None, path, lost=True)
        text = message(
            "`prompt_file` names `{file}`, which is not there or cannot be read, so rolebox drops this agent, also "
            "where `prompt` is set; correct the path",
            file=excerpt(file),
        )
        yield workspace.report("prompt-file-missing", agent.document, text, pointer=pointer)
        return
    agent.prompt = Prompt(document.text, path)


def _inside(path: str, folder: str) -> bool:
    return path.split("/", maxsplit=1)[0] != ".." and (not folder or path.startswith(f"{folder}/"))
