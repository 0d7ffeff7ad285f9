"""What discovery found in; folders and files that are not the agents that they seem to be, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.agentfs.discovery import Found
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_layout"]


def check_layout(workspace: Workspace, found: Found) -> Iterator[Finding]:
    """Tell of market entries, and of prose in a folder that has no ``agent.json``."""
    for home in found.listings:
        text = message(
            "the file is an entry of the market, so it is no agent and was not checked as one; nothing needs to be done"
        )
        yield workspace.report("market-listing", home.document, text, line=1, column=1)
    for path in found.headless:
        text = message(
            "the folder has no `agent.json`, so it is no agent and what is written here has no effect; add one with a "
            "`name`"
        )
        yield workspace.report("agent-json-missing", path, text, line=1, column=1)
