"""A scheduled task in; times that never come, and fields that contradict each other, out."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.formats.agentfs.cron import wrong_in_cron
from sphinx_agentcfg.formats.agentfs.times import has_offset, is_before, is_duration, is_zone, moment
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.agentfs.model import Schedule
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_schedule", "check_schedules"]

#: A kind is also the name of its parameter (``facts/agentfs-evolcore.md`` A.2.9).
_KINDS = ("at", "delay", "interval", "cron", "rrule")
_STOPPED = frozenset({"paused", "completed", "cancelled"})
_MOST_NAMED = 3


def check_schedule(workspace: Workspace, document: Document, data: dict[str, Any]) -> Iterator[Finding]:
    """Check one task by itself."""
    timing = mapping(data.get("schedule"))
    yield from _parameters(workspace, document, timing)
    yield from _zone(workspace, document, timing)
    starts, expires = moment(timing.get("starts_at")), moment(timing.get("expires_at"))
    if starts and expires and (is_before(expires, starts) or expires == starts):
        text = message("`expires_at` is not after `starts_at`, so the task never runs; correct one of them")
        yield workspace.report("schedule-window", document, text, pointer="/schedule/expires_at")
    yield from _state(workspace, document, data)
    yield from _prompt(workspace, document, data.get("action"))


def _parameters(workspace: Workspace, document: Document, timing: dict[str, Any]) -> Iterator[Finding]:
    kind = timing.get("kind")
    if isinstance(kind, str) and kind in _KINDS:
        if kind not in timing:
            text = message(
                "`kind` is `{kind}`, but there is no `schedule.{kind}` to say when; add it, or correct `kind`",
                kind=kind,
            )
            yield workspace.report("schedule-parameter-missing", document, text, pointer="/schedule", missing=kind)
        for other in _KINDS:
            if other != kind and other in timing:
                text = message(
                    "`schedule.{other}` has no effect, since `kind` is `{kind}`; remove it, or correct `kind`",
                    other=other,
                    kind=kind,
                )
                pointer = f"/schedule/{other}"
                yield workspace.report("schedule-parameter-extra", document, text, pointer=pointer, at_key=True)
    for field in ("delay", "interval"):
        if isinstance(timing.get(field), str) and not is_duration(timing[field]):
            text = message(
                "`schedule.{field}` is no duration ({value}); write one such as `PT30M` or `30m`",
                field=field,
                value=excerpt(timing[field]),
            )
            yield workspace.report("schedule-duration", document, text, pointer=f"/schedule/{field}")
    if isinstance(timing.get("cron"), str):
        wrong = wrong_in_cron(timing["cron"])
        if wrong is not None:
            yield workspace.report("schedule-cron", document, wrong, pointer="/schedule/cron")


def _zone(workspace: Workspace, document: Document, timing: dict[str, Any]) -> Iterator[Finding]:
    if "timezone" in timing:
        zone = timing["timezone"]
        if isinstance(zone, str) and is_zone(zone) is False:
            text = message(
                "`schedule.timezone` is no name of the IANA database ({value}); write one such as `Asia/Shanghai`",
                value=excerpt(zone),
            )
            yield workspace.report("schedule-timezone", document, text, pointer="/schedule/timezone")
        return
    kind, at = timing.get("kind"), timing.get("at")
    if kind == "cron" and "cron" in timing:
        text = message("without `schedule.timezone` the zone of the computer counts; add it")
    elif kind == "at" and isinstance(at, str) and has_offset(at) is False:
        text = message(
            "`schedule.at` has no offset, so the zone of the computer counts; add the offset, or `schedule.timezone`"
        )
    else:
        return
    yield workspace.report("schedule-timezone-missing", document, text, pointer="/schedule", missing="timezone")


def _state(workspace: Workspace, document: Document, data: dict[str, Any]) -> Iterator[Finding]:
    enabled, status = data.get("enabled"), data.get("status")
    if not isinstance(status, str):
        return
    if (enabled is False and status == "active") or (enabled is True and status in _STOPPED):
        text = message(
            "`enabled` is {enabled}, but `status` is `{status}`, and no source says which counts; make them agree",
            enabled="true" if enabled else "false",
            status=status,
        )
        yield workspace.report("schedule-enabled-status", document, text, pointer="/status")


def _prompt(workspace: Workspace, document: Document, action: Any) -> Iterator[Finding]:
    if mapping(action).get("type") != "query":
        return
    text = message("the task asks the agent nothing; write what it should do in `action.prompt`")
    if "prompt" not in action:
        yield workspace.report("schedule-prompt-missing", document, text, pointer="/action", missing="prompt")
        return
    prompt = action["prompt"]
    if prompt is None or (isinstance(prompt, str) and not prompt.strip()):
        yield workspace.report("schedule-prompt-missing", document, text, pointer="/action/prompt")


def check_schedules(workspace: Workspace, schedules: Sequence[Schedule]) -> Iterator[Finding]:
    """Check the tasks of one agent against each other, and their ids against their file names."""
    same_id: dict[str, list[Schedule]] = defaultdict(list)
    beats: list[Schedule] = []
    for schedule in schedules:
        data = mapping(schedule.data)
        if isinstance(data.get("id"), str):
            same_id[data["id"]].append(schedule)
        if mapping(data.get("action")).get("type") == "heartbeat":
            beats.append(schedule)
    for name, group in same_id.items():
        if len(group) > 1:
            yield from _duplicates(workspace, name, group)
        elif name != group[0].stem:
            text = message(
                "the `id` {id} is not the name of the file ({stem}); make them the same",
                id=excerpt(name),
                stem=excerpt(group[0].stem),
            )
            yield workspace.report("schedule-id-differs", group[0].document, text, pointer="/id")
    if len(beats) > 1:
        for schedule in beats:
            text = message(
                "other heartbeat tasks of the agent are there too ({paths}), and only one can be; keep one",
                paths=_others(schedule, beats),
            )
            yield workspace.report("heartbeat-schedule-duplicate", schedule.document, text, pointer="/action/type")


def _duplicates(workspace: Workspace, name: str, group: Sequence[Schedule]) -> Iterator[Finding]:
    for schedule in group:
        text = message(
            "other tasks of the agent have the `id` {id} too ({paths}); give each its own",
            id=excerpt(name),
            paths=_others(schedule, group),
        )
        yield workspace.report("schedule-id-duplicate", schedule.document, text, pointer="/id")


def _others(schedule: Schedule, group: Sequence[Schedule]) -> str:
    """Name a few of the others; only as many are looked at as are named, since a group may be large."""
    near = [other.document.name for other in group[: _MOST_NAMED + 1] if other is not schedule][:_MOST_NAMED]
    return ", ".join(near) + (", …" if len(group) - 1 > len(near) else "")
