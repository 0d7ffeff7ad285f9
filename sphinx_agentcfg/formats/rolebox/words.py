"""The words of rolebox: which fields do what, which functions and tools exist; facts only, no code that decides."""

from __future__ import annotations

__all__ = [
    "BUDGETS",
    "BUILTIN_FUNCTIONS",
    "CONDITIONS",
    "DISPATCH",
    "HOST_TOOLS",
    "IGNORED_IN_SUBAGENTS",
    "INHERITED",
    "MOST_LEVELS",
    "NOT_READ",
    "PARENT",
    "REMOVED_DISPATCH",
    "TOO_NEW",
]

#: In the order in which the loader puts them (``facts/rolebox.md`` §6, since 0.23).
BUILTIN_FUNCTIONS = ("plan", "execute", "loop")

#: What a direct subagent takes from its role (``facts/rolebox.md`` §5; src/constants.ts:102-110).
INHERITED = ("model", "color", "variant", "temperature", "top_p", "permission", "tools")

#: Fields that the loader does not look at in a subagent (``facts/rolebox.md`` §5).
IGNORED_IN_SUBAGENTS = (
    *("mode", "version", "references", "collaboration", "dispatch", "hooks", "notifications", "memory", "extensions"),
)

#: Files of subagents are looked for so many levels below their role (``facts/rolebox.md`` §5).
MOST_LEVELS = 3

#: The role itself, in a collaboration graph.
PARENT = "parent"

#: Fields of the reference page that no loader reads (``facts/rolebox.md`` §1, rows 1, 2, 7 to 9).
NOT_READ = ("notifications", "memory", "extensions")
BUDGETS = (
    *("maxInputTokensPerRequest", "maxOutputTokensPerRequest", "maxCostPerRequest"),
    *("maxInputTokensPerSession", "maxCostPerSession", "budgetSampleIntervalMs"),
)

#: Removed with 1.5.0 (``facts/rolebox.md`` §10); the other two stay.
REMOVED_DISPATCH = (
    *("maxConcurrent", "maxQueueDepth", "syncReservedSlots", "maxActivePerParent", "maxTotalSessionsPerRequest"),
    *("retryAfterMs", "backpressureMaxRetries", "backpressureMaxDelayMs", "syncAcquireTimeoutMs"),
)
#: What the loader turns into numbers (``facts/rolebox.md`` §8).
DISPATCH = (*REMOVED_DISPATCH, "backgroundStaleTimeoutMs", "syncPromptTimeoutMs")

#: Fields that are younger than the reference page, and the version that brought each (``facts/rolebox.md`` §10).
TOO_NEW = {"open": "1.2.0", "exports": "1.2.0", "open_roles": "1.2.0", "copilot": "1.6.0", "graph": "1.8.0"}

#: Conditions that end a loop, the first known one of an item decides (``facts/rolebox.md`` §7).
CONDITIONS = ("max_iterations", "timeout_ms", "converged", "result_matches", "stuck")

#: Tools that the host, OpenCode, brings along; their names are lower case (``facts/rolebox.md`` §4).
HOST_TOOLS = frozenset(
    {
        *("bash", "edit", "write", "patch", "multiedit", "read", "grep", "glob", "list"),
        *("webfetch", "websearch", "codesearch", "task", "todowrite", "todoread", "skill", "question", "lsp"),
    }
)
