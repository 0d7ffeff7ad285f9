"""A question about a profile in, its answer and the steps that lead to it out: who can, and why.

Answers come from the same verdicts and values as the tables (:mod:`.matrices`, :mod:`.fields`).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.audit.fields import FieldValue, known_fields, values_of
from sphinx_agentcfg.audit.matrices import STAR, Verdicts
from sphinx_agentcfg.audit.words import DECISION_WORDS
from sphinx_agentcfg.errors import AgentcfgError, did_you_mean
from sphinx_agentcfg.formats.model import NOTHING, Change, Decision, Origin, Provenance, State
from sphinx_agentcfg.messages import Message, message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.formats.model import Permission, Profile

__all__ = ["Answer", "Step", "UnknownProfile", "find_profile", "line_of", "who_can", "why", "why_field"]

_LONGEST_VALUE = 200


class UnknownProfile(AgentcfgError):
    """No profile has that id; ``near`` are ids that look like it."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name = name
        self.near = did_you_mean(name, known)
        super().__init__(name, known)

    def __str__(self) -> str:
        hint = f"did you mean {', '.join(map(excerpt, self.near))}?" if self.near else "`profiles` lists them"
        return f"no profile {excerpt(self.name)!r}; {hint}"


class Step(NamedTuple):
    """One reason: a sentence, the profile that it speaks of, the place, and what the file says there."""

    text: Message
    profile: str | None = None
    path: str | None = None
    line: int | None = None
    excerpt: str | None = None


class Answer(NamedTuple):
    """What holds, and the steps that lead there, the one that decides first.

    ``kind`` is ``permission``, then ``result`` is a decision; or ``field``, then ``result`` is a provenance and
    ``value`` the effective value (NOTHING where there is none).
    """

    profile: str
    subject: str
    kind: str
    result: str
    steps: tuple[Step, ...]
    value: Any = NOTHING


def find_profile(audit: Audit, name: str) -> Profile:
    """Return the profile with the id *name*, or whose id without its format it is, where only one is."""
    profiles = {profile.id: profile for profile in audit.profiles}
    if name in profiles:
        return profiles[name]
    short = [profile for id_, profile in profiles.items() if id_.partition(":")[2] == name]
    if len(short) == 1:
        return short[0]
    raise UnknownProfile(name, [each.id for each in short] or list(profiles))


def who_can(verdicts: Verdicts, subject: str, decision: Decision = Decision.ALLOW) -> tuple[str, ...]:
    """Return the ids of the profiles for which *decision* holds for *subject*, as the matrix has it."""
    return tuple(profile for profile in verdicts.rows if verdicts.decide(profile, subject).decision is decision)


def why(audit: Audit, verdicts: Verdicts, name: str, subject: str) -> tuple[Answer, ...]:
    """Return why the profile *name* may do *subject*, or has the value of a field that is called so; at least one.

    Raises :exc:`UnknownProfile`.
    """
    profile = find_profile(audit, name)
    field = why_field(audit, profile, subject)
    if field and subject not in verdicts.used:
        return field
    return (_why_permission(audit, verdicts, profile, subject), *field)


# --- permissions ------------------------------------------------------------------------------------------------------


def _why_permission(audit: Audit, verdicts: Verdicts, profile: Profile, subject: str) -> Answer:
    verdict = verdicts.decide(profile.id, subject)
    steps: list[Step] = []
    if subject not in verdicts.used and subject != STAR:
        steps.append(_nobody_names(subject, verdicts))
    for row in verdict.rows:
        steps += _row_steps(audit, profile, row)
    if not verdict.rows:
        steps.append(Step(message("no file says anything about it"), profile.id, profile.path))
    return Answer(profile.id, subject, "permission", verdict.decision.value, tuple(steps))


def _nobody_names(subject: str, verdicts: Verdicts) -> Step:
    near = did_you_mean(subject, verdicts.used)
    if near:
        names = ", ".join(map(excerpt, near))
        return Step(message("no profile names {subject}; did you mean {names}?", subject=excerpt(subject), names=names))
    return Step(message("no profile names {subject}", subject=excerpt(subject)))


def _row_steps(audit: Audit, profile: Profile, row: Permission) -> Iterator[Step]:
    said = row.reason or message("the file says so")
    texts = {
        (False, False): message("{subject}: {decision}, since {reason}", **_values(row, said)),
        (False, True): message("{subject} in scope {scope}: {decision}, since {reason}", **_values(row, said)),
        (True, False): message("every other subject: {decision}, since {reason}", **_values(row, said)),
        (True, True): message("every other subject in scope {scope}: {decision}, since {reason}", **_values(row, said)),
    }
    yield _step(audit, texts[row.subject == STAR, bool(row.scope)], row.origin)
    yield from _heritage(audit, profile, row.origin)
    if row.conflict:
        yield Step(message("the files contradict each other here"))
    if row.assumed:
        yield Step(message("this is assumed: no source settles it"))
    if row.enforced is False:
        yield Step(message("the tool itself does not enforce it"))


def _values(row: Permission, reason: Message) -> dict[str, Any]:
    return {
        "subject": excerpt(row.subject),
        "scope": excerpt(row.scope),
        "decision": Message(DECISION_WORDS[row.decision.value]),
        "reason": reason,
    }


def _heritage(audit: Audit, profile: Profile, origin: Origin) -> Iterator[Step]:
    """Give the edges from *profile* up to the one that wrote it, where that is another one."""
    if not origin.profile or origin.profile == profile.id:
        return
    above = {edge.profile: edge for edge in audit.edges if edge.status == "resolved"}
    at, seen = profile.id, set[str]()
    while at in above and at not in seen and at != origin.profile:
        seen.add(at)
        edge = above[at]
        text = message("{profile} inherits from {parent}", profile=excerpt(edge.profile), parent=excerpt(edge.parent))
        yield _step(audit, text, edge.origin)
        at = edge.parent


def _step(audit: Audit, text: Message, origin: Origin) -> Step:
    line = audit.line(origin)
    return Step(text, origin.profile or None, origin.path or None, line, line_of(audit, origin.path, line))


def line_of(audit: Audit, path: str, line: int | None) -> str | None:
    """Return what the file says in a line, harmless and cut short; None where that is not known."""
    document = audit.documents.get(path)
    if document is None or line is None:
        return None
    lines = document.text.splitlines()
    return excerpt(lines[line - 1].strip(), _LONGEST_VALUE) if 0 < line <= len(lines) else None


# --- fields -----------------------------------------------------------------------------------------------------------


def why_field(audit: Audit, profile: Profile, field: str) -> tuple[Answer, ...]:
    """Return an answer for each place of *field* in the profile; none where its types do not know the field."""
    found = [value for part in values_of(audit, profile) for value in part.fields if value.field == field]
    if not found and any(field in known_fields(audit, profile, part).rows for part in profile.parts):
        text = message("what it lies in is not there, so it is not there either")
        return (Answer(profile.id, field, "field", Provenance.MISSING.value, (Step(text, profile.id, profile.path),)),)
    return tuple(_why_value(audit, profile, value) for value in found)


def _why_value(audit: Audit, profile: Profile, value: FieldValue) -> Answer:
    steps: list[Step] = []
    origin = value.origin
    reason = value.derivation.reason if value.derivation else None
    text = reason or _PROVENANCE[value.provenance]
    if origin is not None:
        steps.append(_step(audit, text, origin))
        steps += _heritage(audit, profile, origin)
    else:
        steps.append(Step(text, profile.id, profile.path))
    for element in value.elements:
        words = _CHANGES[element.change]
        item = excerpt(json.dumps(element.item, ensure_ascii=False), _LONGEST_VALUE)
        steps.append(_step(audit, message("{item}: {change}", item=item, change=words), element.origin))
    for giver in value.origins if origin is None else ():
        steps += _heritage(audit, profile, Origin(giver))
    if value.derivation is not None and value.derivation.assumed:
        steps.append(Step(message("this is assumed: no source settles it")))
    if profile.state is not State.OK and value.provenance is Provenance.UNKNOWN:
        steps.append(
            Step(message("the profile cannot be read or resolved: see its findings"), profile.id, profile.path)
        )
    return Answer(profile.id, value.field, "field", value.provenance.value, tuple(steps), value.value)


_PROVENANCE = {
    Provenance.OWN: message("the profile says it itself"),
    Provenance.INHERITED: message("the profile inherits it"),
    Provenance.MERGED: message("it is put together from several places"),
    Provenance.DEFAULT: message("nobody says it, and this is the default"),
    Provenance.BUILTIN: message("the tool adds it by itself"),
    Provenance.MISSING: message("nobody says it, and there is no default"),
    Provenance.EMPTY: message("the field is there and empty"),
    Provenance.UNKNOWN: message("nobody can know it"),
}
_CHANGES = {
    Change.KEPT: message("kept"),
    Change.ADDED: message("added"),
    Change.OVERRIDDEN: message("overridden"),
    Change.REMOVED: message("removed"),
}
