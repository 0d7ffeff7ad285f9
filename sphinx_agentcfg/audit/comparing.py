"""Two audits of a repository in, what changed between them out: a row for each difference."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.baseline import fingerprint
from sphinx_agentcfg.audit.fields import field_values
from sphinx_agentcfg.audit.matrices import permissions_by_profile
from sphinx_agentcfg.formats.model import NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.findings import Finding

__all__ = ["CHANGE_COLUMNS", "changes"]

CHANGE_COLUMNS = ("table", "change", "profile", "subject", "before", "after", "path", "line")
_ADDED, _REMOVED, _CHANGED = "added", "removed", "changed"
#: What identifies a thing, and then: what it is, the words for it, and where it is.
_Things = dict[tuple[Any, ...], tuple[Any, str | None, str | None, int | None]]


def changes(before: Judged, after: Judged) -> list[dict[str, Any]]:
    """Return a row for each profile, field, permission, edge and finding that is new, gone or another one.

    ``before`` and ``after`` are JSON text for fields, decisions for permissions, states for profiles, statuses for
    edges, messages for findings; the place is that of the newer one where there is one. A finding that only moved
    is the same one.
    """
    return [
        *_differences("profiles", _profiles(before.audit), _profiles(after.audit)),
        *_differences("fields", _fields(before.audit), _fields(after.audit)),
        *_differences("inheritance", _edges(before.audit), _edges(after.audit)),
        *_differences("permissions", _permissions(before.audit), _permissions(after.audit)),
        *_differences("findings", _findings(before.judgement.reported), _findings(after.judgement.reported)),
    ]


def _differences(table: str, before: _Things, after: _Things) -> Iterator[dict[str, Any]]:
    """Give what is new or another in the order of *after*, then what is gone in the order of *before*."""
    for key, (value, said, path, line) in after.items():
        old = before.get(key)
        if old is None:
            yield _row(table, _ADDED, key, None, said, path, line)
        elif old[0] != value:
            yield _row(table, _CHANGED, key, old[1], said, path, line)
    for key, (_, said, path, line) in before.items():
        if key not in after:
            yield _row(table, _REMOVED, key, said, None, path, line)


def _row(  # noqa: PLR0913, PLR0917  # the columns of the table
    table: str,
    change: str,
    key: tuple[Any, ...],
    before: str | None,
    after: str | None,
    path: str | None,
    line: int | None,
) -> dict[str, Any]:
    profile, subject = key[0], key[1]
    values = (table, change, profile or None, subject or None, before, after, path, line)
    return dict(zip(CHANGE_COLUMNS, values, strict=True))


def _profiles(audit: Audit) -> _Things:
    return {(p.id, ""): (p.state.value, p.state.value, p.path, None) for p in audit.profiles}


def _fields(audit: Audit) -> _Things:
    found: _Things = {}
    for value in field_values(audit):
        if value.value is NOTHING:
            continue
        origin = value.origin
        text = json.dumps(value.value, ensure_ascii=False)
        key = (value.profile.id, value.field, value.type, value.pointer, value.part.document)
        found[key] = (
            (text, value.provenance),
            text,
            origin.path if origin else value.profile.path,
            audit.line(origin) if origin else None,
        )
    return found


def _edges(audit: Audit) -> _Things:
    return {
        (e.profile, e.parent, e.relation): (e.status, e.status, e.origin.path or None, audit.line(e.origin))
        for e in audit.edges
    }


def _permissions(audit: Audit) -> _Things:
    found: _Things = {}
    same: Counter[tuple[str, ...]] = Counter()
    for rows in permissions_by_profile(audit).values():
        for row in rows:
            scoped = f"{row.subject} [{row.scope}]" if row.scope else row.subject
            value: Any = None if row.value is NOTHING else row.value
            said = row.decision.value if row.value is NOTHING else f"{row.decision.value} {json.dumps(value)}"
            key = row.profile, scoped, row.kind
            same[key] += 1
            compared = said, row.conflict, row.enforced
            found[*key, same[key]] = compared, said, row.origin.path or None, audit.line(row.origin)
    return found


def _findings(findings: tuple[Finding, ...]) -> _Things:
    found: _Things = {}
    same: Counter[str] = Counter()
    for finding in findings:
        mark = fingerprint(finding)
        same[mark] += 1
        key = (finding.profile, finding.rule, mark, same[mark])
        found[key] = (None, finding.message.text(), finding.path, finding.line)
    return found
