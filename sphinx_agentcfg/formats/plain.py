"""A format without a module of its own: each file that fits a type's patterns is a profile, and nobody inherits."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from sphinx_agentcfg.file_types import fits
from sphinx_agentcfg.formats.model import NOTHING, Part, Profile, Resolved, State
from sphinx_agentcfg.formats.naming import unique_ids

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.model import Permission
    from sphinx_agentcfg.formats.workspace import Workspace
    from sphinx_agentcfg.manifests import DocumentType

__all__ = ["permissions", "resolve"]


def resolve(workspace: Workspace) -> Resolved:
    """Return a profile for each file of a known type; its id is the stem of its name."""
    files = list(_files(workspace))
    ids = unique_ids(workspace.format.id, [(PurePosixPath(path).stem, path) for path, _ in files])
    profiles: list[Profile] = []
    findings: list[Finding] = []
    documents: dict[str, Document] = {}
    for each, (path, document_type) in zip(ids, files, strict=True):
        document = documents[path] = workspace.document(path, document_type.name)
        findings += workspace.check(document, document_type.name)
        effective = document.data if document.readable else NOTHING
        profiles.append(
            Profile(
                id=each,
                type=document_type.id,
                name=PurePosixPath(path).stem,
                path=path,
                kind=document_type.name,
                state=State.OK if document.readable else State.UNREADABLE,
                parts=(Part(document_type.id, path, effective=effective),),
            )
        )
    return Resolved(workspace.format.id, tuple(profiles), tuple(findings), documents=documents)


def permissions(profile: Profile, resolved: Resolved) -> tuple[Permission, ...]:
    """Return nothing: a schema alone does not say which of its fields permit something."""
    del profile, resolved
    return ()


def _files(workspace: Workspace) -> Iterator[tuple[str, DocumentType]]:
    for path in workspace.tree.files:
        for document_type in workspace.format.documents:
            if any(fits(path, pattern) for pattern in document_type.files) and not any(
                fits(path, pattern) for pattern in document_type.files_not
            ):
                yield path, document_type
                break
