"""An agent or a skill in; prose that is missing, and headings that do not work as meant, out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.sections import headings_in, no_known_heading
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.agentfs.model import Agent, Skill
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_prose", "check_steps"]

_LAYER = re.compile(r"L[012](?!\w)", re.ASCII)
#: A line that could be the heading of a layer, and those that are one; most files need no Markdown parser for that.
_SUSPECT = re.compile(r"^ {0,3}(?:#{1,6}[ \t]+)?L[012](?!\w)", re.ASCII | re.MULTILINE)
_RIGHT = re.compile(r"^## L[012][ \t\r]*$", re.ASCII | re.MULTILINE)


def check_prose(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Check ``persona.md`` and ``principles.md``, each with its schema, and say which of the two is missing."""
    for type_name, document in (("persona", agent.persona), ("principles", agent.principles)):
        if document is not None:
            yield from workspace.check(document, type_name)
            yield from _layers(workspace, document)
    if agent.persona is None and agent.principles is not None:
        text = message("the agent has a `principles.md` and no `persona.md`; write down how it should answer")
        yield workspace.report("persona-missing", agent.document, text, line=1, column=1)
    if agent.principles is None and agent.persona is not None:
        text = message("the agent has a `persona.md` and no `principles.md`; write down what it must and must never do")
        yield workspace.report("principles-missing", agent.document, text, line=1, column=1)


def _layers(workspace: Workspace, document: Document) -> Iterator[Finding]:
    """Give the headings that should open a layer and do not: only ``## L0``, and so on, does (A.2.6)."""
    body = document.body or ""
    if not document.readable or len(_SUSPECT.findall(body)) == len(_RIGHT.findall(body)):
        return
    for heading, level, line in headings_in(body):
        found = _LAYER.match(heading)
        if found and (level != len("##") or heading != found.group()):
            text = message(
                "the heading {heading} opens no layer; write it as `## {layer}` and nothing else",
                heading=excerpt("#" * level + " " + heading),
                layer=found.group(),
            )
            place = (document.body_line or 1) + line
            yield workspace.report("layer-heading", document, text, line=place, column=1)


def check_steps(workspace: Workspace, skill: Skill) -> Iterator[Finding]:
    """Check that the body of a skill has one of the headings that its schema expects; they are a custom only."""
    document_type = workspace.type("skill")
    cause = no_known_heading(skill.document.body or "", _schema(document_type.schema, document_type.id))
    if cause is not None:
        line = skill.document.body_line or 1
        yield workspace.report("no-known-section", skill.document, cause, line=line, column=1, severity=Severity.INFO)


@lru_cache(maxsize=8)
def _schema(path: Path, name: str) -> Any:  # any JSON value
    return load_schema(path, name, ()).schema
