"""An audit in, a row for each field of each profile out: its effective value, and where it comes from.

Every field that the schema knows has a row for each document of its type; what lies in a field that is not there, and
has no default, goes without. One that stands several times in a document (in a list, or under free keys) has a row for
each place, told apart by ``pointer``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.known_fields import KnownFields, Step
from sphinx_agentcfg.documents.pointers import join, resolve, split
from sphinx_agentcfg.formats.model import NOTHING, Derivation, Element, Origin, Provenance, State
from sphinx_agentcfg.formats.registry import module_of
from sphinx_agentcfg.reference.model import MISSING
from sphinx_agentcfg.reference.sections import folded, headings_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.formats.model import Part, Profile
    from sphinx_agentcfg.reference.row_model import FieldRow

__all__ = ["FieldValue", "field_values"]


@dataclass(frozen=True, slots=True)
class FieldValue:
    """The effective value of one field of one profile.

    ``pointer`` is the place in the effective values (``""`` where there is no value), ``origin`` where the value was
    written; ``value`` is NOTHING where there is none. ``elements`` tell of each element of a list that was put together
    from several places. ``known`` is None for a field that the schema does not know.
    """

    profile: Profile
    type: str
    field: str
    pointer: str
    value: Any
    provenance: Provenance
    origin: Origin | None
    elements: tuple[Element, ...] = ()
    known: FieldRow | None = None
    derivation: Derivation | None = None

    @property
    def origins(self) -> tuple[str, ...]:
        """The ids of the profiles that the value comes from, in the order of its elements."""
        if self.elements:
            return tuple(dict.fromkeys(e.origin.profile for e in self.elements if e.position is not None))
        return (self.origin.profile,) if self.origin and self.origin.profile else ()


def field_values(audit: Audit) -> Iterator[FieldValue]:
    """Give the values of every profile, in the order of the schema and, for what it does not know, of the document."""
    known: dict[str, KnownFields] = {}
    for profile in audit.profiles:
        for part in profile.parts:
            if part.type not in known:
                inner = getattr(module_of(profile.format), "INNER", {}).get(part.type, ())
                known[part.type] = KnownFields(audit.catalog.document_type(part.type), inner)
            yield from _Part(profile, part, known[part.type], audit.documents.get(part.document)).values()


class _Part:
    """One document of a profile."""

    def __init__(self, profile: Profile, part: Part, known: KnownFields, document: Document | None) -> None:
        self.profile = profile
        self.part = part
        self.known = known
        self.document = document
        self.found: dict[str, list[FieldValue]] = {}
        self.strangers: list[FieldValue] = []

    def values(self) -> Iterator[FieldValue]:
        if self.part.effective is not NOTHING:
            self._look_into(self.part.effective, "", Step(), self.part.derived.get(""))
            self._look_into_body()
        self._take_derived()
        absent: set[str] = set()
        for path, row in self.known.rows.items():
            if path in self.found:
                yield from self.found[path]
                continue
            value = self._absent(row)
            if value.provenance is not Provenance.DEFAULT:
                absent.add(path)
                if self.known.parents[path] in absent:
                    continue
            yield value
        yield from self.strangers

    def _look_into(self, value: Any, pointer: str, at: Step, above: Derivation | None) -> None:
        """Note the fields in *value*; *above* is the derivation of the value that it is a part of.

        The recursion ends: documents are at most a hundred levels deep.
        """
        if isinstance(value, dict):
            inside: Iterator[tuple[str, Any]] = iter(value.items())
        elif isinstance(value, list) and at.path not in self.known.inner and f"{at.path}[]" not in self.known.inner:
            inside = ((str(i), each) for i, each in enumerate(value))
        else:
            return
        for token, each in inside:
            place, step = join(pointer, token), self.known.step(at, token)
            derivation = self.part.derived.get(place, above)
            row = self.known.rows.get(step.path)
            if row is not None:
                self.found.setdefault(step.path, []).append(self._present(step.path, place, each, derivation, row))
            elif not step.known:
                self.strangers.append(self._present(step.path, place, each, derivation, None))
                continue
            if isinstance(each, dict | list):
                self._look_into(each, place, step, derivation)

    def _present(
        self, path: str, pointer: str, value: Any, derivation: Derivation | None, row: FieldRow | None
    ) -> FieldValue:
        exact = self.part.derived.get(pointer)
        elements = exact.told(value) if exact else ()
        if derivation is None:
            provenance = Provenance.EMPTY if value is None or value == "" else Provenance.OWN
            origin: Origin | None = Origin(self.profile.id, self.part.document, self.part.pointer + pointer)
        else:
            provenance, origin = derivation.provenance, derivation.origin
            if exact is None and origin is not None and origin.pointer is not None:
                origin = origin._replace(pointer=self._below(origin.pointer, pointer))
        return FieldValue(
            self.profile, self.part.type, path, pointer, value, provenance, origin, elements, row, derivation
        )

    def _below(self, origin: str, pointer: str) -> str:
        """Return where a part of a derived value was written: the same keys below the origin of the whole."""
        start = pointer
        while start and start not in self.part.derived:
            start = start.rpartition("/")[0]
        return origin + pointer[len(start) :]

    def _look_into_body(self) -> None:
        """Note the sections of the body, each with its text; the last line belongs to the section."""
        rows = self.known.sections()
        if not rows or self.document is None or not self.document.body:
            return
        headings: Mapping[str, FieldRow] = {folded(h): row for row in rows for h in row.headings}
        lines = self.document.body.splitlines()
        found = list(headings_in(self.document.body))
        for i, (text, level, line) in enumerate(found):
            row = headings.get(folded(text))
            if row is None:
                continue
            stop = next((n for _, depth, n in found[i + 1 :] if depth <= level), len(lines))
            value = "\n".join(lines[line + 1 : stop]).strip()
            origin = Origin(self.profile.id, self.part.document, None, (self.document.body_line or 1) + line)
            provenance = Provenance.OWN if value else Provenance.EMPTY
            self.found.setdefault(row.path, []).append(
                FieldValue(self.profile, self.part.type, row.path, "", value, provenance, origin, (), row)
            )

    def _take_derived(self) -> None:
        """Note what the format says of fields that have no effective value."""
        for pointer, derivation in self.part.derived.items():
            step = Step()
            for token in split(pointer):
                step = self.known.step(step, token)
            if step.path in self.found or any(s.pointer == pointer for s in self.strangers):
                continue
            row = self.known.rows.get(step.path)
            origin = derivation.origin
            own = derivation.provenance is Provenance.OWN and origin is not None
            value = FieldValue(
                self.profile,
                self.part.type,
                step.path,
                "",
                self._written(origin) if own and origin else NOTHING,
                derivation.provenance,
                origin,
                derivation.told(NOTHING),
                row,
                derivation,
            )
            if row is not None:
                self.found[step.path] = [value]

    def _written(self, origin: Origin) -> Any:
        """Return what the document says there: a field that is its own and has no effect once all is resolved."""
        try:
            return resolve(self.document.data, origin.pointer or "") if self.document else NOTHING
        except LookupError:
            return NOTHING

    def _absent(self, row: FieldRow) -> FieldValue:
        default = row.says.default
        if self.profile.state is not State.OK or self.part.effective is NOTHING:
            value, provenance = NOTHING, Provenance.UNKNOWN
        elif default is not MISSING:
            value, provenance = default, Provenance.DEFAULT
        else:
            value, provenance = NOTHING, Provenance.MISSING
        return FieldValue(self.profile, self.part.type, row.path, "", value, provenance, None, (), row)
