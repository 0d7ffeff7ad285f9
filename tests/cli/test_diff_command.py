"""``agentcfg diff``: what it prints, in which language, and its exit codes."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.cli import main
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

OLD: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string", "maxLength": 9, "description": "One."}, "b": {"enum": ["x"]}},
}
TIGHTER: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string", "maxLength": 5, "description": "Two."}, "b": {"enum": ["x", "y"]}},
}
LOOSER: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string", "maxLength": 12, "description": "One."}, "b": {"enum": ["x"]}},
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"old.json": OLD, "tighter.json": TIGHTER, "looser.json": LOOSER})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["diff", *arguments])


def test_changes_are_told_by_class_the_worst_first() -> None:
    result = run("old.json", "tighter.json")
    assert result.stdout.splitlines() == [
        "breaking (1)",
        "  a: `maxLength` tightened (`9` → `5`)",
        "",
        "compatible (1)",
        "  b: allowed values added (`y`)",
        "",
        "wording (1)",
        "  a: `description` reworded (`One.` → `Two.`)",
        "",
        "1 breaking, 1 compatible, 1 wording",
    ]


def test_only_a_breaking_change_fails() -> None:
    assert run("old.json", "tighter.json").exit_code == 1
    assert run("old.json", "looser.json").exit_code == 0
    assert run("old.json", "old.json").exit_code == 0


def test_the_language_is_that_of_the_terminal_or_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "  a: `maxLength` 放宽（`9` → `12`）" in run("old.json", "looser.json", "-l", "zh").stdout
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert run("old.json", "old.json").stdout == "没有变化\n"


def test_json_has_both_languages_and_the_pointers() -> None:
    told = json.loads(run("old.json", "looser.json", "--format", "json").stdout)
    (row,) = told.pop("changes")
    assert told == {
        "state": "changed",
        "summary": {
            "en": "0 breaking, 1 compatible, 0 wording",
            "zh_CN": "不兼容 0 处，兼容 1 处，措辞 0 处",
        },
        "breaking": 0,
        "compatible": 1,
        "wording": 0,
    }
    assert row == {
        "kind": "limit-loosened",
        "class": "compatible",
        "path": "a",
        "old_path": None,
        "keyword": "maxLength",
        "pointer": "/properties/a/maxLength",
        "old_pointer": "/properties/a/maxLength",
        "old": 9,
        "new": 12,
        "message": "`maxLength` loosened (`9` → `12`)",
        "message_zh": "`maxLength` 放宽（`9` → `12`）",
    }
    told = json.loads(run("old.json", "old.json", "--format", "json").stdout)
    assert (told["state"], told["summary"]["en"], told["changes"]) == ("same", "no change", [])


def test_markdown_is_a_list_under_headings() -> None:
    lines = run("old.json", "looser.json", "--format", "md").stdout.splitlines()
    assert lines[:3] == ["## compatible (1)", "", "- `a`: `maxLength` loosened (`9` → `12`)"]


@pytest.mark.parametrize("schema", [d.schema for d in Catalog.builtin().format("evolcore").documents], ids=str)
def test_a_copy_with_other_line_ends_is_no_change(tmp_path: Path, schema: Path) -> None:
    write(tmp_path, {"lf.json": schema.read_bytes(), "crlf.json": schema.read_bytes().replace(b"\n", b"\r\n")})
    result = run("lf.json", "crlf.json")
    assert (result.stdout, result.stderr, result.exit_code) == ("no change but line ends (LF → CRLF)\n", "", 0)
    assert run("lf.json", "lf.json").stdout == "no change\n"


def test_a_document_type_may_stand_for_its_schema() -> None:
    assert run("leji/agent-profile", "leji/agent-profile").stdout == "no change\n"


# --- git --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    def git(*arguments: str) -> None:
        names = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *names, *arguments], cwd=tmp_path, check=True, capture_output=True)

    write(tmp_path, {"schemas/s.json": OLD})
    git("init", "-q")
    git("add", "schemas")
    git("commit", "-q", "-m", "one")
    git("tag", "v1")
    write(tmp_path, {"schemas/s.json": TIGHTER})
    return tmp_path


@pytest.mark.parametrize("name", ["HEAD:schemas/s.json", "v1:schemas/s.json", "v1:./schemas/s.json"])
def test_a_revision_of_a_file_is_read_from_git(repository: Path, name: str) -> None:
    assert (repository / "schemas" / "s.json").is_file()
    result = run(name, "schemas/s.json")
    assert result.stdout.splitlines()[-1] == "1 breaking, 1 compatible, 1 wording"
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("v9:schemas/s.json", "no revision v9"),
        ("v1:none.json", "there is no file none.json in the revision v1"),
        ("v1:../s.json", "../s.json"),
        ("--upload-pack=x:schemas/s.json", "No such option"),
        ("-x:s.json", "No such option"),
    ],
)
def test_a_revision_that_is_not_there_is_told(repository: Path, name: str, words: str) -> None:
    assert repository.is_dir()
    result = run(name, "schemas/s.json")
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (None, "none.json", "none.json: there is no such file; check the path"),
        (None, "leji/agent-profil", "did you mean leji/agent-profile?"),
        (None, "HEAD:a.json", "this folder is in no git repository"),
        ("{", "bad.json", "bad.json:1"),
        ("[1]", "bad.json", "holds something else"),
        ("", "bad.json", "empty"),
        (b"\xff\xfe", "bad.json", "bad.json"),
    ],
)
def test_what_is_no_schema_is_an_error_of_use(tmp_path: Path, content: Any, name: str, words: str) -> None:
    if content is not None:
        write(tmp_path, {name: content})
    for pair in ((name, "old.json"), ("old.json", name)):
        result = run(*pair)
        assert result.exit_code == 2, result.output
        assert words in result.stderr
        assert result.stdout == ""


def test_hostile_names_and_values_reach_the_terminal_as_text(tmp_path: Path) -> None:
    evil = "\x1b[31m\u202e"
    write(tmp_path, {"evil.json": {"properties": {evil: {"enum": [evil]}}}, "none.json": {"properties": {}}})
    for output in ("table", "md", "json"):
        shown = run("none.json", "evil.json", "--format", output).stdout
        assert "\x1b" not in shown
        assert "\u202e" not in shown
