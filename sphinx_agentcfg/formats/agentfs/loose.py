"""A repository of which a person says that it is AgentFS in; the findings of what lies in it outside of any agent, out.

Without that word a folder ``schedules`` or ``memory`` may be anybody's, and is left alone. No profile comes of these
files: nobody knows whose they are. (A skill stands for itself and becomes one, see ``resolution``.)
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinx_agentcfg.file_types import fits
from sphinx_agentcfg.formats.agentfs.checks import check_tasks
from sphinx_agentcfg.formats.agentfs.discovery import upwards
from sphinx_agentcfg.formats.agentfs.memory_checks import check_policy
from sphinx_agentcfg.formats.agentfs.model import Schedule
from sphinx_agentcfg.formats.workspace import data_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_loose"]


def check_loose(workspace: Workspace, agents: AbstractSet[str], documents: dict[str, Document]) -> Iterator[Finding]:
    """Check schedules and policies outside the folders *agents*, and note them in *documents*."""
    shelves: dict[str, list[Schedule]] = defaultdict(list)
    for path in workspace.tree.files:
        type_name = _type(workspace, path)
        if not type_name or any(above in agents for above in upwards(path.rpartition("/")[0])):
            continue
        document = documents[path] = workspace.document(path, type_name)
        if type_name == "memory-policy":
            yield from check_policy(workspace, document)
        else:
            shelf, _, name = path.rpartition("/")
            shelves[shelf].append(Schedule(name.removesuffix(".json"), document, data_of(document)))
    for schedules in shelves.values():
        yield from check_tasks(workspace, schedules)


def _type(workspace: Workspace, path: str) -> str:
    if path.endswith(".json"):
        for name in ("memory-policy", "schedule"):
            if any(fits(path, pattern) for pattern in workspace.type(name).files):
                return name
    return ""
