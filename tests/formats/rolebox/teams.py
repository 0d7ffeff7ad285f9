"""Roles for the tests of rolebox: short texts of our own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.formats.repositories import audit_of, profile_of

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

__all__ = ["LEAD", "effective", "role", "rules", "team"]

LEAD = "name: Lead\ndescription: Leads.\nprompt: Lead the work.\n"


def role(more: str = "", name: str = "Lead") -> str:
    """Return the text of a role that is fine, with *more* after it."""
    return f"name: {name}\ndescription: Does things.\nprompt: Do the work.\n{more}"


def team(folder: Path, more: str = "", files: dict[str, str | bytes] | None = None) -> Audit:
    """Return the audit of one role ``lead`` with *more* in its file, and other files below ``rolebox/lead/``."""
    others = {f"rolebox/lead/{name}": text for name, text in (files or {}).items()}
    return audit_of(folder, {"rolebox/lead/role.yaml": role(more), **others}, ["rolebox"])


def effective(audit: Audit, name: str = "rolebox:lead") -> dict[str, Any]:
    """Return the effective values of a profile."""
    found: dict[str, Any] = profile_of(audit, name).effective
    return found


def rules(audit: Audit) -> list[tuple[str, str, int | None]]:
    """Return rule (without the group of the format), path and line of each finding."""
    return [(f.rule.removeprefix("rolebox/"), f.path, f.line) for f in audit.findings]
