"""JSON values and names in folders in, whether two are the same and where one lies out."""

from __future__ import annotations

from typing import Any

__all__ = ["beside", "same"]


def same(one: Any, other: Any) -> bool:
    """Say whether two JSON values are equal; ``1`` and ``1.0`` are, ``1`` and ``true`` are not."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def beside(folder: str, name: str) -> str:
    """Return the path of *name* in *folder*, where ``""`` is the root."""
    return f"{folder}/{name}" if folder else name
