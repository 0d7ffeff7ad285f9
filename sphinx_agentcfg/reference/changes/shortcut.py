"""Two places that are written alike in, the definitions that they lead to out: only those can still differ.

Most of two versions is the same text. What is not walked here is walked in full: references beside other rules, or
where a change of what they lead to is more than a change of that (``not``, ``if``, ``oneOf``, ``allOf`` …).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.reference.changes.canonical import ASSERTING, json_key
from sphinx_agentcfg.reference.keywords import DEFINITIONS, subschemas

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.changes.parts import Side
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["definitions_of_alike"]

_PLAIN = {"properties", "patternProperties", "additionalProperties", "items", "prefixItems", "anyOf"}
_REFERENCES = {"$ref", "$dynamicRef", "$recursiveRef"}


def definitions_of_alike(old_side: Side, old: Place, new_side: Side, new: Place) -> list[tuple[Place, Place]] | None:
    """Return each pair of definitions that both lead to; None where they are not alike, or not plainly."""
    if json_key(old.schema) != json_key(new.schema):
        return None
    before, after = _targets(old_side, old), _targets(new_side, new)
    if before is None or after is None:
        return None
    pairs = list(zip(before, after, strict=True))
    same = all(old_side.shared.get(b.key, b) == new_side.shared.get(a.key, a) for b, a in pairs)
    return pairs if same else None


def _targets(side: Side, start: Place) -> list[Place] | None:
    """Return where the references in *start* lead; None where one is not plain."""
    found: list[Place] = []
    stack = [(start, True)]
    while stack:
        place, plain = stack.pop()
        schema = place.schema
        if isinstance(schema, dict) and _REFERENCES & schema.keys():
            target = side.target(place)
            if not plain or target is None or ASSERTING & schema.keys() != {"$ref"}:
                return None
            found.append(target)
        late = isinstance(schema, dict) and ("unevaluatedProperties" in schema or "unevaluatedItems" in schema)
        inner = [t for t in subschemas(schema) if t[0] not in DEFINITIONS]
        stack.extend((place.at(*t), plain and t[0] in _PLAIN and not late) for t in inner)
    return found
