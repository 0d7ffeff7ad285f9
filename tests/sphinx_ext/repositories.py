"""A small repository with agents in two formats, and pages about it: what tests of audits on pages share."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from tests.sphinx_ext.building import write
from tests.sphinx_ext.cards import directive

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["CONF", "HOSTILE", "REPOSITORY", "audit_page", "below", "profile_page", "touch"]

CORE = """\
---
id: core
name: Everyone
role: core
requiredRead: [docs/rules.md]
mustAskWhen:
  - it cannot be undone
---
Read first.
"""
EDITOR = """\
---
id: editor
name: Editor
role: editor
inherits: core
mustAskWhen:
  - it cannot be undone
  - it is published
freshness:
  reviewAfter: "2099-01-01"
---
Then write.
"""
LOST = "---\nid: lost\nname: Lost\nrole: guide\ninherits: nobody\n---\n"
LEAD = """\
name: Lead
description: Leads.
permission:
  bash: ask
  edit: deny
prompt: "Use {env:API_TOKEN}."
"""
#: Four Leji profiles, of which one cannot be read and one cannot be resolved, and a rolebox role.
REPOSITORY: dict[str, Any] = {
    "leji.json": {"rootPath": "docs"},
    "docs/rules.md": "# Rules\n",
    "docs/agents/core.md": CORE,
    "docs/agents/editor.md": EDITOR,
    "docs/agents/lost.md": LOST,
    "docs/agents/broken.md": "---\nid: [\n---\n",
    "roles/lead/role.yaml": LEAD,
}
_LONG = "x" * 90
#: File → id of a profile that somebody gave a name to harm a page, or one that looks like another.
HOSTILE = {
    "html": "<script>alert(1)</script>",
    "dotted": "a.b",
    "coloned": "a:b",
    "long-a": f"{_LONG}a{_LONG}",
    "long-b": f"{_LONG}b{_LONG}",
    "chinese": "审阅者",
    "semicolon": "one;two",
}
CONF: dict[str, Any] = {"agentcfg_repository": "repo", "exclude_patterns": ["repo", "empty"]}


def below(folder: str, files: dict[str, Any]) -> dict[str, Any]:
    """Return *files* with their paths below *folder*."""
    return {f"{folder}/{name}": content for name, content in files.items()}


def audit_page(table: str, *options: str) -> str:
    """Return a page with one table; the directive stands on line 4."""
    return directive("agentcfg-audit", table, *options)


def profile_page(name: str, *options: str) -> str:
    """Return a page with one profile, or with those that a pattern fits; the directive stands on line 4."""
    return directive("agentcfg-profile", name, *options)


def touch(folder: Path, files: dict[str, Any]) -> None:
    """Write *files* below ``src`` with a time after that of the last build, however coarse the clock of the disk."""
    write(folder / "src", files)
    for name in files:
        now = time.time_ns() + 1_000_000
        os.utime(folder / "src" / name, ns=(now, now))
