"""Ids that somebody chose in, names of files and arguments of directives out that nothing can be done with.

The name of a page follows from the id alone, so it stays the same whatever else the repository holds.
"""

from __future__ import annotations

import hashlib
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["argument", "page_names", "slug"]

# Lower case only, since there are disks that take `A` and `a` for one name.
_WORD = "[a-z0-9][a-z0-9-]*"
_PLAIN = f"{_WORD}(?::{_WORD})?(?:/{_WORD})*"
_LONGEST = 60
_DIGITS = 16
#: What ends a line or is expanded in one, what reST keeps for itself, and what a file in UTF-8 cannot hold.
_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
_LONGEST_ARGUMENT = 5_000


def slug(name: str, digits: int = _DIGITS) -> str:
    """Return the name of the page of *name*: letters, digits, ``.``, ``-`` and ``_``, at most 77 of them.

    An ordinary id keeps its words (``rolebox:lead/kid`` → ``rolebox.lead.kid``). Any other keeps what it can and gains
    *digits* of a hash after ``_``, which no ordinary one has.
    """
    if re.fullmatch(_PLAIN, name) and len(name) <= _LONGEST:
        return re.sub("[:/]", ".", name)
    words = re.sub("[^a-z0-9-]+", ".", name[:_LONGEST].lower()).strip(".-")
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{words or 'x'}_{digest[:digits]}"


def page_names(names: Iterable[str]) -> dict[str, str]:
    """Return name → slug; two that would share one, which takes intent, get the whole hash."""
    known: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        short = slug(name)
        known[name] = short if short not in taken else slug(name, 64)
        taken.add(known[name])
    return known


def argument(name: str, others: Sequence[str]) -> str | None:
    """Return the argument of a directive that means *name* and no other of *others*; None where there is no such.

    It is the id itself, or a glob with ``?`` for each character that an argument cannot hold.
    """
    if name == name.strip() and len(name) <= _LONGEST_ARGUMENT and not _UNWRITABLE.search(name):
        return name
    head = name[:_LONGEST_ARGUMENT]
    outside = len(head) - len(head.lstrip()), len(head.rstrip())
    marks = [_as_glob(char) if outside[0] <= i < outside[1] else "?" for i, char in enumerate(head)]
    glob = "".join(marks) + ("*" if len(name) > len(head) else "")
    return glob if [each for each in others if fnmatchcase(each, glob)] == [name] else None


def _as_glob(char: str) -> str:
    if _UNWRITABLE.match(char):
        return "?"
    return f"[{char}]" if char in "*?[" else char
