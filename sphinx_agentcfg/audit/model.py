"""The value that reading and resolving one repository gives; it can be pickled."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sphinx_agentcfg.audit.coverage import Cells
    from sphinx_agentcfg.catalog import Catalog
    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.model import Edge, Origin, Profile, Resolved

__all__ = ["Audit"]


@dataclass(frozen=True)
class Audit:
    """One repository: what each format made of it, and all findings in the order of their places.

    Paths in it are relative to *root*, with ``/``. ``files`` is how many files the tree has, ``read`` how many of them
    were read.
    """

    root: Path
    catalog: Catalog
    resolved: tuple[Resolved, ...] = ()
    findings: tuple[Finding, ...] = ()
    files: int = 0
    read: int = 0

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """Every profile, format by format."""
        return tuple(profile for each in self.resolved for profile in each.profiles)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Every step of inheritance."""
        return tuple(edge for each in self.resolved for edge in each.edges)

    @cached_property
    def documents(self) -> Mapping[str, Document]:
        """Path → document, of all that profiles refer to."""
        return {path: document for each in self.resolved for path, document in each.documents.items()}

    @cached_property
    def cells(self) -> Mapping[str, Cells]:
        """Document type → the provenance of each field in each profile; counted when first asked for."""
        from sphinx_agentcfg.audit.coverage import coverage_cells  # it counts the values of an audit

        return coverage_cells(self)

    def __getstate__(self) -> dict[str, Any]:
        """Return what cannot be made again; everything that is remembered stays behind."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def line(self, origin: Origin) -> int | None:
        """Return the line of *origin*; lines are looked up here, when they are asked for."""
        if origin.line is not None or origin.pointer is None:
            return origin.line
        document = self.documents.get(origin.path)
        if document is None:
            return None
        if origin.at_key:
            located = document.positions().get(origin.pointer)
            return (located.key or located.value).line if located else None
        if not origin.pointer:
            return 1
        return document.line(origin.pointer)
