"""The values that the rooms of this format hand to each other: an agent and the documents that make it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.formats.agentfs.values import beside
from sphinx_agentcfg.formats.model import NOTHING, Derivation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_agentcfg.documents import Document

__all__ = ["Agent", "Effective", "Home", "Schedule", "Skill"]

_NONE: Mapping[str, Derivation] = {}


class Home(NamedTuple):
    """A folder with an ``agent.json``; ``name`` is what its profile is called, ``""`` is the root of the repository."""

    folder: str
    name: str
    document: Document


class Effective(NamedTuple):
    """What the client goes by, and why, where that is not plainly what the file says (``formats.model.Part``)."""

    data: Any = NOTHING
    derived: Mapping[str, Derivation] = _NONE
    #: Skill fields, as pointers, whose value under ``metadata`` is another one.
    differing: tuple[str, ...] = ()


class Skill(NamedTuple):
    """One ``SKILL.md``; ``id`` is the name of its folder."""

    id: str
    document: Document
    effective: Effective


class Schedule(NamedTuple):
    """One file of ``schedules/``; ``data`` is None where it holds no mapping."""

    stem: str
    document: Document
    data: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent with its documents; ``data`` is None where ``agent.json`` holds no mapping."""

    id: str
    home: Home
    data: dict[str, Any] | None
    effective: Effective
    persona: Document | None = None
    principles: Document | None = None
    skills: tuple[Skill, ...] = ()
    schedules: tuple[Schedule, ...] = ()
    policy: tuple[Document, Effective] | None = None
    notes: tuple[tuple[Document, Effective], ...] = ()

    @property
    def document(self) -> Document:
        """The ``agent.json``."""
        return self.home.document

    def inside(self, name: str) -> str:
        """Return the path of *name* in the agent's folder."""
        return beside(self.home.folder, name)
