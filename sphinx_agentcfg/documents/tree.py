"""Where things start: nodes with character offsets in, the map JSON Pointer → ``Located`` out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.model import Located
from sphinx_agentcfg.documents.pointers import join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents.source import Source

__all__ = ["Node", "locate"]


@dataclass(slots=True)
class Node:
    """One value: offsets of its own and of its key's start; grows while a reader builds it.

    ``size`` is the number of values in it, itself included; ``height`` the number of containers nested in it. Both
    count what an alias stands for, at each place where it stands.
    """

    start: int
    key: int | None = None
    children: dict[str, Node] = field(default_factory=dict)
    size: int = 1
    height: int = 0

    def add(self, token: str, child: Node) -> None:
        """Put *child* in; a later one with the same token takes the place of the earlier one."""
        self.children[token] = child
        self.size += child.size
        self.height = max(self.height, child.height + 1)


def locate(root: Node, source: Source) -> dict[str, Located]:
    """Return pointer → place for every value below *root*, in document order."""
    return {
        pointer: Located(None if node.key is None else source.position(node.key), source.position(node.start))
        for pointer, node in _walk(root)
    }


def _walk(root: Node) -> Iterator[tuple[str, Node]]:
    stack = [("", root)]
    while stack:
        pointer, node = stack.pop()
        yield pointer, node
        stack.extend((join(pointer, token), child) for token, child in reversed(node.children.items()))
