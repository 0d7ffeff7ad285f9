"""Texts in, the audit of a repository that holds them out; and the few questions that tests ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.audit.scan import read_repository
from tests.unit import making

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.model import Profile

__all__ = ["audit_of", "named", "profile_of", "write"]


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write *files* (path → content) below *folder*, and return it."""
    making.write(folder, files)
    return folder


def audit_of(folder: Path, files: Mapping[str, str | bytes], only: Sequence[str] = ()) -> Audit:
    """Return the audit of a repository that holds *files*."""
    return read_repository(write(folder, files), only=only)


def named(audit: Audit, rule: str) -> list[Finding]:
    """Return the findings of *rule* (``<group>/<name>``)."""
    return [finding for finding in audit.findings if finding.rule == rule]


def profile_of(audit: Audit, name: str) -> Profile:
    """Return the profile with that id, and say which there are where there is none."""
    found = {profile.id: profile for profile in audit.profiles}
    assert name in found, f"no profile {name}, but {sorted(found)}"
    return found[name]
