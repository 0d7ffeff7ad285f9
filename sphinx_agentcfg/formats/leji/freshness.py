"""Review dates in, what is wrong with them on a given day out (``facts/leji.md`` §2.3)."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.members import Member
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["Calendar"]

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
_POINTER = "/freshness/reviewAfter"


class _Verdict(NamedTuple):
    expired: bool
    impossible: bool


_FINE = _Verdict(expired=False, impossible=False)


class Calendar:
    """Compares with *today*; profiles share dates, so each date is looked at once."""

    def __init__(self, workspace: Workspace, today: date) -> None:
        self.workspace = workspace
        self.today = today.isoformat()
        self._verdicts: dict[str | None, _Verdict] = {None: _FINE}

    def check(self, member: Member, base: Member | None) -> Iterable[Finding]:
        """Return what is wrong with the date of a profile, and with that of its base."""
        mine, of_base = _review_date(member), _review_date(base) if base else None
        own, inherited = self._verdict(mine), self._verdict(of_base)
        if own is _FINE and inherited is _FINE:
            return ()
        return self._findings(member, own, base if inherited.expired else None, mine, of_base)

    def _findings(  # two dates and what became of them
        self, member: Member, own: _Verdict, expired: Member | None, mine: str | None, of_base: str | None
    ) -> Iterator[Finding]:
        if own.expired:
            text = message(
                "`freshness.reviewAfter` is {date}, which has passed; review the profile, then set a later date",
                date=mine,
            )
            yield self.workspace.report("freshness-expired", member.document, text, pointer=_POINTER)
        if own.impossible:
            text = message(
                "`freshness.reviewAfter` is {date}, a day that does not exist; write one that does", date=mine
            )
            yield self.workspace.report("freshness-impossible-date", member.document, text, pointer=_POINTER)
        if expired is not None and not own.expired:
            text = message(
                "the base profile `{path}` was to be reviewed after {date}, and `freshness` is not inherited; review "
                "the base, then set a later date there",
                path=expired.path,
                date=of_base,
            )
            yield self.workspace.report("base-freshness-expired", member.document, text, pointer="/inherits")

    def _verdict(self, text: str | None) -> _Verdict:
        verdict = self._verdicts.get(text)
        if verdict is None:
            verdict = self._verdicts[text] = self._look(text or "")
        return verdict

    def _look(self, text: str) -> _Verdict:
        """Compare as text, as the tool does; what does not look like a date is for the schema to report."""
        if not _DATE.match(text):
            return _FINE
        try:
            date.fromisoformat(text)
        except ValueError:
            return _Verdict(expired=text < self.today, impossible=True)
        return _Verdict(expired=True, impossible=False) if text < self.today else _FINE


def _review_date(member: Member) -> str | None:
    freshness = member.data.get("freshness") if member.data else None
    value = freshness.get("reviewAfter") if isinstance(freshness, dict) else None
    return value if isinstance(value, str) else None
