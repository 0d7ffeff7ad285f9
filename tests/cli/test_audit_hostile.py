"""Whatever a file is called and whatever it holds, no output of ``agentcfg audit`` can be abused by it."""

from __future__ import annotations

import csv
import json
import os
import re
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from tests.cli.auditing import audit, repository

if TYPE_CHECKING:
    from pathlib import Path

NAMES = (
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@x",
    "\t=1",
    "a\x1b[31mred",
    "a\u202egpj.exe",
    "a\nb",
    "a\r\nb",
    "a\x9b1m",
    "::error file=x::y",
    "a,line=9::b",
    "a%0Ab",
    "<script>alert(1)<!--",
    "a;b",
    '"quoted"',
    "`code`",
    "{field}",
    "名字",
    os.fsdecode(b"\xff\xfe"),
)
VALUES = (*NAMES[:-1], "x" * 5_000, "y\x00z", "\ufeff", "a\u2028b", "\U000e0041")
OUTPUTS = ("table", "json", "sarif", "github", "csv")
#: What may reach no terminal: controls but line ends and tabs, marks of direction, separators of lines, surrogates.
HARMFUL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)


def quoted(value: str) -> str:
    """Return *value* as YAML, with every character as its number."""
    return '"' + "".join(f"\\U{ord(character):08x}" for character in value) + '"'


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose names and values do their worst; each file has one finding, and each value one."""
    monkeypatch.chdir(tmp_path)
    files: dict[str, str | bytes] = {f"toys/{name.replace('/', '|')}.yaml": "name: 5\n" for name in NAMES}
    files |= {f"toys/values/{i}.yaml": f"name: x\nmode: {quoted(value)}\n" for i, value in enumerate(VALUES)}
    return repository(tmp_path, files)


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("arguments", [("--format", output) for output in OUTPUTS] + [
    ("--table", "profiles"), ("--table", "fields"), ("--table", "findings"), ("--format", "csv", "--table", "fields"),
])  # fmt: skip
def test_nothing_harmful_is_printed(arguments: tuple[str, ...], language: str) -> None:
    result = audit("repo", *arguments, "--show-suppressed", "-l", language)
    text = result.stdout_bytes.decode("utf-8")
    assert result.exit_code == 1
    assert HARMFUL.search(text) is None
    assert result.stderr == ""


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("output", ["table", "github"])
def test_a_finding_stays_on_its_line(output: str) -> None:
    lines = audit("repo", "--format", output, "--quiet").stdout.split("\n")
    expected = len(json.loads(audit("repo", "--format", "json").stdout)["findings"])
    assert len(lines) == expected + 1
    start = "::error file=repo/toys/" if output == "github" else "repo/toys/"
    assert [line for line in lines[:-1] if not line.startswith(start)] == []


@pytest.mark.usefixtures("hostile")
def test_a_command_of_github_has_the_properties_that_are_its_own() -> None:
    for line in audit("repo", "--format", "github", "--quiet").stdout.splitlines():
        properties = line[2:].split("::")[0].split(" ", 1)[1].split(",")
        assert [p.split("=", 1)[0] for p in properties] in (
            ["file", "line", "col", "title"],
            ["file", "title"],
        )
        assert properties[-1].startswith("title=toy/schema") or properties[-1].startswith("title=file/")


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("table", ["findings", "profiles", "fields"])
def test_no_cell_is_a_formula(table: str) -> None:
    text = audit("repo", "--format", "csv", "--table", table).stdout_bytes.decode()
    rows = list(csv.reader(StringIO(text, newline=""), strict=True))
    assert len({len(row) for row in rows}) == 1
    assert [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))] == []


@pytest.mark.usefixtures("hostile")
def test_a_formula_is_neutralised_by_an_apostrophe() -> None:
    rows = csv.DictReader(StringIO(audit("repo", "--format", "csv", "--table", "profiles").stdout_bytes.decode()))
    names = {row["name"] for row in rows}
    assert {"'=cmd|' |C calc'!A0", "'+1", "'-1", "'@x"} <= names


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("output", ["json", "sarif"])
def test_json_can_be_read_by_a_strict_reader(output: str) -> None:
    text = audit("repo", "--format", output).stdout_bytes.decode("utf-8")
    json.loads(text, parse_constant=pytest.fail).keys()
    pairs = re.sub(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w", "", text.replace(r"\\", ""))
    assert re.search(r"\\u[dD][89a-fA-F]\w\w", pairs) is None


@pytest.mark.usefixtures("hostile")
def test_values_come_through_json_as_they_are() -> None:
    rows = json.loads(audit("repo", "--format", "json", "--table", "fields").stdout)
    values = {row["value"] for row in rows if row["field"] == "mode" and row["provenance"] == "own"}
    assert values == set(VALUES)


@pytest.mark.usefixtures("hostile")
def test_every_output_goes_to_files_too(tmp_path: Path) -> None:
    for output in ("csv", "json"):
        audit("repo", "--format", output, "-o", output)
        for path in (tmp_path / output).iterdir():
            assert HARMFUL.search(path.read_text("utf-8")) is None


def test_names_on_the_command_line_are_harmless_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    repository(tmp_path, {"toys/a.yaml": "name: 5\n"})
    os.rename("repo", "re\x1b\npo")  # noqa: PTH104  # the name is the point
    for output in OUTPUTS:
        result = audit("re\x1b\npo", "re\x1b\npo", "--format", output)
        assert HARMFUL.search(result.stdout) is None
        assert result.exit_code == 1
