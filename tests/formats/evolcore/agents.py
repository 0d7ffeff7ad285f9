"""Policies and rules in, the files of an agent out; and the questions that these tests ask of its matrix."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.rows import permission_rows
from tests.formats.repositories import audit_of

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

__all__ = ["ROLES", "agent_of", "cells", "findings_of", "registry", "role"]

ROLES = "agents/demo/roles"


def role(permissions: Any = None, **fields: Any) -> dict[str, Any]:
    """Return a role that the schema accepts; *permissions* join ``permissionMode``."""
    policies = {"permissionMode": {"default": "auto", "allowOverride": False}, **(permissions or {})}
    return {"$schema_version": 1, "description": "d", "rank": 500, "permissions": policies, **fields}


def registry(*roles: str, private: Any = None, group: Any = None) -> dict[str, Any]:
    """Return a registry that lists ``visitor`` and *roles*."""
    listed = list(dict.fromkeys(("visitor", *roles)))
    return {"$schema_version": 1, "roles": listed, "defaultRoles": {"private": private, "group": group}}


def agent_of(folder: Path, files: dict[str, Any], *, register: bool = True) -> Audit:
    """Return the audit of an agent ``demo``; *files* are role files by role id, registered unless said otherwise."""
    texts = {
        f"{ROLES}/{name}.json": text if isinstance(text, str) else json.dumps(text) for name, text in files.items()
    }
    if register and "index" not in files:
        texts[f"{ROLES}/index.json"] = json.dumps(registry(*files))
    return audit_of(folder, texts, only=["evolcore"])


def cells(audit: Audit, name: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Return (subject, scope) → row of the role *name* of the agent ``demo``; no cell stands twice."""
    rows = [row for row in permission_rows(audit) if row["profile"] == f"evolcore:demo/{name}"]
    found = {(row["subject"], row["scope"] or ""): row for row in rows}
    assert len(found) == len(rows)
    return found


def findings_of(audit: Audit, rule: str) -> list[tuple[str, str, str | None]]:
    """Return severity, path below the roles and pointer of each finding of *rule*."""
    return [
        (f.severity.value, f.path.removeprefix(f"{ROLES}/"), f.pointer)
        for f in audit.findings
        if f.rule == f"evolcore/{rule}"
    ]
