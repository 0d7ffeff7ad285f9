"""Documents against schemas: the verdict is jsonschema's, the words and the places are ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from sphinx_agentcfg.documents import parse_document
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.validation import accepts, make_validator, validate
from tests.unit.making import DRAFTS, write

if TYPE_CHECKING:
    from pathlib import Path


def problems(folder: Path, schema: Any, text: str, language: str = "en") -> list[tuple[int | None, int | None, str]]:
    write(folder, {"s.json": schema})
    validator = make_validator(load_schema(folder / "s.json", "s.json", ()))
    document = parse_document(text, name="d.yaml", syntax="yaml")
    found = validate(document, validator, "g")
    assert {f.rule for f in found} <= {"g/schema"}
    return [(f.line, f.column, f.message.text(language)) for f in found]


@pytest.mark.parametrize(
    ("schema", "text", "line", "column", "english", "chinese"),
    [
        ({"required": ["a"]}, "b: 1", 1, 1, "`a` is missing; add it", "缺少 `a`；请补上"),
        (
            {"properties": {"a": {"type": ["string", "null"]}}},
            "b: 0\na: 1",
            2,
            4,
            "`a` must be of type string / null, not `1`; change the value",
            "`a` 的类型必须是 string / null，而不是 `1`；请修改取值",
        ),
        (
            {"properties": {"a": {"enum": ["x", 1]}}},
            "a: y",
            1,
            4,
            "`a` must be one of x · 1, not `y`; choose one",
            "`a` 只能取 x · 1 之一，而不是 `y`；请从中选择",
        ),
        (
            {"properties": {"a": {"const": 1}}},
            "a: 2",
            1,
            4,
            "`a` must be `1`, not `2`; change the value",
            "`a` 必须是 `1`，而不是 `2`；请修改取值",
        ),
        (
            {"properties": {"a": {"items": {"pattern": "^x"}}}},
            "a:\n  - x\n  - y",
            3,
            5,
            "`a[1]` must match `^x`, and `y` does not; change the value",
            "`a[1]` 必须匹配 `^x`，而 `y` 不匹配；请修改取值",
        ),
        (
            {"properties": {"a": {"minItems": 2}}},
            "a: [1]",
            1,
            4,
            "`a` is too short: at least 2; add to it",
            "`a` 过短，至少需要 2；请补足",
        ),
        (
            {"properties": {"a": {"maxLength": 1}}},
            "a: xy",
            1,
            4,
            "`a` is too long: at most 1; shorten it",
            "`a` 过长，最多 1；请缩短",
        ),
        (
            {"properties": {"a": {"exclusiveMinimum": 1}}},
            "a: 1",
            1,
            4,
            "`a` must be greater than 1; change the value",
            "`a` 必须大于 1；请修改取值",
        ),
        (
            {"properties": {"a": {"uniqueItems": True}}},
            "a: [1, 1]",
            1,
            4,
            "`a` holds an item twice; remove one",
            "`a` 中有重复项；请删去一个",
        ),
        (
            {"additionalProperties": False},
            "x y: 1",
            1,
            1,
            '`["x y"]` is not a known field; remove it or check its name',
            '`["x y"]` 不是已知字段；请删除或检查名称',
        ),
    ],
)
def test_words_and_places(
    tmp_path: Path, schema: Any, text: str, line: int, column: int, english: str, chinese: str
) -> None:
    assert problems(tmp_path, schema, text) == [(line, column, english)]
    assert problems(tmp_path, schema, text, "zh_CN") == [(line, column, chinese)]


def test_every_missing_field_is_named(tmp_path: Path) -> None:
    found = problems(tmp_path, {"required": ["a", "b", "c"]}, "b: 1")
    assert [words for *_, words in found] == ["`a` is missing; add it", "`c` is missing; add it"]


def test_every_unknown_field_is_named_at_its_key(tmp_path: Path) -> None:
    found = problems(tmp_path, {"properties": {"a": {}}, "additionalProperties": False}, "x: 1\na: 2\ny: 3")
    assert [(line, words.split("`")[1]) for line, _, words in found] == [(1, "x"), (3, "y")]


def test_an_unevaluated_field_is_the_one_that_nobody_knows(tmp_path: Path) -> None:
    schema = {"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False}
    found = problems(tmp_path, schema, "a: 1\nb: 2")
    assert found == [(2, 1, "`b` is not a known field; remove it or check its name")]


def test_findings_come_in_the_order_of_the_lines(tmp_path: Path) -> None:
    schema = {"properties": {"a": {"type": "null"}, "b": {"type": "null"}}}
    assert [line for line, *_ in problems(tmp_path, schema, "b: 1\na: 1")] == [1, 2]


def test_a_value_in_a_message_is_short_and_harmless(tmp_path: Path) -> None:
    ((_, _, words),) = problems(tmp_path, {"properties": {"a": {"type": "null"}}}, f'a: "\\e[31m{"x" * 500}"')
    assert "\x1b" not in words
    assert len(words) < 120


def test_patterns_are_read_as_ecma(tmp_path: Path) -> None:
    schema = {"properties": {"a": {"pattern": r"^\d$"}}, "patternProperties": {r"^\d$": {"type": "null"}}}
    assert len(problems(tmp_path, schema, '"a": "1\\n"\n"١": 1')) == 1
    assert problems(tmp_path, {"patternProperties": {r"^\p{L}$": {}}, "additionalProperties": False}, "a: 1") == []


@pytest.mark.parametrize("schema", [{"$ref": "#/none"}, {"properties": 5}, {"type": "strnig"}, {"multipleOf": 0}])
def test_a_schema_that_cannot_be_applied_is_one_finding(tmp_path: Path, schema: Any) -> None:
    ((line, _, words),) = problems(
        tmp_path, {"properties": {"a": schema}} if "properties" not in schema else schema, "a: 1"
    )
    assert line is None
    assert words.startswith("the schema cannot be applied (")
    assert words.endswith("); mend the schema")


INSTANCES: list[Any] = [
    None, True, 0, 1, 1.0, -2.5, "", "ab", "2030-01-31", [], [1], [1, 1], ["a", {}], {}, {"a": 1}, {"a": "x", "b": 2},
    {"b": []}, {"xy": 1}, {"a": {"a": {"a": None}}},
]  # fmt: skip
SCHEMAS: list[dict[str, Any]] = [
    {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
    {"type": ["array", "null"], "items": {"type": "integer"}, "uniqueItems": True, "maxItems": 1},
    {"properties": {"a": {}}, "additionalProperties": False},
    {"patternProperties": {"^x": {"type": "string"}}, "additionalProperties": {"type": "integer"}},
    {"anyOf": [{"type": "string", "minLength": 1}, {"type": "number", "minimum": 0}]},
    {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
    {"not": {"type": "object"}},
    {"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"maxProperties": 0}},
    {"dependentRequired": {"a": ["b"]}, "minProperties": 1},
    {"properties": {"a": {"$ref": "#"}}, "additionalProperties": False, "type": ["object", "null"]},
    {"contains": {"const": 1}, "prefixItems": [{"type": "integer"}]},
    {"enum": [None, 1, "ab", {"a": 1}]},
    {"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False},
    {"propertyNames": {"maxLength": 1}},
    {"multipleOf": 0.5, "exclusiveMaximum": 1},
    {"pattern": "^a"},
]


@pytest.mark.parametrize("dialect", DRAFTS)
@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_the_verdict_is_that_of_jsonschema(tmp_path: Path, schema: dict[str, Any], dialect: str) -> None:
    write(tmp_path, {"s.json": {"$schema": dialect, **schema}})
    ours = make_validator(load_schema(tmp_path / "s.json", "s.json", ()))
    theirs = (Draft202012Validator if dialect == DRAFTS[0] else Draft7Validator)(schema)
    assert [accepts(ours, i) for i in INSTANCES] == [theirs.is_valid(i) for i in INSTANCES]
