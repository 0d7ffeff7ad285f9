"""Folders of format data in, a catalog of formats and document types out.

A format is a folder with a ``format.toml`` (its own schema is ``schemas/format.schema.json``), the JSON Schemas that it
names, their translations in ``locale/`` and checked examples in ``examples/``. The built-in formats and a user's own
folders are read by the same code.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.errors import BrokenFormat, DuplicateFormat, UnknownDocumentType, UnknownFormat
from sphinx_agentcfg.resources import format_schema, schemas_dir

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

__all__ = ["Catalog", "ConfigFormat", "DocumentType", "own_schema", "read_format"]

MANIFEST = "format.toml"
_SCHEMA_SUFFIXES = (".schema.json", ".schema.yaml", ".schema.yml", ".json", ".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class DocumentType:
    """One kind of file in a format, with one schema.

    ``id`` is ``<format>/<type>``, or for a user's own schema its path from the source root. Texts are in the format's
    source language; ``manifest`` and the key of the type say where their translations belong.
    """

    id: str
    schema: Path
    title: str = ""
    summary: str = ""
    syntax: str = "yaml"
    files: tuple[str, ...] = ()
    files_note: str = ""
    version: str = ""
    status: str = ""
    origin: str = ""
    placeholders: Mapping[str, str] = field(default_factory=dict)
    source_language: str | None = None
    manifest: Path | None = None

    @property
    def name(self) -> str:
        """The last part of the id."""
        return self.id.rpartition("/")[2]

    @property
    def pointer(self) -> str:
        """Where the type stands in its manifest, as a JSON Pointer."""
        return f"/documents/{self.name}"

    def examples(self, verdict: str) -> tuple[Path, ...]:
        """Return the example files of *verdict* (``valid`` or ``invalid``), sorted by name."""
        if self.manifest is None:
            return ()
        folder = self.manifest.parent / "examples" / verdict / self.name
        return tuple(sorted(p for p in folder.glob("*") if p.is_file())) if folder.is_dir() else ()


@dataclass(frozen=True, slots=True)
class ConfigFormat:
    """A family of config files with one owner."""

    id: str
    title: str
    description: str
    home: str
    source_language: str
    folder: Path
    documents: tuple[DocumentType, ...]

    @property
    def manifest(self) -> Path:
        """The ``format.toml`` that describes the format."""
        return self.folder / MANIFEST


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
    return tuple(_format_of(p.parent, _load(p)) for p in sorted(schemas_dir().glob(f"*/{MANIFEST}")))


def read_format(folder: Path) -> ConfigFormat:
    """Read and check the format in *folder*; raise :exc:`BrokenFormat` with the first thing that is wrong."""
    manifest = folder / MANIFEST
    data = _load(manifest)
    cause = _first_violation(data)
    if cause:
        raise BrokenFormat(manifest, cause)
    config_format = _format_of(folder, data)
    for document in config_format.documents:
        if not document.schema.is_file():
            cause = f"[documents.{document.name}] names {document.schema.name}, which is not there"
            raise BrokenFormat(manifest, cause)
    return config_format


def _load(manifest: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenFormat(manifest, f"cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise BrokenFormat(manifest, f"not TOML: {error}") from error


def _first_violation(data: Mapping[str, Any]) -> str:
    """Return in one line what the schema of manifests has against *data*, or nothing."""
    import json

    from jsonschema import Draft202012Validator  # costs more than all else here, and the built-in formats need no check
    from jsonschema.exceptions import best_match

    schema = json.loads(format_schema().read_text(encoding="utf-8"))
    error = best_match(Draft202012Validator(schema).iter_errors(data))
    if error is None:
        return ""
    where = ".".join(str(part) for part in error.absolute_path) or "top level"
    return f"{where}: {error.message}"


def _format_of(folder: Path, data: Mapping[str, Any]) -> ConfigFormat:
    source_language = data["source_language"]
    documents = tuple(
        DocumentType(
            id=f"{folder.name}/{name}",
            schema=folder / entry["schema"],
            title=entry["title"],
            summary=entry.get("summary", ""),
            syntax=entry["syntax"],
            files=tuple(entry.get("files", ())),
            files_note=entry.get("files_note", ""),
            version=entry.get("version", ""),
            status=entry.get("status", ""),
            origin=entry.get("origin", ""),
            placeholders=entry.get("placeholders", {}),
            source_language=source_language,
            manifest=folder / MANIFEST,
        )
        for name, entry in data["documents"].items()
    )
    return ConfigFormat(
        id=folder.name,
        title=data["title"],
        description=data.get("description", ""),
        home=data.get("home", ""),
        source_language=source_language,
        folder=folder,
        documents=documents,
    )


def own_schema(path: Path, name: str, source_language: str | None = None) -> DocumentType:
    """Return the document type of a schema that belongs to no format; *name*, its path is the id."""
    return DocumentType(id=name, schema=path, source_language=source_language)


def stem(path: Path) -> str:
    """Return the name of a schema file without ``.schema.json`` and the like: its catalogues carry it."""
    for suffix in _SCHEMA_SUFFIXES:
        if path.name.endswith(suffix) and path.name != suffix:
            return path.name.removesuffix(suffix)
    return path.stem


def translatable(data: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Give the pointer and the source text of every translatable text of a manifest."""
    for key in ("title", "description"):
        if data.get(key):
            yield f"/{key}", data[key]
    for name, entry in data["documents"].items():
        for key in ("title", "summary", "files_note"):
            if entry.get(key):
                yield f"/documents/{name}/{key}", entry[key]
