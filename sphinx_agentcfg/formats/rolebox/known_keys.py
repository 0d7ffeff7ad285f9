"""An agent in, the keys in it that no source knows out, each with what is known at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.known_keys import keys_of, strangers
from sphinx_agentcfg.formats.rolebox.words import IGNORED_IN_SUBAGENTS, NOT_READ
from sphinx_agentcfg.formats.values import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.formats.known_keys import Keys
    from sphinx_agentcfg.formats.rolebox.model import Agent
    from sphinx_agentcfg.manifests import DocumentType

__all__ = ["unknown_keys"]

#: Subagents are agents of their own; conditions have rules of their own; what is not read at all is told once.
_FREE = frozenset({"subagents", "termination", *NOT_READ})


def unknown_keys(document_type: DocumentType, agent: Agent) -> Iterator[tuple[str, str, Keys]]:
    """Give the pointer of each key that *agent* should not have, the key, and what is known at its place."""
    keys = keys_of(document_type.schema, document_type.id, _FREE)
    for key, value in mapping(agent.data).items():
        if key not in keys.known:
            yield join(agent.pointer, key), key, keys
        elif not (agent.level and key in IGNORED_IN_SUBAGENTS):
            yield from strangers(value, keys.known[key], join(agent.pointer, key))
