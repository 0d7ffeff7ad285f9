"""The fields that one directive shows in, the anchor that a path, a pointer or a pattern of one means out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.reference.paths import anchor, comparable

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Entry"]

_MOST_HOPS = 100


class Entry(NamedTuple):
    """What one directive shows: its fields as path and pointer, and which path a definition explains.

    Anchors follow from the paths, so they are not kept: Sphinx reads all of this again with every build.
    """

    docname: str
    line: int
    type_id: str
    root: tuple[str, str] = ("", "")
    fields: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()

    @property
    def anchor(self) -> str:
        """The id of the schema's own entry."""
        return anchor(self.type_id)

    def anchor_of(self, path: str) -> str:
        """Return the id of the entry of *path*, which must be one of ours."""
        return self.anchor if path == self.root[0] else anchor(self.type_id, path)

    @property
    def targets(self) -> Iterator[tuple[str, str]]:
        """Give each field as a role writes it, and its path: a definition has no path, so it goes by its pointer."""
        for path, pointer in self.fields:
            yield pointer if path.startswith("#") else path, path

    def find(self, target: str) -> str | None:
        """Return the anchor of a path or a pointer, following shared definitions; ``*`` stands for any ``<…>``."""
        known = (self.root, *self.fields)
        if target.startswith("/"):
            return next((self.anchor_of(path) for path, pointer in known if pointer == target), None)
        exact = {path for path, _ in known}
        loose = {comparable(path): path for path, _ in reversed(known)}
        links = {comparable(path): to for path, to in self.links}
        for _ in range(_MOST_HOPS):
            if target in exact:
                return self.anchor_of(target)
            target = comparable(target)
            if target in loose:
                return self.anchor_of(loose[target])
            prefix = max((p for p in links if _is_prefix(p, target)), key=len, default=None)
            if prefix is None:
                return None
            target = _continued(links[prefix], target[len(prefix) :])
        return None


def _is_prefix(prefix: str, path: str) -> bool:
    return path.startswith(prefix) and path[len(prefix) : len(prefix) + 1] in {".", "[", ""}


def _continued(start: str, rest: str) -> str:
    return f"{start}{rest}" if start else rest.removeprefix(".")
