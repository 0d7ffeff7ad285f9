"""``audit.load``: what it takes, what its tables hold, and how files of them are written."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import openpyxl
import pandas as pd
import pytest

from sphinx_agentcfg import audit
from sphinx_agentcfg.audit.answers import UnknownProfile
from sphinx_agentcfg.audit.dtypes import FRAME_COLUMNS
from sphinx_agentcfg.audit.loading import NoFolder
from sphinx_agentcfg.audit.repository import TABLES, UnknownTable
from sphinx_agentcfg.errors import AgentcfgError
from tests.formats.repositories import write
from tests.formats.tables.expecting import matrix as cells_of

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit import Repository

LEAD = """\
name: Lead
description: Leads.
prompt: Lead.
permission:
  allow: [Bash]
  deny: [Web]
"""
FORMULA = '=HYPERLINK("http://example.com")'


def load(folder: Path, files: dict[str, str | bytes], **options: Any) -> Repository:
    return audit.load(write(folder, files), progress=False, **options)


def roles(folder: Path, number: int) -> Repository:
    return load(folder, {f"rolebox/r{n}/role.yaml": LEAD.replace("Bash", f"tool{n}") for n in range(number)})


# What it takes --------------------------------------------------------------------------------------------------------


def test_a_path_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(NoFolder, match=r"nowhere: there is no such folder; check the path") as error:
        audit.load(tmp_path / "nowhere")
    assert "\n" not in str(error.value)


def test_a_file_is_no_repository(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "x"})
    with pytest.raises(NoFolder, match="is not a folder"):
        audit.load(tmp_path / "a.md")


def test_a_format_that_nobody_knows_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(AgentcfgError, match=r"--only: no format 'leij'; did you mean leji\?"):
        audit.load(tmp_path, only="leij")


def test_settings_of_the_repository_count_as_they_do_for_the_command(tmp_path: Path) -> None:
    config = '[[suppress]]\nrule = "rolebox/*"\npath = "**"\nreason = "known"\n'
    repo = load(tmp_path, {"rolebox/r/role.yaml": "name: R\nprompt: R.\n", "agentcfg.toml": config})
    assert repo.findings().empty
    hidden = repo.suppressed()
    assert set(hidden["suppressed_by"]) == {"configuration"}
    assert set(hidden["reason"]) == {"known"}


def test_progress_tells_how_many_files_were_read(tmp_path: Path) -> None:
    heard: list[int] = []
    audit.load(write(tmp_path, {f"rolebox/r{n}/role.yaml": LEAD for n in range(3)}), progress=heard.append)
    assert heard[-1] == 3


def test_several_repositories_are_told_apart(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / name, {"rolebox/r/role.yaml": LEAD})
    repo = audit.load([tmp_path / "one", tmp_path / "two"], progress=False)
    for name in TABLES:
        table = repo.table(name)
        assert table.columns[0] == "repository"
        single = audit.load(tmp_path / "one", progress=False).table(name)
        assert [_kind(dtype) for dtype in list(table.dtypes)[1:]] == [_kind(dtype) for dtype in single.dtypes]
        assert len(table) == 2 * len(single)
    assert repo.permission_matrix().index.names == ["repository", "profile"]
    assert repo.who_can("bash") == [f"{tmp_path / name}: rolebox:r" for name in ("one", "two")]
    assert repo.can(f"{tmp_path / 'two'}: rolebox:r", "web") == "deny"


# Empty, broken, many --------------------------------------------------------------------------------------------------


def test_an_empty_folder_has_every_table_with_its_columns_and_dtypes(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    empty, full = audit.load(tmp_path / "empty", progress=False), roles(tmp_path / "full", 1)
    for name in TABLES:
        table = empty.table(name)
        assert tuple(table.columns) == FRAME_COLUMNS[name]
        kinds = [_kind(dtype) for dtype in list(table.dtypes)]
        assert kinds == [_kind(dtype) for dtype in full.table(name).dtypes], name
    assert empty.findings()["rule"].tolist() == ["audit/no-known-format"]
    assert "leji, agentfs" not in empty.findings()["message"][0]  # formats in the order of their names
    assert empty.permission_matrix().shape == empty.coverage_matrix().shape == (0, 0)
    assert empty.who_can("Bash") == []


def _kind(dtype: Any) -> str:
    return f"ordered={dtype.ordered}" if isinstance(dtype, pd.CategoricalDtype) else str(dtype)


def test_a_profile_that_cannot_be_read_is_unknown_in_every_cell(tmp_path: Path) -> None:
    repo = load(tmp_path, {"rolebox/a/role.yaml": LEAD, "rolebox/b/role.yaml": "name: a: b\n"})
    assert cells_of(repo.permission_matrix())["rolebox:b"] == {"bash": "unknown", "web": "unknown"}
    assert set(cells_of(repo.coverage_matrix())["rolebox:b"].values()) == {"unknown"}
    assert repo.profiles()["coverage"].isna().tolist() == [False, True]


def test_the_matrix_shows_two_hundred_subjects_and_says_how_many_it_left_out(tmp_path: Path) -> None:
    repo = roles(tmp_path, 250)
    matrix = repo.permission_matrix()
    assert matrix.shape == (250, 200)
    assert matrix.attrs["left_out"] == 51  # 250 tools of their own, and `web`
    assert matrix.columns[0] == "web"  # the one that most profiles name
    assert repo.permission_matrix(limit=None).shape == (250, 251)
    chosen = repo.permission_matrix(subjects=["tool7", "nobody"])
    assert cells_of(chosen)["rolebox:r7"] == {"tool7": "allow", "nobody": "unset"}


def test_decisions_and_provenances_are_ordered(tmp_path: Path) -> None:
    repo = roles(tmp_path, 2)
    decisions = repo.permissions()["decision"]
    assert decisions.cat.categories.tolist() == ["unknown", "unset", "deny", "ask", "allow"]
    assert decisions.cat.ordered
    assert repo.permission_matrix()["web"].max() == "deny"
    assert repo.fields()["provenance"].value_counts()["inherited"] == 0  # a category that no row has is there


def test_frames_are_copies(tmp_path: Path) -> None:
    repo = roles(tmp_path, 1)
    table = repo.profiles()
    table["name"] = "changed"
    assert repo.profiles()["name"].tolist() == ["Lead"]


def test_names_that_nobody_has_are_told_with_what_is_near(tmp_path: Path) -> None:
    repo = roles(tmp_path, 1)
    with pytest.raises(UnknownProfile, match=r"no profile 'rolebox:r00'; did you mean rolebox:r0\?"):
        repo.can("rolebox:r00", "Bash")
    with pytest.raises(UnknownTable, match=r"no table 'permision'; did you mean permissions\?"):
        repo.table("permision")
    with pytest.raises(UnknownTable, match="no decision 'maybe'"):
        repo.who_can("Bash", "maybe")
    with pytest.raises(UnknownTable, match="no document type in this repository 'rolebox/rle'"):
        repo.coverage_matrix("rolebox/rle")


def test_compare_says_what_changed(tmp_path: Path) -> None:
    old = load(tmp_path / "old", {"rolebox/a/role.yaml": LEAD, "rolebox/b/role.yaml": LEAD})
    new = load(tmp_path / "new", {"rolebox/a/role.yaml": LEAD.replace("deny: [Web]", "deny: [Bash]")})
    changes = new.compare(old)
    told = ["change", "profile", "subject", "before", "after"]
    permissions = changes[changes["table"] == "permissions"]
    assert permissions[told].fillna("-").to_numpy().tolist() == [
        ["changed", "rolebox:a", "bash", "allow", "deny"],
        ["removed", "rolebox:a", "web", "deny", "-"],
        ["removed", "rolebox:b", "bash", "allow", "-"],
        ["removed", "rolebox:b", "web", "deny", "-"],
        ["removed", "rolebox:b", "*", "unset", "-"],
    ]
    assert permissions["line"].tolist() == [6, 6, 5, 6, 1]
    profiles = changes[changes["table"] == "profiles"]
    assert profiles[["change", "profile"]].to_numpy().tolist() == [["removed", "rolebox:b"]]
    assert new.compare(tmp_path / "new").empty


# Files ----------------------------------------------------------------------------------------------------------------


def test_parquet_holds_every_table_with_its_dtypes(tmp_path: Path) -> None:
    repo = roles(tmp_path / "repo", 2)
    written = {path.stem: path for path in repo.to_parquet(tmp_path / "out")}
    assert set(written) == {*TABLES, "suppressed"}
    for name in TABLES:
        back, table = pd.read_parquet(written[name]), repo.table(name)
        if table.empty:  # a file keeps the categories of its rows
            assert list(back.columns) == list(table.columns)
        else:
            pd.testing.assert_frame_equal(back, table)


def test_a_workbook_has_a_sheet_for_each_table_and_no_formula(tmp_path: Path) -> None:
    long, odd = "x" * 40_000, "a\x1b[31m\u202eb"
    text = f"name: '{FORMULA}'\ndescription: {json.dumps(odd)}\nprompt: {long}\n"
    repo = load(tmp_path / "repo", {"rolebox/r/role.yaml": text})
    book = openpyxl.load_workbook(repo.to_excel(tmp_path / "audit.xlsx"))
    assert book.sheetnames == [*TABLES, "suppressed", "left out"]
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "f"
                assert cell.hyperlink is None
    names = [cell.value for cell in book["profiles"]["D"]]
    assert names == ["name", f"'{FORMULA}"]
    values = [str(cell.value) for cell in book["fields"]["E"]]
    assert '"a\\u001b[31m\\u202eb"' in values
    assert max(map(len, values)) == 32_767
    assert [row[0].value for row in book["left out"].iter_rows()] == [
        "fields: 0 rows are left out, 1 cells are cut short",
        "lineage: 0 rows are left out, 1 cells are cut short",
    ]


def test_json_is_that_of_the_command(tmp_path: Path) -> None:
    repo = roles(tmp_path / "repo", 2)
    text = repo.to_json(tmp_path / "audit.json")
    assert (tmp_path / "audit.json").read_text(encoding="utf-8") == f"{text}\n"
    found = json.loads(text)
    assert [row["profile"] for row in found["profiles"]] == ["rolebox:r0", "rolebox:r1"]
    assert [row["value"] for row in found["fields"] if row["field"] == "name"] == ["Lead", "Lead"]


def test_a_target_that_cannot_be_written_leaves_nothing_half_written(tmp_path: Path) -> None:
    repo = roles(tmp_path / "repo", 1)
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    with pytest.raises(OSError, match="taken"):
        repo.to_parquet(tmp_path / "taken")
    with pytest.raises(OSError, match="taken"):
        repo.to_excel(tmp_path / "taken" / "audit.xlsx")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["repo", "taken"]


@pytest.mark.parametrize("name", ["permission_matrix", "coverage_matrix", "coverage"])
def test_a_heat_map_says_its_words_and_escapes_names(tmp_path: Path, name: str) -> None:
    text = LEAD.replace("Bash", "'<img src=x>'")
    repo = load(tmp_path, {"rolebox/<b>/role.yaml": text})
    html = repo.style(name).to_html()
    assert "<img" not in html
    assert {"permission_matrix": "✓ allow", "coverage_matrix": "● own", "coverage": "100%"}[name] in html


def test_a_heat_map_is_capped_and_says_so(tmp_path: Path) -> None:
    html = roles(tmp_path, 3).style(rows=2).to_html()
    assert "permission_matrix: 2 of 3 rows" in html
    assert "rolebox:r2" not in html


def test_pandas_is_imported_with_the_first_frame_only(tmp_path: Path) -> None:
    write(tmp_path, {"rolebox/r/role.yaml": LEAD})
    code = (
        "import sys\nfrom sphinx_agentcfg import audit\n"
        f"repo = audit.load({str(tmp_path)!r}, progress=False)\nrepo.who_can('bash')\n"
        "print('pandas' in sys.modules)\nrepo.profiles()\nprint('pandas' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
