"""Whatever a file holds, nothing raises, and a limit that cannot be read is never taken for none."""

from __future__ import annotations

import copy
import json
import pickle
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from sphinx_agentcfg.audit.rows import tables
from sphinx_agentcfg.formats.model import State
from tests.formats.agentfs.agents import agent_audit, cells, skill_text
from tests.formats.repositories import audit_of, profile_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

AGENT: dict[str, Any] = {
    "$schema": "x",
    "name": "Helper",
    "id": "helper",
    "avatar": {"image": {"path": "a.svg"}},
    "llm": {"model": "m", "thinkingBudgets": {"low": 1, "medium": 2}},
    "runtime": {"engine": "e", "model": "m"},
    "env": {"template": "{day}"},
    "heartbeat": {"enabled": True},
    "tool_permissions": {"allowed": ["Read", "spawn_agent"], "denied": ["Bash*"]},
    "mcp_servers": {"a": {"transport": "stdio", "headers": {"Authorization": "0123456789"}}},
    "webhooks": {"enabled": True, "events": {"e": {"prompt_template": "{{a.b}}"}}},
    "agents": {"scout": {}},
    "default_enabled": {"skills": ["s"], "tools": ["Read"]},
    "command_authority": {"allowed_targets": ["t"]},
}
SKILL: dict[str, Any] = {
    "name": "s",
    "requires": {"tools": ["Bash"], "optional_tools": ["x"]},
    "allowed-tools": ["Read"],
    "disable-model-invocation": True,
    "disable_model_invocation": False,
    "context": "fork",
    "agent": "a",
    "status": "enabled",
    "provides": {"tools": ["x"]},
    "metadata": {"name": "t", "requires": {"tools": ["y"]}, "disable_model_invocation": True, "allowed-tools": ["z"]},
}
SCHEDULE: dict[str, Any] = {
    "id": "x",
    "enabled": True,
    "status": "paused",
    "schedule": {
        "kind": "cron",
        "cron": "0 8 * * *",
        "at": "2026-01-01T00:00",
        "interval": "1h",
        "timezone": "UTC",
        "starts_at": "2026-01-01T00:00Z",
        "expires_at": "2026-02-01T00:00Z",
    },
    "action": {"type": "heartbeat", "prompt": "p"},
}
POLICY: dict[str, Any] = {
    "compression": {"max_recent_matters": 1, "threshold_days": 2},
    "threshold_days": 3,
    "retention": {"pinned": "1d", "timeline": {"recent": "2d", "archive_after": "1d"}},
}
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1.5,
    10**30,
    1e308,
    "",
    "x" * 5_000,
    "\u202e\x1b[31m{field}{}",
    [],
    [None, 1, [1], {"a": 1}, "Read", "Read"],
    {},
    {"": None, "a/b~c": [1], "{x}": {}},
)


def replaced(data: Any) -> Iterator[Any]:
    """Give *data* with each of its values in turn replaced by each of VALUES."""
    for path in list(paths(data, ())):
        for value in VALUES:
            changed = copy.deepcopy(data)
            at = changed
            for token in path[:-1]:
                at = at[token]
            at[path[-1]] = value
            yield changed
    yield from VALUES


def paths(data: Any, at: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for token, each in inside:
        yield (*at, token)
        yield from paths(each, (*at, token))


FILES: dict[str, tuple[Any, Callable[[Any], str]]] = {
    "agent.json": (AGENT, json.dumps),
    "skills/s/SKILL.md": (SKILL, lambda data: skill_text(yaml.safe_dump(data, allow_unicode=True))),
    "schedules/x.json": (SCHEDULE, json.dumps),
    "memory/_policy.json": (POLICY, json.dumps),
}


@pytest.mark.parametrize("name", FILES)
def test_no_value_of_any_kind_raises(name: str, tmp_path: Path) -> None:
    data, write = FILES[name]
    beside = {path: w(d) for path, (d, w) in FILES.items() if path != name}
    files: dict[str, str | bytes] = {}
    variants = list(replaced(data))
    for i, variant in enumerate(variants):
        files |= {f"agents/a{i}/{path}": text for path, text in beside.items()}
        files[f"agents/a{i}/{name}"] = write(variant)
    audit = audit_of(tmp_path, files)
    assert len(audit.profiles) == len(variants)
    made = tables(audit)
    assert all(made[table] for table in ("profiles", "fields", "permissions", "findings"))
    assert pickle.loads(pickle.dumps(audit)).profiles == audit.profiles  # noqa: S301  # our own


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"{" * 500,
        b'{"a": NaN}',
        b"[" * 200 + b"]" * 200,
        b"---\n",
        b"---\n- x\n---\n",
        b"\x00",
        b"--- \nx",
    ],
)
def test_a_file_that_cannot_be_read_costs_its_findings_only(content: bytes, tmp_path: Path) -> None:
    names = (
        "persona.md",
        "principles.md",
        "skills/s/SKILL.md",
        "schedules/x.json",
        "memory/_policy.json",
        "memory/n.md",
    )
    files: dict[str, str | bytes] = {f"agents/helper/{name}": content for name in (*names, "heartbeat/HEARTBEAT.md")}
    audit = audit_of(tmp_path, files | {"agents/helper/agent.json": '{"name": "H", "heartbeat": {"enabled": true}}'})
    assert profile_of(audit, "agentfs:helper").state is State.OK
    assert {f.path for f in audit.findings} >= {"agents/helper/skills/s/SKILL.md"}
    assert tables(audit)["fields"]


@pytest.mark.parametrize("value", VALUES)
def test_no_value_of_tool_permissions_means_no_restrictions(value: Any, tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {"tool_permissions": value})
    empty = isinstance(value, dict)  # an object without the two lists is one that limits nothing
    assert cells(audit) == {"*": "allow" if empty else "unknown"}


def test_a_long_hostile_name_reaches_no_message_as_it_is(tmp_path: Path) -> None:
    name = "\u202e\x1b[31m" + "x" * 5_000
    agent = {"default_enabled": {"skills": [name]}, "command_authority": {"allowed_targets": [name]}, name: 1}
    audit = agent_audit(
        tmp_path, agent | {"tool_permissions": {"denied": [name + "*"]}, "env": {"template": "{" + name + "}"}}
    )
    texts = [finding.text("en") for finding in audit.findings]
    assert len(texts) >= 5
    assert all("\u202e" not in text and "\x1b" not in text and len(text) < 400 for text in texts)
