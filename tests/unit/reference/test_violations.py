"""The words for each keyword: a person hears what is wrong with the value, never only the name of a keyword."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.documents import parse_document
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.validation import make_validator, validate
from tests.unit.making import DRAFTS, write

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.findings import Finding


def findings(folder: Path, schema: Any, text: str) -> tuple[Finding, ...]:
    write(folder, {"s.json": schema})
    validator = make_validator(load_schema(folder / "s.json", "s.json", ()))
    return validate(parse_document(text, name="d.yaml", syntax="yaml"), validator, "g")


def words(folder: Path, schema: Any, text: str, language: str = "en") -> list[str]:
    return [f.message.text(language) for f in findings(folder, schema, text)]


def of_a(schema: Any) -> dict[str, Any]:
    return {"properties": {"a": schema}}


#: schema, document, what is said in English and in Chinese
KEYWORDS = [
    (
        {"dependentRequired": {"a": ["b"]}},
        "a: 1",
        "`b` is missing (required if `a` is set); add it",
        "缺少 `b`（设置了 `a` 时必填）；请补上",
    ),
    (
        {"dependentSchemas": {"a": {"properties": {"b": {"type": "string"}}}}},
        "a: 1\nb: 2",
        "If `a` is set: `b` must be of type string, not `2`; change the value",
        "当设置了 `a` 时：`b` 的类型必须是 string，而不是 `2`；请修改取值",
    ),
    (
        {"anyOf": [{"required": ["prompt"]}, {"required": ["prompt_file"]}]},
        "a: 1",
        "at least one of `prompt` · `prompt_file` must be set; add it",
        "`prompt` · `prompt_file` 至少要设置一项；请补上",
    ),
    (
        {"oneOf": [{"required": ["p"]}, {"required": ["q", "r"]}]},
        "a: 1",
        "exactly one of `p` · `q` + `r` must be set; add it",
        "`p` · `q` + `r` 必须设置且只能设置一项；请补上",
    ),
    (
        {"oneOf": [{"required": ["p"]}, {"required": ["q"]}, {"required": ["r"]}]},
        "p: 1\nr: 1",
        "only one of `p` · `r` may be set; remove the others",
        "`p` · `r` 只能设置一项；请删去其余的",
    ),
    (
        of_a({"oneOf": [{"type": "string"}, {"pattern": "^x"}, {"type": "null"}]}),
        "a: xy",
        "`a` fits the alternatives 1, 2 at once, and may fit only one; leave out what belongs to another",
        "`a` 同时符合第 1, 2 种写法，而只能符合一种；请删去属于其他写法的内容",
    ),
    (
        {"not": {"required": ["a"]}},
        "a: 1",
        "`a` must not be set here; remove it",
        "这里不能设置 `a`；请删除",
    ),
    (
        {"not": {"required": ["a", "b"]}},
        "a: 1\nb: 2",
        "`a` · `b` must not be set together; remove one of them",
        "`a` · `b` 不能同时设置；请删去其中一个",
    ),
    (
        {"not": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}},
        "a: 1",
        "none of `a` · `b` may be set here; remove those that are",
        "这里不能设置 `a` · `b` 中的任何一个；请删去已设置的",
    ),
    (
        {"not": {"properties": {"a": {"const": 5}}, "required": ["a"]}},
        "a: 5",
        "the document must not be so that `a` is `5`; change that",
        "文档 中不能出现“`a` 为 `5`”的情况；请修改",
    ),
    (
        of_a({"not": {"enum": ["x", "y"]}}),
        "a: y",
        "`a` must not be `y`; choose another value",
        "`a` 不能是 `y`；请换一个取值",
    ),
    (
        of_a({"not": {"pattern": "^-"}}),
        "a: -x",
        "`a` must not match `^-`, and `-x` does; change the value",
        "`a` 不能匹配 `^-`，而 `-x` 匹配；请修改取值",
    ),
    (
        of_a({"not": {"minimum": 3}}),
        "a: 4",
        '`a` must not fit `{"minimum": 3}`; change it',
        '`a` 不能符合 `{"minimum": 3}`；请修改',
    ),
    (
        of_a({"contains": {"const": "visitor"}}),
        "a: [owner]",
        "`a` must contain `visitor`; add it",
        "`a` 中必须包含 `visitor`；请补上",
    ),
    (
        of_a({"contains": {"enum": ["x", 1]}}),
        "a: [owner]",
        "`a` must contain one of x · 1; add it",
        "`a` 中必须包含 x · 1 之一；请补上",
    ),
    (
        of_a({"contains": {"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]}}),
        "a: [{k: 2}]",
        "`a` must contain an item in which `k` is `1`; add it",
        "`a` 中必须包含 满足“`k` 为 `1`”的项；请补上",
    ),
    (
        of_a({"contains": {"pattern": "^x"}}),
        "a: [y]",
        "`a` must contain an item that matches `^x`; add it",
        "`a` 中必须包含 匹配 `^x` 的项；请补上",
    ),
    (
        of_a({"contains": {"type": ["integer", "null"]}, "minContains": 2}),
        "a: [y, 1]",
        "`a` must contain an item of type integer / null at least 2 times; add to it",
        "`a` 中至少要有 2 个 类型为 integer / null 的项；请补足",
    ),
    (
        of_a({"contains": {"minimum": 3}, "maxContains": 1}),
        "a: [4, 5]",
        '`a` may contain an item that fits `{"minimum": 3}` at most 1 times; remove some',
        '`a` 中最多只能有 1 个 符合 `{"minimum": 3}` 的项；请删去多余的',
    ),
    (
        {"propertyNames": {"pattern": "^[a-z]+$"}},
        "B1: 1",
        "the key `B1` must match `^[a-z]+$`; rename it",
        "键 `B1` 必须匹配 `^[a-z]+$`；请改名",
    ),
    (
        {"propertyNames": {"maxLength": 1}},
        "ab: 1",
        "the key `ab` is not allowed (`ab` is too long: at most 1; shorten it); rename it",
        "不允许使用键 `ab`（`ab` 过长，最多 1；请缩短）；请改名",
    ),
    (
        {"properties": {"a": False}},
        "a: 1",
        "`a` is not allowed here; remove it",
        "这里不允许出现 `a`；请删除",
    ),
    (
        of_a({"multipleOf": 0.5}),
        "a: 0.7",
        "`a` must be a multiple of 0.5, and 0.7 is not; change the value",
        "`a` 必须是 0.5 的倍数，而 0.7 不是；请修改取值",
    ),
    (
        of_a({"prefixItems": [{}], "items": False}),
        "a: [1, 2]",
        "`a` has more items than the schema allows; remove those at its end",
        "`a` 的项数超过 Schema 允许的数量；请删去末尾多余的项",
    ),
    (
        of_a({"prefixItems": [{}], "unevaluatedItems": False}),
        "a: [1, 2]",
        "`a` has more items than the schema allows; remove those at its end",
        "`a` 的项数超过 Schema 允许的数量；请删去末尾多余的项",
    ),
    (
        {"properties": {"mustAskWhen": {}}, "additionalProperties": False},
        "mustAskWhn: 1",
        "`mustAskWhn` is not a known field; did you mean `mustAskWhen`?",
        "`mustAskWhn` 不是已知字段；是不是想写 `mustAskWhen`？",
    ),
]


@pytest.mark.parametrize(("schema", "text", "english", "chinese"), KEYWORDS)
def test_the_words_of_each_keyword(tmp_path: Path, schema: Any, text: str, english: str, chinese: str) -> None:
    assert words(tmp_path, schema, text) == [english]
    assert words(tmp_path, schema, text, "zh_CN") == [chinese]


# --- conditions -------------------------------------------------------------------------------------------------------

CRON = {"properties": {"kind": {"const": "cron"}}, "required": ["kind"]}


def test_a_field_that_is_missing_under_a_condition_says_which(tmp_path: Path) -> None:
    schema = {"if": CRON, "then": {"required": ["expr"]}, "else": {"required": ["at"]}}
    assert words(tmp_path, schema, "kind: cron") == ["`expr` is missing (required if `kind` is `cron`); add it"]
    assert words(tmp_path, schema, "kind: once") == ["`at` is missing (required unless `kind` is `cron`); add it"]


def test_what_else_is_wrong_under_a_condition_says_which(tmp_path: Path) -> None:
    schema = {"if": CRON, "then": {"properties": {"expr": {"type": "string"}}}}
    said = "If `kind` is `cron`: `expr` must be of type string, not `5`; change the value"
    assert words(tmp_path, schema, "kind: cron\nexpr: 5") == [said]


def test_a_condition_without_plain_words_is_left_out(tmp_path: Path) -> None:
    schema = {"if": {"minProperties": 1}, "then": {"required": ["b"]}}
    assert words(tmp_path, schema, "a: 1") == ["`b` is missing; add it"]


def test_conditions_of_one_object_add_up(tmp_path: Path) -> None:
    schema = {"if": CRON, "then": {"if": {"required": ["tz"]}, "then": {"required": ["expr"]}}}
    said = "`expr` is missing (required if `kind` is `cron` and `tz` is set); add it"
    assert words(tmp_path, schema, "kind: cron\ntz: x") == [said]


def test_a_condition_of_another_object_is_not_taken_along(tmp_path: Path) -> None:
    inner = {"if": {"required": ["x"]}, "then": {"required": ["y"]}}
    schema = {"if": CRON, "then": {"properties": {"p": inner}}}
    assert words(tmp_path, schema, "kind: cron\np: {x: 1}") == ["`p.y` is missing (required if `x` is set); add it"]


def test_draft_07_spells_dependencies_in_one_word(tmp_path: Path) -> None:
    schema = {"$schema": DRAFTS[1], "dependencies": {"a": ["b"], "c": {"required": ["d"]}}}
    assert words(tmp_path, schema, "a: 1\nc: 1") == [
        "`b` is missing (required if `a` is set); add it",
        "`d` is missing (required if `c` is set); add it",
    ]


# --- alternatives -----------------------------------------------------------------------------------------------------

TRIGGER = {
    "oneOf": [
        {"properties": {"kind": {"const": "cron"}, "expr": {"type": "string"}}, "required": ["kind", "expr"]},
        {"properties": {"kind": {"const": "at"}, "at": {"type": "string"}}, "required": ["kind", "at"]},
    ]
}
NONE_FITS = (
    "`a` fits none of 2 alternatives (`a` must match `^x`, and `z` does not; change the value — or: "
    "`a` must match `^y`, and `z` does not; change the value); make it fit one"
)
TEXT_OR_LIST = {"anyOf": [{"type": "string", "minLength": 1}, {"type": "array", "items": {"type": "string"}}]}


@pytest.mark.parametrize(
    ("schema", "text", "said"),
    [
        (TEXT_OR_LIST, "a: 5", ["`a` must be of type string / array, not `5`; change the value"]),
        (TEXT_OR_LIST, "a: [x, 5]", ["`a[1]` must be of type string, not `5`; change the value"]),
        (TEXT_OR_LIST, 'a: ""', ["`a` is too short: at least 1; add to it"]),
        (
            {"oneOf": [{"const": "x"}, {"enum": ["y", 1]}]},
            "a: z",
            ["`a` must be one of x · y · 1, not `z`; choose one"],
        ),
        (
            {"anyOf": [{"type": "null"}, {"const": "x"}]},
            "a: 5",
            ["`a` must be of type null or one of x, not `5`; change the value"],
        ),
        (
            {"anyOf": [{"anyOf": [{"type": "null"}, {"type": "string"}]}, {"type": "object", "required": ["k"]}]},
            "a: {}",
            ["`a.k` is missing; add it"],
        ),
        (
            {"anyOf": [{"pattern": "^x"}, {"pattern": "^y"}]},
            "a: z",
            [NONE_FITS],
        ),
    ],
)
def test_the_alternative_that_was_meant_is_the_one_told_of(
    tmp_path: Path, schema: Any, text: str, said: list[str]
) -> None:
    assert words(tmp_path, of_a(schema), text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("kind: cron", "`expr` is missing; add it"),
        ("kind: at\nat: 5", "`at` must be of type string, not `5`; change the value"),
        ("kind: cron\nexpr: 5", "`expr` must be of type string, not `5`; change the value"),
        ("{}", "`kind` is missing; add it"),
    ],
)
def test_a_key_that_tells_alternatives_apart_is_heeded(tmp_path: Path, text: str, said: str) -> None:
    assert words(tmp_path, TRIGGER, text)[0] == said


def test_closed_alternatives_are_told_apart_by_the_keys_that_they_know(tmp_path: Path) -> None:
    closed = [
        {"properties": {"x": {}, "y": {}}, "required": ["x", "y"], "additionalProperties": False},
        {"properties": {"z": {}}, "additionalProperties": False},
    ]
    assert words(tmp_path, {"anyOf": closed}, "x: 1") == ["`y` is missing; add it"]


def test_alternatives_of_which_none_was_begun_are_all_told_of(tmp_path: Path) -> None:
    branches = [{"required": ["a", "b"], "type": "object"}, {"required": ["c"], "type": "object"}]
    (said,) = words(tmp_path, {"anyOf": branches}, "z: 1")
    assert said.startswith("the document fits none of 2 alternatives (`a` is missing; add it — or: `c` is missing; ")
    assert words(tmp_path, {"anyOf": branches}, "b: 1") == ["`a` is missing; add it"]


# --- values and places ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('a: "1"', '"1"'),
        ("a: 1", "1"),
        ("a: true", "true"),
        ('a: "true"', '"true"'),
        ("a: null", "null"),
        ("a: x", "x"),
    ],
)
def test_a_string_that_looks_like_another_value_is_quoted(tmp_path: Path, text: str, shown: str) -> None:
    assert words(tmp_path, of_a({"const": 5}), text) == [f"`a` must be `5`, not `{shown}`; change the value"]


def test_a_large_value_is_not_written_out(tmp_path: Path) -> None:
    (said,) = words(tmp_path, of_a({"type": "string"}), f"a: [{', '.join('12345' for _ in range(1000))}]")
    assert said == "`a` must be of type string, not `[…]`; change the value"


def test_of_many_allowed_values_the_first_are_named(tmp_path: Path) -> None:
    (said,) = words(tmp_path, of_a({"enum": [f"v{i}" for i in range(30)]}), "a: x")
    assert "v11 · …, not `x`" in said
    assert "v12" not in said


def test_one_wrong_value_is_told_once(tmp_path: Path) -> None:
    schema = of_a({"type": "boolean", "enum": [True, False]})
    assert words(tmp_path, schema, 'a: "on"') == ["`a` must be one of true · false, not `on`; choose one"]


@pytest.mark.parametrize(
    ("schema", "text", "pointer", "column"),
    [
        ({"propertyNames": {"pattern": "^a"}}, "{ a: 1, b: 2 }", "/b", 9),
        ({"properties": {"b": False}}, "{ a: 1, b: 2 }", "/b", 9),
        ({"patternProperties": {"^b": False}}, "{ a: 1, b: 2 }", "/b", 9),
        ({"properties": {"b": {"type": "null"}}}, "{ a: 1, b: 2 }", "/b", 12),
    ],
)
def test_a_problem_of_a_key_is_at_the_key(tmp_path: Path, schema: Any, text: str, pointer: str, column: int) -> None:
    (found,) = findings(tmp_path, schema, text)
    assert (found.pointer, found.line, found.column) == (pointer, 1, column)


def test_only_the_first_unknown_fields_are_compared_with_the_known_ones(tmp_path: Path) -> None:
    schema = {"properties": {"known": {}}, "additionalProperties": False}
    said = words(tmp_path, schema, "".join(f"known{i}: 1\n" for i in range(30)))
    assert sum("did you mean" in each for each in said) == 20
    assert len(said) == 30


@pytest.mark.parametrize(
    "keyword", [{"anyOf": []}, {"oneOf": []}, {"if": 5}, {"dependentRequired": 5}, {"propertyNames": {"type": "x"}}]
)
def test_a_broken_keyword_is_a_finding_and_no_error(tmp_path: Path, keyword: dict[str, Any]) -> None:
    assert all(f.rule == "g/schema" for f in findings(tmp_path, keyword, "a: 1"))
