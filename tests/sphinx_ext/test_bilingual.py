"""Each thing is said in each language of the page; what is missing or stale is marked, and nothing is ever lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from docutils import nodes

from sphinx_agentcfg.reference.model import IsSet, Not, Requirement, Text
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.sphinx_ext.bilingual import Speaker
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, plain
from tests.sphinx_ext.building import write
from tests.sphinx_ext.schemas import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

BOTH = ("agentcfg-alt-en", "agentcfg-alt-zh-CN")


def link(text: str, path: str) -> Mark:
    return Mark("link", (text,), target=f"#{path}")


def speaker(*languages: str, source: str = "en") -> Speaker:
    return Speaker(languages, Translations(source), link)


def english(*inside: Fragment) -> Mark:
    return Mark("span", inside, ("agentcfg-alt-zh-CN",), "en")


def chinese(*inside: Fragment) -> Mark:
    return Mark("span", inside, ("agentcfg-alt-en",), "zh-CN")


DOT = Mark("span", (" · ",), BOTH)


@pytest.fixture
def texts(tmp_path: Path) -> dict[str, Text]:
    """A text in each state: translated, from an earlier text, missing."""
    write(tmp_path, {"locale/zh_CN/s.po": catalogue({"/good": ("Good.", "好。"), "/old": ("Former.", "旧的。")})})
    sources = {"good": "Good.", "old": "Present.", "none": "None."}
    return {name: Text(source, tmp_path / "s.json", f"/{name}") for name, source in sources.items()}


def test_a_label_is_said_in_each_language_tagged_and_with_a_separator_that_hides_with_either() -> None:
    assert speaker("en", "zh_CN").label("required") == [english("required"), DOT, chinese("必填")]


def test_the_languages_come_in_the_order_of_the_page() -> None:
    said = speaker("zh_CN", "en").label("required")
    assert [said[0], said[2]] == [chinese("必填"), english("required")]
    assert plain(said) == "必填 · required"


def test_one_language_needs_no_tag() -> None:
    assert speaker("zh_CN").label("required") == ["必填"]
    assert speaker("en").label("required") == ["required"]


def test_what_is_the_same_in_all_languages_is_said_once() -> None:
    assert speaker("en", "zh_CN").phrase(lambda voice: voice.requirement(Requirement())) == []
    assert speaker("en", "de").label("required") == ["required"]


def test_a_piece_hides_when_any_other_language_is_chosen() -> None:
    said = speaker("en", "zh_CN", "ja").pair([["a"], ["b"], ["c"]])
    marks = [m for m in said if isinstance(m, Mark) and m.language]
    assert [m.classes for m in marks] == [
        ("agentcfg-alt-zh-CN", "agentcfg-alt-ja"),
        ("agentcfg-alt-en", "agentcfg-alt-ja"),
        ("agentcfg-alt-en", "agentcfg-alt-zh-CN"),
    ]
    assert plain(said) == "a · b · c"


def test_a_sentence_keeps_its_code_in_both_languages() -> None:
    said = speaker("en", "zh_CN").phrase(lambda voice: voice.requirement(Requirement(when=(Not(IsSet("inherits")),))))
    assert plain(said) == "required unless inherits is set · 未设置 inherits 时必填"
    assert [m.language for m in said if isinstance(m, Mark) and Mark("code", ("inherits",)) in m.inside] == [
        "en",
        "zh-CN",
    ]


def shown(blocks: Sequence[nodes.Node]) -> list[tuple[str, list[str]]]:
    return [(b.astext(), list(b["classes"])) for b in blocks if isinstance(b, nodes.Element)]


def test_a_translated_text_is_a_block_in_each_language(texts: dict[str, Text]) -> None:
    assert shown(speaker("en", "zh_CN").prose(texts["good"])) == [
        ("Good.", ["agentcfg-alt-zh-CN", "language-en"]),
        ("好。", ["agentcfg-alt-en", "language-zh-CN", "agentcfg-second"]),
    ]


def test_a_text_of_an_earlier_source_is_shown_and_marked(texts: dict[str, Text]) -> None:
    source, translation = shown(speaker("en", "zh_CN").prose(texts["old"]))
    assert source[0] == "Present."
    assert translation[0].startswith("旧的。 translated from an earlier text · ")
    assert speaker("zh_CN").prose(texts["old"])[0].astext().startswith("旧的。 ")


def test_a_missing_text_is_shown_once_in_the_source_language_marked_and_never_hidden(texts: dict[str, Text]) -> None:
    ((text, classes),) = shown(speaker("en", "zh_CN").prose(texts["none"]))
    assert text.startswith("None. not yet in 中文 · ")
    assert classes == ["language-en"]


def test_on_a_page_in_one_language_a_missing_text_is_tagged_as_what_it_is(texts: dict[str, Text]) -> None:
    ((text, classes),) = shown(speaker("zh_CN").prose(texts["none"]))
    assert text.startswith("None. ")
    assert text != "None. "
    assert classes == ["language-en"]
    assert shown(speaker("zh_CN").prose(texts["good"])) == [("好。", [])]


def test_the_mark_itself_is_in_both_languages(texts: dict[str, Text]) -> None:
    (block,) = speaker("en", "zh_CN").prose(texts["none"])
    assert isinstance(block, nodes.Element)
    (said,) = [n for n in block.children if "tree" in getattr(n, "attributes", {})]
    _, mark = said["tree"]  # type: ignore[index]  # found by this attribute
    assert mark.classes == ("agentcfg-mark",)
    assert [m.language for m in mark.inside if m.language] == ["en", "zh-CN"]


def test_a_text_of_several_blocks_is_one_box_with_the_mark_in_its_last_line(tmp_path: Path) -> None:
    text = Text("One.\n\n- a\n\nLast.", tmp_path / "s.json", "/x")
    (box,) = speaker("en", "zh_CN").prose(text)
    assert isinstance(box, nodes.container)
    assert box["classes"] == ["language-en"]
    last = box.children[-1].astext()
    assert last.startswith("Last. not yet in 中文")
    (ending,) = speaker("en", "zh_CN").prose(Text("```\nx\n```", tmp_path / "s.json", "/y"))
    assert [type(child) for child in ending.children] == [nodes.literal_block, nodes.paragraph]


def test_an_inline_translation_of_the_schema_counts(tmp_path: Path) -> None:
    text = Text("Name.", tmp_path / "s.json", "/x", (("zh_CN", "名称。"),))
    assert [t for t, _ in shown(speaker("en", "zh_CN").prose(text))] == ["Name.", "名称。"]


def test_a_line_says_a_text_in_each_language_in_which_it_is(texts: dict[str, Text]) -> None:
    assert speaker("en", "zh_CN").line(texts["good"]) == [english("Good."), DOT, chinese("好。")]
    assert speaker("en", "zh_CN").line(texts["none"]) == [Mark("span", ("None.",), (), "en")]


def test_a_short_line_keeps_the_first_sentence_of_each(tmp_path: Path) -> None:
    text = Text("One. Two.", tmp_path / "s.json", "/x", (("zh_CN", "一。二。"),))
    assert plain(speaker("en", "zh_CN").line(text, short=True, between=" ")) == "One. 一。"


def test_a_source_in_chinese_stands_first_where_the_page_says_so(tmp_path: Path) -> None:
    text = Text("名称。", tmp_path / "s.json", "/x", (("en", "Name."),))
    said = speaker("zh_CN", "en", source="zh_CN").line(text)
    assert [said[0], said[2]] == [chinese("名称。"), english("Name.")]
