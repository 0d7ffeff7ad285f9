"""A command with ``<prompt>`` in, whether each one is a shell word of its own out (``facts/leji.md`` §1.7)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.members import Member
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["Prompts", "stands_alone"]

_PROMPT = "<prompt>"
# Pieces of a command as a POSIX shell reads it. A quote that is never closed goes to the end.
_PIECE = re.compile(
    r"(?P<prompt><prompt>)|(?P<gap>[ \t\r\n;&|()]+)"
    r"|'[^']*+(?:'|\Z)|\"(?:\\.|[^\"\\])*+(?:\"|\\?\Z)|\\(?:<prompt>|.)|.",
    re.DOTALL,
)


class Prompts:
    """Checks commands; many profiles share one, so what was found good is not read again."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.good: set[str] = set()

    def check(self, member: Member) -> Iterable[Finding]:
        """Report a ``<prompt>`` in ``invocation.command`` that is quoted or joined to other characters."""
        invocation = member.data.get("invocation") if member.data else None
        command = invocation.get("command") if isinstance(invocation, dict) else None
        if not isinstance(command, str) or command in self.good:
            return ()
        if _PROMPT not in command or stands_alone(command):
            self.good.add(command)
            return ()
        text = message(
            "`invocation.command` holds <prompt> in quotes or joined to other characters; put blanks around it, no "
            "quotes"
        )
        return (self.workspace.report("prompt-placement", member.document, text, pointer="/invocation/command"),)


def stands_alone(command: str) -> bool:
    """Say whether each ``<prompt>`` in *command* is an unquoted word of its own."""
    if "'" not in command and '"' not in command and "\\" not in command:
        words = command.split()
        if words.count(_PROMPT) == command.count(_PROMPT):
            return True
    before_gap, after_prompt = True, False
    for piece in _PIECE.finditer(command):
        if piece["gap"]:
            before_gap, after_prompt = True, False
        elif after_prompt or (piece["prompt"] and not before_gap) or (not piece["prompt"] and _PROMPT in piece[0]):
            return False
        else:
            before_gap, after_prompt = False, bool(piece["prompt"])
    return True
