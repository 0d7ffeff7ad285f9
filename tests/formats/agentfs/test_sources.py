"""The complete examples of the seed pass as they are, and the corpus gets the findings that were looked at by eye."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.findings import Severity
from tests.formats.agentfs.agents import cells
from tests.formats.repositories import audit_of, profile_of

SHARED = Path(__file__).parents[4] / "shared"
SEED = SHARED / "seeds" / "agentfs-file-formats.zh.txt"
CORPUS = SHARED / "corpus" / "agentfs"


def between(text: str, start: str, end: str) -> str:
    """Return what the seed has from the line that begins with *start* up to the one that begins with *end*."""
    found = re.search(rf"^{re.escape(start)}.*?(?=^{re.escape(end)})", text, re.MULTILINE | re.DOTALL)
    assert found, start
    return found.group()


@pytest.mark.skipif(not SEED.is_file(), reason="needs ../shared/seeds")
def test_the_complete_examples_of_the_seed_have_no_error(tmp_path: Path) -> None:
    text = SEED.read_text("utf-8")
    files = {
        "agent.json": between(text, '{\n  "$schema"', "常用字段"),
        "persona.md": between(text, "## 我希望你怎么回答", "persona.md 是"),
        "principles.md": between(text, "## 必须做", "绝不做 和"),
        "skills/contract/SKILL.md": between(text, "---\nname: 合同审查", "技能正文"),
        "schedules/daily-briefing.json": between(text, '{\n  "id": "daily-briefing"', "字段\t"),
        "memory/_policy.json": between(text, '{\n  "compression"', "字段\t"),
        "memory/contract.md": between(text, "---\ntype: preference", "frontmatter 字段"),
    }
    receipt = between(text, 'receipt_id: "rcpt', "回执可能")
    audit = audit_of(
        tmp_path, {f"agents/legal/{k}": v for k, v in files.items()} | {"runs/one.yaml": receipt}, only=["agentfs"]
    )
    assert audit.read == len(files) + 1
    assert [f.text() for f in audit.findings] == []
    profile = profile_of(audit, "agentfs:legal")
    data = json.loads(files["agent.json"])
    assert (profile.name, profile.model, len(profile.parts)) == (data["name"], "claude-sonnet-4-5", 7)
    assert cells(audit) == {"PowerShell": "deny", "*": "allow"}
    assert cells(audit, "skill:contract") == {"Read": "allow", "Write": "allow", "Edit": "allow", "*": "deny"}


@pytest.mark.skipif(not CORPUS.is_dir(), reason="needs ../shared/corpus/agentfs")
def test_the_market_has_entries_and_skills_but_no_agents() -> None:
    audit = read_repository(CORPUS)
    assert [(f.rule, f.path) for f in audit.findings] == [
        ("agentfs/market-listing", "desirecore+market/agents/desirecore/agent.json")
    ]
    assert audit.profiles == ()


@pytest.mark.skipif(not CORPUS.is_dir(), reason="needs ../shared/corpus/agentfs")
def test_skills_of_the_market_are_read_where_agentfs_is_asked_for() -> None:
    audit = read_repository(CORPUS, only=["agentfs"])
    assert {profile.kind for profile in audit.profiles} == {"skill"}
    # facts/agentfs-evolcore.md A.1: one skill has 2.0.4 at the root and 2.0.1 under metadata.
    assert [f.path.split("/")[2] for f in audit.findings if f.name == "metadata-differs"] == ["s3-storage-operations"]
    assert not [f for f in audit.findings if f.severity is Severity.ERROR]
