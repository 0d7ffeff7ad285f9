"""Names of rules in (ids, groups, globs), which findings count and which are listed out.

Where a name that selects and one that ignores both fit a rule, the more exact one decides: a whole id before a glob
or a group, and of two globs the one with more letters. Of two that are as exact, the one that ignores decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from sphinx_agentcfg.errors import UnknownRule, did_you_mean
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.rules import RuleBook

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_agentcfg.catalog import Catalog
    from sphinx_agentcfg.findings import Finding

__all__ = ["Choice", "at_least", "check_names", "fits", "known_rules"]

_ORDER = {severity: i for i, severity in enumerate(Severity)}
_WILD = frozenset("*?[")
#: How exact "everything" is, which is what counts where nothing is selected by name.
_LEAST = (False, -1)


@dataclass(frozen=True, slots=True)
class Choice:
    """What is reported (``select``, ``ignore``) and what of it is listed (``severity``, the least one)."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Severity = Severity.INFO

    def takes(self, rule: str) -> bool:
        """Say whether findings of *rule* are reported."""
        chosen = max((_exactness(name) for name in self.select if fits(rule, name)), default=None)
        left_out = max((_exactness(name) for name in self.ignore if fits(rule, name)), default=None)
        if chosen is None and self.select:
            return False
        return left_out is None or (chosen or _LEAST) > left_out

    def reported(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return those of *findings* whose rule is chosen."""
        verdicts: dict[str, bool] = {}
        kept = []
        for finding in findings:
            if finding.rule not in verdicts:
                verdicts[finding.rule] = self.takes(finding.rule)
            if verdicts[finding.rule]:
                kept.append(finding)
        return tuple(kept)

    def listed(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return those of *findings* that are severe enough to be listed."""
        return tuple(finding for finding in findings if at_least(finding.severity, self.severity))


def at_least(severity: Severity, level: Severity) -> bool:
    """Say whether *severity* is as bad as *level*, or worse."""
    return _ORDER[severity] <= _ORDER[level]


def fits(rule: str, name: str) -> bool:
    """Say whether *name*, an id (``file/line-ends``), a group (``file``) or a glob (``file/*``), means *rule*."""
    if _WILD.isdisjoint(name):
        return rule == name or rule.partition("/")[0] == name
    return fnmatchcase(rule, name)


def _exactness(name: str) -> tuple[bool, int]:
    """Return a key that grows with how exact *name* is; a group is as exact as ``<group>/*``."""
    if _WILD.isdisjoint(name) and "/" in name:
        return True, len(name)
    return False, sum(c not in _WILD for c in name) + ("/" not in name and _WILD.isdisjoint(name))


def known_rules(catalog: Catalog) -> tuple[str, ...]:
    """Return the id of every rule that an audit with *catalog* may report; raise :exc:`BrokenFormat`."""
    ids = {rule.id: None for rule in RuleBook.of(catalog).rules}
    ids |= {f"{each.id}/schema": None for each in catalog.formats}
    return tuple(ids)


def check_names(names: Iterable[str], known: Sequence[str]) -> None:
    """Raise :exc:`UnknownRule`, with what was probably meant, for the first of *names* that means no rule at all."""
    for name in names:
        if not any(fits(rule, name) for rule in known):
            groups = list(dict.fromkeys(rule.partition("/")[0] for rule in known))
            near = did_you_mean(name, [*known, *groups])
            raise UnknownRule(name, [*known, *groups] if near else groups)
