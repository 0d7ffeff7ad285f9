"""What pages show of profiles in, where each profile is out: its own entry, else its row in a table of profiles."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.reference.paths import anchor

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["INITIAL", "ProfileSet", "begin", "profile_anchor", "profile_index", "profile_sets", "state_of_profiles"]

#: For each page: the profiles that it shows, the repositories that it shows as they were, the reports it leads to.
INITIAL: dict[str, dict[str, Any]] = {"profiles": {}, "repositories": {}, "reports": {}}
# No word has two hyphens in a row, so no ordinary name looks like one with digits of a hash.
_WORD = r"[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*"
_LONGEST = 60
_DIGITS = 16
_FIRST_LETTER = "À"  # the letters between it and ASCII may not stand in an id of XML


class ProfileSet(NamedTuple):
    """The profiles that one directive shows: each with an entry of its own, or (``rows``) as a row of a table.

    ``told`` are the pages of which a warning of this build says that they show some of them too.
    """

    docname: str
    line: int
    names: tuple[str, ...]
    rows: bool = False
    told: tuple[str, ...] = ()


def profile_anchor(name: str, *, row: bool = False) -> str:
    """Return the id of the entry of a profile, or of its *row*; it follows from the id of the profile alone.

    ``rolebox:lead/kid`` has ``rolebox--profile.lead.kid``. A name with other characters keeps its letters and gains
    sixteen digits of a hash after two hyphens.
    """
    group, _, own = name.partition(":")
    return f"{anchor(group)}--{'profile-row' if row else 'profile'}.{_slug(own)}"


def _slug(name: str) -> str:
    if len(name) <= _LONGEST and re.fullmatch(f"{_WORD}(?:/{_WORD})*", name):
        return name.replace("/", ".")
    letters = "".join(c if _may_stand(c) else "." for c in name[:_LONGEST])
    letters = re.sub(r"[.-]{2,}", ".", letters).strip(".-")
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    return f"{letters or 'x'}--{digest}"


def _may_stand(char: str) -> bool:
    return char in "_-" or (char.isalnum() if char.isascii() else char >= _FIRST_LETTER and char.isalpha())


def profile_sets(data: Mapping[str, Any]) -> Iterator[ProfileSet]:
    """Give what is shown: entries before rows, the first page by name first."""
    found = [each for sets in data["profiles"].values() for each in sets]
    yield from sorted(found, key=lambda each: (each.rows, each.docname, each.line))


def profile_index(data: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return profile → page and id of what is said of it."""
    index: dict[str, tuple[str, str]] = {}
    for each in profile_sets(data):
        for name in each.names:
            if name not in index:
                index[name] = (each.docname, profile_anchor(name, row=each.rows))
    return index


def state_of_profiles(data: Mapping[str, Any]) -> str:
    """Return a text that differs where a profile has come, gone or moved: what links to any has to be written again."""
    digest = hashlib.sha256()
    for each in profile_sets(data):
        digest.update(repr((each.docname, each.rows, each.names)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def begin(data: Mapping[str, Any]) -> None:
    """Forget which warnings the last build gave."""
    for docname, sets in data["profiles"].items():
        if any(each.told for each in sets):
            data["profiles"][docname] = tuple(each._replace(told=()) for each in sets)
