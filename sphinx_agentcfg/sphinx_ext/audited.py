"""One repository that was read and judged in, what pages ask of it out: each thing is looked up once in a build."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.rows import MAKERS, rows_of_findings, rows_of_permissions
from sphinx_agentcfg.audit.rows import permissions_of as permissions_of_profile
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_agentcfg.audit.known_fields import KnownFields
    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.model import Edge, Profile, Resolved

__all__ = ["Audited"]


class Audited:
    """A repository on pages; ``only`` are the formats that were asked for."""

    def __init__(self, root: str, only: tuple[str, ...], judged: Judged) -> None:
        self.root = root
        self.only = only
        self.judged = judged
        self.known: dict[str, KnownFields] = {}
        self._rows: dict[str, list[dict[str, Any]]] = {}

    @property
    def audit(self) -> Audit:
        """What was found, with the findings that count."""
        return self.judged.counted

    @property
    def name(self) -> str:
        """What a reader calls it: the name of its folder."""
        return excerpt(Path(self.root).name)

    def slug(self, source: str) -> str:
        """Return a word for files about it, which says no more of the machine than where it is from *source*."""
        beside = os.path.relpath(self.root, source)
        digest = hashlib.sha256("\0".join([beside, *self.only]).encode("utf-8", "surrogatepass")).hexdigest()[:8]
        letters = "".join(c if c.isascii() and c.isalnum() else "-" for c in Path(self.root).name[:40]).strip("-")
        return f"{letters or 'repository'}-{digest}"

    def rows(self, table: str) -> list[dict[str, Any]]:
        """Return the rows of a table."""
        if table not in self._rows:
            self._rows[table] = MAKERS[table](self.audit)
        return self._rows[table]

    @cached_property
    def profiles(self) -> Mapping[str, Profile]:
        """Every profile by its id, in the order of the audit."""
        return {profile.id: profile for profile in self.audit.profiles}

    @cached_property
    def resolved(self) -> Mapping[str, Resolved]:
        """Format → what it made of the repository."""
        return {each.format: each for each in self.audit.resolved}

    def permissions(self, profile: Profile) -> list[dict[str, Any]]:
        """Return the rows of what a profile may do."""
        return rows_of_permissions(self.audit, permissions_of_profile(profile, self.resolved[profile.format]))

    def findings(self, profile: str) -> list[dict[str, Any]]:
        """Return the rows of what is wrong with a profile."""
        return rows_of_findings(self._findings.get(profile, ()), self.audit.catalog)

    def parents(self, profile: str) -> Sequence[Edge]:
        """Return the steps up from a profile."""
        return self._up.get(profile, [])

    def children(self, profile: str) -> Sequence[Edge]:
        """Return the steps up to a profile."""
        return self._down.get(profile, [])

    @cached_property
    def _findings(self) -> Mapping[str, list[Finding]]:
        found = defaultdict(list)
        for finding in self.audit.findings:
            found[finding.profile].append(finding)
        return found

    @cached_property
    def _up(self) -> Mapping[str, list[Edge]]:
        found = defaultdict(list)
        for edge in self.audit.edges:
            found[edge.profile].append(edge)
        return found

    @cached_property
    def _down(self) -> Mapping[str, list[Edge]]:
        found = defaultdict(list)
        for edge in self.audit.edges:
            found[edge.parent].append(edge)
        return found
