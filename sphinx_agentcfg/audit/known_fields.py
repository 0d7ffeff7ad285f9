"""A document type in, its fields out in the schema's order; and for each step into a document, the field there."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.model import NOTHING, Provenance
from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.build import read_reference
from sphinx_agentcfg.reference.expressions import NEVER
from sphinx_agentcfg.reference.locate import FieldFinder
from sphinx_agentcfg.reference.model import MISSING
from sphinx_agentcfg.reference.rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_agentcfg.manifests import DocumentType
    from sphinx_agentcfg.reference.expressions import Requirement
    from sphinx_agentcfg.reference.row_model import FieldRow

__all__ = ["KnownFields", "Step"]

#: Places that are remembered from one place on.
_KEPT = 10_000


class Step:
    """A place in a document: its path as ``agentcfg fields`` lists it, and the path of the entry that explains it.

    ``row`` is the field there, if it has a row; ``plain_items`` says that a list there has known items without rows of
    their own. ``pointer`` is the JSON Pointer of the place, ``inside`` are the places that were looked for from here.
    """

    __slots__ = ("entry", "inside", "known", "path", "plain_items", "pointer", "row")

    def __init__(
        self, pointer: str = "", path: str = "", entry: str = "", row: FieldRow | None = None, *, known: bool = True
    ) -> None:
        self.pointer = pointer
        self.plain_items = False
        self.path = path
        self.entry = entry
        self.row = row
        self.known = known
        self.inside: dict[str, Step] = {}


class KnownFields:
    """The fields of one type. *inner* are paths whose insides belong to profiles of their own (``subagents[]``)."""

    def __init__(self, document_type: DocumentType, inner: Iterable[str] = ()) -> None:
        reference = read_reference(document_type)
        inside = tuple(f"{path}{end}" for path in inner for end in (".", "["))
        rows = [row for row in rows_of(reference).rows if not (inside and row.path.startswith(inside))]
        definitions = {definition.path for definition in reference.definitions}
        self.inner = frozenset(inner)
        self.rows = {
            row.path: row for row in rows if row.kind != "permission-field" and not _of_a_definition(row, definitions)
        }
        #: Path → the path of the field that it lies in, ``""`` at the top.
        self.parents = _parents(self.rows)
        #: The whole schema, in which conditions are looked up.
        self.schema = reference.schema
        self._requirements = {field.path: field.required for field in reference.fields()}
        self.root = Step()
        self._finder = FieldFinder(reference)

    @cached_property
    def absences(self) -> list[tuple[str, str, tuple[Any, ...], tuple[Any, ...] | None]]:
        """For each field: its path, what it lies in, and the cells of a :class:`.FieldValue` where it is not there.

        These are the ones after profile and part: first without a default, then with it, None where there is none.
        """
        return [
            (
                path,
                self.parents[path],
                _absent(row, NOTHING, Provenance.MISSING),
                None if row.says.default is MISSING else _absent(row, row.says.default, Provenance.DEFAULT),
            )
            for path, row in self.rows.items()
        ]

    @cached_property
    def sections(self) -> tuple[FieldRow, ...]:
        """The fields that are sections of the body."""
        return tuple(row for row in self.rows.values() if row.kind == "section")

    def requirement(self, path: str) -> Requirement | None:
        """Return when the field is required; None where it never is."""
        found = self._requirements.get(self.rows[path].defined_at, NEVER)
        return found if found.always or found.when else None

    def step(self, at: Step, token: str) -> Step:
        """Return the place that the key or index *token* leads to from *at*."""
        found = at.inside.get(token)
        if found is None:
            found = self._find(at, token)
            if len(at.inside) < _KEPT:  # free keys may be many
                at.inside[token] = found
        return found

    def _find(self, at: Step, token: str) -> Step:
        linked, entry = self._finder.step(at.entry, token) if at.known else ("", None)
        if entry is None:
            return Step(join(at.pointer, token), paths.child(at.path, token), "", known=False)
        own = entry[len(linked) :]
        path = f"{at.path}{own}" if at.path else own.removeprefix(".")
        step = Step(join(at.pointer, token), path, entry, self.rows.get(path))
        items, of_items = self._finder.step(entry, "0"), f"{path}["
        step.plain_items = items[1] is not None and not any(row.startswith(of_items) for row in self.rows)
        return step


def _absent(row: FieldRow, value: Any, provenance: Provenance) -> tuple[Any, ...]:
    return (row.path, "", value, provenance, row, False, None, None, False)


def _parents(found: Iterable[str]) -> dict[str, str]:
    """Return the innermost field around each; a field comes before what is in it."""
    parents: dict[str, str] = {}
    for path in found:
        around = path
        while around and (around == path or around not in parents):
            around = around[: max(around.rfind("."), around.rfind("["), 0)]
        parents[path] = around
    return parents


def _of_a_definition(row: FieldRow, definitions: set[str]) -> bool:
    """Say whether *row* stands for a shared definition that nothing in the document leads to."""
    return any(row.path == name or row.path.startswith((f"{name}.", f"{name}[")) for name in definitions)
