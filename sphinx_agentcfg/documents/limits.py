"""What a document may be at most: data in, its depth and its number of nodes out; the limits of ``spec/formats.md``."""

from __future__ import annotations

from typing import Any

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_DIGITS", "MAX_NODES", "depth_and_nodes", "is_long_number"]

MAX_BYTES = 5_000_000
MAX_DEPTH = 100
MAX_NODES = 100_000
MAX_DIGITS = 4_000


def depth_and_nodes(data: Any) -> tuple[int, int]:
    """Return how many containers are nested in one another, and how many values there are (keys do not count).

    Stops one level below ``MAX_DEPTH``, so a value that contains itself ends too.
    """
    nodes = 1
    depth = 0
    level = [data] if isinstance(data, dict | list) else []
    while level and depth <= MAX_DEPTH:
        depth += 1
        values = [value for box in level for value in (box.values() if isinstance(box, dict) else box)]
        nodes += len(values)
        level = [value for value in values if isinstance(value, dict | list)]
    return depth, nodes


def is_long_number(literal: str) -> bool:
    """Return whether a number is written with more than ``MAX_DIGITS`` characters after sign and ``0x`` / ``0o``."""
    return len(literal) > MAX_DIGITS and len(literal.lstrip("+-").removeprefix("0x").removeprefix("0o")) > MAX_DIGITS
