"""A schema in, the keys that it knows at each place out; a document in, the places of the keys that it does not know.

Objects of AgentFS stay open, so a key that nobody knows is worth a word and no more. A key that begins with ``$``
speaks to an editor.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.agentfs.effective import MODEL_FIELDS
from sphinx_agentcfg.formats.known_keys import keys_of, strangers
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.known_keys import Keys
    from sphinx_agentcfg.formats.workspace import Workspace
    from sphinx_agentcfg.manifests import DocumentType

__all__ = ["known_keys", "unknown_fields"]

#: No more of one document is told one by one, and no longer key is compared with others.
_MOST, _LONGEST = 20, 60


def known_keys(document_type: DocumentType) -> frozenset[str]:
    """Return the keys that the schema of a type knows at the root of a document."""
    return frozenset(_keys_in(document_type.schema, document_type.id).known)


def unknown_fields(workspace: Workspace, document: Document, type_name: str) -> Iterator[Finding]:
    """Give a finding for each key of *document* that its schema does not know, none for what such a key holds."""
    document_type = workspace.type(type_name)
    keys_there = _keys_in(document_type.schema, document_type.id)
    places = [each for each in strangers(document.data, keys_there) if not each[1].startswith("$")]
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


@lru_cache(maxsize=32)
def _keys_in(schema: Path, name: str) -> Keys:
    keys = keys_of(schema, name)
    if "runtime" not in keys.known or "llm" not in keys.known:
        return keys
    # What is read of the older object is known there too (facts/agentfs-evolcore.md A.2.7).
    llm, runtime = keys.known["llm"], keys.known["runtime"]
    moved = {key: llm.known[key] for key in MODEL_FIELDS if key in llm.known}
    return keys._replace(known={**keys.known, "runtime": runtime._replace(known={**runtime.known, **moved})})
