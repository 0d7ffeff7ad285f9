"""Repositories that were read and judged in, what every output asks of them out: rows, paths, sums, rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.rows import COLUMNS, MAKERS, finding_rows
from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.rules import RuleBook

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.audit.suppressing import Hidden
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.rules import Rule, RuleGroup

__all__ = ["FINDINGS", "SUPPRESSED", "TABLES", "Report", "Row"]

Row = dict[str, Any]  # a value of a file may be anything that JSON has

FINDINGS = "findings"
TABLES = tuple(COLUMNS)
#: The list of findings that do not count, beside the tables of the audit.
SUPPRESSED = "suppressed"
_WHY = ("suppressed_by", "reason")
#: Made one by one, since a single table is often all that is asked for.
_SUMS = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.INFO: "info"}


@dataclass(frozen=True)
class Report:
    """What one run found, and how it is to be shown."""

    repositories: tuple[Judged, ...]
    language: str = "en"
    show_suppressed: bool = False
    quiet: bool = False

    @property
    def failed(self) -> bool:
        """Whether a repository has a finding that is severe enough."""
        return any(each.judgement.fails(each.fail_on) for each in self.repositories)

    def path(self, repository: Judged, path: str) -> str:
        """Return *path* as data has it: relative to the repository, with its name before it where there are several."""
        return path if len(self.repositories) == 1 else repository.clickable(path)

    # Rows --------------------------------------------------------------------------------------------------------

    def table(self, name: str) -> list[Row]:
        """Return the rows of one table, of all repositories; those of ``suppressed`` say what hides each and why."""
        return [self._placed(repository, row) for repository, row in self.rows_of(name)]

    def rows_of(self, name: str) -> Iterator[tuple[Judged, Row]]:
        """Give each row of one table and the repository that it is of; its path is relative to that."""
        for repository in self.repositories:
            if name == SUPPRESSED:
                rows = _suppressed(repository)
            elif name == FINDINGS:
                rows = finding_rows(repository.audit, repository.judgement.listed)
            else:
                rows = MAKERS[name](repository.counted)
            yield from ((repository, row) for row in rows)

    def _placed(self, repository: Judged, row: Row) -> Row:
        path = row.get("path")
        return {**row, "path": self.path(repository, path)} if path and len(self.repositories) > 1 else row

    @staticmethod
    def columns(name: str) -> tuple[str, ...]:
        """Return the columns of a table, of :data:`SUPPRESSED` too."""
        return (*COLUMNS[FINDINGS], *_WHY) if name == SUPPRESSED else COLUMNS[name]

    # Findings ----------------------------------------------------------------------------------------------------

    def listed(self) -> Iterator[tuple[Judged, Finding]]:
        """Give each finding that is to be shown."""
        return ((repository, finding) for repository in self.repositories for finding in repository.judgement.listed)

    def hidden(self) -> Iterator[tuple[Judged, Hidden]]:
        """Give each finding that does not count."""
        return ((repository, each) for repository in self.repositories for each in repository.judgement.hidden)

    def summary(self) -> Row:
        """Return the sums, which no list that is cut short changes."""
        judged = [each.judgement for each in self.repositories]
        profiles = Counter(p.format for each in self.repositories for p in each.audit.profiles)
        return {
            "files": sum(each.audit.files for each in self.repositories),
            "read": sum(each.audit.read for each in self.repositories),
            "profiles": dict(sorted(profiles.items())),
            **{name: sum(j.count(severity) for j in judged) for severity, name in _SUMS.items()},
            "not_listed": sum(len(j.reported) - len(j.listed) for j in judged),
            "suppressed": sum(j.hidden_by("configuration") for j in judged),
            "baseline": sum(j.hidden_by("baseline") for j in judged),
            "gone": sum(j.gone for j in judged),
        }

    @cached_property
    def rules(self) -> Mapping[str, tuple[Rule, RuleGroup]]:
        """Rule id → rule and its group, of every repository's formats; without those of a broken ``rules.toml``."""
        found: dict[str, tuple[Rule, RuleGroup]] = {}
        for repository in self.repositories:
            try:
                book = RuleBook.of(repository.audit.catalog)
            except AgentcfgError:  # the findings are there all the same
                continue
            found |= {rule.id: (rule, group) for group in book.groups for rule in group.rules}
        return found


def _suppressed(repository: Judged) -> list[Row]:
    hidden = repository.judgement.hidden
    rows = finding_rows(repository.audit, [each.finding for each in hidden])
    return [{**row, "suppressed_by": each.by, "reason": each.reason} for each, row in zip(hidden, rows, strict=True)]
