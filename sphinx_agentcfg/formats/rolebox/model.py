"""One role or subagent on its way through the rooms: where it was found, what it says, what it resolves to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.formats.model import State

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.formats.model import Derivation

__all__ = ["Agent", "Prompt", "slug_of"]


class Prompt(NamedTuple):
    """The text that an agent goes by: ``text`` is None where it cannot be known; ``path`` the file that holds it."""

    text: str | None
    path: str | None = None
    lost: bool = False


@dataclass(slots=True)
class Agent:
    """A role, or a subagent below it.

    ``data`` is the mapping at ``pointer`` of the document, None where there is none. ``folder`` is the folder of the
    ``role.yaml`` that holds it, ``base`` the one that a ``prompt_file`` in it counts from, ``home`` that of the role.
    ``level`` is 0 for a role. What follows is filled in later.
    """

    document: Document
    data: dict[str, Any] | None
    slug: str
    folder: str
    home: str
    base: str
    pointer: str = ""
    parent: Agent | None = None
    level: int = 0
    from_file: bool = True
    children: list[Agent] = field(default_factory=list)
    id: str = ""
    state: State = State.OK
    effective: dict[str, Any] = field(default_factory=dict)
    derived: dict[str, Derivation] = field(default_factory=dict)
    prompt: Prompt = field(default_factory=lambda: Prompt(None))

    @property
    def name(self) -> str:
        """The name that people read, also that of a file that is broken; where there is none, the slug."""
        name = (self.data if self.data is not None else self.recovered).get("name")
        return name if isinstance(name, str) and name.strip() else self.slug

    @property
    def recovered(self) -> Mapping[str, Any]:
        """What a broken file plainly meant to say of itself; nothing for an entry of a list."""
        return {} if self.pointer else self.document.recover()

    @property
    def path(self) -> str:
        """The file."""
        return self.document.name

    @property
    def is_role(self) -> bool:
        """Whether it is a role and no subagent."""
        return self.level == 0

    @property
    def trail(self) -> str:
        """``lead/kid/grand``."""
        return f"{self.parent.trail}/{self.slug}" if self.parent else self.slug

    def walk(self) -> Iterator[Agent]:
        """Give the agent and all below it, parents first."""
        stack = [self]
        while stack:
            agent = stack.pop()
            yield agent
            stack.extend(reversed(agent.children))


def slug_of(name: str) -> str:
    """Return the id of a subagent below its parent: lower case, blanks to hyphens (``facts/rolebox.md`` §5).

    Blanks at the ends count too (src/resolver/orchestrator.ts, the slug of a child).
    """
    return re.sub(r"\s+", "-", name.lower()) if name.strip() else ""
