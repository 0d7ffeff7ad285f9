"""The rules that look at a whole layer: bindings of roles, actors, ids, the claimed level (``facts/leji.md`` §2)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.formats.leji.layers import CORE, manifest, role
from tests.formats.repositories import audit_of, named

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

EDITOR, WRITER = "docs/agents/editor.md", "docs/agents/writer.md"


def alone(name: str, **fields: Any) -> str:
    return role(name, **{"requiredRead": ["docs/"], "mustAskWhen": ["late"], **fields})


def layer(folder: Path, files: dict[str, str] | None = None, **keys: Any) -> Audit:
    default = {"docs/agents/core.md": CORE, EDITOR: alone("editor"), WRITER: alone("writer")}
    return audit_of(folder, {"leji.json": manifest(**keys), **(default if files is None else files)}, only=["leji"])


def told(audit: Audit) -> list[tuple[str, str, str | None]]:
    return [(f.rule.removeprefix("leji/"), f.path, f.pointer) for f in audit.findings]


# Roles ---------------------------------------------------------------------------------------------------------------


def test_each_role_bound_under_its_own_name_is_fine(tmp_path: Path) -> None:
    assert told(layer(tmp_path, agents={"editor": EDITOR, "writer": WRITER})) == []


def test_without_agents_nothing_is_unbound(tmp_path: Path) -> None:
    assert told(layer(tmp_path)) == []


def test_an_unbound_profile_is_told_but_no_core_profile(tmp_path: Path) -> None:
    assert told(layer(tmp_path, agents={"writer": WRITER})) == [("role-unbound", EDITOR, "/role")]


def test_an_unreadable_profile_may_be_a_core_profile(tmp_path: Path) -> None:
    files = {WRITER: alone("writer"), EDITOR: "---\nid: [\n---\n"}
    assert [f.rule for f in layer(tmp_path, files, agents={"writer": WRITER}).findings] == ["file/syntax"]


def test_a_key_that_is_not_the_role(tmp_path: Path) -> None:
    audit = layer(tmp_path, agents={"edit": EDITOR, "writer": WRITER})
    assert told(audit) == [("role-key-differs", "leji.json", "/agents/edit")]
    assert audit.findings[0].profile == "leji:editor"


def test_the_key_default_is_not_compared(tmp_path: Path) -> None:
    assert told(layer(tmp_path, agents={"default": EDITOR, "writer": WRITER})) == []


def test_two_keys_for_one_file_are_told_once(tmp_path: Path) -> None:
    audit = layer(tmp_path, agents={"editor": EDITOR, "copy": f"./{EDITOR}", "writer": WRITER})
    assert told(audit) == [("role-bound-twice", "leji.json", "/agents/copy")]


def test_two_wrong_keys_for_one_file_differ_too(tmp_path: Path) -> None:
    audit = layer(tmp_path, agents={"a": EDITOR, "b": EDITOR, "writer": WRITER})
    assert sorted(told(audit)) == [
        ("role-bound-twice", "leji.json", "/agents/b"),
        ("role-key-differs", "leji.json", "/agents/a"),
        ("role-key-differs", "leji.json", "/agents/b"),
    ]


# Ids -----------------------------------------------------------------------------------------------------------------


def test_the_later_path_with_the_same_id_is_told(tmp_path: Path) -> None:
    files = {"docs/agents/a.md": CORE, "docs/agents/b.md": CORE, "docs/agents/c.md": CORE}
    audit = layer(tmp_path, files)
    assert [(f.path, f.pointer) for f in named(audit, "leji/id-duplicate")] == [
        ("docs/agents/b.md", "/id"),
        ("docs/agents/c.md", "/id"),
    ]


def test_a_bound_file_elsewhere_is_compared_too(tmp_path: Path) -> None:
    files = {EDITOR: alone("editor"), "roles/editor.md": alone("editor")}
    audit = layer(tmp_path, files, agents={"editor": "roles/editor.md"})
    assert [f.path for f in named(audit, "leji/id-duplicate")] == ["roles/editor.md"]


def test_two_layers_may_use_the_same_id(tmp_path: Path) -> None:
    files = {"docs/agents/core.md": CORE, "team/leji.json": manifest(), "team/docs/agents/core.md": CORE}
    assert named(layer(tmp_path, files), "leji/id-duplicate") == []


# Actors --------------------------------------------------------------------------------------------------------------


def test_roles_and_commands_of_an_actor_must_be_the_same(tmp_path: Path) -> None:
    actors = {"a/b": {"roles": ["editor", "writer"], "commands": {"writer": "x <prompt>", "c/d": "x <prompt>"}}}
    assert told(layer(tmp_path, actors=actors)) == [
        ("actor-command-missing", "leji.json", "/actors/a~1b/roles/0"),
        ("actor-command-unclaimed", "leji.json", "/actors/a~1b/commands/c~1d"),
    ]


def test_a_role_that_an_actor_takes_must_not_have_an_invocation(tmp_path: Path) -> None:
    files = {EDITOR: alone("editor", invocation={"command": "codex <prompt>"})}
    actors = {"codex": {"roles": ["editor"], "commands": {"editor": "codex <prompt>"}}}
    audit = layer(tmp_path, files, agents={"editor": EDITOR}, actors=actors)
    assert told(audit) == [("actor-profile-invocation", EDITOR, "/invocation")]
    assert told(layer(tmp_path, files, agents={"editor": EDITOR}, actors={})) == []


# The boot profile ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boot", "agents", "line"),
    [
        (f"# Boot\n\nRead {EDITOR}.\n", {"default": EDITOR}, 3),
        (f"# Boot\n\nRead {EDITOR}.\n", {"editor": EDITOR}, None),
        ("# Boot\n", {"default": EDITOR}, None),
        ("\ufffe\0", {"default": EDITOR}, None),
    ],
)
def test_a_boot_profile_that_names_the_default(
    boot: str, agents: dict[str, str], line: int | None, tmp_path: Path
) -> None:
    files = {EDITOR: alone("editor"), "docs/boot.md": boot}
    audit = layer(tmp_path, files, agents=agents, bootProfilePath="docs/boot.md")
    assert [(f.path, f.line) for f in audit.findings] == ([("docs/boot.md", line)] if line else [])


@pytest.mark.parametrize("path", ["docs/gone.md", "docs", "../x.md", "", 1, None])
def test_a_boot_profile_that_is_not_there_is_not_ours_to_tell(path: object, tmp_path: Path) -> None:
    files = {EDITOR: alone("editor")}
    assert told(layer(tmp_path, files, agents={"default": EDITOR}, bootProfilePath=path)) == []


# The claimed level (§1.7) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "needs"), [("core", False), ("indexed", False), ("governed", True), ("federated", True)]
)
def test_some_levels_need_a_profile(level: str, needs: bool, tmp_path: Path) -> None:
    audit = layer(tmp_path, {}, conformance={"claimedLevel": level})
    found = [(f.rule, f.path) for f in audit.findings]
    assert found == ([("leji/profile-required", "docs/agents/")] if needs else [])


@pytest.mark.parametrize(
    ("files", "enough"),
    [
        ({EDITOR: alone("editor")}, True),  # any profile, also if none is a core profile
        ({EDITOR: role("editor", inherits="nobody")}, True),  # also one that does not resolve
        ({EDITOR: role("editor", requiredRead=["docs/"])}, False),  # breaks the schema
        ({EDITOR: "---\nid: [\n---\n"}, False),
        ({EDITOR: alone("editor").removesuffix("\n")}, False),  # the tool cannot read it
        ({"docs/agents/README.md": alone("editor")}, False),  # the tool does not see it
        ({"roles/editor.md": alone("editor")}, False),  # bound, and not in the folder
    ],
)
def test_one_valid_profile_in_the_folder_is_enough(files: dict[str, str], enough: bool, tmp_path: Path) -> None:
    agents = {"editor": next(iter(files))} if "roles/editor.md" in files else {}
    audit = layer(tmp_path, {"docs/x": "", **files}, agents=agents, conformance={"claimedLevel": "governed"})
    assert bool(named(audit, "leji/profile-required")) is not enough


@pytest.mark.parametrize("value", [None, [], "governed", {"claimedLevel": ["governed"]}, {"claimedLevel": "Governed"}])
def test_no_other_claim_counts(value: object, tmp_path: Path) -> None:
    assert told(audit_of(tmp_path, {"leji.json": json.dumps({"rootPath": "", "conformance": value})}, ["leji"])) == []


@pytest.mark.parametrize(
    ("text", "files", "pointer"),
    [
        ('{"rootPath": "doc/"}', ["docs/agents/a.md"], "/rootPath"),
        (
            '{"rootPath": "", "machine": {"agentProfilesPath": "agentz"}}',
            ["docs/agents/a.md"],
            "/machine/agentProfilesPath",
        ),
        ('{"rootPath": "docs/"}', ["docs/x.md", "other/agents/a.md"], None),  # no folder that is named is missing
        ('{"rootPath": "doc/"}', ["docs/x.md"], None),  # nothing goes unread
        ('{"rootPath": "doc/"}', ["inner/leji.json", "inner/docs/agents/a.md"], None),  # those of another layer
    ],
)
def test_a_folder_that_is_misspelt_is_told_where_profiles_go_unread(
    text: str, files: list[str], pointer: str | None, tmp_path: Path
) -> None:
    others = {name: '{"rootPath": "docs/"}' if name.endswith(".json") else "x" for name in files}
    found = audit_of(tmp_path, {"leji.json": text, **others}, only=["leji"])
    told = [(f.path, f.pointer) for f in found.findings if f.rule == "leji/profiles-folder-missing"]
    assert told == ([("leji.json", pointer)] if pointer else [])
