"""What pages show besides schemas in, where a rule, a format or the index of formats stands out.

A page that links to one of these says so with :func:`want`. It is written again, and not read again, when the answer
has changed: :func:`moved` compares the answers of this build with those of the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.reference.paths import anchor
from sphinx_agentcfg.sphinx_ext.profile_places import state_of_profiles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "INDEX",
    "INITIAL",
    "Overview",
    "RuleSet",
    "begin",
    "forget",
    "format_anchor",
    "moved",
    "rule_anchor",
    "rule_sets",
    "rules_anchor",
    "want",
    "where",
]

#: For each page: the rules that it explains, the formats that it shows, what it links to, and where that was.
INITIAL: dict[str, dict[str, Any]] = {"rules": {}, "formats": {}, "wants": {}, "placed": {}}
#: The id of the index of formats.
INDEX = "agentcfg-formats"
_Place = tuple[str, str]


class RuleSet(NamedTuple):
    """The rules that one directive explains: the group, and the second halves of their ids.

    ``told`` are the pages of which a warning of this build says that they explain some of them too.
    """

    docname: str
    line: int
    group: str
    names: tuple[str, ...]
    told: tuple[str, ...] = ()


class Overview(NamedTuple):
    """The formats that one directive shows: as a list with the id ``anchor``, or each for itself."""

    docname: str
    anchor: str
    formats: tuple[str, ...]


def rule_anchor(rule: str) -> str:
    """Return the id of the entry of a rule; no schema's, field's or section's can be the same.

    Those either have a dot before any ``--``, or ``--`` and the name of a section, which has no dot.
    """
    group, _, name = rule.partition("/")
    return f"{anchor(group)}--rule.{anchor(name)}"


def rules_anchor(group: str) -> str:
    """Return the id of the catalogue of a group."""
    return f"{anchor(group)}--rules"


def format_anchor(name: str) -> str:
    """Return the id of the block of a format."""
    return f"{anchor(name)}--format"


def rule_sets(data: dict[str, Any], group: str = "") -> Iterator[RuleSet]:
    """Give what is shown of *group*, or of all, the first page by name first."""
    found = [s for sets in data["rules"].values() for s in sets if not group or s.group == group]
    yield from sorted(found, key=lambda s: s[:2])


def where(data: dict[str, Any], kind: str, name: str) -> _Place | None:
    """Return page and id of a ``rule``, of the ``rules`` of a group, of a ``format`` or of its ``index``; or None."""
    if kind == "rules":
        most = max(rule_sets(data, name), key=lambda s: len(s.names), default=None)
        return (most.docname, rules_anchor(name)) if most else None
    if kind == "rule":
        group, _, short = name.partition("/")
        page = next((s.docname for s in rule_sets(data, group) if short in s.names), None)
        return (page, rule_anchor(name)) if page is not None else None
    shown: list[Overview] = [o for many in data["formats"].values() for o in many if name in o.formats]
    if kind == "format":
        pages = sorted(o.docname for o in shown if not o.anchor)
        return (pages[0], format_anchor(name)) if pages else None
    # The index with the most formats is the one to go back to.
    indexes = sorted((o for o in shown if o.anchor), key=lambda o: (-len(o.formats), o.docname))
    return (indexes[0].docname, indexes[0].anchor) if indexes else None


def begin(data: dict[str, Any]) -> None:
    """Forget which warnings the last build gave."""
    for docname, sets in data["rules"].items():
        if any(each.told for each in sets):
            data["rules"][docname] = tuple(each._replace(told=()) for each in sets)


def forget(data: dict[str, Any], docname: str) -> None:
    """Forget what *docname* showed and linked to."""
    for kind in INITIAL:
        data[kind].pop(docname, None)


def want(data: dict[str, Any], docname: str, *wanted: tuple[str, str]) -> None:
    """Note that a page links to places of a kind: a ``schema``, a ``format``, an ``index``, ``rules``, or profiles.

    ``rules`` has the name of their group, ``profiles`` none: a page that links to some is written again when any moves.
    """
    data["wants"][docname] = tuple(dict.fromkeys((*data["wants"].get(docname, ()), *wanted)))


def moved(data: dict[str, Any], schema: Callable[[str], object]) -> list[str]:
    """Return the pages that link to what has moved since the last build; *schema* says where a schema is."""
    known: dict[tuple[str, str], object] = {}

    def place(wanted: tuple[str, str]) -> object:
        if wanted not in known:
            kind, name = wanted
            if kind == "schema":
                known[wanted] = schema(name)
            elif kind == "profiles":
                known[wanted] = state_of_profiles(data)
            else:
                known[wanted] = tuple(rule_sets(data, name)) if kind == "rules" else where(data, kind, name)
        return known[wanted]

    pages = []
    for docname, wanted in data["wants"].items():
        now = tuple(place(each) for each in wanted)
        if data["placed"].get(docname) != now:
            data["placed"][docname] = now
            pages.append(docname)
    return pages
