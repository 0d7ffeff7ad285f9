"""A profile in, a decision for each of its conditions out (``spec/formats.md`` → Leji, permission matrix).

Nothing enforces them: the tool has no code that acts on a condition (``facts/leji.md`` §1.4), the agent follows them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.model import Decision, Origin, Permission, State
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from sphinx_agentcfg.formats.model import Profile, Resolved
    from sphinx_agentcfg.messages import Message

__all__ = ["permissions"]

_ASK, _REFUSE = "mustAskWhen", "mustRefuseWhen"


def permissions(profile: Profile, resolved: Resolved) -> list[Permission]:
    """Return a row for each condition, those to ask about first; one that is in both lists is refused."""
    del resolved
    if profile.state is not State.OK or not isinstance(profile.effective, dict):
        return []
    ask, refuse = _conditions(profile, _ASK), _conditions(profile, _REFUSE)
    rows = [
        _row(profile, text, refuse.get(text, origin), asks=True, refuses=text in refuse) for text, origin in ask.items()
    ]
    rows += [
        _row(profile, text, origin, asks=False, refuses=True) for text, origin in refuse.items() if text not in ask
    ]
    return rows


def _conditions(profile: Profile, key: str) -> dict[str, Origin]:
    """Return each condition and where it stands first."""
    items: Any = profile.effective.get(key) or []
    derivation = profile.parts[0].derived.get(f"/{key}")
    first: dict[str, Origin] = {}
    if derivation is None:
        for i, item in enumerate(items):
            first.setdefault(item, Origin(profile.id, profile.path, f"/{key}/{i}"))
    else:
        for element in derivation.told(items):
            if element.position is not None:
                first.setdefault(element.item, element.origin)
    return first


def _row(profile: Profile, subject: str, origin: Origin, *, asks: bool, refuses: bool) -> Permission:
    return Permission(
        profile=profile.id,
        subject=subject,
        kind="condition",
        decision=Decision.DENY if refuses else Decision.ASK,
        declared=_REFUSE if refuses else _ASK,
        origin=origin,
        enforced=False,
        reason=_reason(profile, origin, asks=asks, refuses=refuses),
        conflict=asks and refuses,
    )


def _reason(profile: Profile, origin: Origin, *, asks: bool, refuses: bool) -> Message:
    inherited = origin.profile != profile.id
    if asks and refuses:
        return message("the condition is in `mustAskWhen` and in `mustRefuseWhen`, and refusing wins")
    if refuses and inherited:
        return message("`mustRefuseWhen` of the base profile {base} has this condition", base=origin.profile)
    if refuses:
        return message("`mustRefuseWhen` of the profile has this condition")
    if inherited:
        return message("`mustAskWhen` of the base profile {base} has this condition", base=origin.profile)
    return message("`mustAskWhen` of the profile has this condition")
