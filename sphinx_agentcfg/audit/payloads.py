"""An audit in, the data of a matrix view out: what ``assets/matrix.js`` draws, on a page, in a report, in a notebook.

Each cell is one byte; the reason of a cell that has one is a row of numbers, which refer to a list of texts, so that
ten thousand profiles stay small.
"""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.coverage import PROVENANCES
from sphinx_agentcfg.audit.matrices import DECISIONS, STAR, Verdicts, permission_matrix, permissions_by_profile
from sphinx_agentcfg.audit.words import DECISION_WORDS, PROVENANCE_WORDS
from sphinx_agentcfg.formats.model import State
from sphinx_agentcfg.messages import LANGUAGES, N_, Message, translate
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sphinx_agentcfg.audit.coverage import Cells
    from sphinx_agentcfg.audit.matrices import Matrix, Verdict
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.formats.model import Permission, Profile

__all__ = ["GLYPHS", "coverage_payload", "permission_payload"]

#: A sign beside each word, since a colour alone says nothing to many.
GLYPHS = {
    "unknown": "?",
    "unset": "·",
    "deny": "✕",
    "ask": "!",
    "allow": "✓",
    "own": "●",
    "inherited": "↑",
    "merged": "◆",
    "default": "○",
    "builtin": "□",
    "missing": "–",
    "empty": "∅",
}
#: What else a note says of a cell; each is a bit.
_MARKS = {"conflict": 1, "assumed": 2, "inherited": 4, "dangerous": 8, "unenforced": 16, "scoped": 32, "value": 64}
_NONE = -1


def permission_payload(
    audit: Audit,
    *,
    verdicts: Verdicts | None = None,
    subjects: Sequence[str] | None = None,
    limit: int | None = 200,
    href: Callable[[str], str | None] | None = None,
) -> dict[str, Any]:
    """Return the matrix of who may do what; *href* gives the address of what is said of a profile."""
    verdicts = verdicts or Verdicts(permissions_by_profile(audit))
    matrix = permission_matrix(verdicts, subjects, limit)
    texts = _Texts()
    notes = [_notes(audit, texts, profile, said) for profile, said in zip(matrix.profiles, matrix.said, strict=True)]
    rests = [_rest(audit, texts, verdicts, profile) for profile in matrix.profiles]
    return {
        "kind": "permissions",
        "label": _both(N_("Permissions")),
        "corner": _both(N_("Profile")),
        "rows": _row_heads(audit, matrix.profiles, href),
        "columns": _subject_heads(matrix),
        "states": [_state(word, DECISION_WORDS[word]) for word in DECISIONS],
        "codes": b64encode(b"".join(matrix.codes)).decode("ascii"),
        "texts": texts.all,
        "notes": notes,
        "rests": rests,
        "left_out": {"columns": matrix.left_out, "rows": 0},
    }


def coverage_payload(audit: Audit, cells: Cells, *, href: Callable[[str], str | None] | None = None) -> dict[str, Any]:
    """Return the matrix of where each value of one document type comes from."""
    return {
        "kind": "coverage",
        "label": _both(N_("Coverage")),
        "corner": _both(N_("Profile")),
        "rows": _row_heads(audit, cells.profiles, href),
        "columns": [
            {"id": visible(path), "title": _title(cells.known.rows[path].says.description)} for path in cells.fields
        ],
        "states": [_state(word, PROVENANCE_WORDS[word]) for word in PROVENANCES],
        "codes": b64encode(b"".join(cells.codes.values())).decode("ascii"),
        "texts": [],
        "notes": [[] for _ in cells.codes],
        "left_out": {"columns": 0, "rows": 0},
    }


def _both(msgid: str) -> dict[str, str]:
    return {language: translate(msgid, language) for language in LANGUAGES}


def _title(description: Mapping[str, str | None]) -> dict[str, str]:
    return {language: visible(text) for language in LANGUAGES if (text := description.get(language))}


def _state(word: str, label: str) -> dict[str, Any]:
    return {"id": word, "glyph": GLYPHS[word], "label": _both(label)}


def _subject_heads(matrix: Matrix) -> list[dict[str, Any]]:
    return [{"id": visible(name), "used": used} for name, used in zip(matrix.subjects, matrix.used, strict=True)]


def _row_heads(audit: Audit, shown: Sequence[str], href: Callable[[str], str | None] | None) -> list[dict[str, Any]]:
    profiles = {profile.id: profile for profile in audit.profiles}
    return [_row_head(profiles[name], href(name) if href else None) for name in shown]


def _row_head(profile: Profile, href: str | None) -> dict[str, Any]:
    head: dict[str, Any] = {"id": visible(profile.id), "group": profile.format}
    if profile.state is not State.OK:
        head["state"] = profile.state.value
    if href:
        head["href"] = href
    return head


class _Texts:
    """Texts by number; each stands once."""

    def __init__(self) -> None:
        self.all: list[str | dict[str, str]] = []
        self._numbers: dict[Any, int] = {}

    def number(self, text: str | Message | None) -> int:
        """Return the number of *text*, which may be in both languages; -1 where there is none."""
        if not text:
            return _NONE
        found = self._numbers.get(text)
        if found is None:
            found = self._numbers[text] = len(self.all)
            self.all.append(_shown(text))
        return found


def _shown(text: str | Message) -> str | dict[str, str]:
    if isinstance(text, Message):
        return {language: visible(text.text(language)) for language in LANGUAGES}
    return visible(text)


def _notes(audit: Audit, texts: _Texts, profile: str, said: Mapping[int, Verdict]) -> list[list[int]]:
    return [[place, *_note(audit, texts, profile, verdict)] for place, verdict in said.items()]


def _rest(audit: Audit, texts: _Texts, verdicts: Verdicts, profile: str) -> list[int] | None:
    """Return what is said of every subject that no row of the profile names, after its decision."""
    rest = verdicts.decide(profile, STAR)
    return [DECISIONS.index(rest.decision.value), *_note(audit, texts, profile, rest)] if rest.rows else None


def _note(audit: Audit, texts: _Texts, profile: str, verdict: Verdict) -> list[int]:
    row = verdict.rows[0]
    origin = row.origin
    return [
        texts.number(row.reason),
        texts.number(origin.profile),
        texts.number(origin.path),
        audit.line(origin) or 0,
        _marks(profile, verdict, row),
    ]


def _marks(profile: str, verdict: Verdict, row: Permission) -> int:
    true = {
        "conflict": any(each.conflict for each in verdict.rows),
        "assumed": row.assumed,
        "inherited": bool(row.origin.profile) and row.origin.profile != profile,
        "dangerous": any(each.dangerous for each in verdict.rows),
        "unenforced": row.enforced is False,
        "scoped": any(each.scope for each in verdict.rows),
        "value": any(each.may_override or each.allowed is not None for each in verdict.rows),
    }
    return sum(bit for name, bit in _MARKS.items() if true[name])
