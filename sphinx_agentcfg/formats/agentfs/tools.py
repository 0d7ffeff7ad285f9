"""A tool's name in, the known tool that it nearly names out; and the names that are known.

Names of tools match exactly, case included (``facts/agentfs-evolcore.md`` A.2.2). Neither list is complete: clients
bring new tools, skills and MCP servers bring their own. So an unknown name alone means nothing.
"""

from __future__ import annotations

from typing import Final

__all__ = ["KNOWN_TOOLS", "has_wildcard", "near_tool"]

#: desirecore/docs, ``docs/05-more/05-builtin-tools-reference.md`` @082c81a, and ``ManageSchedule`` of client
#: 10.0.94. Its shorthands with ``*`` name no tool.
_DOCUMENTED = (
    *("Read", "Write", "Edit", "NotebookEdit", "Ls", "Glob", "Grep", "ToolSearch", "DiscoverTools"),
    *("Bash", "PowerShell", "Which", "ManageWorkDirs", "GenerateUUID", "JsonRepair"),
    *("WebFetch", "WebSearch", "HttpRequest", "BrowserAct", "BrowserDevtools", "BrowserResume", "LocalBookmarks"),
    *("Delegate", "SpawnAgent", "Handoff", "RequestHelp", "SendMessage", "SendUserMessage", "AskUserQuestion"),
    *("ManageTeam", "TaskBoardCreate", "TaskCreate", "TaskUpdate", "TaskResponsibility", "TaskList", "TaskGet"),
    *("RecallConversation", "ManageContext", "CompactSession", "Skill"),
    *("CreateSchedule", "ManageSchedule", "HeartbeatRespond"),
    *("WorkflowCreate", "WorkflowValidate", "WorkflowTest", "WorkflowRun", "WorkflowView"),
    *("ExportDocument", "GenerateImage", "GenerateVideo", "BeautifyImage", "UnderstandImage", "MathCalc"),
    *("McpListResources", "McpReadResource", "McpListPrompts", "McpGetPrompt"),
)
#: In the lists of real agents only (``facts/agentfs-evolcore.md`` A.2.2); ``spawn_agent`` there is a near miss.
_SEEN = (
    *("FileDigest", "StructuredFileValidate", "TerminalControl", "ComputeCredential", "ControlDesireCoreGui"),
    *("BrowserTakeover", "RecallWorkContext", "ManageAgent", "ManageConversation", "InspectRuns", "TeamArtifact"),
)
KNOWN_TOOLS: Final = frozenset((*_DOCUMENTED, *_SEEN))
#: Longer than any tool's name: not looked at.
_LONGEST = 100


def _folded(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()


_BY_FOLDED = {_folded(name): name for name in KNOWN_TOOLS}


def near_tool(name: str) -> str | None:
    """Return the known tool that *name* is but for case, ``_`` and ``-``; None where it is known, or is no such."""
    if name in KNOWN_TOOLS or len(name) > _LONGEST:
        return None
    return _BY_FOLDED.get(_folded(name))


def has_wildcard(name: str) -> bool:
    """Say whether *name* looks like a pattern, which no list of tools takes (A.2.2)."""
    return "*" in name or "?" in name
