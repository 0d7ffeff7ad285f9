"""Where profiles lie (``spec/formats.md`` → Leji, ``facts/leji.md`` §1.2, §1.7, §2.1)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.formats.model import State
from tests.formats.leji.layers import CORE, MANIFEST, manifest, role
from tests.formats.repositories import audit_of, named, profile_of

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

EDITOR = role("editor", requiredRead=["docs/"], mustAskWhen=["late"])


def paths(audit: Audit) -> list[str]:
    return [profile.path for profile in audit.profiles]


def rules(audit: Audit) -> list[tuple[str, str]]:
    return [(f.rule.removeprefix("leji/"), f.path) for f in audit.findings]


def audit(folder: Path, files: dict[str, str]) -> Audit:
    return audit_of(folder, {"docs/index.md": "", **files}, only=["leji"])


# The folder -----------------------------------------------------------------------------------------------------------


def test_the_folder_agents_below_the_root_path_and_all_below_it(tmp_path: Path) -> None:
    files = {"docs/agents/core.md": CORE, "docs/agents/a/b/editor.md": EDITOR, "agents/other.md": EDITOR}
    found = audit(tmp_path, {"leji.json": MANIFEST, **files})
    assert paths(found) == ["docs/agents/a/b/editor.md", "docs/agents/core.md"]
    assert rules(found) == []


@pytest.mark.parametrize("root", ["", ".", "./"])
def test_a_root_path_that_is_the_root(root: str, tmp_path: Path) -> None:
    found = audit(tmp_path, {"leji.json": json.dumps({"rootPath": root}), "agents/core.md": CORE})
    assert paths(found) == ["agents/core.md"]


def test_the_folder_that_the_manifest_names(tmp_path: Path) -> None:
    files = {"docs/roles/core.md": CORE, "docs/agents/editor.md": EDITOR}
    found = audit(tmp_path, {"leji.json": manifest(machine={"agentProfilesPath": "docs/roles"}), **files})
    assert paths(found) == ["docs/roles/core.md"]


def test_the_folder_may_be_one_file(tmp_path: Path) -> None:
    text = manifest(machine={"agentProfilesPath": "docs/core.md"})
    found = audit(tmp_path, {"leji.json": text, "docs/core.md": CORE})
    assert (paths(found), rules(found)) == (["docs/core.md"], [])


def test_a_folder_that_is_not_there_is_no_problem(tmp_path: Path) -> None:
    found = audit(tmp_path, {"leji.json": MANIFEST})
    assert (paths(found), rules(found)) == ([], [])


def test_a_folder_outside_the_root_path_is_read_and_told(tmp_path: Path) -> None:
    text = manifest(machine={"agentProfilesPath": "roles/"})
    found = audit(tmp_path, {"leji.json": text, "roles/core.md": CORE})
    assert (paths(found), rules(found)) == (["roles/core.md"], [("paths-outside-root", "roles/")])


@pytest.mark.parametrize("folder", ["../roles/", "/roles", "docs/../../roles"])
def test_a_folder_outside_the_layer_is_not_read(folder: str, tmp_path: Path) -> None:
    text = manifest(machine={"agentProfilesPath": folder})
    found = audit(tmp_path, {"team/leji.json": text, "roles/core.md": CORE})
    assert (paths(found), rules(found)) == ([], [("path-escapes-root", "team/leji.json")])
    assert named(found, "leji/path-escapes-root")[0].pointer == "/machine/agentProfilesPath"


# What the tool passes over --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["README.md", "ReadMe.md", ".editor.md", ".hidden/editor.md"])
def test_a_profile_that_the_scan_skips_keeps_its_row(name: str, tmp_path: Path) -> None:
    path = f"docs/agents/{name}"
    found = audit(tmp_path, {"leji.json": MANIFEST, path: EDITOR})
    assert profile_of(found, "leji:editor").state is State.OK
    assert rules(found) == [("profile-skipped", path)]


def test_a_name_that_only_ends_like_a_readme_is_not_skipped(tmp_path: Path) -> None:
    found = audit(tmp_path, {"leji.json": MANIFEST, "docs/agents/my-readme.md": EDITOR})
    assert rules(found) == []


@pytest.mark.parametrize("text", ["# Profiles\n", "---\ntitle: Profiles\n---\n", "---\na: [\n---\n", ""])
def test_a_readme_that_is_no_profile_is_left_alone(text: str, tmp_path: Path) -> None:
    found = audit(tmp_path, {"leji.json": MANIFEST, "docs/agents/README.md": text, "docs/agents/core.md": CORE})
    assert (paths(found), rules(found)) == (["docs/agents/core.md"], [])


def test_a_skipped_profile_does_not_clash_with_the_one_that_counts(tmp_path: Path) -> None:
    files = {"docs/agents/README.md": CORE, "docs/agents/core.md": CORE}
    found = audit(tmp_path, {"leji.json": MANIFEST, **files})
    assert [profile.id for profile in found.profiles] == ["leji:core@docs/agents/README.md", "leji:core"]
    assert rules(found) == [("profile-skipped", "docs/agents/README.md")]


def test_other_endings_are_no_profiles_unless_they_are_bound(tmp_path: Path) -> None:
    files = {"docs/agents/a.MD": EDITOR, "docs/agents/b.markdown": EDITOR, "docs/agents/c.txt": EDITOR}
    assert paths(audit(tmp_path, {"leji.json": MANIFEST, **files})) == []


# What the manifest binds ----------------------------------------------------------------------------------------------


def test_a_bound_file_is_a_profile_wherever_it_lies(tmp_path: Path) -> None:
    found = audit(tmp_path, {"leji.json": manifest(agents={"editor": "roles/editor.txt"}), "roles/editor.txt": EDITOR})
    assert (paths(found), rules(found)) == (["roles/editor.txt"], [])


def test_a_bound_file_can_be_a_base(tmp_path: Path) -> None:
    files = {"roles/core.md": CORE, "docs/agents/editor.md": role("editor", inherits="core")}
    agents = {"core": "roles/core.md", "editor": "docs/agents/editor.md"}
    found = audit(tmp_path, {"leji.json": manifest(agents=agents), **files})
    assert profile_of(found, "leji:editor").effective["mustAskWhen"] == ["unsure"]
    assert rules(found) == []


@pytest.mark.parametrize(
    "name", ["README.md", ".editor.md", "editor.txt", "editor.MD", "node_modules/editor.md", "x/node_modules/editor.md"]
)
def test_a_bound_file_that_the_scan_skips_is_told_once(name: str, tmp_path: Path) -> None:
    path = f"docs/agents/{name}"
    found = audit(tmp_path, {"leji.json": manifest(agents={"editor": path}), path: EDITOR})
    assert profile_of(found, "leji:editor").state is State.OK
    assert rules(found) == [("bound-file-skipped", "leji.json")]


def test_a_bound_file_without_fields_is_an_unreadable_profile(tmp_path: Path) -> None:
    path = "docs/agents/README.md"
    found = audit(tmp_path, {"leji.json": manifest(agents={"editor": path}), path: "# Editor\n"})
    assert profile_of(found, "leji:README").state is State.UNREADABLE
    assert rules(found) == [("file/no-frontmatter", path), ("bound-file-skipped", "leji.json")]


@pytest.mark.parametrize("path", ["docs/agents/editor.md", "docs/agents", ".", "roles/\ud800.md"])
def test_a_bound_path_without_a_file(path: str, tmp_path: Path) -> None:
    found = audit(tmp_path, {"leji.json": manifest(agents={"editor": path}), "docs/agents/core.md": CORE})
    (finding,) = named(found, "leji/missing-declared-file")
    assert (finding.path, finding.severity) == (path, Severity.ERROR)


@pytest.mark.parametrize("path", ["../editor.md", "/etc/passwd", "docs/../../editor.md", "a\0b"])
def test_a_bound_path_out_of_the_layer_is_not_read(path: str, tmp_path: Path) -> None:
    files = {"team/leji.json": manifest(agents={"editor": path}), "editor.md": EDITOR}
    found = audit(tmp_path, files)
    assert (paths(found), rules(found)) == ([], [("path-escapes-root", "team/leji.json")])


# Layers in layers -----------------------------------------------------------------------------------------------------


def test_each_manifest_opens_a_layer_with_ids_of_its_own(tmp_path: Path) -> None:
    files = {"leji.json": MANIFEST, "docs/agents/core.md": CORE}
    files |= {f"products/shop/{path}": text for path, text in files.items()}
    files["products/shop/docs/agents/editor.md"] = role("editor", inherits="core", requiredRead=["docs/agents/"])
    found = audit(tmp_path, {**files, "products/shop/docs/index.md": ""})
    inner = "leji:core@products/shop/docs/agents/core.md"
    assert [profile.id for profile in found.profiles] == ["leji:core@docs/agents/core.md", inner, "leji:editor"]
    assert profile_of(found, "leji:editor").parent == inner
    assert [f for f in rules(found) if not f[0].startswith("audit/")] == []


def test_profiles_of_an_inner_layer_are_counted_once(tmp_path: Path) -> None:
    inner = json.dumps({"rootPath": ""})
    files = {"docs/agents/leji.json": inner, "docs/agents/agents/core.md": CORE, "docs/agents/editor.md": EDITOR}
    found = audit(tmp_path, {"leji.json": MANIFEST, **files, "docs/agents/docs/x": ""})
    assert paths(found) == ["docs/agents/agents/core.md", "docs/agents/editor.md"]
    assert rules(found) == []


def test_an_outer_layer_may_bind_and_inherit_a_profile_of_an_inner_one(tmp_path: Path) -> None:
    files = {"shop/leji.json": MANIFEST, "shop/docs/agents/core.md": CORE, "shop/docs/index.md": ""}
    agents = {"core": "shop/docs/agents/core.md", "editor": "docs/agents/editor.md"}
    outer = {"leji.json": manifest(agents=agents), "docs/agents/editor.md": role("editor", inherits="core")}
    found = audit(tmp_path, {**files, **outer})
    assert paths(found) == ["docs/agents/editor.md", "shop/docs/agents/core.md"]
    assert profile_of(found, "leji:editor").parent == "leji:core"
    assert rules(found) == []


# A broken manifest ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["{", "", "\ufffe", '{"rootPath": "docs/",}'])
def test_a_manifest_that_cannot_be_read_still_has_its_usual_folders(text: str, tmp_path: Path) -> None:
    files = {"team/leji.json": text, "team/docs/agents/core.md": CORE, "team/agents/editor.md": EDITOR}
    found = audit(tmp_path, {**files, "team/docs/x": "", "team/roles/x.md": EDITOR})
    assert paths(found) == ["team/agents/editor.md", "team/docs/agents/core.md"]
    assert [r for r, _ in rules(found) if not r.startswith("file/")] == ["manifest-parse"]
    assert all(f.path == "team/leji.json" for f in found.findings)


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("[]", ""),
        ("null", ""),
        ("{}", ""),
        ('{"rootPath": 1}', "/rootPath"),
        ('{"rootPath": null}', "/rootPath"),
        ('{"rootPath": "x", "machine": []}', "/machine"),
        ('{"rootPath": "x", "machine": null}', "/machine"),
        ('{"rootPath": "x", "machine": {"agentProfilesPath": 1}}', "/machine/agentProfilesPath"),
        ('{"rootPath": "x", "agents": ["a"]}', "/agents"),
        ('{"rootPath": "x", "agents": {"a/b": null}}', "/agents/a~1b"),
        ('{"rootPath": "x", "actors": 1}', "/actors"),
        ('{"rootPath": "x", "actors": {"a": []}}', "/actors/a"),
        ('{"rootPath": "x", "actors": {"a": {"roles": {}}}}', "/actors/a/roles"),
        ('{"rootPath": "x", "actors": {"a": {"roles": [1, 2]}}}', "/actors/a/roles/0"),
        ('{"rootPath": "x", "actors": {"a": {"commands": []}}}', "/actors/a/commands"),
        ('{"rootPath": "x", "actors": {"a": {"commands": {"r": 1}}}}', "/actors/a/commands/r"),
    ],
)
def test_a_key_of_the_wrong_type_is_one_finding_and_profiles_are_found(text: str, pointer: str, tmp_path: Path) -> None:
    found = audit(tmp_path, {"leji.json": text, "docs/agents/core.md": CORE, "agents/editor.md": EDITOR})
    assert paths(found) == ["agents/editor.md", "docs/agents/core.md"]
    (finding,) = found.findings
    assert (finding.rule, finding.path, finding.line, finding.pointer) == (
        "leji/manifest-schema",
        "leji.json",
        1,
        pointer,
    )


def test_what_is_right_in_a_broken_manifest_still_counts(tmp_path: Path) -> None:
    text = json.dumps({"rootPath": "context/", "agents": {"core": 1, "editor": "roles/editor.md"}})
    found = audit(tmp_path, {"leji.json": text, "context/agents/core.md": CORE, "roles/editor.md": EDITOR})
    assert paths(found) == ["context/agents/core.md", "roles/editor.md"]


def test_other_keys_of_the_manifest_are_not_checked(tmp_path: Path) -> None:
    found = audit(tmp_path, {"leji.json": manifest(leji=9.9, conformance=[], bootProfilePath=1, categories=None)})
    assert rules(found) == []


# No manifest ----------------------------------------------------------------------------------------------------------


def test_without_a_manifest_markdown_with_three_fields_in_a_folder_agents(tmp_path: Path) -> None:
    files = {"docs/agents/core.md": CORE, "docs/agents/more/editor.md": EDITOR, "team/agents/writer.md": EDITOR}
    others = {
        "docs/agents/notes.md": "# Notes\n",
        "docs/agents/claude.md": "---\nname: x\ndescription: y\n---\n",
        "docs/core.md": CORE,
        "agents.md": CORE,
    }
    found = audit(tmp_path, {**files, **others})
    assert paths(found) == ["docs/agents/core.md", "docs/agents/more/editor.md", "team/agents/writer.md"]
    told = named(found, "leji/manifest-missing")
    assert [(f.path, f.severity) for f in told] == [
        ("docs/agents/", Severity.INFO),
        ("team/agents/", Severity.INFO),
    ]
    assert [f for f in found.findings if f.path in others] == []


def test_unrelated_markdown_in_a_folder_agents_is_not_reported(tmp_path: Path) -> None:
    files = {"agents/a.md": "---\nname: [\n---\n", "agents/b.md": "no", "agents/c.md": "---\nname: x\n---\n"}
    found = audit(tmp_path, files)
    assert (paths(found), rules(found)) == ([], [("audit/no-known-format", ".")])


def test_a_broken_file_beside_a_profile_is_one_finding(tmp_path: Path) -> None:
    found = audit(tmp_path, {"agents/core.md": CORE, "agents/editor.md": "---\nid: [\n---\n"})
    assert profile_of(found, "leji:editor").state is State.UNREADABLE
    assert rules(found) == [("manifest-missing", "agents/"), ("file/syntax", "agents/editor.md")]


def test_a_manifest_anywhere_ends_the_guessing(tmp_path: Path) -> None:
    assert paths(audit(tmp_path, {"docs/agents/core.md": CORE, "team/leji.json": MANIFEST})) == []


# Names ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["", " ", "a@b", "a\x1b[31m", 1, None, ["a"], {"a": 1}])
def test_an_id_that_can_be_none_gives_way_to_the_name_of_the_file(value: object, tmp_path: Path) -> None:
    text = role("core", requiredRead=["docs/"], mustAskWhen=["x"]).replace('id: "core"', f"id: {json.dumps(value)}")
    found = audit(tmp_path, {"leji.json": MANIFEST, "docs/agents/file.md": text})
    assert [p.id for p in found.profiles] == ["leji:file"]
    assert [f.rule for f in found.findings] == ["leji/schema"]


def test_an_id_without_end_gives_way_too(tmp_path: Path) -> None:
    text = CORE.replace('id: "core"', f"id: {'x' * 100_000}")
    assert [p.id for p in audit(tmp_path, {"leji.json": MANIFEST, "docs/agents/a.md": text}).profiles] == ["leji:a"]


def test_the_columns_of_a_profile(tmp_path: Path) -> None:
    found = profile_of(audit(tmp_path, {"leji.json": MANIFEST, "docs/agents/core.md": CORE}), "leji:core")
    assert (found.type, found.kind, found.name, found.role, found.parent, found.model, found.path) == (
        "leji/agent-profile",
        "profile",
        "Core",
        "core",
        None,
        None,
        "docs/agents/core.md",
    )
