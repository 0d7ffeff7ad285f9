"""Findings and what somebody wants of them in, the same sorted out: reported, listed, suppressed, known.

First suppressions, then the baseline, then the choice of rules: an entry of either is not stale only because one run
looks for less. ``severity`` hides findings from a list and from nothing else: sums and the verdict are of all that is
reported.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_agentcfg.audit.baseline import Baseline, Compared, compare
from sphinx_agentcfg.audit.choosing import Choice, at_least
from sphinx_agentcfg.audit.suppressing import Hidden, suppress, unused_findings
from sphinx_agentcfg.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_agentcfg.audit.suppressing import Suppression
    from sphinx_agentcfg.findings import Finding

__all__ = ["Judgement", "in_order", "judge"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The findings of one run.

    ``reported`` count, ``listed`` are those of them that are severe enough to be shown. ``hidden`` are suppressed or in
    the baseline, with the reason. ``gone`` is how many findings of the baseline are not there any more, ``compared``
    whether there is a baseline.
    """

    reported: tuple[Finding, ...] = ()
    listed: tuple[Finding, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    gone: int = 0
    compared: bool = False

    def count(self, severity: Severity) -> int:
        """Return how many reported findings are of *severity*."""
        return sum(finding.severity is severity for finding in self.reported)

    def hidden_by(self, what: str) -> int:
        """Return how many findings *what* hides: ``configuration`` or ``baseline``."""
        return sum(each.by == what for each in self.hidden)

    def fails(self, fail_on: str) -> bool:
        """Say whether a reported finding is at least as severe as *fail_on*; with ``never``, none is."""
        return fail_on != "never" and any(at_least(f.severity, Severity(fail_on)) for f in self.reported)


def judge(  # noqa: PLR0913  # each is a wish of its own
    findings: Iterable[Finding],
    *,
    choice: Choice | None = None,
    suppressions: Sequence[Suppression] = (),
    baseline: Baseline | None = None,
    baseline_name: str = "",
    config: str = "",
    only: Sequence[str] = (),
) -> Judgement:
    """Sort *findings*. *config* and *baseline_name* are the files that suppressions and baseline come from.

    *only* are the formats that were looked for, where these are fewer than usual: nothing is said then of entries that
    concern other groups of rules, since their findings may be there.
    """
    choice = choice or Choice()

    def looked_for(rule: str) -> bool:
        return not only or rule.partition("/")[0] in only

    kept, hidden, unused = suppress(findings, suppressions)
    stale = unused_findings((each for each in unused if looked_for(each.rule)), config)
    more, hidden_too, _ = suppress(stale, suppressions)
    new, known, gone = compare([*kept, *more], baseline) if baseline else Compared((*kept, *more), (), Counter())
    if baseline and hidden:  # what is suppressed is there all the same
        gone = compare([*kept, *more, *(each.finding for each in hidden)], baseline).gone
    all_hidden = [*hidden, *hidden_too, *(Hidden(finding, baseline_name, "baseline") for finding in known)]
    reported = choice.reported(new)
    return Judgement(
        reported=_in_order(reported),
        listed=_in_order(choice.listed(reported)),
        hidden=in_order(each for each in all_hidden if choice.takes(each.finding.rule)),
        gone=sum(count for rule, count in gone.items() if looked_for(rule)),
        compared=baseline is not None,
    )


def _key(finding: Finding) -> tuple[str, int, int, str, str]:
    return finding.path, finding.line or 0, finding.column or 0, finding.rule, finding.pointer or ""


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=_key))


def in_order(hidden: Iterable[Hidden]) -> tuple[Hidden, ...]:
    """Return hidden findings in the order of their places."""
    return tuple(sorted(hidden, key=lambda each: _key(each.finding)))
