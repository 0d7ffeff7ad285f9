"""A file's path and a catalog in, the document type of the file out: by its examples folder, else by the file patterns.

Patterns are those of ``format.toml``. They count from the root of a repository, which nobody names here, so they are
matched against the end of the absolute path; the one that says most of the path wins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_agentcfg.errors import BrokenFormat
from sphinx_agentcfg.manifests import MANIFEST, read_format

if TYPE_CHECKING:
    from sphinx_agentcfg.catalog import Catalog
    from sphinx_agentcfg.manifests import ConfigFormat, DocumentType

__all__ = ["Guess", "fits", "type_of_file"]

_VERDICTS = {"valid", "invalid"}
_SUFFIXES = {
    "json": {".json"},
    "yaml": {".yaml", ".yml"},
    "toml": {".toml"},
    "frontmatter": {".md", ".markdown"},
    "markdown": {".md", ".markdown"},
}


@dataclass(frozen=True, slots=True)
class Guess:
    """The type of a file.

    Without one, ``near`` are the types that it could have by its suffix, or (``several``) by its path;
    ``obstacle`` is what stood in the way.
    """

    type: DocumentType | None
    near: tuple[DocumentType, ...] = ()
    several: bool = False
    obstacle: str = ""


def type_of_file(path: Path, catalog: Catalog) -> Guess:
    """Return the type of the file at *path*, which need not exist."""
    path = Path(path).absolute()
    try:
        example = _type_of_example(path, catalog)
    except BrokenFormat as error:
        return Guess(None, obstacle=str(error))
    if example is not None:
        return Guess(example)
    fitting = _fitting(path, catalog)
    if not fitting:
        near = (t for t in catalog.document_types if t.files and path.suffix.lower() in _SUFFIXES.get(t.syntax, ()))
        return Guess(None, tuple(near))
    most = max(weight for weight, _ in fitting)
    best = {t.id: t for weight, t in fitting if weight == most}
    return Guess(next(iter(best.values()))) if len(best) == 1 else Guess(None, tuple(best.values()), several=True)


def _type_of_example(path: Path, catalog: Catalog) -> DocumentType | None:
    """Return the type of ``<format>/examples/<verdict>/<type>/<file>``; the format may be one that nobody named."""
    name, verdict, examples = path.parent.name, path.parent.parent.name, path.parent.parent.parent
    folder = examples.parent
    if verdict not in _VERDICTS or examples.name != "examples" or not (folder / MANIFEST).is_file():
        return None
    found = _format_in(folder, catalog)
    return next((d for d in found.documents if d.name == name), None)


def _format_in(folder: Path, catalog: Catalog) -> ConfigFormat:
    real = folder.resolve()
    known = next((f for f in catalog.formats if f.folder.resolve() == real), None)
    return known or read_format(folder)


def _fitting(path: Path, catalog: Catalog) -> list[tuple[tuple[int, int, int], DocumentType]]:
    """Return each type with a pattern that fits, and how much of the path that pattern says."""
    text = path.as_posix()
    return [
        (_weight(pattern), document_type)
        for document_type in catalog.document_types
        if not any(fits(text, pattern) for pattern in document_type.files_not)
        for pattern in document_type.files
        if fits(text, pattern)
    ]


def fits(path: str, pattern: str) -> bool:
    """Say whether *path*, absolute or from any root, ends in what *pattern* describes.

    ``**`` stands for any number of folders and ``*`` for any part of a name; neither begins with a dot.
    """
    return _compiled(pattern).search(path) is not None


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str]:
    parts = [_part(part) for part in pattern.strip("/").split("/")]
    return re.compile(r"(?:\A|/)" + "".join(parts).removesuffix("/") + r"\Z")


def _part(part: str) -> str:
    if part == "**":
        return r"(?:(?!\.)[^/]+/)*"
    name = "".join("[^/]*" if piece == "*" else re.escape(piece) for piece in re.split(r"(\*)", part))
    return ("" if part.startswith(".") else r"(?!\.)") + name + "/"


def _weight(pattern: str) -> tuple[int, int, int]:
    """Return how exact a pattern is: parts without a wildcard, letters, and no ``**``."""
    parts = [p for p in pattern.split("/") if p != "**"]
    return sum("*" not in p for p in parts), sum(len(p.replace("*", "")) for p in parts), -pattern.count("**")
