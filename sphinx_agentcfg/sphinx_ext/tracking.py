"""What a page read in, what Sphinx must watch out: files, files that were not there, and folders that may gain some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.messages import LANGUAGES
from sphinx_agentcfg.reference import read_reference
from sphinx_agentcfg.reference.translations import catalogue_path
from sphinx_agentcfg.sphinx_ext.domain import AgentcfgDomain, seen

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sphinx.environment import BuildEnvironment

    from sphinx_agentcfg.catalog import DocumentType
    from sphinx_agentcfg.reference import Reference
    from sphinx_agentcfg.sphinx_ext.page import Page

__all__ = ["read_once", "track", "track_texts"]

_Stamp = tuple[tuple[str, int, int], ...]
_references: dict[tuple[str, Path, str], tuple[_Stamp, Reference]] = {}


def read_once(env: BuildEnvironment, document_type: DocumentType, allowed: tuple[Path, ...], pointer: str) -> Reference:
    """Return the reference of *document_type*, read again only where one of its files has changed."""
    key = (document_type.id, document_type.schema, f"{env.srcdir}#{pointer}")
    known = _references.get(key)
    if known is not None and known[0] == _stamp(known[1]):
        return known[1]
    reference = read_reference(document_type, allowed, pointer)
    _references[key] = (_stamp(reference), reference)
    return reference


def _stamp(reference: Reference) -> _Stamp:
    stamps = []
    for path in (*reference.files, *reference.absent):
        try:
            stat = path.stat()
        except OSError:
            stamps.append((str(path), 0, 0))
        else:
            stamps.append((str(path), stat.st_mtime_ns, stat.st_size))
    return tuple(stamps)


def track(env: BuildEnvironment, *, files: Iterable[Path], absent: Iterable[Path], page: Page | None = None) -> None:
    """Make the current page depend on *files*, on *absent* ones that may appear, and on all that *page* read."""
    domain = env.domains["agentcfg"]
    assert isinstance(domain, AgentcfgDomain)  # noqa: S101  # registered under this name
    watched = domain.watched.setdefault(env.docname, {})
    present = [*files, *(_read_for(page) if page else ())]
    for path in dict.fromkeys(present):
        if path.is_file():
            env.note_dependency(str(path))
        else:
            watched[str(path)] = seen(str(path))
    for path in absent:
        watched[str(path)] = seen(str(path))
    document_type = page.reference.document_type if page else None
    if document_type and document_type.manifest:
        for verdict in ("valid", "invalid"):
            examples = document_type.manifest.parent / "examples" / verdict / document_type.name
            watched[str(examples)] = seen(str(examples))


def track_texts(env: BuildEnvironment, files: Iterable[Path]) -> None:
    """Make the current page depend on every catalogue that has or could have words for the texts in *files*."""
    track(env, files=[catalogue_path(file, language) for file in files for language in LANGUAGES], absent=())


def _read_for(page: Page) -> Iterable[Path]:
    """Give the manifest, the examples, and every catalogue that has or could have words for the page."""
    document_type = page.reference.document_type
    if document_type.manifest:
        yield document_type.manifest
        yield from document_type.examples("valid")
        yield from document_type.examples("invalid")
    yield from (catalogue.path for catalogue in page.translations.catalogues)
    texts = [*page.reference.files, *([document_type.manifest] if document_type.manifest else [])]
    yield from (catalogue_path(file, language) for file in texts for language in LANGUAGES)
