"""A profile in, its effective values out: a table for each of its documents, and what is not set or not known."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_agentcfg.audit.fields import values_of
from sphinx_agentcfg.formats.model import NOTHING, Provenance
from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.sphinx_ext.audit_cells import literal, place, profile_link, short, word
from sphinx_agentcfg.sphinx_ext.audit_columns import CHANGES
from sphinx_agentcfg.sphinx_ext.audit_nodes import table
from sphinx_agentcfg.sphinx_ext.audit_report import left_out
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark
from sphinx_agentcfg.sphinx_ext.page import paragraph

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from docutils.nodes import Node

    from sphinx_agentcfg.audit.fields import FieldValue, PartValues
    from sphinx_agentcfg.formats.model import Element, Origin, Profile
    from sphinx_agentcfg.sphinx_ext.audit_work import AuditWork
    from sphinx_agentcfg.sphinx_ext.audited import Audited
    from sphinx_agentcfg.sphinx_ext.bilingual import Speaker

__all__ = ["ValueNodes"]

Line = list[Fragment]
_MOST_ROWS, _MOST_ELEMENTS, _MOST_NAMES = 1_000, 100, 300
_LONGEST_VALUE = 600
_HEADS = (N_("Field"), N_("Value"), N_("Provenance"), N_("Where"))
_ABSENT = {
    Provenance.MISSING: N_("Not set, and without a default:"),
    Provenance.UNKNOWN: N_("Not known:"),
}


class ValueNodes:
    """Makes the tables of the values of profiles; ``types`` are the document types that they link to."""

    def __init__(self, work: AuditWork, repository: Audited, speaker: Speaker) -> None:
        self.work = work
        self.audit = repository.audit
        self.repository = repository
        self.speaker = speaker
        self.types: set[str] = set()

    def of(self, profile: Profile) -> list[Node]:
        """Return the tables of *profile*; where it has several documents, each stands below its name."""
        made: list[Node] = []
        parts = list(values_of(self.audit, profile, self.repository.known))
        for each in parts:
            body = self._part(each)
            if body and len(parts) > 1:
                type_id = each.part.type
                kind = Mark("link", (Mark("code", (short(type_id),)),), xref=type_id, role="schema")
                made.append(paragraph([kind, " — ", Mark("code", (short(each.part.document),))], "agentcfg-lead"))
            made += body
        return made

    def _part(self, part: PartValues) -> list[Node]:
        self.types.add(part.part.type)
        shown = [value for value in part.fields if value.provenance not in _ABSENT]
        made: list[Node] = []
        if shown:
            made.append(self._table(shown[:_MOST_ROWS], part.fields))
            made += left_out(self.work.env, self.speaker, self.repository, (min(len(shown), _MOST_ROWS), len(shown)))
        for provenance, msgid in _ABSENT.items():
            names = dict.fromkeys(value.field for value in part.fields if value.provenance is provenance)
            if names:
                links = self._names(part.part.type, list(names))
                made.append(paragraph([*self.speaker.label(msgid), " ", *links], "agentcfg-more"))
        return made

    def _table(self, shown: Sequence[FieldValue], every: Sequence[FieldValue]) -> Node:
        often = Counter(value.field for value in every)
        holders = _holders(every)
        rows: list[list[Line]] = []
        for value in shown:
            name: Line = [_field_link(value.type, value.field)]
            if often[value.field] > 1 and value.pointer:
                name += [" ", Mark("span", (Mark("code", (short(value.pointer),)),), ("agentcfg-kind",))]
            inside = (value.part.document, value.pointer) in holders and not value.elements
            told = self._holder(value) if inside else self._value(value)
            rows.append([name, told, self._provenance(value), self._where(value)])
        heads = [self.speaker.label(msgid) for msgid in _HEADS]
        label = self.work.label(N_("Effective values"))
        return table([heads, *rows], (24, 36, 14, 26), label, css="agentcfg-audit-values")

    # --- cells --------------------------------------------------------------------------------------------------------

    def _value(self, value: FieldValue) -> Line:
        if value.elements:
            return self._elements(value.elements)
        if value.value is NOTHING:
            return []
        return [literal(value.value, _LONGEST_VALUE)]

    def _holder(self, value: FieldValue) -> Line:
        """Return what is said of a value whose own fields have rows of their own."""
        return (
            [Mark("span", tuple(self.speaker.label(N_("see its own fields"))), ("agentcfg-kind",))]
            if value.value
            else []
        )

    def _elements(self, elements: Sequence[Element]) -> Line:
        """Return a line for each element: the element, what happened to it, and where it was written."""
        line: Line = []
        for element in elements[:_MOST_ELEMENTS]:
            change = element.change.value
            said: Line = [literal(element.item), " "]
            said.append(
                Mark("span", tuple(self.speaker.label(CHANGES[change])), ("agentcfg-word", f"agentcfg-{change}"))
            )
            said += [*([" "] if (where := self._at(element.origin)) else []), *where]
            line += [*([_gap()] if line else []), Mark("span", tuple(said), ("agentcfg-row",))]
        if len(elements) > _MOST_ELEMENTS:
            more = self.speaker.label(N_("and {all} more"), all=f"{len(elements) - _MOST_ELEMENTS:,}")
            line += [_gap(), Mark("span", tuple(more), ("agentcfg-row",))]
        return line

    def _provenance(self, value: FieldValue) -> Line:
        line: Line = [word(self.speaker, "provenance", value.provenance.value)]
        if value.derivation is not None and value.derivation.assumed:
            line += [" ", Mark("span", tuple(self.speaker.label(N_("assumed"))), ("agentcfg-mark",))]
        return line

    def _where(self, value: FieldValue) -> Line:
        if value.origin is not None:
            return self._at(value.origin, value.profile.id)
        line: Line = []
        for name in value.origins:
            line += [*([" · "] if line else []), profile_link(name)]
        return line

    def _at(self, origin: Origin, own: str = "") -> Line:
        """Return the place of *origin*, after the profile that it belongs to where that is another one."""
        line: Line = [profile_link(origin.profile)] if origin.profile and origin.profile != own else []
        written = place(origin.path, self.audit.line(origin))
        return [*line, *([" "] if line and written else []), *([Mark("code", (short(written),))] if written else [])]

    def _names(self, type_id: str, names: Sequence[str]) -> Line:
        line: Line = []
        for name in names[:_MOST_NAMES]:
            line += [*([" · "] if line else []), _field_link(type_id, name)]
        if len(names) > _MOST_NAMES:
            line += [" · ", *self.speaker.label(N_("and {all} more"), all=f"{len(names) - _MOST_NAMES:,}")]
        return line


def _field_link(type_id: str, field: str) -> Mark:
    return Mark("link", (Mark("code", (short(field),)),), xref=f"{type_id}#{field}", role="field")


def _gap() -> Mark:
    """Return what stands between lines where no style sheet makes them lines."""
    return Mark("span", (" · ",), ("agentcfg-dash",))


def _holders(values: Iterable[FieldValue]) -> set[tuple[str, str]]:
    """Return document and pointer of each value in which another one lies."""
    found: set[tuple[str, str]] = set()
    for value in values:
        above = value.pointer.rpartition("/")[0]
        while above and (value.part.document, above) not in found:
            found.add((value.part.document, above))
            above = above.rpartition("/")[0]
    return found
