"""Words of both languages are found, in an English build and in a Chinese one."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.sphinx_ext.search import BigramChinese, BigramEnglish
from tests.sphinx_ext.building import Built, build, page
from tests.sphinx_ext.schemas import TEAM_FILES

if TYPE_CHECKING:
    from collections.abc import Callable

SPLIT = [
    ("", []),
    ("one two", ["one", "two"]),
    ("必填", ["必填"]),
    ("填", ["填"]),
    ("字符串数组", ["字符", "符串", "串数", "数组"]),
    ("角色，任务", ["角色", "任务"]),
    ("array of 字符串", ["array", "of", "字符", "符串"]),
    ("YAML头部x", ["YAML", "头部", "x"]),
    ("review_after reviewAfter", ["review_after", "reviewAfter"]),
    ("freshness.reviewAfter", ["freshness", "reviewAfter"]),
    ("zh-CN 3.11", ["zh", "CN", "3", "11"]),
    ("naïve café", ["naïve", "café"]),
    ("㐀㐁㐂 豈更車", ["㐀㐁", "㐁㐂", "豈更", "更車"]),
    ("a·b“c”", ["a", "b", "c"]),
    ("こんにちは", ["こんにちは"]),
]


@pytest.mark.parametrize(("text", "words"), SPLIT)
@pytest.mark.parametrize("language", [BigramEnglish, BigramChinese])
def test_chinese_is_split_into_pairs_and_all_else_into_words(
    language: type[BigramEnglish], text: str, words: list[str]
) -> None:
    assert language({}).split(text) == words


@pytest.mark.parametrize(
    ("word", "stem"), [("required", "requir"), ("profiles", "profil"), ("必填", "必填"), ("填", "填")]
)
def test_english_is_stemmed_and_chinese_is_not(word: str, stem: str) -> None:
    assert BigramEnglish({}).stem(word) == BigramChinese({}).stem(word) == stem


def test_the_names_of_the_languages_are_those_that_sphinx_looks_for() -> None:
    assert (BigramEnglish.lang, BigramChinese.lang) == ("en", "zh")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    known: dict[str, Built] = {}

    def get(language: str) -> Built:
        if language not in known:
            files = {"index.rst": page("team.json"), **TEAM_FILES}
            known[language] = build(tmp_path_factory.mktemp(language), files, language=language)
            assert known[language].log == ""
        return known[language]

    return get


def terms(done: Built) -> dict[str, Any]:
    text = done.file("searchindex.js")
    data: dict[str, Any] = json.loads(text.removeprefix("Search.setIndex(").rstrip().removesuffix(")"))
    return data


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("word", ["由谁", "谁带", "带领", "多少", "必填", "requir", "lead", "integ"])
def test_the_index_has_pairs_of_chinese_characters_and_stems(
    site: Callable[[str], Built], language: str, word: str
) -> None:
    assert word in terms(site(language))["terms"]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_titles_of_sections_are_in_the_index_in_both_languages(site: Callable[[str], Built], language: str) -> None:
    titles = set(terms(site(language))["titleterms"])
    assert {"overview", "field", "skeleton", "概览", "字段"} - titles == set()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_field_is_an_object_of_the_search(site: Callable[[str], Built], language: str) -> None:
    found = terms(site(language))
    kind = next(number for number, name in found["objtypes"].items() if name == "agentcfg:field")
    full = {
        (f"{prefix}.{o[4]}", o[3]) for prefix, group in found["objects"].items() for o in group if str(o[1]) == kind
    }
    assert full == {("team.json#lead", "team.json.lead"), ("team.json#size", "team.json.size")}


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_browser_splits_a_query_with_our_splitter(site: Callable[[str], Built], language: str) -> None:
    script = site(language).file("_static/language_data.js")
    assert script.count("function splitQuery") == 1
    assert "i + 2 <= part.length" in script
    assert "stemmer" in script.lower()


def test_the_ranges_of_the_browsers_splitter_are_pythons() -> None:
    chinese = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    ranges = set(re.findall(r"\[\^?((?:\\u[0-9a-f]{4}-\\u[0-9a-f]{4})+)\]", BigramEnglish.js_splitter_code))
    assert ranges == {chinese}


def test_a_build_in_another_language_keeps_sphinx_own_search(tmp_path_factory: pytest.TempPathFactory) -> None:
    files = {"index.rst": page("team.json"), **TEAM_FILES}
    done = build(tmp_path_factory.mktemp("de"), files, language="de")
    assert "i + 2 <= part.length" not in done.file("_static/language_data.js")
