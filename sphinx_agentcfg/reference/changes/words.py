"""A change in, a sentence in one language out; and what two files have in common, in one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.messages import N_, message
from sphinx_agentcfg.reference.changes.model import ChangeClass, Kind, State
from sphinx_agentcfg.reference.conditions import all_of
from sphinx_agentcfg.reference.model import ANYTHING, MISSING, Named, Requirement, Union
from sphinx_agentcfg.reference.phrases import Phrase, code, fill, join_phrases, plain, word
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from sphinx_agentcfg.messages import Message
    from sphinx_agentcfg.reference.changes.model import Change, Changes
    from sphinx_agentcfg.reference.model import TypeExpr
    from sphinx_agentcfg.reference.wording import Wording

__all__ = ["CLASSES", "line", "name_of", "say", "summary"]

#: Class → what a reader sees of it.
CLASSES = {
    ChangeClass.BREAKING: N_("breaking"),
    ChangeClass.COMPATIBLE: N_("compatible"),
    ChangeClass.WORDING: N_("wording"),
}
_WHAT = {
    Kind.FIELD_ADDED: N_("field added"),
    Kind.FIELD_MOVED: N_("field moved here from {old}"),
    Kind.REQUIRED: N_("required now"),
    Kind.NOT_REQUIRED: N_("no longer required"),
    Kind.TYPE_NARROWED: N_("type narrowed"),
    Kind.TYPE_WIDENED: N_("type widened"),
    Kind.TYPE_CHANGED: N_("type changed"),
    Kind.VALUES_ADDED: N_("allowed values added"),
    Kind.VALUES_REMOVED: N_("allowed values removed"),
    Kind.VALUES_LIMITED: N_("only certain values are allowed now"),
    Kind.VALUES_FREED: N_("no longer only certain values"),
    Kind.PATTERN_ADDED: N_("pattern added"),
    Kind.PATTERN_REMOVED: N_("pattern removed"),
    Kind.PATTERN_CHANGED: N_("pattern changed"),
    Kind.LIMIT_TIGHTENED: N_("{keyword} tightened"),
    Kind.LIMIT_LOOSENED: N_("{keyword} loosened"),
    Kind.LIMIT_CHANGED: N_("{keyword} changed"),
    Kind.CLOSED: N_("other fields are no longer allowed"),
    Kind.OPENED: N_("other fields are allowed now"),
    Kind.ALTERNATIVE_ADDED: N_("alternative added"),
    Kind.ALTERNATIVE_REMOVED: N_("alternative removed"),
    Kind.RULE_ADDED: N_("rule {keyword} added"),
    Kind.RULE_REMOVED: N_("rule {keyword} removed"),
    Kind.RULE_CHANGED: N_("rule {keyword} changed"),
    Kind.DEPRECATED: N_("deprecated now"),
    Kind.NOT_DEPRECATED: N_("no longer deprecated"),
    Kind.DEFINITION_ADDED: N_("definition added that nothing refers to"),
    Kind.DEFINITION_REMOVED: N_("definition removed that nothing referred to"),
    Kind.DIALECT_CHANGED: N_("dialect changed"),
    Kind.RESTATED: N_("{keyword} is written differently and means the same"),
}
#: Kinds that say by themselves whether something was added, removed or changed.
_BY_PRESENCE = {
    Kind.DEFAULT_CHANGED: (N_("default added"), N_("default removed"), N_("default changed")),
    Kind.STATUS_CHANGED: (N_("{keyword} added"), N_("{keyword} removed"), N_("{keyword} changed")),
    Kind.OTHER: (N_("{keyword} added"), N_("{keyword} removed"), N_("{keyword} changed")),
    Kind.REWORDED: (N_("{keyword} added"), N_("{keyword} removed"), N_("{keyword} reworded")),
}
_MEANING = (N_("meaning of {value} added"), N_("meaning of {value} removed"), N_("meaning of {value} reworded"))
_DETAILS = {
    (Kind.FIELD_ADDED, "required"): N_("field added, and it is required"),
    (Kind.FIELD_ADDED, "open"): N_("field added; until now any value could stand there"),
    (Kind.FIELD_ADDED, "free"): N_("field added; until now other values could stand there"),
    (Kind.FIELD_REMOVED, "refused"): N_("field removed; a file that sets it is refused"),
    (Kind.FIELD_REMOVED, "ignored"): N_("field removed; a file that sets it still passes, but it has no meaning"),
    (Kind.FIELD_REMOVED, "free"): N_("field removed; any other key covers it now"),
    (Kind.CLOSED, "value"): N_("no value is allowed any more"),
    (Kind.OPENED, "value"): N_("a value is allowed now"),
    (Kind.CLOSED, "item"): N_("further items are no longer allowed"),
    (Kind.OPENED, "item"): N_("further items are allowed now"),
}
_ACCESS = {
    ("readOnly", True): N_("read-only now"),
    ("readOnly", False): N_("no longer read-only"),
    ("writeOnly", True): N_("write-only now"),
    ("writeOnly", False): N_("no longer write-only"),
}
_STATES = {
    State.SAME: N_("no change"),
    State.BYTE_ORDER_MARK: N_("no change but the byte order mark"),
    State.LAYOUT: N_("no change but the layout of the file (spaces, order of keys)"),
    State.MEANING: N_("no change of meaning; the schema is written differently"),
}
_ROLES = {"key": N_("each key"), "contains": N_("at least one item")}
_TYPES = {Kind.TYPE_NARROWED, Kind.TYPE_WIDENED, Kind.TYPE_CHANGED}
_VALUES = {Kind.VALUES_ADDED, Kind.VALUES_REMOVED, Kind.VALUES_LIMITED, Kind.VALUES_FREED}
#: Kinds whose sentence is complete without the values.
_BARE = {Kind.FIELD_MOVED, Kind.DEPRECATED, Kind.NOT_DEPRECATED, Kind.ACCESS_CHANGED, Kind.RESTATED}
_TEXTUAL = {Kind.REWORDED}
_MOST = 60
_MOST_VALUES = 8
_LEAD = 20  # letters that a long text keeps before the place where it differs


def name_of(change: Change, voice: Wording) -> str:
    """Return the field of a change as it is shown: its path."""
    return change.path or voice.label(N_("the whole document"))


def line(change: Change, voice: Wording) -> str:
    """Return the whole change in one line of text."""
    said = fill(N_("{path}: {what}"), voice.language, path=code(name_of(change, voice)), what=say(change, voice))
    return plain(said if change.path else said[:1] and (*word(name_of(change, voice)), *said[1:]))


def say(change: Change, voice: Wording) -> Phrase:
    """Return what has changed, without the field that it is about."""
    said = _with_values(change, voice, _what(change, voice))
    for role in reversed(change.roles):
        said = fill(N_("{where}: {what}"), voice.language, where=voice.label(_ROLES[role]), what=said)
    if change.conditions:
        where = voice.context(all_of(change.conditions))
        said = fill(N_("{where}: {what}"), voice.language, where=where, what=said)
    return said


def _what(change: Change, voice: Wording) -> Phrase:
    kind = change.kind
    if (kind, change.detail) in _DETAILS:
        return word(voice.label(_DETAILS[kind, change.detail]))
    if kind is Kind.ACCESS_CHANGED:
        return word(voice.label(_ACCESS[change.keyword, change.new]))
    if kind is Kind.REQUIRED and change.before:
        return _requirement(N_("required now; until now {when}"), change.before, voice)
    if kind is Kind.NOT_REQUIRED and change.after:
        return _requirement(N_("no longer always required, only {when}"), change.after, voice)
    parts = {"keyword": code(change.keyword), "old": code(change.old_path)}
    if kind in {Kind.LIMIT_TIGHTENED, Kind.LIMIT_LOOSENED} and (change.old is MISSING or change.new is MISSING):
        kind = Kind.OTHER  # a limit that was not there before was added, rather than tightened
    if kind in _BY_PRESENCE:
        templates = _MEANING if kind is Kind.REWORDED and change.detail else _BY_PRESENCE[kind]
        if change.detail:
            parts["value"] = code(excerpt(change.detail, _MOST))
        return fill(
            templates[0 if change.old is MISSING else 1 if change.new is MISSING else 2], voice.language, **parts
        )
    return fill(_WHAT[kind], voice.language, **parts)


def _requirement(template: str, conditions: tuple[Any, ...], voice: Wording) -> Phrase:
    return fill(template, voice.language, when=voice.requirement(Requirement(when=conditions)))


# --- values -----------------------------------------------------------------------------------------------------------


def _with_values(change: Change, voice: Wording, said: Phrase) -> Phrase:
    """Return *said* with the old and the new value in brackets, where there are any."""
    old, new = _shown(change, voice)
    if change.kind in _BARE or (old is None and new is None):
        return said
    if old is not None and new is not None:
        return fill(N_("{what} ({old} → {new})"), voice.language, what=said, old=old, new=new)
    value = new if old is None else old
    assert value is not None  # noqa: S101  # one of the two is there
    return fill(N_("{what} ({value})"), voice.language, what=said, value=value)


def _shown(change: Change, voice: Wording) -> tuple[Phrase | None, Phrase | None]:
    old, new = change.old, change.new
    if change.kind in _TYPES:
        return voice.type(_type(old)), voice.type(_type(new))
    if change.kind in _VALUES:
        return _list(old), _list(new)
    if change.kind in {Kind.ALTERNATIVE_ADDED, Kind.ALTERNATIVE_REMOVED}:
        return _alternative(old, voice), _alternative(new, voice)
    if isinstance(old, str) and isinstance(new, str):
        return tuple(code(t) for t in _around(old, new))  # type: ignore[return-value]  # two texts in, two out
    return _value(old), _value(new)


def _type(names: Any) -> TypeExpr:
    if names is MISSING:
        return ANYTHING
    types = tuple(Named(n) for n in names)
    return types[0] if len(types) == 1 else Union(types)


def _list(values: Any) -> Phrase | None:
    if values is MISSING:
        return None
    shown = [_literal(v) for v in values[:_MOST_VALUES]]
    if len(values) > _MOST_VALUES:
        shown.append(word("…"))
    return join_phrases(shown, " · ")


def _alternative(schema: Any, voice: Wording) -> Phrase | None:
    """Return what tells an alternative: its title, what it refers to, its type, else itself."""
    if schema is MISSING or not isinstance(schema, dict):
        return _value(schema)
    if isinstance(schema.get("title"), str):
        return word(excerpt(schema["title"], _MOST))
    if isinstance(schema.get("$ref"), str):
        return code(excerpt(schema["$ref"].rpartition("/")[2] or schema["$ref"], _MOST))
    if isinstance(schema.get("type"), str) and set(schema) <= {"type", "description"}:
        return voice.type(Named(schema["type"]))
    return _value(schema)


def _value(value: Any) -> Phrase | None:
    return None if value is MISSING else _literal(value)


def _literal(value: Any) -> Phrase:
    """Return a value as code, cut where it is long; a text without quotes, unless it would be taken for none."""
    if isinstance(value, str) and value.strip() == value and value:
        return code(excerpt(value, _MOST))
    return code(excerpt(json.dumps(value, ensure_ascii=False), _MOST))


def _around(old: str, new: str) -> tuple[str, str]:
    """Return two texts, each cut around the place where they begin to differ."""
    if max(len(old), len(new)) <= _MOST:
        return (old, new) if old.strip() and new.strip() else (json.dumps(old), json.dumps(new))
    at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    start = 0 if at <= _LEAD else at - _LEAD
    lead = "…" if start else ""
    return lead + excerpt(old[start:], _MOST), lead + excerpt(new[start:], _MOST)


# --- the whole --------------------------------------------------------------------------------------------------------


def summary(changes: Changes) -> Message:
    """Return what two files have in common, or how many changes there are, in one sentence."""
    if changes.state is State.CHANGED:
        counts = {c.value: len(changes.of(c)) for c in ChangeClass}
        return message("{breaking} breaking, {compatible} compatible, {wording} wording", **counts)
    if changes.state is not State.LINE_ENDS:
        return message(_STATES[changes.state])
    ends = {"old": changes.old_ends, "new": changes.new_ends}
    if changes.old_mark != changes.new_mark:
        return message("no change but line ends ({old} → {new}) and the byte order mark", **ends)
    return message("no change but line ends ({old} → {new})", **ends)
