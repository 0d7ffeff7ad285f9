"""Which files are roles, which are subagents, what they are called, and which of them the loader never finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.formats.model import State
from sphinx_agentcfg.formats.rolebox.model import slug_of
from tests.formats.repositories import audit_of, profile_of
from tests.formats.rolebox.teams import role, rules, team

if TYPE_CHECKING:
    from pathlib import Path


def ids(folder: Path, *paths: str, text: str = "") -> list[str]:
    audit = audit_of(folder, {path: text or role() for path in paths})
    return sorted(p.id for p in audit.profiles if p.format == "rolebox")


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("rolebox/lead/role.yaml", ["rolebox:lead"]),
        (".opencode/rolebox/lead/role.yaml", ["rolebox:lead"]),
        ("a/b/rolebox/lead/role.yaml", ["rolebox:lead"]),
        ("roles/lead/role.yaml", ["rolebox:lead"]),  # as in a registry: it has a name and a prompt
        ("rolebox/lead/role.yml", []),
        ("rolebox/lead/Role.yaml", []),
        ("node_modules/rolebox/lead/role.yaml", []),
    ],
)
def test_a_role_is_found_by_its_place_or_by_what_it_says(path: str, found: list[str], tmp_path: Path) -> None:
    assert ids(tmp_path, path) == found


@pytest.mark.parametrize(
    "text",
    [
        "kind: Role\nmetadata:\n  name: reader\n",  # of another tool
        "name: reader\n",
        "prompt: x\n",
        "- name: a\n  prompt: b\n",
        "name: {{ .Values.name }}\nkind: Role\n",  # a template, and no YAML
    ],
)
def test_a_role_yaml_of_another_tool_is_left_alone(text: str, tmp_path: Path) -> None:
    assert ids(tmp_path, "templates/role.yaml", text=text) == []


def test_a_broken_file_that_looks_like_a_role_keeps_its_row(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"team/lead/role.yaml": "name: Lead\nprompt: a: b\n"})
    assert [(p.id, p.state) for p in audit.profiles] == [("rolebox:lead", State.UNREADABLE)]
    assert rules(audit) == [("file/syntax", "team/lead/role.yaml", 2)]


def test_in_a_rolebox_folder_any_role_yaml_is_a_role(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"rolebox/lead/role.yaml": "[1, 2]\n"})
    assert [(p.id, p.state) for p in audit.profiles] == [("rolebox:lead", State.UNRESOLVED)]


def test_subagents_are_found_inline_and_in_files_to_depth_3(tmp_path: Path) -> None:
    inline = (
        "subagents:\n- {name: Kid One, description: d, prompt: p, subagents: [{name: b, description: d, prompt: p}]}\n"
    )
    files: dict[str, str | bytes] = {
        "subagents/two/role.yaml": role(name="Two"),
        "subagents/two/subagents/three/role.yaml": role(name="Three"),
        "subagents/two/subagents/three/subagents/four/role.yaml": role(name="Four"),
        "subagents/two/subagents/three/subagents/four/subagents/five/role.yaml": role(name="Five"),
    }
    audit = team(tmp_path, inline, files)
    assert [(p.id, p.kind, p.pointer) for p in audit.profiles] == [
        ("rolebox:lead", "role", ""),
        ("rolebox:lead/kid-one", "subagent", "/subagents/0"),
        ("rolebox:lead/kid-one/b", "subagent", "/subagents/0/subagents/0"),
        ("rolebox:lead/two", "subagent", ""),
        ("rolebox:lead/two/three", "subagent", ""),
        ("rolebox:lead/two/three/four", "subagent", ""),
    ]
    five = "rolebox/lead/subagents/two/subagents/three/subagents/four/subagents/five/role.yaml"
    assert ("nesting-too-deep", five, None) in rules(audit)
    assert profile_of(audit, "rolebox:lead/two/three").parent == "rolebox:lead/two"


def test_inline_subagents_may_lie_deeper_and_are_reported(tmp_path: Path) -> None:
    def nested(level: int) -> str:
        inner = f", subagents: [{nested(level + 1)}]" if level < 4 else ""
        return f"{{name: s{level}, description: d, prompt: p{inner}}}"

    audit = team(tmp_path, f"subagents: [{nested(1)}]\n")
    assert profile_of(audit, "rolebox:lead/s1/s2/s3/s4").state is State.OK
    assert [r for r, _, _ in rules(audit)] == ["nesting-too-deep"]


def test_a_role_inside_another_role_is_never_found(tmp_path: Path) -> None:
    audit = team(tmp_path, "", {"security/quality/role.yaml": role()})
    assert [p.id for p in audit.profiles] == ["rolebox:lead"]
    assert rules(audit) == [("misplaced-role", "rolebox/lead/security/quality/role.yaml", None)]
    assert "`rolebox/lead/subagents/quality/`" in audit.findings[0].message.text()


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Text Reviewer", "text-reviewer"),
        ("  A \t B ", "-a-b-"),  # blanks at the ends are blanks too
        ("É", "é"),
        ("a--b", "a--b"),
        ("测试 员", "测试-员"),
        (" ", ""),
    ],
)
def test_a_slug_is_lower_case_with_hyphens_for_blanks(name: str, slug: str) -> None:
    assert slug_of(name) == slug


def test_the_id_of_a_role_is_its_folder_and_not_its_name(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {"rolebox/team-lead/role.yaml": role(name="The Boss")}, ["rolebox"])
    assert [(p.id, p.name) for p in audit.profiles] == [("rolebox:team-lead", "The Boss")]


def test_two_hyphens_are_for_rolebox_alone(tmp_path: Path) -> None:
    audit = audit_of(
        tmp_path / "a", {"rolebox/a--b/role.yaml": role("subagents:\n- {name: k, description: d, prompt: p}\n")}
    )
    assert [(p.id, p.state) for p in audit.profiles] == [
        ("rolebox:a--b", State.UNRESOLVED),
        ("rolebox:a--b/k", State.UNRESOLVED),  # lost with its role
    ]
    audit = team(tmp_path / "b", "subagents:\n- {name: x--y, description: d, prompt: p}\n")
    assert [(p.id, p.state) for p in audit.profiles] == [
        ("rolebox:lead", State.OK),
        ("rolebox:lead/x--y", State.UNRESOLVED),
    ]
    assert rules(audit) == [("name-double-hyphen", "rolebox/lead/role.yaml", 5)]
    audit = audit_of(tmp_path / "c", {"rolebox/lead/role.yaml": role(name="a--b")}, ["rolebox"])
    assert rules(audit) == []  # the name of a role may have them


def test_of_two_inline_subagents_of_one_name_the_later_counts(tmp_path: Path) -> None:
    more = "subagents:\n- {name: k, description: first, prompt: p}\n- {name: k, description: second, prompt: p}\n"
    audit = team(tmp_path, more)
    assert profile_of(audit, "rolebox:lead/k").effective["description"] == "second"
    assert [(r, line) for r, _, line in rules(audit)] == [("duplicate-subagent", 5)]


def test_an_inline_subagent_beats_a_file_of_the_same_name(tmp_path: Path) -> None:
    audit = team(
        tmp_path,
        "subagents:\n- {name: k, description: inline, prompt: p}\n",
        {"subagents/other/role.yaml": "name: k\ndescription: file\nprompt: p\n"},
    )
    assert [(p.id, p.effective["description"]) for p in audit.profiles][1:] == [("rolebox:lead/k", "inline")]
    assert rules(audit) == [("inline-beats-file", "rolebox/lead/subagents/other/role.yaml", 1)]


def test_names_that_give_one_slug_collide(tmp_path: Path) -> None:
    more = "subagents:\n- {name: A B, description: d, prompt: p}\n- {name: a-b, description: d, prompt: p}\n"
    audit = team(tmp_path, more)
    path = "rolebox/lead/role.yaml"
    assert [p.id for p in audit.profiles] == ["rolebox:lead", f"rolebox:lead/a-b@{path}", f"rolebox:lead/a-b@{path}#2"]
    assert [r for r, _, _ in rules(audit)] == ["slug-collision", "slug-collision"]


@pytest.mark.parametrize("name", ["", "   ", "5", "[a]", "null"])
def test_a_role_without_a_usable_name_is_lost_and_keeps_its_row(name: str, tmp_path: Path) -> None:
    text = f"name: {name!r}\n" if name.strip() == "" else f"name: {name}\n"
    audit = audit_of(tmp_path, {"rolebox/lead/role.yaml": f"{text}description: d\nprompt: p\n"}, ["rolebox"])
    assert [(p.id, p.state) for p in audit.profiles] == [("rolebox:lead", State.UNRESOLVED)]
    assert rules(audit) == [("name-missing", "rolebox/lead/role.yaml", 1)]  # and not the schema's as well


def test_an_inline_subagent_that_is_dropped_takes_nobodys_place(tmp_path: Path) -> None:
    more = "subagents:\n- {name: k, description: first, prompt: p}\n- {name: k, description: second}\n"
    audit = team(tmp_path / "a", more)
    assert [(p.id, p.effective["description"]) for p in audit.profiles][1:] == [("rolebox:lead/k", "first")]
    assert rules(audit) == [("prompt-missing", "rolebox/lead/role.yaml", 6)]
    files: dict[str, str | bytes] = {"subagents/k/role.yaml": "name: k\ndescription: file\nprompt: p\n"}
    audit = team(tmp_path / "b", "subagents:\n- {name: k, description: inline, prompt_file: no.md}\n", files)
    assert [(p.id, p.effective["description"]) for p in audit.profiles][1:] == [("rolebox:lead/k", "file")]
    assert rules(audit) == [("prompt-file-missing", "rolebox/lead/role.yaml", 5)]


def test_of_two_dropped_subagents_of_one_name_one_keeps_its_row(tmp_path: Path) -> None:
    audit = team(tmp_path, "subagents:\n- {name: k, description: d}\n- {name: k, description: d}\n")
    assert [(p.id, p.state, p.pointer) for p in audit.profiles][1:] == [
        ("rolebox:lead/k", State.UNRESOLVED, "/subagents/1")
    ]
    assert [(r, line) for r, _, line in rules(audit)] == [("prompt-missing", 5), ("prompt-missing", 6)]


def test_a_dropped_subagent_collides_with_nobody(tmp_path: Path) -> None:
    more = "subagents:\n- {name: A B, description: d}\n- {name: a-b, description: d, prompt: p}\n"
    assert [r for r, _, _ in rules(team(tmp_path, more))] == ["prompt-missing"]
