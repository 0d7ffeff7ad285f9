"""The id of a format in, the module that knows what it means out; the entry points are read once."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Protocol

from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.formats import plain
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import EntryPoint

    from sphinx_agentcfg.formats.model import Permission, Profile, Resolved
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["GROUP", "BrokenModule", "FormatModule", "module_of"]

GROUP = "sphinx_agentcfg.formats"


class FormatModule(Protocol):
    """What an entry point leads to: a module (or any object) with these.

    It may also have:

    - ``REPLACES``, a set of names of its rules; where one of them fires at a place for which the schema has a finding
      too (the same pointer, the same missing key), the schema's finding gives way.
    - ``TELLS_OF_EQUAL_NAMES = True`` where its own rules say when equal names are wrong; the audit leaves it to them.
    - ``INNER``, document type → the fields whose insides belong to profiles of their own (``subagents[]``).
    """

    def resolve(self, workspace: Workspace, /) -> Resolved:
        """Return the profiles of a repository and what is wrong with them; raises for nothing that a file holds."""

    def permissions(self, profile: Profile, resolved: Resolved, /) -> Iterable[Permission]:
        """Return what *profile* may do, a row for each subject and scope, in the order of the files."""


class BrokenModule(AgentcfgError):
    """An entry point that cannot be loaded, or that leads to something else than a format's module."""

    def __init__(self, name: str, cause: str) -> None:
        self.name = name
        self.cause = cause
        super().__init__(name, cause)

    def __str__(self) -> str:
        return f"entry point {self.name!r} of {GROUP}: {self.cause}; update or uninstall the package that brings it"


def module_of(config_format: str) -> FormatModule:
    """Return the module of a format; for a format that is data only, one that takes each file for a profile."""
    found = _entry_points().get(config_format)
    return plain if found is None else _load(config_format)


@lru_cache(maxsize=1)
def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


@lru_cache(maxsize=32)
def _load(config_format: str) -> FormatModule:
    point = _entry_points()[config_format]
    try:
        module: FormatModule = point.load()
    except Exception as error:  # somebody else's code
        cause = excerpt(str(error) or type(error).__name__, 120)
        raise BrokenModule(config_format, f"{point.value} cannot be loaded ({cause})") from error
    for name in ("resolve", "permissions"):
        if not callable(getattr(module, name, None)):
            raise BrokenModule(config_format, f"{point.value} has no function {name}")
    return module
