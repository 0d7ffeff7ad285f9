"""A memory policy or a note in; windows that cannot be read, and older names, out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.agentfs.effective import old_counts
from sphinx_agentcfg.formats.agentfs.known_keys import unknown_fields
from sphinx_agentcfg.formats.agentfs.times import days, is_window
from sphinx_agentcfg.formats.agentfs.values import same
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.formats.workspace import data_of
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_note", "check_policy", "is_plain_note"]

_NO_FRONTMATTER = "file/no-frontmatter"


def check_policy(workspace: Workspace, document: Document) -> Iterator[Finding]:
    """Check ``memory/_policy.json``."""
    yield from workspace.check(document, "memory-policy")
    data = data_of(document)
    if data is not None:
        yield from unknown_fields(workspace, document, "memory-policy")
        yield from _old_names(workspace, document, data)
        yield from _windows(workspace, document, mapping(data.get("retention")))


def _old_names(workspace: Workspace, document: Document, data: dict[str, Any]) -> Iterator[Finding]:
    compression = mapping(data.get("compression"))
    newer = "max_recent_matters" in compression
    for pointer, value in old_counts(data):
        if not newer:
            text = message(
                "`threshold_days` is the older name of a count of topics, not of days; write "
                "`compression.max_recent_matters`"
            )
            yield workspace.report("legacy-threshold-days", document, text, pointer=pointer, at_key=True)
        elif not same(compression["max_recent_matters"], value):
            text = message(
                "`threshold_days` has another value than `max_recent_matters`, its newer name, which counts here; "
                "remove it"
            )
            yield workspace.report("threshold-days-differs", document, text, pointer=pointer)


def _windows(workspace: Workspace, document: Document, retention: dict[str, Any]) -> Iterator[Finding]:
    timeline = mapping(retention.get("timeline"))
    for place, value, forever in (
        *((f"/retention/{key}", retention.get(key), True) for key in ("pinned", "topics")),
        *((f"/retention/timeline/{key}", timeline.get(key), False) for key in ("recent", "archive_after")),
    ):
        if not isinstance(value, str | int | float) or (isinstance(value, str) and is_window(value, forever=forever)):
            continue
        field, shown = (
            place[1:].replace("/", "."),
            excerpt(str(value).lower() if isinstance(value, bool) else f"{value}"),
        )
        text = message("`{field}` is no number of days ({value}); write one such as `90d`", field=field, value=shown)
        if forever:
            text = message(
                "`{field}` is neither `forever` nor a number of days ({value}); write one such as `90d`",
                field=field,
                value=shown,
            )
        yield workspace.report("retention-window", document, text, pointer=place)
    recent, archive = days(timeline.get("recent")), days(timeline.get("archive_after"))
    if recent and archive and archive < recent:
        text = message("`archive_after` comes before the end of `recent`; let it be at least as many days")
        yield workspace.report("retention-order", document, text, pointer="/retention/timeline/archive_after")


def check_note(workspace: Workspace, document: Document) -> Iterator[Finding]:
    """Check a note; that it has no frontmatter is not wrong."""
    plain = is_plain_note(document)
    for finding in workspace.check(document, "memory-note"):
        if not (plain and finding.rule == _NO_FRONTMATTER):
            yield finding
    if data_of(document) is not None:
        yield from unknown_fields(workspace, document, "memory-note")


def is_plain_note(document: Document) -> bool:
    """Say whether a note has no frontmatter at all, which it need not have (``seeds/agentfs-file-formats.zh.txt``)."""
    absent = any(finding.rule == _NO_FRONTMATTER for finding in document.findings)
    return absent and not document.text.lstrip().startswith("---")
