"""evolcore: the roles of an agent, which of them count, and what each may do (``spec/formats.md`` → evolcore).

``discovery`` finds the files, ``resolution`` makes profiles of them, ``permissions`` gives the two matrices, with
``operations`` for the order of the wildcards. The rules are in ``checks`` (policies), ``command_checks`` (operations),
``registry_checks`` and ``session``; ``names`` and ``globs`` know the keys and patterns, ``model`` holds the values.
"""

from sphinx_agentcfg.formats.evolcore.permissions import permissions
from sphinx_agentcfg.formats.evolcore.resolution import resolve

__all__ = ["REPLACES", "permissions", "resolve"]

#: Rules that say better what the schema says too (``schema_catches_bad`` in ``facts/evolcore-rules.yaml``).
REPLACES = frozenset({"visitor-missing", "permission-mode-overridable", "default-role-owner"})
