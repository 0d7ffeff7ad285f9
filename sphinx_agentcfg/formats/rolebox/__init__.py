"""rolebox: roles, and the subagents below them.

``discovery`` finds the files, ``family`` puts roles and subagents under their names, ``effective`` works out what each
goes by (``prompts``, ``environment``), ``permissions`` makes the rows of the permission table, ``collaboration`` the
edges of the graph. What is wrong is told by ``field_checks``, ``function_checks``, ``permission_checks`` and
``graph_checks``. ``resolution`` puts the rooms together; ``words`` holds the facts, ``values`` asks safely of any
value, ``model`` is what goes from room to room. The rules are those of ``facts/rolebox.md``.
"""

from __future__ import annotations

from sphinx_agentcfg.formats.rolebox.permissions import permissions
from sphinx_agentcfg.formats.rolebox.resolution import resolve

__all__ = ["INNER", "REPLACES", "TELLS_OF_EQUAL_NAMES", "permissions", "resolve"]

REPLACES = frozenset(
    {
        "collaboration-edge-invalid",
        "collaboration-empty",
        "description-missing",
        "dispatch-not-positive",
        "env-value-dropped",
        "name-missing",
        "prompt-missing",
        "termination-unknown-condition",
    }
)
TELLS_OF_EQUAL_NAMES = True
INNER = {"rolebox/role": ("subagents[]",)}
