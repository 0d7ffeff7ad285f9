"""Keywords of ours in somebody's schema: a wrong shape is told of, and stops nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from sphinx_agentcfg.reference.keywords import OURS
from sphinx_agentcfg.resources import keywords_schema
from tests.unit.making import read

if TYPE_CHECKING:
    from pathlib import Path


def test_the_schema_of_our_keywords_is_a_schema_and_names_each_of_them() -> None:
    schema = json.loads(keywords_schema().read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert sorted(schema["properties"]) == sorted(OURS)


def test_all_keywords_in_their_right_shape_give_no_finding(tmp_path: Path) -> None:
    field = {
        "enum": ["a", None, True],
        "x-status": "experimental",
        "x-since": "1",
        "x-removed": "2",
        "x-replaced-by": "b",
        "x-when": "Now.",
        "x-notes": [{"kind": "tip", "text": "T"}, {"text": "U"}],
        "x-see-also": ["https://example.org/"],
        "x-source": "s",
        "x-type-name": "T",
        "x-enumDescriptions": {"a": "A", "null": "N", "true": "T"},
        "x-i18n": {"zh_CN": {"x-when": "现在。"}},
    }
    sections = [{"name": "n", "headings": ["N"], "sections": [{"name": "m", "headings": ["M"]}]}]
    assert read(tmp_path, {"properties": {"a": field, "b": {}}, "x-sections": sections}).findings == ()


@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        ("x-status", 1),
        ("x-since", ""),
        ("x-replaced-by", ["b"]),
        ("x-when", {"en": "x"}),
        ("x-notes", "text"),
        ("x-notes", [{"kind": "danger", "text": "x"}]),
        ("x-notes", [{"kind": "info"}]),
        ("x-see-also", 3),
        ("x-enumDescriptions", "x"),
        ("x-enumDescriptions", {"a": 1}),
        ("x-i18n", {"zh_CN": "x"}),
    ],
)
def test_a_keyword_of_another_shape_is_a_warning_at_its_place(tmp_path: Path, keyword: str, value: Any) -> None:
    reference = read(tmp_path, {"properties": {"a": {"type": "string", keyword: value}}})
    (finding,) = reference.findings
    assert (finding.rule, finding.severity) == ("schema/invalid-keyword", "warning")
    assert finding.pointer == f"/properties/a/{keyword}"
    assert keyword in finding.message.text()
    assert [f.path for f in reference.fields()] == ["a"]


@pytest.mark.parametrize(
    "inner", [[{"name": "N", "headings": ["x"]}], [{"name": "n", "headings": []}], [{"name": "n"}]]
)
def test_a_section_needs_a_name_and_headings(tmp_path: Path, inner: Any) -> None:
    assert [f.rule for f in read(tmp_path, {"x-sections": inner}).findings] == ["schema/invalid-keyword"]


def test_sections_stand_at_the_root_and_beside_no_field_body(tmp_path: Path) -> None:
    sections = [{"name": "n", "headings": ["N"]}]
    inside = read(tmp_path, {"properties": {"a": {"x-sections": sections}}}).findings
    assert [(f.rule, f.pointer) for f in inside] == [("schema/invalid-keyword", "/properties/a/x-sections")]
    beside = read(tmp_path, {"properties": {"body": {}}, "x-sections": sections}).findings
    assert [(f.rule, f.pointer) for f in beside] == [("schema/invalid-keyword", "/x-sections")]
