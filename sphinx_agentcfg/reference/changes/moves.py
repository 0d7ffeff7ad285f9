"""The changes of a walk in, the same out with each field that is gone here and came there as one that moved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.changes.canonical import json_key
from sphinx_agentcfg.reference.changes.model import ChangeClass, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.reference.changes.model import Change
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["with_moves"]

#: A schema with one of these is told from every other; two fields that are just "a string" have nothing in common.
_TELLING = {"title", "description", "properties", "enum", "pattern", "$ref", "oneOf", "anyOf", "allOf"}

Noted = tuple["Change", tuple["Place", ...]]


def with_moves(changes: Sequence[Change], noted: Sequence[Noted]) -> list[Change]:
    """Return *changes* with pairs of the same subschema, once gone and once come, as one change.

    The two must be the only ones of their kind, and have their key or something telling in common.
    """
    gone = _by_schema([n for n in noted if n[0].kind is Kind.FIELD_REMOVED])
    come = _by_schema([n for n in noted if n[0].kind is Kind.FIELD_ADDED])
    moved: dict[int, Change] = {}
    left_out: set[int] = set()
    for key in gone.keys() & come.keys():
        (old, places), (new, _) = gone[key][0], come[key][0]
        telling = any(isinstance(p.schema, dict) and _TELLING & p.schema.keys() for p in places)
        if len(gone[key]) == len(come[key]) == 1 and (telling or paths.key(old.path) == paths.key(new.path)):
            left_out.add(id(old))
            moved[id(new)] = _moved(old, new)
    return [moved.get(id(c), c) for c in changes if id(c) not in left_out]


def _moved(old: Change, new: Change) -> Change:
    breaking = ChangeClass.BREAKING in (old.class_, new.class_)
    return replace(
        new,
        kind=Kind.FIELD_MOVED,
        class_=ChangeClass.BREAKING if breaking else ChangeClass.COMPATIBLE,
        old_pointer=old.old_pointer,
        old_path=old.path,
    )


def _by_schema(noted: Sequence[Noted]) -> dict[str, list[Noted]]:
    found: dict[str, list[Noted]] = {}
    for each in noted:
        found.setdefault(json_key([p.schema for p in each[1]]), []).append(each)
    return found
