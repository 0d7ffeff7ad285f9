"""An audit in, its tables out as lists of rows of plain values: what JSON prints, and what every other host shows.

A missing value is None. Columns are those of ``spec/product.md`` → The audit, and ``spec/interfaces.md``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.coverage import coverage_rows, scores
from sphinx_agentcfg.audit.environment import environment_rows
from sphinx_agentcfg.audit.fields import field_values
from sphinx_agentcfg.audit.permission_rows import permission_rows, permissions_of, rows_of_permissions
from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.formats.model import NOTHING, NOWHERE
from sphinx_agentcfg.rules import RuleBook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx_agentcfg.audit.fields import FieldValue
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.catalog import Catalog
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.model import Element, Origin, Profile

__all__ = [
    "COLUMNS",
    "MAKERS",
    "field_rows",
    "finding_rows",
    "inheritance_rows",
    "permission_rows",
    "permissions_of",
    "profile_rows",
    "rows_of_findings",
    "rows_of_permissions",
    "tables",
]

Row = dict[str, Any]  # a value of a file may be anything that JSON has

#: Table → its columns, in the order in which every host shows them.
COLUMNS: dict[str, tuple[str, ...]] = {
    "profiles": (
        *("profile", "format", "type", "name", "role", "kind", "parent", "path", "line", "model", "state"),
        *("coverage", "errors", "warnings"),
    ),
    "fields": (
        *("profile", "type", "field", "pointer", "value", "provenance", "origin", "path", "line"),
        *("elements", "known", "assumed", "description", "description_zh"),
    ),
    "coverage": (
        *("type", "field", "required", "needed", "profiles", "own", "inherited", "merged", "default", "builtin"),
        *("missing", "empty", "unknown", "coverage", "description", "description_zh"),
    ),
    "inheritance": ("profile", "parent", "relation", "status", "path", "line"),
    "permissions": (
        *("profile", "subject", "kind", "decision", "declared", "scope", "origin", "enforced", "reason", "reason_zh"),
        *("conflict", "assumed", "value", "may_override", "allowed", "dangerous", "constraints", "path", "line"),
    ),
    "findings": (
        *("rule", "severity", "path", "line", "column", "profile", "pointer", "message", "message_zh", "upstream"),
        "fix",
    ),
    "environment": ("profile", "variable", "set", "replaced", "reason", "reason_zh", "path", "line"),
}


def tables(audit: Audit) -> dict[str, list[Row]]:
    """Return every table by name, in the order of :data:`COLUMNS`."""
    return {name: MAKERS[name](audit) for name in COLUMNS}


def profile_rows(audit: Audit) -> list[Row]:
    """Return a row for each profile.

    ``errors`` and ``warnings`` count its findings; ``coverage`` is which share of its fields somebody wrote, weighted
    (:func:`.coverage.scores`).
    """
    filled = scores(audit)
    counts = Counter((finding.profile, finding.severity) for finding in audit.findings)
    return [_profile(audit, profile, counts, filled.get(profile.id)) for profile in audit.profiles]


def _profile(audit: Audit, profile: Profile, counts: Counter[tuple[str, Severity]], filled: float | None) -> Row:
    return {
        "profile": profile.id,
        "format": profile.format,
        "type": profile.type,
        "name": profile.name,
        "role": profile.role,
        "kind": profile.kind,
        "parent": profile.parent,
        "path": profile.path,
        "line": audit.line(_start(profile)),
        "model": profile.model,
        "state": profile.state.value,
        "coverage": filled,
        "errors": counts[profile.id, Severity.ERROR],
        "warnings": counts[profile.id, Severity.WARNING],
    }


def _start(profile: Profile) -> Origin:
    return NOWHERE._replace(path=profile.path, pointer=profile.pointer)


def field_rows(audit: Audit) -> list[Row]:
    """Return a row for each field of each profile (:mod:`.fields`).

    ``elements`` tells of each element of a list that was put together from several places, those that were dropped
    included; ``position`` counts from 0.
    """
    return [_field(audit, value) for value in field_values(audit)]


def _field(audit: Audit, value: FieldValue) -> Row:
    description = value.known.says.description if value.known else {}
    origin = value.origin
    return {
        "profile": value.profile.id,
        "type": value.type,
        "field": value.field,
        "pointer": value.pointer or None,
        "value": None if value.value is NOTHING else value.value,
        "provenance": value.provenance.value,
        "origin": ", ".join(value.origins) or None,
        "path": (origin.path if origin and origin.path else None),
        "line": audit.line(origin) if origin else None,
        "elements": [_element(audit, element) for element in value.elements] or None,
        "known": value.known is not None,
        "assumed": bool(value.derivation and value.derivation.assumed),
        "description": description.get("en"),
        "description_zh": description.get("zh_CN"),
    }


def _element(audit: Audit, element: Element) -> Row:
    return {
        "item": element.item,
        "position": element.position,
        "change": element.change.value,
        "provenance": element.provenance.value,
        "origin": element.origin.profile or None,
        "path": element.origin.path or None,
        "line": audit.line(element.origin),
    }


def inheritance_rows(audit: Audit) -> list[Row]:
    """Return a row for each step of inheritance."""
    return [
        {
            "profile": edge.profile,
            "parent": edge.parent,
            "relation": edge.relation,
            "status": edge.status,
            "path": edge.origin.path or None,
            "line": audit.line(edge.origin),
        }
        for edge in audit.edges
    ]


def finding_rows(audit: Audit, findings: Iterable[Finding] | None = None) -> list[Row]:
    """Return a row for each finding of *audit*, or for each of *findings* (:func:`rows_of_findings`)."""
    return rows_of_findings(audit.findings if findings is None else findings, audit.catalog)


def rows_of_findings(findings: Iterable[Finding], catalog: Catalog) -> list[Row]:
    """Return a row for each of *findings*.

    ``upstream`` is the tool's own code for it; ``fix`` a change of the file that is sure to mend it
    (:class:`.findings.Fix`).
    """
    chosen = list(findings)
    upstream = _upstream(catalog) if chosen else {}
    return [
        {
            "rule": finding.rule,
            "severity": finding.severity.value,
            "path": finding.path,
            "line": finding.line,
            "column": finding.column,
            "profile": finding.profile or None,
            "pointer": finding.pointer,
            "message": finding.message.text("en"),
            "message_zh": finding.message.text("zh_CN"),
            "upstream": upstream.get(finding.rule) or None,
            "fix": asdict(finding.fix) if finding.fix else None,
        }
        for finding in chosen
    ]


def _upstream(catalog: Catalog) -> dict[str, str]:
    try:
        return {rule.id: rule.upstream for rule in RuleBook.of(catalog).rules}
    except AgentcfgError:  # a broken rules.toml of one's own: the findings are there all the same
        return {}


#: Table → the function that makes its rows.
MAKERS: dict[str, Callable[[Audit], list[Row]]] = {
    "profiles": profile_rows,
    "fields": field_rows,
    "coverage": coverage_rows,
    "inheritance": inheritance_rows,
    "permissions": permission_rows,
    "findings": finding_rows,
    "environment": environment_rows,
}
