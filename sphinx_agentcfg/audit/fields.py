"""An audit in, a row for each field of each profile out: its effective value, and where it comes from.

Every field that the schema knows has a row for each document of its type; what lies in a field that is not there, and
has no default, goes without. One that stands several times in a document (in a list, or under free keys) has a row for
each place, told apart by ``pointer``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.audit.known_fields import KnownFields, Step
from sphinx_agentcfg.documents.pointers import resolve, split
from sphinx_agentcfg.formats.model import NOTHING, Derivation, Element, Origin, Provenance, State
from sphinx_agentcfg.formats.registry import module_of
from sphinx_agentcfg.reference.sections import folded, headings_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.formats.model import Part, Profile
    from sphinx_agentcfg.reference.row_model import FieldRow

__all__ = ["FieldValue", "PartValues", "field_values", "known_fields", "part_values", "values_of"]

#: Members of the enumeration under names of their own: looking them up there costs more than all else of a row.
_OWN, _EMPTY = Provenance.OWN, Provenance.EMPTY
_DEEP = frozenset({dict, list})
#: What a named tuple does itself, without the call in between.
_NEW = tuple.__new__
_UNKNOWN = Provenance.UNKNOWN


class FieldValue(NamedTuple):
    """The effective value of one field of one profile.

    ``pointer`` is the place in the effective values (``""`` where there is no value); ``value`` is NOTHING where there
    is none. ``known`` is None for a field that the schema does not know. ``written`` says that the value is simply
    there in the document, at the pointer; else ``place`` is where it was written.
    """

    profile: Profile
    part: Part
    field: str
    pointer: str
    value: Any
    provenance: Provenance
    known: FieldRow | None = None
    written: bool = False
    place: Origin | None = None
    derivation: Derivation | None = None
    #: Whether the derivation is of this value, and not of one around it.
    exact: bool = False

    @property
    def type(self) -> str:
        """The type of the document."""
        return self.part.type

    @property
    def origin(self) -> Origin | None:
        """Where the value was written; None where nobody did, or several."""
        if self.written:
            return Origin(self.profile.id, self.part.document, self.part.pointer + self.pointer)
        return self.place

    @property
    def elements(self) -> tuple[Element, ...]:
        """What tells of each element of a list that was put together from several places."""
        return self.derivation.told(self.value) if self.exact and self.derivation else ()

    @property
    def origins(self) -> tuple[str, ...]:
        """The ids of the profiles that the value comes from, in the order of its elements."""
        if self.exact and self.derivation and (givers := self.derivation.givers(self.value)):
            return givers
        origin = self.origin
        return (origin.profile,) if origin and origin.profile else ()


class PartValues(NamedTuple):
    """The values of one document of a profile; ``known`` are the fields of its type."""

    profile: Profile
    part: Part
    known: KnownFields
    fields: list[FieldValue]


def known_fields(audit: Audit, profile: Profile, part: Part) -> KnownFields:
    """Return the fields of the type of *part*."""
    inner = getattr(module_of(profile.format), "INNER", {}).get(part.type, ())
    return KnownFields(audit.catalog.document_type(part.type), inner)


def part_values(audit: Audit) -> Iterator[PartValues]:
    """Give the values of each document of each profile."""
    known: dict[str, KnownFields] = {}
    for profile in audit.profiles:
        yield from values_of(audit, profile, known)


def values_of(audit: Audit, profile: Profile, known: dict[str, KnownFields] | None = None) -> Iterator[PartValues]:
    """Give the values of each document of *profile*; *known* remembers the fields of types that were seen before."""
    known = {} if known is None else known
    for part in profile.parts:
        if part.type not in known:
            known[part.type] = known_fields(audit, profile, part)
        fields = known[part.type]
        document = audit.documents.get(part.document)
        yield PartValues(profile, part, fields, _Part(profile, part, fields, document).values())


def field_values(audit: Audit) -> Iterator[FieldValue]:
    """Give the values of every profile, in the order of the schema and, for what it does not know, of the document."""
    for each in part_values(audit):
        yield from each.fields


class _Part:
    """One document of a profile."""

    def __init__(self, profile: Profile, part: Part, known: KnownFields, document: Document | None) -> None:
        self.profile = profile
        self.part = part
        self.known = known
        self.document = document
        self.derived = dict(part.derived)
        #: Derivations of what was not met yet.
        self.rest = self.derived.copy()
        self.found: dict[str, list[FieldValue]] = {}
        self.strangers: list[FieldValue] = []

    def values(self) -> list[FieldValue]:
        if self.part.effective is not NOTHING:
            self._look_into(self.part.effective, self.known.root, self.derived.get(""))
            self._look_into_body()
        self._take_derived()
        found, head, values = self.found, (self.profile, self.part), []
        unknown = self.profile.state is not State.OK or self.part.effective is NOTHING
        absent: set[str] = set()
        for path, parent, missing, default in self.known.absences:
            here = found.get(path)
            if here is not None:
                values += here
                continue
            rest = default
            if unknown or rest is None:
                absent.add(path)
                if parent in absent:
                    continue
                rest = missing
            values.append(_NEW(FieldValue, head + (_as_unknown(rest) if unknown else rest)))
        values += self.strangers
        return values

    def _look_into(self, value: Any, at: Step, above: Derivation | None) -> None:
        """Note the fields in *value*; *above* is the derivation of the value that it is a part of.

        The recursion ends: documents are at most a hundred levels deep.
        """
        if isinstance(value, dict):
            inside: Iterator[tuple[str, Any]] = iter(value.items())
        elif isinstance(value, list) and at.path not in self.known.inner and f"{at.path}[]" not in self.known.inner:
            inside = ((str(i), each) for i, each in enumerate(value))
        else:
            return
        steps, derived, all_found = at.inside, self.derived, self.found
        for token, each in inside:
            step = steps.get(token) or self.known.step(at, token)
            deep = type(each) in _DEEP
            if step.row is None and step.known and not deep:
                continue  # an item of a list that is a field as a whole
            place = step.pointer
            exact = derived.get(place) if derived else None
            if exact is not None:
                self.rest.pop(place, None)
            derivation = exact or above
            if step.row is not None:
                found = all_found.get(step.path)
                if found is None:
                    found = all_found[step.path] = []
                found.append(self._present(step, place, each, derivation, exact is not None))
            elif not step.known:
                self.strangers.append(self._present(step, place, each, derivation, exact is not None))
                continue
            if deep and not (step.plain_items and type(each) is list and _DEEP.isdisjoint(map(type, each))):
                self._look_into(each, step, derivation)

    def _present(
        self,
        step: Step,
        pointer: str,
        value: Any,
        derivation: Derivation | None,
        exact: bool,  # noqa: FBT001  # by position: this runs for each value of each file
    ) -> FieldValue:
        if derivation is None:
            provenance = _EMPTY if value is None or value == "" else _OWN
            cells = (self.profile, self.part, step.path, pointer, value, provenance, step.row, True, None, None, False)
            return _NEW(FieldValue, cells)
        origin = derivation.origin
        if not exact and origin is not None and origin.pointer is not None:
            origin = origin._replace(pointer=self._below(origin.pointer, pointer))
        provenance = derivation.provenance
        return FieldValue(
            self.profile,
            self.part,
            step.path,
            pointer,
            value,
            provenance,
            step.row,
            place=origin,
            derivation=derivation,
            exact=exact,
        )

    def _below(self, origin: str, pointer: str) -> str:
        """Return where a part of a derived value was written: the same keys below the origin of the whole."""
        start = pointer
        while start and start not in self.derived:
            start = start.rpartition("/")[0]
        return origin + pointer[len(start) :]

    def _look_into_body(self) -> None:
        """Note the sections of the body, each with its text; the last line belongs to the section."""
        rows = self.known.sections
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
            provenance = _OWN if value else _EMPTY
            self.found.setdefault(row.path, []).append(
                FieldValue(self.profile, self.part, row.path, "", value, provenance, row, place=origin)
            )

    def _take_derived(self) -> None:
        """Note what the format says of fields that have no effective value."""
        for pointer, derivation in self.rest.items():
            step = self.known.root
            for token in split(pointer):
                step = self.known.step(step, token)
            if step.row is None or step.path in self.found:
                continue
            origin = derivation.origin
            own = derivation.provenance is _OWN and origin is not None
            self.found[step.path] = [
                FieldValue(
                    self.profile,
                    self.part,
                    step.path,
                    "",
                    self._written(origin) if own and origin else NOTHING,
                    derivation.provenance,
                    step.row,
                    place=origin,
                    derivation=derivation,
                    exact=True,
                )
            ]

    def _written(self, origin: Origin) -> Any:
        """Return what the document says there: a field that is its own and has no effect once all is resolved."""
        try:
            return resolve(self.document.data, origin.pointer or "") if self.document else NOTHING
        except LookupError:
            return NOTHING


def _as_unknown(rest: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the cells of a field of which nobody can know anything."""
    return (*rest[:2], NOTHING, _UNKNOWN, *rest[4:])
