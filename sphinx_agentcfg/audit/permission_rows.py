"""An audit in, its permissions out: as values, and as rows of plain values."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.model import NOTHING, NOWHERE, Decision, Permission, State
from sphinx_agentcfg.formats.registry import module_of
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.formats.model import Profile, Resolved
    from sphinx_agentcfg.messages import Message

__all__ = ["all_permissions", "permission_cells", "permission_rows", "permissions_of", "rows_of_permissions"]

_Row = dict[str, Any]


def permissions_of(profile: Profile, resolved: Resolved) -> tuple[Permission, ...]:
    """Return what *profile* may do; one that cannot be read or resolved gets one row: everything is unknown."""
    try:
        found = tuple(module_of(profile.format).permissions(profile, resolved))
    except Exception as error:  # noqa: BLE001  # the module may be anybody's
        found = (_all_unknown(profile, _fault(error)),)
    if not found and profile.state is not State.OK:
        reason = message("the profile cannot be read, so nothing is known of its permissions")
        if profile.state is State.UNRESOLVED:
            reason = message("the profile cannot be resolved, so nothing is known of its permissions")
        found = (_all_unknown(profile, reason),)
    return found


def _all_unknown(profile: Profile, reason: Message) -> Permission:
    origin = NOWHERE._replace(profile=profile.id, path=profile.path, pointer=profile.pointer)
    return Permission(
        profile=profile.id, subject="*", kind="any", decision=Decision.UNKNOWN, reason=reason, origin=origin
    )


def _fault(error: Exception) -> Message:
    return message(
        "the module of the format stopped with a fault ({error}); report it to its maintainer",
        error=f"{type(error).__name__}: {excerpt(str(error))}",
    )


def permission_rows(audit: Audit) -> list[_Row]:
    """Return a row for each profile, subject and scope."""
    return rows_of_permissions(audit, all_permissions(audit))


def all_permissions(audit: Audit) -> Iterator[Permission]:
    """Give the permissions of every profile, in the order of the audit."""
    for resolved in audit.resolved:
        for profile in resolved.profiles:
            yield from permissions_of(profile, resolved)


def rows_of_permissions(audit: Audit, permissions: Iterable[Permission]) -> list[_Row]:
    """Return a row for each of *permissions*, which are of *audit*."""
    cells = permission_cells(audit)
    return [{name: cell(permission) for name, cell in cells.items()} for permission in permissions]


def permission_cells(audit: Audit) -> dict[str, Callable[[Permission], Any]]:
    """Return column → the function that gives its cell of a permission; a row or a whole column comes of it."""
    said: dict[Message, tuple[str, str]] = {}

    def both(reason: Message) -> tuple[str, str]:
        found = said.get(reason)
        if found is None:  # many rows share one
            found = said[reason] = reason.text("en"), reason.text("zh_CN")
        return found

    return {
        "profile": attrgetter("profile"),
        "subject": attrgetter("subject"),
        "kind": attrgetter("kind"),
        "decision": lambda p: str.__str__(p.decision),
        "declared": lambda p: p.declared or None,
        "scope": lambda p: p.scope or None,
        "origin": lambda p: p.origin.profile or None,
        "enforced": attrgetter("enforced"),
        "reason": lambda p: both(p.reason)[0] if p.reason else None,
        "reason_zh": lambda p: both(p.reason)[1] if p.reason else None,
        "conflict": attrgetter("conflict"),
        "assumed": attrgetter("assumed"),
        "value": lambda p: None if p.value is NOTHING else p.value,
        "may_override": attrgetter("may_override"),
        "allowed": lambda p: None if p.allowed is None else list(p.allowed),
        "dangerous": attrgetter("dangerous"),
        "constraints": lambda p: None if p.constraints is None else dict(p.constraints),
        "path": lambda p: p.origin.path or None,
        "line": lambda p: audit.line(p.origin),
    }
