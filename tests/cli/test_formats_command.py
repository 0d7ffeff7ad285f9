"""``agentcfg formats``: what there is, in a table, in detail and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sphinx_agentcfg.catalog import Catalog
from tests.cli.running import ZH, error_of, run
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

FORMATS = [f.id for f in Catalog.builtin().formats]
TYPES = [d.id for d in Catalog.builtin().document_types]
OWN = """title = "Own"
source_language = "en"
versions_note = "One version."

[documents.thing]
title = "Thing \\u001b[31m"
schema = "thing.schema.json"
syntax = "json"
files = ["things/*.json"]

[management.git]
title = "By Git"
description = "Shared."

[[layout]]
path = "things/"
managed = "git"
document = "thing"
description = "All things."

[[versions]]
version = "2"
text = "Now."

[[notes]]
kind = "warning"
text = "Mind it."
"""


def own(folder: Path) -> Path:
    write(folder, {"own/format.toml": OWN, "own/thing.schema.json": {}})
    return folder / "own"


def test_the_table_names_every_format_and_type() -> None:
    result = run("formats")
    assert result.exit_code == 0
    head, *lines = result.stdout.splitlines()
    assert head.split() == ["Id", "Title", "Syntax", "Version", "Files"]
    assert [line.split()[0] for line in lines if line.split()[0] in {*FORMATS, *TYPES}] == [
        name for f in FORMATS for name in (f, *(t for t in TYPES if t.startswith(f"{f}/")))
    ]
    (leji,) = [line for line in lines if line.startswith("leji/")]
    assert leji.split() == ["leji/agent-profile", "Agent", "profile", "frontmatter", "1.0", "docs/agents/**/*.md"]


def test_titles_are_in_the_language_of_the_terminal_and_columns_stand_below_each_other() -> None:
    lines = run("formats", **ZH).stdout.splitlines()
    (leji,) = [line for line in lines if line.startswith("leji/")]
    assert "智能体配置" in leji
    assert run("formats", "--language", "zh").stdout.splitlines() == lines
    # A Chinese character takes two columns, so in Python's count each makes the line one shorter.
    wide = sum("\u2e80" <= c <= "\uffef" for c in leji)
    (other,) = [line for line in lines if line.startswith("evolcore/single-session")]
    wide_other = sum("\u2e80" <= c <= "\uffef" for c in other)
    assert leji.index("frontmatter") + wide == other.index("json") + wide_other


def test_a_narrow_terminal_gets_narrow_lines() -> None:
    lines = run("formats", COLUMNS="70").stdout.splitlines()
    assert max(map(len, lines)) <= 70
    assert "    docs/agents/**/*.md" in lines


def test_a_format_by_name_is_told_in_detail(tmp_path: Path) -> None:
    result = run("formats", "own", "--format-dir", own(tmp_path))
    assert result.stdout == (
        "own  Own\n"
        "\n"
        "own/thing  Thing \\x1b[31m\n"
        "  json\n"
        "  Files: things/*.json\n"
        "\n"
        "Directory layout\n"
        "  things/  (By Git)\n"
        "    All things.\n"
        "\n"
        "Managed\n"
        "  By Git\n"
        "    Shared.\n"
        "\n"
        "Versions\n"
        "  One version.\n"
        "  2\n"
        "    Now.\n"
        "\n"
        "Warning\n"
        "  Mind it.\n"
    )


def test_json_holds_all_of_it_in_both_languages(tmp_path: Path) -> None:
    found = json.loads(run("formats", "--format", "json").stdout)
    assert [f["id"] for f in found] == FORMATS
    leji = next(f for f in found if f["id"] == "leji")
    assert leji["documents"][0]["title"] == {"en": "Agent profile", "zh_CN": "智能体配置"}
    assert leji["documents"][0]["files"] == ["docs/agents/**/*.md"]

    (mine,) = json.loads(run("formats", "own", "--format", "json", "--format-dir", own(tmp_path)).stdout)
    assert mine["title"] == {"en": "Own", "zh_CN": None}
    assert mine["home"] is None
    assert mine["layout"] == [
        {
            "path": "things/",
            "description": {"en": "All things.", "zh_CN": None},
            "managed": "git",
            "document": "own/thing",
        }
    ]


def test_nothing_hostile_reaches_the_terminal(tmp_path: Path) -> None:
    for output in ("table", "json"):
        assert "\x1b" not in run("formats", "--format", output, "--format-dir", own(tmp_path)).stdout


def test_an_unknown_format_or_language_is_a_usage_error() -> None:
    assert error_of(run("formats", "lejj")) == "Error: no format 'lejj'; did you mean leji?"
    assert "'klingon' is no language code" in error_of(run("formats", "-l", "klingon"))


def test_a_folder_without_a_format_is_a_usage_error(tmp_path: Path) -> None:
    assert "no format.toml here or one level below" in error_of(run("formats", "--format-dir", tmp_path))
