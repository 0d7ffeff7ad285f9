"""A repository in, its findings out: a table with filters, and a fold-out of those that are suppressed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_agentcfg.audit.report.markup import attributes, both, label, name, number, paragraph, plain, scroll_table
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import N_, message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx_agentcfg.audit.report.parts import ReportPart
    from sphinx_agentcfg.audit.suppressing import Hidden
    from sphinx_agentcfg.findings import Finding

__all__ = ["findings"]

_SIGNS = {Severity.ERROR: "✕", Severity.WARNING: "▲", Severity.INFO: "○"}
_WORDS = {Severity.ERROR: N_("error"), Severity.WARNING: N_("warning"), Severity.INFO: N_("info")}
_BY = {"configuration": N_("configuration"), "baseline": N_("baseline")}
_HEADS = (N_("Severity"), N_("Rule"), N_("Profile"), N_("Place"), N_("Message"))
_FINDINGS, _HIDDEN = N_("Findings"), N_("Suppressed findings")
_ALL, _GROUP, _TEXT = N_("all"), N_("Group of rules"), N_("Text")
_MOST_ROWS = 2_000


def findings(part: ReportPart, key: str) -> str:
    """Return filters, their count, the table, and what is suppressed."""
    found = part.findings
    hidden = _suppressed(part.hidden, key) if part.hidden else ""
    if not found:
        return paragraph(N_("There are no findings.")) + hidden
    shown = _most_severe(found)
    table = scroll_table(
        f"{key}-findings-table",
        f"{label(_FINDINGS)}{_cut(len(shown), len(found))}",
        [label(head) for head in _HEADS],
        (f"<tr{_data(each)}>{_cells(each)}</tr>" for each in shown),
        "findings",
    )
    return f"{_filters(found, f'{key}-findings-table')}{table}{hidden}"


def _most_severe(found: Sequence[Finding]) -> Sequence[Finding]:
    """Return *found* as they are, or, of too many, the most severe."""
    if len(found) <= _MOST_ROWS:
        return found
    order = list(Severity)
    return sorted(found, key=lambda each: order.index(each.severity))[:_MOST_ROWS]


def _cut(shown: int, all_of_them: int) -> str:
    if shown == all_of_them:
        return ""
    told = message(
        "The first {shown} of {all}, the most severe first; `{command}` prints all of them.",
        shown=number(shown),
        all=number(all_of_them),
        command="agentcfg audit --table findings",
    )
    return f". {both(told)}"


def _data(finding: Finding) -> str:
    return f' class="{finding.severity.value}" data-group="{plain(finding.rule.partition("/")[0])}"'


def _cells(finding: Finding) -> str:
    profile = name(finding.profile) if finding.profile else ""
    return (
        f'<td class="severity">{_severity(finding.severity)}</td><td>{name(finding.rule, "code")}</td>'
        f"<td>{profile}</td><td>{name(finding.place, 'code')}</td><td>{both(finding.message)}</td>"
    )


def _severity(severity: Severity) -> str:
    return f'<b><span aria-hidden="true">{_SIGNS[severity]}</span> {label(_WORDS[severity])}</b>'


def _filters(found: Sequence[Finding], table: str) -> str:
    severities = Counter(each.severity for each in found)
    groups = Counter(each.rule.partition("/")[0] for each in found)
    every = f'<option value="" {attributes(_ALL)}>all</option>'
    by_severity = "".join(
        f'<option value="{each.value}" {attributes(_WORDS[each])} data-count="{number(severities[each])}">'
        f"{_WORDS[each]} ({number(severities[each])})</option>"
        for each in Severity
        if severities[each]
    )
    by_group = "".join(
        f'<option value="{plain(each)}">{plain(each)} ({number(groups[each])})</option>' for each in sorted(groups)
    )
    return (
        f'<form class="filters" data-table="{table}" data-all="{len(found)}" autocomplete="off" hidden>'
        f'<label>{label(_HEADS[0])} <select name="severity">{every}{by_severity}</select></label>'
        f'<label>{label(_GROUP)} <select name="group">{every}{by_group}</select></label>'
        f'<label>{label(_TEXT)} <input name="text" type="search" spellcheck="false"></label>'
        f'<p role="status"></p></form>'
    )


def _suppressed(hidden: Sequence[Hidden], key: str) -> str:
    heads = [*(label(head) for head in _HEADS), label(N_("Suppressed by")), label(N_("Reason"))]
    caption = f"{label(_HIDDEN)}{_cut(min(len(hidden), _MOST_ROWS), len(hidden))}"
    table = scroll_table(f"{key}-hidden", caption, heads, _hidden_rows(hidden[:_MOST_ROWS]), "findings")
    told = both(message("Suppressed findings ({all})", all=number(len(hidden))))
    return f'<details class="all"><summary>{told}</summary>{table}</details>'


def _hidden_rows(hidden: Iterable[Hidden]) -> Iterator[str]:
    for each in hidden:
        by = label(_BY[each.by]) if each.by in _BY else name(each.by)
        yield (
            f'<tr class="{each.finding.severity.value}">{_cells(each.finding)}<td>{by}</td>'
            f"<td>{name(each.reason)}</td></tr>"
        )
