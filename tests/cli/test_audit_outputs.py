"""``agentcfg audit`` for other programs: Markdown, HTML, Parquet and Excel have the findings of all other outputs."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any

import openpyxl
import pandas as pd
import pytest
from bs4 import BeautifulSoup

from sphinx_agentcfg.audit.dtypes import FRAME_COLUMNS
from tests.cli.auditing import FILES, audit, repository
from tests.cli.running import error_of, run
from tests.unit.making import write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EXPECTED = [
    ("toy/schema", "toys/bad.yaml", 2),
    ("toy/schema", "toys/bad.yaml", 3),
    ("file/syntax", "toys/broken.yaml", 2),
    ("file/byte-order-mark", "toys/marked.yaml", 1),
    ("file/line-ends", "toys/windows.yaml", 1),
]
TABLES = ("profiles", "fields", "coverage", "inheritance", "permissions", "findings", "environment", "suppressed")
HOSTILE = ['=HYPERLINK("http://x")', "<img src=x onerror=alert(1)>", "a\x1b[31mb", "\u202eabc", "n" * 5_000, "|a|@b"]


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return repository(tmp_path, FILES)


def _of_rows(rows: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    return [(row["rule"], row["path"], int(row["line"])) for row in rows]


def _json(output: bytes) -> list[tuple[str, str, int]]:
    return _of_rows(json.loads(output)["findings"])


def _csv(output: bytes) -> list[tuple[str, str, int]]:
    return _of_rows(list(csv.DictReader(StringIO(output.decode(), newline=""))))


def _parquet(output: bytes) -> list[tuple[str, str, int]]:
    return _of_rows(pd.read_parquet(BytesIO(output)).to_dict("records"))  # type: ignore[arg-type]


def _xlsx(output: bytes) -> list[tuple[str, str, int]]:
    head, *rows = openpyxl.load_workbook(BytesIO(output))["findings"].iter_rows(values_only=True)
    return _of_rows([dict(zip(map(str, head), row, strict=True)) for row in rows])


def _md(output: bytes) -> list[tuple[str, str, int]]:
    rows = [line.split(" | ") for line in output.decode().splitlines()[2:]]
    found = []
    for row in rows:
        place = row[3].removeprefix("repo/")
        found.append((row[1], place.split(":")[0], int(place.split(":")[1])))
    return found


def _table(output: bytes) -> list[tuple[str, str, int]]:
    found = re.findall(r"^repo/(\S+?):(\d+):\d+: .* \[(\S+)\]$", output.decode(), re.MULTILINE)
    return [(rule, path, int(line)) for path, line, rule in found]


def _github(output: bytes) -> list[tuple[str, str, int]]:
    found = re.findall(r"^::\w+ (.*?)::", output.decode(), re.MULTILINE)
    told = [dict(part.split("=", 1) for part in each.split(",")) for each in found]
    return [(one["title"], one["file"].removeprefix("repo/"), int(one["line"])) for one in told]


def _sarif(output: bytes) -> list[tuple[str, str, int]]:
    found = []
    for result in json.loads(output)["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        found.append((result["ruleId"], place["artifactLocation"]["uri"], place["region"]["startLine"]))
    return found


def _html(output: bytes) -> list[tuple[str, str, int]]:
    found = []
    for row in BeautifulSoup(output, "html.parser").select("table.findings tbody tr"):
        text = row.get_text(" ")
        place = re.search(r"(toys/\w+\.yaml):(\d+)", text)
        assert place
        found.append((next(rule for rule in _RULES if rule in text), place.group(1), int(place.group(2))))
    return found


_RULES = {rule for rule, _, _ in EXPECTED}
READERS: dict[str, Callable[[bytes], list[tuple[str, str, int]]]] = {
    "json": _json,
    "csv": _csv,
    "parquet": _parquet,
    "xlsx": _xlsx,
    "md": _md,
    "table": _table,
    "github": _github,
    "sarif": _sarif,
    "html": _html,
}


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize("output", sorted(READERS))
def test_every_output_has_the_same_findings(output: str) -> None:
    result = audit("repo", "--format", output)
    assert result.exit_code == 1
    assert sorted(READERS[output](result.stdout_bytes)) == sorted(EXPECTED)


@pytest.mark.usefixtures("repo")
def test_parquet_is_a_file_for_each_table(tmp_path: Path) -> None:
    assert audit("repo", "--format", "parquet", "-o", "out").exit_code == 1
    written = {path.stem: pd.read_parquet(path) for path in (tmp_path / "out").iterdir()}
    assert {name: tuple(table.columns) for name, table in written.items()} == {
        name: FRAME_COLUMNS[name] for name in TABLES
    }
    assert written["profiles"]["errors"].tolist() == [2, 1, 0, 0, 0]


@pytest.mark.usefixtures("repo")
def test_a_workbook_is_one_file_with_a_sheet_for_each_table(tmp_path: Path) -> None:
    assert audit("repo", "--format", "xlsx", "-o", "out").exit_code == 1
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["audit.xlsx"]
    assert openpyxl.load_workbook(tmp_path / "out" / "audit.xlsx").sheetnames == list(TABLES)


@pytest.mark.usefixtures("repo")
def test_html_is_one_page_in_the_language_of_the_run(tmp_path: Path) -> None:
    assert audit("repo", "--format", "html", "-o", "out", "-l", "zh_CN").exit_code == 1
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert BeautifulSoup(page, "html.parser").html["lang"] == "zh-CN"  # type: ignore[index]
    assert "http://" not in re.sub(r'xmlns="[^"]*"|http://www\.w3\.org/2000/svg', "", page)


@pytest.mark.usefixtures("repo")
def test_one_table_can_be_had_alone() -> None:
    frame = pd.read_parquet(BytesIO(audit("repo", "--format", "parquet", "--table", "coverage").stdout_bytes))
    assert frame["field"].tolist() == ["name", "mode", "pages"]
    book = openpyxl.load_workbook(BytesIO(audit("repo", "--format", "xlsx", "--table", "profiles").stdout_bytes))
    assert book.sheetnames == ["profiles"]
    lines = audit("repo", "--format", "md", "--table", "coverage").stdout.splitlines()
    assert lines[0].startswith("| type | field | required | needed | profiles | own |")
    # bad, good, marked and windows have a name; broken cannot be read
    assert lines[2].startswith("| toy/toy | name | always | 4 | 5 | 4 |")


@pytest.mark.usefixtures("repo")
def test_html_has_every_table_so_none_is_chosen() -> None:
    line = error_of(audit("repo", "--format", "html", "--table", "fields"))
    assert line == "Error: --format html is one page with every table; leave out --table"


def test_hostile_names_are_harmless_in_every_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files: dict[str, str | bytes] = {f"toys/{i}.yaml": f"name: {json.dumps(n)}\n" for i, n in enumerate(HOSTILE)}
    repository(tmp_path, files)
    book = openpyxl.load_workbook(BytesIO(audit("repo", "--format", "xlsx").stdout_bytes))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not any(cell.data_type == "f" or cell.hyperlink for cell in cells)
    for output in ("md", "html", "csv", "json", "table"):
        for table in ("profiles", "fields"):
            chosen = () if output == "html" else ("--table", table)
            text = audit("repo", "--format", output, *chosen).stdout_bytes.decode()
            assert not set(text) & {"\x1b", "\u202e"}, output
    page = BeautifulSoup(audit("repo", "--format", "html").stdout_bytes, "html.parser")
    assert page.find("img") is None
    lines = audit("repo", "--format", "md", "--table", "fields").stdout.splitlines()
    assert len({len(re.split(r"(?<!\\)\|", line)) for line in lines}) == 1  # no name ends a cell


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize(("output", "package"), [("parquet", "pyarrow"), ("xlsx", "xlsxwriter")])
def test_a_package_that_is_not_there_is_named_with_what_brings_it(output: str, package: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from sphinx_agentcfg.cli import main\n"
        f"main(['audit', 'repo', '--format-dir', 'formats/toy', '--format', {output!r}, '-o', 'out'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith(f"install it: pip install 'sphinx-agentcfg[{output}]'")
    assert "Traceback" not in done.stderr


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize("output", ["html", "xlsx", "parquet", "md"])
def test_what_cannot_be_written_is_one_line_and_leaves_nothing(tmp_path: Path, output: str) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    result = audit("repo", "--format", output, "-o", "taken/out")
    assert "cannot be written" in error_of(result)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["formats", "repo", "taken"]


@pytest.mark.slow
def test_ten_thousand_files_that_cannot_be_read_are_ten_thousand_findings_and_unknown_profiles(tmp_path: Path) -> None:
    files = {f"docs/agents/p{n}.md": "---\nid: a: b\n---\n" for n in range(10_000)}
    write(tmp_path, {"leji.json": '{"leji": "1.0", "rootPath": "docs/"}', **files})
    found = json.loads(run("audit", tmp_path, "--format", "json").stdout)
    assert found["summary"]["errors"] == len(found["findings"]) == len(found["profiles"]) == 10_000
    assert {row["state"] for row in found["profiles"]} == {"unreadable"}
    assert {row["decision"] for row in found["permissions"]} == {"unknown"}
    assert {(row["profiles"], row["unknown"]) for row in found["coverage"]} == {(10_000, 10_000)}
