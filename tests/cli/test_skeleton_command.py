"""``agentcfg skeleton``: templates that are valid as they stand, with comments in the language that was asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.catalog import Catalog
from tests.cli.running import ZH, error_of, run
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

TYPES = [d.id for d in Catalog.builtin().document_types]

LEJI = """---
# Required. Stable identifier for this profile, e.g. "core" or "reviewer".
id: example
# Required. Human-readable name of the role.
name: …
# Required. The role identifier this profile fills, bound in the manifest's
# agents map.
role: …
# Required unless `inherits` is set. Paths this role loads before any task.
requiredRead:
  - …
# Required unless `inherits` is set. Conditions under which the role must
# stop and ask a human.
mustAskWhen:
  - …
---
"""


def test_the_minimal_template_of_leji_is_annotated() -> None:
    result = run("skeleton", "leji/agent-profile")
    assert (result.exit_code, result.stdout, result.stderr) == (0, LEJI, "")


def test_comments_are_in_the_language_of_the_terminal() -> None:
    chinese = run("skeleton", "leji/agent-profile", **ZH).stdout
    assert "# 必填。角色的名称，供人阅读。\nname: …\n" in chinese
    assert run("skeleton", "leji/agent-profile", "--language", "zh").stdout == chinese
    assert run("skeleton", "leji/agent-profile", "-l", "en", **ZH).stdout == LEJI


def test_comments_can_be_left_out() -> None:
    plain = run("skeleton", "leji/agent-profile", "--no-comments").stdout
    assert plain == "".join(f"{line}\n" for line in LEJI.splitlines() if not line.startswith("#"))


@pytest.mark.parametrize("options", [(), ("--full",), ("--full", "--no-comments"), ("-l", "zh_CN")], ids=" ".join)
@pytest.mark.parametrize("name", TYPES)
def test_every_template_is_valid_as_it_stands(name: str, options: tuple[str, ...]) -> None:
    made = run("skeleton", name, *options)
    assert made.exit_code == 0
    if not made.stdout:  # nothing is required of such a file
        assert "--full" not in options
        return
    checked = run("validate", "-", "--type", name, "--fail-on", "warning", stdin=made.stdout)
    assert checked.exit_code == 0, checked.stdout


def test_json_has_no_comments_unless_they_are_asked_for() -> None:
    assert json.loads(run("skeleton", "evolcore/role-config").stdout)["permissions"]["permissionMode"] == {
        "default": "readonly",
        "allowOverride": False,
    }
    assert "  // Required. " in run("skeleton", "evolcore/role-config", "--comments", "-l", "en").stdout


# --- sections ---------------------------------------------------------------------------------------------------------

SECTIONS = {
    "x-sections": [
        {
            "name": "must-do",
            "title": "必须做",
            "headings": ["必须做", "Must Do"],
            "form": "topics",
            "description": "每次都要做到的事。",
            "sections": [{"name": "why", "title": "Why", "headings": ["Why"]}],
        },
        {"name": "l0", "title": "L0", "headings": ["L0"], "form": "layers", "description": "核心 --> 摘要。"},
    ]
}
MANIFEST = """title = "Own"
source_language = "zh_CN"

[documents.prose]
title = "Prose"
schema = "prose.json"
syntax = "markdown"

[documents.skill]
title = "Skill"
schema = "skill.json"
syntax = "frontmatter"
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    skill = {"x-sections": SECTIONS["x-sections"][1:], "properties": {"a": {"description": "一。"}}}
    write(tmp_path, {"own/format.toml": MANIFEST, "own/prose.json": SECTIONS, "own/skill.json": skill})
    return tmp_path / "own"


def test_prose_has_the_headings_of_one_form_with_their_descriptions(own: Path) -> None:
    made = run("skeleton", "own/prose", "--format-dir", own, "-l", "zh")
    assert made.stdout == "## 必须做\n\n<!-- 每次都要做到的事。 -->\n…\n\n### Why\n\n<!-- Why -->\n…\n"


def test_a_heading_is_one_that_is_accepted_and_in_the_language(own: Path) -> None:
    made = run("skeleton", "own/prose", "--format-dir", own, "-l", "en", "--no-comments")
    assert made.stdout == "## Must Do\n\n…\n\n### Why\n\n…\n"


def test_sections_stand_below_a_full_header_and_no_comment_ends_early(own: Path) -> None:
    made = run("skeleton", "own/skill", "--full", "--format-dir", own, "-l", "zh")
    assert made.stdout == "---\n# 一。\na: …\n---\n\n## L0\n\n<!-- 核心 -- > 摘要。 -->\n…\n"
    assert "L0" not in run("skeleton", "own/skill", "--format-dir", own).stdout


# --- which schema -----------------------------------------------------------------------------------------------------


def test_any_schema_can_be_named(tmp_path: Path) -> None:
    write(tmp_path, {"s.json": {"required": ["a"], "properties": {"a": {"type": "integer", "description": "One."}}}})
    assert run("skeleton", tmp_path / "s.json").stdout == "# Required. One.\na: 0\n"


def test_an_unknown_type_is_a_usage_error() -> None:
    assert error_of(run("skeleton", "leji/agent")) == (
        "Error: no document type 'leji/agent'; did you mean leji/agent-profile or agentfs/agent?"
    )


def test_a_broken_schema_is_told_and_exit_1(tmp_path: Path) -> None:
    write(tmp_path, {"s.json": "{"})
    result = run("skeleton", tmp_path / "s.json")
    assert result.exit_code == 1
    assert "[file/syntax]" in result.stderr


def test_nothing_hostile_reaches_the_terminal(tmp_path: Path) -> None:
    write(
        tmp_path, {"s.json": {"required": ["a"], "properties": {"a": {"description": "x\x1b[31m", "const": "\u202e"}}}}
    )
    shown = run("skeleton", tmp_path / "s.json").stdout
    assert "\x1b" not in shown
    assert "\u202e" not in shown
