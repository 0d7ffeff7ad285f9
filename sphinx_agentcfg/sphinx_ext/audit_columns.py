"""The name of a table of the audit in, its columns out: which a reader looks for first, and their heads in words."""

from __future__ import annotations

from sphinx_agentcfg.audit.report.inheritance import RELATION_WORDS, STATUS_WORDS
from sphinx_agentcfg.audit.rows import COLUMNS
from sphinx_agentcfg.audit.words import DECISION_WORDS, PROVENANCE_WORDS
from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.sphinx_ext.verdicts import SEVERITIES

__all__ = ["CHANGES", "HEADS", "NUMBERS", "SHOWN", "STATES", "TITLES", "WORDS", "known_columns", "width"]

#: Table → its name, and the columns that a reader looks for first; ``place`` is file and line.
TITLES = {
    "profiles": N_("Profiles"),
    "fields": N_("Values of fields"),
    "coverage": N_("Field coverage"),
    "inheritance": N_("Inheritance"),
    "permissions": N_("Permissions"),
    "findings": N_("Findings"),
    "environment": N_("Environment"),
}
SHOWN: dict[str, tuple[str, ...]] = {
    "profiles": ("profile", "kind", "role", "parent", "state", "errors", "warnings", "model", "place"),
    "fields": ("profile", "field", "value", "provenance", "origin", "place"),
    "coverage": (
        *("type", "field", "required", "needed", "profiles", "own", "inherited", "merged", "default", "builtin"),
        *("missing", "empty", "unknown", "coverage"),
    ),
    "inheritance": ("profile", "relation", "parent", "status", "place"),
    "permissions": ("profile", "subject", "scope", "decision", "value", "place", "reason"),
    "findings": ("severity", "rule", "profile", "place", "message"),
    "environment": ("profile", "variable", "set", "replaced", "place", "reason"),
}
_PLACE = "place"

#: Column → its head.
HEADS = {
    "allowed": N_("Allowed values"),
    "assumed": N_("Assumed"),
    "builtin": N_("Built in"),
    "column": N_("Column"),
    "conflict": N_("Contradicted"),
    "constraints": N_("Limits"),
    "coverage": N_("Coverage"),
    "dangerous": N_("Dangerous"),
    "decision": N_("Decision"),
    "declared": N_("Declared as"),
    "default": N_("Default"),
    "description": N_("Description"),
    "elements": N_("Elements"),
    "empty": N_("Empty"),
    "enforced": N_("Enforced by the tool"),
    "errors": N_("Errors"),
    "field": N_("Field"),
    "fix": N_("What to write"),
    "format": N_("Format"),
    "inherited": N_("Inherited"),
    "kind": N_("Kind"),
    "known": N_("Known to the schema"),
    "line": N_("Line"),
    "may_override": N_("May be overridden"),
    "merged": N_("Merged"),
    "message": N_("What is wrong"),
    "missing": N_("Missing"),
    "model": N_("Model"),
    "name": N_("Name"),
    "needed": N_("Needed in"),
    "origin": N_("Comes from"),
    "own": N_("Own"),
    "parent": N_("Parent"),
    "path": N_("File"),
    "place": N_("Place"),
    "pointer": N_("Pointer"),
    "profile": N_("Profile"),
    "profiles": N_("Profiles"),
    "provenance": N_("Provenance"),
    "reason": N_("Reason"),
    "relation": N_("Relation"),
    "replaced": N_("Put in by the tool"),
    "required": N_("Required"),
    "role": N_("Role"),
    "rule": N_("Rule"),
    "scope": N_("Scope"),
    "set": N_("Set where the audit ran"),
    "severity": N_("Severity"),
    "state": N_("State"),
    "status": N_("Status"),
    "subject": N_("Permission for"),
    "type": N_("Document type"),
    "unknown": N_("Unknown"),
    "upstream": N_("Code of the tool"),
    "value": N_("Value"),
    "variable": N_("Variable"),
    "warnings": N_("Warnings"),
}

STATES = {"ok": N_("resolved"), "unreadable": N_("cannot be read"), "unresolved": N_("cannot be resolved")}
CHANGES = {"kept": N_("kept"), "added": N_("added"), "overridden": N_("overridden"), "removed": N_("removed")}
#: Column → the words of its cells; another word, of a format of one's own, stands as it is.
WORDS = {
    "decision": DECISION_WORDS,
    "provenance": PROVENANCE_WORDS,
    "severity": SEVERITIES,
    "state": STATES,
    "status": STATUS_WORDS,
    "relation": RELATION_WORDS,
    "required": {"always": N_("in every file"), "conditional": N_("under a condition"), "no": N_("no")},
}
#: Columns of figures; those of permissions with the same name hold something else.
NUMBERS = {
    "profiles": frozenset({"errors", "warnings", "coverage", "line"}),
    "coverage": frozenset({*SHOWN["coverage"][3:]}),
}
_WIDE = {"reason": 34, "message": 40, "value": 26, "place": 24, "field": 22, "profile": 20, "description": 34}
_NARROW = dict.fromkeys(("errors", "warnings", "line", "column", *SHOWN["coverage"][3:]), 8)
_ORDINARY = 14


def known_columns(table: str) -> tuple[str, ...]:
    """Return every column that a table can show; a text in two languages is one column."""
    return (*(name for name in COLUMNS[table] if not name.endswith("_zh")), _PLACE)


def width(column: str) -> int:
    """Return how much of the width of a printed page a column takes, beside others."""
    return _WIDE.get(column) or _NARROW.get(column, _ORDINARY)
