"""A page of a schema and a repository in, how many of its profiles set each field out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.audit.coverage import PROVENANCES

if TYPE_CHECKING:
    from sphinx_agentcfg.sphinx_ext.audited import Audited

__all__ = ["used_in"]

_WRITTEN = frozenset(place for place, word in enumerate(PROVENANCES) if word in {"own", "inherited", "merged"})


def used_in(repository: Audited, type_id: str) -> dict[str, tuple[int, int]]:
    """Return field → in how many profiles somebody set it, and of how many, as the table ``coverage`` has it."""
    cells = repository.audit.cells.get(type_id)
    if cells is None:
        return {}
    rows = list(cells.codes.values())
    return {
        path: (sum(codes[place] in _WRITTEN for codes in rows), len(rows)) for place, path in enumerate(cells.fields)
    }
