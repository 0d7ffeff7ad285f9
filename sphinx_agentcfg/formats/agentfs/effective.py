"""The data of one file in, its effective values out: legacy and alias fields stand where the schema has them now.

Which of two spellings wins is stated nowhere (``facts/agentfs-evolcore.md`` A.2.7): where both are there and differ,
the newer one counts, and its derivation is marked as assumed. What was written stays in the effective data too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.agentfs.model import Effective
from sphinx_agentcfg.formats.agentfs.values import same
from sphinx_agentcfg.formats.model import Derivation, Provenance
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.formats.model import Origin
    from sphinx_agentcfg.messages import Message

__all__ = [
    "ALIAS",
    "INVOCATION",
    "MODEL_FIELDS",
    "effective_agent",
    "effective_policy",
    "effective_skill",
    "old_counts",
]

#: The model fields (``seeds/agentfs-file-formats.zh.txt``, ``llm``): what is read of ``runtime``, and not ``engine``.
MODEL_FIELDS = ("provider", "providerId", "model", "thinkingBudgets", "maxRetryDelayMs")
INVOCATION, ALIAS = "disable-model-invocation", "disable_model_invocation"
_METADATA = "/metadata"
_COUNT = "/compression/max_recent_matters"


def effective_agent(data: dict[str, Any], origin: Origin) -> Effective:
    """Read the model fields of ``runtime`` as those of ``llm``, where there is no ``llm``."""
    old = mapping(data.get("runtime"))
    moved = {key: old[key] for key in MODEL_FIELDS if key in old}
    if not moved or data.get("llm") is not None:
        return Effective(data)
    reason = message("the file has the older `runtime` and no `llm`, so its model fields are read from there")
    derivation = Derivation(Provenance.OWN, origin._replace(pointer="/runtime"), reason=reason, assumed=True)
    return Effective({**data, "llm": moved}, {"/llm": derivation})


# The memory policy ---------------------------------------------------------------------------------------------------


def effective_policy(data: dict[str, Any], origin: Origin) -> Effective:
    """Read ``threshold_days`` as the count ``compression.max_recent_matters``, where that is absent."""
    compression = data.get("compression")
    old = list(old_counts(data))
    if not old or (compression is not None and not isinstance(compression, dict)):
        return Effective(data)
    own = mapping(compression)
    if "max_recent_matters" in own:
        if all(same(own["max_recent_matters"], value) for _, value in old):
            return Effective(data)
        reason = message("`threshold_days`, its older name, has another value; no source says which of the two counts")
        return Effective(data, {_COUNT: _told(origin, _COUNT, reason)})
    pointer, value = old[0]
    reason = message("written as the older `threshold_days`, which is read as a count")
    derived = {_COUNT: _told(origin, pointer, reason)}
    if compression is None:
        derived["/compression"] = derived[_COUNT]
    return Effective({**data, "compression": {**own, "max_recent_matters": value}}, derived)


def old_counts(data: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Give the pointer and the value of each ``threshold_days``; both places are assumed (A.1)."""
    compression = mapping(data.get("compression"))
    if "threshold_days" in compression:
        yield "/compression/threshold_days", compression["threshold_days"]
    if "threshold_days" in data:
        yield "/threshold_days", data["threshold_days"]


# Skills --------------------------------------------------------------------------------------------------------------


def effective_skill(data: dict[str, Any], origin: Origin, fields: frozenset[str]) -> Effective:
    """Read those of *fields* that stand under ``metadata`` only as if they stood at the root; the alias likewise."""
    wrapped = mapping(data.get("metadata"))
    chosen = {key: value for key, value in wrapped.items() if key in fields and key != ALIAS}
    if not chosen and ALIAS not in data and ALIAS not in wrapped:
        return Effective(data)
    joining = _Joining(origin)
    joined = joining.join(data, chosen, "")
    _invocation(joined, data, wrapped, joining)
    return Effective(joined, joining.derived, tuple(joining.differing))


class _Joining:
    """Puts the fields of ``metadata`` behind those of the root, and notes where each comes from."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.derived: dict[str, Derivation] = {}
        self.differing: list[str] = []

    def join(self, own: dict[str, Any], wrapped: dict[str, Any], pointer: str) -> dict[str, Any]:
        joined = dict(own)
        for key, value in wrapped.items():
            place = join(pointer, key)
            if key not in own:
                joined[key] = value
                self.derived[place] = Derivation(Provenance.OWN, self.origin._replace(pointer=_METADATA + place))
            elif isinstance(own[key], dict) and isinstance(value, dict):
                joined[key] = self.join(own[key], value, place)
            elif not same(own[key], value):
                self.differing.append(place)
                reason = message("`metadata` has another value for the field; no source says which of the two counts")
                self.derived[place] = _told(self.origin, place, reason)
        return joined


def _invocation(joined: dict[str, Any], data: dict[str, Any], wrapped: dict[str, Any], joining: _Joining) -> None:
    """Let the spelling with hyphens win over the alias wherever it is; of two aliases that at the root."""
    found = [(f"{at}/{ALIAS}", where[ALIAS]) for at, where in (("", data), (_METADATA, wrapped)) if ALIAS in where]
    if not found:
        return
    place = f"/{INVOCATION}"
    if INVOCATION not in joined:
        joined[INVOCATION] = found[0][1]
        reason = message("written as the alias `disable_model_invocation`")
        derivation = Derivation(Provenance.OWN, joining.origin._replace(pointer=found[0][0]), reason=reason)
        joining.derived[place] = derivation
        if not all(same(found[0][1], value) for _, value in found):
            joining.differing.append(f"/{ALIAS}")
    elif any(not same(joined[INVOCATION], value) for _, value in found):
        reason = message(
            "the alias `disable_model_invocation` has another value; no source says which of the two counts"
        )
        pointer = place if INVOCATION in data else _METADATA + place
        joining.derived[place] = _told(joining.origin, pointer, reason)


def _told(origin: Origin, pointer: str, reason: Message) -> Derivation:
    return Derivation(Provenance.OWN, origin._replace(pointer=pointer), reason=reason, assumed=True)
