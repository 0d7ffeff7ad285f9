"""A role file in, what its policies break out: rules about ``permissions``, ``rank`` and ``usageLimits``.

Each rule is one of ``schemas/evolcore/rules.toml``; EV numbers are those of ``facts/evolcore-rules.yaml``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.formats.evolcore import globs
from sphinx_agentcfg.formats.evolcore.model import Listing
from sphinx_agentcfg.formats.evolcore.names import (
    RANKS,
    ROLE_ID,
    USUAL_AGENTS,
    agent_of,
    enum_fields,
    is_model,
    model_key,
    rank_of,
)
from sphinx_agentcfg.formats.values import mapping, texts
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.evolcore.model import RoleFile
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_role"]

_PERMISSIONS = "/permissions"
_MODE = "/permissions/permissionMode"
_LIMITS = "/usageLimits"
_MOST_NAMED = 3


def check_role(workspace: Workspace, role: RoleFile, listing: Listing) -> Iterator[Finding]:
    """Give the findings of one role file, apart from those of its operations (:mod:`.command_checks`)."""
    if ROLE_ID.fullmatch(role.role) is None:
        text = message(
            "`{name}` cannot be a role id: use lower-case letters, digits, `_` and `-`; rename the file",
            name=excerpt(role.role),
        )
        yield workspace.report("role-id-invalid", role.document, text, pointer="", line=1, column=1)
    if role.data is None:
        return
    policies = mapping(role.data.get("permissions"))
    yield from _rank(workspace, role, role.data)
    yield from _mode(workspace, role, role.data)
    for field, policy in policies.items():
        if isinstance(policy, dict):
            yield from _policy(workspace, role, field, policy)
    if listing is not Listing.UNLISTED:
        yield from _unlimited(workspace, role, role.data)
    yield from _limits(workspace, role, mapping(role.data.get("usageLimits")))


def _rank(workspace: Workspace, role: RoleFile, data: dict[str, Any]) -> Iterator[Finding]:
    """EV10, EV11. A rank that is none of the five is the schema's matter."""
    expected = rank_of(role.role)
    if "rank" not in data:
        text = message(
            "`rank` is missing, so the loader fills it in; write {rank} to have it in the file", rank=expected
        )
        yield workspace.report("rank-filled-by-loader", role.document, text, pointer="", missing="rank")
        return
    rank = data["rank"]
    if isinstance(rank, bool) or rank not in RANKS.values() or rank == expected:
        return
    text = message(
        "`rank` is {rank}, and the role `{role}` should have {expected}; change it, or leave it to the loader",
        rank=rank,
        role=excerpt(role.role),
        expected=expected,
    )
    yield workspace.report("rank-unexpected", role.document, text, pointer="/rank")


def _mode(workspace: Workspace, role: RoleFile, data: dict[str, Any]) -> Iterator[Finding]:
    """EV02, EV12."""
    policies = data.get("permissions")
    if not isinstance(policies, dict):
        return
    rule = "permission-mode-overridable"
    if "permissionMode" not in policies:
        text = message("`permissionMode` is missing; add it with `allowOverride: false`")
        yield workspace.report(rule, role.document, text, pointer=_PERMISSIONS, missing="permissionMode")
        return
    policy = policies["permissionMode"]
    if not isinstance(policy, dict):
        return
    if "allowOverride" not in policy:
        text = message("`permissionMode` does not say `allowOverride: false`; add it")
        yield workspace.report(rule, role.document, text, pointer=_MODE, missing="allowOverride")
    elif policy["allowOverride"] is not False:
        text = message("`allowOverride` of `permissionMode` must be `false`; set it to `false`")
        yield workspace.report(rule, role.document, text, pointer=f"{_MODE}/allowOverride")
    if "allowedValues" in policy:
        text = message(
            "`allowedValues` of `permissionMode` has no effect because the mode cannot be overridden; remove it"
        )
        where = f"{_MODE}/allowedValues"
        yield workspace.report("permission-mode-values-reserved", role.document, text, pointer=where, at_key=True)


def _policy(workspace: Workspace, role: RoleFile, field: str, policy: dict[str, Any]) -> Iterator[Finding]:
    """EV03, EV04, EV13, EV25."""
    at = join(_PERMISSIONS, field)
    if is_model(field):
        yield from _models(workspace, role, field, policy)
    values, default = policy.get("allowedValues"), policy.get("default")
    if field in enum_fields() and isinstance(values, list):
        where = f"{at}/allowedValues"
        if isinstance(default, str) and default not in values:
            text = message(
                "`allowedValues` of `{field}` does not hold the default `{default}`; add it, or choose another default",
                field=field,
                default=excerpt(default),
            )
            yield workspace.report("default-not-allowed", role.document, text, pointer=where)
        if policy.get("allowOverride") is False:
            text = message(
                "`allowedValues` of `{field}` has no effect while `allowOverride` is `false`; remove one of the two",
                field=field,
            )
            yield workspace.report("allowed-values-idle", role.document, text, pointer=where, at_key=True)


def _models(workspace: Workspace, role: RoleFile, field: str, policy: dict[str, Any]) -> Iterator[Finding]:
    at, default, patterns = (
        join(_PERMISSIONS, field),
        policy.get("default"),
        [each for _, each in texts(policy.get("allowedModels"))],
    )
    if patterns and isinstance(default, str) and not any(globs.matches(pattern, default) for pattern in patterns):
        text = message(
            "`allowedModels` of `{field}` does not allow the default `{default}`; allow it, or choose another default",
            field=excerpt(field),
            default=excerpt(default),
        )
        yield workspace.report("default-model-not-allowed", role.document, text, pointer=f"{at}/default")
    where = f"{at}/allowedModels"
    if patterns == ["*"]:
        text = message(
            "`allowedModels` of `{field}` allows every model; list those that you mean", field=excerpt(field)
        )
        yield workspace.report("model-glob-shadowed", role.document, text, pointer=where, severity=Severity.INFO)
        return
    idle = dict(globs.shadowed(patterns))
    if idle:
        first = next(iter(idle))
        text = message(
            "`allowedModels` of `{field}` lists {entries}, which `{wider}` covers already; remove one or the other",
            field=excerpt(field),
            entries=_listed(list(idle)),
            wider=excerpt(idle[first]),
        )
        place = join(where, policy["allowedModels"].index(first))
        yield workspace.report("model-glob-shadowed", role.document, text, pointer=place)


def _unlimited(workspace: Workspace, role: RoleFile, data: dict[str, Any]) -> Iterator[Finding]:
    """Tell which base agents of the schema, or of the file itself, have no model policy (``spec/formats.md``)."""
    policies = data.get("permissions")
    if not isinstance(policies, dict) or data.get("allowAccess") is False:
        return
    named = dict.fromkeys((*USUAL_AGENTS, *(agent for key in _keys(data, policies) if (agent := agent_of(key)))))
    missing = [model_key(agent) for agent in named if model_key(agent) not in policies]
    if missing:
        text = message("no policy limits the models of {fields}; add one for each base agent", fields=_listed(missing))
        yield workspace.report("model-policy-missing", role.document, text, pointer=_PERMISSIONS, at_key=True)


def _keys(data: dict[str, Any], policies: dict[str, Any]) -> Iterator[str]:
    """Give every dotted key that the file names, as a policy or in a constraint."""
    yield from policies
    for rule in mapping(data.get("commandPermissions")).values():
        constraints = mapping(mapping(rule).get("constraints"))
        named = [constraints.get("requireFieldOverride")], constraints.get("allowedConfigKeys")
        yield from (key for values in named for _, key in texts(values))


def _limits(workspace: Workspace, role: RoleFile, limits: dict[str, Any]) -> Iterator[Finding]:
    """EV14, EV15. An explicit ``enabled: false`` and nothing else promises no limit, so nothing is said of it."""
    enabled = limits.get("enabled", False)
    if enabled is False and any(key != "enabled" for key in limits):
        text = message("`usageLimits` limits nothing while `enabled` is not `true`; set it, or remove `usageLimits`")
        yield workspace.report("usage-limits-disabled", role.document, text, pointer=_LIMITS, at_key=True)
    if enabled is not True:
        return
    if limits.get("limitAmount") is None:
        text = message("`usageLimits` is enabled without a `limitAmount`, so nothing is limited; write an amount")
    elif "currency" not in limits:
        text = message("`limitAmount` has no `currency`, so nobody knows how much it is; add the currency")
    else:
        return
    yield workspace.report("usage-limit-unreadable", role.document, text, pointer=_LIMITS, at_key=True)


def _listed(names: list[str]) -> str:
    shown = ", ".join(f"`{excerpt(name)}`" for name in names[:_MOST_NAMED])
    return shown + (", …" if len(names) > _MOST_NAMED else "")
