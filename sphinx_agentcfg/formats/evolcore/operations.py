"""The rules of a role and an operation in, the rule that decides and its verdict out.

The order is that of the predecessor (``facts/agentfs-evolcore.md`` B.1): the operation itself, ``<namespace>.*``,
``category:<name>``, ``dangerous:*`` (dangerous operations only), ``*`` (all others); at one rank a denial wins, and
without a match the operation is denied. A dangerous one runs only under a rule of its own or ``dangerous:*``, and
only where that rule says both ``allow`` and ``dangerous``. So whatever a wildcard decides is assumed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.evolcore.command_checks import fixed_field
from sphinx_agentcfg.formats.evolcore.names import Kind, kind_of
from sphinx_agentcfg.formats.model import Decision
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_agentcfg.messages import Message

__all__ = ["Rules", "Verdict", "decide", "rules_of"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What holds for an operation; ``key`` is the rule that decided, None where none did."""

    decision: Decision
    reason: Message
    key: str | None = None
    assumed: bool = True
    conflict: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one role, sorted by what their keys match; ``dangerous`` are the operations known to be so."""

    rules: Mapping[str, dict[str, Any]]
    policies: dict[str, Any]
    dangerous: frozenset[str]
    by_kind: Mapping[Kind, list[str]]
    #: How long the namespaces are, so that a name of many parts is cut only where that can lead to one.
    lengths: frozenset[int]
    _doubts: dict[tuple[Kind, bool], dict[Decision, str]] = field(default_factory=dict)

    def allows(self, key: str) -> bool:
        """Say whether the rule of *key* is there and allows."""
        return self.rules.get(key, {}).get("allow") is True

    def grants_danger(self, key: str) -> bool:
        """Say whether the rule of *key* allows dangerous operations: ``allow`` and ``dangerous`` are both true."""
        return self.allows(key) and self.rules[key].get("dangerous") is True

    def says(self, kind: Kind, *, dangerous: bool) -> Mapping[Decision, str]:
        """Return what the wildcards of a kind would decide, each decision with the first key that leads to it."""
        known = self._doubts.get((kind, dangerous))
        if known is None:
            known = self._doubts[kind, dangerous] = {}
            for key in self.by_kind.get(kind, ()):
                known.setdefault(_under(self, key, dangerous=dangerous).decision, key)
        return known


def rules_of(commands: Any, policies: Any, dangerous: frozenset[str]) -> Rules:
    """Return the rules in ``commandPermissions``; what is no mapping is no rule."""
    usable = {key: rule for key, rule in mapping(commands).items() if isinstance(rule, dict)}
    by_kind: dict[Kind, list[str]] = {}
    for key in usable:
        by_kind.setdefault(kind_of(key), []).append(key)
    lengths = frozenset(len(key) for key in by_kind.get(Kind.NAMESPACE, ()))
    return Rules(usable, mapping(policies), dangerous, by_kind, lengths)


def decide(rules: Rules, operation: str) -> Verdict:
    """Return what holds for *operation*: a name, or a wildcard, which stands for what nothing more exact matches."""
    kind = kind_of(operation)
    dangerous = kind is Kind.DANGEROUS or operation in rules.dangerous
    if operation in rules.rules:
        return _own(rules, operation, kind)
    certain = _by_namespace(rules, operation, dangerous=dangerous)
    doubtful = [Kind.ODD] if certain else [Kind.ODD, Kind.CATEGORY]
    if kind in {Kind.CATEGORY, Kind.ODD}:
        doubtful.append(Kind.NAMESPACE)
    certain = certain or _rest(rules, dangerous=dangerous)
    for each in doubtful:
        for decision, key in rules.says(each, dangerous=dangerous).items():
            if decision is not certain.decision:
                text = message("no file says whether `{key}` matches, and that decides", key=excerpt(key))
                return Verdict(Decision.UNKNOWN, text, key)
    return certain


def _own(rules: Rules, operation: str, kind: Kind) -> Verdict:
    """Return the verdict of the rule that bears the name of the operation."""
    if kind is Kind.ODD:
        return Verdict(
            Decision.UNKNOWN, message("no source says what `{key}` matches", key=excerpt(operation)), operation
        )
    if kind is not Kind.EXACT:
        return _under(rules, operation, dangerous=False)
    if not rules.allows(operation):
        return _said(operation, Decision.DENY, assumed=False)
    if operation in rules.dangerous and not rules.grants_danger(operation):
        text = message(
            "another role marks the operation as dangerous, and this rule allows it without `dangerous: true`"
        )
        return Verdict(Decision.DENY, text, operation, conflict=True)
    return _never(rules, operation) or _said(operation, Decision.ALLOW, assumed=False)


def _by_namespace(rules: Rules, operation: str, *, dangerous: bool) -> Verdict | None:
    """Return the verdict of the namespaces that the operation is in: a denial, else the innermost one."""
    found = [key for key in _namespaces(operation, rules.lengths) if key in rules.rules]
    if not found:
        return None
    denying = [key for key in found if not rules.allows(key)]
    return _under(rules, (denying or found)[0], dangerous=dangerous)


def _namespaces(operation: str, lengths: frozenset[int]) -> Iterator[str]:
    dot = operation.rfind(".") if lengths else -1
    while dot > 0:
        if dot + len(".*") in lengths:
            yield f"{operation[:dot]}.*"
        dot = operation.rfind(".", 0, dot)


def _rest(rules: Rules, *, dangerous: bool) -> Verdict:
    """Return what holds where no name, namespace or category decides."""
    key = "dangerous:*" if dangerous else "*"
    if key in rules.rules:
        return _under(rules, key, dangerous=dangerous)
    if dangerous and rules.allows("*"):
        return Verdict(Decision.DENY, message("no rule matches a dangerous operation here: `*` does not cover it"))
    return Verdict(Decision.DENY, message("no rule of the role matches, so the operation is denied"))


def _under(rules: Rules, key: str, *, dangerous: bool) -> Verdict:
    """Return what the wildcard *key* says of an operation."""
    if not rules.allows(key):
        return _said(key, Decision.DENY)
    if kind_of(key) is Kind.DANGEROUS:
        if not rules.grants_danger(key):
            return Verdict(Decision.DENY, message("`dangerous:*` allows nothing without `dangerous: true`"), key)
    elif dangerous:
        if rules.grants_danger("dangerous:*"):
            text = message(
                "`{key}` and `dangerous:*` both match, and no source says which one decides", key=excerpt(key)
            )
            return Verdict(Decision.UNKNOWN, text, key)
        text = message(
            "the operation is dangerous, and `{key}` cannot allow that: only a rule of its own or `dangerous:*` can",
            key=excerpt(key),
        )
        return Verdict(Decision.DENY, text, key)
    return _never(rules, key) or _said(key, Decision.ALLOW)


def _never(rules: Rules, key: str) -> Verdict | None:
    """Return a denial where the constraints of an allowing rule can never be met (EV17, EV18)."""
    constraints = mapping(rules.rules[key].get("constraints"))
    if constraints.get("privateOnly") is True and constraints.get("groupOnly") is True:
        text = message("`privateOnly` and `groupOnly` are both `true`, so the rule never applies")
        return Verdict(Decision.DENY, text, key, conflict=True)
    fixed = fixed_field(constraints, rules.policies)
    if fixed is not None:
        text = message("the rule needs `{field}` to be overridable, and it is not", field=excerpt(fixed))
        return Verdict(Decision.DENY, text, key, conflict=True)
    return None


def _said(key: str, decision: Decision, *, assumed: bool = True) -> Verdict:
    if decision is Decision.ALLOW:
        return Verdict(decision, message("the rule `{key}` allows it", key=excerpt(key)), key, assumed)
    return Verdict(decision, message("the rule `{key}` denies it", key=excerpt(key)), key, assumed)
