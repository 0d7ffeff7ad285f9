"""An agent in; what its ``agent.json`` says that cannot work, is outdated or cannot be read, out."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.agentfs.effective import MODEL_FIELDS
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.agentfs.model import Agent
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_settings"]

_LEVELS = ("low", "medium", "high", "xhigh")
_PLACEHOLDERS = frozenset({"{date}", "{weekday}", "{localTime}", "{tz}", "{sessionStart}"})
_BRACES = re.compile(r"\{[^{}]*\}")
#: Kept for the client itself (``facts/agentfs-evolcore.md`` A.1, ``id``).
_RESERVED = frozenset({"core", "desirecore"})
_COMMENTS = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CHECKLIST = "heartbeat/HEARTBEAT.md"
_MOST_NAMED = 5


def check_settings(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Check the fields of ``agent.json`` that stand for themselves."""
    document, data = agent.document, mapping(agent.data)
    yield from _legacy(workspace, document, data)
    yield from _budgets(workspace, document, data)
    yield from _template(workspace, document, data)
    if isinstance(data.get("id"), str) and data["id"] in _RESERVED:
        text = message("the `id` {id} is kept for the client itself; choose another one", id=data["id"])
        yield workspace.report("reserved-id", document, text, pointer="/id")
    if isinstance(data.get("agents"), dict | list) and data["agents"]:
        text = message(
            "nothing is published about the definitions in `agents`, so what these sub-agents may do stays unknown; "
            "check them by hand"
        )
        yield workspace.report("sub-agents-unknown", document, text, pointer="/agents", at_key=True)
    if mapping(data.get("heartbeat")).get("enabled") is True:
        yield from _checklist(workspace, agent)


def _legacy(workspace: Workspace, document: Document, data: dict[str, Any]) -> Iterator[Finding]:
    if "runtime" not in data:
        return
    text = message("`runtime` is the older place of the model fields; move them to `llm` and remove it")
    if not any(key in mapping(data["runtime"]) for key in MODEL_FIELDS):
        text = message("`runtime` is an older field, and nothing in it is a model field that is still read; remove it")
    yield workspace.report("legacy-runtime", document, text, pointer="/runtime", at_key=True)


def _budgets(workspace: Workspace, document: Document, data: dict[str, Any]) -> Iterator[Finding]:
    home = "llm" if data.get("llm") is not None else "runtime"
    budgets = mapping(mapping(data.get(home)).get("thinkingBudgets"))
    given = [level for level in _LEVELS if _is_number(budgets.get(level))]
    for lower, higher in pairwise(given):
        if budgets[lower] > budgets[higher]:
            text = message(
                "the budget of `{higher}` is smaller than that of `{lower}`; let the budgets grow with the level",
                higher=higher,
                lower=lower,
            )
            pointer = f"/{home}/thinkingBudgets/{higher}"
            yield workspace.report("thinking-budgets-order", document, text, pointer=pointer)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _template(workspace: Workspace, document: Document, data: dict[str, Any]) -> Iterator[Finding]:
    template = mapping(data.get("env")).get("template")
    if not isinstance(template, str):
        return
    unknown = [each for each in dict.fromkeys(_BRACES.findall(template)) if each not in _PLACEHOLDERS]
    if unknown:
        named = ", ".join(f"`{excerpt(each, 30)}`" for each in unknown[:_MOST_NAMED])
        text = message(
            "`env.template` holds {placeholders}, which nothing replaces; use {known}",
            placeholders=named + (", …" if len(unknown) > _MOST_NAMED else ""),
            known=", ".join(f"`{each}`" for each in ("{date}", "{weekday}", "{localTime}", "{tz}", "{sessionStart}")),
        )
        yield workspace.report("env-template-placeholder", document, text, pointer="/env/template")


def _checklist(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Look into the checklist: with nothing in it but comments and headings, the heartbeat does nothing (A.2.8)."""
    path = agent.inside(_CHECKLIST)
    text = message("`heartbeat.enabled` is true, but there is no `{path}`; write it, or set this to false", path=path)
    if workspace.is_file(path):
        checklist = workspace.document(path, syntax="markdown")
        problems = [finding for finding in checklist.findings if finding.rule != "file/empty"]
        yield from problems
        if _says_something(checklist.text) or (problems and not checklist.readable):
            return
        text = message(
            "`heartbeat.enabled` is true, but nothing in `{path}` is to be checked; fill it, or set this to false",
            path=path,
        )
    yield workspace.report("heartbeat-checklist-empty", agent.document, text, pointer="/heartbeat/enabled")


def _says_something(checklist: str) -> bool:
    lines = (line.strip() for line in _COMMENTS.sub("", checklist).splitlines())
    return any(line and not line.startswith("#") for line in lines)
