"""What ``agentcfg fields`` prints, against the fact sheets of the formats: no field of the sources is missing."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from sphinx_agentcfg.catalog import Catalog
from tests.cli.running import run
from tests.formats.test_agentfs import KINDS, _facts, needs_facts
from tests.formats.test_rolebox import SEED_ROWS, near

FACTS = Path(__file__).parents[3] / "shared" / "facts"
TYPES = [d.id for d in Catalog.builtin().document_types]
#: Values that the rolebox page states itself; the sheet's other defaults are those of the loader.
ROLEBOX_DEFAULTS = {"mode": "primary", "hooks.custom[].priority": 50, "hooks.custom[].phase": "after"}


@cache
def rows(type_id: str) -> dict[str, dict[str, Any]]:
    """Return what the command says of each path, free keys as ``*``."""
    found = json.loads(run("fields", type_id, "--format", "json").stdout)
    return {_loose(row["path"]): row for row in found}


def _loose(path: str) -> str:
    return re.sub(r"<[^>]*>", "*", path)


@pytest.mark.parametrize("type_id", TYPES)
def test_no_description_is_empty_in_either_language(type_id: str) -> None:
    empty = [
        (path, language)
        for path, row in rows(type_id).items()
        for language in ("en", "zh_CN")
        if not (row["description"] or {}).get(language)
    ]
    assert empty == []


@pytest.mark.parametrize("type_id", TYPES)
def test_each_row_has_the_columns_that_others_rely_on(type_id: str) -> None:
    columns = {"path", "pointer", "type", "required", "enum", "constraints", "status", "description"}
    for row in rows(type_id).values():
        assert columns <= row.keys()
        assert isinstance(row["required"], bool | str)


@needs_facts
@pytest.mark.parametrize("kind", KINDS)
def test_every_agentfs_row_of_the_seed_is_listed_as_the_seed_has_it(kind: str) -> None:
    listed = rows(f"agentfs/{KINDS[kind]}")
    seed = [(path, row) for path, row in _facts(kind) if row["where"].startswith("seed")]
    assert seed
    for path, row in seed:
        said = listed[_loose(path)]
        assert (said["required"] is True) is (row["required"] is True), path
        if not path.startswith("metadata."):
            assert said.get("default") == row["default"], path
            assert ("default" in said) is (row["default"] is not None), path


@needs_facts
def test_the_headings_of_agentfs_prose_are_listed_as_sections() -> None:
    for name, headings in {
        "persona": ["我希望你怎么回答", "我不想看到什么", "安全与确认", "不确定时"],
        "principles": ["必须做", "绝不做", "升级路径"],
        "skill": ["何时使用", "执行步骤", "参考资料"],
    }.items():
        sections = [r for r in rows(f"agentfs/{name}").values() if r["kind"] == "section"]
        assert set(headings) <= {r["title"]["zh_CN"] for r in sections}, name


@near
@pytest.mark.parametrize(("path", "row"), SEED_ROWS, ids=lambda v: v if isinstance(v, str) else "")
def test_every_rolebox_row_of_the_seed_is_listed(path: str, row: dict[str, Any]) -> None:
    said = rows("rolebox/role")[_loose(path)]
    if row["required"] is True:
        assert said["required"] is True, path
    if path in ROLEBOX_DEFAULTS:
        assert said["default"] == ROLEBOX_DEFAULTS[path]
    if path.startswith("dispatch.") and str(row["default"]).isdigit():
        assert said["default"] == int(row["default"]), path


@pytest.mark.skipif(not FACTS.is_dir(), reason="the fact sheets (../shared/facts) are not here")
@pytest.mark.parametrize("name", ["role-config", "role-registry", "single-session"])
def test_every_text_of_an_evolcore_field_is_that_of_its_schema(name: str) -> None:
    sheet = yaml.safe_load((FACTS / "evolcore-en.yaml").read_text("utf-8"))[f"{name}.schema.1.json"]
    listed = {row["pointer"]: row for row in rows(f"evolcore/{name}").values()}
    described = {p.removesuffix("/description"): t["zh"] for p, t in sheet.items() if p.endswith("/description")}
    fields = {p: zh for p, zh in described.items() if p in listed and "/x-permission-fields/" not in p}
    assert fields
    assert {p: listed[p]["description"]["zh_CN"] for p in fields} == fields


def test_the_nine_permission_fields_are_listed_with_their_flags_and_options() -> None:
    nine = json.loads(run("fields", "evolcore/role-config", "--format", "json").stdout)
    nine = [row for row in nine if row["kind"] == "permission-field"]
    assert [row["path"] for row in nine] == [
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
    assert nine[0]["enum"] == ["readonly", "auto", "request", "bypass"]


@pytest.mark.parametrize(
    "path", ["agents/<id>/", "users/<id>/", "runs/", "cache/", "logs/"], ids=lambda p: p.strip("/")
)
def test_the_five_folders_of_agentfs_are_told_with_who_manages_them(path: str) -> None:
    (told,) = json.loads(run("formats", "agentfs", "--format", "json").stdout)
    found = {row["path"]: row["managed"] for row in told["layout"]}
    assert found[path]
    assert len({found[p] for p in ("agents/<id>/", "users/<id>/", "runs/", "cache/", "logs/")}) == 5
