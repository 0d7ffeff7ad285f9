"""A repository in, how its profiles fill each field out: a table of each document type, and a matrix on demand."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.payloads import coverage_payload
from sphinx_agentcfg.audit.report.markup import (
    both,
    data_script,
    label,
    name,
    number,
    pair,
    paragraph,
    percent,
    prose,
    scroll_table,
)
from sphinx_agentcfg.audit.rows import MAKERS
from sphinx_agentcfg.audit.words import PROVENANCE_WORDS
from sphinx_agentcfg.messages import N_, message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx_agentcfg.audit.report.parts import ReportPart

    Row = dict[str, Any]

__all__ = ["coverage"]

#: In the order of the bar: written values first, then what the tool puts there, then nothing.
_WORDS = ("own", "inherited", "merged", "default", "builtin", "empty", "missing", "unknown")
_FIRST = N_("Fields that nobody fills first")
_CAPTION = N_("Where the values of each field come from, in numbers of profiles")
_EACH = N_("Profile by profile")
_NOBODY = N_("nobody")
_REQUIRED = N_("required")
_WRITTEN = _WORDS[:3]
_OPEN = 2  # so many types are unfolded at once
_DESCRIPTION = 160


def coverage(part: ReportPart, key: str, href: Callable[[str], str | None]) -> str:
    """Return a fold-out of each document type; *href* gives the address of a profile."""
    types = [(kind, list(rows)) for kind, rows in groupby(MAKERS["coverage"](part.audit), lambda row: row["type"])]
    if not types:
        return paragraph(N_("No profile was found."))
    legend = " ".join(_legend(word) for word in _WORDS)
    wish = (
        f'<label class="wish" hidden><input type="checkbox" autocomplete="off" data-unfilled="{key}-types">'
        f" {label(_FIRST)}</label>"
    )
    parts = [_type(part, f"{key}-t{place}", kind, rows, href, place) for place, (kind, rows) in enumerate(types)]
    return f'<p class="legend" aria-hidden="true">{legend}</p>{wish}<div id="{key}-types">{"".join(parts)}</div>'


def _legend(word: str) -> str:
    return f'<span><i class="bar {word}"></i>{label(PROVENANCE_WORDS[word])}</span>'


def _type(  # noqa: PLR0913, PLR0917  # each is a plain value
    part: ReportPart, key: str, kind: str, rows: Sequence[Row], href: Callable[[str], str | None], place: int
) -> str:
    unfilled = sum(1 for row in rows if _nobody(row))
    share = sum(row["coverage"] or 0 for row in rows) / len(rows)
    figures = message(
        "profiles: {profiles} · fields: {fields} · filled by nobody: {unfilled} · coverage: {share}",
        profiles=number(rows[0]["profiles"]),
        fields=number(len(rows)),
        unfilled=number(unfilled),
        share=percent(share),
    )
    heads = [label(N_("Field")), label(N_("Required")), label(N_("Coverage"))]
    heads += [label(PROVENANCE_WORDS[word]) for word in _WORDS]
    caption = f"{label(_CAPTION)}: {name(kind)}"
    table = scroll_table(f"{key}-fields", caption, heads, map(_row, rows), "fields")
    payload = data_script(f"{key}-data", coverage_payload(part.audit, part.audit.cells[kind], href=href))
    return (
        f'<details class="type"{" open" if place < _OPEN else ""}><summary>{name(kind, "code")} '
        f'<span class="quiet">{both(figures)}</span></summary>{table}'
        f'<details class="each"><summary>{label(_EACH)}</summary>'
        f'<div class="matrix" data-matrix="{key}-data"><noscript>{_elsewhere()}</noscript></div></details>'
        f"{payload}</details>"
    )


def _elsewhere() -> str:
    return both(
        message(
            "This matrix needs JavaScript; `{command}` prints the same as a table.",
            command="agentcfg audit --table fields",
        )
    )


def _nobody(row: Row) -> bool:
    return not any(row[word] for word in _WRITTEN)


def _row(row: Row) -> str:
    filled = row["coverage"] or 0
    cells = "".join(f'<td class="{"n" if row[word] else "n zero"}">{number(row[word])}</td>' for word in _WORDS)
    segments = "".join(f'<i class="bar {word}" style="flex:{row[word]}"></i>' for word in _WORDS if row[word])
    nobody = f' <span class="nobody">{label(_NOBODY)}</span>' if _nobody(row) else ""
    return (
        f"<tr{' data-nobody' if nobody else ''}>"
        f'<th scope="row">{name(row["field"], "code")}{_description(row)}</th><td>{_required(row)}</td>'
        f'<td class="share"><span class="bars" aria-hidden="true">{segments}</span>{percent(filled)}{nobody}</td>'
        f"{cells}</tr>"
    )


def _description(row: Row) -> str:
    english, chinese = row["description"] or row["description_zh"], row["description_zh"] or row["description"]
    if not english or not chinese:
        return ""
    texts = pair(prose(excerpt(english, _DESCRIPTION)), prose(excerpt(chinese, _DESCRIPTION)))
    return f"<small>{texts}</small>"


def _required(row: Row) -> str:
    if row["required"] == "always":
        return f"<b>{label(_REQUIRED)}</b>"
    if row["required"] == "conditional":
        return both(message("in {needed} of {all}", needed=number(row["needed"]), all=number(row["profiles"])))
    return ""
