"""``agentcfg-rules``, the role ``rule`` and the section of a reference page: each finding explained once and linked."""

from __future__ import annotations

import json
import re
import zlib
from typing import TYPE_CHECKING, Any

import pytest

from tests.sphinx_ext.building import Built, build, entry, head, index, page, paragraphs, rows
from tests.sphinx_ext.cards import CONF, FILES, RULES, directive, edit, pair
from tests.sphinx_ext.schemas import catalogue

if TYPE_CHECKING:
    from pathlib import Path

    from bs4 import Tag

NAMES = ["cards/schema", "cards/name-taken", "cards/no-cards"]
SITE: dict[str, Any] = {
    **FILES,
    "index.rst": index("rules", "card", "use", "genuine"),
    "rules.rst": directive("agentcfg-rules", "cards", title="Rules"),
    "card.rst": page("cards/card"),
    "use.rst": "Use\n===\n\n:agentcfg:rule:`cards/name-taken`\n\n:agentcfg:rule:`this one <cards/no-cards>`\n\n"
    ":any:`cards/schema`\n",
    "genuine.rst": "Genuine\n=======\n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("rules"), SITE, nitpicky=True, **CONF)


def rule(site: Built, name: str, page_name: str = "rules.html") -> Tag:
    return entry(site.soup(page_name), f"cards--rule.{name}")


# --- the catalogue ----------------------------------------------------------------------------------------------------


def test_a_site_with_rules_gives_no_warning(site: Built) -> None:
    assert site.log == ""


def test_a_table_leads_to_each_rule_with_severity_and_title(site: Built) -> None:
    (table,) = site.soup("rules.html").select("table.agentcfg-overview")
    lines = [[cell.get_text() for cell in line.select("td")] for line in table.select("tbody tr")]
    assert lines == [
        ["cards/schema", pair("error"), "The schema is broken. 不符合 Schema。"],
        ["cards/name-taken", pair("warning"), "Two cards have the name x. 两张卡片都叫 x。"],
        ["cards/no-cards", pair("info"), "There is no card. 没有卡片。"],
    ]
    anchors = [a["href"] for a in table.select("a")]
    assert anchors == [f"#cards--rule.{name.partition('/')[2]}" for name in NAMES]
    assert all(site.soup("rules.html").find(id=str(a)[1:]) for a in anchors)


def test_each_rule_has_one_entry_in_the_order_of_the_file(site: Built) -> None:
    assert [dt.select("span.descname")[0].get_text() for dt in site.soup("rules.html").select("dl.rule > dt")] == NAMES


def test_an_entry_says_severity_in_words_and_what_is_assumed(site: Built) -> None:
    assert head(rule(site, "schema")) == f"cards/schema — {pair('error')}"
    assert head(rule(site, "name-taken")) == f"cards/name-taken — {pair('warning')} — {pair('assumed')}"


def test_an_entry_explains_the_rule_in_both_languages(site: Built) -> None:
    each = rule(site, "name-taken")
    assert paragraphs(each)[:3] == [
        "Two cards have the name x. · 两张卡片都叫 x。",
        "Another card has the same name.",
        "另一张卡片同名。",
    ]
    told = rows(each)
    assert told[pair("why it matters")].split("\n") == ["Only one is found.", "只会找到一张。"]
    assert told[pair("what to do")].split("\n") == ["Rename one.", "给其中一张改名。"]
    assert told[pair("code of the tool")] == "dup-name"
    assert told[pair("source")].startswith("tool 1.0, cards.py:7 — assumed: no source states the rule")


def test_a_rule_names_its_types_and_leads_to_those_that_a_page_shows(site: Built) -> None:
    told = rule(site, "schema").select("dl.field-list")[0]
    (label,) = [dt for dt in told.select("dt") if dt.get_text().startswith("document types")]
    value = label.find_next_sibling("dd")
    assert value is not None
    assert value.get_text().strip() == "cards/card · cards/letter"
    assert [a["href"] for a in value.select("a")] == ["card.html#cards.card"]
    assert pair("document types") not in rows(rule(site, "no-cards"))


def test_examples_show_each_file_with_its_name_highlighted(site: Built) -> None:
    shown = rule(site, "name-taken").select(".agentcfg-example")
    captions = [each.select("p.agentcfg-lead")[0].get_text() for each in shown]
    assert captions == [
        f"{pair('Bad example')} — cards/a.yaml",
        "letters/b.md",
        f"{pair('Good example')} — cards/a.json",
    ]
    assert [each.select("pre")[0].get_text() for each in shown] == [
        "name: x\n",
        "---\nname: x\n---\n# Hello\n",
        '{"name": "y"}\n',
    ]
    assert [bool(each.select("pre span.nt")) for each in shown] == [True, True, True]
    assert "Saved in Latin-1." in shown[0].get_text()
    assert "以 Latin-1 保存。" in shown[0].get_text()


def test_every_id_is_on_the_page_once(site: Built) -> None:
    for name in ("rules.html", "card.html"):
        ids = [str(tag["id"]) for tag in site.soup(name).find_all(id=True)]
        assert len(ids) == len(set(ids))


def test_one_switch_serves_a_page_whatever_it_shows(tmp_path: Path) -> None:
    text = directive("agentcfg-rules", "cards") + "\n.. agentcfg-rules:: file\n\n.. agentcfg-formats:: cards\n"
    done = build(tmp_path, {**FILES, "index.rst": text}, **CONF)
    assert len(done.soup().select(".agentcfg-switch")) == 1


def test_several_groups_have_a_section_each_and_formats_their_own_name(tmp_path: Path) -> None:
    done = build(tmp_path, {**FILES, "index.rst": directive("agentcfg-rules", "cards file")}, **CONF)
    assert done.log == ""
    titles = [h.get_text().removesuffix("¶") for h in done.soup().select("section.agentcfg-rules > h2")]
    assert titles == ["Cards · 卡片", pair("Reading files")]
    assert done.soup().find(id="file--rule.not-utf8") is not None


@pytest.mark.parametrize("group", ["leji", "agentfs", "rolebox", "evolcore", "file", "audit", "schema"])
def test_every_group_of_ours_is_shown_without_a_warning(tmp_path: Path, group: str) -> None:
    done = build(tmp_path, {"index.rst": directive("agentcfg-rules", group)}, nitpicky=True)
    assert done.log == ""
    assert len(done.soup().select("dl.rule")) > 2


# --- options ----------------------------------------------------------------------------------------------------------


def shown(done: Built, name: str) -> list[str]:
    return [dt.get_text() for dt in done.soup(name).select("dl.rule > dt span.descname")]


def test_options_choose_types_and_languages(tmp_path: Path) -> None:
    pages = {
        "letter": directive("agentcfg-rules", "cards", ":types: letter", ":no-index:"),
        "full": directive("agentcfg-rules", "cards", ":types: cards/card", ":languages: zh_CN"),
    }
    files = {**FILES, "index.rst": index(*pages), **{f"{name}.rst": text for name, text in pages.items()}}
    done = build(tmp_path, files, **CONF)
    assert done.log == ""
    assert shown(done, "letter.html") == ["cards/schema"]
    assert shown(done, "full.html") == ["cards/schema", "cards/name-taken"]
    assert "A field is wrong." not in done.soup("full.html").get_text()
    assert "某个字段有误。" in done.soup("full.html").get_text()
    assert done.soup("letter.html").find(id="letter.cards--rule.schema") is not None


def test_rules_of_two_types_may_stand_on_two_pages(tmp_path: Path) -> None:
    only = RULES.replace('types = ["card", "letter"]', 'types = ["letter"]')
    files = {
        **FILES,
        "formats/cards/rules.toml": only,
        "index.rst": index("a", "b"),
        "a.rst": directive("agentcfg-rules", "cards", ":types: card"),
        "b.rst": directive("agentcfg-rules", "cards", ":types: letter"),
    }
    assert build(tmp_path, files, **CONF).log == ""


# --- targets ----------------------------------------------------------------------------------------------------------


def test_roles_lead_to_the_entry(site: Built) -> None:
    links = {a.get_text(): a["href"] for a in site.soup("use.html").select("div.body p > a")}
    assert links == {
        "cards/name-taken": "rules.html#cards--rule.name-taken",
        "this one": "rules.html#cards--rule.no-cards",
        "cards/schema": "rules.html#cards--rule.schema",
    }


def test_rules_are_in_the_inventory_the_index_and_the_search(site: Built) -> None:
    raw = (site.out / "objects.inv").read_bytes().split(b"\n", 4)[4]
    lines = zlib.decompress(raw).decode().splitlines()
    assert "cards/name-taken agentcfg:rule 1 rules.html#cards--rule.name-taken -" in lines
    assert "name-taken (cards)" in site.soup("genindex.html").get_text()
    search = site.file("searchindex.js")
    assert re.search(r'"cards/name-taken"', search)
    assert "agent configuration rule" in search
    assert json.dumps("同名") in search


@pytest.mark.parametrize(
    ("target", "hint"), [("cards/name-takn", "did you mean cards/name-taken"), ("zzz", "check the name")]
)
def test_an_unknown_rule_is_a_warning_with_what_may_have_been_meant(tmp_path: Path, target: str, hint: str) -> None:
    text = directive("agentcfg-rules", "cards") + f"\n:agentcfg:rule:`{target}`\n"
    warned = build(tmp_path, {**FILES, "index.rst": text}, **CONF).only_warning()
    assert (warned.place, warned.subtype) == ("index.rst:7", "agentcfg.unknown-rule")
    assert warned.text.startswith(f"no page explains the rule {target}; {hint}")


@pytest.mark.parametrize("parallel", [0, 2])
def test_a_rule_on_two_pages_is_a_warning_that_names_both(tmp_path: Path, parallel: int) -> None:
    names = ["a", *(f"p{i}" for i in range(10)), "z"]
    files: dict[str, Any] = {f"{name}.rst": f"{name}\n=====\n" for name in names}
    files |= {**FILES, "index.rst": index(*names), "a.rst": SITE["rules.rst"], "z.rst": SITE["rules.rst"]}
    warned = build(tmp_path, files, parallel=parallel, **CONF).only_warning()
    assert (warned.place, warned.subtype) == ("z.rst:4", "agentcfg.duplicate-rule")
    assert warned.text.startswith("cards/schema and 2 more are indexed on two pages, a (line 4) and z; add ")


def test_a_page_that_is_read_again_warns_again(tmp_path: Path) -> None:
    pages = {"a.rst": SITE["rules.rst"], "z.rst": SITE["rules.rst"]}
    build(tmp_path, {**FILES, "index.rst": index("a", "z"), **pages}, **CONF)
    for name in ("z.rst", "a.rst"):
        edit(tmp_path, {name: pages[name]})
        assert build(tmp_path, **CONF).only_warning().place == "z.rst:4"


def test_the_same_rules_twice_on_one_page_are_that_warning_too(tmp_path: Path) -> None:
    text = directive("agentcfg-rules", "cards") + "\n.. agentcfg-rules:: cards\n"
    done = build(tmp_path, {**FILES, "index.rst": text}, **CONF)
    assert [(w.place, w.subtype) for w in done.warnings] == [("index.rst:7", "agentcfg.duplicate-rule")]
    ids = [str(t["id"]) for t in done.soup().find_all(id=True)]
    assert len(ids) == len(set(ids))


def test_no_rule_has_the_anchor_of_a_schema_a_field_or_a_section(tmp_path: Path) -> None:
    head_lines = 'title = "X"\nsource_language = "en"\n'
    manifest = f'{head_lines}[documents.rule]\ntitle = "R"\nschema = "r.json"\nsyntax = "json"\n'
    rules = "".join(RULES.split("[name-taken]")[0].replace("schema", name, 3) for name in ("overview", "schema"))
    rules = rules.replace('types = ["card", "letter"]', 'types = ["rule"]')
    files = {
        "formats/x/format.toml": manifest,
        "formats/x/r.json": {"properties": {"overview": {}, "schema": {}}},
        "formats/x/rules.toml": rules,
        "index.rst": page("x/rule") + "\n.. agentcfg-rules:: x\n",
    }
    done = build(tmp_path, files, **CONF)
    assert done.log == ""
    ids = [str(t["id"]) for t in done.soup().find_all(id=True)]
    assert len(ids) == len(set(ids))


# --- the section of a reference page ----------------------------------------------------------------------------------


def section(done: Built, name: str = "card.html") -> Tag:
    (found,) = done.soup(name).select("section.agentcfg-rules")
    return found


def test_a_reference_page_lists_the_rules_of_its_type_and_leads_to_them(site: Built) -> None:
    lines = [[c.get_text() for c in line.select("td")][:2] for line in section(site).select("tbody tr")]
    assert lines == [["cards/schema", pair("error")], ["cards/name-taken", pair("warning")]]
    links = [a["href"] for a in section(site).select("a:not(.headerlink)")]
    assert links == ["rules.html#cards--rule.schema", "rules.html#cards--rule.name-taken"]


def test_without_a_catalogue_the_section_has_no_links_and_nothing_warns(tmp_path: Path) -> None:
    done = build(tmp_path, {**FILES, "index.rst": page("cards/card")}, nitpicky=True, **CONF)
    assert done.log == ""
    assert section(done, "index.html").select("a:not(.headerlink)") == []
    assert "cards/name-taken" in section(done, "index.html").get_text()


def test_a_type_without_rules_has_no_section(tmp_path: Path) -> None:
    files = {**FILES, "index.rst": page("cards/story")}
    assert build(tmp_path, files, **CONF).soup().select("section.agentcfg-rules") == []


# --- later builds -----------------------------------------------------------------------------------------------------


def test_a_second_build_reads_nothing_and_an_edit_reads_the_pages_with_rules(tmp_path: Path) -> None:
    build(tmp_path, SITE, **CONF)
    assert build(tmp_path, **CONF).read == ()
    edit(tmp_path, {"formats/cards/rules.toml": RULES.replace("A field is wrong.", "A field is odd.")})
    done = build(tmp_path, **CONF)
    assert done.read == ("card", "rules")
    assert "A field is odd." in done.soup("rules.html").get_text()
    edit(tmp_path, {"formats/cards/locale/zh_CN/rules.po": FILES["formats/cards/locale/zh_CN/rules.po"]})
    assert build(tmp_path, **CONF).read == ("card", "rules")
    assert build(tmp_path, **CONF).read == ()


def test_links_follow_rules_that_move_without_reading_the_page_again(tmp_path: Path) -> None:
    build(tmp_path, SITE, **CONF)
    edit(tmp_path, {"rules.rst": "Gone\n====\n", "genuine.rst": SITE["rules.rst"]})
    done = build(tmp_path, **CONF)
    assert done.read == ("genuine", "rules")
    links = [a["href"] for a in section(done).select("a:not(.headerlink)")]
    assert links == ["genuine.html#cards--rule.schema", "genuine.html#cards--rule.name-taken"]
    edit(tmp_path, {"genuine.rst": "Genuine\n=======\n"})
    assert section(build(tmp_path, **CONF)).select("a:not(.headerlink)") == []


def test_rules_that_appear_later_are_shown(tmp_path: Path) -> None:
    files = {name: text for name, text in SITE.items() if not name.endswith(("rules.toml", "use.rst"))}
    files = {name: text for name, text in files.items() if "invalid" not in name}
    first = build(tmp_path, {**files, "index.rst": index("rules", "card", "genuine")}, **CONF)
    assert first.only_warning().subtype == "agentcfg.unknown-group"
    edit(tmp_path, {"formats/cards/rules.toml": RULES})
    done = build(tmp_path, **CONF)
    assert (done.log, done.read) == ("", ("card", "rules"))
    assert section(done).select("a:not(.headerlink)") != []


def test_parallel_reading_gives_the_same_pages(tmp_path: Path, site: Built) -> None:
    many = {f"p{i}.rst": f"P\n=\n\n:agentcfg:rule:`cards/schema`\n\n{i}\n" for i in range(12)}
    listed = index("rules", "card", "use", "genuine", *(f"p{i}" for i in range(12)))
    done = build(tmp_path, {**SITE, **many, "index.rst": listed}, parallel=3, **CONF)
    assert done.log == ""
    assert [str(x) for x in section(done).select("a")] == [str(x) for x in section(site).select("a")]
    assert "rules.html#cards--rule.schema" in done.file("p7.html")


# --- what may be wrong ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "files", "subtype", "words"),
    [
        (directive("agentcfg-rules", "crads"), {}, "unknown-group", ["crads", "did you mean cards?"]),
        (directive("agentcfg-rules", "zzz"), {}, "unknown-group", ["known groups: ", "cards"]),
        (
            directive("agentcfg-rules", "cards", ":types: crad card"),
            {},
            "unknown-type",
            ["crad", "cards/card"],
        ),
        (directive("agentcfg-rules", "cards", ":languages: en qq"), {}, "unknown-language", ["qq"]),
        (
            directive("agentcfg-rules", "cards"),
            {"formats/cards/rules.toml": "[x]\n"},
            "broken-format",
            ["rules.toml", "'severity' is a required property"],
        ),
        (
            directive("agentcfg-rules", "cards"),
            {"formats/cards/rules.toml": "[x\n"},
            "broken-format",
            ["rules.toml", "not TOML"],
        ),
        (
            directive("agentcfg-rules", "cards", ":languages: en zh_CN"),
            {"formats/cards/locale/zh_CN/rules.po": catalogue({"/schema/fix": ("Mend the field.", "修正该字段。")})},
            "missing-translation",
            ["cards: 12 of 13 texts", "/schema/title", "cards/locale/zh_CN/rules.po"],
        ),
    ],
)
def test_what_is_wrong_is_one_warning_at_the_directive(
    tmp_path: Path, text: str, files: dict[str, Any], subtype: str, words: list[str]
) -> None:
    done = build(tmp_path, {**FILES, "index.rst": text, **files}, **CONF)
    warned = done.only_warning()
    assert (warned.place, warned.subtype) == ("index.rst:4", f"agentcfg.{subtype}")
    assert [word for word in words if word not in warned.text] == []
    assert str(tmp_path) not in warned.text


def test_a_group_that_cannot_be_shown_says_so_on_the_page(tmp_path: Path) -> None:
    done = build(tmp_path, {"index.rst": directive("agentcfg-rules", "zzz")})
    (problem,) = done.soup().select("p.agentcfg-problem")
    assert "zzz" in problem.get_text()


def test_hostile_text_is_shown_as_it_is(tmp_path: Path) -> None:
    nasty = r"<script>alert(1)</script> \u001b[31m \u202e |x| `y`_ :ref:`z`"
    rules = RULES.replace('title = "The schema is broken."', f'title = "{nasty}"')
    rules = rules.replace('text = "size: big\\n"', f'text = "{nasty}\\n"').replace("card.schema.json", nasty)
    files = {**FILES, "formats/cards/rules.toml": rules, "index.rst": SITE["rules.rst"]}
    done = build(tmp_path, files, suppress_warnings=["agentcfg.stale-translation"], **CONF)
    assert done.log == ""
    assert done.soup().select("div.body script") == []
    text = rule(done, "schema", "index.html").get_text()
    assert text.count("<script>alert(1)</script> \\x1b[31m \\u202e |x|") == 3
    assert "\x1b" not in done.file("index.html")
    assert "\u202e" not in done.file("index.html")
