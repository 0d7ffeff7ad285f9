"""JSON Pointers (RFC 6901): keys in, pointers out, and back; a pointer and data in, the value there out."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

__all__ = ["escape", "from_fragment", "join", "number_of", "numbers", "resolve", "split"]

# Section 4 of the RFC: no leading zeros. No list has more than 10**15 items, and int() refuses very long digits.
_INDEX = re.compile(r"(?:0|[1-9][0-9]{0,14})\Z")
_DEEP = frozenset({dict, list})
_BAD_ESCAPE = re.compile(r"~(?![01])")


def escape(token: str) -> str:
    """Return *token* as it is written inside a pointer."""
    return token.replace("~", "~0").replace("/", "~1")


def join(pointer: str, token: str | int) -> str:
    """Return the pointer to the member or item *token* of what *pointer* names."""
    return f"{pointer}/{escape(str(token))}"


def split(pointer: str) -> tuple[str, ...]:
    """Return the unescaped tokens of *pointer*; raise ValueError if it is not a pointer."""
    if not pointer:
        return ()
    if "~" not in pointer and pointer.startswith("/"):
        return tuple(pointer[1:].split("/"))
    if not pointer.startswith("/") or _BAD_ESCAPE.search(pointer):
        raise ValueError(f"not a JSON Pointer: {pointer!r}")
    # "~1" first: "~01" means "~1", not "/".
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/"))


def resolve(data: Any, pointer: str) -> Any:
    """Return the value that *pointer* names in *data*; raise LookupError if there is none."""
    try:
        tokens = split(pointer)
    except ValueError as error:
        raise LookupError(str(error)) from None
    for token in tokens:
        data = _step(data, token, pointer)
    return data


def _step(data: Any, token: str, pointer: str) -> Any:
    if isinstance(data, dict) and token in data:
        return data[token]
    if isinstance(data, list) and _INDEX.match(token) and int(token) < len(data):
        return data[int(token)]
    raise LookupError(f"{pointer!r} names nothing: there is no {token!r}")


def numbers(data: Any) -> dict[str, int]:
    """Return pointer → number for each value in *data*, counted in the order in which they stand, ``""`` is 0.

    Plain items of lists are counted, and left out: :func:`number_of` tells of them.
    """
    found = {"": 0}
    _number(data, "", 1, found)
    return found


def _number(data: Any, pointer: str, number: int, found: dict[str, int]) -> int:
    """Put in what is in *data*, whose first value has the *number*; return the number of what comes after it."""
    # Pointers are put together here, not by join(), and kinds told by type(): this runs for each value of each file.
    if type(data) is dict:
        for key, value in data.items():
            place = f"{pointer}/{key}" if "/" not in key and "~" not in key else f"{pointer}/{escape(key)}"
            found[place] = number
            number += 1
            kind = type(value)
            if kind is list and _DEEP.isdisjoint(map(type, value)):
                number += len(value)
            elif kind in _DEEP:
                number = _number(value, place, number, found)
    elif type(data) is list:
        for i, value in enumerate(data):
            number += 1
            if type(value) in _DEEP:
                place = f"{pointer}/{i}"
                found[place] = number - 1
                number = _number(value, place, number, found)
    return number


def number_of(data: Any, pointer: str) -> int | None:
    """Return the number of the value at *pointer*, counted as in :func:`numbers`; None where nothing is there."""
    number = 0
    for token in split(pointer):
        number += 1
        if type(data) is dict and token in data:
            for key, value in data.items():
                if key == token:
                    break
                kind = type(value)
                number += 1
                if kind is list and _DEEP.isdisjoint(map(type, value)):
                    number += len(value)
                elif kind in _DEEP:
                    number += _size(value) - 1
            data = data[token]
        elif type(data) is list and _INDEX.match(token) and int(token) < len(data):
            at = int(token)
            number += at if _DEEP.isdisjoint(map(type, data[:at])) else _size(data[:at]) - 1
            data = data[at]
        else:
            return None
    return number


def _size(data: dict[str, Any] | list[Any]) -> int:
    """Return how many values are in *data*, itself included."""
    inside = data.values() if isinstance(data, dict) else data
    if _DEEP.isdisjoint(map(type, inside)):
        return 1 + len(data)
    return 1 + sum(_size(value) if type(value) in _DEEP else 1 for value in inside)


def from_fragment(fragment: str) -> str:
    """Return the pointer in a URI fragment (``#/a%20b`` or without the ``#``), percent-decoded as UTF-8.

    Raises ValueError if it does not hold a pointer.
    """
    pointer = unquote(fragment.removeprefix("#"), errors="strict")
    split(pointer)
    return pointer
