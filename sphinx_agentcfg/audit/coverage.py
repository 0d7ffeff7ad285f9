"""An audit in, how well its profiles fill each field that their schemas know out.

A field counts once for a profile. Where it stands several times (in a list, under free keys, in several documents of
one type), the place counts that says most: a value that somebody wrote before one that nobody did.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.audit.fields import part_values
from sphinx_agentcfg.audit.requirements import by_keys, needed_here
from sphinx_agentcfg.documents.pointers import resolve
from sphinx_agentcfg.formats.model import NOTHING, Provenance, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_agentcfg.audit.fields import FieldValue, PartValues
    from sphinx_agentcfg.audit.known_fields import KnownFields
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.reference.expressions import Requirement

__all__ = ["PROVENANCES", "Cells", "Counting", "coverage_cells", "coverage_rows", "scores"]

#: The words of a cell, in the order of ``spec/interfaces.md`` → Decisions, provenance; codes are places in it.
PROVENANCES = tuple(each.value for each in Provenance)
_CODE = {each: code for code, each in enumerate(Provenance)}
#: Code → how much a cell says; an unreadable place hides the others.
_STRENGTH = [
    ("missing", "empty", "default", "builtin", "inherited", "merged", "own", "unknown").index(word)
    for word in PROVENANCES
]
_MISSING, _UNKNOWN = _CODE[Provenance.MISSING], _CODE[Provenance.UNKNOWN]
#: Provenances of a field in which nothing can lie.
_NOTHING_IN_IT = frozenset({_MISSING, _CODE[Provenance.EMPTY]})
#: Provenances of a value that somebody wrote.
_WRITTEN = tuple(_CODE[each] for each in (Provenance.OWN, Provenance.INHERITED, Provenance.MERGED))
#: What a field weighs in the score of a profile: one that the profile must have, any other one.
_NEEDED, _OPTIONAL = 3, 1
#: Sets of keys whose needs are remembered.
_KEPT = 10_000
_OUTDATED = frozenset({"legacy", "removed", "deprecated"})


class Cells(NamedTuple):
    """The provenance of each field in each profile that has a document of one type.

    ``codes`` has bytes for each profile, one byte for each field: its place in :data:`PROVENANCES`; ``needed`` has 1
    where the profile must have the field.
    """

    type: str
    fields: tuple[str, ...]
    known: KnownFields
    codes: dict[str, bytearray]
    needed: dict[str, bytearray]

    @property
    def profiles(self) -> tuple[str, ...]:
        """The ids, in the order of the audit."""
        return tuple(self.codes)


def coverage_cells(audit: Audit) -> dict[str, Cells]:
    """Return the cells of each document type that a profile has a document of."""
    counting = Counting(audit)
    for each in part_values(audit):
        counting.add(each)
    return counting.cells


class Counting:
    """Takes the values of one document after the other, and keeps a byte for each field."""

    def __init__(self, audit: Audit) -> None:
        self.cells: dict[str, Cells] = {}
        self._documents = audit.documents
        self._places: dict[str, dict[str, int]] = {}
        self._required: dict[str, list[tuple[int, int | None, Requirement]]] = {}
        #: What documents of one type with the same keys need, where nothing else decides.
        self._known: dict[tuple[str, frozenset[str], bytes], bytearray] = {}
        self._by_keys: dict[str, bool] = {}

    def add(self, each: PartValues) -> None:
        """Count the values of a document."""
        kind, profile = each.part.type, each.profile
        cells = self.cells.get(kind) or self._start(kind, each.known)
        places = self._places[kind]
        unknown = profile.state is not State.OK or each.part.effective is NOTHING
        codes = bytearray([_UNKNOWN if unknown else _MISSING]) * len(cells.fields)
        for value in each.fields:
            place = places.get(value.field)
            if place is not None:
                code = _CODE[value.provenance]
                if _STRENGTH[code] > _STRENGTH[codes[place]]:
                    codes[place] = code
        needed = self._needed(each, codes)
        if profile.id in cells.codes:
            before, asked = cells.codes[profile.id], cells.needed[profile.id]
            codes = bytearray(max(pair, key=_STRENGTH.__getitem__) for pair in zip(before, codes, strict=True))
            needed = bytearray(a | b for a, b in zip(asked, needed, strict=True))
        cells.codes[profile.id] = codes
        cells.needed[profile.id] = needed

    def _start(self, kind: str, known: KnownFields) -> Cells:
        fields = tuple(known.rows)
        self._places[kind] = {path: place for place, path in enumerate(fields)}
        self._required[kind] = [
            (place, self._places[kind].get(known.parents[path]), requirement)
            for place, path in enumerate(fields)
            if (requirement := known.requirement(path)) is not None
        ]
        self._by_keys[kind] = all(
            requirement.always or (parent is None and all(by_keys(condition) for condition in requirement.when))
            for _, parent, requirement in self._required[kind]
        )
        cells = self.cells[kind] = Cells(kind, fields, known, {}, {})
        return cells

    def _needed(self, each: PartValues, codes: bytearray) -> bytearray:
        """Return 1 for each field that must be there, looking at what the document itself says."""
        data = self._said(each)
        if not self._by_keys[each.part.type] or not isinstance(data, dict):
            return self._needed_in(each, codes, data)
        key = each.part.type, frozenset(data), bytes(codes)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            known = self._known[key] = self._needed_in(each, codes, data)
        return known

    def _needed_in(self, each: PartValues, codes: bytearray, data: Any) -> bytearray:
        needed = bytearray(len(codes))
        around: dict[int, list[Any]] = {}
        for place, parent, requirement in self._required[each.part.type]:
            if parent is None:
                inside = [data]
            elif codes[parent] == _MISSING:
                continue
            elif parent in around:
                inside = around[parent]
            else:
                inside = around[parent] = _containers(each.fields, self.cells[each.part.type].fields[parent])
            if any(needed_here(requirement, one, each.known.schema) for one in inside):
                needed[place] = 1
        return needed

    def _said(self, each: PartValues) -> Any:
        document = self._documents.get(each.part.document)
        if document is None or not document.readable:
            return None
        if not each.part.pointer:
            return document.data
        try:
            return resolve(document.data, each.part.pointer)
        except LookupError:  # a part that was put together from elsewhere
            return each.part.effective


def _containers(values: Sequence[FieldValue], path: str) -> list[Any]:
    """Return the objects that the field *path* holds: itself, or the items of its list."""
    found: list[Any] = []
    for value in values:
        if value.field == path and value.value is not NOTHING:
            found += value.value if isinstance(value.value, list) else [value.value]
    return found


def coverage_rows(audit: Audit) -> list[dict[str, Any]]:
    """Return a row for each document type and field; the eight provenances add up to ``profiles``.

    ``coverage`` is the share of profiles for which somebody wrote the value: ``own``, ``inherited`` or ``merged``.
    """
    return [row for each in audit.cells.values() for row in _rows(each)]


def _rows(cells: Cells) -> Iterable[dict[str, Any]]:
    columns = list(zip(*cells.codes.values(), strict=True))
    asked = list(zip(*cells.needed.values(), strict=True))
    for place, path in enumerate(cells.fields):
        counts = Counter(columns[place])
        row = cells.known.rows[path]
        requirement = cells.known.requirement(path)
        yield {
            "type": cells.type,
            "field": path,
            "required": "no" if requirement is None else "always" if requirement.always else "conditional",
            "needed": sum(asked[place]),
            "profiles": len(cells.codes),
            **{word: counts[code] for code, word in enumerate(PROVENANCES)},
            "coverage": sum(counts[code] for code in _WRITTEN) / len(cells.codes),
            "description": row.says.description.get("en"),
            "description_zh": row.says.description.get("zh_CN"),
        }


def scores(audit: Audit) -> dict[str, float | None]:
    """Return for each profile which share of its fields somebody wrote, 0 to 1, in all its documents together.

    A field that the profile must have weighs three times as much as another. What lies in a field that is missing
    or empty weighs nothing, nor does a field that is outdated; a profile that cannot be read has no score.
    """
    reached: Counter[str] = Counter()
    possible: Counter[str] = Counter()
    for each in audit.cells.values():
        weighing = _Weighing(each)
        for profile, codes in each.codes.items():
            got, most = weighing.weigh(codes, each.needed[profile])
            reached[profile] += got
            possible[profile] += most
    return {profile: reached[profile] / most if most else None for profile, most in possible.items()}


class _Weighing:
    """Weighs the fields of one type; profiles that fill the same fields weigh the same."""

    def __init__(self, cells: Cells) -> None:
        places = {path: place for place, path in enumerate(cells.fields)}
        rows = [cells.known.rows[path] for path in cells.fields]
        self._parents = [places.get(cells.known.parents[path], -1) for path in cells.fields]
        self._outdated = [row.deprecated or bool(row.removed) or row.status in _OUTDATED for row in rows]
        self._known: dict[tuple[bytes, bytes], tuple[int, int]] = {}

    def weigh(self, codes: bytearray, needed: bytearray) -> tuple[int, int]:
        """Return what the fields that are filled weigh, and what all of them do."""
        key = bytes(codes), bytes(needed)
        if key not in self._known:
            self._known[key] = self._weigh(codes, needed)
        return self._known[key]

    def _weigh(self, codes: bytearray, needed: bytearray) -> tuple[int, int]:
        got = most = 0
        for place, code in enumerate(codes):
            parent = self._parents[place]
            hidden = parent >= 0 and codes[parent] in _NOTHING_IN_IT
            if code == _UNKNOWN or hidden or (self._outdated[place] and code not in _WRITTEN):
                continue
            weight = _NEEDED if needed[place] else _OPTIONAL
            most += weight
            got += weight if code in _WRITTEN else 0
        return got, most
