"""A repository in, who takes from whom out: data of a drawing, one hop around a profile, and a table of all steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.report.markup import (
    both,
    data_script,
    label,
    name,
    number,
    paragraph,
    scroll_table,
    template,
)
from sphinx_agentcfg.messages import N_, message
from sphinx_agentcfg.safe_text import on_one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.audit.report.parts import ReportPart
    from sphinx_agentcfg.formats.model import Edge

__all__ = ["RELATION_WORDS", "STATUS_WORDS", "graph_links", "inheritance"]

#: What a format says of a step (``Edge.status``); another word of a format of one's own stands as it is.
STATUS_WORDS = {
    "resolved": N_("resolved"),
    "unknown": N_("parent not found"),
    "ambiguous": N_("parent ambiguous"),
    "refused": N_("refused"),
    "not-core": N_("parent is no core profile"),
    "on-core": N_("parent inherits itself"),
    "base-invalid": N_("parent is broken"),
    "cycle": N_("in a circle"),
    "lost": N_("profile not loaded"),
    "inherits-nothing": N_("takes nothing"),
}
RELATION_WORDS = {"inherits": N_("inherits"), "subagent": N_("subagent")}
_MIDDLE = N_("Profile in the middle")
_NO_SCRIPT = N_("The drawing needs JavaScript; the table says the same.")
_MOST_ROWS = 1_000
_LONGEST = 200


def inheritance(part: ReportPart, key: str) -> str:
    """Return the drawing's place, its data, and the table."""
    edges = part.audit.edges
    if not edges:
        return paragraph(N_("No profile takes anything from another."))
    heads = [label(N_("Profile")), label(N_("takes from")), label(N_("Relation")), label(N_("Status"))]
    heads.append(label(N_("Place")))
    shown = edges[:_MOST_ROWS]
    caption = _caption(len(shown), len(edges))
    told = message("All steps as a table ({all})", all=number(len(edges)))
    table = scroll_table(f"{key}-edges", caption, heads, _rows(part.audit, shown), "edges")
    return (
        f'<div class="graph" id="{key}-graph" data-graph="{key}-graph-data" hidden>'
        f'<label>{label(_MIDDLE)} <input type="search" list="{key}-graph-names"'
        f' autocomplete="off" spellcheck="false"></label><datalist id="{key}-graph-names"></datalist>'
        f'<p role="status"></p><div class="drawing"></div></div>'
        f"<noscript><p>{label(_NO_SCRIPT)}</p></noscript>"
        f'<details class="all"><summary>{both(told)}</summary>'
        f"{table}</details>{data_script(f'{key}-graph-data', _graph(part.audit))}"
    )


def _caption(shown: int, all_of_them: int) -> str:
    caption = label(N_("Who takes from whom"))
    if shown == all_of_them:
        return caption
    told = message(
        "The first {shown} of {all}; `{command}` prints all of them.",
        shown=number(shown),
        all=number(all_of_them),
        command="agentcfg audit --table inheritance",
    )
    return f"{caption}. {both(told)}"


def _rows(audit: Audit, edges: Sequence[Edge]) -> Iterator[str]:
    for edge in edges:
        line = audit.line(edge.origin)
        place = f"{edge.origin.path}:{line}" if line else edge.origin.path
        kind = "" if edge.status == "resolved" else ' class="odd"'
        yield (
            f'<tr{kind}><th scope="row">{name(edge.profile)}</th><td>{name(edge.parent)}</td>'
            f"<td>{_word(RELATION_WORDS, edge.relation)}</td><td>{_status(edge.status)}</td>"
            f"<td>{name(place, 'code') if place else ''}</td></tr>"
        )


def _word(words: dict[str, str], word: str) -> str:
    return label(words[word]) if word in words else name(word)


def _status(status: str) -> str:
    sign = "✓" if status == "resolved" else "!"
    return f'<span aria-hidden="true">{sign}</span> {_word(STATUS_WORDS, status)}'


def _graph(audit: Audit) -> dict[str, Any]:
    """Return profiles and edges as numbers; a parent that is no profile comes after the profiles."""
    numbers = {profile.id: place for place, profile in enumerate(audit.profiles)}
    profiles = len(numbers)
    relations: dict[str, int] = {}
    statuses: dict[str, int] = {}
    edges = [
        [
            numbers.setdefault(edge.profile, len(numbers)),
            numbers.setdefault(edge.parent, len(numbers)),
            relations.setdefault(edge.relation, len(relations)),
            statuses.setdefault(edge.status, len(statuses)),
        ]
        for edge in audit.edges
    ]
    return {
        "names": [_short(each) for each in numbers],
        "profiles": profiles,
        "edges": edges,
        "relations": _words(RELATION_WORDS, relations),
        "statuses": _words(STATUS_WORDS, statuses),
        "resolved": statuses.get("resolved", -1),
    }


def _short(text: str) -> str:
    return on_one_line(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")


def _words(words: dict[str, str], used: Iterable[str]) -> list[dict[str, str]]:
    return [template(words[each]) if each in words else dict.fromkeys(("en", "zh-CN"), _short(each)) for each in used]


def graph_links(audit: Audit, key: str) -> Callable[[str], str | None]:
    """Return what gives the address of a profile: the drawing with it in the middle; None where nothing is drawn."""
    if not audit.edges:
        return lambda _: None
    numbers = {profile.id: place for place, profile in enumerate(audit.profiles)}
    return lambda profile: f"#{key}-g{numbers[profile]}"
