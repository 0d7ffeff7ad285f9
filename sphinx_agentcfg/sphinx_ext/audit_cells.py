"""A row of the audit and a column in, the cell out as fragments: words in each language, links to what it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.reference.phrases import literal as literal_phrase
from sphinx_agentcfg.safe_text import excerpt, on_one_line
from sphinx_agentcfg.sphinx_ext.audit_columns import WORDS
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_agentcfg.sphinx_ext.bilingual import Speaker

__all__ = ["audit_cell", "in_both", "literal", "place", "profile_link", "short", "word"]

Row = dict[str, Any]
Line = list[Fragment]

_LONGEST_NAME, _KEPT_AT_END = 100, 25
_LONGEST_TEXT, _LONGEST_VALUE = 1_000, 300
_PROFILES = frozenset({"profile", "parent"})
_LITERAL = frozenset({"subject", "scope", "pointer", "variable", "declared", "upstream", "model", "path"})
_JSON = frozenset({"value", "allowed", "constraints", "elements", "fix"})
_IN_BOTH = frozenset({"reason", "message", "description"})
_ALMOST, _LEAST = 99, 0.01


def audit_cell(speaker: Speaker, row: Row, column: str) -> Line:
    """Return the cell of *row*; nothing where there is no value."""
    value = _place_of(row) if column == "place" else row[column]
    if value is None or value == "":
        return []
    if column in WORDS:
        return [word(speaker, column, str(value))]
    if column in _IN_BOTH:
        return in_both(speaker, row, column)
    if isinstance(value, bool) and column not in _JSON:
        return speaker.label(N_("yes") if value else N_("no"))
    return _link(row, column, value) or [_text(column, value)]


def _link(row: Row, column: str, value: Any) -> Line:
    """Return a link to what a cell names, wherever a page shows it."""
    if column in _PROFILES or (column == "origin" and "decision" in row):
        return [profile_link(str(value))]
    roles = {
        "field": ("field", f"{row.get('type')}#{value}"),
        "type": ("schema", str(value)),
        "rule": ("rule", str(value)),
        "format": ("format", str(value)),
    }
    if column not in roles:
        return []
    role, target = roles[column]
    return [Mark("link", (Mark("code", (short(str(value)),)),), xref=target, role=role)]


def _text(column: str, value: Any) -> Fragment:
    if column in _JSON:
        return literal(value)
    if isinstance(value, float):
        return _percent(value)
    text = short(str(value))
    return Mark("code", (text,)) if column == "place" or column in _LITERAL else text


def profile_link(name: str) -> Mark:
    """Return a profile's id as a link to where it is shown."""
    return Mark("link", (Mark("code", (short(name),)),), xref=name, role="profile")


def word(speaker: Speaker, column: str, value: str) -> Mark:
    """Return a word of ours in each language, in its colour; another word stands as it is."""
    known: Mapping[str, str] = WORDS[column]
    if value not in known:
        return Mark("span", (short(value),))
    return Mark("span", tuple(speaker.label(known[value])), ("agentcfg-word", f"agentcfg-{column}-{value}"))


def in_both(speaker: Speaker, row: Row, column: str) -> Line:
    """Return a sentence in each language of the page."""
    chinese = row.get(f"{column}_zh") or row[column]
    said = [excerpt(chinese if voice.language == "zh_CN" else row[column], _LONGEST_TEXT) for voice in speaker.voices]
    return speaker.pair([_sentence(text) for text in said], stacked=True) if len(set(said)) > 1 else _sentence(said[0])


def _sentence(text: str) -> Line:
    """Return a sentence of ours; what stands between backticks is code."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return [text]
    return [Mark("code", (piece,)) if i % 2 else piece for i, piece in enumerate(pieces) if piece]


def literal(value: Any, limit: int = _LONGEST_VALUE) -> Mark:
    """Return a value as code, on one line and cut where it is long; a plain text goes without quotes."""
    text = "".join(span.text for span in literal_phrase(value))
    return Mark("code", (excerpt(text, limit),))


def place(path: str | None, line: int | None) -> str:
    """Return where something is written, as editors write it."""
    if not path:
        return ""
    return f"{path}:{line}" if line else path


def _place_of(row: Row) -> str:
    return place(row.get("path"), row.get("line"))


def short(text: str) -> str:
    """Return *text* visible and on one line; a long one loses its middle, since names differ at either end."""
    if len(text) > _LONGEST_NAME:
        text = f"{text[: _LONGEST_NAME - _KEPT_AT_END]}…{text[-_KEPT_AT_END:]}"
    return on_one_line(text)


def _percent(share: float) -> str:
    """Return a share in percent; only what is all or nothing is said to be so."""
    if 0 < share < _LEAST:
        return "<1 %"
    return f"{min(round(share * 100), _ALMOST) if share < 1 else 100} %"
