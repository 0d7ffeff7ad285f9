"""Every builder shows the page, in both languages of a build, without a word of complaint."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po
from bs4 import BeautifulSoup

from tests.sphinx_ext.building import MYST, REST, Built, index, page, run_sphinx
from tests.sphinx_ext.cards import BAD, directive, pair
from tests.sphinx_ext.cards import FILES as CARDS
from tests.sphinx_ext.schemas import TEAM_FILES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

BUILDERS = ["html", "dirhtml", "singlehtml", "epub", "text", "man", "latex", "gettext", "texinfo", "xml", "json"]
#: A description with every kind of block.
RICH = "# Head\n\nPara *x*.\n\n---\n\n- item\n\n> quote\n\n```yaml\ncode: here\n```\n\n1. number\n\n<div>\nhtml\n</div>"
FILES = {
    "index.rst": index("profile", "team", "rich", "formats", "cards", "card", "rules", "example"),
    "rich.rst": page("rich.json", title="Rich")
    + "\n.. note::\n\n   .. agentcfg-schema:: rich.json\n      :no-index:\n",
    "rich.json": {
        "title": "Rich *text*",
        "description": RICH,
        "properties": {
            "a": {"title": RICH, "enum": ["x", "y"], "x-enumDescriptions": {"x": RICH, "y": "Why."}, "x-when": RICH},
            "b": {"type": "array", "items": {"description": RICH, "pattern": "^x$"}},
            "c": {"description": RICH, "x-notes": [{"kind": "tip", "text": RICH}], "deprecationMessage": RICH},
        },
        "examples": [{"a": "x"}],
    },
    "profile.rst": REST.format(name="leji/agent-profile"),
    "team.md": MYST.format(name="team.json"),
    "formats.rst": directive("agentcfg-formats", title="Formats"),
    "cards.rst": directive("agentcfg-formats", "cards", title="Cards"),
    "card.rst": page("cards/card", title="Card"),
    "rules.rst": directive("agentcfg-rules", "cards file", title="Rules"),
    "example.rst": directive("agentcfg-example", "bad.yaml", ":type: cards/card", ":expect: invalid", title="Example")
    + "\n.. note::\n\n   .. agentcfg-example:: bad.yaml\n      :type: cards/card\n      :expect: invalid\n\n"
    "   .. agentcfg-formats:: cards\n      :no-index:\n\n   .. agentcfg-rules:: cards\n      :no-index:\n",
    "bad.yaml": BAD,
    **CARDS,
    **TEAM_FILES,
}
_XML_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*\Z")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Built]:
    """Return a function that builds once with a builder and a language, warnings as errors and nitpicky."""
    known: dict[tuple[str, str], Built] = {}

    def get(builder: str, language: str) -> Built:
        if (builder, language) not in known:
            folder = tmp_path_factory.mktemp(f"{builder}-{language}")
            options = ["-W", "--keep-going", "-n", "-j", "2", f"-Dlanguage={language}"]
            options += ["-Dagentcfg_format_dirs=formats", "-Dexclude_patterns=formats"]
            options.append("-Dgettext_additional_targets=literal-block,index,raw,image,doctest-block")
            known[builder, language] = run_sphinx(folder, FILES, builder, *options)
        return known[builder, language]

    return get


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("builder", BUILDERS)
def test_a_build_passes_with_warnings_as_errors(
    built: Callable[[str, str], Built], builder: str, language: str
) -> None:
    done = built(builder, language)
    assert (done.log, done.code) == ("", 0)


def test_text_reads_as_a_person_would_write_it(built: Callable[[str, str], Built]) -> None:
    lines = built("text", "en").file("profile.txt").splitlines()
    condition = '"inherits" is set · 未设置 "inherits" 时必填'
    assert f"requiredRead — array of string · 字符串数组 — required unless {condition}" in lines
    assert "id — string · 字符串 — required · 必填" in lines
    start = lines.index("freshness — object · 对象")
    assert lines[start : start + 8] == [
        "freshness — object · 对象",
        "",
        "   Review horizon for this profile.",
        "",
        "   配置的复核期限。",
        "",
        "   other fields · 其他字段:",
        "      not allowed · 不允许",
    ]


def test_text_of_a_schema_of_ones_own_from_a_myst_page(built: Callable[[str, str], Built]) -> None:
    lines = built("text", "en").file("team.txt").splitlines()
    start = lines.index("size — integer · 整数")
    assert lines[start : start + 8] == [
        "size — integer · 整数",
        "",
        "   How many work in it.",
        "",
        "   其中有多少人工作。",
        "",
        "   default · 默认值:",
        '      "0"',
    ]


def test_the_text_of_both_builds_differs_in_nothing_but_sphinx_own_words(built: Callable[[str, str], Built]) -> None:
    assert built("text", "en").file("profile.txt") == built("text", "zh_CN").file("profile.txt")


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_word_of_ours_goes_to_the_translators_of_the_site(built: Callable[[str, str], Built], language: str) -> None:
    found = set()
    for template in built("gettext", language).out.glob("*.pot"):
        with template.open("rb") as file:
            found |= {message.id for message in read_po(file) if message.id}
    assert found == {"Index", "Profile", "Rich", "Team", "Formats", "Cards", "Card", "Rules", "Example"}


def duplicates(pages: Iterable[str]) -> list[str]:
    """Return the ids that a page has twice."""
    found: list[str] = []
    for text in pages:
        ids = Counter(str(tag["id"]) for tag in BeautifulSoup(text, "html.parser").find_all(id=True))
        found += [name for name, times in ids.items() if times > 1]
    return found


@pytest.mark.parametrize("builder", ["html", "singlehtml"])
def test_no_page_has_an_id_twice(built: Callable[[str, str], Built], builder: str) -> None:
    found = list(built(builder, "en").out.rglob("*.html"))
    assert len(found) > (0 if builder == "singlehtml" else 3)
    assert duplicates(each.read_text(encoding="utf-8") for each in found) == []


def test_a_single_page_has_the_fields_of_both_schemas_and_links_that_work(built: Callable[[str, str], Built]) -> None:
    soup = built("singlehtml", "en").soup()
    assert soup.find(id="leji.agent-profile.id") is not None
    assert soup.find(id="team.json.size") is not None
    targets = {str(a["href"]) for a in soup.select("dl.field a[href], table a[href]")}
    assert "#team.json.size" in targets
    inner = {t.partition("#")[2] for t in targets if t.startswith(("#", "index.html#"))}
    assert [t for t in inner if soup.find(id=t) is None] == []


@pytest.fixture(scope="module")
def book(built: Callable[[str, str], Built]) -> dict[str, str]:
    (path,) = built("epub", "zh_CN").out.glob("*.epub")
    with zipfile.ZipFile(path) as archive:
        return {n: archive.read(n).decode() for n in archive.namelist() if n.endswith(".xhtml")}


def test_a_book_has_valid_ids_each_once(book: dict[str, str]) -> None:
    assert duplicates(book.values()) == []
    ids = [str(t["id"]) for text in book.values() for t in BeautifulSoup(text, "html.parser").find_all(id=True)]
    assert "leji.agent-profile.freshness.reviewAfter" in ids
    assert [name for name in ids if not _XML_NAME.match(name)] == []


def test_a_book_is_well_formed_and_runs_no_script(book: dict[str, str]) -> None:
    from defusedxml import ElementTree

    for name, text in book.items():
        ElementTree.fromstring(text)
        assert "<script" not in text, name


def test_a_book_prints_both_languages(book: dict[str, str]) -> None:
    text = BeautifulSoup(book["profile.xhtml"], "html.parser").get_text()
    assert "Paths this role loads before any task." in text
    assert "角色着手任何任务之前都要先读的路径。" in text


@pytest.mark.parametrize(("language", "tag"), [("en", r"\textless{}prompt\textgreater{}"), ("zh_CN", "<prompt>")])
def test_latex_holds_both_languages_and_escapes_what_it_must(
    built: Callable[[str, str], Built], language: str, tag: str
) -> None:
    (path,) = built("latex", language).out.glob("*.tex")
    text = path.read_text(encoding="utf-8")
    assert "Paths this role loads before any task." in text
    assert "角色着手任何任务之前都要先读的路径。" in text
    assert "由谁带领。" in text
    assert f"Must carry the {tag} placeholder" in text
    assert r"{[}a\sphinxhyphen{}z0\sphinxhyphen{}9{]}+(\sphinxhyphen{}" in text


def test_findings_stand_below_their_lines_in_text(built: Callable[[str, str], Built]) -> None:
    text = built("text", "en").file("example.txt")
    first, second = (f'^ {pair("error")} "cards/schema": "{name}"' for name in ("name", "colour"))
    code = [text.index(line) for line in ("   name: Ace\n", first, "   colour: red\n", second)]
    assert code == sorted(code)
    assert "必须匹配" in text


def test_a_book_has_the_findings_and_the_way_back(book: dict[str, str]) -> None:
    soup = BeautifulSoup(book["example.xhtml"], "html.parser")
    assert len(soup.select("pre .agentcfg-finding")) == 4
    assert {str(a["href"]) for a in soup.select(".agentcfg-finding a")} == {"rules.xhtml#cards--rule.schema"}
    assert "formats.xhtml#agentcfg-formats" in book["card.xhtml"]


def test_a_single_page_leads_from_findings_to_rules_and_from_keys_to_fields(
    built: Callable[[str, str], Built],
) -> None:
    soup = built("singlehtml", "en").soup()
    wanted = {"#cards--rule.schema", "#cards.card.name", "#agentcfg-formats", "#cards--format", "#cards--rules"}
    links = {str(a["href"]).replace("index.html", "") for a in soup.select("a[href]")}
    assert wanted <= links
    assert [target for target in wanted if soup.find(id=target[1:]) is None] == []


def test_latex_leads_from_findings_to_rules(built: Callable[[str, str], Built]) -> None:
    (path,) = built("latex", "en").out.glob("*.tex")
    text = path.read_text(encoding="utf-8")
    assert r"{\hyperref[\detokenize{rules:cards--rule.schema}]" in text
    assert "团队保存的卡片。" in text


def test_a_manual_page_holds_both_languages(built: Callable[[str, str], Built]) -> None:
    (path,) = built("man", "en").out.glob("*.1")
    text = path.read_text(encoding="utf-8")
    assert "Who leads it." in text
    assert "由谁带领。" in text


def test_folders_as_addresses_keep_the_anchors(built: Callable[[str, str], Built]) -> None:
    done = built("dirhtml", "en")
    assert done.soup("profile/index.html").find(id="leji.agent-profile.invocation.command") is not None
    (link,) = done.soup("profile/index.html").select("a.download, a[download]")
    assert (done.out / "profile" / str(link["href"])).resolve().is_file()
