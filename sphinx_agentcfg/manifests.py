"""A folder with a ``format.toml`` in, what it says of the format out: document types, layout, versions, notes.

The schema of the file is ``schemas/format.schema.json``. Texts stay in the format's source language here; their
translations are found by the JSON Pointer of each (:func:`translatable`).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.errors import BrokenFormat
from sphinx_agentcfg.resources import format_schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

__all__ = [
    "MANIFEST",
    "ConfigFormat",
    "DocumentType",
    "FormatNote",
    "FormatVersion",
    "LayoutEntry",
    "Management",
    "known_format",
    "read_format",
    "translatable",
]

MANIFEST = "format.toml"


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
    files_not: tuple[str, ...] = ()
    files_note: str = ""
    version: str = ""
    status: str = ""
    origin: str = ""
    placeholders: Mapping[str, str] = field(default_factory=dict)
    source_language: str | None = None
    manifest: Path | None = None
    annotations: Path | None = None

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
class FormatNote:
    """A remark on the format as a whole: ``kind`` is ``info``, ``warning`` or ``tip``."""

    kind: str
    text: str
    pointer: str


@dataclass(frozen=True, slots=True)
class Management:
    """One way in which files are looked after, such as by Git or by nobody."""

    id: str
    title: str
    description: str
    pointer: str


@dataclass(frozen=True, slots=True)
class LayoutEntry:
    """One line of the directory layout; ``managed`` names a :class:`Management`, ``document`` a type of the format."""

    path: str
    description: str
    managed: str
    document: str
    pointer: str


@dataclass(frozen=True, slots=True)
class FormatVersion:
    """One version of the format, and what is to be said of it."""

    version: str
    text: str
    pointer: str


@dataclass(frozen=True, slots=True)
class ConfigFormat:
    """A family of config files with one owner.

    Texts are in the source language; ``pointer`` of each part says where its table stands in the manifest, so that a
    text of it is translated at ``<pointer>/<key>``.
    """

    id: str
    title: str
    description: str
    home: str
    source_language: str
    folder: Path
    documents: tuple[DocumentType, ...]
    notes: tuple[FormatNote, ...] = ()
    management: tuple[Management, ...] = ()
    layout: tuple[LayoutEntry, ...] = ()
    versions: tuple[FormatVersion, ...] = ()
    versions_note: str = ""

    @property
    def manifest(self) -> Path:
        """The ``format.toml`` that describes the format."""
        return self.folder / MANIFEST


def read_format(folder: Path) -> ConfigFormat:
    """Read and check the format in *folder*; raise :exc:`BrokenFormat` with the first thing that is wrong."""
    manifest = folder / MANIFEST
    data = _load(manifest)
    cause = _first_violation(data)
    if cause:
        raise BrokenFormat(manifest, cause)
    config_format = _format_of(folder, data)
    for document in config_format.documents:
        for file in (document.schema, document.annotations):
            if file is not None and not file.is_file():
                raise BrokenFormat(manifest, f"[documents.{document.name}] names {file.name}, which is not there")
    for entry in config_format.layout:
        for kind, name, known in (
            ("managed", entry.managed, [m.id for m in config_format.management]),
            ("document", entry.document, [d.name for d in config_format.documents]),
        ):
            if name and name not in known:
                raise BrokenFormat(manifest, f"layout.{entry.path}: {kind} is {name!r}, and there is no such table")
    return config_format


def _load(manifest: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenFormat(manifest, f"cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise BrokenFormat(manifest, f"not TOML: {error}") from error


def known_format(folder: Path) -> ConfigFormat:
    """Return a format that ships with us; our tests have checked it, so nothing is checked here."""
    return _format_of(folder, _load(folder / MANIFEST))


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
            files_not=tuple(entry.get("files_not", ())),
            files_note=entry.get("files_note", ""),
            version=entry.get("version", ""),
            status=entry.get("status", ""),
            origin=entry.get("origin", ""),
            placeholders=entry.get("placeholders", {}),
            source_language=source_language,
            manifest=folder / MANIFEST,
            annotations=folder / entry["annotations"] if "annotations" in entry else None,
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
        notes=tuple(FormatNote(n["kind"], n["text"], f"/notes/{i}") for i, n in enumerate(data.get("notes", ()))),
        management=tuple(
            Management(key, m["title"], m.get("description", ""), f"/management/{key}")
            for key, m in data.get("management", {}).items()
        ),
        layout=tuple(
            LayoutEntry(e["path"], e["description"], e.get("managed", ""), e.get("document", ""), f"/layout/{i}")
            for i, e in enumerate(data.get("layout", ()))
        ),
        versions=tuple(
            FormatVersion(v["version"], v.get("text", ""), f"/versions/{i}")
            for i, v in enumerate(data.get("versions", ()))
        ),
        versions_note=data.get("versions_note", ""),
    )


def translatable(data: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Give the pointer and the source text of every translatable text of a manifest, in the order of its page."""
    yield from _texts("", data, "title", "description")
    for name, entry in data["documents"].items():
        yield from _texts(f"/documents/{name}", entry, "title", "summary", "files_note")
    for name, entry in data.get("management", {}).items():
        yield from _texts(f"/management/{name}", entry, "title", "description")
    for i, entry in enumerate(data.get("layout", ())):
        yield from _texts(f"/layout/{i}", entry, "description")
    yield from _texts("", data, "versions_note")
    for key in ("versions", "notes"):
        for i, entry in enumerate(data.get(key, ())):
            yield from _texts(f"/{key}/{i}", entry, "text")


def _texts(pointer: str, table: Mapping[str, Any], *keys: str) -> Iterable[tuple[str, str]]:
    return ((f"{pointer}/{key}", table[key]) for key in keys if table.get(key))
