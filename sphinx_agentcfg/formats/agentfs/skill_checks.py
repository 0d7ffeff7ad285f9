"""A skill in; fields of its frontmatter that are outdated, said twice or idle, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.pointers import split
from sphinx_agentcfg.formats.agentfs.effective import ALIAS, INVOCATION
from sphinx_agentcfg.formats.agentfs.tool_checks import written_at
from sphinx_agentcfg.formats.agentfs.values import same
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.agentfs.model import Skill
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_fields"]

_METADATA = "/metadata"


def check_fields(workspace: Workspace, skill: Skill) -> Iterator[Finding]:
    """Check the fields of one skill against each other (``facts/agentfs-evolcore.md`` A.2.4, A.2.7)."""
    for pointer in skill.effective.differing:
        text = message(
            "`{field}` has another value under `metadata`, and the one at the root counts here; keep one of them",
            field=excerpt(".".join(split(pointer))),
        )
        yield workspace.report("metadata-differs", skill.document, text, pointer=_METADATA + pointer)
    yield from _invocation(workspace, skill)
    effective = mapping(skill.effective.data)
    if effective.get("agent") not in (None, "") and effective.get("context") != "fork":
        text = message("`agent` tells of a child agent, but `context` is not `fork`; add that, or remove `agent`")
        pointer = written_at(skill, "/agent")
        yield workspace.report("agent-without-fork", skill.document, text, pointer=pointer, at_key=True)


def _invocation(workspace: Workspace, skill: Skill) -> Iterator[Finding]:
    """Tell of the alias: that it contradicts, else that it is one."""
    data, effective = mapping(skill.document.data), mapping(skill.effective.data)
    found = [
        (at, where[ALIAS]) for at, where in (("", data), (_METADATA, mapping(data.get("metadata")))) if ALIAS in where
    ]
    written = INVOCATION in data or INVOCATION in mapping(data.get("metadata"))
    for at, value in found:
        pointer = f"{at}/{ALIAS}"
        if written and not same(effective.get(INVOCATION), value):
            rule = "disable-model-invocation-differs"
            text = message(
                "`disable_model_invocation` has another value than `disable-model-invocation`, which counts here; "
                "remove the one with underscores"
            )
        else:
            rule = "legacy-disable-model-invocation"
            text = message("`disable_model_invocation` is an alias; write `disable-model-invocation`")
        yield workspace.report(rule, skill.document, text, pointer=pointer, at_key=True)
