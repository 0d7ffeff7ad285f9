"""The text of a TOML file that can be read in, the line of each table and key out."""

from __future__ import annotations

import re
import tomllib
from collections import Counter

__all__ = ["key_lines"]

_LONG_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}', re.DOTALL)
_HEADER = re.compile(r"[ \t]*(\[\[?)([^\]#\n]+)\]{1,2}[ \t]*(?:#.*)?\Z")
_KEY = re.compile(r"""[ \t]*((?:[A-Za-z0-9_.-]+|"[^"\n]*"|'[^'\n]*'|[ \t]+)+?)[ \t]*=""")


def key_lines(text: str) -> dict[tuple[str | int, ...], int]:
    """Return path → line, counted from 1, for each table and each key that starts a line.

    A path is a tuple of keys, and of indexes in arrays of tables: ``("suppress", 0, "rule")``. It is exact for files as
    people write them; what looks like a key inside an array of several lines may add one that is not there.
    """
    places: dict[tuple[str | int, ...], int] = {}
    arrays: Counter[tuple[str | int, ...]] = Counter()
    table: tuple[str | int, ...] = ()
    for number, line in enumerate(_without_long_strings(text).split("\n"), start=1):
        header = _HEADER.match(line)
        if header:
            path = _keys(header[2])
            if path is None:
                continue
            table = path
            if header[1] == "[[":
                table = (*path, arrays[path])
                arrays[path] += 1
            places.setdefault(path, number)
            places.setdefault(table, number)
            continue
        key = _KEY.match(line)
        inner = _keys(key[1]) if key else None
        if inner is not None:
            places.setdefault((*table, *inner), number)
    return places


def _without_long_strings(text: str) -> str:
    return _LONG_STRING.sub(lambda match: '""' + "\n" * match[0].count("\n"), text)


def _keys(written: str) -> tuple[str | int, ...] | None:
    """Return the parts of a dotted key, quoted ones too; None where it is none."""
    try:
        data: object = tomllib.loads(f"{written.strip()} = 0")
    except tomllib.TOMLDecodeError:
        return None
    path: list[str | int] = []
    while isinstance(data, dict):
        ((key, data),) = data.items()
        path.append(key)
    return tuple(path)
