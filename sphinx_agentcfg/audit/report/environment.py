"""A repository in, the variables of the environment that its profiles name out; no value of one is ever shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.report.markup import both, label, name, number, pair, paragraph, prose, scroll_table
from sphinx_agentcfg.audit.rows import MAKERS
from sphinx_agentcfg.messages import N_, message

if TYPE_CHECKING:
    from sphinx_agentcfg.audit.report.parts import ReportPart

__all__ = ["environment"]

_HEADS = (
    *(N_("Variable"), N_("Profile"), N_("Set where the audit ran"), N_("The tool puts its value there")),
    *(N_("Reason"), N_("Place")),
)
_YES, _NO = N_("yes"), N_("no")
_MOST_ROWS = 1_000


def environment(part: ReportPart, key: str) -> str:
    """Return the table."""
    rows = MAKERS["environment"](part.audit)
    if not rows:
        return paragraph(N_("No profile names a variable of the environment."))
    caption = label(N_("Variables that profiles name"))
    if len(rows) > _MOST_ROWS:
        told = message(
            "The first {shown} of {all}; `{command}` prints all of them.",
            shown=number(_MOST_ROWS),
            all=number(len(rows)),
            command="agentcfg audit --table environment",
        )
        caption = f"{caption}. {both(told)}"
    heads = [label(head) for head in _HEADS]
    return scroll_table(f"{key}-variables", caption, heads, map(_row, rows[:_MOST_ROWS]), "words")


def _row(row: dict[str, Any]) -> str:
    place = f"{row['path']}:{row['line']}" if row["line"] else row["path"] or ""
    reason = pair(prose(row["reason"]), prose(row["reason_zh"])) if row["reason"] else ""
    return (
        f'<tr><th scope="row">{name(row["variable"], "code")}</th><td>{name(row["profile"])}</td>'
        f"<td>{_yes_or_no(yes=row['set'])}</td><td>{_yes_or_no(yes=row['replaced'])}</td>"
        f"<td>{reason}</td><td>{name(place, 'code')}</td></tr>"
    )


def _yes_or_no(*, yes: bool) -> str:
    return f'<span aria-hidden="true">{"✓" if yes else "✕"}</span> {label(_YES if yes else _NO)}'
