"""An audit and the name of a table in, its frame out, made in the way that is quickest for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.field_frame import field_frame
from sphinx_agentcfg.audit.frames import frame, permission_frame
from sphinx_agentcfg.audit.lineage import lineage_rows
from sphinx_agentcfg.audit.rows import MAKERS, finding_rows
from sphinx_agentcfg.formats.model import NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pandas as pd

    from sphinx_agentcfg.audit.answers import Answer
    from sphinx_agentcfg.audit.loading import Judged

__all__ = ["suppressed_frame", "table_frame", "why_frame"]


def table_frame(judged: Judged, name: str) -> pd.DataFrame:
    """Return the table *name* of a repository, with the findings that count."""
    audit = judged.counted
    if name == "suppressed":
        return suppressed_frame(judged)
    if name == "fields":
        return field_frame(audit)
    if name == "permissions":
        return permission_frame(audit)
    return frame(name, lineage_rows(audit) if name == "lineage" else MAKERS[name](audit))


def suppressed_frame(judged: Judged) -> pd.DataFrame:
    """Return the findings that do not count, with what hides each and why."""
    hidden = judged.judgement.hidden
    rows = finding_rows(judged.audit, [each.finding for each in hidden])
    reasons = [{"suppressed_by": each.by, "reason": each.reason} for each in hidden]
    return frame("suppressed", [row | reason for row, reason in zip(rows, reasons, strict=True)])


def why_frame(answers: Iterable[Answer]) -> pd.DataFrame:
    """Return a row for each step of each answer."""
    rows: Sequence[dict[str, Any]] = [row for answer in answers for row in _steps(answer)]
    return frame("why", rows)


def _steps(answer: Answer) -> Iterator[dict[str, Any]]:
    value = None if answer.value is NOTHING else answer.value
    for number, step in enumerate(answer.steps, start=1):
        yield {
            "profile": answer.profile,
            "subject": answer.subject,
            "kind": answer.kind,
            "result": answer.result,
            "value": value,
            "step": number,
            "text": step.text.text("en"),
            "text_zh": step.text.text("zh_CN"),
            "origin": step.profile,
            "path": step.path,
            "line": step.line,
            "excerpt": step.excerpt,
        }
