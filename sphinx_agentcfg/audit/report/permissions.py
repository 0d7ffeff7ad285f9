"""A repository in, the matrix of who may do what out: data for the script, and a small table for those without one."""

from __future__ import annotations

from base64 import b64decode
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.payloads import permission_payload
from sphinx_agentcfg.audit.report.markup import both, data_script, label, name, pair, paragraph, plain, scroll_table
from sphinx_agentcfg.messages import N_, message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_agentcfg.audit.report.parts import ReportPart

__all__ = ["permissions"]

_PERMISSIONS = N_("Permissions")
_MOST_ROWS, _MOST_COLUMNS = 40, 8


def permissions(part: ReportPart, key: str, href: Callable[[str], str | None]) -> str:
    """Return the matrix; *href* gives the address of a profile."""
    payload = permission_payload(part.audit, href=href)
    if not payload["rows"]:
        return paragraph(N_("No profile was found."))
    if not payload["columns"]:
        return paragraph(N_("No profile says anything of what it may do.")) + _unknown(payload)
    identity = f"{key}-permissions"
    return (
        f'<div class="matrix" data-matrix="{identity}-data">'
        f"<noscript>{_static(payload, identity)}</noscript></div>{data_script(f'{identity}-data', payload)}"
    )


def _unknown(payload: dict[str, Any]) -> str:
    """Name the profiles of which nothing is known, since silence would look like no restriction."""
    unknown = [row["id"] for row in payload["rows"] if row.get("state", "ok") != "ok"]
    if not unknown:
        return ""
    said = label(N_("Profiles of which nothing is known, since they cannot be read or resolved:"))
    names = " · ".join(name(each, "code") for each in unknown[:_MOST_ROWS])
    return f"<p>{said} {names}{' …' if len(unknown) > _MOST_ROWS else ''}</p>"


def _static(payload: dict[str, Any], identity: str) -> str:
    """Return the first rows and columns as a table, and who prints all of them."""
    rows, columns = payload["rows"][:_MOST_ROWS], payload["columns"][:_MOST_COLUMNS]
    told = message(
        "Here are {rows} of {all_rows} profiles and {columns} of {all_columns} subjects; `{command}` prints all of "
        "them, with their reasons.",
        rows=len(rows),
        all_rows=len(payload["rows"]),
        columns=len(columns),
        all_columns=len(payload["columns"]) + payload["left_out"]["columns"],
        command="agentcfg audit --table permissions",
    )
    caption = f"{label(_PERMISSIONS)}. {both(told)}"
    heads = [label(N_("Profile")), *(name(each["id"]) for each in columns)]
    return scroll_table(f"{identity}-static", caption, heads, _static_rows(payload, len(rows), len(columns)), "words")


def _static_rows(payload: dict[str, Any], rows: int, columns: int) -> Iterator[str]:
    codes, width = b64decode(payload["codes"]), len(payload["columns"])
    words = [_word(state) for state in payload["states"]]
    for place in range(rows):
        cells = "".join(f"<td>{words[code]}</td>" for code in codes[place * width : place * width + columns])
        yield f'<tr><th scope="row">{name(payload["rows"][place]["id"])}</th>{cells}</tr>'


def _word(state: dict[str, Any]) -> str:
    said = state["label"]
    return f'<span aria-hidden="true">{plain(state["glyph"])}</span> {pair(plain(said["en"]), plain(said["zh_CN"]))}'
