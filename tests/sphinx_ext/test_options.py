"""What the directive's options and the values of conf.py do to a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.sphinx_ext.building import LEJI_ID, Built, Warned, build, entry, head, index, page, paragraphs
from tests.sphinx_ext.schemas import KITCHEN, TEAM_FILES

if TYPE_CHECKING:
    from pathlib import Path

DEEP: dict[str, Any] = {
    "properties": {
        "a": {"properties": {"b": {"properties": {"c": {"type": "string"}, "d": {"type": "string"}}}}},
        "z": {"type": "string"},
    }
}
#: Page → its source. All of them are one build.
PAGES = {
    "one": page("leji/agent-profile", ":languages: en"),
    "other": page("leji/agent-profile", ":languages: zh_CN", ":no-index:"),
    "turned": page("leji/agent-profile", ":languages: zh-CN, EN", ":no-index:"),
    "third": page("team.json", ":languages: en qq zh-hans", ":no-index:"),
    "few": page("team.json", ":sections: fields, overview", ":no-index:"),
    "none": page("team.json", ":sections: feilds", ":no-index:"),
    "part": page("deep.json#/properties/a", ":no-index:"),
    "same": page("deep.json", ":pointer: /properties/a", ":no-index:"),
    "shallow": page("deep.json", ":max-depth: 1", ":no-index:"),
    "middle": page("deep.json", ":max-depth: 2", ":no-index:"),
    "bad": page("deep.json", ":max-depth: deep", ":no-index:"),
    "older": page("deep.json", ":noindex:"),
    "twice": page("deep.json", ":no-index:") + "\n.. agentcfg-schema:: team.json\n   :no-index:\n",
    "inside": "Page\n====\n\n.. note::\n\n   .. agentcfg-schema:: deep.json\n      :no-index:\n\n"
    "* Item\n\n  .. agentcfg-schema:: team.json\n     :no-index:\n",
    "plain": page("team.json"),
    "sub/deeper": page("../deep.json", ":no-index:"),
    "sub/rooted": page("/deep.json", ":no-index:"),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    files = {"index.rst": index(*PAGES), "deep.json": DEEP, **TEAM_FILES}
    return build(tmp_path_factory.mktemp("options"), files | {f"{name}.rst": text for name, text in PAGES.items()})


def anchors(site: Built, name: str) -> list[str]:
    return [str(dt["id"]) for dt in site.soup(f"{name}.html").select("dl.field > dt")]


def titles(site: Built, name: str) -> list[str]:
    return [h.get_text().removesuffix("¶") for h in site.soup(f"{name}.html").select("section.agentcfg > h2")]


# --- languages --------------------------------------------------------------------------------------------------------


def test_one_language_is_the_only_one_on_the_page(site: Built) -> None:
    said = entry(site.soup("one.html"), f"{LEJI_ID}.requiredRead")
    assert head(said) == "requiredRead — array of string — required unless inherits is set"
    assert paragraphs(said) == ["Paths this role loads before any task."]
    assert site.soup("one.html").select(".agentcfg-switch") == []
    assert titles(site, "one")[:2] == ["Overview", "Fields"]


def test_the_other_language_alone_is_the_only_one_too(site: Built) -> None:
    said = entry(site.soup("other.html"), f"other.{LEJI_ID}.requiredRead")
    assert head(said) == "requiredRead — 字符串数组 — 未设置 inherits 时必填"
    assert paragraphs(said) == ["角色着手任何任务之前都要先读的路径。"]
    assert titles(site, "other")[:2] == ["概览", "字段"]


def test_languages_come_in_the_order_of_the_option_in_any_spelling_with_or_without_commas(site: Built) -> None:
    (switch,) = site.soup("turned.html").select(".agentcfg-switch")
    assert switch["data-languages"] == "zh-CN en"
    said = entry(site.soup("turned.html"), f"turned.{LEJI_ID}.requiredRead")
    assert paragraphs(said) == ["角色着手任何任务之前都要先读的路径。", "Paths this role loads before any task."]


def test_an_unknown_language_warns_and_the_others_count(site: Built) -> None:
    (switch,) = site.soup("third.html").select(".agentcfg-switch")
    assert switch["data-languages"] == "en zh-CN"
    expected = "qq is no language code; write for example en or zh_CN"
    assert Warned("third.rst:4", expected, "agentcfg.unknown-language") in site.warnings


def test_without_an_option_a_schema_is_shown_in_every_language_that_it_has(site: Built) -> None:
    (switch,) = site.soup("plain.html").select(".agentcfg-switch")
    assert switch["data-languages"] == "en zh-CN"
    assert site.soup("part.html").select(".agentcfg-switch") == []


# --- sections ---------------------------------------------------------------------------------------------------------


def test_sections_keep_the_order_of_the_page_and_the_rest_is_not_there(site: Built) -> None:
    assert titles(site, "few") == ["Overview · 概览", "Fields · 字段"]
    assert site.soup("few.html").select("dl.schema, .agentcfg-switch, pre") == []


def test_a_page_without_a_header_still_has_the_anchor_of_the_schema(site: Built) -> None:
    assert site.soup("few.html").find(id="few.team.json") is not None


def test_an_unknown_section_warns_with_a_suggestion_and_the_page_has_all(site: Built) -> None:
    expected = "no section feilds; did you mean fields?"
    assert Warned("none.rst:4", expected, "agentcfg.unknown-section") in site.warnings
    assert titles(site, "none") == ["Overview · 概览", "Fields · 字段", "Skeleton · 模板骨架", "Schema"]


# --- pointer, depth ---------------------------------------------------------------------------------------------------


def test_a_pointer_shows_a_part_with_the_paths_and_ids_of_the_whole(site: Built) -> None:
    assert anchors(site, "part") == ["part.deep.json.a.b", "part.deep.json.a.b.c", "part.deep.json.a.b.d"]


def test_the_option_and_the_fragment_mean_the_same(site: Built) -> None:
    assert anchors(site, "same") == [a.replace("part.", "same.", 1) for a in anchors(site, "part")]


def test_a_maximal_depth_hides_what_is_deeper_and_counts_it(site: Built) -> None:
    assert anchors(site, "shallow") == ["shallow.deep.json.a", "shallow.deep.json.z"]
    assert paragraphs(entry(site.soup("shallow.html"), "shallow.deep.json.a")) == ["3 more fields inside"]
    assert paragraphs(entry(site.soup("shallow.html"), "shallow.deep.json.z")) == []


def test_only_the_last_entry_that_is_shown_counts_what_is_inside(site: Built) -> None:
    assert anchors(site, "middle") == ["middle.deep.json.a", "middle.deep.json.a.b", "middle.deep.json.z"]
    assert paragraphs(entry(site.soup("middle.html"), "middle.deep.json.a")) == []
    assert paragraphs(entry(site.soup("middle.html"), "middle.deep.json.a.b")) == ["2 more fields inside"]


def test_a_depth_that_is_no_number_warns_and_everything_is_shown(site: Built) -> None:
    expected = "`:max-depth:` is deep; give a number from 1"
    assert Warned("bad.rst:4", expected, "agentcfg.bad-option") in site.warnings
    assert len(anchors(site, "bad")) == 5


# --- no index ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["older", "twice", "sub/deeper", "sub/rooted"])
def test_ids_of_a_page_that_is_not_indexed_begin_with_its_name(site: Built, name: str) -> None:
    prefix = name.replace("/", ".")
    assert anchors(site, name)[:2] == [f"{prefix}.deep.json.a", f"{prefix}.deep.json.a.b"]


def test_two_on_one_page_keep_their_ids_apart(site: Built) -> None:
    found = [str(tag["id"]) for tag in site.soup("twice.html").find_all(id=True)]
    assert len(found) == len(set(found))
    assert anchors(site, "twice")[-1] == "twice-1.team.json.size"


def test_only_indexed_pages_are_in_the_inventory(site: Built) -> None:
    assert site.env is not None
    targets = {(name, docname) for name, _, _, docname, _, _ in site.env.domains["agentcfg"].get_objects()}
    assert {docname for _, docname in targets} == {"one", "plain"}
    assert ("leji/agent-profile#id", "one") in targets
    assert not any(name.startswith("deep.json") for name, _ in targets)


def test_links_on_a_page_that_is_not_indexed_stay_on_it(site: Built) -> None:
    for name in ("other", "few", "older", "twice"):
        soup = site.soup(f"{name}.html")
        targets = [str(a["href"]) for a in soup.select("div.body table a[href], div.body pre a[href]")]
        assert targets, name
        assert [t for t in targets if not t.startswith("#") or soup.find(id=t[1:]) is None] == [], name


def test_all_of_this_gives_no_other_warning(site: Built) -> None:
    assert sorted(w.place for w in site.warnings) == ["bad.rst:4", "none.rst:4", "third.rst:4"]


# --- where no section may stand ---------------------------------------------------------------------------------------


def test_inside_an_admonition_titles_are_rubrics(site: Built) -> None:
    (note,) = site.soup("inside.html").select(".admonition.note")
    assert [p.get_text() for p in note.select("p.rubric")] == ["Overview", "Fields", "Skeleton", "Schema"]
    assert note.select("section, h2") == []
    assert len(note.select("dl.field")) == 5


def test_inside_a_list_item_too(site: Built) -> None:
    (item,) = site.soup("inside.html").select("div.body > section > ul > li")
    assert item.select("p.rubric")[0].get_text() == "Overview · 概览"
    assert len(item.select("dl.field")) == 2


# --- conf.py ----------------------------------------------------------------------------------------------------------


def first_view(tmp_path: Path, **conf: Any) -> str:
    done = build(tmp_path, {"index.rst": page("team.json"), **TEAM_FILES}, **conf)
    assert done.log == ""
    (switch,) = done.soup().select(".agentcfg-switch")
    return str(switch["data-first"])


@pytest.mark.parametrize(
    ("language", "setting", "expected"),
    [
        ("en", "auto", "en"),
        ("zh_CN", "auto", "zh-CN"),
        ("de", "auto", "both"),
        ("en", "both", "both"),
        ("en", "zh-cn", "zh-CN"),
        ("en", "de", "both"),
    ],
)
def test_the_first_view_is_the_language_of_the_build_unless_it_is_set(
    tmp_path: Path, language: str, setting: str, expected: str
) -> None:
    assert first_view(tmp_path, language=language, agentcfg_first_view=setting) == expected


def test_the_languages_of_conf_py_hold_for_every_page_and_an_option_wins(tmp_path: Path) -> None:
    files = {"index.rst": index("a", "b"), "a.rst": page("team.json"), **TEAM_FILES}
    files["b.rst"] = page("team.json", ":languages: en", ":no-index:")
    done = build(tmp_path, files, agentcfg_languages=["zh_CN"])
    assert done.log == ""
    assert paragraphs(entry(done.soup("a.html"), "team.json.lead")) == ["由谁带领。"]
    assert paragraphs(entry(done.soup("b.html"), "b.team.json.lead")) == ["Who leads it."]


def test_the_source_language_of_ones_own_schemas_can_be_told(tmp_path: Path) -> None:
    schema = {"properties": {"a": {"description": "OK", "description@en": "Fine"}}}
    files = {"index.rst": page("s.json", ":languages: zh_CN en"), "s.json": schema}
    done = build(tmp_path, files, agentcfg_source_language="zh-Hans")
    assert done.log == ""
    chinese, english = entry(done.soup(), "s.json.a").select("dd > p")
    assert (chinese["lang"], chinese.get_text()) == ("zh-CN", "OK")
    assert (english["lang"], english.get_text()) == ("en", "Fine")


def test_a_schema_mostly_in_chinese_is_taken_for_chinese(tmp_path: Path) -> None:
    schema = {"title": "团队", "properties": {"a": {"description": "名称"}, "b": {"description": "ID"}}}
    done = build(tmp_path, {"index.rst": page("s.json"), "s.json": schema})
    assert done.log == ""
    assert head(entry(done.soup(), "s.json.a")) == "a — 任意值"


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("languages", ["en", "qq"], "known language codes (qq is none)"),
        ("languages", [1], "a list of language codes"),
        ("source_language", "qq", "a language code"),
        ("first_view", "sideways", "'auto', 'both' or a language code"),
        ("format_dirs", [1], "a list of folders"),
    ],
)
def test_a_bad_value_warns_and_the_default_counts(tmp_path: Path, name: str, value: Any, wanted: str) -> None:
    done = build(tmp_path, {"index.rst": page("team.json"), **TEAM_FILES}, **{f"agentcfg_{name}": value})
    expected = f"agentcfg_{name} = {value!r} in conf.py is ignored; it must be {wanted}"
    assert done.warnings == [Warned("", expected, "agentcfg.bad-setting")]
    (switch,) = done.soup().select(".agentcfg-switch")
    assert (switch["data-languages"], switch["data-first"]) == ("en zh-CN", "en")


FORMAT = """\
title = "Mine"
source_language = "en"

[documents.thing]
title = "Thing"
summary = "One thing."
schema = "thing.schema.json"
syntax = "yaml"
files = ["things/*.yaml"]
status = "draft"
"""
MINE = {
    "formats/mine/format.toml": FORMAT,
    "formats/mine/thing.schema.json": {"properties": {"a": {"type": "string"}}, "additionalProperties": False},
    "formats/mine/examples/valid/thing/good.yaml": "a: b\n",
}


@pytest.mark.parametrize("folder", ["formats", "formats/mine"])
def test_a_format_of_ones_own_is_shown_like_a_built_in_one(tmp_path: Path, folder: str) -> None:
    done = build(tmp_path, {"index.rst": page("mine/thing"), **MINE}, agentcfg_format_dirs=[folder])
    assert done.log == ""
    assert head(entry(done.soup(), "mine.thing.a")) == "a — string"
    assert "things/*.yaml" in entry(done.soup(), "mine.thing").get_text()
    (block,) = done.soup().select(".agentcfg-example pre")
    assert block.get_text() == "a: b\n"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"formats/mine/format.toml": "title = "}, ["format.toml", "not TOML"]),
        ({"formats/mine/format.toml": 'title = "X"\n'}, ["format.toml", "required property"]),
        ({"formats/mine/format.toml": FORMAT}, ["format.toml", "thing.schema.json, which is not there"]),
        ({}, ["formats", "no format.toml here or one level below"]),
    ],
)
def test_a_broken_format_warns_once_with_the_cause_and_the_build_goes_on(
    tmp_path: Path, files: dict[str, Any], words: list[str]
) -> None:
    pages = {f"p{i}.rst": "P\n=\n" for i in range(9)}
    pages |= {"index.rst": index("a", *(f"p{i}" for i in range(9))), "a.rst": page("team.json")}
    done = build(tmp_path, {**pages, **TEAM_FILES, **files}, parallel=2, agentcfg_format_dirs=["formats"])
    warned = done.only_warning()
    assert warned.subtype == "agentcfg.broken-format"
    assert [word for word in ["agentcfg_format_dirs", *words] if word not in warned.text] == []
    assert entry(done.soup("a.html"), "team.json.lead")


def test_a_format_with_the_id_of_a_built_in_one_is_refused(tmp_path: Path) -> None:
    files = {name.replace("mine", "leji"): content for name, content in MINE.items()}
    done = build(tmp_path, {"index.rst": page("leji/agent-profile"), **files}, agentcfg_format_dirs=["formats"])
    assert done.only_warning().subtype == "agentcfg.broken-format"
    assert "leji" in done.only_warning().text
    assert len(anchors(done, "index")) == 18


def test_an_example_of_ones_own_that_is_not_valid_warns_with_its_place(tmp_path: Path) -> None:
    files = {"index.rst": page("mine/thing"), **MINE, "formats/mine/examples/valid/thing/bad.yaml": "a: b\nc: d\n"}
    done = build(tmp_path, files, agentcfg_format_dirs=["formats"])
    warned = done.only_warning()
    assert (warned.place, warned.subtype) == ("index.rst:4", "agentcfg.invalid-example")
    assert warned.text.startswith("bad.yaml:2:1: the example bad.yaml should be valid: ")
    captions = [p.get_text() for p in done.soup().select(".agentcfg-example p.agentcfg-lead")]
    assert captions == ["bad.yaml — not valid", "good.yaml — valid"]


def test_a_definition_is_shown_once_however_it_is_reached(tmp_path: Path) -> None:
    done = build(tmp_path, {"index.rst": page("k.json", ":sections: definitions"), "k.json": KITCHEN})
    assert [name.get_text() for name in done.soup().select("dt.sig span.descname")] == [
        "node",
        "node.kids",
        "node.label",
    ]


def test_a_schema_in_yaml_is_shown_like_one_in_json(tmp_path: Path) -> None:
    text = "title: T\nproperties:\n  a:\n    type: string\n"
    done = build(tmp_path, {"index.rst": page("s.yaml"), "s.yaml": text})
    assert done.log == ""
    assert head(entry(done.soup(), "s.yaml.a")) == "a — string"
    assert done.soup().select("pre")[-1].get_text() == text


def test_a_schema_without_fields_has_a_page_without_their_sections(tmp_path: Path) -> None:
    done = build(tmp_path, {"index.rst": page("s.json"), "s.json": "{}"})
    assert done.log == ""
    assert titles(done, "index") == ["Schema"]


def test_three_languages_are_in_the_switch_and_other_folders_are_none(tmp_path: Path) -> None:
    files: dict[str, Any] = {"index.rst": page("team.json"), **TEAM_FILES, "locale/templates/team.po": ""}
    files["locale/ja/team.po"] = files["locale/xx/team.po"] = TEAM_FILES["locale/zh_CN/team.po"]
    done = build(tmp_path, files)
    assert done.log == ""
    (switch,) = done.soup().select(".agentcfg-switch")
    assert (switch["data-languages"], switch["data-names"]) == ("en ja zh-CN", "English|日本語|中文")
