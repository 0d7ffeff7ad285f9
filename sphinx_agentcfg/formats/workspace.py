"""A repository as a format sees it: its tree, its files read once, their schema checked once, findings at their place.

Nothing here or in a format reads a file in any other way, so nothing outside the repository is ever read.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents import read_document, read_known_document
from sphinx_agentcfg.errors import UnknownRule
from sphinx_agentcfg.findings import Finding
from sphinx_agentcfg.rules import RULES, read_rules
from sphinx_agentcfg.validating import FileChecker

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sphinx_agentcfg.catalog import Catalog
    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.documents.discovery import Tree
    from sphinx_agentcfg.findings import Fix, Severity
    from sphinx_agentcfg.manifests import ConfigFormat, DocumentType
    from sphinx_agentcfg.messages import Message
    from sphinx_agentcfg.rules import Rule

__all__ = ["Reader", "Workspace", "data_of"]


class Reader:
    """The documents of one repository, each read once whoever asks; shared by the formats."""

    def __init__(self, tree: Tree, catalog: Catalog, tell: Callable[[int], None] | None = None) -> None:
        self.tree = tree
        self.catalog = catalog
        self.checker = FileChecker(catalog)
        self._documents: dict[tuple[str, str | None], Document] = {}
        self._findings: dict[tuple[str, str], tuple[Finding, ...]] = {}
        self._tell = tell
        self._root = str(tree.root)

    @property
    def read(self) -> int:
        """How many files were read."""
        return len({path for path, _ in self._documents})

    def document(self, path: str, syntax: str | None = None) -> Document:
        """Return the document at *path*, relative to the root; never raises for what is there."""
        key = path, syntax
        if key not in self._documents:
            self._documents[key] = self._read(path, syntax)
            if self._tell:
                self._tell(len(self._documents))
        return self._documents[key]

    def _read(self, path: str, syntax: str | None) -> Document:
        tree = self.tree
        if path in tree and path not in tree.links and path not in tree.odd:
            return read_known_document(f"{self._root}/{path}", name=path, syntax=syntax)
        return read_document(tree.root / path, name=path, syntax=syntax, root=tree.root)

    def check(self, document: Document, document_type: DocumentType) -> tuple[Finding, ...]:
        """Return what reading and the schema of the type have against *document*."""
        key = document.name, document_type.id
        if key not in self._findings:
            self._findings[key] = self.checker.check_document(document, document_type)
        return self._findings[key]


class Workspace:
    """What a format's ``resolve`` gets: the repository, seen by one format."""

    def __init__(self, reader: Reader, config_format: ConfigFormat, *, asked_for: bool = False) -> None:
        self.reader = reader
        self.format = config_format
        #: Whether the person named this format (``--only``), so that what else would be a guess counts.
        self.asked_for = asked_for

    @property
    def tree(self) -> Tree:
        """The files of the repository."""
        return self.reader.tree

    @property
    def root(self) -> Path:
        """The folder under audit."""
        return self.reader.tree.root

    def type(self, name: str) -> DocumentType:
        """Return the document type *name* of the format (``agent-profile``)."""
        return self._types[name]

    @cached_property
    def _types(self) -> Mapping[str, DocumentType]:
        return {d.name: d for d in self.format.documents}

    def document(self, path: str, type_name: str | None = None, *, syntax: str | None = None) -> Document:
        """Return the document at *path*, read as its type or *syntax* says; one that cannot be read says why."""
        return self.reader.document(path, syntax or (self.type(type_name).syntax if type_name else None))

    def check(self, document: Document, type_name: str) -> tuple[Finding, ...]:
        """Return the findings of reading and of the schema, the latter as ``<format>/schema``."""
        return self.reader.check(document, self.type(type_name))

    def outside(self, path: str) -> bool:
        """Say whether *path*, relative to the root, leads out of the repository, also through symbolic links."""
        try:
            return not (self.root / path).resolve().is_relative_to(self.root.resolve())
        except (OSError, ValueError, RuntimeError):  # a loop of links, a NUL
            return True

    def exists(self, path: str) -> bool:
        """Say whether a file or a folder is there and inside the repository."""
        clean = _clean(path)
        if clean in self.tree or self.tree.is_folder(clean):
            return clean not in self.tree.links or (not self.outside(clean) and self._stat(clean))
        return not self.outside(path) and self._stat(path)

    def is_file(self, path: str) -> bool:
        """Say whether a regular file is there and inside the repository."""
        clean = _clean(path)
        if clean in self.tree and clean not in self.tree.links:
            return clean not in self.tree.odd
        try:
            return not self.outside(path) and (self.root / path).is_file()
        except (OSError, ValueError):
            return False

    def _stat(self, path: str) -> bool:
        try:
            return (self.root / path).exists()
        except (OSError, ValueError):
            return False

    # Findings ----------------------------------------------------------------------------------------------------

    def rule(self, name: str) -> Rule:
        """Return the rule *name* of the format; raise :exc:`UnknownRule`, a mistake of the format's module."""
        if name not in self._rules:
            raise UnknownRule(f"{self.format.id}/{name}", sorted(self._rules))
        return self._rules[name]

    @cached_property
    def _rules(self) -> Mapping[str, Rule]:
        if not (self.format.folder / RULES).is_file():
            return {}
        rules = read_rules(self.format.folder, self.format.source_language).rules
        return {rule.id.partition("/")[2]: rule for rule in rules}

    def report(  # noqa: PLR0913  # each says one thing of the place
        self,
        name: str,
        at: Document | str,
        text: Message,
        *,
        pointer: str | None = None,
        at_key: bool = False,
        missing: str = "",
        line: int | None = None,
        column: int | None = None,
        profile: str = "",
        fix: Fix | None = None,
        severity: Severity | None = None,
    ) -> Finding:
        """Return a finding of the rule *name*, with the severity of ``rules.toml`` unless another is given.

        *at* is the document, or the path of a file or folder that nobody read. The line is that of *pointer* (of its
        key with *at_key*) unless *line* is given.
        """
        if line is None and pointer is not None and not isinstance(at, str):
            located = at.positions().get(pointer)
            place = (located.key if located and at_key else None) or (located.value if located else None)
            line, column = (place.line, place.column) if place else (None, None)
        return Finding(
            rule=f"{self.format.id}/{name}",
            severity=severity or self.rule(name).severity,
            path=at if isinstance(at, str) else at.name,
            message=text,
            line=line,
            column=column,
            pointer=pointer,
            missing=missing,
            profile=profile,
            fix=fix,
        )


def _clean(path: str) -> str:
    """Return *path* without ``./`` and doubled or trailing slashes; ``..`` stays, and is looked at on the disk."""
    parts = [part for part in path.split("/") if part not in {"", "."}]
    return "/".join(parts)


def data_of(document: Document) -> dict[str, Any] | None:
    """Return the mapping that *document* holds, None where it holds none."""
    return document.data if document.readable and isinstance(document.data, dict) else None
