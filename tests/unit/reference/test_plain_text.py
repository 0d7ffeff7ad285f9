"""Text cut and broken to the columns of a terminal, in which a Chinese character takes two."""

from __future__ import annotations

import pytest

from sphinx_agentcfg.reference.plain_text import columns, cut, wrapped


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("abc", 3), ("字段", 4), ("a字", 3), ("，", 2), ("e\u0301", 1), ("ｆ", 2), ("…", 1)],
)
def test_a_wide_character_takes_two_columns(text: str, width: int) -> None:
    assert columns(text) == width


@pytest.mark.parametrize(
    ("text", "width", "short"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("字段表", 6, "字段表"),
        ("字段表", 5, "字段…"),
        ("字段表", 4, "字…"),
        ("ab cd", 4, "ab…"),
        ("abc", 1, "…"),
        ("abc", 0, ""),
    ],
)
def test_what_is_cut_ends_in_an_ellipsis_and_fits(text: str, width: int, short: str) -> None:
    assert cut(text, width) == short
    assert columns(short) <= width


def test_lines_break_at_spaces_and_between_chinese_characters() -> None:
    assert wrapped("one two three", 7) == ("one two", "three")
    assert wrapped("字段必填，类型为字符串", 8) == ("字段必填，", "类型为字", "符串")  # no comma begins a line
    assert wrapped("用 `agentcfg` 检查", 10) == ("用", "`agentcfg`", "检查")
