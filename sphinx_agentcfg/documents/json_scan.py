"""JSON text in, the places of its values out; never refuses a text, so that it can also look at broken ones."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.documents.limits import MAX_DEPTH, MAX_NODES
from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.documents.tree import Node

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Scan", "Spot", "has_surrogates", "scan"]

# A string (also one that is never closed), a mark, or a run of anything else. Possessive: no text makes it backtrack.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{},:]|[^\s\[\]{},:"]++', re.DOTALL)

# A surrogate as an escape; two of them may be one character.
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_LONE = re.compile("[\ud800-\udfff]")

# Numbers that may be infinite, not a number, or longer than we read.
_ODD_NUMBER = re.compile(r"-?(?:NaN|Infinity|[0-9.]*[eE][-+0-9]*|[-+0-9.eE]{300,})\Z")


class Spot(NamedTuple):
    """Something worth a look: where it starts and the pointer to it."""

    start: int
    pointer: str
    text: str
    #: For a key that was there before: the offset of the earlier one.
    earlier: int | None = None


@dataclass(slots=True)
class _Frame:
    """A container that is open."""

    node: Node
    is_object: bool
    member: str = "0"
    key: int | None = None
    wants_key: bool = True
    index: int = 0


@dataclass
class Scan:
    """Reads token after token; ``root`` is the tree so far, ``frames`` the containers that are still open."""

    root: Node | None = None
    frames: list[_Frame] = field(default_factory=list)
    duplicates: list[Spot] = field(default_factory=list)
    odd_numbers: list[Spot] = field(default_factory=list)
    lone_surrogates: list[Spot] = field(default_factory=list)
    nodes: int = 0
    too_deep: Spot | None = None
    too_many: Spot | None = None

    @property
    def pointer(self) -> str:
        """The pointer to the value that is being read."""
        pointer = ""
        for frame in self.frames:
            if not (frame.is_object and frame.wants_key):
                pointer = join(pointer, frame.member)
        return pointer

    @property
    def open_at(self) -> int | None:
        """Where the innermost open container starts."""
        return self.frames[-1].node.start if self.frames else None

    def read(self, token: str, start: int) -> None:
        """Take one token."""
        frame = self.frames[-1] if self.frames else None
        match token[0]:
            case "{" | "[":
                self._open(token, start)
            case "}" | "]":
                self._close()
            case ",":
                self._next_member(frame)
            case ":":
                if frame is not None:
                    frame.wants_key = False
            case _ if frame is not None and frame.is_object and frame.wants_key:
                frame.member, frame.key = _decoded(token), start
                self._look_for_surrogates(token, start, join(self.pointer, frame.member))
            case first:
                self._place(Node(start))
                self._look_for_surrogates(token, start, self.pointer)
                if first != '"' and _ODD_NUMBER.match(token):
                    self.odd_numbers.append(Spot(start, self.pointer, token))

    def _look_for_surrogates(self, token: str, start: int, pointer: str) -> None:
        lone = _LONE.search(_decoded(token)) if has_surrogates(token) else None
        if lone is not None:
            self.lone_surrogates.append(Spot(start, pointer, f"\\u{ord(lone.group()):04x}"))

    def _open(self, bracket: str, start: int) -> None:
        node = Node(start)
        self._place(node)
        if len(self.frames) == MAX_DEPTH:
            self.too_deep = Spot(start, self.pointer, bracket)
        self.frames.append(_Frame(node, is_object=bracket == "{"))

    def _close(self) -> None:
        if self.frames:
            self.frames.pop()

    @staticmethod
    def _next_member(frame: _Frame | None) -> None:
        if frame is None:
            return
        if frame.is_object:
            frame.wants_key = True
        else:
            frame.index += 1
            frame.member = str(frame.index)

    def _place(self, node: Node) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES and self.too_many is None:
            self.too_many = Spot(node.start, self.pointer, "")
        if not self.frames:
            self.root = self.root or node
            return
        frame = self.frames[-1]
        node.key = frame.key
        earlier = frame.node.children.get(frame.member)
        if earlier is not None and frame.is_object and node.key is not None:
            self.duplicates.append(Spot(node.key, self.pointer, frame.member, earlier.key))
        frame.node.children[frame.member] = node


def has_surrogates(text: str) -> bool:
    """Say whether *text* holds escapes that may be half of a character."""
    return "\\u" in text and _SURROGATE.search(text) is not None


def _tokens(text: str, stop: int) -> Iterator[tuple[str, int]]:
    return ((match.group(), match.start()) for match in _TOKEN.finditer(text, 0, stop))


def scan(text: str, stop: int | None = None) -> Scan:
    """Read *text* up to *stop*, or to where it goes beyond the limits of depth or size."""
    result = Scan()
    for token, start in _tokens(text, len(text) if stop is None else stop):
        result.read(token, start)
        if result.too_deep or result.too_many:
            break
    return result


def _decoded(token: str) -> str:
    if "\\" not in token:
        return token.strip('"')
    try:
        return str(json.loads(token, strict=False))
    except ValueError:
        return token
