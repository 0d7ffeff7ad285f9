"""What a report is told of one repository."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.audit.suppressing import Hidden
    from sphinx_agentcfg.findings import Finding

__all__ = ["ReportPart"]


@dataclass(frozen=True, slots=True)
class ReportPart:
    """One repository: what its reader calls it, what was read, the findings that count, and those that do not."""

    name: str
    audit: Audit
    findings: Sequence[Finding]
    hidden: Sequence[Hidden] = ()
