"""Folders of format data in, a catalog of formats and document types out.

A format is a folder with a ``format.toml`` (its own schema is ``schemas/format.schema.json``), the JSON Schemas that it
names, their translations in ``locale/`` and checked examples in ``examples/``. The built-in formats and a user's own
folders are read by the same code.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from sphinx_agentcfg.errors import BrokenFormat, DuplicateFormat, UnknownDocumentType, UnknownFormat
from sphinx_agentcfg.manifests import MANIFEST, ConfigFormat, DocumentType, known_format, read_format
from sphinx_agentcfg.resources import schemas_dir

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MANIFEST", "Catalog", "ConfigFormat", "DocumentType", "own_schema", "read_format", "stem"]

_SCHEMA_SUFFIXES = (".schema.json", ".schema.yaml", ".schema.yml", ".json", ".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Catalog:
    """All known formats, by id."""

    formats: tuple[ConfigFormat, ...] = ()

    @classmethod
    def builtin(cls) -> Catalog:
        """Return the formats that the package ships."""
        return cls(_builtin_formats())

    def with_folder(self, folder: Path) -> Catalog:
        """Return a catalog that also knows the format in *folder*, or every format in its sub-folders.

        Raises :exc:`BrokenFormat` where a ``format.toml`` is of no use and :exc:`DuplicateFormat` where an id is taken.
        """
        folders = [folder] if (folder / MANIFEST).is_file() else sorted(p.parent for p in folder.glob(f"*/{MANIFEST}"))
        if not folders:
            raise BrokenFormat(folder, f"no {MANIFEST} here or one level below; name a folder that holds a format")
        catalog = self
        for each in folders:
            catalog = catalog.with_format(read_format(each))
        return catalog

    def with_format(self, new: ConfigFormat) -> Catalog:
        """Return a catalog that also knows *new*."""
        for known in self.formats:
            if known.id == new.id:
                raise DuplicateFormat(new.id, known.folder, new.folder)
        return replace(self, formats=(*self.formats, new))

    def format(self, name: str) -> ConfigFormat:
        """Return the format with that id, or raise :exc:`UnknownFormat`."""
        for known in self.formats:
            if known.id == name:
                return known
        raise UnknownFormat(name, [f.id for f in self.formats])

    def document_type(self, name: str) -> DocumentType:
        """Return the document type ``<format>/<type>``, or raise :exc:`UnknownDocumentType`."""
        known = {d.id: d for d in self.document_types}
        if name not in known:
            raise UnknownDocumentType(name, list(known))
        return known[name]

    @property
    def document_types(self) -> tuple[DocumentType, ...]:
        """Every document type of every format."""
        return tuple(d for f in self.formats for d in f.documents)


@lru_cache(maxsize=1)
def _builtin_formats() -> tuple[ConfigFormat, ...]:
    return tuple(known_format(p.parent) for p in sorted(schemas_dir().glob(f"*/{MANIFEST}")))


def own_schema(path: Path, name: str, source_language: str | None = None) -> DocumentType:
    """Return the document type of a schema that belongs to no format; *name*, its path is the id."""
    return DocumentType(id=name, schema=path, source_language=source_language)


def stem(path: Path) -> str:
    """Return the name of a schema file without ``.schema.json`` and the like: its catalogues carry it."""
    for suffix in _SCHEMA_SUFFIXES:
        if path.name.endswith(suffix) and path.name != suffix:
            return path.name.removesuffix(suffix)
    return path.stem
