"""The values of evolcore between reading and the table: a role file, a registry, and what an agent's roles share."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.formats.evolcore.discovery import AgentFolder

__all__ = ["Agent", "Listing", "Registry", "RoleFile", "Shared", "Standing"]


class Listing(StrEnum):
    """Whether the registry lists a role."""

    LISTED = "listed"
    UNLISTED = "unlisted"
    #: There is no registry, or one that cannot be read.
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class RoleFile:
    """One role file: ``data`` is None where it holds no mapping; ``lawful`` says whether nothing is wrong with it."""

    role: str
    path: str
    document: Document
    data: dict[str, Any] | None
    lawful: bool


@dataclass(frozen=True, slots=True)
class Registry:
    """The registry of an agent: ``roles`` maps each id to its place in the list, None where that is not known."""

    document: Document
    data: dict[str, Any]
    roles: Mapping[str, int] | None
    lawful: bool


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent with all that was read of it; ``files`` are its role files by role id."""

    folder: AgentFolder
    registry: Registry | None
    files: Mapping[str, RoleFile]

    def listing(self, role: str) -> Listing:
        """Say whether the registry lists *role*."""
        if self.registry is None or self.registry.roles is None:
            return Listing.UNKNOWN
        return Listing.LISTED if role in self.registry.roles else Listing.UNLISTED


@dataclass(frozen=True, slots=True)
class Shared:
    """What the roles of one agent share: the rows and the columns of its matrix.

    ``registry`` is the path of the registry, empty where there is none. ``settings`` are the permission fields,
    ``operations`` every key of ``commandPermissions`` that a role of the agent names, ``dangerous`` those that a role
    marks so. ``left_out`` counts the operations where they are too many to list them in every role.
    """

    aid: str
    registry: str
    settings: tuple[str, ...]
    operations: tuple[str, ...] = ()
    dangerous: frozenset[str] = field(default_factory=frozenset)
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """What decides over a whole role, kept with its profile (``Profile.about``).

    ``assumed`` marks a registry that the schema refuses: whether evolcore goes by it is not known.
    """

    listing: Listing
    lawful: bool
    assumed: bool
    shared: Shared
