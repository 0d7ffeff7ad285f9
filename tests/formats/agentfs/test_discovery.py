"""Which folders are agents, which only look like one, and what their profiles are called."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.formats.model import NOTHING, Decision, State
from tests.formats.agentfs.agents import agent_audit, cells, permission, rules, skill_text
from tests.formats.repositories import audit_of, named, profile_of

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

AGENT = '{"name": "Helper"}'
PERSONA = "## L0\n\nShort.\n"
PRINCIPLES = "## Must Do\n\n- Ask.\n"
SCHEMA = "https://desirecore.net/schemas/agentfs/v1/agent-config.json"


def ids(audit: Audit) -> list[str]:
    return [profile.id for profile in audit.profiles if profile.format == "agentfs"]


def test_agent_json_below_agents_is_enough(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"agents/helper/agent.json": AGENT})
    profile = profile_of(audit, "agentfs:helper")
    assert (profile.kind, profile.name, profile.role, profile.type) == ("agent", "Helper", None, "agentfs/agent")
    assert rules(audit) == []


def test_agents_lie_at_any_depth(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"a/b/agents/one/agent.json": AGENT, ".desirecore/agents/two/agent.json": AGENT})
    assert ids(audit) == ["agentfs:two", "agentfs:one"]


def test_two_agents_of_one_name_are_told_apart_by_their_paths(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"a/agents/one/agent.json": AGENT, "b/agents/one/agent.json": AGENT})
    assert ids(audit) == ["agentfs:one@a/agents/one/agent.json", "agentfs:one@b/agents/one/agent.json"]


@pytest.mark.parametrize("prose", ["persona.md", "principles.md"])
def test_prose_beside_agent_json_makes_any_folder_an_agent(prose: str, tmp_path: Path) -> None:
    text = PERSONA if prose == "persona.md" else PRINCIPLES
    assert ids(audit_of(tmp_path, {"clone/agent.json": AGENT, f"clone/{prose}": text})) == ["agentfs:clone"]


def test_agent_json_at_the_root_alone_is_anybodys(tmp_path: Path) -> None:
    assert ids(audit_of(tmp_path, {"agent.json": AGENT, "helper/agent.json": AGENT})) == []


def test_agent_json_at_the_root_counts_where_agentfs_was_asked_for(tmp_path: Path) -> None:
    assert ids(audit_of(tmp_path / "checkout", {"agent.json": AGENT}, only=["agentfs"])) == ["agentfs:checkout"]


def test_a_schema_of_agentfs_makes_a_lone_file_an_agent(tmp_path: Path) -> None:
    text = json.dumps({"$schema": SCHEMA, "name": "Helper"})
    assert ids(audit_of(tmp_path / "checkout", {"agent.json": text})) == ["agentfs:checkout"]


def test_another_tools_schema_is_no_agent_of_ours(tmp_path: Path) -> None:
    text = json.dumps({"$schema": "https://example.org/other.json", "name": "Helper"})
    assert ids(audit_of(tmp_path, {"agents/helper/agent.json": text})) == []
    assert ids(audit_of(tmp_path, {"agents/helper/agent.json": text}, only=["agentfs"])) == ["agentfs:helper"]


def test_hidden_folders_belong_to_other_tools(tmp_path: Path) -> None:
    files = {".claude/agents/helper/agent.json": AGENT, ".claude/agents/other/persona.md": PERSONA}
    audit = audit_of(tmp_path, files)
    assert (ids(audit), rules(audit)) == ([], [])


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("office-helper", "office-helper"),
        ("7d1c2f5e-0b64-4c0a-9a53-2f4f8f1f6b10", "7d1c2f5e-0b64-4c0a-9a53-2f4f8f1f6b10"),
        ("a name/with more", "checkout"),
        (7, "checkout"),
    ],
)
def test_the_root_agent_is_called_by_its_own_id_where_that_could_be_a_folder(
    own: object, expected: str, tmp_path: Path
) -> None:
    files = {
        "agent.json": json.dumps({"name": "Helper", "id": own}),
        "persona.md": PERSONA,
        "principles.md": PRINCIPLES,
    }
    assert ids(audit_of(tmp_path / "checkout", files)) == [f"agentfs:{expected}"]


@pytest.mark.parametrize("key", ["i18n", "maintainer", "updatedAt", "changelog"])
def test_a_market_entry_is_no_profile_and_not_checked(key: str, tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"market/agents/helper/agent.json": json.dumps({key: {}, "version": 1})})
    assert (ids(audit), rules(audit)) == ([], ["market-listing"])


def test_prose_beside_it_makes_an_agent_of_what_looks_like_a_market_entry(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {"changelog": []}, {"principles.md": PRINCIPLES})
    assert ids(audit) == ["agentfs:helper"]
    assert rules(audit) == ["persona-missing", "unknown-field"]


def test_prose_without_agent_json_is_told_once_a_folder(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"agents/a/persona.md": PERSONA, "agents/a/principles.md": PRINCIPLES})
    assert [finding.path for finding in named(audit, "agentfs/agent-json-missing")] == ["agents/a/persona.md"]
    assert ids(audit) == []


def test_one_prose_file_alone_is_nobodys_unless_the_repository_has_agents(tmp_path: Path) -> None:
    assert rules(audit_of(tmp_path / "a", {"agents/a/persona.md": PERSONA})) == []
    beside = {"agents/a/persona.md": PERSONA, "agents/b/agent.json": AGENT}
    assert rules(audit_of(tmp_path / "b", beside)) == ["agent-json-missing"]


def test_other_files_below_agents_claim_nothing(tmp_path: Path) -> None:
    files = {"agents/a/skills/x/SKILL.md": "no frontmatter", "agents/b/schedules/x.json": "{", "agents/c.md": "text"}
    audit = audit_of(tmp_path, files)
    assert (ids(audit), [f for f in audit.findings if "agents" in f.path]) == ([], [])


def test_the_documents_of_an_agent_are_its_parts(tmp_path: Path) -> None:
    files = {
        "persona.md": PERSONA,
        "principles.md": PRINCIPLES,
        "skills/notes/SKILL.md": skill_text(),
        "skills/notes/references/deep/SKILL.md": "not a skill of the agent",
        "skills/_index.md": "an index",
        "schedules/daily.json": "{}",
        "memory/_policy.json": "{}",
        "memory/_index.md": "an index",
        "memory/style.md": "---\ntype: fact\n---\n\nText.\n",
        "memory/site-patterns/example.org.md": "---\ntype: site-pattern\n---\n\nText.\n",
        "resources/readme.md": "text",
    }
    profile = profile_of(agent_audit(tmp_path, None, files), "agentfs:helper")
    assert [
        (part.type.removeprefix("agentfs/"), part.document.removeprefix("agents/helper/")) for part in profile.parts
    ] == [
        ("agent", "agent.json"),
        ("persona", "persona.md"),
        ("principles", "principles.md"),
        ("skill", "skills/notes/SKILL.md"),
        ("schedule", "schedules/daily.json"),
        ("memory-policy", "memory/_policy.json"),
        ("memory-note", "memory/style.md"),
        ("memory-note", "memory/site-patterns/example.org.md"),
    ]


def test_a_note_needs_no_frontmatter(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, None, {"memory/plain.md": "# Only text\n"})
    assert [f.rule for f in audit.findings] == []
    assert profile_of(audit, "agentfs:helper").parts[1].effective == {}


def test_a_note_with_broken_frontmatter_is_told(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, None, {"memory/plain.md": "--- type\ntype: fact\n---\n\nText.\n"})
    assert [f.rule for f in audit.findings] == ["file/no-frontmatter"]


@pytest.mark.parametrize("text", ["{", "", "[]", "null", '"text"', "\0", '{"name": "a", "name": "b"'])
def test_a_broken_agent_json_leaves_nothing_known_and_the_rest_goes_on(text: str, tmp_path: Path) -> None:
    files = {"agents/bad/agent.json": text, "agents/bad/persona.md": PERSONA, "agents/good/agent.json": AGENT}
    audit = audit_of(tmp_path, files)
    bad = profile_of(audit, "agentfs:bad")
    assert (bad.state, bad.name, bad.effective) == (State.UNREADABLE, "bad", NOTHING)
    assert profile_of(audit, "agentfs:good").state is State.OK
    assert [f for f in audit.findings if f.path == "agents/bad/agent.json"]


def test_nothing_is_known_of_what_an_unreadable_agent_may_do(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"agents/bad/agent.json": "{", "agents/bad/skills/s/SKILL.md": skill_text()})
    assert cells(audit) == {"*": "unknown"}


def test_a_skill_outside_of_agents_is_a_profile_where_agentfs_was_asked_for(tmp_path: Path) -> None:
    files = {"skills/notes/SKILL.md": skill_text("name: My notes\nmodel: m\nallowed-tools: [Read]\n")}
    assert ids(audit_of(tmp_path, files)) == []
    audit = audit_of(tmp_path, files, only=["agentfs"])
    profile = profile_of(audit, "agentfs:notes")
    assert (profile.kind, profile.name, profile.model) == ("skill", "My notes", "m")
    assert cells(audit, "skill:notes") == {"Read": "unknown", "*": "deny"}


def test_a_lone_skill_that_limits_nothing_leaves_everything_to_its_unknown_agent(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"notes/SKILL.md": skill_text()}, only=["agentfs"])
    assert permission(audit, "*", "skill:notes").decision is Decision.UNKNOWN


def test_a_skill_inside_an_agent_is_no_profile_of_its_own(tmp_path: Path) -> None:
    files = {
        "agents/a/agent.json": AGENT,
        "agents/a/skills/s/SKILL.md": skill_text(),
        "agents/a/other/SKILL.md": "text",
    }
    assert ids(audit_of(tmp_path, files, only=["agentfs"])) == ["agentfs:a"]


def test_loose_schedules_and_policies_are_checked_only_where_agentfs_was_asked_for(tmp_path: Path) -> None:
    task = {"id": "x", "schedule": {"kind": "cron", "cron": "60 * * * *", "timezone": "UTC"}}
    files = {"schedules/x.json": json.dumps(task), "memory/_policy.json": '{"threshold_days": 3}'}
    assert rules(audit_of(tmp_path, files)) == []
    audit = audit_of(tmp_path, files, only=["agentfs"])
    assert rules(audit) == ["legacy-threshold-days", "schedule-cron"]
    assert ids(audit) == []


RECEIPT = 'receipt_id: "rcpt_20260115_143022_abc"\ntask:\n  input_summary: "x"\n'


def test_a_receipt_is_checked_below_runs_and_reported_elsewhere(tmp_path: Path) -> None:
    files = {
        "agents/a/agent.json": AGENT,
        "runs/today/one.yaml": RECEIPT + "step_types:\n  adaptive: -1\n",
        "agents/a/receipts/two.yaml": RECEIPT,
        "runs/settings.yaml": "receipt_id: 7\n",
        "receipts/shop.yaml": "receipt_id: 2026-1\ntotal: 3\n",
        "notes/three.yaml": RECEIPT,
    }
    audit = audit_of(tmp_path, files)
    assert [(f.name, f.path) for f in audit.findings] == [
        ("receipt-outside-runs", "agents/a/receipts/two.yaml"),
        ("schema", "runs/today/one.yaml"),
    ]


def test_receipts_are_not_looked_for_where_there_is_no_agent(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"runs/one.yaml": RECEIPT, "receipts/two.yaml": RECEIPT})
    assert (rules(audit), audit.read) == ([], 0)


def test_what_lies_outside_of_the_repository_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("## L0\n\nsecret\n", "utf-8")
    root = tmp_path / "repository"
    home = root / "agents" / "helper"
    home.mkdir(parents=True)
    (home / "agent.json").write_text('{"name": "Helper", "heartbeat": {"enabled": true}}', "utf-8")
    (home / "persona.md").symlink_to(tmp_path / "secret.md")
    (home / "heartbeat").mkdir()
    (home / "heartbeat" / "HEARTBEAT.md").symlink_to(tmp_path / "secret.md")
    audit = audit_of(root, {})
    assert "secret" not in "".join(document.text for document in audit.documents.values())
    assert "heartbeat-checklist-empty" in rules(audit)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"name": "x", "llm": {"model": "m"}}', 1),
        ('{"name": "x", "tool_permissions": {"denied": ["Bash"]}}', 1),
        ('{"name": "x", "$schema": "https://example.org/agent.json", "llm": {}}', 0),  # of another format
        ('{"name": "x", "description": "of any tool"}', 0),
    ],
)
def test_an_agent_alone_at_the_root_is_known_by_its_fields(text: str, found: int, tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"agent.json": text})
    assert len([p for p in audit.profiles if p.format == "agentfs"]) == found
