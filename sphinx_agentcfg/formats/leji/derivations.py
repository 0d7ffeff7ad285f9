"""The lists of a base and of a profile over it in; where each item of the joined lists comes from out, when asked.

A run makes tens of thousands of profiles and tells of a few, so a profile holds one small object that only refers to
both sides (``facts/leji.md`` §1.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sphinx_agentcfg.formats.model import Change, Derivation, Element, Origin, Provenance

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["BaseLists", "Heritage", "Inherited", "Merged"]


class BaseLists(NamedTuple):
    """What a base hands down: its profile id, its file, and its lists in the order in which they join the fields."""

    profile: str
    path: str
    #: Key → the list, and its items as a set.
    lists: Mapping[str, tuple[list[str], frozenset[str]]]


_INHERITS: Final = "/inherits"
_NO_BASE: Final = BaseLists("", "", {})


@dataclass(frozen=True, slots=True)
class Inherited(Derivation):
    """A list that is the base's."""

    base: BaseLists = _NO_BASE
    key: str = ""

    def told(self, effective: Any) -> tuple[Element, ...]:
        """Return an element for each item, all of them kept from the base."""
        return tuple(_kept(self.base, self.key, effective, len(effective))) if isinstance(effective, list) else ()

    def givers(self, effective: Any) -> tuple[str, ...]:
        """Return the base."""
        return (self.base.profile,) if effective else ()


@dataclass(frozen=True, slots=True)
class Merged(Derivation):
    """The items of the base, then those of the profile's ``own`` list that the base does not have."""

    base: BaseLists = _NO_BASE
    key: str = ""
    own: Sequence[str] = ()
    profile: str = ""
    path: str = ""

    def told(self, effective: Any) -> tuple[Element, ...]:
        """Return the base's elements, then the profile's own in the order of its file, the dropped ones too."""
        if not isinstance(effective, list):
            return ()
        items, in_base = self.base.lists[self.key]
        position = len(items)
        elements = _kept(self.base, self.key, effective, position)
        for i, item in enumerate(self.own):
            origin = Origin(self.profile, self.path, f"/{self.key}/{i}")
            if item in in_base:
                elements.append(Element(item, None, origin, Change.REMOVED))
            else:
                elements.append(Element(item, position, origin, Change.ADDED))
                position += 1
        return tuple(elements)

    def givers(self, effective: Any) -> tuple[str, ...]:
        """Return the base, and the profile where one of its items arrived."""
        if not isinstance(effective, list):
            return ()
        in_base = self.base.lists[self.key][1]
        added = any(item not in in_base for item in self.own)
        return (self.base.profile, self.profile) if added else (self.base.profile,)


class Heritage(Mapping[str, Derivation]):
    """Pointer → derivation of each list that is not only the profile's own; made when it is asked for.

    ``inherits`` is in it too: the file has the field, although it is no effective one.
    """

    __slots__ = ("_data", "_path", "_profile", "base")

    def __init__(self, base: BaseLists, profile: str, path: str, data: Mapping[str, Any]) -> None:
        self.base = base
        self._profile = profile
        self._path = path
        self._data = data

    def __getitem__(self, pointer: str) -> Derivation:
        base, key = self.base, pointer[1:]
        if pointer == _INHERITS:
            return Derivation(Provenance.OWN, Origin(self._profile, self._path, _INHERITS))
        if pointer[:1] != "/" or key not in base.lists:
            raise KeyError(pointer)
        items, mine = base.lists[key][0], self._data.get(key)
        if mine and items:
            return Merged(Provenance.MERGED, base=base, key=key, own=mine, profile=self._profile, path=self._path)
        if mine is not None and not items:
            raise KeyError(pointer)  # the base's list is empty: nothing is inherited
        return Inherited(Provenance.INHERITED, Origin(base.profile, base.path, f"/{key}"), base=base, key=key)

    def __iter__(self) -> Iterator[str]:
        data = self._data
        yield _INHERITS
        yield from (f"/{key}" for key, (items, _) in self.base.lists.items() if items or data.get(key) is None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _kept(base: BaseLists, key: str, effective: Sequence[str], count: int) -> list[Element]:
    return [
        Element(effective[i], i, Origin(base.profile, base.path, f"/{key}/{i}"), Change.KEPT, Provenance.INHERITED)
        for i in range(count)
    ]
