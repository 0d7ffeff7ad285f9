"""The values of fields in, the frame of the table ``fields`` out: a column at a time, since there are so many rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from sphinx_agentcfg.audit.coverage import PROVENANCES, Counting
from sphinx_agentcfg.audit.dtypes import CATEGORIES, FRAME_COLUMNS
from sphinx_agentcfg.audit.fields import part_values
from sphinx_agentcfg.audit.frames import column, json_texts
from sphinx_agentcfg.formats.model import NOTHING, Provenance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_agentcfg.audit.fields import FieldValue, PartValues
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.reference.row_model import FieldRow

__all__ = ["field_frame"]

_CODE = {each: PROVENANCES.index(each.value) for each in Provenance}
#: Values are put into JSON when so many have come together, so that they need not be kept.
_CHUNK = 50_000


def field_frame(audit: Audit) -> pd.DataFrame:
    """Return the table. What coverage needs is counted by the way, so that the values are made once."""
    columns, counting = _Columns(audit), Counting(audit)
    for each in part_values(audit):
        columns.add(each)
        counting.add(each)
    vars(audit).setdefault("cells", counting.cells)  # where `Audit.cells` looks first
    return columns.frame()


class _Kinds:
    """What all rows of one field share: type, path, what is known of it. A row holds the number of its kind."""

    def __init__(self) -> None:
        self.types: list[str] = []
        self.fields: list[str] = []
        self.known: list[FieldRow | None] = []
        self._numbers: dict[tuple[str, str], int] = {}

    def number(self, type_name: str, value: FieldValue) -> int:
        """Return the number of the field of *value*."""
        key = type_name, value.field
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.fields)
            self.types.append(type_name)
            self.fields.append(value.field)
            self.known.append(value.known)
        return found

    def spread(self, texts: list[str | None], numbers: np.ndarray[Any, Any]) -> pd.Categorical:
        """Return the text of its kind for each row."""
        codes, names = pd.factorize(np.array(texts, dtype=object))
        categories = pd.Index(names, dtype="str") if len(names) else pd.Index([], dtype="str")
        return pd.Categorical.from_codes(codes[numbers] if len(texts) else numbers, categories=categories)


class _Columns:
    """The columns, as lists that grow by one document at a time."""

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self.kinds = _Kinds()
        self.profiles: list[str] = []
        self.counts: list[int] = []
        self.numbers: list[int] = []
        self.pointers: list[str | None] = []
        self.texts: list[Any] = []
        self.codes = bytearray()
        self.origins: list[str | None] = []
        self.paths: list[str | None] = []
        self.lines: list[int] = []
        self.assumed = bytearray()
        self._values: list[Any] = []

    def add(self, each: PartValues) -> None:
        """Put the values of a document below those that are there."""
        kind, number = each.part.type, self.kinds.number
        self.profiles.append(each.profile.id)
        self.counts.append(len(each.fields))
        self.numbers += [number(kind, value) for value in each.fields]
        self.pointers += [value.pointer or None for value in each.fields]
        self.codes += bytes([_CODE[value.provenance] for value in each.fields])
        self._values += [None if value.value is NOTHING else value.value for value in each.fields]
        if len(self._values) > _CHUNK:
            self._write()
        self._place(each)

    def _write(self) -> None:
        # The value None is JSON's null; where there is no value at all, the provenance says so. A part of the column is
        # made at once, since a million texts would take as much memory as all else.
        self.texts.append(pd.Series(json_texts(self._values), dtype="str"))
        self._values = []

    def _place(self, each: PartValues) -> None:
        """Note where each value was written: in the document itself, elsewhere, or nowhere."""
        document = self.audit.documents.get(each.part.document)
        lines: Mapping[str, int] = document.lines() if document is not None else {}
        base, path, name, start = each.part.pointer, each.part.document, each.profile.id, len(self.origins)
        self.origins += [name if value.written else None for value in each.fields]
        self.paths += [path if value.written else None for value in each.fields]
        self.lines += [lines.get(base + value.pointer, 0) if value.written else 0 for value in each.fields]
        self.assumed += bytes(len(each.fields))
        for number, value in enumerate(each.fields, start):
            if value.derivation is not None or value.place is not None:
                self._place_derived(number, value, lines if value.place and value.place.path == path else {})

    def _place_derived(self, number: int, value: FieldValue, lines: Mapping[str, int]) -> None:
        """Note the origin of a value; *lines* are those of its file, where they are known already."""
        origin = value.place
        self.origins[number] = ", ".join(value.origins) or None
        self.paths[number] = (origin.path or None) if origin else None
        if origin is not None:
            known = None if origin.at_key or origin.line else lines.get(origin.pointer or "")
            self.lines[number] = known or self.audit.line(origin) or 0
        self.assumed[number] = bool(value.derivation and value.derivation.assumed)

    def frame(self) -> pd.DataFrame:
        """Return all of it."""
        self._write()
        numbers = np.array(self.numbers, dtype=np.int64)
        kinds = self.kinds
        says = [row.says.description if row else {} for row in kinds.known]
        known = np.array([row is not None for row in kinds.known], dtype=bool)
        lines = np.array(self.lines, dtype=np.int64)
        provenance = pd.CategoricalDtype(list(CATEGORIES["provenance"]), ordered=True)
        profiles = [name for name, count in zip(self.profiles, self.counts, strict=True) for _ in range(count)]
        made = {
            "profile": column("fields", "profile", profiles),
            "type": kinds.spread(list(kinds.types), numbers),
            "field": kinds.spread(list(kinds.fields), numbers),
            "pointer": column("fields", "pointer", self.pointers),
            "value": pd.concat(self.texts, ignore_index=True).array,
            "provenance": pd.Categorical.from_codes(np.frombuffer(self.codes, np.int8), dtype=provenance),
            "origin": column("fields", "origin", self.origins),
            "path": column("fields", "path", self.paths),
            "line": pd.arrays.IntegerArray(lines, lines == 0),
            "known": pd.array(known[numbers], dtype="boolean"),
            "assumed": pd.array(np.frombuffer(self.assumed, dtype=bool), dtype="boolean"),
            "description": kinds.spread([each.get("en") for each in says], numbers),
            "description_zh": kinds.spread([each.get("zh_CN") for each in says], numbers),
        }
        return pd.DataFrame(made, columns=list(FRAME_COLUMNS["fields"]))
