"""``agentcfg-formats``: the index of formats, the page of one, and the way back from every page below."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.sphinx_ext.building import Built, build, index, page, rows
from tests.sphinx_ext.cards import CONF, FILES, MANIFEST, directive, edit, pair

if TYPE_CHECKING:
    from pathlib import Path

    from bs4 import Tag

SITE: dict[str, Any] = {
    **FILES,
    "index.rst": index("formats", "sub/cards", "sub/card", "leji", "rules"),
    "formats.rst": directive("agentcfg-formats", title="Formats"),
    "sub/cards.rst": directive("agentcfg-formats", "cards", title="Cards"),
    "sub/card.rst": page("cards/card", title="Card"),
    "leji.rst": page("leji/agent-profile"),
    "rules.rst": directive("agentcfg-rules", "cards"),
}
FIRST = '[documents.card]\ntitle = "X"\nschema = "x.json"\nsyntax = "json"\n'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("formats"), SITE, nitpicky=True, **CONF)


def cells(table: Tag) -> list[list[str]]:
    return [[" ".join(cell.get_text().split()) for cell in line.select("td")] for line in table.select("tbody tr")]


def section(site: Built, title: str, name: str = "sub/cards.html") -> Tag:
    for head in site.soup(name).select("section > h2"):
        if head.get_text().removesuffix("¶") == title:
            assert head.parent is not None
            return head.parent
    raise AssertionError(title)


def trail(site: Built, name: str) -> list[tuple[str, str]]:
    return [(a.get_text(), str(a["href"])) for a in site.soup(name).select("p.agentcfg-trail a")]


# --- the index --------------------------------------------------------------------------------------------------------


def test_a_site_with_formats_gives_no_warning(site: Built) -> None:
    assert site.log == ""


def test_the_index_has_every_format_also_those_of_ones_own(site: Built) -> None:
    titles = [h.get_text().removesuffix("¶") for h in site.soup("formats.html").select("section.agentcfg > h2")]
    assert [title.partition(" · ")[0] for title in titles] == ["AgentFS", "evolcore", "Leji", "rolebox", "Cards"]


def test_the_index_says_what_a_format_is_and_leads_to_what_is_shown(site: Built) -> None:
    part = section(site, "Cards · 卡片", "formats.html")
    text = part.get_text()
    assert "Cards that a team keeps." in text
    assert "团队保存的卡片。" in text
    assert rows(part)[pair("Home page")] == "https://cards.invalid/"
    (table,) = part.select("table")
    assert cells(table) == [
        ["cards/card Card · 卡片文件", "One card. 一张卡片。", "cards/*.yaml · **/card.yaml"],
        ["cards/letter Letter · 信件", "", "letters/**/*.md"],
        ["cards/story Story · 故事", "", "*.story.md"],
    ]
    assert [a["href"] for a in table.select("a")] == ["sub/card.html#cards.card"]
    (title,) = part.select("h2 > a.reference")
    assert title["href"] == "sub/cards.html#cards--format"


def test_the_index_can_be_of_some_formats_only(tmp_path: Path) -> None:
    text = directive("agentcfg-formats", "", ":only: leji, cards", ":languages: zh_CN")
    done = build(tmp_path, {**FILES, "index.rst": text}, **CONF)
    titles = [h.get_text().removesuffix("¶") for h in done.soup().select("section.agentcfg > h2")]
    assert titles == ["Leji", "卡片"]
    assert done.soup().select(".agentcfg-switch") == []
    assert "Cards that" not in done.soup().get_text()


def test_the_languages_of_formats_with_several_sources_begin_with_that_of_the_site(tmp_path: Path) -> None:
    for language, tags in (("en", "en zh-CN"), ("zh_CN", "zh-CN en")):
        done = build(tmp_path / language, {"index.rst": directive("agentcfg-formats")}, language=language)
        assert done.soup().select(".agentcfg-switch")[0]["data-languages"] == tags


# --- a format ---------------------------------------------------------------------------------------------------------


def test_a_format_says_what_it_is_with_its_boxes(site: Built) -> None:
    body = site.soup("sub/cards.html").select_one("div.body")
    assert body is not None
    assert body.find(id="cards--format") is not None
    assert "Cards that a team keeps." in body.get_text()
    (box,) = body.select("div.warning")
    assert "Cards burn." in box.get_text()
    assert "卡片会烧。" in box.get_text()
    assert rows(body)[pair("Authoritative")] == "English · 英语"


def test_its_document_types_are_a_table(site: Built) -> None:
    (table,) = section(site, pair("Document types")).select("table")
    lines = cells(table)
    assert [line[0].partition(" ")[0] for line in lines] == ["cards/card", "cards/letter", "cards/story"]
    assert lines[0][3].startswith("YAML, 2, draft")
    assert [a["href"] for a in table.select("a")] == ["card.html#cards.card"]


def test_its_layout_says_what_lies_where_and_who_looks_after_it(site: Built) -> None:
    part = section(site, pair("Directory layout"))
    (table,) = part.select("table")
    assert cells(table) == [
        ["cards/", "All cards. 所有卡片。", "Kept in Git · 由 Git 管理"],
        ["cards/<name>.yaml", "One card. 一张 card。 cards/card", "Kept in Git · 由 Git 管理"],
        ["tmp/", "Nothing of worth. 没有要紧的东西。", ""],
    ]
    assert [span.get_text() for span in table.select("code .agentcfg-above")] == ["cards/"]
    assert rows(part)["Kept in Git · 由 Git 管理"].split("\n") == ["Everybody sees it.", "人人可见。"]


def test_its_versions_are_listed(site: Built) -> None:
    part = section(site, pair("Versions"))
    assert "Only the second version is described." in part.get_text()
    assert rows(part) == {"2": "Names.\n有了名字。", "1": ""}


def test_its_rules_are_counted_and_linked(site: Built) -> None:
    part = section(site, pair("Rules"))
    (link,) = part.select("p a")
    assert link["href"] == "../rules.html#cards--rules"
    assert link.get_text().startswith("3 rules")
    assert site.soup("rules.html").find(id="cards--rules") is not None


def test_a_format_without_the_rest_has_no_empty_sections(tmp_path: Path) -> None:
    manifest = f'title = "X"\nsource_language = "en"\n{FIRST}'
    files = {"formats/x/format.toml": manifest, "formats/x/x.json": {}, "index.rst": directive("agentcfg-formats", "x")}
    done = build(tmp_path, files, **CONF)
    assert done.log == ""
    titles = [h.get_text().removesuffix("¶") for h in done.soup().select("section > h2")]
    assert titles == ["Document types"]


def test_two_formats_on_a_page_have_a_section_each_and_no_id_twice(tmp_path: Path) -> None:
    text = directive("agentcfg-formats", "cards leji") + "\n.. agentcfg-formats::\n\n.. agentcfg-formats:: cards\n"
    done = build(tmp_path, {**FILES, "index.rst": text}, **CONF)
    assert done.log == ""
    ids = [str(t["id"]) for t in done.soup().find_all(id=True)]
    assert len(ids) == len(set(ids))


def test_inside_a_box_titles_are_rubrics(tmp_path: Path) -> None:
    text = "Page\n====\n\n.. note::\n\n   .. agentcfg-formats:: cards\n\n   .. agentcfg-formats::\n"
    done = build(tmp_path, {**FILES, "index.rst": text}, **CONF)
    assert done.log == ""
    assert len(done.soup().select("p.rubric")) == 5 + 5


@pytest.mark.parametrize("name", ["leji", "agentfs", "rolebox", "evolcore"])
def test_every_format_of_ours_is_shown_without_a_warning(tmp_path: Path, name: str) -> None:
    done = build(tmp_path, {"index.rst": directive("agentcfg-formats", name)}, nitpicky=True)
    assert done.log == ""


# --- the way back -----------------------------------------------------------------------------------------------------


def test_a_type_leads_back_to_its_format_and_that_to_the_index(site: Built) -> None:
    formats = pair("Formats")
    assert trail(site, "sub/card.html") == [
        (formats, "../formats.html#agentcfg-formats"),
        ("Cards · 卡片", "cards.html#cards--format"),
    ]
    assert trail(site, "sub/cards.html") == [(formats, "../formats.html#agentcfg-formats")]
    assert trail(site, "leji.html") == [(formats, "formats.html#agentcfg-formats")]
    assert site.soup("formats.html").find(id="agentcfg-formats") is not None


def test_where_there_is_nothing_to_go_back_to_there_is_no_line(tmp_path: Path) -> None:
    done = build(tmp_path, {**FILES, "index.rst": page("cards/card")}, nitpicky=True, **CONF)
    assert done.log == ""
    assert done.soup().select(".agentcfg-trail") == []


def test_a_format_keeps_its_address_where_there_is_nothing_to_go_back_to(tmp_path: Path) -> None:
    done = build(tmp_path, {**FILES, "index.rst": directive("agentcfg-formats", "cards")}, **CONF)
    assert done.soup().find(id="cards--format") is not None


def test_on_one_page_nothing_leads_back_to_it(tmp_path: Path) -> None:
    text = directive("agentcfg-formats") + "\n.. agentcfg-formats:: cards\n\n.. agentcfg-schema:: cards/card\n"
    assert build(tmp_path, {**FILES, "index.rst": text}, **CONF).soup().select(".agentcfg-trail") == []


def test_the_way_back_is_to_the_widest_index_that_holds_the_format(tmp_path: Path) -> None:
    files = {
        **FILES,
        "index.rst": index("a", "b", "c", "card", "leji"),
        "a.rst": directive("agentcfg-formats", "", ":only: cards"),
        "b.rst": directive("agentcfg-formats", "", ":only: cards agentfs"),
        "c.rst": directive("agentcfg-formats", "", ":no-index:"),
        "card.rst": page("cards/card"),
        "leji.rst": page("leji/agent-profile"),
    }
    done = build(tmp_path, files, **CONF)
    assert [href for _, href in trail(done, "card.html")] == ["b.html#agentcfg-formats"]
    assert trail(done, "leji.html") == []
    assert done.soup("c.html").find(id="c.agentcfg-formats") is not None


@pytest.mark.parametrize("parallel", [0, 3])
def test_the_way_back_does_not_depend_on_who_is_read_first(tmp_path: Path, parallel: int) -> None:
    names = [*(f"a{i}" for i in range(8)), "formats", *(f"z{i}" for i in range(8)), "sub/card"]
    files = {f"{name}.rst": f"{name}\n{'=' * 9}\n" for name in names}
    files |= {k: v for k, v in SITE.items() if k in {*FILES, "formats.rst", "sub/card.rst"}}
    done = build(tmp_path, {**files, "index.rst": index(*names)}, parallel=parallel, **CONF)
    assert done.log == ""
    assert [href for _, href in trail(done, "sub/card.html")] == ["../formats.html#agentcfg-formats"]


def test_the_way_back_follows_an_index_that_moves_comes_and_goes(tmp_path: Path) -> None:
    build(tmp_path, SITE, **CONF)
    edit(tmp_path, {"formats.rst": "Gone\n====\n"})
    gone = build(tmp_path, **CONF)
    assert gone.read == ("formats",)
    assert [href for _, href in trail(gone, "sub/card.html")] == ["cards.html#cards--format"]
    assert trail(gone, "leji.html") == []
    edit(tmp_path, {"rules.rst": SITE["formats.rst"]})
    back = build(tmp_path, **CONF)
    assert back.read == ("rules",)
    assert [href for _, href in trail(back, "leji.html")] == ["rules.html#agentcfg-formats"]
    assert build(tmp_path, **CONF).read == ()


# --- later builds, what may be wrong ----------------------------------------------------------------------------------


def test_pages_follow_the_manifest_and_its_catalogue(tmp_path: Path) -> None:
    build(tmp_path, SITE, **CONF)
    assert build(tmp_path, **CONF).read == ()
    edit(tmp_path, {"formats/cards/format.toml": MANIFEST.replace("Cards that a team keeps.", "Cards of a team.")})
    done = build(tmp_path, **CONF)
    assert done.read == ("formats", "sub/card", "sub/cards")
    assert "Cards of a team." in done.soup("formats.html").get_text()
    edit(tmp_path, {"formats/cards/locale/zh_CN/format.po": FILES["formats/cards/locale/zh_CN/format.po"]})
    assert {"formats", "sub/cards"} <= set(build(tmp_path, **CONF).read)


def test_a_format_that_appears_later_joins_the_index(tmp_path: Path) -> None:
    build(tmp_path, SITE, **CONF)
    manifest = f'title = "More"\nsource_language = "en"\n{FIRST}'
    edit(tmp_path, {"formats/more/format.toml": manifest, "formats/more/x.json": {}})
    done = build(tmp_path, **CONF)
    assert done.read == ("formats",)
    assert "more/card" in done.soup("formats.html").get_text()


@pytest.mark.parametrize(
    ("text", "subtype", "words"),
    [
        (directive("agentcfg-formats", "crads"), "unknown-format", ["crads", "did you mean cards?"]),
        (directive("agentcfg-formats", "zzz"), "unknown-format", ["known formats: ", "cards"]),
        (directive("agentcfg-formats", "", ":only: zzz leji"), "unknown-format", ["zzz"]),
        (directive("agentcfg-formats", "cards", ":only: leji"), "bad-option", [":only:"]),
        (directive("agentcfg-formats", "cards", ":languages: qq"), "unknown-language", ["qq"]),
        (
            directive("agentcfg-formats", "cards", ":languages: en fr"),
            "missing-translation",
            ["cards: ", "/title", "cards/locale/fr/format.po"],
        ),
    ],
)
def test_what_is_wrong_is_one_warning_at_the_directive(
    tmp_path: Path, text: str, subtype: str, words: list[str]
) -> None:
    warned = build(tmp_path, {**FILES, "index.rst": text}, **CONF).only_warning()
    assert (warned.place, warned.subtype) == ("index.rst:4", f"agentcfg.{subtype}")
    assert [word for word in words if word not in warned.text] == []
    assert str(tmp_path) not in warned.text


def test_hostile_text_is_shown_as_it_is(tmp_path: Path) -> None:
    nasty = r"<script>alert(1)</script> \u001b[31m \u202e |x| :ref:`z`"
    texts = re.compile(r'^(title|description|summary|text|path) = ".*"$', re.MULTILINE)
    manifest = texts.sub(lambda match: f'{match[1]} = "{nasty}"', MANIFEST)
    files = {k: v for k, v in FILES.items() if not k.endswith("format.po")}
    files |= {"formats/cards/format.toml": manifest, "index.rst": directive("agentcfg-formats", "cards")}
    done = build(tmp_path, files, **CONF)
    assert done.log == ""
    assert done.soup().select("div.body script") == []
    assert done.soup().get_text().count("<script>alert(1)</script> \\x1b[31m \\u202e |x|") > 8
    assert "\u202e" not in done.file("index.html")
