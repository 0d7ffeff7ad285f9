"""A role in, the rows of its two matrices out: the permission fields, then the operations.

A field carries a value; its decision says whether a person with the role may choose another one. What holds for a
whole role (no file, no access, not registered) holds for each of its rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.evolcore.model import Listing, Standing
from sphinx_agentcfg.formats.evolcore.names import fields, is_model
from sphinx_agentcfg.formats.evolcore.operations import decide, rules_of
from sphinx_agentcfg.formats.model import NOTHING, Decision, Origin, Permission, State
from sphinx_agentcfg.formats.values import mapping, texts
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.formats.evolcore.operations import Verdict
    from sphinx_agentcfg.formats.model import Profile, Resolved
    from sphinx_agentcfg.messages import Message

__all__ = ["permissions"]

_FIELD, _OPERATION = "setting", "operation"
_PERMISSIONS, _COMMANDS = "/permissions", "/commandPermissions"
_ANY = "*"


@dataclass(frozen=True, slots=True)
class _Blanket:
    """One decision for every row of a role."""

    decision: Decision
    reason: Message
    origin: Origin
    assumed: bool = False


def permissions(profile: Profile, resolved: Resolved) -> Iterator[Permission]:
    """Give a row for each setting, and for each operation and scope, that a role of the same agent names."""
    del resolved  # what the roles of an agent share is kept with each of them
    standing = profile.about
    if isinstance(standing, Standing):
        yield from _Rows(profile, standing).rows()


class _Rows:
    """The rows of one role."""

    def __init__(self, profile: Profile, standing: Standing) -> None:
        self.profile = profile
        self.shared = standing.shared
        self.assumed = standing.assumed
        self.data = mapping(profile.effective)
        self.policies = mapping(self.data.get("permissions"))
        self.rules = rules_of(self.data.get("commandPermissions"), self.policies, self.shared.dangerous)
        self.blanket = _blanket(profile, standing, self.data)

    def rows(self) -> Iterator[Permission]:
        own_models = (key for key in self.policies if is_model(key))
        for field in dict.fromkeys((*self.shared.settings, *own_models)):
            yield self._setting(field, mapping(self.policies.get(field)), present=field in self.policies)
        for operation in dict.fromkeys((*self.rules.rules, *self.shared.operations, _ANY)):
            yield from self._operation(operation)
        if self.shared.left_out:
            text = message(
                "the roles of `{aid}` name {n} operations, too many to show each in every role",
                aid=excerpt(self.shared.aid),
                n=self.shared.left_out,
            )
            yield Permission(profile=self.profile.id, subject=_ANY, kind="any", decision=Decision.UNKNOWN, reason=text)

    # Settings --------------------------------------------------------------------------------------------------------

    def _setting(self, field: str, policy: dict[str, Any], *, present: bool) -> Permission:
        override, allowed = (
            policy.get("allowOverride"),
            policy.get("allowedModels" if is_model(field) else "allowedValues"),
        )
        origin = self._at(join(_PERMISSIONS, field) if present else self._if_there(_PERMISSIONS))
        decision, reason, assumed = _chosen(field, policy, present=present)
        if self.blanket:
            decision, reason, assumed = self.blanket.decision, self.blanket.reason, self.blanket.assumed
            origin = self.blanket.origin
        return Permission(
            profile=self.profile.id,
            subject=field,
            kind=_FIELD,
            decision=decision,
            declared=_word("allowOverride", override),
            origin=origin,
            # x-runtimeApplied is true of the nine fields; of other base agents nobody says it
            enforced=True if field in fields() and decision is not Decision.UNKNOWN else None,
            reason=reason,
            assumed=assumed or self.assumed,
            value=policy.get("default", NOTHING),
            may_override=override if isinstance(override, bool) else None,
            allowed=tuple(allowed) if isinstance(allowed, list) else None,
        )

    # Operations ------------------------------------------------------------------------------------------------------

    def _operation(self, operation: str) -> Iterator[Permission]:
        verdict = decide(self.rules, operation)
        decision, reason, assumed, origin = verdict.decision, verdict.reason, verdict.assumed, self._where(verdict)
        settled = self.blanket is None and decision is not Decision.UNKNOWN
        rule = self.rules.rules.get((verdict.key or "") if settled else operation, {})
        if self.blanket:
            decision, reason, assumed = self.blanket.decision, self.blanket.reason, self.blanket.assumed
            origin = self.blanket.origin
        elif settled and rule.get("scopes") == []:
            decision, assumed = Decision.DENY, True
            reason = message("`scopes` of the rule is empty, so the rule matches no scope")
        constraints = rule.get("constraints")
        for scope in dict.fromkeys(each for _, each in texts(rule.get("scopes"))) or ("",):
            yield Permission(
                profile=self.profile.id,
                subject=operation,
                kind=_OPERATION,
                decision=decision,
                declared=_word("allow", rule.get("allow")),
                scope=scope,
                origin=origin,
                enforced=None if decision is Decision.UNKNOWN else True,
                reason=reason,
                conflict=verdict.conflict and self.blanket is None,
                assumed=assumed or self.assumed,
                value=rule.get("permissionMode", NOTHING),
                dangerous=self._dangerous(operation, rule),
                constraints=constraints if isinstance(constraints, dict) else None,
            )

    def _where(self, verdict: Verdict) -> Origin:
        key = verdict.key
        return self._at(self._if_there(_COMMANDS) if key is None else join(_COMMANDS, key))

    def _dangerous(self, operation: str, rule: dict[str, Any]) -> bool | None:
        if operation in self.shared.dangerous:
            return True
        return rule.get("dangerous") is True if rule else None

    def _at(self, pointer: str) -> Origin:
        return Origin(self.profile.id, self.profile.path, pointer, at_key=True)

    def _if_there(self, pointer: str) -> str:
        return pointer if pointer[1:] in self.data else ""


def _blanket(profile: Profile, standing: Standing, data: dict[str, Any]) -> _Blanket | None:
    """Return what decides over the whole role, the strongest first; None where each row decides for itself."""
    own = Origin(profile.id, profile.path, profile.pointer)
    registry = Origin("", standing.shared.registry, "/roles", at_key=True)
    if profile.state is not State.OK:
        return _Blanket(Decision.UNKNOWN, _unseen(profile.state), own)
    if standing.listing is Listing.UNLISTED:
        text = message("unregistered: `roles` of the registry does not list the role")
        return _Blanket(Decision.DENY, text, registry)
    if standing.lawful and data.get("allowAccess") is False:
        text = message("`allowAccess` is `false`, so the role may do nothing")
        return _Blanket(Decision.DENY, text, own._replace(pointer="/allowAccess", at_key=True))
    if standing.listing is Listing.UNKNOWN:
        text = message("no registry can be read, so nobody knows whether the role counts")
        return _Blanket(Decision.UNKNOWN, text, registry if standing.shared.registry else own)
    if not standing.lawful:
        text = message("the role file breaks its schema, so nobody knows what evolcore makes of it")
        return _Blanket(Decision.UNKNOWN, text, own)
    return None


def _unseen(state: State) -> Message:
    if state is State.UNREADABLE:
        return message("the role file cannot be read, so nothing is known of its permissions")
    return message("the registry lists the role, and no file says what it may do")


def _chosen(field: str, policy: dict[str, Any], *, present: bool) -> tuple[Decision, Message, bool]:
    """Return whether another value may be chosen, why, and whether that is assumed."""
    if not present:
        if is_model(field):
            # facts/agentfs-evolcore.md B.1: the predecessor does not limit a base agent without a policy
            return Decision.ALLOW, message("the role has no policy for it, so every model may be chosen"), True
        return Decision.UNSET, message("the role has no policy for it"), False
    if policy.get("allowOverride") is not True:
        return Decision.DENY, message("`allowOverride` is `false`, so the value of the role stands"), False
    if policy.get("allowedValues") == []:
        return Decision.UNKNOWN, message("no source says what an empty list of `allowedValues` allows"), False
    return Decision.ALLOW, message("`allowOverride` is `true`, so another value may be chosen"), False


def _word(key: str, value: Any) -> str:
    return f"{key}: {'true' if value else 'false'}" if isinstance(value, bool) else ""
