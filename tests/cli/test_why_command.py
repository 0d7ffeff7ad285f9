"""``agentcfg why``: what holds, and the chain of files that decides it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.resources import sample_team
from tests.cli.running import ZH, error_of, run
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


def why(profile: str, subject: str, *more: str, **environment: str) -> list[str]:
    result = run("why", profile, subject, sample_team(), *more, **environment)
    assert (result.exit_code, result.stderr) == (0, "")
    return [line.replace(f"{sample_team()}/", "") for line in result.stdout.splitlines()]


def test_the_step_that_decides_comes_first_with_file_line_and_what_it_says() -> None:
    assert why("rolebox:release/drafter", "bash") == [
        "rolebox:release/drafter · bash: deny",
        " 1. bash: deny, since the tool is in `allow` and in `deny`, and `deny` wins (rolebox/release/role.yaml:15)",
        "      deny: [WebFetch, Bash]",
        " 2. rolebox:release/drafter inherits from rolebox:release (rolebox/release/role.yaml:19)",
        "      - name: Drafter",
        " 3. the files contradict each other here",
    ]


def test_every_element_of_a_merged_list_is_told_of() -> None:
    lines = why("leji:librarian", "requiredRead")
    assert lines[0] == 'leji:librarian · requiredRead: merged = ["docs/rules.md", "docs/catalogue.md"]'
    assert [line.split(". ", 1)[1] for line in lines if line[1:2].isdigit()] == [
        "it is put together from several places (docs/agents/librarian.md)",
        '"docs/rules.md": kept (docs/agents/core.md:7)',
        '"docs/catalogue.md": added (docs/agents/librarian.md:8)',
        "leji:librarian inherits from leji:core (docs/agents/librarian.md:6)",
    ]


def test_chinese_is_whole() -> None:
    lines = why("leji:reviewer", "a letter goes to a reader", **ZH)
    assert lines[0] == "leji:reviewer · a letter goes to a reader: 拒绝"
    assert lines[1].startswith(" 1. a letter goes to a reader：拒绝，因为")
    assert lines[1].endswith("（docs/agents/reviewer.md:11）")


def test_the_part_after_the_colon_is_enough_where_it_is_clear() -> None:
    assert why("release", "edit")[0] == "rolebox:release · edit: allow"
    line = error_of(run("why", "librarian", "edit", sample_team()))
    assert line == "Error: no profile 'librarian'; did you mean leji:librarian, agentfs:librarian?"


def test_a_subject_that_nobody_names_falls_to_every_other_one_and_the_near_name_is_told() -> None:
    lines = why("rolebox:release", "Bahs")
    assert lines[0] == "rolebox:release · Bahs: unset"
    assert lines[1].startswith(" 1. no profile names Bahs; did you mean ")
    assert lines[2].startswith(" 2. every other subject: unset, since ")


def test_a_profile_that_cannot_be_read_is_unknown() -> None:
    lines = why("leji:release-helper", "a letter goes to a reader")
    assert lines[0].endswith(": unknown")
    assert "cannot be read" in lines[1]


def test_json_has_both_languages_and_the_same_steps() -> None:
    (answer,) = json.loads("".join(why("rolebox:release/drafter", "bash", "--format", "json")))
    assert (answer["kind"], answer["result"], len(answer["steps"])) == ("permission", "deny", 3)
    first = answer["steps"][0]
    assert (first["path"], first["line"], first["profile"]) == ("rolebox/release/role.yaml", 15, "rolebox:release")
    assert first["text"].startswith("bash: deny")
    assert first["text_zh"].startswith("bash：拒绝")


def test_a_field_that_is_not_there_says_so() -> None:
    assert why("leji:core", "invocation.command")[0] == "leji:core · invocation.command: missing"


@pytest.mark.parametrize("path", ["nowhere", "file"])
def test_a_path_that_is_no_folder_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"file": "x"})
    assert path in error_of(run("why", "a", "b", path))


def test_hostile_names_are_harmless(tmp_path: Path) -> None:
    name = "a\x1b[31m\u202eb"
    write(
        tmp_path,
        {"rolebox/r/role.yaml": f"name: R\ndescription: d\nprompt: p\npermission:\n  allow: [{json.dumps(name)}]\n"},
    )
    result: Result = run("why", "r", name, tmp_path)
    assert result.exit_code == 0
    assert not set(result.output) & {"\x1b", "\u202e"}
    assert result.output.splitlines()[0].endswith(": allow")
