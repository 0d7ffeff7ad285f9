"""Schedules and retention: durations, cron, zones, windows, and fields that contradict each other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.formats.agentfs.cron import wrong_in_cron
from sphinx_agentcfg.formats.agentfs.times import is_zone
from tests.formats.agentfs.agents import agent_audit, places, policy_audit, rules, schedule_audit

if TYPE_CHECKING:
    from pathlib import Path

DAILY = {"kind": "cron", "cron": "0 8 * * *", "timezone": "Asia/Shanghai"}


@pytest.mark.parametrize("text", ["PT30M", "P1D", "P2W", "P1DT12H", "PT0.5S", "30s", "5m", "1h30m", "2d", "1d2h3m4s"])
def test_durations_are_iso_8601_or_short(text: str, tmp_path: Path) -> None:
    assert rules(schedule_audit(tmp_path, {"kind": "interval", "interval": text})) == []


@pytest.mark.parametrize(
    "text", ["30 minutes", "", "P", "PT", "P1DT", "1.5h", "30", "m", "1m1h", "-PT5M", "pt30m", "1H", "PT30M\n", "３０m"]
)
def test_another_duration_is_an_error_and_told_once(text: str, tmp_path: Path) -> None:
    audit = schedule_audit(tmp_path, {"kind": "delay", "delay": text})
    assert rules(audit) == ["schedule-duration"]
    assert places(audit, "schedule-duration") == [("/schedule/delay", "")]


@pytest.mark.parametrize(
    "text",
    [
        "* * * * *",
        "0 8 * * 1-5",
        "*/15 0-23/2 1,15 JAN-MAR mon,WED,fri",
        "0 0 31 12 7",
        "59 23 1-31 1-12 0-7",
        "5/10 * * * *",
        "0 0 * * FRI-SUN",
        "0 0 L * ?",
        "0 0 15W * 5#2",
        "0 0 * * 5L",
    ],
)
def test_five_fields_with_ranges_steps_and_names_are_fine(text: str) -> None:
    assert wrong_in_cron(text) is None


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("0 8 * *", "4 fields"),
        ("0 0 8 * * *", "6 fields"),
        ("@daily", "1 fields"),
        ("", "0 fields"),
        ("60 * * * *", "the minute "),
        ("0 24 * * *", "the hour "),
        ("0 0 0 * *", "the day of month "),
        ("0 0 32 * *", "the day of month "),
        ("0 0 * 13 *", "the month "),
        ("0 0 * FOO *", "the month "),
        ("0 0 * * 8", "the day of week "),
        ("0 0 * * JAN", "the day of week "),
        ("5-1 * * * *", "the minute "),
        ("*/0 * * * *", "the minute "),
        ("*/x * * * *", "the minute "),
        ("*/60 * * * *", "the minute "),
        ("1,,2 * * * *", "the minute "),
        ("1- * * * *", "the minute "),
        ("-1 * * * *", "the minute "),
        ("1-2-3 * * * *", "the minute "),
        ("L * * * *", "the minute "),
        ("８ * * * *", "the minute "),
        ("0\t8 * * * *", "blanks"),
        (" 0 8 * * *", "blanks"),
    ],
)
def test_a_cron_that_cannot_be_read_names_the_field(text: str, named: str) -> None:
    wrong = wrong_in_cron(text)
    assert wrong is not None
    assert named in wrong.text("en")


def test_a_wrong_cron_is_told_once_and_not_by_the_schema_too(tmp_path: Path) -> None:
    assert rules(schedule_audit(tmp_path, DAILY | {"cron": "0 0 8 * * *"})) == ["schedule-cron"]


@pytest.mark.parametrize("kind", ["at", "delay", "interval", "cron", "rrule"])
def test_the_kind_picks_one_parameter_that_must_be_there(kind: str, tmp_path: Path) -> None:
    audit = schedule_audit(tmp_path, {"kind": kind})
    assert rules(audit) == ["schedule-parameter-missing"]
    assert places(audit, "schedule-parameter-missing") == [("/schedule", kind)]


def test_another_kinds_parameter_has_no_effect(tmp_path: Path) -> None:
    audit = schedule_audit(tmp_path, DAILY | {"interval": "1h", "rrule": {}})
    found = [("/schedule/interval", ""), ("/schedule/rrule", "")]
    assert sorted(places(audit, "schedule-parameter-extra")) == found


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "UTC", "Etc/GMT+8", "america/new_york"])
def test_names_of_the_database_are_zones(zone: str, tmp_path: Path) -> None:
    assert rules(schedule_audit(tmp_path, DAILY | {"timezone": zone})) == []


@pytest.mark.parametrize("zone", ["UTC+8", "CST", "+08:00", "", "Beijing", "../etc/passwd", "Asia/Nowhere"])
def test_abbreviations_and_offsets_are_no_zones(zone: str, tmp_path: Path) -> None:
    audit = schedule_audit(tmp_path, DAILY | {"timezone": zone})
    assert rules(audit) == ["schedule-timezone"]


@pytest.mark.parametrize(
    ("known", "zone", "expected"),
    [
        (frozenset(), "UTC+8", None),
        (frozenset({"asia/shanghai"}), "Asia/Calcutta", None),
        (frozenset({"asia/shanghai"}), "UTC+8", False),
        (frozenset({"asia/shanghai", "us/pacific"}), "Asia/Calcutta", False),
    ],
)
def test_a_computer_that_knows_too_few_zones_says_nothing(
    known: frozenset[str], zone: str, expected: bool | None
) -> None:
    assert is_zone(zone, known) is expected


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        ({"kind": "cron", "cron": "0 8 * * *"}, [("/schedule", "timezone")]),
        ({"kind": "at", "at": "2026-05-01T08:00:00"}, [("/schedule", "timezone")]),
        ({"kind": "at", "at": "2026-05-01T08:00:00", "timezone": "UTC"}, []),
        ({"kind": "at", "at": "2026-05-01T08:00:00+08:00"}, []),
        ({"kind": "at", "at": "2026-05-01T08:00Z"}, []),
        ({"kind": "interval", "interval": "1h"}, []),
    ],
)
def test_without_a_zone_the_computer_decides(schedule: Any, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    assert places(schedule_audit(tmp_path, schedule), "schedule-timezone-missing") == expected


@pytest.mark.parametrize(
    ("starts", "expires", "wrong"),
    [
        ("2026-05-01T00:00:00Z", "2026-06-01T00:00:00Z", False),
        ("2026-06-01T00:00:00Z", "2026-05-01T00:00:00Z", True),
        ("2026-06-01T00:00:00Z", "2026-06-01T00:00:00Z", True),
        ("2026-06-01T08:00:00+08:00", "2026-06-01T00:00:00Z", True),
        ("2026-06-01T07:59:59+08:00", "2026-06-01T00:00:00Z", False),
        ("2026-06-02T00:00:00", "2026-06-01T00:00:00", True),
        # A day apart, and one of them in an unknown zone: nobody can say.
        ("2026-06-02T00:00:00", "2026-06-01T00:00:00Z", False),
        ("2026-06-20T00:00:00", "2026-06-01T00:00:00Z", True),
        ("2026-02-30T00:00:00Z", "2026-01-01T00:00:00Z", False),
        ("soon", "2026-01-01T00:00:00Z", False),
        ("9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00", True),
    ],
)
def test_a_task_ends_after_it_starts(starts: str, expires: str, wrong: bool, tmp_path: Path) -> None:
    audit = schedule_audit(tmp_path, DAILY | {"starts_at": starts, "expires_at": expires})
    assert ("schedule-window" in rules(audit)) is wrong


@pytest.mark.parametrize(
    ("enabled", "status", "wrong"),
    [
        (True, "active", False),
        (False, "active", True),
        (True, "paused", True),
        (True, "completed", True),
        (True, "cancelled", True),
        (True, "pending", False),
        (False, "paused", False),
        (False, "pending", False),
    ],
)
def test_the_switch_and_the_state_agree(enabled: bool, status: str, wrong: bool, tmp_path: Path) -> None:
    assert (
        "schedule-enabled-status" in rules(schedule_audit(tmp_path, DAILY, enabled=enabled, status=status))
    ) is wrong


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"type": "query"}, [("/action", "prompt")]),
        ({"type": "query", "prompt": " \n"}, [("/action/prompt", "")]),
        ({"type": "query", "prompt": None}, [("/action/prompt", "")]),
        ({"type": "query", "prompt": "x"}, []),
        ({"type": "heartbeat"}, []),
    ],
)
def test_a_query_needs_a_prompt(action: Any, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    audit = schedule_audit(tmp_path, DAILY, action=action)
    assert places(audit, "schedule-prompt-missing") == expected
    assert "schema" not in rules(audit)


def tasks(folder: Path, **by_name: Any) -> Any:
    base = {"schedule": {"kind": "interval", "interval": "1h"}, "action": {"type": "query", "prompt": "x"}}
    files = {f"schedules/{name}.json": json.dumps(base | data) for name, data in by_name.items()}
    return agent_audit(folder, None, files)


def test_a_task_is_called_as_its_file(tmp_path: Path) -> None:
    audit = tasks(tmp_path, a={"id": "a"}, b={"id": "other"}, c={})
    assert [(f.name, f.path.rpartition("/")[2]) for f in audit.findings] == [("schedule-id-differs", "b.json")]


def test_a_shared_id_is_told_for_each_task_and_nothing_else_of_it(tmp_path: Path) -> None:
    audit = tasks(tmp_path, a={"id": "a"}, b={"id": "a"}, c={"id": "c"})
    assert [(f.name, f.path.rpartition("/")[2]) for f in audit.findings] == [
        ("schedule-id-duplicate", "a.json"),
        ("schedule-id-duplicate", "b.json"),
    ]


def test_two_agents_may_have_tasks_of_one_id(tmp_path: Path) -> None:
    task = json.dumps({"id": "a", "schedule": {"kind": "interval", "interval": "1h"}})
    files = {
        "schedules/a.json": task,
        "agents/inner/agent.json": '{"name": "I"}',
        "agents/inner/schedules/a.json": task,
    }
    assert rules(agent_audit(tmp_path, None, files)) == []


def test_an_agent_has_one_heartbeat_task(tmp_path: Path) -> None:
    beat = {"action": {"type": "heartbeat"}}
    assert rules(tasks(tmp_path / "one", a=beat)) == []
    assert rules(tasks(tmp_path / "two", a=beat, b=beat)) == ["heartbeat-schedule-duplicate"] * 2


@pytest.mark.parametrize("value", ["forever", "90d", "1d"])
def test_memories_stay_forever_or_some_days(value: str, tmp_path: Path) -> None:
    assert rules(policy_audit(tmp_path, {"retention": {"pinned": value, "topics": value}})) == []


@pytest.mark.parametrize("value", ["3 months", "", "0d", "90", "d", "90D", "-1d", "Forever", "９０d", 90, True])
def test_another_window_is_an_error_and_told_once(value: Any, tmp_path: Path) -> None:
    audit = policy_audit(tmp_path, {"retention": {"topics": value}})
    assert rules(audit) == ["retention-window"]


def test_the_timeline_cannot_last_forever(tmp_path: Path) -> None:
    audit = policy_audit(tmp_path, {"retention": {"timeline": {"recent": "forever", "archive_after": "9w"}}})
    expected = [("/retention/timeline/archive_after", ""), ("/retention/timeline/recent", "")]
    assert sorted(places(audit, "retention-window")) == expected
    assert rules(audit) == ["retention-window"] * 2


@pytest.mark.parametrize(
    ("recent", "archive", "wrong"),
    [
        ("90d", "180d", False),
        ("90d", "90d", False),
        ("180d", "90d", True),
        ("9d", "10d", False),
        ("1" * 5_000 + "d", "2d", True),
    ],
)
def test_nothing_is_archived_while_it_is_recent(recent: str, archive: str, wrong: bool, tmp_path: Path) -> None:
    audit = policy_audit(tmp_path, {"retention": {"timeline": {"recent": recent, "archive_after": archive}}})
    assert ("retention-order" in rules(audit)) is wrong
