"""A role file in, what its rules for operations break out (``commandPermissions``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.evolcore.model import RoleFile
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_commands", "fixed_field"]

_COMMANDS = "/commandPermissions"


def check_commands(workspace: Workspace, role: RoleFile) -> Iterator[Finding]:
    """Give the findings of the rules of one role (``facts/evolcore-rules.yaml``, EV16 to EV21)."""
    for operation, rule in mapping((role.data or {}).get("commandPermissions")).items():
        if isinstance(rule, dict):
            yield from _rule(workspace, role, operation, rule)
            yield from _constraints(workspace, role, operation, rule)


def fixed_field(constraints: dict[str, Any], policies: dict[str, Any]) -> str | None:
    """Return the field that ``requireFieldOverride`` asks for where the role may not override it (EV18)."""
    field = constraints.get("requireFieldOverride")
    if not isinstance(field, str) or mapping(policies.get(field)).get("allowOverride") is True:
        return None
    return field


def _rule(workspace: Workspace, role: RoleFile, operation: str, rule: dict[str, Any]) -> Iterator[Finding]:
    at, name = join(_COMMANDS, operation), excerpt(operation)
    if rule.get("allow") is True and rule.get("dangerous") is True and rule.get("constraints", {}) == {}:
        text = message("`{operation}` is dangerous and allowed without `constraints`; add some", operation=name)
        yield workspace.report("dangerous-without-constraints", role.document, text, pointer=at, at_key=True)
    if rule.get("scopes") == []:
        text = message(
            "`scopes` of `{operation}` is empty and matches no scope; list scopes, or remove it", operation=name
        )
        yield workspace.report("scopes-empty", role.document, text, pointer=f"{at}/scopes")
    if "permissionMode" in rule:
        text = message(
            "`permissionMode` of `{operation}` is a temporary field; use that of the role where you can", operation=name
        )
        where = f"{at}/permissionMode"
        yield workspace.report("operation-mode-temporary", role.document, text, pointer=where, at_key=True)


def _constraints(workspace: Workspace, role: RoleFile, operation: str, rule: dict[str, Any]) -> Iterator[Finding]:
    constraints = mapping(rule.get("constraints"))
    at, name = f"{join(_COMMANDS, operation)}/constraints", excerpt(operation)
    if constraints.get("privateOnly") is True and constraints.get("groupOnly") is True:
        text = message(
            "`{operation}` is limited to private chats and to group chats, so its rule never applies; keep "
            "`privateOnly` or `groupOnly`",
            operation=name,
        )
        yield workspace.report("private-and-group-only", role.document, text, pointer=at, at_key=True)
    field = fixed_field(constraints, mapping((role.data or {}).get("permissions")))
    if field is not None and rule.get("allow") is not False:
        text = message(
            "`requireFieldOverride` of `{operation}` names `{field}`, which the role may not override; name another "
            "field, or set its `allowOverride` to `true`",
            operation=name,
            field=excerpt(field),
        )
        where = f"{at}/requireFieldOverride"
        yield workspace.report("required-field-not-overridable", role.document, text, pointer=where)
    yield from _arguments(workspace, role, operation, constraints)


def _arguments(workspace: Workspace, role: RoleFile, operation: str, constraints: dict[str, Any]) -> Iterator[Finding]:
    """EV19: a finding for each argument, with the first value that is on both sides."""
    allowed = mapping(constraints.get("allowedArgs"))
    for argument, denied in mapping(constraints.get("deniedArgs")).items():
        both = _shared(allowed.get(argument), denied)
        if both:
            text = message(
                "`{operation}` allows and denies `{value}` for its argument `{argument}`, and a denial wins; keep one",
                operation=excerpt(operation),
                value=excerpt(str(both[0]), 40),
                argument=excerpt(argument),
            )
            at = join(f"{join(_COMMANDS, operation)}/constraints/deniedArgs", argument)
            yield workspace.report("argument-allowed-and-denied", role.document, text, pointer=at, at_key=True)


def _shared(allowed: Any, denied: Any) -> list[Any]:
    """Return the values in both lists; ``true`` is not ``1``, as in JSON."""
    if not isinstance(allowed, list) or not isinstance(denied, list):
        return []
    known = {_typed(value) for value in allowed if isinstance(value, str | int | float)}
    return [value for value in denied if isinstance(value, str | int | float) and _typed(value) in known]


def _typed(value: str | float) -> tuple[bool, str | float]:
    return isinstance(value, bool), value
