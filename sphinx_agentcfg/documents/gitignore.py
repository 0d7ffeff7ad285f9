"""The bytes of a ``.gitignore`` in, an answer for each path out, as git gives it; no pattern makes it search for long.

Why not a library: the usual ones turn a pattern into an expression that tries every way to share out a name among its
stars. ``*a*a*a*a*a*a*a*b``, which anybody can put into a repository, holds them up for minutes. Here a star takes the
shortest text that lets the rest go on, and never thinks again; that finds a match wherever there is one.

The rules are those of ``gitignore(5)`` and of git's own matcher, which compares bytes: ``?`` is one byte.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from sphinx_agentcfg.documents.wildcards import expression, is_literal

__all__ = ["MAX_PATTERNS", "Ignoring", "read_ignoring"]

#: More patterns than anybody writes by hand; those after them are not looked at.
MAX_PATTERNS = 2_000
_LONGEST = 4_096  # no path is longer
_BOM = b"\xef\xbb\xbf"
_NEVER = re.compile(rb"(?!)")


class _Line(NamedTuple):
    """One pattern: *text* is without ``!`` and without the slashes around it."""

    text: bytes
    negated: bool
    only_folders: bool
    only_names: bool


@dataclass(frozen=True, slots=True)
class _Matcher:
    """Several patterns at once: names that are compared, and the expressions for names and for paths."""

    names: frozenset[bytes]
    name: re.Pattern[bytes]
    path: re.Pattern[bytes]

    def fits(self, path: bytes) -> bool:
        name = path[path.rfind(b"/") + 1 :]
        return name in self.names or self.name.match(name) is not None or self.path.match(path) is not None


@dataclass(frozen=True, slots=True)
class Ignoring:
    """A ``.gitignore``; ``cut`` says that it has more patterns than are looked at."""

    #: Runs of patterns that all ignore or all bring back: which of the two, then what fits a file and a folder.
    runs: tuple[tuple[bool, _Matcher, _Matcher], ...]
    cut: bool = False

    def verdict(self, path: bytes, *, is_folder: bool) -> bool | None:
        """Say whether *path*, from the folder of the ``.gitignore``, is ignored; None where no pattern fits it."""
        for negated, file, folder in reversed(self.runs):
            if (folder if is_folder else file).fits(path):
                return not negated
        return None


def read_ignoring(content: bytes) -> Ignoring:
    """Read a ``.gitignore``; never raises."""
    lines = [line for raw in content.removeprefix(_BOM).split(b"\n") if (line := _line(raw)) is not None]
    runs = [(negated, list(run)) for negated, run in groupby(lines[:MAX_PATTERNS], key=lambda line: line.negated)]
    return Ignoring(
        tuple((negated, _matcher([x for x in run if not x.only_folders]), _matcher(run)) for negated, run in runs),
        cut=len(lines) > MAX_PATTERNS,
    )


def _line(raw: bytes) -> _Line | None:
    text = _without_trailing_blanks(raw.removesuffix(b"\r"))
    if not text or text.startswith(b"#") or b"\0" in text or len(text) > _LONGEST:
        return None
    negated = text.startswith(b"!")
    text = text[1:] if negated else text
    only_folders = text.endswith(b"/")
    text = text[:-1] if only_folders else text
    return _Line(text.removeprefix(b"/"), negated, only_folders, b"/" not in text)


def _without_trailing_blanks(text: bytes) -> bytes:
    stripped = text.rstrip(b" ")
    backslashes = len(stripped) - len(stripped.rstrip(b"\\"))
    return text[: len(stripped) + 1] if backslashes % 2 else stripped


def _matcher(lines: list[_Line]) -> _Matcher:
    names = [x for x in lines if x.only_names]
    return _Matcher(
        names=frozenset(x.text for x in names if is_literal(x.text)),
        name=_any_of([expression(x.text, folders=False) for x in names if not is_literal(x.text)]),
        path=_any_of([expression(x.text, folders=True) for x in lines if not x.only_names]),
    )


def _any_of(expressions: list[bytes]) -> re.Pattern[bytes]:
    return re.compile(b"|".join(expressions), re.DOTALL) if expressions else _NEVER
