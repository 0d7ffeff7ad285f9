"""What the tests of AgentFS need: texts of small agents in, their rows, findings and cells out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.fields import field_values
from sphinx_agentcfg.audit.rows import permissions_of
from tests.formats.repositories import audit_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sphinx_agentcfg.audit.fields import FieldValue
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.formats.model import Permission

__all__ = [
    "agent_audit",
    "cells",
    "field",
    "permission",
    "places",
    "policy_audit",
    "rules",
    "schedule_audit",
    "skill_audit",
    "skill_text",
]

HOME = "agents/helper"


def skill_text(frontmatter: str = "name: Notes\ndescription: Writes notes.\n") -> str:
    """Return a ``SKILL.md`` with that frontmatter and a body that is as expected."""
    return f"---\n{frontmatter}---\n\n## Steps\n\n1. Write.\n"


def agent_audit(folder: Path, agent: Any = None, files: Mapping[str, str] | None = None) -> Audit:
    """Return the audit of one agent ``helper``: its data, and other files of its folder."""
    data = {"name": "Helper"} | agent if isinstance(agent, dict) else agent
    content = json.dumps({"name": "Helper"} if agent is None else data)
    return audit_of(folder, {f"{HOME}/agent.json": content, **{f"{HOME}/{p}": t for p, t in (files or {}).items()}})


def skill_audit(folder: Path, frontmatter: str, agent: Any = None) -> Audit:
    """Return the audit of an agent with one skill."""
    return agent_audit(folder, agent, {"skills/notes/SKILL.md": skill_text(frontmatter)})


def schedule_audit(folder: Path, schedule: Mapping[str, Any], **top: Any) -> Audit:
    """Return the audit of an agent with the task ``daily``; *top* replaces its other fields."""
    data = {
        "id": "daily",
        "enabled": True,
        "status": "active",
        "schedule": dict(schedule),
        "action": {"type": "query", "prompt": "Sum up the day."},
    }
    return agent_audit(folder, None, {"schedules/daily.json": json.dumps(data | top)})


def policy_audit(folder: Path, policy: Any) -> Audit:
    """Return the audit of an agent with a memory policy."""
    return agent_audit(folder, None, {"memory/_policy.json": json.dumps(policy)})


def rules(audit: Audit) -> list[str]:
    """Return the names of the rules of AgentFS that found something, sorted, without their group."""
    return sorted(f.name for f in audit.findings if f.rule.startswith("agentfs/"))


def places(audit: Audit, rule: str) -> list[tuple[str | None, str]]:
    """Return pointer and missing key of each finding of a rule."""
    return [(f.pointer, f.missing) for f in audit.findings if f.rule == f"agentfs/{rule}"]


def field(audit: Audit, type_name: str, path: str) -> FieldValue:
    """Return the one value of a field."""
    found = [v for v in field_values(audit) if v.type == f"agentfs/{type_name}" and v.field == path]
    assert len(found) == 1, f"{len(found)} values of {path}"
    return found[0]


def cells(audit: Audit, scope: str = "") -> dict[str, str]:
    """Return subject → decision of the one profile, in a scope; each subject is there once."""
    rows = [row for profile in audit.profiles for resolved in audit.resolved for row in _rows(profile, resolved)]
    chosen = [(row.subject, row.decision.value) for row in rows if row.scope == scope]
    assert len(dict(chosen)) == len(chosen)
    return dict(chosen)


def permission(audit: Audit, subject: str, scope: str = "") -> Permission:
    """Return one row of the permission table."""
    rows = [row for profile in audit.profiles for resolved in audit.resolved for row in _rows(profile, resolved)]
    [found] = [row for row in rows if (row.subject, row.scope) == (subject, scope)]
    return found


def _rows(profile: Any, resolved: Any) -> list[Permission]:
    return list(permissions_of(profile, resolved)) if profile in resolved.profiles else []
