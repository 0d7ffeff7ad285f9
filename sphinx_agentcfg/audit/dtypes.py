"""The columns of each table, and what each holds: one list, from which data frames, files and their page follow."""

from __future__ import annotations

from typing import Final

from sphinx_agentcfg.audit.comparing import CHANGE_COLUMNS
from sphinx_agentcfg.audit.coverage import PROVENANCES
from sphinx_agentcfg.audit.lineage import LINEAGE_COLUMNS
from sphinx_agentcfg.audit.matrices import DECISIONS
from sphinx_agentcfg.audit.rows import COLUMNS
from sphinx_agentcfg.formats.model import Change, State

__all__ = ["CATEGORIES", "FRAME_COLUMNS", "JSON_COLUMNS", "dtype_of"]

#: Column → its categories in their order; the least comes first.
CATEGORIES: Final[dict[str, tuple[str, ...]]] = {
    "provenance": PROVENANCES,
    "decision": DECISIONS,
    "severity": ("info", "warning", "error"),
    "state": tuple(each.value for each in State),
    "change": tuple(each.value for each in Change),
    "required": ("no", "conditional", "always"),
}
_INTEGERS = frozenset({"line", "column", "position", "step", "errors", "warnings", "needed", "profiles", *PROVENANCES})
_TRUTHS = frozenset({"known", "assumed", "enforced", "conflict", "may_override", "dangerous", "set", "replaced"})
_NUMBERS = frozenset({"coverage"})
#: Where a column of that name holds something else.
_PLAIN = frozenset({("changes", "change")})
#: Long texts that many rows share: as categories, a hundred thousand of them cost no more than one.
_SHARED = frozenset({"type", "field", "description", "description_zh"})
#: Values of a file, as JSON text.
JSON_COLUMNS: Final = frozenset({"value", "item", "allowed", "constraints"})
#: What is a list of objects in JSON; in a frame, ``lineage`` has it as rows, and a fix is for programs.
_ONLY_IN_JSON = {"fields": {"elements"}, "findings": {"fix"}}

FRAME_COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    **{name: tuple(c for c in columns if c not in _ONLY_IN_JSON.get(name, ())) for name, columns in COLUMNS.items()},
    "lineage": LINEAGE_COLUMNS,
    "suppressed": (*(c for c in COLUMNS["findings"] if c != "fix"), "suppressed_by", "reason"),
    "why": (
        *("profile", "subject", "kind", "result", "value", "step", "text", "text_zh"),
        *("origin", "path", "line", "excerpt"),
    ),
    "changes": CHANGE_COLUMNS,
}


def dtype_of(table: str, column: str) -> str:
    """Return what a column holds: ``str``, ``Int64``, ``boolean``, ``Float64``, ``category`` or ``ordered``.

    ``Int64``, ``boolean`` and ``Float64`` are pandas' own, in which a missing value stays missing.
    """
    if column in CATEGORIES and (table, column) not in _PLAIN:
        return "ordered"
    if column in _SHARED and table in {"fields", "coverage", "lineage"}:
        return "category"
    if column in _NUMBERS:
        return "Float64"
    if column in _INTEGERS:
        return "Int64"
    return "boolean" if column in _TRUTHS else "str"
