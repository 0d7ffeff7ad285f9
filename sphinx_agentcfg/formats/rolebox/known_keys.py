"""An agent in, the keys in it that no source knows out, each with what is known at its place."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.rolebox.values import mapping
from sphinx_agentcfg.formats.rolebox.words import IGNORED_IN_SUBAGENTS, NOT_READ
from sphinx_agentcfg.reference.loading import load_schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sphinx_agentcfg.formats.rolebox.model import Agent
    from sphinx_agentcfg.manifests import DocumentType

__all__ = ["unknown_keys"]

#: Subagents are agents of their own; conditions have rules of their own; what is not read at all is told once.
_NOT_LOOKED_INTO = {"subagents", "termination", *NOT_READ}


class _Keys(NamedTuple):
    """What is known of a value: its keys, what any other key leads to, and what its items are."""

    known: Mapping[str, _Keys]
    rest: _Keys | None = None
    items: _Keys | None = None


#: An object that may hold anything.
_FREE = _Keys({})


def unknown_keys(document_type: DocumentType, agent: Agent) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """Give the pointer of each key that *agent* should not have, the key, and the keys that it could be meant for."""
    keys = _keys_in(document_type.schema, document_type.id)
    for key, value in mapping(agent.data).items():
        if key not in keys.known:
            yield join(agent.pointer, key), key, keys.known
        elif not (agent.level and key in IGNORED_IN_SUBAGENTS):
            yield from _strangers(value, keys.known[key], join(agent.pointer, key))


def _strangers(value: Any, keys: _Keys, pointer: str) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """Look into *value*; documents are at most a hundred levels deep."""
    if isinstance(value, dict) and (keys.known or keys.rest):
        for key, each in value.items():
            inside = keys.known.get(key, keys.rest)
            if inside is None:
                yield join(pointer, key), key, keys.known
            elif isinstance(each, dict | list):
                yield from _strangers(each, inside, join(pointer, key))
    elif isinstance(value, list) and keys.items:
        for i, each in enumerate(value):
            yield from _strangers(each, keys.items, join(pointer, i))


@lru_cache(maxsize=4)
def _keys_in(schema: Path, name: str) -> _Keys:
    return _read(load_schema(schema, name, ()).schema)


def _read(schema: Any) -> _Keys:
    schema = mapping(schema)
    rest, items = schema.get("additionalProperties"), schema.get("items")
    return _Keys(
        {
            key: _FREE if key in _NOT_LOOKED_INTO else _read(each)
            for key, each in mapping(schema.get("properties")).items()
        },
        _read(rest) if isinstance(rest, dict) else None,
        _read(items) if isinstance(items, dict) else None,
    )
