"""AgentFS: the agents of a repository, what their files mean, and which tools they may use (``spec/formats.md``).

``discovery`` finds agents, ``effective`` maps older names, ``resolution`` reads and puts together, ``profiles`` shapes
the result, ``permissions`` gives the matrix with ``tool_lists`` and ``tools``. The rules are in ``checks`` and in the
rooms that it names, ``layout_checks`` and ``receipts``; ``times``, ``cron`` and ``known_keys`` read what they look at.
"""

from sphinx_agentcfg.formats.agentfs.permissions import permissions
from sphinx_agentcfg.formats.agentfs.resolution import resolve

__all__ = ["REPLACES", "permissions", "resolve"]

#: Rules that say better what the schema says too, at the same place.
REPLACES = frozenset(
    {"schedule-parameter-missing", "schedule-duration", "schedule-cron", "schedule-prompt-missing", "retention-window"}
)
