"""A schema in, the keys that it knows at each place out; a value in, the places of the keys that it does not know.

For formats whose objects stay open: there, a key that nobody knows is no violation, and yet worth a word. An object of
which the schema says nothing is free.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.reference.loading import load_schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["Keys", "keys_of", "strangers"]


class Keys(NamedTuple):
    """What is known of a value: its keys, what any other key leads to, and what its items are."""

    known: Mapping[str, Keys]
    rest: Keys | None = None
    items: Keys | None = None


#: An object that may hold anything.
_FREE = Keys({})


@lru_cache(maxsize=32)
def keys_of(schema: Path, name: str, free: frozenset[str] = frozenset()) -> Keys:
    """Return what the schema file knows; what lies in a key of *free* is never looked at."""
    return _read(load_schema(schema, name, ()).schema, free)


def _read(schema: Any, free: frozenset[str]) -> Keys:
    schema = mapping(schema)
    properties = mapping(schema.get("properties"))
    rest, items = schema.get("additionalProperties"), schema.get("items")
    return Keys(
        {key: _FREE if key in free else _read(each, free) for key, each in properties.items()},
        _read(rest, free) if isinstance(rest, dict) else None,
        _read(items, free) if isinstance(items, dict) else None,
    )


def strangers(value: Any, keys: Keys, pointer: str = "") -> Iterator[tuple[str, str, Keys]]:
    """Give the pointer of each key that is not known, the key, and what is known at its place.

    The recursion ends: documents are at most a hundred levels deep.
    """
    if isinstance(value, dict) and (keys.known or keys.rest):
        for key, each in value.items():
            inside = keys.known.get(key, keys.rest)
            if inside is None:
                yield join(pointer, key), key, keys
            elif isinstance(each, dict | list):
                yield from strangers(each, inside, join(pointer, key))
    elif isinstance(value, list) and keys.items:
        for i, each in enumerate(value):
            yield from strangers(each, keys.items, join(pointer, i))
