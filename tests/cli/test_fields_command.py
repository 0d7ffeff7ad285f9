"""``agentcfg fields``: every field of a type or of any schema, for people, programs and spreadsheets."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.running import ZH, error_of, run
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

LEJI = "leji/agent-profile"


def fields(*arguments: str | Path) -> list[dict[str, Any]]:
    result = run("fields", *arguments, "--format", "json")
    assert result.exit_code == 0
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    hostile = "Say \x1b[31m | `a|b` <b>\u202e"
    content = {
        "title": "One",
        "required": ["a"],
        "properties": {
            "a": {"type": "string", "description": hostile, "default": "=1+1"},
            "b": {"type": "integer", "description": "=cmd", "default": -1},
            "c": {"type": ["string", "null"], "default": None, "enum": ["x|y", "", None]},
        },
    }
    write(tmp_path, {"s.json": content})
    return tmp_path / "s.json"


# --- the table --------------------------------------------------------------------------------------------------------


def test_the_table_has_a_line_for_each_field() -> None:
    head, *lines = run("fields", LEJI).stdout.splitlines()
    assert head.split() == ["Path", "Type", "Required", "Default", "Description"]
    assert len(lines) == 18
    assert lines[0].split(maxsplit=3) == ["id", "string", "required", lines[0].split(maxsplit=3)[3]]
    assert "array of string" in lines[6]
    assert "required unless `inherits` is set" in lines[6]


def test_the_table_is_in_the_language_of_the_terminal() -> None:
    chinese = run("fields", LEJI, **ZH).stdout
    assert chinese.splitlines()[0].split() == ["路径", "类型", "必填", "默认值", "说明"]
    assert "未设置 `inherits` 时必填" in chinese
    assert run("fields", LEJI, "-l", "en", **ZH).stdout == run("fields", LEJI).stdout


def test_the_table_fits_a_terminal() -> None:
    lines = run("fields", LEJI, COLUMNS="80").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert '    Stable identifier for this profile, e.g. "core" or "reviewer".' in lines


def test_what_roles_govern_stands_in_a_second_table() -> None:
    before, _, after = run("fields", "evolcore/role-config").stdout.partition("\n\nGoverned field\n")
    assert "permissions.permissionMode.default" in before
    assert [line.split()[0] for line in after.splitlines()][1:] == [
        "permissionMode",
        "chatmode.private",
        "chatmode.group",
        "mentionMode",
        "baseagents.claude.model",
        "baseagents.claude.effort",
        "baseagents.codex.model",
        "baseagents.codex.effort",
        "baseagents.gemini.model",
    ]


def test_nothing_hostile_reaches_the_terminal(schema: Path) -> None:
    for output in ("table", "json", "csv", "md"):
        shown = run("fields", schema, "--format", output).stdout
        assert "\x1b" not in shown
        assert "\u202e" not in shown


# --- JSON -------------------------------------------------------------------------------------------------------------


def test_json_has_the_keys_that_scripts_rely_on() -> None:
    found = {row["path"]: row for row in fields(LEJI)}
    row = found["requiredRead"]
    assert row["pointer"] == "/properties/requiredRead"
    assert row["type"] == "array of string"
    assert row["required"] == "required unless `inherits` is set"
    assert row["constraints"]["minItems"] == 1
    assert row["enum"] is None
    assert row["status"] is None
    assert "default" not in row
    assert set(row["description"]) == {"en", "zh_CN"}
    assert found["id"]["required"] is True
    assert found["purpose"]["required"] is False


def test_json_keeps_values_apart(schema: Path) -> None:
    found = {row["path"]: row for row in fields(schema)}
    assert found["a"]["default"] == "=1+1"
    assert found["b"]["default"] == -1
    assert found["c"]["default"] is None
    assert found["c"]["enum"] == ["x|y", "", None]
    assert found["a"]["description"]["en"] == "Say \x1b[31m | `a|b` <b>\u202e"


def test_json_escapes_what_lies_beyond_the_basic_plane(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text('{"properties": {"a": {"description": "\\udb40\\udc41 \\ud83d\\ude00"}}}', "utf-8")
    result = run("fields", tmp_path / "s.json", "--format", "json")
    assert "\\udb40\\udc41 😀" in result.stdout
    assert json.loads(result.stdout)[0]["description"]["en"] == "\U000e0041 😀"


# --- CSV and Markdown -------------------------------------------------------------------------------------------------


def test_csv_is_read_back_and_no_cell_is_a_formula(schema: Path) -> None:
    text = run("fields", schema, "--format", "csv").stdout_bytes.decode()
    assert text.endswith("\r\n")
    a, b, c = csv.DictReader(StringIO(text, newline=""))
    assert (a["path"], a["required"], a["default"]) == ("a", "true", '"=1+1"')
    assert (b["required"], b["default"], b["description"]) == ("false", "'-1", "'=cmd")
    assert (c["default"], c["enum"], c["const"]) == ("null", '["x|y", "", null]', "")
    assert a["description_zh"] == ""


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "＝"])
def test_a_cell_that_begins_like_a_formula_gets_an_apostrophe(tmp_path: Path, start: str) -> None:
    write(tmp_path, {"s.json": {"properties": {"a": {"description": f"{start}1"}}}})
    text = run("fields", tmp_path / "s.json", "--format", "csv").stdout_bytes.decode()
    (row,) = csv.DictReader(StringIO(text, newline=""))
    assert row["description"] == f"'{start}1"


def test_markdown_is_a_table_in_which_pipes_and_html_are_text(schema: Path) -> None:
    lines = run("fields", schema, "--format", "md").stdout.splitlines()
    assert lines[:2] == ["| Path | Type | Required | Default | Description |", "| --- | --- | --- | --- | --- |"]
    assert lines[2] == '| `a` | string | required | `"=1+1"` | Say \\x1b[31m \\| `a\\|b` &lt;b>\\u202e |'
    assert lines[4] == "| `c` | string or null |  | `null` |  |"


# --- which schema -----------------------------------------------------------------------------------------------------


def test_any_schema_and_any_part_of_it_can_be_named(schema: Path) -> None:
    assert [row["path"] for row in fields(schema)] == ["a", "b", "c"]
    assert [row["path"] for row in fields(f"{schema}#/properties/b")] == ["b"]
    assert [row["path"] for row in fields(f"{LEJI}#/properties/freshness")] == ["freshness", "freshness.reviewAfter"]


def test_a_file_whose_name_holds_a_hash_is_that_file(tmp_path: Path) -> None:
    write(tmp_path, {"a#b.json": {"properties": {"x": {}}}})
    assert [row["path"] for row in fields(tmp_path / "a#b.json")] == ["x"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("leji/agent-profil", "no document type 'leji/agent-profil'; did you mean leji/agent-profile?"),
        ("leji", "leji is a format; name one of its types: leji/agent-profile"),
        ("none.json", "none.json: there is no such file; check the path"),
        (".", ". is a folder; name a document type, or a JSON Schema in it"),
        (f"{LEJI}#id", f"{LEJI}#id: after # stands a JSON Pointer, which begins with a slash"),
        (f"{LEJI}#/none", f"{LEJI}#/none: the schema has nothing at /none that is a schema; check the pointer"),
    ],
)
def test_a_name_that_means_nothing_is_a_usage_error(name: str, words: str) -> None:
    assert error_of(run("fields", name)) == f"Error: {words}"


def test_a_broken_schema_is_told_and_exit_1(tmp_path: Path) -> None:
    write(tmp_path, {"broken.json": "{", "list.json": [], "true.json": True, "odd.json": {"type": "strnig"}})
    for name, rule in (("broken", "file/syntax"), ("list", "schema/not-a-schema"), ("true", "schema/boolean-schema")):
        result = run("fields", tmp_path / f"{name}.json", "--format", "json")
        assert (result.exit_code, result.stdout) == (1, "[]\n")
        assert f"[{rule}]" in result.stderr
    assert run("fields", tmp_path / "odd.json").exit_code == 1


def test_a_file_that_is_no_schema_at_all_is_told_and_exit_1(tmp_path: Path) -> None:
    write(tmp_path, {"package.json": {"name": "x", "version": "1"}, "empty.json": {}})
    result = run("fields", tmp_path / "package.json")
    assert result.exit_code == 1
    assert "holds no JSON Schema: none of its keys is a keyword of one" in result.stderr
    assert run("fields", tmp_path / "empty.json").exit_code == 1


def test_a_schema_without_fields_says_so(tmp_path: Path) -> None:
    write(tmp_path, {"s.json": {"type": "string"}})
    result = run("fields", tmp_path / "s.json")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "the schema describes no field\n")


def test_a_tangle_of_definitions_ends_with_a_notice(tmp_path: Path) -> None:
    names = [f"d{i}" for i in range(20)]
    defs = {n: {"properties": {m: {"$ref": f"#/$defs/{m}"} for m in names}} for n in names}
    write(tmp_path, {"s.json": {"$defs": defs, "properties": {"a": {"$ref": "#/$defs/d0"}}}})
    result = run("fields", tmp_path / "s.json", "--format", "csv")
    assert result.exit_code == 0
    assert "shared definitions are entered 3 deep here" in result.stderr
