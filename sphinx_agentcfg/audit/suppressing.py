"""Findings and suppressions in, what is left, what was hidden and why, and which suppressions hid nothing out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.audit.choosing import fits
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Hidden", "Sorted", "Suppression", "glob_fits", "suppress", "unused_findings"]


@dataclass(frozen=True, slots=True)
class Suppression:
    """An entry of a configuration file: findings of *rule* (id, group or glob) in files that fit *path* are hidden.

    ``line`` is where the entry stands.
    """

    rule: str
    path: str
    reason: str
    line: int | None = None


class Hidden(NamedTuple):
    """A finding that is not reported, and the reason; ``by`` is ``configuration`` or ``baseline``."""

    finding: Finding
    reason: str
    by: str = "configuration"


class Sorted(NamedTuple):
    """Findings apart: reported and hidden, and the suppressions that no finding matched."""

    kept: tuple[Finding, ...]
    hidden: tuple[Hidden, ...]
    unused: tuple[Suppression, ...]


def suppress(findings: Iterable[Finding], suppressions: Sequence[Suppression]) -> Sorted:
    """Put *findings* apart. The first suppression that matches gives the reason; each that matches counts as used."""
    by_rule: dict[str, list[Suppression]] = {}
    used: set[int] = set()
    kept: list[Finding] = []
    hidden: list[Hidden] = []
    for finding in findings:
        if finding.rule not in by_rule:
            by_rule[finding.rule] = [each for each in suppressions if fits(finding.rule, each.rule)]
        matching = [each for each in by_rule[finding.rule] if glob_fits(finding.path, each.path)]
        used.update(id(each) for each in matching)
        if matching:
            hidden.append(Hidden(finding, matching[0].reason))
        else:
            kept.append(finding)
    return Sorted(tuple(kept), tuple(hidden), tuple(each for each in suppressions if id(each) not in used))


def unused_findings(unused: Iterable[Suppression], config: str) -> tuple[Finding, ...]:
    """Return ``audit/unused-suppression`` for each of *unused*, at its line of the configuration file *config*."""
    return tuple(
        Finding(
            "audit/unused-suppression",
            Severity.INFO,
            config,
            message(
                "no finding of `{rule}` is in a file that fits `{path}`; delete this entry, or correct it",
                rule=excerpt(each.rule),
                path=excerpt(each.path),
            ),
            each.line,
            None if each.line is None else 1,
        )
        for each in unused
    )


def glob_fits(path: str, pattern: str) -> bool:
    """Say whether *path* fits *pattern*, both from the root of the repository and with ``/``.

    ``*`` and ``?`` stand for any part of a name, ``**`` for any number of folders; at the end, it and a ``/`` mean all
    that is below. The time is that of both lengths multiplied, whatever the pattern.
    """
    wanted, found = _parts(pattern), path.split("/")
    i = j = 0
    back: tuple[int, int] | None = None  # where to go on if the last ``**`` has to take one folder more
    while j < len(found):
        if i < len(wanted) and wanted[i] == "**":
            back = i, j
            i += 1
        elif i < len(wanted) and fnmatchcase(found[j], wanted[i]):
            i, j = i + 1, j + 1
        elif back is not None:
            i, j = back[0] + 1, back[1] + 1
            back = back[0], j
        else:
            return False
    return i == len(wanted)


@lru_cache(maxsize=512)
def _parts(pattern: str) -> tuple[str, ...]:
    parts = pattern.removeprefix("./").removeprefix("/").split("/")
    if parts[-1] == "":
        parts[-1] = "**"
    if parts[-1] == "**":
        parts.append("*")  # what is below, not the folder itself
    # A bracket is a bracket here: names such as `[id].md` are more common than sets of characters.
    return tuple(part if part == "**" else re.sub(r"\*+", "*", part).replace("[", "[[]") for part in parts)
