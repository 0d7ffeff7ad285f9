"""Any JSON value in, what can safely be asked of it out: the mapping, the strings with their places, a number."""

from __future__ import annotations

from typing import Any

__all__ = ["is_number", "mapping", "texts"]


def mapping(value: Any) -> dict[str, Any]:
    """Return *value* where it is a mapping, else an empty one: the schema tells of the wrong type."""
    return value if isinstance(value, dict) else {}


def texts(value: Any) -> list[tuple[int, str]]:
    """Return each string in *value* with its index; none where it is no list."""
    return [(i, each) for i, each in enumerate(value) if isinstance(each, str)] if isinstance(value, list) else []


def is_number(value: Any) -> bool:
    """Say whether *value* is a number; a truth value is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)
