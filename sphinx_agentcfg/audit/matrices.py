"""An audit in, who may do what out: one decision for each profile and subject, of all the rows that speak of it.

The matrix, ``who_can`` and ``why`` ask the same ``Verdicts``, so they always agree.
"""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.audit.permission_rows import permissions_of
from sphinx_agentcfg.formats.model import Decision

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.formats.model import Permission

__all__ = ["DECISIONS", "STAR", "Matrix", "Verdict", "Verdicts", "permission_matrix", "permissions_by_profile"]

#: The words of a cell, from the least known to the most permissive (``spec/interfaces.md``); codes are places in it.
DECISIONS = tuple(each.value for each in Decision)
_CODE = {each: code for code, each in enumerate(Decision)}
#: Any other subject.
STAR = "*"
_MOST_SUBJECTS = 200
#: The kind of the one row of a profile of which nothing is known.
_ANY = "any"


class Verdict(NamedTuple):
    """What holds for a profile and a subject, and the rows that say so, the one that decides first.

    No row at all means that nobody says anything: ``unset``.
    """

    decision: Decision
    rows: tuple[Permission, ...] = ()
    #: Whether it is the row of a pattern, or of every other subject, that decides.
    indirect: bool = False


class Matrix(NamedTuple):
    """Decisions of profiles × subjects.

    ``codes`` has a byte for each subject, for each profile: its place in :data:`DECISIONS`. ``said`` has the verdict of
    each cell for which there is a row of its own; any other cell follows from ``*``, from a pattern, or from silence.
    ``left_out`` is how many subjects are not shown.
    """

    profiles: tuple[str, ...]
    subjects: tuple[str, ...]
    codes: tuple[bytes, ...]
    said: tuple[Mapping[int, Verdict], ...]
    used: tuple[int, ...] = ()
    left_out: int = 0


def permissions_by_profile(audit: Audit) -> dict[str, tuple[Permission, ...]]:
    """Return the rows of each profile, in the order of the audit."""
    return {
        profile.id: permissions_of(profile, resolved) for resolved in audit.resolved for profile in resolved.profiles
    }


class Verdicts:
    """Answers what holds for any profile and subject; *kinds* says which kinds a subject is of, all of them where new.

    A row for every other subject (``*``) speaks only of subjects of its own kind, one of kind ``any`` of all.
    """

    def __init__(self, rows: Mapping[str, Sequence[Permission]]) -> None:
        self.rows = rows
        self.kinds: dict[str, set[str]] = {}
        self.used: Counter[str] = Counter()
        self._by_subject: dict[str, dict[str, list[Permission]]] = {}
        self._general: dict[str, tuple[Permission, ...]] = {}
        for profile, permissions in rows.items():
            own: dict[str, list[Permission]] = {}
            for row in permissions:
                own.setdefault(row.subject, []).append(row)
                if row.subject != STAR:
                    self.kinds.setdefault(row.subject, set()).add(row.kind)
            self.used.update(subject for subject in own if subject != STAR)
            self._by_subject[profile] = own
            self._general[profile] = tuple(row for row in permissions if _general(row.subject))

    def subjects(self) -> list[str]:
        """Return every subject that a row names, those of most profiles first."""
        return sorted(self.used, key=lambda subject: (-self.used[subject], subject))

    def said(self, profile: str) -> Mapping[str, list[Permission]]:
        """Return the rows of *profile* by their subject."""
        return self._by_subject[profile]

    def general(self, profile: str) -> tuple[Permission, ...]:
        """Return the rows of *profile* for patterns, and for every other subject."""
        return self._general[profile]

    def decide(self, profile: str, subject: str) -> Verdict:
        """Return what holds; raises KeyError for a profile that is not there."""
        exact = self._by_subject[profile].get(subject)
        if exact and subject != STAR:
            return self.of_rows(profile, exact, subject)
        return self._indirect(profile, subject)

    def of_rows(self, profile: str, exact: Sequence[Permission], subject: str) -> Verdict:
        """Return what *exact*, the rows of *profile* that name the subject, come to.

        The widest counts, so that nobody who may do a thing in one scope is missing among those who can; where
        something is unknown, less than ``allow`` is not certain.
        """
        if all(row.scope for row in exact) and (rest := self._indirect(profile, subject)).rows:
            rows = (*exact, rest.rows[0])
        else:
            rows = tuple(exact)
        if len(rows) == 1:
            return Verdict(rows[0].decision, rows)
        decision = _widest(row.decision for row in rows)
        return Verdict(decision, tuple(sorted(rows, key=lambda row: row.decision is not decision)))

    def _indirect(self, profile: str, subject: str) -> Verdict:
        general = self._general[profile]
        if not general:
            return Verdict(Decision.UNSET)
        kinds = self.kinds.get(subject)
        fitting = [row for row in general if not row.scope and _speaks(row, kinds)]
        others = next((row for row in fitting if row.subject == STAR), None)
        patterns = [row for row in fitting if row.subject != STAR and fnmatchcase(subject, row.subject)]
        pattern = max(patterns, key=lambda row: len(row.subject), default=None)
        if pattern is None:
            return Verdict(others.decision, (others,), indirect=True) if others else Verdict(Decision.UNSET)
        rows = (pattern, others) if others else (pattern,)
        sure = pattern.enforced is not None or (others is not None and others.decision is pattern.decision)
        # No source says of such a pattern whether it reaches the names that fit it.
        return Verdict(pattern.decision if sure else Decision.UNKNOWN, rows, indirect=True)


def _general(subject: str) -> bool:
    return "*" in subject or "?" in subject


def _speaks(row: Permission, kinds: set[str] | None) -> bool:
    return kinds is None or row.kind == _ANY or row.kind in kinds


def _widest(decisions: Iterable[Decision]) -> Decision:
    found = set(decisions)
    if Decision.ALLOW in found:
        return Decision.ALLOW
    if Decision.UNKNOWN in found:
        return Decision.UNKNOWN
    return max(found, key=_CODE.__getitem__)


def permission_matrix(
    verdicts: Verdicts, subjects: Sequence[str] | None = None, limit: int | None = _MOST_SUBJECTS
) -> Matrix:
    """Return the decisions of every profile for *subjects*, else for the *limit* that most profiles name.

    The time is that of the rows and of the cells together.
    """
    names = verdicts.subjects() if subjects is None else list(dict.fromkeys(subjects))
    shown = names if limit is None or subjects is not None else names[:limit]
    places = {subject: place for place, subject in enumerate(shown)}
    silent = bytes([_CODE[Decision.UNSET]]) * len(shown)
    codes: list[bytes] = []
    said: list[Mapping[int, Verdict]] = []
    for profile in verdicts.rows:
        cells = bytearray(silent)
        if verdicts.general(profile):  # else silence is all that is left
            _fill(verdicts, profile, shown, cells)
        own: dict[int, Verdict] = {}
        for subject, rows in verdicts.said(profile).items():
            place = places.get(subject)
            if place is not None and subject != STAR:
                verdict = own[place] = verdicts.of_rows(profile, rows, subject)
                cells[place] = _CODE[verdict.decision]
        codes.append(bytes(cells))
        said.append(own)
    used = tuple(verdicts.used[subject] for subject in shown)
    return Matrix(tuple(verdicts.rows), tuple(shown), tuple(codes), tuple(said), used, len(names) - len(shown))


def _fill(verdicts: Verdicts, profile: str, subjects: Sequence[str], cells: bytearray) -> None:
    """Put in what holds for subjects that no row of the profile names."""
    own = verdicts.said(profile)
    for place, subject in enumerate(subjects):
        if subject not in own or subject == STAR:
            cells[place] = _CODE[verdicts.decide(profile, subject).decision]
