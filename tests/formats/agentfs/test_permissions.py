"""The permission table, cell by cell: both lists in every combination, skills, servers, sub-agents, odd names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.audit.rows import permission_rows
from tests.formats.agentfs.agents import agent_audit, cells, permission, places, rules, skill_audit, skill_text

if TYPE_CHECKING:
    from pathlib import Path

ABSENT = object()


def lists(allowed: Any = ABSENT, denied: Any = ABSENT) -> dict[str, Any]:
    given = {"allowed": allowed, "denied": denied}
    return {"tool_permissions": {key: value for key, value in given.items() if value is not ABSENT}}


@pytest.mark.parametrize(
    ("allowed", "denied", "expected"),
    [
        (ABSENT, ABSENT, {"*": "allow"}),
        (ABSENT, [], {"*": "allow"}),
        (ABSENT, ["Bash"], {"Bash": "deny", "*": "allow"}),
        ([], ABSENT, {"*": "deny"}),
        ([], [], {"*": "deny"}),
        ([], ["Bash"], {"Bash": "deny", "*": "deny"}),
        (["Read"], ABSENT, {"Read": "allow", "*": "deny"}),
        (["Read"], [], {"Read": "allow", "*": "deny"}),
        (["Read"], ["Bash"], {"Read": "allow", "Bash": "deny", "*": "deny"}),
        (["Read", "Bash"], ["Bash"], {"Read": "allow", "Bash": "deny", "*": "deny"}),
        (["Read", "Read"], ABSENT, {"Read": "allow", "*": "deny"}),
    ],
)
def test_effective_is_what_is_allowed_without_what_is_denied(
    allowed: Any, denied: Any, expected: dict[str, str], tmp_path: Path
) -> None:
    assert cells(agent_audit(tmp_path, lists(allowed, denied))) == expected


def test_without_tool_permissions_every_tool_counts_as_allowed_and_that_is_assumed(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {})
    assert cells(audit) == {"*": "allow"}
    row = permission(audit, "*")
    assert (row.assumed, row.enforced, row.declared, row.kind) == (True, None, "", "tool")


def test_a_name_in_both_lists_is_denied_assumed_and_reported(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, lists(["Read", "Bash"], ["Bash"]))
    row = permission(audit, "Bash")
    assert (row.decision.value, row.conflict, row.assumed, row.declared) == ("deny", True, True, "denied")
    assert row.origin.pointer == "/tool_permissions/denied/0"
    assert places(audit, "tool-allowed-and-denied") == [("/tool_permissions/denied/0", "")]


def test_a_list_says_what_it_says_and_nothing_is_assumed(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, lists(["Read"], ["Bash"]))
    for subject, pointer in (("Read", "allowed/0"), ("Bash", "denied/0"), ("*", "allowed")):
        row = permission(audit, subject)
        assert (row.assumed, row.conflict, row.enforced) == (False, False, True)
        assert row.origin == (
            "agentfs:helper",
            "agents/helper/agent.json",
            f"/tool_permissions/{pointer}",
            None,
            subject == "*",
        )


def test_an_empty_allow_list_denies_everything_and_that_is_assumed(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, lists([]))
    assert (permission(audit, "*").decision.value, permission(audit, "*").assumed) == ("deny", True)
    assert places(audit, "allowed-empty") == [("/tool_permissions/allowed", "")]


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ({"tool_permissions": None}, {"*": "unknown"}),
        ({"tool_permissions": ["Bash"]}, {"*": "unknown"}),
        (lists(denied="Bash"), {"*": "unknown"}),
        (lists("Read"), {"*": "unknown"}),
        (lists(None, ["Bash"]), {"Bash": "deny", "*": "unknown"}),
        (lists(["Read"], {"Bash": True}), {"Read": "unknown", "*": "deny"}),
    ],
)
def test_a_limit_that_cannot_be_read_is_unknown_and_never_allowed(
    agent: Any, expected: dict[str, str], tmp_path: Path
) -> None:
    assert cells(agent_audit(tmp_path, agent)) == expected


@pytest.mark.parametrize(
    ("allowed", "denied", "expected"),
    [
        (["*"], ABSENT, {"*": "unknown"}),
        (ABSENT, ["*"], {"*": "unknown"}),
        (["Read"], ["*"], {"Read": "unknown", "*": "unknown"}),
        (["*"], ["Bash"], {"Bash": "deny", "*": "unknown"}),
        (ABSENT, ["Browser*"], {"Browser*": "unknown", "*": "allow"}),
    ],
)
def test_no_source_says_what_a_wildcard_does(
    allowed: Any, denied: Any, expected: dict[str, str], tmp_path: Path
) -> None:
    audit = agent_audit(tmp_path, lists(allowed, denied))
    assert cells(audit) == expected
    assert rules(audit) == ["tool-wildcard"]


def test_a_denial_of_a_name_that_no_tool_has_may_never_match(tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, lists(denied=["spawn_agent"]))
    row = permission(audit, "spawn_agent")
    assert (row.decision.value, row.enforced, row.assumed) == ("deny", None, True)
    [finding] = [f for f in audit.findings if f.name == "tool-near-miss"]
    assert "`SpawnAgent`" in finding.message.text("en")


@pytest.mark.parametrize("name", ["web-fetch", "webfetch", "WEB_FETCH"])
def test_case_and_dashes_make_a_near_miss(name: str, tmp_path: Path) -> None:
    assert rules(agent_audit(tmp_path, lists([name]))) == ["tool-near-miss"]


@pytest.mark.parametrize("name", ["WebFetch", "SomethingElse", "search__find", "Web Fetch", ""])
def test_a_name_that_is_merely_unknown_is_not_reported(name: str, tmp_path: Path) -> None:
    assert rules(agent_audit(tmp_path, lists([name]))) == []


def test_a_tool_that_the_agent_brings_itself_is_no_near_miss(tmp_path: Path) -> None:
    own = {"tools/web_fetch/TOOL.md": "---\nname: web_fetch\n---\n"}
    assert rules(agent_audit(tmp_path / "a", lists(["web_fetch"]), own)) == []
    provided = {"skills/s/SKILL.md": skill_text("provides:\n  tools: [web_fetch]\nallowed-tools: [web_fetch]\n")}
    assert rules(agent_audit(tmp_path / "b", lists(["web_fetch"]), provided)) == []


def test_the_tools_of_a_server_share_a_row(tmp_path: Path) -> None:
    servers = {"mcp_servers": {"search": {"command": "x"}}}
    assert cells(agent_audit(tmp_path / "a", servers)) == {"*": "allow", "search__*": "allow"}
    named = servers | lists(["search__find"])
    assert cells(agent_audit(tmp_path / "b", named)) == {"search__find": "allow", "*": "deny", "search__*": "deny"}


@pytest.mark.parametrize(
    ("agents", "scopes"),
    [({"scout": {}, "b/c": 1}, ["agent:scout", "agent:b/c"]), ([1], ["agent:*"]), ({}, []), ([], []), ("x", [])],
)
def test_what_a_sub_agent_may_do_is_unknown(agents: Any, scopes: list[str], tmp_path: Path) -> None:
    audit = agent_audit(tmp_path, {"agents": agents} | lists(["Read"]))
    found = [(row["subject"], row["scope"], row["decision"]) for row in permission_rows(audit) if row["scope"]]
    assert found == [("*", scope, "unknown") for scope in scopes]
    assert ("sub-agents-unknown" in rules(audit)) is bool(scopes)


def test_a_small_agent_with_two_skills_cell_by_cell(tmp_path: Path) -> None:
    files = {
        "skills/digest/SKILL.md": skill_text("allowed-tools: [Read, Bash, Grep]\n"),
        "skills/letters/SKILL.md": skill_text("name: Letters\n"),
    }
    audit = agent_audit(tmp_path, lists(["Read", "Write", "Bash"], ["Bash"]), files)
    agent, digest = "agents/helper/agent.json", "agents/helper/skills/digest/SKILL.md"
    expected = [
        # subject, scope, decision, declared, enforced, conflict, assumed, path, line
        ("Read", None, "allow", "allowed", True, False, False, agent, 1),
        ("Write", None, "allow", "allowed", True, False, False, agent, 1),
        ("Bash", None, "deny", "denied", True, True, True, agent, 1),
        ("*", None, "deny", "allowed", True, False, False, agent, 1),
        ("Read", "skill:digest", "allow", "allowed-tools", None, False, False, digest, 2),
        ("Bash", "skill:digest", "deny", "allowed-tools", True, True, True, digest, 2),
        ("Grep", "skill:digest", "deny", "allowed-tools", True, True, False, digest, 2),
        ("*", "skill:digest", "deny", "allowed-tools", None, False, False, digest, 2),
    ]
    columns = ("subject", "scope", "decision", "declared", "enforced", "conflict", "assumed", "path", "line")
    assert [tuple(row[column] for column in columns) for row in permission_rows(audit)] == expected
    assert all(
        row["reason"] and row["kind"] == "tool" and row["origin"] == "agentfs:helper" for row in permission_rows(audit)
    )
    assert places(audit, "skill-tool-beyond-agent") == [("/allowed-tools/1", ""), ("/allowed-tools/2", "")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("allowed-tools: []\n", {"*": "deny"}),
        ("allowed-tools: Read, Write\n", {"*": "unknown"}),
        ("allowed-tools:\n", {"*": "unknown"}),
        ("allowed-tools: ['*', Read]\n", {"Read": "allow", "*": "unknown"}),
        ("allowed-tools: [Read]\nstatus: disabled\n", {}),
        ("metadata:\n  allowed-tools: [Read]\n", {"Read": "allow", "*": "deny"}),
        ("name: Notes\n", {}),
        ("name: [\n", {"*": "unknown"}),
        ("- a list\n", {"*": "unknown"}),
    ],
)
def test_a_skill_only_narrows(text: str, expected: dict[str, str], tmp_path: Path) -> None:
    assert cells(skill_audit(tmp_path, text), "skill:notes") == expected


def test_what_a_skill_allows_is_as_assumed_as_the_agents_own_right(tmp_path: Path) -> None:
    audit = skill_audit(tmp_path, "metadata:\n  allowed-tools: [Read]\n")
    row = permission(audit, "Read", "skill:notes")
    assert (row.assumed, row.origin.pointer) == (True, "/metadata/allowed-tools/0")


@pytest.mark.parametrize(
    ("text", "agent", "expected"),
    [
        ("requires:\n  tools: [Bash]\n", lists(denied=["Bash"]), [("/requires/tools/0", "")]),
        ("requires:\n  tools: [Read, Bash]\n", lists(["Read"]), [("/requires/tools/1", "")]),
        ("metadata:\n  requires:\n    tools: [Bash]\n", lists(denied=["Bash"]), [("/metadata/requires/tools/0", "")]),
        ("requires:\n  optional_tools: [Bash]\n", lists(denied=["Bash"]), []),
        ("requires:\n  tools: [Bash]\n", {}, []),
        ("requires:\n  tools: [Bash]\n", lists(["*"]), []),
        ("requires:\n  tools: [Bash]\n", {"tool_permissions": "broken"}, []),
    ],
)
def test_a_tool_that_a_skill_needs_must_not_be_denied(
    text: str, agent: Any, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert places(skill_audit(tmp_path, text, agent), "required-tool-denied") == expected


def test_nothing_is_inherited_between_agents(tmp_path: Path) -> None:
    files = {"agents/inner/agent.json": '{"name": "Inner"}'}
    audit = agent_audit(tmp_path, lists(["Read"]), files)
    found = {row["profile"]: row["decision"] for row in permission_rows(audit) if row["subject"] == "*"}
    assert found == {"agentfs:helper": "deny", "agentfs:inner": "allow"}
    assert audit.edges == ()
