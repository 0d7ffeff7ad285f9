"""Any JSON value in, what can safely be asked of it out: the mapping, the strings with their places, sameness."""

from __future__ import annotations

from typing import Any

__all__ = ["beside", "mapping", "same", "texts"]


def mapping(value: Any) -> dict[str, Any]:
    """Return *value* where it is a mapping, else an empty one: the schema tells of the wrong type."""
    return value if isinstance(value, dict) else {}


def texts(value: Any) -> list[tuple[int, str]]:
    """Return each string in *value* with its index; none where it is no list."""
    return [(i, each) for i, each in enumerate(value) if isinstance(each, str)] if isinstance(value, list) else []


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
