"""The 25 rules of the fact sheet, each with its own good and its own bad instance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.formats.evolcore.agents import ROLES, role
from tests.formats.repositories import audit_of

FACTS = Path(__file__).parents[4] / "shared" / "facts" / "evolcore-rules.yaml"
RULES: list[dict[str, Any]] = yaml.safe_load(FACTS.read_text("utf-8")) if FACTS.is_file() else []

needs_facts = pytest.mark.skipif(not RULES, reason="the fact sheets do not lie beside this checkout")
each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["id"])


def _files(rule: dict[str, Any], instance: Any) -> dict[str, Any]:
    """Return the files that an instance stands for."""
    if isinstance(instance, str):
        return {f"agents/demo/{instance}": role()}
    if rule["file"] == "role-config":
        paths = {path: data for path, data in instance.items() if path.startswith("roles/")}
        return {f"agents/demo/{path}": data for path, data in paths.items()} or {f"{ROLES}/ops.json": instance}
    if rule["file"] == "role-registry":
        return {f"{ROLES}/index.json": instance}
    if rule["file"] == "single-session+role-config":
        chat = {"chatmode.private": {"default": instance["chatmode"], "allowOverride": False}}
        return {"agents/demo/single-session.params.json": instance["params"], f"{ROLES}/ops.json": role(chat)}
    files = {f"{ROLES}/index.json": instance["registry"]}
    files |= {f"{ROLES}/{name}": role() for name in instance.get("files", ())}
    return files | {f"agents/demo/{path}": data for path, data in instance.items() if path.startswith("roles/")}


def _found(folder: Path, rule: dict[str, Any], verdict: str) -> list[tuple[str, str]]:
    files = {path: json.dumps(data) for path, data in _files(rule, rule[verdict]).items()}
    return [(f.rule, f.severity.value) for f in audit_of(folder, files, only=["evolcore"]).findings]


@needs_facts
def test_there_are_25_rules() -> None:
    assert [rule["id"] for rule in RULES] == [f"EV{n:02}" for n in range(1, 26)]


@needs_facts
@each_rule
def test_the_bad_instance_gets_the_finding_once_with_its_severity(rule: dict[str, Any], tmp_path: Path) -> None:
    found = _found(tmp_path, rule, "bad")
    assert [severity for name, severity in found if name == f"evolcore/{rule['name']}"] == [rule["severity"]]


@needs_facts
@each_rule
def test_the_good_instance_does_not_get_it(rule: dict[str, Any], tmp_path: Path) -> None:
    found = _found(tmp_path, rule, "good")
    assert [each for each in found if each[0] in {f"evolcore/{rule['name']}", "evolcore/schema"}] == []


@needs_facts
@each_rule
def test_what_a_rule_says_the_schema_does_not_say_again(rule: dict[str, Any], tmp_path: Path) -> None:
    assert "evolcore/schema" not in {name for name, _ in _found(tmp_path, rule, "bad")}
