"""Names and paths in, ids of profiles out (``spec/interfaces.md`` → Profiles)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["unique_ids"]


def unique_ids(config_format: str, named: Sequence[tuple[str, str]]) -> list[str]:
    """Return an id for each (name, path): ``<format>:<name>``, with ``@<path>`` for those that share a name.

    Two profiles of one name in one file are told apart by a number after the path.
    """
    many = {name for name, count in Counter(name for name, _ in named).items() if count > 1}
    ids, used = [], Counter[str]()
    for name, path in named:
        each = f"{config_format}:{name}@{path}" if name in many else f"{config_format}:{name}"
        used[each] += 1
        ids.append(each if used[each] == 1 else f"{each}#{used[each]}")
    return ids
