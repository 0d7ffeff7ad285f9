"""``agentcfg audit``: what it finds, what it prints, what counts, and what it refuses."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml

from sphinx_agentcfg import __version__
from sphinx_agentcfg.audit.rows import COLUMNS
from sphinx_agentcfg.cli.audit_command import command
from sphinx_agentcfg.cli.audit_progress import Progress
from tests.cli.auditing import FILES, audit, repository
from tests.cli.running import ZH, error_of, run
from tests.unit.making import write

ROOT = Path(__file__).parents[2]
BAD = "repo/toys/bad.yaml:"
MODE = "`mode` must be one of read · edit, not `write`; choose one [toy/schema]"
PAGES = "`pages` must be of type integer, not `many`; change the value [toy/schema]"
TABLES = ("profiles", "fields", "coverage", "inheritance", "permissions", "findings", "environment")
FORMATS = ("table", "json", "sarif", "github", "csv")
#: What every output must say of the repository: rule, path and line, in this order.
EXPECTED = [
    ("toy/schema", "toys/bad.yaml", 2),
    ("toy/schema", "toys/bad.yaml", 3),
    ("file/syntax", "toys/broken.yaml", 2),
    ("file/byte-order-mark", "toys/marked.yaml", 1),
    ("file/line-ends", "toys/windows.yaml", 1),
]
SUMS = "profiles: 5 (toy 5); files: 6, of which read: 5; errors: 3, warnings: 1, information: 1"


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of toys below the working directory."""
    monkeypatch.chdir(tmp_path)
    return repository(tmp_path, FILES)


def data(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(audit("repo", "--format", "json", *arguments).stdout)
    return found


def rules(*arguments: str) -> list[str]:
    return [row["rule"] for row in data(*arguments)["findings"]]


def configure(repo: Path, text: str) -> None:
    write(repo, {"agentcfg.toml": text})


def suppression(rule: str = "toy/schema", path: str = "toys/bad.yaml", reason: str = "Is retired.") -> str:
    return f'[[suppress]]\nrule = "{rule}"\npath = "{path}"\nreason = "{reason}"\n'


# --- for people -------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("repo")
def test_a_finding_is_one_line_with_its_place_and_its_rule_and_the_sums_stand_below() -> None:
    result = audit("repo")
    lines = result.stdout.splitlines()
    assert (result.exit_code, result.stderr) == (1, "")
    assert lines[:2] == [f"{BAD}2:7: error: {MODE}", f"{BAD}3:8: error: {PAGES}"]
    assert lines[2].startswith("repo/toys/broken.yaml:2:1: error: the file ends inside brackets")
    assert lines[3].startswith("repo/toys/marked.yaml:1:1: warning: ")
    assert lines[4].startswith("repo/toys/windows.yaml:1:14: info: ")
    assert lines[5:] == [SUMS]


def test_paths_can_be_clicked_from_the_current_folder(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert audit("./repo/").stdout.startswith(BAD)
    assert audit(repo).stdout.startswith(f"{repo}/toys/bad.yaml:2:7")
    (repo / "formats").symlink_to(repo.parent / "formats")
    monkeypatch.chdir(repo)
    assert audit(".").stdout.startswith("toys/bad.yaml:2:7")


@pytest.mark.usefixtures("repo")
def test_the_language_is_that_of_the_terminal_or_of_the_option() -> None:
    lines = audit("repo", **ZH).stdout.splitlines()
    assert lines[0] == f"{BAD}2:7: 错误: `mode` 只能取 read · edit 之一，而不是 `write`；请从中选择 [toy/schema]"
    assert lines[-1] == "配置 5 份（toy 5）；文件 6 个，其中读取 5 个；错误 3 个，警告 1 个，提示 1 个"
    assert audit("repo", "--language", "en", **ZH).stdout == audit("repo").stdout
    assert audit("repo", "-l", "zh_CN").stdout == audit("repo", **ZH).stdout


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize(
    ("table", "head"),
    [
        ("profiles", "profile kind state errors warnings place"),  # no profile has a role, a parent or a model
        ("fields", "profile field provenance origin place value"),
        ("inheritance", "profile relation parent status place"),  # an empty table has all its heads
        ("permissions", "profile subject decision place reason"),
        ("findings", "severity rule profile place message"),
    ],
)
def test_a_table_of_its_own_has_the_columns_that_hold_something(table: str, head: str) -> None:
    result = audit("repo", "--table", table)
    assert result.stdout.splitlines()[0].split() == head.split()
    assert result.exit_code == 1


@pytest.mark.usefixtures("repo")
def test_a_place_in_a_table_starts_from_the_current_folder() -> None:
    assert " repo/toys/good.yaml:1" in audit("repo", "--table", "profiles").stdout


@pytest.mark.usefixtures("repo")
def test_a_table_has_texts_in_the_language_of_the_reader() -> None:
    assert "请从中选择" in audit("repo", "--table", "findings", **ZH).stdout
    assert "choose one" not in audit("repo", "--table", "findings", **ZH).stdout


@pytest.mark.usefixtures("repo")
def test_columns_are_aligned_by_the_width_of_characters(tmp_path: Path) -> None:
    write(tmp_path / "repo", {"toys/名字很长.yaml": "name: x\n"})
    lines = audit("repo", "--table", "profiles").stdout.splitlines()
    wide = next(line for line in lines if "名字很长" in line)
    narrow = next(line for line in lines if "toy:good" in line)
    assert wide.index("repo/toys/") + 4 == narrow.index("repo/toys/")


@pytest.mark.usefixtures("repo")
def test_quiet_prints_findings_only() -> None:
    assert audit("repo", "--quiet").stdout.splitlines() == audit("repo").stdout.splitlines()[:-1]
    assert audit("repo", "--progress").stdout == audit("repo").stdout


@pytest.mark.usefixtures("repo")
def test_a_terminal_that_lacks_a_character_gets_an_escape() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "sphinx_agentcfg", "audit", "repo", "--format-dir", "formats/toy", "--only", "toy"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii", "LC_ALL": "zh_CN"},
    )
    assert result.returncode == 1
    assert b"\\u9519\\u8bef" in result.stdout
    assert result.stderr == b""


# --- for programs -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("repo")
def test_json_is_one_object_with_a_list_for_each_table() -> None:
    result = audit("repo", "--format", "json")
    found = json.loads(result.stdout)
    assert result.exit_code == 1
    assert list(found) == ["schema_version", "tool_version", "summary", *TABLES, "suppressed"]
    assert (found["schema_version"], found["tool_version"]) == (1, __version__)
    for table in TABLES:
        assert all(list(row) == list(COLUMNS[table]) for row in found[table])
    assert found["findings"][0] == {
        "rule": "toy/schema",
        "severity": "error",
        "path": "toys/bad.yaml",
        "line": 2,
        "column": 7,
        "profile": "toy:bad",
        "pointer": "/mode",
        "message": "`mode` must be one of read · edit, not `write`; choose one",
        "message_zh": "`mode` 只能取 read · edit 之一，而不是 `write`；请从中选择",
        "upstream": "E7",
        "fix": None,
    }
    assert [(p["profile"], p["errors"], p["warnings"]) for p in found["profiles"]] == [
        ("toy:bad", 2, 0),
        ("toy:broken", 1, 0),
        ("toy:good", 0, 0),
        ("toy:marked", 0, 1),
        ("toy:windows", 0, 0),
    ]
    assert found["summary"] == {
        "files": 6,
        "read": 5,
        "profiles": {"toy": 5},
        "errors": 3,
        "warnings": 1,
        "info": 1,
        "not_listed": 0,
        "suppressed": 0,
        "baseline": 0,
        "gone": 0,
    }


@pytest.mark.usefixtures("repo")
def test_a_finding_tells_what_to_write_where_that_is_certain(tmp_path: Path) -> None:
    write(tmp_path / "repo", {"toys/colon.yaml": "name: one: two\n"})
    line = next(x for x in audit("repo").stdout.splitlines() if "colon.yaml" in x)
    assert line.endswith('quote the value: "one: two" [file/syntax]')


@pytest.mark.usefixtures("repo")
def test_one_table_of_json_is_its_list() -> None:
    for table in TABLES:
        assert json.loads(audit("repo", "--format", "json", "--table", table).stdout) == data()[table]


@pytest.mark.usefixtures("repo")
def test_csv_is_one_table_with_a_head() -> None:
    result = audit("repo", "--format", "csv")
    rows = list(csv.reader(StringIO(result.stdout_bytes.decode(), newline="")))
    assert rows[0] == list(COLUMNS["findings"])
    assert rows[1] == [
        *("toy/schema", "error", "toys/bad.yaml", "2", "7", "toy:bad", "/mode"),
        "`mode` must be one of read · edit, not `write`; choose one",
        "`mode` 只能取 read · edit 之一，而不是 `write`；请从中选择",
        *("E7", ""),
    ]
    assert result.stdout_bytes.count(b"\r\n") == result.stdout_bytes.count(b"\n") == 1 + len(EXPECTED)
    assert audit("repo", "--format", "csv", "--table", "inheritance").stdout_bytes == (
        b"profile,parent,relation,status,path,line\r\n"
    )


@pytest.mark.usefixtures("repo")
def test_a_value_in_csv_is_json_so_that_a_text_is_no_number(tmp_path: Path) -> None:
    write(tmp_path / "repo", {"toys/text.yaml": 'name: "5"\n'})
    rows = list(csv.DictReader(StringIO(audit("repo", "--format", "csv", "--table", "fields").stdout)))
    values = {(row["profile"], row["field"]): row["value"] for row in rows}
    assert values["toy:text", "name"] == '"5"'
    assert values["toy:bad", "name"] == '"bad"'
    assert values["toy:text", "mode"] == ""


@pytest.mark.usefixtures("repo")
def test_github_gets_a_command_for_each_finding() -> None:
    lines = audit("repo", "--format", "github").stdout.splitlines()
    assert lines[0] == (
        "::error file=repo/toys/bad.yaml,line=2,col=7,title=toy/schema::"
        "`mode` must be one of read · edit, not `write`; choose one"
    )
    assert [line.split()[0] for line in lines] == ["::error"] * 3 + ["::warning", "::notice", "profiles:"]
    assert audit("repo", "--format", "github", "--quiet").stdout.splitlines() == lines[:-1]


def told(output: str, *arguments: str) -> list[tuple[str, str, int]]:
    """Return (rule, path, line) of each finding in an output."""
    text = audit("repo", "--format", output, "--quiet", *arguments).stdout
    match output:
        case "json":
            return [(row["rule"], row["path"], row["line"]) for row in json.loads(text)["findings"]]
        case "csv":
            return [(row["rule"], row["path"], int(row["line"])) for row in csv.DictReader(StringIO(text))]
        case "sarif":
            (log,) = json.loads(text)["runs"]
            places = [result["locations"][0]["physicalLocation"] for result in log["results"]]
            return [
                (result["ruleId"], place["artifactLocation"]["uri"], place["region"]["startLine"])
                for result, place in zip(log["results"], places, strict=True)
            ]
        case "github":
            parts = [
                dict(p.split("=") for p in line.split("::")[1].split(" ", 1)[1].split(","))
                for line in text.splitlines()
            ]
            return [(p["title"], p["file"].removeprefix("repo/"), int(p["line"])) for p in parts]
        case _:
            lines = [(line.rsplit("[", 1)[1][:-1], line.split(":")) for line in text.splitlines()]
            return [(rule, parts[0].removeprefix("repo/"), int(parts[1])) for rule, parts in lines]


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize("output", FORMATS)
def test_every_output_has_the_same_findings(output: str) -> None:
    assert told(output) == EXPECTED
    assert told(output, "--severity", "warning") == EXPECTED[:4]
    assert told(output, "--ignore", "file") == EXPECTED[:2]


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize("output", FORMATS)
def test_two_runs_give_the_same_bytes(output: str) -> None:
    assert audit("repo", "--format", output).stdout_bytes == audit("repo", "--format", output).stdout_bytes


def test_an_empty_folder_has_every_table_and_is_fine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    repository(tmp_path, {})
    result = audit("repo")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("repo: info: ")
    assert lines[0].endswith("[audit/no-known-format]")
    assert lines[1] == "profiles: 0; files: 0, of which read: 0; errors: 0, warnings: 0, information: 1"
    found = data()
    assert [table for table in TABLES if found[table]] == ["findings"]
    assert [row["rule"] for row in found["findings"]] == ["audit/no-known-format"]
    head = ",".join(COLUMNS["fields"]) + "\r\n"
    assert audit("repo", "--format", "csv", "--table", "fields").stdout_bytes == head.encode()
    assert audit("repo", "--fail-on", "info").exit_code == 1


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize("output", ["csv", "json"])
def test_each_table_can_be_a_file(tmp_path: Path, output: str) -> None:
    result = audit("repo", "--format", output, "-o", "out/tables")
    assert (result.exit_code, result.stdout.splitlines()) == (1, [SUMS])
    folder = tmp_path / "out" / "tables"
    assert sorted(p.name for p in folder.iterdir()) == sorted(f"{t}.{output}" for t in (*TABLES, "suppressed"))
    for table in TABLES:
        printed = audit("repo", "--format", output, "--table", table).stdout_bytes
        assert (folder / f"{table}.{output}").read_bytes() == printed
    assert audit("repo", "--format", output, "--output", "out/tables", "--quiet").stdout == ""


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize("target", ["blocked", "blocked/inner", "taken"])
def test_what_cannot_be_written_leaves_nothing_half_written(tmp_path: Path, target: str) -> None:
    write(tmp_path, {"blocked": "a file", "taken/findings.csv/inner": "a folder in the way"})
    before = sorted(tmp_path.rglob("*"))
    result = audit("repo", "--format", "csv", "-o", target)
    assert "cannot be written: " in error_of(result)
    assert result.stdout == ""
    assert sorted(tmp_path.rglob("*")) == before


# --- what counts ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--select", "file"], ["file/syntax", "file/byte-order-mark", "file/line-ends"]),
        (["--select", "file/line-ends", "--select", "toy/*"], ["toy/schema", "toy/schema", "file/line-ends"]),
        (["--select", "file/line-ends,file/syntax"], ["file/syntax", "file/line-ends"]),
        (["--ignore", "toy/schema", "--ignore", "file/*"], []),
        (["--select", "file/syntax", "--ignore", "file"], ["file/syntax"]),
        (["--select", "file", "--ignore", "file/syntax"], ["file/byte-order-mark", "file/line-ends"]),
    ],
)
def test_rules_can_be_chosen(arguments: list[str], expected: list[str]) -> None:
    assert rules(*arguments) == expected


@pytest.mark.usefixtures("repo")
def test_what_is_not_chosen_does_not_fail_the_run() -> None:
    result = audit("repo", "--select", "file/line-ends")
    assert (result.exit_code, result.stdout.splitlines()[-1].partition("; ")[2].partition("; ")[2]) == (
        0,
        "errors: 0, warnings: 0, information: 1",
    )
    assert [row["errors"] for row in data("--select", "file/line-ends")["profiles"]] == [0] * 5


@pytest.mark.usefixtures("repo")
def test_severity_shortens_the_list_and_changes_no_sum_and_no_exit_code() -> None:
    result = audit("repo", "--severity", "error")
    assert result.stdout.splitlines()[3:] == [SUMS, "not listed, since --severity asks for worse: 2"]
    assert data("--severity", "error")["profiles"] == data()["profiles"]
    chosen = ("repo", "--ignore", "toy,file/syntax", "--severity", "error", "--fail-on")
    assert audit(*chosen, "warning").exit_code == 1
    assert audit(*chosen, "error").exit_code == 0


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize(
    ("select", "failing"),
    [
        ("toy", {"error", "warning", "info"}),
        ("file/byte-order-mark", {"warning", "info"}),
        ("file/line-ends", {"info"}),
        ("audit", set()),
    ],
)
def test_the_exit_code_is_1_for_a_finding_at_or_over_fail_on(select: str, failing: set[str]) -> None:
    codes = {
        level: audit("repo", "--select", select, "--fail-on", level).exit_code
        for level in ("error", "warning", "info", "never")
    }
    assert {level for level, code in codes.items() if code} == failing
    assert set(codes.values()) <= {0, 1}
    assert audit("repo", "--select", select).exit_code == codes["error"]


def test_what_git_ignores_can_be_left_out(repo: Path) -> None:
    write(repo, {".gitignore": "toys/b*.yaml\n"})
    assert rules("--gitignore") == ["file/byte-order-mark", "file/line-ends"]
    assert len(rules()) == len(rules("--no-gitignore")) == 5
    configure(repo, "gitignore = true\n")
    assert len(rules()) == 2
    assert len(rules("--no-gitignore")) == 5


@pytest.mark.usefixtures("repo")
def test_only_the_formats_that_are_named_are_looked_for() -> None:
    result = run("audit", "repo", "--format-dir", "formats/toy", "--only", "toy", "--format", "json")
    assert json.loads(result.stdout)["summary"]["profiles"] == {"toy": 5}
    result = run("audit", "repo", "--format-dir", "formats", "--only", "evolcore", "--format", "json")
    assert [row["rule"] for row in json.loads(result.stdout)["findings"]] == ["audit/no-known-format"]


# --- several repositories ---------------------------------------------------------------------------------------------


def test_each_path_is_a_repository_and_paths_begin_with_it(repo: Path) -> None:
    write(repo.parent, {"second/toys/bad.yaml": "mode: read\n", "second/agentcfg.toml": 'fail-on = "never"\n'})
    result = audit("repo", "second")
    lines = result.stdout.splitlines()
    assert lines[0].startswith(BAD)
    assert lines[5].startswith("second/toys/bad.yaml:1:1: error: ")
    assert lines[6].startswith("profiles: 6 (toy 6); files: 8, of which read: 6; errors: 4,")
    found = json.loads(audit("repo", "second", "--format", "json").stdout)
    assert {row["path"].split("/")[0] for table in TABLES for row in found[table] if row.get("path")} == {
        "repo",
        "second",
    }
    assert "second/toys/bad.yaml" in audit("repo", "second", "--format", "sarif").stdout
    assert audit("second", "--format", "csv").stdout.splitlines()[1].split(",")[2] == "toys/bad.yaml"


def test_each_repository_has_its_own_settings(repo: Path) -> None:
    write(repo.parent, {"second/toys/bad.yaml": "mode: read\n", "second/agentcfg.toml": 'fail-on = "never"\n'})
    configure(repo, 'fail-on = "never"\n')
    assert audit("repo", "second").exit_code == 0
    (repo.parent / "second" / "agentcfg.toml").unlink()
    assert audit("repo", "second").exit_code == 1


# --- suppression ------------------------------------------------------------------------------------------------------


def test_a_suppressed_finding_does_not_count_and_is_never_silently_gone(repo: Path) -> None:
    configure(repo, suppression())
    result = audit("repo")
    assert not any(line.startswith(BAD) for line in result.stdout.splitlines())
    assert result.stdout.splitlines()[-1] == "suppressed by the configuration: 2; --show-suppressed lists them"
    shown = audit("repo", "--show-suppressed").stdout.splitlines()
    assert f"{BAD}2:7: error: {MODE} (suppressed: Is retired.)" in shown
    assert shown[-1] == "suppressed by the configuration: 2"
    found = data()
    assert [row["rule"] for row in found["findings"]] == ["file/syntax", "file/byte-order-mark", "file/line-ends"]
    assert [(row["line"], row["suppressed_by"], row["reason"]) for row in found["suppressed"]] == [
        (2, "configuration", "Is retired."),
        (3, "configuration", "Is retired."),
    ]
    assert found["summary"]["suppressed"] == 2
    assert found["profiles"][0]["errors"] == 0


def test_a_suppression_that_hides_nothing_is_a_finding(repo: Path) -> None:
    configure(repo, suppression(path="toys/old/**"))
    (row,) = [row for row in data()["findings"] if row["rule"] == "audit/unused-suppression"]
    assert (row["severity"], row["path"], row["line"], row["column"]) == ("info", "agentcfg.toml", 1, 1)
    assert "repo/agentcfg.toml:1:1: info: no finding of `toy/schema`" in audit("repo").stdout


def test_pyproject_can_hold_the_settings(repo: Path) -> None:
    text = f'[project]\nname = "x"\n[tool.agentcfg]\nignore = ["file"]\n{suppression()}'
    write(repo, {"pyproject.toml": text.replace("[[suppress]]", "[[tool.agentcfg.suppress]]")})
    assert (rules(), audit("repo").exit_code) == ([], 0)


def test_config_names_another_file(repo: Path) -> None:
    configure(repo, "nonsense\n")
    write(repo.parent, {"ci.toml": f'ignore = ["file"]\n{suppression()}{suppression(path="none")}'})
    result = audit("repo", "--config", "ci.toml")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].startswith("ci.toml:6:1: info: no finding of `toy/schema`")


# --- settings and options ---------------------------------------------------------------------------------------------


def test_every_option_can_be_a_setting_and_the_command_line_wins(repo: Path) -> None:
    write(repo, {"known.json": '{"schema_version": 1, "findings": []}'})
    configure(
        repo,
        'only = ["toy"]\nselect = ["toy", "file"]\nignore = ["file/syntax"]\nseverity = "warning"\n'
        'fail-on = "never"\nlanguage = "zh_CN"\nbaseline = "known.json"\n',
    )
    result = run("audit", "repo", "--format-dir", "formats")
    lines = result.stdout.splitlines()
    assert (result.exit_code, len(lines)) == (0, 5)
    assert "错误" in lines[0]
    assert [row["rule"] for row in data()["findings"]] == ["toy/schema", "toy/schema", "file/byte-order-mark"]
    assert audit("repo", "--fail-on", "error").exit_code == 1
    assert "error: " in audit("repo", "-l", "en").stdout
    assert rules("--severity", "info")[-1] == "file/line-ends"
    assert rules("--select", "file/syntax") == ["file/syntax"]
    assert rules("--ignore", "toy") == ["file/byte-order-mark"]


def test_a_repository_can_bring_its_own_format(repo: Path) -> None:
    (repo / "formats").mkdir()
    (repo.parent / "formats" / "toy").rename(repo / "formats" / "toy")
    configure(repo, 'format-dirs = ["formats"]\nonly = ["toy"]\n')
    assert "profiles: 5 (toy 5)" in run("audit", "repo").stdout


# --- baseline ---------------------------------------------------------------------------------------------------------


def test_a_baseline_keeps_what_is_there_from_failing(repo: Path) -> None:
    result = audit("repo", "--write-baseline", "known.json")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "in the baseline: 5; --show-suppressed lists them")
    assert audit("repo", "--baseline", "known.json").stdout == result.stdout
    write(repo, {"toys/bad.yaml": "# one line more\nname: bad\nmode: write\npages: many\nextra: 1\n"})
    result = audit("repo", "--baseline", "known.json")
    assert (result.exit_code, result.stdout.splitlines()[0].split(" [")[0]) == (
        1,
        f"{BAD}5:1: error: `extra` is not a known field; remove it or check its name",
    )
    assert "(in the baseline known.json)" in audit("repo", "--baseline", "known.json", "--show-suppressed").stdout
    assert [row["suppressed_by"] for row in data("--baseline", "known.json")["suppressed"]] == ["baseline"] * 5


def test_what_is_gone_is_told(repo: Path) -> None:
    configure(repo, 'only = ["toy"]\n')
    audit("repo", "--write-baseline", "known.json")
    write(repo, {"toys/bad.yaml": "name: bad\n", "toys/windows.yaml": "name: windows\n"})
    result = audit("repo", "--baseline", "known.json")
    assert result.stdout.splitlines()[-1] == "in the baseline and gone: 3; write it anew with --write-baseline"
    assert data("--baseline", "known.json")["summary"]["gone"] == 3


def test_a_baseline_of_the_settings_lies_beside_them(repo: Path) -> None:
    audit("repo", "--write-baseline", "repo/ci/known.json")
    configure(repo, 'baseline = "ci/known.json"\n')
    assert audit("repo").exit_code == 0
    assert "(in the baseline repo/ci/known.json)" in audit("repo", "--show-suppressed").stdout


def test_writing_a_baseline_forgets_the_old_one(repo: Path) -> None:
    write(repo, {"known.json": "broken"})
    configure(repo, 'baseline = "known.json"\n')
    assert audit("repo").exit_code == 2
    assert audit("repo", "--write-baseline", "repo/known.json").exit_code == 0
    assert audit("repo").exit_code == 0


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "Error: nowhere: there is no such folder; check the path"),
        (["a\x1b\nb"], "Error: a\\x1b\\nb: there is no such folder; check the path"),
        (["x" * 5_000], "there is no such folder; check the path"),
        (["repo/README.md"], "Error: repo/README.md is not a folder; name the folder of the repository"),
        (["repo", "--only", "toi"], "Error: --only: no format 'toi'; did you mean toy?"),
        (["repo", "--select", "toy/shema"], "Error: --select: no rule 'toy/shema'; did you mean toy/schema"),
        (["repo", "--ignore", "fil"], "Error: --ignore: no rule 'fil'; did you mean file?"),
        (["repo", "--severity", "bad"], "Invalid value for '--severity': 'bad' is not one of"),
        (["repo", "--fail-on", "bad"], "Invalid value for '--fail-on': 'bad' is not one of"),
        (["repo", "--format", "xml"], "Invalid value for '--format': 'xml' is not one of"),
        (["repo", "--table", "x"], "Invalid value for '--table': 'x' is not one of"),
        (["repo", "--language", "!"], "is no language code"),
        (["repo", "--format-dir", "none"], "Invalid value for '--format-dir'"),
        (["repo", "--config", "none.toml"], "Error: none.toml: there is no such file; check the path"),
        (["repo", "--baseline", "none.json"], "Error: none.json: there is no such baseline; write it with"),
        (["repo", "--baseline", "repo/README.md"], "Error: repo/README.md:1:1: this is not JSON"),
        (["repo", "--write-baseline", "repo/README.md/x"], "Error: repo/README.md/x cannot be written: "),
        (["repo", "repo", "--baseline", "x"], "Error: --baseline: a baseline belongs to one repository"),
        (["repo", "repo", "--write-baseline", "x"], "Error: --write-baseline: a baseline belongs to one repository"),
        (["repo", "-o", "out"], "Error: -o writes files: it needs --format csv, html, json, md, parquet, xlsx"),
        (["repo", "-o", "out", "--format", "csv", "--table", "fields"], "Error: -o writes every table: leave out"),
        (["repo", "--format", "sarif", "--table", "fields"], "Error: --format sarif holds findings only"),
        (["repo", "--format", "github", "--table", "fields"], "Error: --format github holds findings only"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(arguments: list[str], said: str) -> None:
    result = audit(*arguments)
    assert said in error_of(result)
    assert result.stdout == ""


def test_a_path_is_needed() -> None:
    assert "Missing argument 'PATH...'" in error_of(run("audit"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fail_on = 'never'", "Error: repo/agentcfg.toml:1: there is no option 'fail_on'; did you mean fail-on?"),
        ("only = ['toi']", "Error: repo/agentcfg.toml:1: only: no format 'toi'; did you mean toy?"),
        ("\nselect = ['toi']", "Error: repo/agentcfg.toml:2: select: no rule 'toi'; did you mean toy"),
        ("ignore = ['toi']", "Error: repo/agentcfg.toml:1: ignore: no rule 'toi'; did you mean toy"),
        (suppression(rule="toy/shema"), "Error: repo/agentcfg.toml:1: rule of a suppression: no rule 'toy/shema'; did"),
        ("baseline = '../x'", "Error: repo/agentcfg.toml:1: baseline: ../x leads out of the repository"),
        ("baseline = 'none.json'", "Error: repo/none.json: there is no such baseline; write it with --write-baseline"),
        ("= 1", "Error: repo/agentcfg.toml:1:1: this line starts neither a key nor a table"),
        ("'\\u001b' = 1", "Error: repo/agentcfg.toml:1: there is no option"),
    ],
)
def test_wrong_settings_are_one_line_and_exit_code_2(repo: Path, text: str, said: str) -> None:
    configure(repo, text)
    line = error_of(run("audit", "repo", "--format-dir", "formats/toy"))
    assert line.startswith(said)
    assert "\x1b" not in line


def test_a_format_dir_of_the_settings_that_leads_out_is_refused(repo: Path) -> None:
    configure(repo, 'format-dirs = ["../formats/toy"]\n')
    assert "format-dirs: ../formats/toy leads out of the repository" in error_of(run("audit", "repo"))
    write(repo.parent, {"ci.toml": 'format-dirs = ["formats/toy"]\nonly = ["toy"]\n'})
    assert run("audit", "repo", "--config", "ci.toml").exit_code == 1


@pytest.mark.usefixtures("repo")
def test_a_broken_format_of_ones_own_is_one_line(tmp_path: Path) -> None:
    write(tmp_path, {"formats/toy/rules.toml": "broken"})
    assert "rules.toml: not TOML" in error_of(audit("repo"))


# --- the real command -------------------------------------------------------------------------------------------------


def started(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "sphinx_agentcfg", "audit", *arguments],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "LANGUAGE": ""},
        **options,
    )


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize("output", ["table", "json", "sarif"])
def test_the_program_prints_what_the_tests_see(output: str) -> None:
    own = ("repo", "--format-dir", "formats/toy", "--only", "toy", "--format", output)
    done = started(*own)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout == audit("repo", "--format", output).stdout_bytes
    assert started(*own, "--fail-on", "never").returncode == 0
    assert started("nowhere").returncode == 2


@pytest.mark.usefixtures("repo")
def test_a_reader_that_goes_away_is_no_traceback(tmp_path: Path) -> None:
    write(tmp_path / "repo", {f"toys/{i}.yaml": "name: 5\n" * 1 for i in range(3_000)})
    own = "repo --format-dir formats/toy --only toy"
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m sphinx_agentcfg audit {own} | head -n 1"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
    )
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


def test_colour_is_for_terminals_and_never_alone(repo: Path) -> None:
    del repo
    import pty

    def seen(**environment: str) -> str:
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-m", "sphinx_agentcfg", "audit", "repo", "--format-dir", "formats/toy", "--only", "toy"],
            stdout=theirs,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "TERM": "xterm", **environment},
        ) as process:
            os.close(theirs)
            text = b""
            try:
                while part := os.read(ours, 65_536):
                    text += part
            except OSError:  # the other end is closed
                pass
            os.close(ours)
            process.wait()
        return text.decode()

    assert "\x1b[31m\x1b[1merror\x1b[0m" in seen()
    assert "\x1b" not in seen(NO_COLOR="1")
    assert "error: " in seen(NO_COLOR="1")


def test_only_a_terminal_gets_a_count_and_only_after_a_while() -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    times = iter([0.0, 0.5, 1.5, 1.5, 1.55, 2.0, 2.0])
    out = Terminal()
    progress = Progress("en", out, lambda: next(times))
    for read in (10, 2_000, 2_500, 3_000):
        progress(read)
    progress.done()
    assert out.getvalue() == "\r\x1b[Kfiles read: 2,000 …\r\x1b[Kfiles read: 3,000 …\r\x1b[K"
    pipe = StringIO()
    quiet = Progress("en", pipe, lambda: 0.0)
    quiet(10)
    quiet.done()
    assert pipe.getvalue() == ""


def test_the_tables_of_the_option_are_those_of_the_audit() -> None:
    (option,) = [p for p in command.params if p.name == "table_name"]
    assert list(getattr(option.type, "choices", ())) == list(COLUMNS)


# --- pre-commit -------------------------------------------------------------------------------------------------------


def hooks() -> dict[str, dict[str, Any]]:
    return {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}


def test_the_hooks_have_what_pre_commit_wants() -> None:
    assert set(hooks()) == {"agentcfg-audit", "agentcfg-validate"}
    for hook in hooks().values():
        assert {"id", "name", "entry", "language", "description"} <= set(hook)
        assert hook["language"] == "python"
    assert hooks()["agentcfg-audit"]["pass_filenames"] is False
    assert hooks()["agentcfg-audit"]["args"] == ["."]


def test_the_hook_for_the_whole_repository_runs(tmp_path: Path) -> None:
    write(tmp_path, {"README.md": "# Nothing here\n"})
    hook = hooks()["agentcfg-audit"]
    program, *arguments = hook["entry"].split()
    assert program == "agentcfg"
    done = started(*arguments[1:], *hook["args"], "--only", "evolcore", cwd=tmp_path)
    assert (arguments[0], done.returncode) == ("audit", 0)


def test_the_hook_for_files_names_places_that_have_a_type(tmp_path: Path) -> None:
    import re

    hook = hooks()["agentcfg-validate"]
    places = {
        "docs/agents/reviewer.md": True,
        "docs/agents/team/reviewer.md": True,
        "docs/agents/README.md": False,
        ".opencode/rolebox/lead/role.yaml": True,
        "agents/helper/agent.json": True,
        "agents/helper/schedules/daily.json": True,
        "agents/core/roles/reviewer.json": True,
        "README.md": False,
        "package.json": False,
    }
    for path, expected in places.items():
        taken = bool(re.search(hook["files"], path)) and not re.search(hook["exclude"], path)
        assert taken is expected, path
        if taken:
            write(tmp_path, {path: "{}" if path.endswith("json") else "---\nid: a\n---\n"})
            program, *arguments = hook["entry"].split()
            assert program == "agentcfg"
            assert "file/unknown-type" not in run(*arguments, tmp_path / path).stdout


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize("output", ["table", "json"])
def test_an_output_that_cannot_be_written_is_one_line(output: str) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full here")
    command = [sys.executable, "-m", "sphinx_agentcfg", "audit", "repo", "--format", output]
    with full.open("w", encoding="utf-8") as nowhere:
        done = subprocess.run(command, stdout=nowhere, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("Error: the output cannot be written: ")
