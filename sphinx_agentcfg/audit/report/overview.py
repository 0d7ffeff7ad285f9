"""A repository in, its figures out: profiles of each format, findings of each severity, files that were read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_agentcfg.audit.report.markup import label, name, number, scroll_table
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.formats.model import State
from sphinx_agentcfg.messages import N_

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.audit.report.parts import ReportPart

__all__ = ["overview"]

_FIGURES = (
    (State.UNREADABLE, N_("Unreadable")),
    (State.UNRESOLVED, N_("Unresolved")),
)
_SEVERITIES = (
    (Severity.ERROR, N_("Errors")),
    (Severity.WARNING, N_("Warnings")),
    (Severity.INFO, N_("Information")),
)
_HEADS = (N_("Format"), N_("Profiles"), *(words for _, words in _FIGURES), *(words for _, words in _SEVERITIES))
_Counts = dict[str, Counter[str]]


def overview(part: ReportPart, key: str) -> str:
    """Return the figures, and a table of them by format."""
    counts = _by_format(part)
    total = sum(counts.values(), Counter[str]())
    rows = [_row(name(each, "code"), counts[each]) for each in counts if each]
    if any(counts.get("", {}).values()):
        rows.append(_row(label(N_("of no format")), counts[""]))
    if len(rows) > 1:
        rows.append(_row(label(N_("Total")), total, "total"))
    table = scroll_table(f"{key}-formats", label(N_("By format")), [label(h) for h in _HEADS], rows, "figures")
    return f'<dl class="tiles">{"".join(_tiles(part, total))}</dl>{table if rows else ""}'


def _by_format(part: ReportPart) -> _Counts:
    """Return the counts of each format; what belongs to none is under the empty name, so that the sums are right."""
    counts: _Counts = {each.format: Counter() for each in part.audit.resolved if each.profiles}
    for profile in part.audit.profiles:
        counts[profile.format].update(("profiles", profile.state.value))
    known = {each.format for each in part.audit.resolved}
    for finding in part.findings:
        group = finding.profile.partition(":")[0] or finding.rule.partition("/")[0]
        counts.setdefault(group if group in known else "", Counter())[finding.severity.value] += 1
    return counts


def _row(head: str, counts: Counter[str], kind: str = "") -> str:
    keys = ("profiles", *(state.value for state, _ in _FIGURES), *(severity.value for severity, _ in _SEVERITIES))
    cells = "".join(f'<td class="{"n" if counts[key] else "n zero"}">{number(counts[key])}</td>' for key in keys)
    return f'<tr class="{kind}"><th scope="row">{head}</th>{cells}</tr>'


def _tiles(part: ReportPart, total: Counter[str]) -> Iterator[str]:
    yield _tile(label(N_("Profiles")), number(total["profiles"]))
    for severity, words in _SEVERITIES:
        yield _tile(label(words), number(total[severity.value]), severity.value if total[severity.value] else "")
    yield _tile(label(N_("Suppressed")), number(len(part.hidden)))
    yield _tile(label(N_("Unreadable profiles")), number(total["unreadable"]), "error" if total["unreadable"] else "")
    yield _tile(label(N_("Unresolved profiles")), number(total["unresolved"]), "error" if total["unresolved"] else "")
    files = f"{number(part.audit.read)}<small> / {number(part.audit.files)}</small>"
    yield _tile(label(N_("Files read / in all")), files)


def _tile(head: str, figure: str, kind: str = "") -> str:
    return f'<div class="{kind}"><dt>{head}</dt><dd>{figure}</dd></div>'
