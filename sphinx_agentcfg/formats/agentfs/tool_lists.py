"""The ``tool_permissions`` of an agent in; for each tool, whether the agent may use it, and what decided, out.

Effective = (``allowed`` if present, else all) minus ``denied`` (``facts/agentfs-evolcore.md`` A.2.1). A list of the
wrong type limits something that nobody can read: what it would decide is unknown, never allowed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.formats.model import Decision
from sphinx_agentcfg.formats.values import texts

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ALLOWED", "DENIED", "PERMISSIONS", "STAR", "Cause", "ToolLists", "Verdict", "tool_lists"]

PERMISSIONS = "/tool_permissions"
STAR = "*"
ALLOWED, DENIED = f"{PERMISSIONS}/allowed", f"{PERMISSIONS}/denied"


class Cause(Enum):
    """What decided of a tool."""

    NAMED_ALLOWED = auto()
    NAMED_DENIED = auto()
    BOTH = auto()
    #: There is an allow-list, and it does not name the tool.
    UNLISTED = auto()
    #: There is no allow-list, and no list of what is denied names the tool.
    UNLIMITED = auto()
    UNREADABLE = auto()
    #: A list holds ``*`` itself, of which no source says what it means.
    STAR = auto()


class Verdict(NamedTuple):
    """Whether the agent may use a tool; ``pointer`` is what says so in ``agent.json``."""

    decision: Decision
    cause: Cause
    pointer: str


@dataclass(frozen=True, slots=True)
class ToolLists:
    """Both lists as name → index; ``allowed`` is None where there is none, ``doubtful`` names those of a wrong type."""

    allowed: Mapping[str, int] | None = None
    denied: Mapping[str, int] = field(default_factory=dict)
    doubtful: frozenset[str] = frozenset()
    #: Where the agent speaks of tools at all: the pointer of the innermost object that is there.
    place: str = ""

    def decide(self, tool: str) -> Verdict:
        """Say whether the agent may use *tool*."""
        allowed, denied = self.allowed or {}, self.denied
        if tool in denied:
            cause = Cause.BOTH if tool in allowed else Cause.NAMED_DENIED
            return Verdict(Decision.DENY, cause, f"{DENIED}/{denied[tool]}")
        if tool not in allowed or STAR in denied:
            return self.every_other()
        if self.doubtful:
            return Verdict(Decision.UNKNOWN, Cause.UNREADABLE, self.place)
        return Verdict(Decision.ALLOW, Cause.NAMED_ALLOWED, f"{ALLOWED}/{allowed[tool]}")

    def every_other(self) -> Verdict:
        """Decide of every tool that no list names."""
        for names, pointer in ((self.denied, DENIED), (self.allowed or {}, ALLOWED)):
            if STAR in names:
                return Verdict(Decision.UNKNOWN, Cause.STAR, f"{pointer}/{names[STAR]}")
        if self.allowed is not None:
            return Verdict(Decision.DENY, Cause.UNLISTED, ALLOWED)
        if self.doubtful:
            return Verdict(Decision.UNKNOWN, Cause.UNREADABLE, self.place)
        return Verdict(Decision.ALLOW, Cause.UNLIMITED, self.place)


def tool_lists(data: Mapping[str, Any]) -> ToolLists:
    """Return the lists of an ``agent.json``."""
    if "tool_permissions" not in data:
        return ToolLists()
    found = data["tool_permissions"]
    if not isinstance(found, dict):
        return ToolLists(doubtful=frozenset({"tool_permissions"}), place=PERMISSIONS)
    doubtful = frozenset(key for key in ("allowed", "denied") if key in found and not isinstance(found[key], list))
    allowed = _by_name(found["allowed"]) if isinstance(found.get("allowed"), list) else None
    return ToolLists(allowed, _by_name(found.get("denied")), doubtful, PERMISSIONS)


def _by_name(value: Any) -> dict[str, int]:
    names: dict[str, int] = {}
    for i, name in texts(value):
        names.setdefault(name, i)
    return names
