"""Fields of ``agent.json`` that cannot work as meant, and prose whose headings do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.audit.rows import finding_rows
from tests.formats.agentfs.agents import agent_audit, places, rules, skill_text
from tests.formats.repositories import audit_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("budgets", "expected"),
    [
        ({"low": 1, "medium": 2, "high": 3, "xhigh": 4}, []),
        ({"low": 1, "medium": 1}, []),
        ({"low": 4096, "medium": 1024}, ["/llm/thinkingBudgets/medium"]),
        ({"low": 3, "xhigh": 2}, ["/llm/thinkingBudgets/xhigh"]),
        ({"low": "9", "medium": 2, "high": True}, []),
    ],
)
def test_budgets_grow_with_the_level(budgets: Any, expected: list[str], tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {"llm": {"thinkingBudgets": budgets}})
    assert [pointer for pointer, _ in places(audit, "thinking-budgets-order")] == expected


@pytest.mark.parametrize(
    ("template", "wrong"),
    [
        ("{date} {weekday} {localTime} {tz} {sessionStart}", ""),
        ("no placeholder", ""),
        ("{day} and {Date} and {day}", "`{day}`, `{Date}`"),
        ("{}", "`{}`"),
    ],
)
def test_only_five_placeholders_are_replaced(template: str, wrong: str, tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {"env": {"template": template}})
    found = [f.message.text("en") for f in audit.findings if f.name == "env-template-placeholder"]
    assert len(found) == bool(wrong)
    assert wrong in "".join(found)


@pytest.mark.parametrize(
    ("server", "expected"),
    [
        ({"transport": "stdio", "command": "x"}, []),
        ({"transport": "stdio", "url": "x"}, [("/mcp_servers/a", "command")]),
        ({"transport": "http", "url": "https://example.org"}, []),
        ({"transport": "streamable-http", "command": "x"}, [("/mcp_servers/a", "url")]),
        ({"transport": "sse", "url": ""}, [("/mcp_servers/a/url", "")]),
        ({"command": "x"}, []),
        ({"url": "x"}, []),
        ({}, [("/mcp_servers/a", "command")]),
    ],
)
def test_a_server_can_be_reached(server: Any, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    assert places(agent_audit(tmp_path, {"mcp_servers": {"a": server}}), "mcp-connection-incomplete") == expected


@pytest.mark.parametrize("name", ["Authorization", "cookie", "X-Api-Key", "my_token", "CLIENT-SECRET"])
def test_a_secret_in_a_header_is_told_and_never_shown(name: str, tmp_path: Path) -> None:
    headers = {name: "Bearer 0123456789abcdef"}
    audit = agent_audit(tmp_path, {"mcp_servers": {"a": {"url": "x", "headers": headers}}})
    assert rules(audit) == ["mcp-header-secret"]
    assert "0123456789abcdef" not in str(finding_rows(audit))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Authorization", "Bearer ${TOKEN}"),
        ("Authorization", "Bearer {{token}}"),
        ("Authorization", "Bearer <token>"),
        ("Authorization", "Bearer YOUR_TOKEN"),
        ("X-Api-Key", "your-api-key"),
        ("X-Api-Key", "xxxxxxxx"),
        ("X-Api-Key", ""),
        ("X-Api-Key", 12345678901),
        ("Accept-Language", "0123456789abcdef"),
    ],
)
def test_a_stand_in_is_no_secret(name: str, value: Any, tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {"mcp_servers": {"a": {"url": "x", "headers": {name: value}}}})
    assert places(audit, "mcp-header-secret") == []


@pytest.mark.parametrize(
    ("webhooks", "found"),
    [
        ({"enabled": True}, ["webhook-event-undeclared"]),
        ({"enabled": True, "events": {}}, ["webhook-event-undeclared"]),
        ({"enabled": False}, []),
        ({"enabled": True, "events": {"mail.received": {"prompt_template": "{{ subject }}"}}}, []),
        ({"events": {"a": {"prompt_template": "{{mail.subject}}"}}}, ["webhook-template-key"]),
        ({"events": {"a": {"prompt_template": "{{ items[0] }}"}}}, ["webhook-template-key"]),
        ({"events": {"a": {"prompt_template": "{{" + " " * 50_000}}}, []),
    ],
)
def test_events_are_declared_and_templates_are_flat(webhooks: Any, found: list[str], tmp_path: Path) -> None:
    assert rules(agent_audit(tmp_path, {"webhooks": webhooks})) == found


@pytest.mark.parametrize(
    ("checklist", "found"),
    [
        (None, ["heartbeat-checklist-empty"]),
        ("", ["heartbeat-checklist-empty"]),
        (" \n\n", ["heartbeat-checklist-empty"]),
        ("<!-- nothing\nyet -->\n", ["heartbeat-checklist-empty"]),
        ("# Checks\n\n<!-- nothing -->\n", ["heartbeat-checklist-empty"]),
        ("- Look for new mail.\n", []),
        ("tasks:\n  - name: mail\n", []),
    ],
)
def test_a_heartbeat_needs_something_to_check(checklist: str | None, found: list[str], tmp_path: Path) -> None:
    files = {} if checklist is None else {"heartbeat/HEARTBEAT.md": checklist}
    assert rules(agent_audit(tmp_path / "on", {"heartbeat": {"enabled": True}}, files)) == found
    assert rules(agent_audit(tmp_path / "off", {"heartbeat": {"enabled": False}}, files)) == []


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("assets/a.svg", False),
        ("./assets/../assets/a.svg", False),
        ("assets/b.svg", True),
        ("assets", True),
        ("", True),
        ("../helper/assets/a.svg", True),
        ("/agents/helper/assets/a.svg", True),
        ("a\0b", True),
        ("\ud800", True),
        ("x" * 5_000, True),
    ],
)
def test_the_image_lies_in_the_agents_folder(path: str, wrong: bool, tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {"avatar": {"image": {"path": path}}}, {"assets/a.svg": "<svg/>"})
    assert ("avatar-image-missing" in rules(audit)) is wrong


def test_default_skills_are_folders_of_the_agent(tmp_path: Path) -> None:
    agent = {"default_enabled": {"skills": ["notes", "gone", 7, ""]}}
    audit = agent_audit(tmp_path, agent, {"skills/notes/SKILL.md": skill_text()})
    found = [("/default_enabled/skills/1", ""), ("/default_enabled/skills/3", "")]
    assert places(audit, "default-skill-missing") == found


def test_a_target_is_an_agent_by_folder_or_id_or_built_in(tmp_path: Path) -> None:
    names = ["helper", "own-id", "market-agent", "desirecore", "nobody"]
    files = {
        "agents/helper/agent.json": f'{{"name": "H", "command_authority": {{"allowed_targets": {names}}}}}'.replace(
            "'", '"'
        ),
        "agents/two/agent.json": '{"name": "T", "id": "own-id"}',
        "agents/three/agent.json": '{"name": "M", "id": "market-agent", "maintainer": {}}',
    }
    found = places(audit_of(tmp_path, files), "command-target-unknown")
    assert found == [("/command_authority/allowed_targets/4", "")]


@pytest.mark.parametrize(("own", "wrong"), [("core", True), ("desirecore", True), ("Core", False), ("core-2", False)])
def test_two_ids_are_reserved(own: str, wrong: bool, tmp_path: Path) -> None:
    assert ("reserved-id" in rules(agent_audit(tmp_path, {"id": own}))) is wrong


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("## L0\n\nShort.\n\n## L1\n\n- x\n\n## L2\n\ny\n", []),
        ("## L0 \r\n\r\nShort.\r\n", []),
        ("# L0\n\nShort.\n\n## L1\n\n- x\n", [1]),
        ("## L0\n\nShort.\n\n## L1 - more\n\n- x\n", [5]),
        ("## L0\n\nShort.\n\nL1\n==\n\n- x\n", [5]),
        ("## L0\n\nL1 is text.\n\n```\n# L2\n```\n", []),
        ("## L0\n\n### L10 things\n\n## Level\n", []),
    ],
)
def test_a_layer_opens_with_a_plain_heading_of_level_two(text: str, lines: list[int], tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, None, {"persona.md": text, "principles.md": "## L0\n\nx\n"})
    assert [f.line for f in audit.findings if f.name == "layer-heading"] == lines


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ("## Steps\n\nx\n", False),
        ("# 执行步骤\n", False),
        ("### when to USE ###\n", False),
        ("Steps\n=====\n", False),
        ("```\n## Steps\n```\n", True),
        ("Steps\n", True),
        ("", True),
        ("## Other\n", True),
    ],
)
def test_a_skill_has_one_of_the_expected_headings(body: str, wrong: bool, tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, None, {"skills/s/SKILL.md": f"---\nname: S\n---\n{body}"})
    assert rules(audit) == (["no-known-section"] if wrong else [])
