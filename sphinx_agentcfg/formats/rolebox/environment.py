"""An agent in, the variables of the environment that it names out, and those that will never be put in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.model import Need, Origin
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.rolebox.model import Agent
    from sphinx_agentcfg.formats.workspace import Workspace
    from sphinx_agentcfg.messages import Message

__all__ = ["check_environment", "has_variable", "is_replaced"]

#: Any attempt at a placeholder, and the names that it may have (``facts/rolebox.md`` §3; src/env-resolver.ts:11-40).
_PLACEHOLDER = re.compile(r"\{env:([^{}]*)\}")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
#: What the loader wants as a number or a truth value; an interpolated value stays text and is dropped.
_TYPED = re.compile(
    r"/(?:temperature|top_p|locked|open|collaboration/(?:max_iterations|flow/[0-9]+/exit|termination/(?:any_of|all_of)"
    r"/[0-9]+/(?:max_iterations|timeout_ms|stuck/repeats|result_matches/(?:score_gte|no_changes))))\Z"
)


def has_variable(text: str) -> bool:
    """Say whether *text* holds a placeholder with a name that may be one."""
    return any(_NAME.match(match.group(1)) for match in _PLACEHOLDER.finditer(text))


def is_replaced(agent: Agent, field: str) -> bool:
    """Say whether a placeholder in the value of *field* gets its value."""
    return _why_not(agent, field) is None


def _why_not(agent: Agent, field: str) -> Message | None:
    if field == "prompt_file" and agent.is_role:
        return message("the path in `prompt_file` of a role is taken as it is")
    if field != "prompt" and not agent.is_role and _file_of(agent) is not None:
        return message("of a subagent in a file of its own, only the prompt is replaced")
    return None


def check_environment(workspace: Workspace, agent: Agent) -> tuple[list[Need], list[Finding]]:
    """Return what *agent* needs, and findings where a placeholder has no effect."""
    look = _Look(workspace, agent)
    for key, value in mapping(agent.data).items():
        if key != "subagents":  # they speak for themselves
            look.key(key, agent.pointer)
            look.value(key, value, join(agent.pointer, key))
    if agent.prompt.path and agent.prompt.text:
        look.prompt_file()
    return look.needs, look.findings


class _Look:
    def __init__(self, workspace: Workspace, agent: Agent) -> None:
        self.workspace = workspace
        self.agent = agent
        self.needs: list[Need] = []
        self.findings: list[Finding] = []

    def key(self, key: str, pointer: str) -> None:
        for match in _PLACEHOLDER.finditer(key) if "{env:" in key else ():
            self._never(match.group(1), join(pointer, key), message("keys are never replaced"), at_key=True)

    def value(self, field: str, value: Any, pointer: str) -> None:
        """Look into the value of the top-level *field*; documents are at most a hundred levels deep."""
        if isinstance(value, str):
            if "{env:" in value:
                self._text(field, value, pointer)
        elif isinstance(value, dict):
            for key, each in value.items():
                self.key(key, pointer)
                self.value(field, each, join(pointer, key))
        elif isinstance(value, list):
            for i, each in enumerate(value):
                self.value(field, each, join(pointer, i))

    def prompt_file(self) -> None:
        path, text = self.agent.prompt.path or "", self.agent.prompt.text or ""
        for match in _PLACEHOLDER.finditer(text) if "{env:" in text else ():
            if _NAME.match(match.group(1)):
                line = text.count("\n", 0, match.start()) + 1
                self.needs.append(Need(self.agent.id, match.group(1), Origin(self.agent.id, path, None, line)))

    def _text(self, field: str, value: str, pointer: str) -> None:
        why = _why_not(self.agent, field)
        for match in _PLACEHOLDER.finditer(value):
            name = match.group(1)
            if not _NAME.match(name):
                cause = message("a name begins with a letter or _ and goes on with letters, digits and _")
                self._never(name, pointer, cause)
            elif why is not None:
                self._never(name, pointer, why)
            else:
                self.needs.append(Need(self.agent.id, name, Origin(self.agent.id, self.agent.path, pointer)))
                self._check_type(pointer)

    def _check_type(self, pointer: str) -> None:
        if _TYPED.match(pointer[len(self.agent.pointer) :]):
            text = message(
                "`{field}` must not be text, and what {{env:…}} gives is text, so rolebox drops it; write the value",
                field=pointer.rpartition("/")[2],
            )
            self.findings.append(self.workspace.report("env-value-dropped", self.agent.document, text, pointer=pointer))

    def _never(self, name: str, pointer: str, why: Message, *, at_key: bool = False) -> None:
        if _NAME.match(name):
            origin = Origin(self.agent.id, self.agent.path, pointer, None, at_key)
            self.needs.append(Need(self.agent.id, name, origin, replaced=False, reason=why))
        text = message(
            "the placeholder for `{name}` stays as it is here ({why}); write the value", name=excerpt(name), why=why
        )
        found = self.workspace.report("env-not-resolved", self.agent.document, text, pointer=pointer, at_key=at_key)
        self.findings.append(found)


def _file_of(agent: Agent) -> Agent | None:
    """Return the subagent whose own file *agent* stands in, None for one in the file of the role."""
    while not agent.from_file and agent.parent is not None:
        agent = agent.parent
    return None if agent.is_role else agent
