"""``agentcfg validate``: findings with their places, and an exit code for CI."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.resources import schemas_dir
from tests.cli.running import ZH, error_of, run
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

EXAMPLES = schemas_dir() / "leji" / "examples"
GOOD = "---\nid: a\nname: A\nrole: a\ninherits: core\n---\n"
BAD = GOOD.replace("name: A", "name: 5\nextra: 1")
CLEAN = "files: 1; errors: 0, warnings: 0, information: 0\n"


@pytest.fixture
def agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a good and a bad profile, as the working directory."""
    write(tmp_path, {"docs/agents/good.md": GOOD, "docs/agents/bad.md": BAD, "notes.md": GOOD})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def validate(*arguments: str | Path, stdin: str | bytes | None = None, **environment: str) -> Result:
    return run("validate", *arguments, stdin=stdin, **environment)


@pytest.mark.usefixtures("agents")
def test_a_finding_is_one_line_with_its_place_its_rule_and_its_pointer() -> None:
    result = validate("docs/agents/bad.md", "docs/agents/good.md")
    assert result.exit_code == 1
    assert result.stdout == (
        "docs/agents/bad.md:3:7: error: `name` must be of type string, not `5`; change the value "
        "[leji/schema] at /name\n"
        "docs/agents/bad.md:4:1: error: `extra` is not a known field; remove it or check its name "
        "[leji/schema] at /extra\n"
        "files: 2; errors: 2, warnings: 0, information: 0\n"
    )


@pytest.mark.usefixtures("agents")
def test_a_finding_is_in_the_language_of_the_terminal() -> None:
    lines = validate("docs/agents/bad.md", **ZH).stdout.splitlines()
    assert (
        lines[0]
        == "docs/agents/bad.md:3:7: 错误: `name` 的类型必须是 string，而不是 `5`；请修改取值 [leji/schema] at /name"
    )
    assert lines[-1] == "文件 1 个；错误 2 个，警告 0 个，提示 0 个"
    assert validate("docs/agents/bad.md", "-l", "en", **ZH).stdout == validate("docs/agents/bad.md").stdout


@pytest.mark.usefixtures("agents")
def test_a_clean_file_is_exit_0() -> None:
    result = validate("docs/agents/good.md")
    assert (result.exit_code, result.stdout, result.stderr) == (0, CLEAN, "")


def test_the_examples_of_a_format_need_no_type() -> None:
    assert validate(*sorted((EXAMPLES / "valid" / "agent-profile").iterdir())).exit_code == 0
    for path in sorted((EXAMPLES / "invalid" / "agent-profile").glob("schema--*")):
        result = validate(path)
        assert result.exit_code == 1
        assert "[leji/schema]" in result.stdout


@pytest.mark.usefixtures("agents")
def test_a_file_of_unknown_type_is_an_error_that_says_how_to_name_it() -> None:
    result = validate("notes.md")
    assert result.exit_code == 1
    line, _ = result.stdout.splitlines()
    assert line.startswith("notes.md: error: no known format has such a file at this path, so nothing was checked;")
    assert "--type (" in line
    assert "leji/agent-profile" in line
    assert line.endswith("[file/unknown-type]")
    assert validate("notes.md", "--type", "leji/agent-profile").exit_code == 0


# --- JSON -------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("agents")
def test_json_has_a_row_for_each_finding() -> None:
    result = validate("docs/agents/bad.md", "notes.md", "--format", "json")
    assert result.exit_code == 1
    rows = json.loads(result.stdout)
    assert rows[0] == {
        "rule": "leji/schema",
        "severity": "error",
        "path": "docs/agents/bad.md",
        "line": 3,
        "column": 7,
        "profile": None,  # each file stands alone here
        "pointer": "/name",
        "message": "`name` must be of type string, not `5`; change the value",
        "message_zh": "`name` 的类型必须是 string，而不是 `5`；请修改取值",
        "upstream": "profile-frontmatter",
        "fix": None,
    }
    unknown = rows[-1]
    assert (unknown["rule"], unknown["line"], unknown["column"], unknown["pointer"], unknown["upstream"]) == (
        "file/unknown-type",
        None,
        None,
        None,
        None,
    )


@pytest.mark.usefixtures("agents")
def test_json_of_clean_files_is_an_empty_list() -> None:
    result = validate("docs/agents/good.md", "--format", "json")
    assert (result.exit_code, result.stdout) == (0, "[]\n")


# --- exit codes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fail_on", "error", "warning"), [("error", 1, 0), ("warning", 1, 1), ("info", 1, 1), ("never", 0, 0)]
)
@pytest.mark.usefixtures("agents")
def test_fail_on_says_which_severity_fails(agents: Path, fail_on: str, error: int, warning: int) -> None:
    write(agents, {"persona.md": "No heading that is known.\n"})
    assert validate("docs/agents/bad.md", "--fail-on", fail_on).exit_code == error
    result = validate("persona.md", "--fail-on", fail_on)
    assert "persona.md:1:1: warning: " in result.stdout
    assert result.exit_code == warning


@pytest.mark.usefixtures("agents")
def test_a_path_that_does_not_exist_is_exit_2_after_the_others_were_checked() -> None:
    result = validate("none.md", "docs/agents/bad.md", "docs")
    assert result.exit_code == 2
    assert "docs/agents/bad.md:3:7: error: " in result.stdout
    assert "files: 1; errors: 2" in result.stdout
    assert result.stderr.splitlines() == [
        "Error: none.md: there is no such file; check the path",
        "Error: docs is a folder; name the files in it, for example with docs/*",
    ]


@pytest.mark.usefixtures("agents")
def test_usage_errors() -> None:
    assert "Missing argument 'FILE...'" in error_of(validate())
    assert "did you mean leji/agent-profile?" in error_of(validate("notes.md", "--type", "leji/agent-profil"))
    assert "leave out the pointer" in error_of(validate("notes.md", "--type", "leji/agent-profile#/properties/id"))
    assert "name it with --type" in error_of(validate("-"))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is unreadable to root")
@pytest.mark.usefixtures("agents")
def test_a_file_that_may_not_be_read_is_a_finding(agents: Path) -> None:
    (agents / "docs" / "agents" / "good.md").chmod(0)
    result = validate("docs/agents/good.md")
    assert result.exit_code == 1
    assert "[file/unreadable]" in result.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.usefixtures("agents")
def test_a_pipe_is_a_finding_and_not_waited_for(agents: Path) -> None:
    os.mkfifo(agents / "docs" / "agents" / "pipe.md")
    result = validate("docs/agents/pipe.md")
    assert result.exit_code == 1
    assert "[file/not-a-file]" in result.stdout


# --- standard input, schemas and formats of one's own -----------------------------------------------------------------


def test_standard_input_is_read_with_a_type() -> None:
    assert validate("-", "--type", "leji/agent-profile", stdin=GOOD).stdout == CLEAN
    result = validate("-", "--type", "leji/agent-profile", stdin=BAD)
    assert result.exit_code == 1
    assert result.stdout.startswith("<stdin>:3:7: error: `name` must be of type string")
    assert "[file/not-utf8]" in validate("-", "--type", "leji/agent-profile", stdin=b"---\n\xff").stdout


@pytest.mark.usefixtures("agents")
def test_the_type_may_be_a_schema_of_ones_own(agents: Path) -> None:
    write(agents, {"s.json": {"required": ["a"]}, "d.yaml": "b: 1", "broken.json": {"type": "strnig"}})
    result = validate("d.yaml", "--type", "s.json")
    assert result.exit_code == 1
    assert result.stdout.startswith("d.yaml:1:1: error: `a` is missing; add it [file/schema]")
    result = validate("d.yaml", "--type", "broken.json")
    assert result.exit_code == 1
    assert "[schema/invalid-schema]" in result.stdout.splitlines()[0]


def test_a_format_of_ones_own_joins(tmp_path: Path) -> None:
    manifest = (
        'title = "Own"\nsource_language = "en"\n'
        '[documents.thing]\ntitle = "Thing"\nschema = "s.json"\nsyntax = "yaml"\nfiles = ["things/*.yaml"]\n'
    )
    write(tmp_path, {"own/format.toml": manifest, "own/s.json": {"required": ["a"]}, "things/x.yaml": "b: 1"})
    result = validate(tmp_path / "things" / "x.yaml", "--format-dir", tmp_path / "own")
    assert result.exit_code == 1
    assert "`a` is missing; add it [own/schema]" in result.stdout


# --- hostile content --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("agents")
def test_nothing_hostile_reaches_the_terminal(agents: Path) -> None:
    key = '"\\e[2J\\u202E\\nfake.md:1:1: error: not ours"'
    name = "docs/agents/a\x1b[31m\nb.md"
    write(agents, {name: GOOD.replace("---\nid", f"---\n{key}: 1\nid", 1)})
    for output in ("text", "json"):
        shown = validate(name, "--format", output).stdout
        assert "\x1b" not in shown
        assert "\u202e" not in shown
    assert len(validate(name).stdout.splitlines()) == 2
