"""Which text an agent goes by: ``prompt_file`` beats ``prompt``, a file that is not there loses the role."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.formats.model import Change, Provenance, State
from tests.formats.repositories import audit_of, profile_of
from tests.formats.rolebox.teams import effective, rules, team

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

HEAD = "name: Lead\ndescription: d\n"


def role_with(folder: Path, text: str, files: dict[str, str | bytes] | None = None) -> Audit:
    return audit_of(folder, {"rolebox/lead/role.yaml": HEAD + text, **(files or {})}, ["rolebox"])


def test_the_file_beats_the_inline_prompt(tmp_path: Path) -> None:
    audit = role_with(tmp_path, "prompt: inline\nprompt_file: p.md\n", {"rolebox/lead/p.md": "from a file\n"})
    profile = profile_of(audit, "rolebox:lead")
    assert profile.effective["prompt"] == "from a file\n"
    derivation = profile.parts[0].derived["/prompt"]
    assert derivation.origin is not None
    assert (derivation.origin.path, derivation.origin.line) == ("rolebox/lead/p.md", 1)
    (lost,) = derivation.elements
    assert (lost.item, lost.position, lost.change, lost.origin.pointer) == (
        "inline",
        None,
        Change.OVERRIDDEN,
        "/prompt",
    )
    assert rules(audit) == [("prompt-and-prompt-file", "rolebox/lead/role.yaml", 3)]


def test_the_inline_prompt_counts_where_there_is_no_file(tmp_path: Path) -> None:
    audit = role_with(tmp_path, "prompt: inline\n")
    assert effective(audit)["prompt"] == "inline"
    assert rules(audit) == []


@pytest.mark.parametrize("text", ["prompt_file: p.md\n", "prompt: inline\nprompt_file: p.md\n", "prompt_file: sub\n"])
def test_a_file_that_is_not_there_loses_the_role_also_beside_a_prompt(text: str, tmp_path: Path) -> None:
    audit = role_with(tmp_path, text, {"rolebox/lead/sub/x.md": "x"})
    assert profile_of(audit, "rolebox:lead").state is State.UNRESOLVED
    assert "prompt-file-missing" in [r for r, _, _ in rules(audit)]


@pytest.mark.parametrize(
    ("content", "rule"),
    [(b"caf\xe9", "file/not-utf8"), (b"a\0b", "file/not-utf8"), (b"x" * 6_000_000, "file/too-large")],
    ids=["Latin-1", "NUL", "6 MB"],
)
def test_a_file_that_rolebox_reads_and_the_audit_does_not_leaves_the_prompt_alone_unknown(
    content: bytes, rule: str, tmp_path: Path
) -> None:
    more = "prompt_file: p.md\npermission: {deny: [bash]}\n"
    audit = role_with(tmp_path, more, {"rolebox/lead/p.md": content})
    profile = profile_of(audit, "rolebox:lead")
    assert (profile.state, "prompt" in profile.effective) == (State.OK, False)
    assert profile.parts[0].derived["/prompt"].provenance is Provenance.UNKNOWN
    assert profile.effective["permission"] == {"deny": ["bash"]}
    assert [(r, path) for r, path, _ in rules(audit)] == [(rule, "rolebox/lead/p.md")]


@pytest.mark.parametrize(
    "path", ["../../shared/p.md", "/etc/hostname", "sub/../../p.md", "~/p.md", "link.md", "../lead2/p.md"]
)
def test_a_file_outside_the_role_is_not_read_and_the_prompt_is_unknown(path: str, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    repo = tmp_path / "repo"
    (repo / "rolebox/lead").mkdir(parents=True)
    (repo / "rolebox/lead/link.md").symlink_to("../../../secret.md")
    audit = role_with(
        repo, f"prompt_file: {path}\n", {"shared/p.md": "x", "rolebox/p.md": "x", "rolebox/lead2/p.md": "x"}
    )
    profile = profile_of(audit, "rolebox:lead")
    assert profile.state is State.OK
    assert "prompt" not in profile.effective
    assert profile.parts[0].derived["/prompt"].provenance is Provenance.UNKNOWN
    assert rules(audit) == [("prompt-file-outside", "rolebox/lead/role.yaml", 3)]
    assert list(audit.documents) == ["rolebox/lead/role.yaml"]


@pytest.mark.parametrize("text", ["", "prompt: '  '\n", "prompt_file: ''\n", "prompt: 5\n"])
def test_without_a_prompt_the_role_is_lost(text: str, tmp_path: Path) -> None:
    audit = role_with(tmp_path, text)
    assert profile_of(audit, "rolebox:lead").state is State.UNRESOLVED
    assert [r for r, _, _ in rules(audit)] == ["prompt-missing"]


def test_paths_of_an_inline_subagent_count_from_the_role_and_below_a_prompt_file_from_that(tmp_path: Path) -> None:
    more = (
        "subagents:\n- name: kid\n  description: d\n  prompt_file: prompts/kid.md\n"
        "  subagents:\n  - {name: grand, description: d, prompt_file: grand.md}\n"
    )
    files: dict[str, str | bytes] = {"prompts/kid.md": "kid", "prompts/grand.md": "grand", "grand.md": "wrong"}
    audit = team(tmp_path, more, files)
    assert effective(audit, "rolebox:lead/kid")["prompt"] == "kid"
    assert effective(audit, "rolebox:lead/kid/grand")["prompt"] == "grand"


def test_paths_of_a_subagent_in_a_file_count_from_its_folder(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "subagents/kid/role.yaml": "name: kid\ndescription: d\nprompt_file: p.md\n",
        "subagents/kid/p.md": "kid",
        "p.md": "lead",
    }
    assert effective(team(tmp_path, "", files), "rolebox:lead/kid")["prompt"] == "kid"


def test_a_prompt_of_more_than_400000_characters_is_reported(tmp_path: Path) -> None:
    audit = role_with(tmp_path / "a", "prompt_file: p.md\n", {"rolebox/lead/p.md": "x" * 400_001})
    assert rules(audit) == [("prompt-too-long", "rolebox/lead/role.yaml", 3)]
    assert rules(role_with(tmp_path / "b", "prompt_file: p.md\n", {"rolebox/lead/p.md": "x" * 400_000})) == []


NESTED = "subagents: [{name: grand, description: d, prompt_file: '{env:P}.md'}]\n"


def test_a_path_from_the_environment_leaves_the_prompt_of_an_inline_subagent_unknown(tmp_path: Path) -> None:
    audit = team(tmp_path, NESTED)
    grand = profile_of(audit, "rolebox:lead/grand")
    assert (grand.state, "prompt" in grand.effective) == (State.OK, False)
    assert grand.parts[0].derived["/prompt"].provenance is Provenance.UNKNOWN
    assert rules(audit) == []


def test_a_path_below_one_from_the_environment_is_unknown_too(tmp_path: Path) -> None:
    inner = "subagents: [{name: grand, description: d, prompt_file: g.md}]"
    more = f"subagents: [{{name: kid, description: d, prompt_file: '{{env:DIR}}/k.md', {inner}}}]\n"
    assert rules(team(tmp_path, more)) == []


def test_within_a_subagent_in_a_file_such_a_path_is_taken_as_it_is(tmp_path: Path) -> None:
    audit = team(tmp_path, "", {"subagents/kid/role.yaml": f"name: kid\ndescription: d\nprompt: p\n{NESTED}"})
    assert profile_of(audit, "rolebox:lead/kid/grand").state is State.UNRESOLVED
    assert [r for r, _, _ in rules(audit)] == ["env-not-resolved", "prompt-file-missing"]
