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
