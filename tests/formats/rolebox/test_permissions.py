"""The permission table of a lead, its subagents and their subagents, cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.audit.rows import permission_rows
from tests.formats.rolebox.teams import role, rules, team

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

LEAD = "rolebox/lead/role.yaml"


def cells(audit: Audit, profile: str = "rolebox:lead") -> list[tuple[str, str, str | None]]:
    return [
        (row["subject"], row["decision"], row["declared"])
        for row in permission_rows(audit)
        if row["profile"] == profile
    ]


OTHERS = ("*", "unset", None)
NO_BASH = ("bash", "deny", "deny")
TABLE = [
    ("", [OTHERS]),
    ("permission: {allow: [Read], deny: [Bash]}\n", [("read", "allow", "allow"), NO_BASH, OTHERS]),
    ("permission: {allow: [read]}\n", [("read", "allow", "allow"), OTHERS]),  # no whitelist
    ("permission: {allow: [bash], deny: [BASH]}\n", [NO_BASH, OTHERS]),  # deny wins
    (
        "permission: {bash: deny, edit: ask, Read: allow}\n",
        [NO_BASH, ("edit", "ask", "ask"), ("Read", "allow", "allow"), OTHERS],
    ),
    ("permission: {deny: [bash], edit: ask}\n", [NO_BASH, OTHERS]),  # two forms at once: edit is dropped
    ("permission: {bash: {'git *': allow}}\n", [("bash", "unknown", None), OTHERS]),
    ("permission: {bash: sometimes}\n", [("bash", "unknown", "sometimes"), OTHERS]),
    ("permission: allow\n", [OTHERS]),  # dropped by the loader
    (
        "tools: {bash: false, computer_*: true}\n",
        [("bash", "deny", "false"), ("computer_*", "allow", "true"), OTHERS],
    ),
    ("tools: {Bash: false}\n", [("Bash", "deny", "false"), OTHERS]),
    ("tools: {bash: 'no'}\n", [("bash", "unknown", None), OTHERS]),
    ("tools: {'*': false, read: true}\n", [("*", "deny", "false"), ("read", "allow", "true")]),
    (
        "permission: {deny: [bash]}\ntools: {bash: true, edit: false}\n",
        [NO_BASH, ("edit", "deny", "false"), OTHERS],
    ),
    ("permission: {deny: [bash]}\ntools: {Bash: true}\n", [NO_BASH, OTHERS]),
]


@pytest.mark.parametrize(("more", "rows"), TABLE)
def test_each_tool_has_its_decision(more: str, rows: list[tuple[str, str, str | None]], tmp_path: Path) -> None:
    assert cells(team(tmp_path, more)) == rows


def test_what_is_contradicted_or_guessed_is_marked(tmp_path: Path) -> None:
    more = "permission: {allow: [a, b], deny: [b, c]}\ntools: {c: true, D: false, e*: true}\n"
    found = {
        r["subject"]: (r["decision"], r["conflict"], r["assumed"], r["enforced"])
        for r in permission_rows(team(tmp_path, more))
    }
    assert found == {
        "a": ("allow", False, False, True),
        "b": ("deny", True, False, True),  # in both lists
        "c": ("deny", True, True, True),  # tools says the opposite
        "D": ("deny", False, True, None),  # may never match
        "e*": ("allow", False, True, None),  # the host decides what it matches
        "*": ("unset", False, False, None),
    }


FAMILY = """permission:
  deny:
  - bash
tools:
  edit: false
subagents:
- name: kid
  description: d
  prompt: p
  tools:
    read: true
  subagents:
  - name: grand
    description: d
    prompt: p
"""


def test_a_direct_subagent_has_the_rules_of_the_role_and_a_grandchild_has_none(tmp_path: Path) -> None:
    audit = team(tmp_path, FAMILY, {"subagents/filed/role.yaml": role(name="filed")})
    found = [
        (r["profile"], r["subject"], r["decision"], r["origin"], r["path"], r["line"]) for r in permission_rows(audit)
    ]
    filed = "rolebox/lead/subagents/filed/role.yaml"
    assert found == [
        ("rolebox:lead", "bash", "deny", "rolebox:lead", LEAD, 6),
        ("rolebox:lead", "edit", "deny", "rolebox:lead", LEAD, 8),
        ("rolebox:lead", "*", "unset", "rolebox:lead", LEAD, 1),
        ("rolebox:lead/kid", "bash", "deny", "rolebox:lead", LEAD, 6),  # inherited
        ("rolebox:lead/kid", "read", "allow", "rolebox:lead/kid", LEAD, 14),  # its own tools, whole
        ("rolebox:lead/kid", "*", "unset", "rolebox:lead/kid", LEAD, 10),
        ("rolebox:lead/kid/grand", "*", "unset", "rolebox:lead/kid/grand", LEAD, 16),
        ("rolebox:lead/filed", "bash", "deny", "rolebox:lead", LEAD, 6),
        ("rolebox:lead/filed", "edit", "deny", "rolebox:lead", LEAD, 8),
        ("rolebox:lead/filed", "*", "unset", "rolebox:lead/filed", filed, 1),
    ]
    assert rules(audit) == [("grandchild-unrestricted", LEAD, 16)]


def test_of_a_role_that_is_lost_nothing_is_known(tmp_path: Path) -> None:
    audit = team(tmp_path, "prompt_file: nowhere.md\npermission: {allow: [bash]}\n")
    assert cells(audit) == [("*", "unknown", None)]


def test_names_in_the_hosts_own_form_keep_their_case_and_may_match_nothing(tmp_path: Path) -> None:
    audit = team(tmp_path, "permission:\n  Bash: deny\n  edit: ask\n")
    rows = {r["subject"]: (r["decision"], r["assumed"], r["enforced"]) for r in permission_rows(audit)}
    assert rows["Bash"] == ("deny", True, None)
    assert rows["edit"] == ("ask", False, True)
    assert rules(audit) == [("tool-name-case", LEAD, 5)]


def test_names_in_the_lists_are_put_in_lower_case_and_match(tmp_path: Path) -> None:
    audit = team(tmp_path, "permission: {deny: [Bash]}\n")
    (row, _) = permission_rows(audit)
    assert (row["subject"], row["assumed"], row["enforced"]) == ("bash", False, True)
    assert rules(audit) == []


def test_the_same_name_letter_by_letter_goes_before_one_in_another_case(tmp_path: Path) -> None:
    audit = team(tmp_path, "permission: {deny: [bash]}\ntools: {Bash: false, bash: true}\n")
    (row, _) = permission_rows(audit)
    assert (row["subject"], row["decision"], row["conflict"]) == ("bash", "deny", True)
    assert ("permission-against-tools", LEAD, 5) in rules(audit)


@pytest.mark.parametrize(
    ("lead", "kid"),
    [
        ("permission: {deny: [bash]}", "tools: {bash: true}"),
        ("tools: {bash: true}", "permission: {deny: [bash]}"),
    ],
)
def test_an_own_field_against_an_inherited_one_is_reported_where_the_own_one_stands(
    lead: str, kid: str, tmp_path: Path
) -> None:
    more = f"{lead}\nsubagents:\n- name: kid\n  description: d\n  {kid}\n  prompt: p\n"
    audit = team(tmp_path, more)
    assert rules(audit) == [("permission-against-tools", LEAD, 8)]
    assert audit.findings[0].profile == "rolebox:lead/kid"
    assert [(r["decision"], r["conflict"]) for r in permission_rows(audit) if r["profile"] == "rolebox:lead/kid"] == [
        ("deny", True),
        ("unset", False),
    ]


def test_what_is_inherited_whole_is_reported_once(tmp_path: Path) -> None:
    more = "permission: {deny: [bash]}\ntools: {bash: true}\nsubagents: [{name: kid, description: d, prompt: p}]\n"
    assert rules(team(tmp_path, more)) == [("permission-against-tools", LEAD, 5)]


def test_rules_that_are_dropped_restrict_no_grandchild(tmp_path: Path) -> None:
    more = FAMILY.rstrip() + "\n    permission: allow\n"
    audit = team(tmp_path, more)
    assert ("grandchild-unrestricted", LEAD, 16) in rules(audit)
