"""A document and the reference of its type in, the field that each of its keys belongs to out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.pointers import split
from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.patterns import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.reference.model import Field, Reference

__all__ = ["FieldFinder", "key_paths"]

# Lines as the readers count them: U+2028 and its like are text.
_LINE_END = re.compile(r"\r\n|\r|\n")


class FieldFinder:
    """Finds the path of the entry that explains a place in a document."""

    def __init__(self, reference: Reference) -> None:
        self._known = {f.path for f in reference.fields()} | {""}
        self._links = dict(reference.links)
        self._free: dict[str, list[Field]] = {}
        for parent in (reference.root, *reference.fields()):
            for field in parent.children:
                if paths.is_free(field.path, parent.path):
                    self._free.setdefault(paths.container(field.path, parent.path), []).append(field)

    def find(self, tokens: tuple[str, ...]) -> str | None:
        """Return the path for the keys and indices *tokens* (an index is a number in text), or None."""
        path = ""
        for token in tokens:
            _, step = self.step(path, token)
            if step is None:
                return None
            path = step
        return path

    def step(self, path: str, token: str) -> tuple[str, str | None]:
        """Return the field that explains *path* (itself, or a definition), and the one that *token* leads to there."""
        path = self._links.get(path, path)
        return path, self._step(path, token)

    def _step(self, path: str, token: str) -> str | None:
        named = paths.child(path, token)
        if named in self._known:
            return named
        for field in self._free.get(path, ()):
            keys = split(field.pointer)
            if keys[-2:-1] != ("patternProperties",) or matches(keys[-1], token):
                return field.path
        if token.isdigit():
            at = paths.item(path, int(token))
            inside = (f"{at}.", f"{at}[")
            return at if at in self._links or any(k.startswith(inside) for k in self._known) else paths.item(path)
        return None


def key_paths(reference: Reference, document: Document) -> Iterator[tuple[int, str]]:
    """Give the offset of each key in the document's text, and the path of the field that explains it."""
    finder = FieldFinder(reference)
    starts = [0, *(match.end() for match in _LINE_END.finditer(document.text))]
    for pointer, located in document.positions().items():
        path = finder.find(split(pointer)) if located.key else None
        if path and located.key:
            yield starts[located.key.line - 1] + located.key.column - 1, path
