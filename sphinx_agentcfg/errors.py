"""What can stop us: one small tree of errors, each a noun that carries its data and says the next step.

Bad *input* is never one of these: a broken file gives a :class:`~sphinx_agentcfg.findings.Finding`.
These are for a caller that asked for something that does not exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

__all__ = [
    "AgentcfgError",
    "BrokenFormat",
    "DuplicateFormat",
    "UnknownDocumentType",
    "UnknownFormat",
    "UnknownRule",
    "did_you_mean",
]


def did_you_mean(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return at most three known names that look like *name*, the likeliest first."""
    from difflib import get_close_matches  # nobody needs it until a name is wrong

    folded = {k.casefold(): k for k in known}
    matches = get_close_matches(name.casefold(), folded, n=3, cutoff=0.6)
    return tuple(folded[m] for m in matches)


class AgentcfgError(Exception):
    """The root of the tree: catch this to catch all of ours."""


class _Unknown(AgentcfgError):
    """A name that is not in the catalog, with the names that are."""

    what = "name"

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name = name
        self.known = tuple(known)
        self.suggestions = did_you_mean(name, self.known)
        super().__init__(name, self.known)

    def __str__(self) -> str:
        if self.suggestions:
            hint = f"did you mean {' or '.join(self.suggestions)}?"
        else:
            hint = f"known: {', '.join(sorted(self.known)) or 'none'}"
        return f"no {self.what} {self.name!r}; {hint}"


class UnknownFormat(_Unknown):
    """No format has that id."""

    what = "format"


class UnknownDocumentType(_Unknown):
    """No document type has that id (``<format>/<type>``)."""

    what = "document type"


class UnknownRule(_Unknown):
    """No rule has that id (``<group>/<name>``), or no group of rules that name."""

    what = "rule"


class BrokenFormat(AgentcfgError):
    """A format folder whose ``format.toml`` or ``rules.toml`` cannot be used; ``cause`` is one line."""

    def __init__(self, path: Path, cause: str) -> None:
        self.path = path
        self.cause = cause
        super().__init__(path, cause)

    def __str__(self) -> str:
        return f"{self.path}: {self.cause}"


class DuplicateFormat(AgentcfgError):
    """Two folders claim the same format id."""

    def __init__(self, name: str, first: Path, second: Path) -> None:
        self.name = name
        self.first = first
        self.second = second
        super().__init__(name, first, second)

    def __str__(self) -> str:
        return f"format {self.name!r} is in {self.first} and in {self.second}; rename one of the two folders"
