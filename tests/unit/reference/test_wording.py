"""Types, limits and conditions in both languages; the Chinese was written by hand, with the words of the glossary."""

from __future__ import annotations

from typing import Any

import pytest

from sphinx_agentcfg.reference.model import (
    ALWAYS,
    ANYTHING,
    NEVER,
    NOTHING,
    All,
    Alternative,
    Any_,
    ArrayOf,
    Condition,
    Constraint,
    Equals,
    Holds,
    IsSet,
    LinkTo,
    MapOf,
    Named,
    Not,
    Requirement,
    TupleOf,
    TypeExpr,
    Union,
    Values,
)
from sphinx_agentcfg.reference.phrases import Kind, enumerate_phrases, fill, literal, plain, word
from tests.unit.making import EN, ZH

STRING, NULL = Named("string"), Named("null")


@pytest.mark.parametrize(
    ("kind", "english", "chinese"),
    [
        (STRING, "string", "字符串"),
        (Named("number"), "number", "数字"),
        (Named("integer"), "integer", "整数"),
        (Named("boolean"), "boolean", "布尔值"),
        (Named("object"), "object", "对象"),
        (Named("array"), "array", "数组"),
        (NULL, "`null`", "`null`"),
        (ANYTHING, "any value", "任意值"),
        (NOTHING, "nothing", "不允许任何值"),
        (Named("file"), "file", "file"),
        (Values(("a", 1, None)), '`"a"` · `1` · `null`', '`"a"` · `1` · `null`'),
        (Union((STRING, NULL)), "string or `null`", "字符串或 `null`"),
        (Union((STRING, Named("integer"), NULL)), "string, integer or `null`", "字符串、整数或 `null`"),
        (ArrayOf(STRING), "array of string", "字符串数组"),
        (ArrayOf(ANYTHING), "array", "数组"),
        (ArrayOf(Values(("a", "b"))), 'array of `"a"` · `"b"`', '由 `"a"` · `"b"` 构成的数组'),
        (ArrayOf(Union((STRING, NULL))), "array of (string or `null`)", "元素为字符串或 `null` 的数组"),
        (TupleOf((STRING, NULL), None), "array of exactly: string, `null`", "数组，各项依次为：字符串、`null`"),
        (TupleOf((STRING,), ANYTHING), "array that begins with: string", "数组，前几项依次为：字符串"),
        (
            TupleOf((STRING,), Named("integer")),
            "array of: string, then integer",
            "数组，前几项依次为：字符串，其余为整数",
        ),
        (MapOf(Named("boolean")), "map of string to boolean", "从字符串到布尔值的映射"),
        (MapOf(ANYTHING), "object", "对象"),
        (LinkTo("Node", "#Node"), "Node", "Node"),
        (LinkTo("", ""), "the whole document", "整个文档"),
    ],
)
def test_types(kind: TypeExpr, english: str, chinese: str) -> None:
    assert plain(EN.type(kind)) == english
    assert plain(ZH.type(kind)) == chinese


def test_a_link_carries_its_target() -> None:
    (span,) = EN.type(LinkTo("Node", "#Node"))
    assert (span.kind, span.target) == (Kind.LINK, "#Node")


def test_a_long_list_of_values_is_cut_and_says_so() -> None:
    assert plain(EN.type(Values(tuple(range(9))))) == " · ".join([*(f"`{i}`" for i in range(8)), "…"])
    assert plain(EN.type(Values(tuple(range(8))))).count("`") == 16
    assert plain(EN.type_in_short(Values(("a", "b", "c")))) == '`"a"` · `"b"` · …'


@pytest.mark.parametrize(
    ("condition", "english", "chinese"),
    [
        (IsSet("a"), "`a` is set", "设置了 `a`"),
        (Not(IsSet("a")), "`a` is not set", "未设置 `a`"),
        (Equals("a", ("x",), or_absent=False), "`a` is `x`", "`a` 为 `x`"),
        (Equals("a", ("x", 2), or_absent=True), "`a` is `x` or `2` or not set", "`a` 为 `x` 或 `2` 或未设置"),
        (Not(Equals("a", ("x",), or_absent=False)), "`a` is not `x`", "`a` 不是 `x`"),
        (Not(Equals("a", ("x",), or_absent=True)), "`a` is set and not `x`", "设置了 `a` 且不是 `x`"),
        (All((IsSet("a"), IsSet("b"))), "`a` is set and `b` is set", "设置了 `a` 且设置了 `b`"),
        (Any_((IsSet("a"), IsSet("b"))), "`a` is set or `b` is set", "设置了 `a` 或设置了 `b`"),
        (Alternative(2), "alternative 2 is chosen", "采用写法“2”"),
        (Holds({"minProperties": 1}), 'the object matches `{"minProperties": 1}`', '对象符合 `{"minProperties": 1}`'),
        (
            Not(All((IsSet("a"), IsSet("b")))),
            "it is not so that `a` is set and `b` is set",
            "以下不成立：设置了 `a` 且设置了 `b`",
        ),
    ],
)
def test_conditions(condition: Condition, english: str, chinese: str) -> None:
    assert plain(EN.condition(condition)) == english
    assert plain(ZH.condition(condition)) == chinese


@pytest.mark.parametrize(
    ("requirement", "english", "chinese"),
    [
        (ALWAYS, "required", "必填"),
        (NEVER, "", ""),
        (Requirement(when=(Not(IsSet("a")),)), "required unless `a` is set", "未设置 `a` 时必填"),
        (Requirement(when=(IsSet("a"),)), "required if `a` is set", "设置了 `a` 时必填"),
        (
            Requirement(when=(Equals("a", (True,), or_absent=False),)),
            "required if `a` is `true`",
            "`a` 为 `true` 时必填",
        ),
        (
            Requirement(when=(Not(Equals("a", ("x",), or_absent=False)),)),
            "required unless `a` is `x`",
            "除非 `a` 为 `x`，否则必填",
        ),
        (
            Requirement(when=(IsSet("a"), IsSet("b"))),
            "required if `a` is set; required if `b` is set",
            "设置了 `a` 时必填；设置了 `b` 时必填",
        ),
    ],
)
def test_requirements(requirement: Requirement, english: str, chinese: str) -> None:
    assert plain(EN.requirement(requirement)) == english
    assert plain(ZH.requirement(requirement)) == chinese


@pytest.mark.parametrize(
    ("requirement", "english", "chinese"),
    [
        (ALWAYS, "required", "必填"),
        (Requirement(when=(Not(IsSet("a")),)), "unless `a`", "未设置 `a` 时"),
        (Requirement(when=(IsSet("a"),)), "with `a`", "设置 `a` 时"),
        (Requirement(when=(IsSet("a"), IsSet("b"))), "with `a`; with `b`", "设置 `a` 时；设置 `b` 时"),
        (NEVER, "", ""),
    ],
)
def test_requirements_in_short(requirement: Requirement, english: str, chinese: str) -> None:
    assert plain(EN.requirement_in_short(requirement)) == english
    assert plain(ZH.requirement_in_short(requirement)) == chinese


def test_what_holds_under_a_condition_begins_with_it() -> None:
    assert plain(EN.context(Alternative(1))) == "Alternative 1"
    assert plain(ZH.context(Alternative(1))) == "写法 1"
    assert plain(EN.context(Not(IsSet("a")))) == "Unless `a` is set"
    assert plain(ZH.context(IsSet("a"))) == "当设置了 `a` 时"


@pytest.mark.parametrize(
    ("keyword", "value", "english", "chinese"),
    [
        ("minItems", 1, "at least 1 item", "至少 1 项"),
        ("maxItems", 2, "at most 2 items", "至多 2 项"),
        ("minLength", 1, "at least 1 character", "至少 1 个字符"),
        ("maxProperties", 3, "at most 3 keys", "至多 3 个键"),
        ("minContains", 1, "at least 1 matching item", "至少 1 个匹配项"),
        ("minimum", 0, "at least `0`", "至少 `0`"),
        ("exclusiveMaximum", 1.5, "less than `1.5`", "小于 `1.5`"),
        ("multipleOf", 5, "multiple of `5`", "倍数 `5`"),
        ("pattern", "^a|b$", "pattern `^a|b$`", "匹配模式 `^a|b$`"),
        ("format", "date", "format `date`", "格式 `date`"),
        ("uniqueItems", True, "items all different", "各项 不得重复"),
        ("required", ("a", "b"), "required `a` + `b`", "必填 `a` + `b`"),
        ("oneOf/required", (("a",), ("b",)), "exactly one of `a` · `b`", "必须且只能有其一 `a` · `b`"),
        ("not", {"required": ["a"]}, "never so that `a` is set", "不得出现 设置了 `a`"),
        ("not", {"type": "string"}, 'must not match `{"type": "string"}`', '不得符合 `{"type": "string"}`'),
        ("additionalProperties", Named("integer"), "other fields integer", "其他字段 整数"),
        ("contains", STRING, "at least one item string", "至少有一项 字符串"),
    ],
)
def test_limits(keyword: str, value: Any, english: str, chinese: str) -> None:
    for voice, expected in ((EN, english), (ZH, chinese)):
        label, said = voice.constraint(Constraint(keyword, value))
        assert f"{label} {plain(said)}" == expected


@pytest.mark.parametrize(
    ("keyword", "value", "english", "chinese"),
    [
        ("pattern", "^a$", "matches `^a$`", "匹配 `^a$`"),
        ("maximum", 3, "at most `3`", "至多 `3`"),
        ("multipleOf", 5, "multiple of `5`", "倍数 `5`"),
        ("minLength", 2, "at least 2 characters", "至少 2 个字符"),
    ],
)
def test_limits_inside_a_sentence(keyword: str, value: Any, english: str, chinese: str) -> None:
    for voice, expected in ((EN, english), (ZH, chinese)):
        label, said = voice.inline_constraint(Constraint(keyword, value))
        assert f"{label} {plain(said)}" == expected


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("word", "word"),
        ("path/to file", "path/to file"),
        ("--no-color", '"--no-color"'),
        ("true", '"true"'),
        ("null", '"null"'),
        ("", '""'),
        ("1", '"1"'),
        ('say "x"', '"say \\"x\\""'),
        (True, "true"),
        (None, "null"),
        (1.0, "1.0"),
        ([1, "中"], '[1, "中"]'),
        ({}, "{}"),
        ("a\x1b[31m", '"a\\u001b[31m"'),
        ("a\u202eb", '"a\\u202eb"'),
    ],
)
def test_a_literal_goes_without_quotes_only_where_it_can_be_nothing_else(value: Any, shown: str) -> None:
    (span,) = literal(value)
    assert (span.kind, span.text) == (Kind.CODE, shown)


def test_a_literal_may_be_quoted_always() -> None:
    assert plain(literal("word", quoted=True)) == '`"word"`'


def test_enumerations() -> None:
    assert plain(enumerate_phrases([], "en")) == ""
    assert plain(enumerate_phrases([word("a")], "en")) == "a"
    assert plain(enumerate_phrases([word(c) for c in "abc"], "en")) == "a, b and c"
    assert plain(enumerate_phrases([word(c) for c in "abc"], "zh_CN")) == "a、b 且 c"


def test_a_text_of_ours_without_translation_is_english() -> None:
    assert plain(fill("never heard of {x}", "zh_CN", x="y")) == "never heard of y"
