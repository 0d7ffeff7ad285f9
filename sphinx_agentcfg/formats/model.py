"""The values that formats give: profiles with their effective values, and where each value comes from.

All of them are frozen and can be pickled, so that many repositories can be read in several processes.
A line is never stored where a JSON Pointer says the same: positions are computed only when a row is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.messages import Message

__all__ = [
    "NOTHING",
    "NOWHERE",
    "Change",
    "Decision",
    "Derivation",
    "Edge",
    "Element",
    "Link",
    "Need",
    "Origin",
    "Part",
    "Permission",
    "Profile",
    "Provenance",
    "Resolved",
    "State",
]


class _Nothing:
    """No value, where ``None`` would be one; there is one of it, also after pickling."""

    def __reduce__(self) -> str:
        return "NOTHING"

    def __repr__(self) -> str:
        return "NOTHING"

    def __bool__(self) -> bool:
        return False


NOTHING: Final = _Nothing()


class Provenance(StrEnum):
    """Where an effective value comes from (``spec/interfaces.md`` → Decisions, provenance)."""

    OWN = "own"
    INHERITED = "inherited"
    MERGED = "merged"
    DEFAULT = "default"
    BUILTIN = "builtin"
    MISSING = "missing"
    EMPTY = "empty"
    UNKNOWN = "unknown"


class Decision(StrEnum):
    """One cell of a permission matrix, from the least known to the most permissive."""

    UNKNOWN = "unknown"
    UNSET = "unset"
    DENY = "deny"
    ASK = "ask"
    ALLOW = "allow"


class Change(StrEnum):
    """What happened to an element on its way into an effective list."""

    KEPT = "kept"
    ADDED = "added"
    OVERRIDDEN = "overridden"
    REMOVED = "removed"


class State(StrEnum):
    """Whether a profile has effective values: all fine, its file cannot be read, or it cannot be resolved."""

    OK = "ok"
    UNREADABLE = "unreadable"
    UNRESOLVED = "unresolved"


class Origin(NamedTuple):
    """Where something was written.

    ``profile`` is the id of the profile whose file says it (empty: nobody, such as a default of the tool); ``path``
    the file; ``pointer`` the JSON Pointer in the file's data; ``line`` only where no pointer leads there, such as in
    the body of a Markdown file. ``at_key`` means the key at the pointer, not the value.
    """

    profile: str = ""
    path: str = ""
    pointer: str | None = None
    line: int | None = None
    at_key: bool = False


#: Nobody wrote it.
NOWHERE: Final = Origin()


class Element(NamedTuple):
    """One element of a list on its way into the effective list; ``position`` there, None where it did not arrive."""

    item: Any
    position: int | None
    origin: Origin
    change: Change
    #: How it came to be: own, inherited, builtin.
    provenance: Provenance = Provenance.OWN


@dataclass(frozen=True, slots=True)
class Derivation:
    """Why the effective value at a pointer is what it is, where that is more than "the file itself says so".

    ``origin`` is where the whole value was written (None where nobody wrote it, or several did); ``elements`` tells
    of each element of a list that was put together. ``assumed`` marks what no source states.
    """

    provenance: Provenance
    origin: Origin | None = None
    elements: tuple[Element, ...] = ()
    reason: Message | None = None
    assumed: bool = False

    def told(self, effective: Any) -> tuple[Element, ...]:  # noqa: ARG002  # the value itself, for those who compute them
        """Return the elements; *effective* is the value that they make up."""
        return self.elements

    def givers(self, effective: Any) -> tuple[str, ...]:
        """Return the ids of the profiles that elements of *effective* come from, in their order."""
        arrived = (e.origin.profile for e in self.told(effective) if e.position is not None)
        return tuple(dict.fromkeys(profile for profile in arrived if profile))  # what is built in is nobody's


@dataclass(frozen=True, slots=True)
class Part:
    """One document of a profile, or a part of one: its type, where it is, and its effective values.

    ``pointer`` is where the part starts in the document's data (``""``: all of it). ``effective`` is what the tool
    goes by, as JSON-like data with the keys of the schema, or NOTHING where that cannot be known. What the document
    itself says and nobody changes is ``own``, at the same pointer below ``pointer``; all else is in ``derived``:
    pointer in ``effective`` → :class:`Derivation` (also for fields that are not in ``effective``).
    """

    type: str
    document: str
    pointer: str = ""
    effective: Any = NOTHING
    derived: Mapping[str, Derivation] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Profile:
    """The agent-like thing that is audited.

    ``id`` is ``<format>:<name>`` (``spec/interfaces.md`` → Profiles; :func:`.naming.unique_ids` makes it). ``kind`` is
    the format's own word (``profile``, ``agent``, ``role``, ``subagent``). The first of ``parts`` is the document that
    makes it a profile; ``path`` and ``pointer`` are where it starts. ``about`` is whatever the format's own module
    wants to find again when it is asked for permissions; it can be pickled.
    """

    id: str
    type: str
    name: str
    path: str
    kind: str = "profile"
    role: str | None = None
    parent: str | None = None
    model: str | None = None
    pointer: str = ""
    state: State = State.OK
    parts: tuple[Part, ...] = ()
    about: Any = None

    @property
    def format(self) -> str:
        """The id of the format."""
        return self.id.partition(":")[0]

    @property
    def effective(self) -> Any:
        """The effective values of the main document; NOTHING where they cannot be known."""
        return self.parts[0].effective if self.parts else NOTHING


@dataclass(frozen=True, slots=True)
class Edge:
    """One step of inheritance: *profile* takes from *parent* (an id, or the name that was meant and not found)."""

    profile: str
    parent: str
    relation: str
    #: ``resolved``, ``unknown``, ``ambiguous``, ``refused``, ``cycle`` …: the format's word.
    status: str
    origin: Origin = NOWHERE


@dataclass(frozen=True, slots=True)
class Link:
    """One step of a collaboration graph: who hands over to whom, under which label."""

    profile: str
    source: str
    target: str
    label: str = ""
    exits: bool = False
    origin: Origin = NOWHERE


@dataclass(frozen=True, slots=True)
class Need:
    """A variable of the environment that a profile names; ``replaced`` says whether the tool puts its value there."""

    profile: str
    variable: str
    origin: Origin
    replaced: bool = True
    reason: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission:
    """One row of the permission table: what a profile may do with a subject, in one scope, and who says so.

    ``declared`` is the word of the file (``deny``, ``mustAskWhen``, ``false`` …), empty where nobody says anything.
    ``enforced`` says whether the tool itself holds to it, None where that is not known. ``reason`` is one sentence;
    ``conflict`` and ``assumed`` mark a cell that the files contradict, or that no source settles. ``value`` and the
    rest belong to fields that carry a value and not only a decision.
    """

    profile: str
    subject: str
    kind: str
    decision: Decision
    declared: str = ""
    scope: str = ""
    origin: Origin = NOWHERE
    enforced: bool | None = None
    reason: Message | None = None
    conflict: bool = False
    assumed: bool = False
    value: Any = NOTHING
    may_override: bool | None = None
    allowed: tuple[Any, ...] | None = None
    dangerous: bool | None = None
    constraints: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a format makes of a repository; ``documents`` are those that its profiles refer to, by path."""

    format: str
    profiles: tuple[Profile, ...] = ()
    findings: tuple[Finding, ...] = ()
    edges: tuple[Edge, ...] = ()
    documents: Mapping[str, Document] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    needs: tuple[Need, ...] = ()
