"""A profile in, what there is to say of it out: what it is, its values, what it may do, its kin, what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.model import NOWHERE, State
from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.safe_text import on_one_line
from sphinx_agentcfg.sphinx_ext.audit_cells import literal, place, profile_link, short, word
from sphinx_agentcfg.sphinx_ext.audit_report import left_out
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark
from sphinx_agentcfg.sphinx_ext.page import Row, fact_list, paragraph
from sphinx_agentcfg.sphinx_ext.profile_values import ValueNodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from docutils.nodes import Node

    from sphinx_agentcfg.formats.model import Edge, Profile
    from sphinx_agentcfg.sphinx_ext.audit_work import AuditWork
    from sphinx_agentcfg.sphinx_ext.audited import Audited
    from sphinx_agentcfg.sphinx_ext.bilingual import Speaker

__all__ = ["ProfileNodes"]

_PERMISSIONS = ("subject", "scope", "decision", "value", "origin", "place", "reason")
_FINDINGS = ("severity", "rule", "place", "message")
_MOST_ROWS, _MOST_KIN = 500, 200
#: What stands above all else of a profile of which little is known.
_STATES = {
    State.UNREADABLE: N_("The file of this profile cannot be read, so nothing is known of its values and permissions."),
    State.UNRESOLVED: N_(
        "This profile cannot be resolved, so its effective values and permissions are not known; the findings say why."
    ),
}


class ProfileNodes:
    """Makes the nodes of profiles of one repository; ``types`` and ``rules`` are what they link to."""

    def __init__(self, work: AuditWork, repository: Audited, speaker: Speaker, wanted: Sequence[str]) -> None:
        self.work = work
        self.repository = repository
        self.speaker = speaker
        self.wanted = wanted
        self.types: set[str] = set()
        self.rules: set[str] = set()

    def sections(self, profile: Profile) -> Iterator[tuple[str, list[Node]]]:
        """Give the name and the nodes of each section that is wanted and has something to say."""
        make = {
            "header": self._header,
            "fields": self._fields,
            "permissions": self._permissions,
            "inheritance": self._inheritance,
            "findings": self._findings,
        }
        for name in self.wanted:
            body = make[name](profile)
            if body:
                yield name, body

    # --- what it is ---------------------------------------------------------------------------------------------------

    def _header(self, profile: Profile) -> list[Node]:
        made: list[Node] = []
        if profile.state in _STATES:
            made.append(paragraph([Mark("strong", tuple(self.speaker.label(_STATES[profile.state])))], "agentcfg-lead"))
        return [*made, *fact_list(list(self._facts(profile)), "agentcfg-head")]

    def _facts(self, profile: Profile) -> Iterator[Row]:
        label, audit = self.speaker.label, self.repository.audit
        self.types.add(profile.type)
        yield Row(label(N_("id")), [Mark("code", (on_one_line(profile.id),))])
        if profile.name and profile.name != profile.id.partition(":")[2]:
            yield Row(label(N_("name")), [short(profile.name)])
        kind = Mark("link", (Mark("code", (short(profile.type),)),), xref=profile.type, role="schema")
        yield Row(label(N_("kind")), [short(profile.kind), " ", kind])
        if profile.role:
            yield Row(label(N_("role")), [short(profile.role)])
        if profile.parent:
            yield Row(label(N_("parent")), [profile_link(profile.parent)])
        line = audit.line(NOWHERE._replace(path=profile.path, pointer=profile.pointer))
        yield Row(label(N_("lies in")), [Mark("code", (on_one_line(place(profile.path, line)),))])
        if profile.model:
            yield Row(label(N_("model")), [literal(profile.model)])
        yield Row(label(N_("state")), [word(self.speaker, "state", profile.state.value)])

    # --- the rest -----------------------------------------------------------------------------------------------------

    def _fields(self, profile: Profile) -> list[Node]:
        values = ValueNodes(self.work, self.repository, self.speaker)
        made = values.of(profile)
        self.types |= values.types
        return made

    def _permissions(self, profile: Profile) -> list[Node]:
        return self._table("permissions", _PERMISSIONS, self.repository.permissions(profile), {"origin": profile.id})

    def _findings(self, profile: Profile) -> list[Node]:
        rows = self.repository.findings(profile.id)
        self.rules |= {row["rule"] for row in rows}
        return self._table("findings", _FINDINGS, rows, {})

    def _table(
        self, name: str, usual: Sequence[str], rows: Sequence[dict[str, object]], plain: dict[str, object]
    ) -> list[Node]:
        """Return the rows, without a column that is empty, or that says in each row what is *plain*."""
        if not rows:
            return []
        shown = rows[:_MOST_ROWS]
        filled = [c for c in usual if c == "place" or any(r[c] not in {None, "", plain.get(c)} for r in _flat(shown))]
        made = [self.work.table(self.speaker, name, filled, shown)]
        return [*made, *left_out(self.work.env, self.speaker, self.repository, (len(shown), len(rows)))]

    def _inheritance(self, profile: Profile) -> list[Node]:
        parents, children = self.repository.parents(profile.id), self.repository.children(profile.id)
        label = self.speaker.label
        rows = []
        if parents:
            rows.append(Row(label(N_("takes from")), self._kin(parents, [e.parent for e in parents])))
        if children:
            rows.append(Row(label(N_("hands down to")), self._kin(children, [e.profile for e in children])))
        return fact_list(rows)

    def _kin(self, edges: Sequence[Edge], names: Sequence[str]) -> list[Fragment]:
        """Return links to the profiles at the other ends; a step that fails says how."""
        line: list[Fragment] = []
        for edge, name in list(zip(edges, names, strict=True))[:_MOST_KIN]:
            line += [*([" · "] if line else []), profile_link(name)]
            if edge.status != "resolved":
                line += [" (", word(self.speaker, "status", edge.status), ")"]
        if len(edges) > _MOST_KIN:
            line += [" · ", *self.speaker.label(N_("and {all} more"), all=f"{len(edges) - _MOST_KIN:,}")]
        return line


def _flat(rows: Sequence[dict[str, object]]) -> Iterator[dict[str, object]]:
    """Give the rows with values that can be compared."""
    for row in rows:
        yield {key: str(value) if isinstance(value, list | dict) else value for key, value in row.items()}
