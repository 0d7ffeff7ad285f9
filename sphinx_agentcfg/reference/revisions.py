"""What names a version of a schema (a path, a document type, ``REVISION:path``) in, the :class:`Version` out.

A revision is read with git, as git spells it: ``HEAD~1:schemas/a.json`` from the top of the repository,
``v1.0:./a.json`` from the folder at hand.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from sphinx_agentcfg.catalog import own_schema
from sphinx_agentcfg.errors import UnknownDocumentType
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import Message, message
from sphinx_agentcfg.reference.checking import check_schema
from sphinx_agentcfg.reference.definitions import Definitions, find_definitions
from sphinx_agentcfg.reference.git import GitProblem, Revision, open_revision
from sphinx_agentcfg.reference.loading import SchemaSet, load_schema
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_agentcfg.catalog import Catalog, DocumentType
    from sphinx_agentcfg.findings import Finding

__all__ = ["NoVersion", "Version", "read_version"]

_SUFFIXES = (".json", ".yaml", ".yml")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_MOST_FILES = 100  # that one schema of a revision may refer to


class NoVersion(Exception):
    """A name that gives no schema to compare: ``rule`` is a subtype, ``message`` says why, in one line.

    ``absent`` are the files that were looked for; they may appear later.
    """

    def __init__(
        self, rule: str, text: Message, *, files: Iterable[Path] = (), absent: Iterable[Path] = (), place: str = ""
    ) -> None:
        self.rule = rule
        self.message = text
        self.files = tuple(files)
        self.absent = tuple(absent)
        self.place = place
        super().__init__(rule, str(text))


@dataclass(frozen=True)
class Version:
    """One version of a schema.

    ``name`` is what the caller called it, ``type_id`` the id of the page that would show it (nothing for a revision).
    ``content`` are the bytes of its file; ``files`` were read and ``absent`` were looked for: a page depends on both.
    """

    name: str
    content: bytes
    loaded: SchemaSet
    definitions: Definitions
    type_id: str = ""
    placeholders: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    files: tuple[Path, ...] = ()
    absent: tuple[Path, ...] = ()


def read_version(name: str, catalog: Catalog, folder: Path, allowed: Iterable[Path] = ()) -> Version:
    """Return the version *name*; paths are relative to *folder*, ``$ref`` may lead into the folders *allowed*.

    A path that is there goes before everything, then a document type, then a revision. Raises :exc:`NoVersion`.
    """
    path = _path(folder, name)
    if path is None:
        raise NoVersion("missing", message("{name} is no name of a file; check it", name=excerpt(name)))
    if path.exists():
        return _of_file(own_schema(path, name), name, allowed)
    try:
        return _of_file(catalog.document_type(name), name, allowed)
    except UnknownDocumentType as error:
        if ":" in name and not _DRIVE.match(name):
            return _of_revision(name, folder)
        raise _unknown(name, path, error) from None


def _path(folder: Path, name: str) -> Path | None:
    try:
        path = folder / name
        path.exists()
    except (OSError, ValueError):  # a NUL, or longer than the system takes
        return None
    return path


def _unknown(name: str, path: Path, error: UnknownDocumentType) -> NoVersion:
    if name.endswith(_SUFFIXES) or not error.suggestions:
        return NoVersion("missing", message("{name}: there is no such file; check the path", name=name), absent=[path])
    hint = message("did you mean {names}?", names=" / ".join(error.suggestions))
    return NoVersion("unknown-type", message("no document type {name}; {hint}", name=name, hint=hint), absent=[path])


def _of_file(document_type: DocumentType, name: str, allowed: Iterable[Path]) -> Version:
    loaded, definitions = _load(document_type.schema, name, allowed)
    content = document_type.schema.read_bytes()
    return Version(
        name,
        content,
        loaded,
        definitions,
        document_type.id,
        document_type.placeholders,
        tuple(loaded.problems),
        loaded.files,
        tuple(sorted(loaded.absent)),
    )


def _load(path: Path, name: str, allowed: Iterable[Path]) -> tuple[SchemaSet, Definitions]:
    """Read a schema and all that it refers to; raise :exc:`NoVersion` where there is nothing to compare."""
    loaded = load_schema(path, name, allowed)
    if not loaded.document.readable:
        worst = next(f for f in loaded.document.findings if f.severity is Severity.ERROR)
        raise _refused(worst, loaded)
    if isinstance(loaded.schema, dict):
        check_schema(loaded)
    elif not isinstance(loaded.schema, bool):
        check_schema(loaded)
        raise _refused(loaded.problems[-1], loaded)
    return loaded, find_definitions(loaded, loaded.root)


def _refused(finding: Finding, loaded: SchemaSet) -> NoVersion:
    return NoVersion(finding.name, finding.message, files=[loaded.path], place=finding.place)


# --- a revision -------------------------------------------------------------------------------------------------------


def _of_revision(name: str, folder: Path) -> Version:
    revision, _, path = name.partition(":")
    try:
        opened = open_revision(folder, revision)
        inside = opened.inside(path)
        content = opened.read(inside)
        with tempfile.TemporaryDirectory(prefix="agentcfg-") as made:
            top = Path(made).resolve()
            loaded, definitions = _load_with_files(opened, top, inside, content, name)
    except GitProblem as problem:
        raise NoVersion(problem.rule, problem.message) from None
    return Version(name, content, loaded, definitions, findings=tuple(loaded.problems), files=opened.watched)


def _load_with_files(
    opened: Revision, top: Path, inside: str, content: bytes, name: str
) -> tuple[SchemaSet, Definitions]:
    """Write the file to a folder of its own, then whatever it refers to, until nothing more is missing."""
    _write(top / inside, content)
    fetched = 1
    while True:
        loaded, definitions = _load(top / inside, name, (top,))
        wanted = sorted(p for p in loaded.absent if p.is_relative_to(top))[: _MOST_FILES - fetched]
        found = {p: opened.find(PurePosixPath(p.relative_to(top)).as_posix()) for p in wanted}
        present = {p: c for p, c in found.items() if c is not None}
        if not present:
            return loaded, definitions
        for path, text in present.items():
            _write(path, text)
        fetched += len(present)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
