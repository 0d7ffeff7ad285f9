"""``agentcfg messages``: what it prints, what it writes, and its exit codes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from sphinx_agentcfg.cli import main
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

SCHEMA = {"title": "One", "properties": {"a": {"description": "Two"}}}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["messages", *map(str, arguments)])


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    write(tmp_path, {"s.json": SCHEMA})
    return tmp_path / "s.json"


def catalogue(schema: Path) -> Path:
    return schema.parent / "locale" / "zh_CN" / "s.po"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["stats", "leji/agent-profil"], "did you mean leji/agent-profile?"),
        (["stats", "none.json"], "none.json: there is no such file; check the path"),
        (["stats", "."], ". is a folder; name a schema in it, or use --format-dir"),
        (["stats", "-l", "klingon"], "'klingon' is no language code; write for example zh_CN"),
        (["stats", "--fail-under", "101"], "101"),
        (["update"], "Missing option '-l' / '--language'"),
        (["update", "-l", "xx"], "'xx' is no language code"),
        (["update", "-l", "zh_CN"], "name what to update: a FORMAT, a TYPE, a FILE, or --format-dir"),
        (["extract", "leji/agent-profile", "none.yaml"], "none.yaml: there is no such file"),
        (["nonsense"], "No such command 'nonsense'"),
    ],
)
def test_a_usage_error_is_one_line_and_exit_2(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    (line,) = [each for each in result.stderr.splitlines() if each.startswith("Error: ")]
    assert words in line
    assert result.stderr.endswith(line + "\n")
    assert result.stdout == ""


def test_a_file_without_texts_is_a_usage_error(tmp_path: Path) -> None:
    write(tmp_path, {"s.json": {"type": "object"}, "broken.json": "{"})
    for name in ("s.json", "broken.json"):
        result = run("extract", tmp_path / name)
        assert result.exit_code == 2
        assert "holds no JSON Schema with texts" in result.stderr


def test_a_folder_that_is_no_format_is_a_usage_error(tmp_path: Path) -> None:
    result = run("stats", "--format-dir", tmp_path)
    assert result.exit_code == 2
    assert "no format.toml here or one level below" in result.stderr


def test_extract_writes_to_the_terminal_or_a_file(schema: Path, tmp_path: Path) -> None:
    shown = run("extract", schema)
    assert shown.exit_code == 0
    assert 'msgctxt "/properties/a/description"\nmsgid "Two"\nmsgstr ""' in shown.stdout
    target = tmp_path / "new" / "s.pot"
    result = run("extract", schema, "-o", target)
    assert result.stdout == f"{target}: 2 texts\n"
    assert 'msgid "One"' in target.read_text("utf-8")


def test_extract_wants_one_file() -> None:
    result = run("extract")
    assert result.exit_code == 2
    assert "a template holds one file, and these are" in result.stderr


def test_update_writes_once_and_check_never(schema: Path) -> None:
    check = run("update", "-l", "zh", "--check", schema)
    assert (check.exit_code, check.stdout) == (1, f"{schema}: 2 new, 0 changed, 0 gone\n")
    assert not catalogue(schema).exists()

    first = run("update", "-l", "zh", schema)
    assert (first.exit_code, first.stdout) == (0, f"{schema}: 2 new, 0 changed, 0 gone\n")
    content = catalogue(schema).read_bytes()

    for again in (run("update", "-l", "zh", schema), run("update", "-l", "zh", "--check", schema)):
        assert (again.exit_code, again.stdout) == (0, f"{schema}: 0 new, 0 changed, 0 gone\n")
    assert catalogue(schema).read_bytes() == content


def test_update_into_the_source_language_has_nothing_to_do(schema: Path) -> None:
    result = run("update", "-l", "en", schema)
    assert (result.exit_code, result.stdout) == (0, "nothing to translate\n")


def test_a_broken_catalogue_is_not_overwritten(schema: Path) -> None:
    write(schema.parent, {"locale/zh_CN/s.po": 'msgid ""\nmsgstr ""\n\nmsgid "One\nmsgstr "一"\n'})
    before = catalogue(schema).read_bytes()
    result = run("update", "-l", "zh_CN", schema)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: locale/zh_CN/s.po:4: broken translation catalogue")
    assert catalogue(schema).read_bytes() == before
    counted = run("stats", "-l", "zh_CN", schema)
    assert counted.exit_code == 1
    assert "s.po:4: broken translation catalogue" in counted.stderr


def test_stats_as_a_table_and_as_json(schema: Path) -> None:
    run("update", "-l", "zh_CN", schema)
    text = catalogue(schema).read_text("utf-8")
    catalogue(schema).write_text(text.replace('msgid "One"\nmsgstr ""', 'msgid "One"\nmsgstr "一"'), "utf-8")
    table = run("stats", schema).stdout.splitlines()
    assert table[0].split() == ["name", "language", "texts", "translated", "stale", "missing", "gone", "percent"]
    assert table[1].split() == [str(schema), "en", "2", "2", "0", "0", "0", "100.0"]
    assert table[2].split() == [str(schema), "zh_CN", "2", "1", "0", "1", "0", "50.0"]
    assert json.loads(run("stats", "-l", "zh_CN", "--format", "json", schema).stdout) == [
        {
            "name": str(schema),
            "language": "zh_CN",
            "texts": 2,
            "translated": 1,
            "stale": 0,
            "missing": 1,
            "gone": 0,
            "percent": 50.0,
        }
    ]


def test_fail_under(schema: Path) -> None:
    run("update", "-l", "zh_CN", schema)
    text = catalogue(schema).read_text("utf-8")
    catalogue(schema).write_text(text.replace('msgid "One"\nmsgstr ""', 'msgid "One"\nmsgstr "一"'), "utf-8")
    assert run("stats", "--fail-under", "50", schema).exit_code == 0
    assert run("stats", "--fail-under", "50.1", schema).exit_code == 1


def test_the_shipped_formats_are_translated_in_full() -> None:
    result = run("stats", "--fail-under", "100", "--format", "json")
    assert result.exit_code == 0
    rows = json.loads(result.stdout)
    assert ["leji/agent-profile", 20] in [[row["name"], row["texts"]] for row in rows]
    assert {row["percent"] for row in rows} == {100.0}
    for name in {row["name"] for row in rows}:
        assert {row["language"] for row in rows if row["name"] == name} == {"en", "zh_CN"}


def test_a_text_in_another_language_than_its_source_is_missing_until_a_catalogue_of_the_source_has_it(
    tmp_path: Path,
) -> None:
    schema = {"title": "只有", "properties": {"a": {"title": "Only"}, "b": {"title": "1.0"}}}
    manifest = (
        'title = "T"\nsource_language = "zh_CN"\n[documents.t]\ntitle = "文"\nschema = "s.json"\nsyntax = "json"\n'
    )
    write(tmp_path, {"mine/format.toml": manifest, "mine/s.json": schema})

    def of_the_format() -> tuple[int, int]:
        rows = json.loads(run("stats", "--format-dir", tmp_path, "mine/t", "-l", "zh", "--format", "json").stdout)
        return rows[0]["translated"], rows[0]["missing"]

    assert of_the_format() == (2, 1)
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    entry = 'msgctxt "/properties/a/title"\nmsgid "Only"\nmsgstr "仅"\n'
    write(tmp_path, {"mine/locale/zh_CN/s.po": head + entry})
    assert of_the_format() == (3, 0)


def test_a_format_of_ones_own_counts_too(tmp_path: Path) -> None:
    manifest = (
        'title = "Mine"\nsource_language = "en"\n[documents.t]\ntitle = "T"\nschema = "s.json"\nsyntax = "yaml"\n'
    )
    write(tmp_path, {"mine/format.toml": manifest, "mine/s.json": SCHEMA})
    rows = json.loads(run("stats", "--format-dir", tmp_path, "--format", "json").stdout)
    found = {row["name"]: row["texts"] for row in rows if row["name"].startswith("mine")}
    assert found == {"mine (format.toml)": 2, "mine/t": 2}


def test_update_of_ones_own_formats_leaves_the_built_in_ones_alone(tmp_path: Path) -> None:
    manifest = (
        'title = "Mine"\nsource_language = "en"\n[documents.t]\ntitle = "T"\nschema = "s.json"\nsyntax = "yaml"\n'
    )
    write(tmp_path, {"mine/format.toml": manifest, "mine/s.json": SCHEMA})
    result = run("update", "--format-dir", tmp_path, "-l", "zh_CN", "--check")
    assert [line.partition(":")[0] for line in result.stdout.splitlines()] == ["mine (format.toml)", "mine/t"]


def test_a_format_is_its_manifest_and_its_schemas() -> None:
    rows = json.loads(run("stats", "leji", "--format", "json").stdout)
    names = list(dict.fromkeys(row["name"] for row in rows))
    assert names[:2] == ["leji (format.toml)", "leji/agent-profile"]
    assert names[-1] == "leji (rules.toml)"


def test_a_group_of_rules_counts_by_its_name() -> None:
    rows = json.loads(run("stats", "file", "--format", "json").stdout)
    assert {row["name"] for row in rows} == {"file (rules.toml)"}
