"""Findings in, no more than a handful of each rule out, and one that says how many more there are.

A file of 5 MB can repeat one mistake a hundred thousand times. Nobody reads that, and only telling it takes seconds.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_agentcfg.documents.source import Source
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.messages import Message

__all__ = ["MAX_ALIKE", "Crowd"]

#: So many findings of one rule and severity in one file are told one by one.
MAX_ALIKE = 100


class Crowd:
    """Collects the findings of one file in the order of their places."""

    def __init__(self, source: Source) -> None:
        """Start without findings."""
        self._source = source
        self._findings: list[Finding] = []
        self._counts: Counter[tuple[str, Severity]] = Counter()
        #: Where the first one starts that is not told.
        self._rest: dict[tuple[str, Severity], int] = {}

    def report(
        self,
        rule: str,
        cause: Callable[[], Message],
        start: int,
        pointer: str | None,
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Add a finding, or only count it; then nobody asks for its *cause*."""
        self._counts[rule, severity] += 1
        if self._counts[rule, severity] <= MAX_ALIKE:
            self._findings.append(self._source.finding(rule, severity, cause(), start, pointer))
        else:
            self._rest.setdefault((rule, severity), start)

    def findings(self) -> tuple[Finding, ...]:
        """Return what was added, then one finding for each rule that has more."""
        more = (
            self._source.finding(rule, severity, causes.many_more(self._counts[rule, severity] - MAX_ALIKE), start)
            for (rule, severity), start in self._rest.items()
        )
        return (*self._findings, *more)
