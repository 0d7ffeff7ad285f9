"""JSON Pointers (RFC 6901): keys in, pointers out, and back; a pointer and data in, the value there out."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

__all__ = ["escape", "from_fragment", "join", "resolve", "split", "walk"]

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


def walk(data: Any) -> list[str]:
    """Return the pointer of each value in *data*, in the order in which they stand, ``""`` first."""
    found = [""]
    _walk(data, "", found)
    return found


def _walk(data: Any, pointer: str, found: list[str]) -> None:
    # Pointers are put together here, not by join(), and in one list: this runs for each value of each file.
    if type(data) is dict:
        for key, value in data.items():
            place = f"{pointer}/{key}" if "/" not in key and "~" not in key else f"{pointer}/{escape(key)}"
            found.append(place)
            if type(value) in _DEEP:
                _walk(value, place, found)
    elif type(data) is list:
        for i, value in enumerate(data):
            place = f"{pointer}/{i}"
            found.append(place)
            if type(value) in _DEEP:
                _walk(value, place, found)


def from_fragment(fragment: str) -> str:
    """Return the pointer in a URI fragment (``#/a%20b`` or without the ``#``), percent-decoded as UTF-8.

    Raises ValueError if it does not hold a pointer.
    """
    pointer = unquote(fragment.removeprefix("#"), errors="strict")
    split(pointer)
    return pointer
