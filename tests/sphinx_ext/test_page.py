"""What a reader finds on a reference page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from bs4 import Tag

from tests.sphinx_ext.building import LEJI, LEJI_ID, Built, build, codes, entry, head, page, paragraphs, rows
from tests.sphinx_ext.schemas import KITCHEN

if TYPE_CHECKING:
    from pathlib import Path

    from bs4 import BeautifulSoup

TOP = [
    "id",
    "name",
    "role",
    "purpose",
    "version",
    "inherits",
    "requiredRead",
    "defaultContext",
    "mustAskWhen",
    "mustRefuseWhen",
    "escalation",
    "owners",
    "freshness",
    "host",
    "invocation",
]
PATHS = [*TOP]
PATHS.insert(PATHS.index("freshness") + 1, "freshness.reviewAfter")
PATHS += ["invocation.command", "invocation.constraints"]
CONDITION = "required unless inherits is set · 未设置 inherits 时必填"


# --- the page of Leji -------------------------------------------------------------------------------------------------


def test_a_built_in_page_gives_no_warning(leji: Built) -> None:
    assert leji.log == ""


def test_every_field_has_one_entry_in_the_order_of_the_schema(leji: Built) -> None:
    anchors = [dt["id"] for dt in leji.soup().select("dl.field > dt")]
    assert anchors == [f"{LEJI_ID}.{path}" for path in PATHS]
    assert len(anchors) == 15 + 3


def test_every_id_is_on_the_page_once(leji: Built) -> None:
    ids = [tag["id"] for tag in leji.soup().find_all(id=True)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("id", "id — string · 字符串 — required · 必填"),
        ("purpose", "purpose — string · 字符串"),
        ("requiredRead", f"requiredRead — array of string · 字符串数组 — {CONDITION}"),
        ("mustAskWhen", f"mustAskWhen — array of string · 字符串数组 — {CONDITION}"),
        ("invocation.command", "invocation.command — string · 字符串 — required · 必填"),
        ("invocation", "invocation — object · 对象"),
    ],
)
def test_an_entry_begins_with_name_type_and_requirement(leji: Built, path: str, expected: str) -> None:
    assert head(leji.entry(path)) == expected


def test_a_type_names_the_allowed_values_of_the_items(leji: Built) -> None:
    said = codes(leji.entry("defaultContext"))[:5]
    assert said == ['"domain"', '"system"', '"practice"', '"governance"', '"decisions"']


@pytest.mark.parametrize("path", ["id", "inherits", "freshness.reviewAfter", "invocation.command"])
def test_a_pattern_is_shown_exactly_as_the_schema_writes_it(leji: Built, path: str) -> None:
    schema = json.loads(LEJI.read_text(encoding="utf-8"))
    for key in path.split("."):
        schema = schema["properties"][key]
    assert rows(leji.entry(path))["pattern · 匹配模式"] == schema["pattern"]
    assert schema["pattern"] in codes(leji.entry(path))


def test_the_pattern_of_each_item_is_shown_exactly(leji: Built) -> None:
    said = leji.entry("requiredRead").select("dd code")
    assert r"^(?!/)(?!\./)(?!.*(^|/)\.\.(/|$))(?!.*\\).+$" in [code.get_text() for code in said]
    assert "each item · 每一项" in rows(leji.entry("requiredRead"))


def test_a_tag_in_a_description_is_text(leji: Built) -> None:
    english, chinese = paragraphs(leji.entry("invocation.command"))
    assert "Must carry the <prompt> placeholder, standing as its own unquoted shell word" in english
    assert "模板里必须有 <prompt> 占位符" in chinese
    assert leji.soup().find("prompt") is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [("name", "1 character · 1 个字符"), ("role", "1 character · 1 个字符"), ("requiredRead", "1 item · 1 项")],
)
def test_a_lower_limit_is_told_with_its_unit(leji: Built, path: str, expected: str) -> None:
    assert rows(leji.entry(path))["at least · 至少"] == expected


@pytest.mark.parametrize("path", ["freshness", "invocation"])
def test_a_closed_object_says_that_other_fields_are_not_allowed(leji: Built, path: str) -> None:
    assert rows(leji.entry(path))["other fields · 其他字段"] == "not allowed · 不允许"


def test_the_closed_root_says_so_too(leji: Built) -> None:
    assert rows(entry(leji.soup(), LEJI_ID))["other fields · 其他字段"] == "not allowed · 不允许"


def test_the_overview_links_to_every_field_at_the_top(leji: Built) -> None:
    links = leji.soup().select("table.agentcfg-overview td:first-child a")
    assert [(a.get_text(), a["href"]) for a in links] == [(name, f"#{LEJI_ID}.{name}") for name in TOP]


def test_the_overview_tells_type_requirement_and_first_sentence(leji: Built) -> None:
    table = leji.soup().select("table.agentcfg-overview tr")
    cells = [[cell.get_text() for cell in row.find_all(["th", "td"])] for row in table]
    assert cells[0] == ["Field · 字段", "Type · 类型", "Required · 必填", "What it says · 含义"]
    command = next(row for row in cells if row[0] == "invocation")
    assert command[1:3] == ["object · 对象", ""]
    assert command[3].startswith("How to engage this agent as an external CLI. 怎样把")
    read = next(row for row in cells if row[0] == "requiredRead")
    assert read[2] == "unless inherits · 未设置 inherits 时"


def test_every_link_inside_the_page_leads_to_something(leji: Built) -> None:
    soup = leji.soup()
    targets = [str(a["href"])[1:] for a in soup.select("a[href^='#']")]
    assert len(targets) > 15
    assert [t for t in targets if t and soup.find(id=t) is None] == []


def test_the_header_tells_where_such_files_live_and_what_the_schema_is(leji: Built) -> None:
    told = rows(entry(leji.soup(), LEJI_ID))
    assert told["Files · 文件"].startswith("docs/agents/**/*.md")
    assert "`" not in told["Files · 文件"]
    assert told["Schema"].startswith("https://leji.org/schemas/v1.0/agent-profile.schema.json · draft 2020-12 · ")
    assert told["Version · 版本"] == "1.0 · normative · 规范性"
    assert told["Origin · 来源页面"] == "https://leji.org/schemas/agent-profile/"


def test_the_header_tells_which_language_prevails_and_what_the_other_is_worth(leji: Built) -> None:
    told = rows(entry(leji.soup(), LEJI_ID))["Authoritative · 以此为准"]
    source, other = told.splitlines()
    assert source == "English · 英语"
    assert other.startswith(
        "中文 28 of 28 texts · 已译 28/28 条 · AI-assisted · AI 智能体辅助翻译 · report mistakes to"
    )


def test_the_original_schema_can_be_downloaded_byte_for_byte(leji: Built) -> None:
    (link,) = leji.soup().select("a.download, a[download]")
    assert (leji.out / str(link["href"])).read_bytes() == LEJI.read_bytes()


def section(soup: BeautifulSoup, name: str, type_id: str = LEJI_ID) -> Tag:
    found = soup.find(id=f"{type_id}--{name}")
    assert isinstance(found, Tag)
    return found


def test_the_minimal_skeleton_has_what_is_required_and_no_more(leji: Built) -> None:
    minimal, full = (block.get_text() for block in section(leji.soup(), "skeleton").select("pre"))
    keys = [line.partition(":")[0] for line in minimal.splitlines() if line[:1].isalpha()]
    assert keys == ["id", "name", "role", "requiredRead", "mustAskWhen"]
    assert [line.partition(":")[0] for line in full.splitlines() if line[:1].isalpha()] == TOP
    assert "# Required unless `inherits` is set. Paths this role loads before any task.\n" in minimal
    assert "# 未设置 `inherits` 时必填。角色着手任何任务之前都要先读的路径。\n" in minimal


def test_the_keys_of_the_skeleton_lead_to_their_entries(leji: Built) -> None:
    _, full = section(leji.soup(), "skeleton").select("pre")
    links = {a.get_text(): a["href"] for a in full.select("a")}
    assert links["id"] == f"#{LEJI_ID}.id"
    assert links["reviewAfter"] == f"#{LEJI_ID}.freshness.reviewAfter"
    assert len(links) == 15 + 3


def test_examples_are_shown_as_they_are_with_their_verdict_and_their_keys_linked(leji: Built) -> None:
    folder = LEJI.parent / "examples" / "valid" / "agent-profile"
    names = sorted(path.name for path in folder.iterdir())
    shown = section(leji.soup(), "examples").select(".agentcfg-example")[: len(names)]
    captions = [p.get_text() for each in shown for p in each.select("p.agentcfg-lead")]
    assert [caption.partition(" · ")[0] for caption in captions] == [f"{name} — valid" for name in names]
    for each, name in zip(shown, names, strict=True):
        (block,) = each.select("pre")
        assert block.get_text() == (folder / name).read_text(encoding="utf-8")
        assert block.find("a", string="requiredRead") is not None


def test_refused_examples_stand_below_the_valid_ones_each_with_its_findings(leji: Built) -> None:
    folder = LEJI.parent / "examples"
    valid = len(list((folder / "valid" / "agent-profile").iterdir()))
    names = sorted(path.name for path in (folder / "invalid" / "agent-profile").iterdir())
    part = section(leji.soup(), "examples")
    (lead,) = part.select("p.agentcfg-refused")
    shown = lead.find_next_siblings("div", class_="agentcfg-example")
    assert shown == part.select(".agentcfg-example")[valid:]
    assert [each.select("p.agentcfg-lead")[0].get_text() for each in shown] == names
    for each, name in zip(shown, names, strict=True):
        notes = [note.extract() for note in each.select("pre .agentcfg-finding")]
        assert notes
        text = (folder / "invalid" / "agent-profile" / name).read_text(encoding="utf-8")
        assert each.select("pre")[0].get_text() == text


def test_an_example_in_one_language_hides_with_it(leji: Built) -> None:
    english, chinese = section(leji.soup(), "examples").select(".agentcfg-example")[:2]
    assert english["lang"] == "en"
    assert "agentcfg-alt-zh-CN" in english["class"]
    assert chinese["lang"] == "zh-CN"
    assert "agentcfg-alt-en" in chinese["class"]


def test_the_schema_stands_on_the_page_as_it_is_written(leji: Built) -> None:
    (block,) = section(leji.soup(), "schema").select("pre")
    assert block.get_text().rstrip("\n") == LEJI.read_text(encoding="utf-8").rstrip("\n")


def test_each_description_is_there_in_both_languages_each_tagged(leji: Built) -> None:
    for path in PATHS:
        body = leji.entry(path).find("dd")
        assert isinstance(body, Tag)
        english, chinese = body.find_all("p", recursive=False)[:2]
        assert (english["lang"], english["class"]) == ("en", ["agentcfg-alt-zh-CN"]), path
        assert chinese["lang"] == "zh-CN", path
        assert "agentcfg-alt-en" in chinese["class"], path


def test_every_piece_in_chinese_is_tagged_and_has_an_alternative(leji: Built) -> None:
    pieces = leji.soup().select("[lang='zh-CN']")
    assert len(pieces) > 100
    assert [p for p in pieces if "agentcfg-alt-en" not in p["class"] and p.find_parent(lang="zh-CN") is None] == []


def test_no_chinese_character_of_a_field_stands_outside_a_chinese_piece(leji: Built) -> None:
    for path in PATHS:
        for text in leji.entry(path).find_all(string=lambda t: any("\u4e00" <= c <= "\u9fff" for c in t or "")):
            assert text.find_parent(lang="zh-CN") is not None, text


def test_the_switch_knows_its_languages(leji: Built) -> None:
    (switch,) = leji.soup().select(".agentcfg-switch")
    assert switch["data-languages"] == "en zh-CN"
    assert switch["data-names"] == "English|中文"
    assert switch["data-first"] == "en"


def test_a_table_of_contents_lists_the_sections(leji: Built) -> None:
    titles = [h.get_text().removesuffix("¶") for h in leji.soup().select("section.agentcfg > h2")]
    assert titles == [
        "Overview · 概览",
        "Fields · 字段",
        "Rules · 规则",
        "Skeleton · 模板骨架",
        "Examples · 示例",
        "Schema",
    ]


# --- what a field may say ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("kitchen"), {"index.rst": page("k.json"), "k.json": KITCHEN})


def at(kitchen: Built, path: str) -> Tag:
    """Return the entry whose name is shown as *path*."""
    for name in kitchen.soup().select("dt.sig span.descname"):
        if name.get_text() == path:
            assert name.parent is not None
            assert name.parent.parent is not None
            return name.parent.parent
    raise AssertionError(path)


def test_one_of_everything_gives_no_warning(kitchen: Built) -> None:
    assert kitchen.log == ""


@pytest.mark.parametrize(
    ("path", "expected"),
    [("no", "false"), ("zero", "0"), ("blank", '""'), ("null", "null"), ("list", "[]"), ("map", "{}")],
)
def test_a_default_that_is_as_good_as_nothing_is_shown(kitchen: Built, path: str, expected: str) -> None:
    assert rows(at(kitchen, path))["default"] == expected


def test_a_const_of_zero_is_shown(kitchen: Built) -> None:
    assert rows(at(kitchen, "fixed")) == {"always": "0"}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("zero", {"default": "0", "at least": "0", "less than": "10", "multiple of": "5"}),
        ("blank", {"default": '""', "format": "uri", "at least": "1 character", "at most": "20 characters"}),
        ("list", {"default": "[]", "at least": "2 items", "at most": "3 items", "items": "all different"}),
    ],
)
def test_every_limit_is_a_row(kitchen: Built, path: str, expected: dict[str, str]) -> None:
    assert rows(at(kitchen, path)) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("by-ours", {"a": "First.", "b ← default": "Second."}),
        ("by-meta", {"a": "Letter.", "1": "Digit."}),
        ("by-list", {"a": "In order.", "b": "Too."}),
        ("by-markdown", {"a": "With code."}),
        ("by-const", {"a": "By const.", "b": "By title."}),
        ("by-varnames", {"1 ONE": "One.", "2 TWO": "Two."}),
    ],
)
def test_meanings_of_values_are_shown_in_every_spelling(kitchen: Built, path: str, expected: dict[str, str]) -> None:
    assert rows(at(kitchen, path)) == expected


def test_values_without_meanings_stand_in_a_row_with_the_default_marked_and_true_is_not_one(kitchen: Built) -> None:
    assert rows(at(kitchen, "plain")) == {"allowed values": "a · b · null · true ← default · 1"}


def test_deprecated_is_told_with_what_comes_instead(kitchen: Built) -> None:
    assert head(at(kitchen, "old")) == "old — string — deprecated"
    assert rows(at(kitchen, "old")) == {"removed in": "2.0", "use instead": "no"}
    (link,) = at(kitchen, "old").select("dd a")
    assert link["href"] == "#k.json.no"


def test_a_message_of_deprecation_is_shown(kitchen: Built) -> None:
    assert head(at(kitchen, "why")) == "why — string — deprecated"
    assert paragraphs(at(kitchen, "why")) == ["Use no instead."]


@pytest.mark.parametrize(("path", "flag"), [("seen", "read-only"), ("kept", "write-only")])
def test_read_only_and_write_only_are_told(kitchen: Built, path: str, flag: str) -> None:
    assert head(at(kitchen, path)).endswith(f" — {flag}")


def test_a_condition_is_a_sentence_and_what_holds_under_it_stands_below_it(kitchen: Built) -> None:
    assert head(at(kitchen, "kept")) == "kept — string — required if old is set — write-only"
    (condition,) = at(kitchen, "no").select(".agentcfg-when")
    assert condition.select_one(".agentcfg-condition").get_text() == "If old is set — boolean"  # type: ignore[union-attr]  # or the test fails
    assert rows(condition) == {"always": "true"}


def test_our_own_annotations_are_shown(kitchen: Built) -> None:
    noted = at(kitchen, "noted")
    assert head(noted) == "noted — string — Noted — beta"
    told = rows(noted)
    assert told["examples"] == "salt · 7"
    assert told["when to use"] == "When in doubt."
    assert told["since"] == "1.2"
    assert told["source"] == "src/noted.c"
    assert [a["href"] for a in noted.select("dd a")] == ["https://example.invalid/more"]
    assert [p.get_text() for p in noted.select(".admonition.warning p:not(.admonition-title)")] == ["Hot."]
    assert [p.get_text() for p in noted.select(".admonition.note p:not(.admonition-title)")] == ["Mild."]


def test_a_keyword_that_nobody_knows_is_shown(kitchen: Built) -> None:
    assert rows(at(kitchen, "strange")) == {"x-unheard-of": '{"deep": [1, "two"]}'}


def test_a_definition_is_explained_once_and_linked_where_it_is_used(kitchen: Built) -> None:
    names = [name.get_text() for name in kitchen.soup().select("dt.sig span.descname")]
    assert names.count("node") == names.count("node.label") == 1
    assert "tree.label" not in names
    anchor = at(kitchen, "node").find("dt")["id"]  # type: ignore[index]  # or the test fails
    for path in ("tree", "again"):
        (link,) = at(kitchen, path).select("dt a:not(.headerlink)")
        assert (link.get_text(), link["href"]) == ("node", f"#{anchor}")


def test_recursion_ends_in_a_link(kitchen: Built) -> None:
    (link,) = at(kitchen, "node.kids").select("dt a:not(.headerlink)")
    assert head(at(kitchen, "node.kids")) == "node.kids — array of (node)"
    assert link["href"] == f"#{at(kitchen, 'node').find('dt')['id']}"  # type: ignore[index]  # or the test fails


def test_free_keys_and_keys_with_dots_have_rows_of_their_own(kitchen: Built) -> None:
    assert head(at(kitchen, "free.<key>.leaf")) == "free.<key>.leaf — any value"
    assert head(at(kitchen, '["cut.in"]["two.words"]')) == '["cut.in"]["two.words"] — string'


def test_a_page_of_one_language_has_no_switch_and_no_tags(kitchen: Built) -> None:
    assert kitchen.soup().select(".agentcfg-switch") == []
    assert kitchen.soup().select("dl.field [lang]") == []


def test_a_site_with_a_reference_has_the_style_sheet_and_the_script_once_on_each_page(kitchen: Built) -> None:
    for name in ("index.html", "genindex.html"):
        assert [str(link["href"]).partition("?")[0] for link in kitchen.soup(name).select("link[href*=agentcfg]")] == [
            "_static/agentcfg.css"
        ]
        assert [
            str(script["src"]).partition("?")[0] for script in kitchen.soup(name).select("script[src*=agentcfg]")
        ] == ["_static/agentcfg.js"]


def test_a_site_without_a_reference_has_neither(tmp_path: Path) -> None:
    assert "agentcfg" not in build(tmp_path, {"index.rst": "Plain\n=====\n"}).file("index.html")


# --- text that would like to be markup --------------------------------------------------------------------------------

#: Source → what a reader sees, worked out by hand.
HOSTILE = {
    "<b>x</b> <script>alert(1)</script> <prompt>": "<b>x</b> <script>alert(1)</script> <prompt>",
    "<img src=x onerror=alert(1)>": "<img src=x onerror=alert(1)>",
    "&lt; &amp; &nbsp; &#60;": "&lt; &amp; &nbsp; &#60;",
    ":role:`x` |sub| name_ .. note:: x": ":role:x |sub| name_ .. note:: x",
    ".. raw:: html": ".. raw:: html",
    "a | b | c": "a | b | c",
    r"back\slash \d+ \. C:\new": r"back\slash \d+ \. C:\new",
    r"stars \* and \_": "stars * and _",
    "tick ` one": "tick ` one",
    "two `` ticks": "two `` ticks",
    "\u202eevil\u200f": r"\u202eevil\u200f",
    "\x1b[31mred": r"\x1b[31mred",
    "nul \x00 here": r"nul \0 here",
    "lone \ud800 half": r"lone \ud800 half",
    "x" * 10_000: "x" * 10_000,
    "{{ jinja }} {% x %} %s {0} $x$": "{{ jinja }} {% x %} %s {0} $x$",
    "--no-color \"q\" ... 'x' -- (c)": "--no-color \"q\" ... 'x' -- (c)",
    "[bad](javascript:alert(1))": "[bad](javascript:alert(1))",
    "<https://x.invalid/a>": "https://x.invalid/a",
    "[doc](https://e.invalid)": "doc",
    "a *b* **c** `d`": "a b c d",
    "中文，全角“引号”": "中文，全角“引号”",
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Built:
    properties = {f"p{i}": {"description": text, "pattern": text, "default": text} for i, text in enumerate(HOSTILE)}
    schema = json.dumps({"title": "<i>T</i> *x*", "properties": properties})
    return build(tmp_path_factory.mktemp("hostile"), {"index.rst": page("h.json"), "h.json": schema}, smartquotes=True)


def test_hostile_text_gives_no_warning_but_half_a_character_which_is_none(hostile: Built) -> None:
    lines = hostile.log.splitlines()
    assert [line for line in lines if not line.endswith("[agentcfg.lone-surrogate]")] == []
    assert lines


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_hostile_text_is_shown_exactly(hostile: Built, place: int) -> None:
    assert paragraphs(entry(hostile.soup(), f"h.json.p{place}")) == [list(HOSTILE.values())[place]]


def escaped(text: str) -> str:
    for char, shown in (("\u202e", r"\u202e"), ("\u200f", r"\u200f"), ("\x1b", r"\x1b"), ("\x00", r"\0")):
        text = text.replace(char, shown)
    return text.replace("\ud800", r"\ud800")


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_a_pattern_is_literal(hostile: Built, place: int) -> None:
    assert rows(entry(hostile.soup(), f"h.json.p{place}"))["pattern"] == escaped(list(HOSTILE)[place])


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_a_value_is_literal_as_it_is_or_as_json(hostile: Built, place: int) -> None:
    told = rows(entry(hostile.soup(), f"h.json.p{place}"))["default"]
    value = list(HOSTILE)[place]
    assert told == escaped(value) or json.loads(told) == value


def test_nothing_in_a_schema_becomes_an_element(hostile: Built) -> None:
    (main,) = hostile.soup().select("div.body")
    assert [tag.name for tag in main.find_all(["script", "img", "b", "i", "prompt", "iframe"])] == []
    assert [a["href"] for a in main.find_all("a") if str(a["href"]).startswith("javascript")] == []


def test_only_a_link_to_the_web_is_a_link(hostile: Built) -> None:
    (main,) = hostile.soup().select("div.body")
    links = {a["href"] for a in main.select("dl.field a.external")}
    assert links == {"https://x.invalid/a", "https://e.invalid"}


def test_no_harmful_character_reaches_the_page(hostile: Built) -> None:
    assert not set("\u202e\u200f\x1b\x00") & set(hostile.file("index.html"))


def test_smart_quotes_leave_options_and_quotes_alone(hostile: Built) -> None:
    place = list(HOSTILE).index("--no-color \"q\" ... 'x' -- (c)")
    assert paragraphs(entry(hostile.soup(), f"h.json.p{place}")) == ["--no-color \"q\" ... 'x' -- (c)"]


def test_smart_quotes_still_work_beside_a_reference(tmp_path: Path) -> None:
    done = build(tmp_path, {"index.rst": page("k.json") + '\n\nBut "this" is prose.\n', "k.json": KITCHEN})
    assert "But “this” is prose." in done.soup().get_text()
