"""A schema in, the keys that it knows at each place out; a document in, the places of the keys that it does not know.

Objects of AgentFS stay open, so a key that nobody knows is worth a word and no more. An object of which nothing is
known (``retry``, ``agents``) is free. A key that begins with ``$`` speaks to an editor.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.agentfs.effective import MODEL_FIELDS
from sphinx_agentcfg.formats.agentfs.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.workspace import Workspace
    from sphinx_agentcfg.manifests import DocumentType

__all__ = ["known_keys", "unknown_fields"]

#: No more of one document is told one by one, and no longer key is compared with others.
_MOST, _LONGEST = 20, 60


class _Keys(NamedTuple):
    """What is known of a value: its keys, what any other key leads to, and what its items are."""

    known: Mapping[str, _Keys]
    rest: _Keys | None = None
    items: _Keys | None = None


_FREE = _Keys({})


def known_keys(document_type: DocumentType) -> frozenset[str]:
    """Return the keys that the schema of a type knows at the root of a document."""
    return frozenset(_keys_in(document_type.schema, document_type.id).known)


def unknown_fields(workspace: Workspace, document: Document, type_name: str) -> Iterator[Finding]:
    """Give a finding for each key of *document* that its schema does not know, none for what such a key holds."""
    document_type = workspace.type(type_name)
    places = list(_strangers(document.data, _keys_in(document_type.schema, document_type.id), ""))
    for i, (pointer, key, keys) in enumerate(places):
        if i == _MOST:
            text = message(
                "neither the documentation nor a real file that we know has the field `{field}`, nor {n} more below "
                "it; check the spelling",
                field=excerpt(key),
                n=len(places) - i - 1,
            )
            yield workspace.report("unknown-field", document, text, pointer=pointer, at_key=True)
            return
        near = get_close_matches(key, keys.known, n=1, cutoff=0.75) if len(key) <= _LONGEST else []
        text = message(
            "neither the documentation nor a real file that we know has the field `{field}`; check the spelling",
            field=excerpt(key),
        )
        if near:
            text = message(
                "neither the documentation nor a real file that we know has the field `{field}`; did you mean "
                "`{near}`?",
                field=excerpt(key),
                near=near[0],
            )
        yield workspace.report("unknown-field", document, text, pointer=pointer, at_key=True)


def _strangers(value: Any, keys: _Keys, pointer: str) -> Iterator[tuple[str, str, _Keys]]:
    """Give the pointer, the key and what was known at its place; documents are at most a hundred levels deep."""
    if isinstance(value, dict) and (keys.known or keys.rest):
        for key, each in value.items():
            inside = keys.known.get(key, keys.rest)
            if inside is not None:
                if isinstance(each, dict | list):
                    yield from _strangers(each, inside, join(pointer, key))
            elif not key.startswith("$"):
                yield join(pointer, key), key, keys
    elif isinstance(value, list) and keys.items:
        for i, each in enumerate(value):
            yield from _strangers(each, keys.items, join(pointer, i))


@lru_cache(maxsize=32)
def _keys_in(schema: Path, name: str) -> _Keys:
    keys = _read(load_schema(schema, name, ()).schema)
    if "runtime" not in keys.known or "llm" not in keys.known:
        return keys
    # What is read of the older object is known there too (facts/agentfs-evolcore.md A.2.7).
    llm, runtime = keys.known["llm"], keys.known["runtime"]
    moved = {key: llm.known[key] for key in MODEL_FIELDS if key in llm.known}
    return keys._replace(known={**keys.known, "runtime": runtime._replace(known={**runtime.known, **moved})})


def _read(schema: Any) -> _Keys:
    schema = mapping(schema)
    known = {key: _read(each) for key, each in mapping(schema.get("properties")).items()}
    rest, items = schema.get("additionalProperties"), schema.get("items")
    if not known and not isinstance(rest, dict) and not isinstance(items, dict):
        return _FREE
    return _Keys(
        known, _read(rest) if isinstance(rest, dict) else None, _read(items) if isinstance(items, dict) else None
    )
