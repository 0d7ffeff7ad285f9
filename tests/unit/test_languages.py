"""Language codes in every common spelling, and text that could do harm."""

from __future__ import annotations

import pytest

from sphinx_agentcfg.languages import display_name, html_tag, normalise
from sphinx_agentcfg.safe_text import excerpt, visible


@pytest.mark.parametrize(
    ("code", "normal"),
    [
        ("en", "en"),
        ("EN", "en"),
        ("zh", "zh_CN"),
        ("zh-CN", "zh_CN"),
        ("zh_hans", "zh_CN"),
        ("zh-Hant", "zh_TW"),
        ("pt-br", "pt_BR"),
        (" de ", "de"),
        ("sr-latn", "sr_Latn"),
        ("klingon", None),
        ("", None),
        ("xx", None),
        ("../etc", None),
    ],
)
def test_codes(code: str, normal: str | None) -> None:
    assert normalise(code) == normal


def test_names_and_tags() -> None:
    assert html_tag("zh_CN") == "zh-CN"
    assert (display_name("en"), display_name("zh_CN"), display_name("de")) == ("English", "中文", "Deutsch")
    assert display_name("zh_CN", "en") == "Chinese"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain 中文 é 😀", "plain 中文 é 😀"),
        ("a\tb\nc", "a\tb\nc"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x00", "\\0"),
        ("a\r\nb", "a\r\nb"),
        ("a\rb", "a\\rb"),
        ("\u202eabc", "\\u202eabc"),
        ("\u2028", "\\u2028"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("\x85", "\\u0085"),
    ],
)
def test_harmful_characters_become_visible(text: str, shown: str) -> None:
    assert visible(text) == shown.replace("\r\n", "\n")


def test_an_excerpt_is_one_short_line() -> None:
    assert excerpt("a\n  b") == "a b"
    assert excerpt("x" * 100, 10) == "x" * 9 + "…"
    assert excerpt("x" * 10, 10) == "x" * 10
