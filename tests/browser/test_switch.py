"""The language switch: what it hides, what it never hides, and how it remembers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.sites import DEMO
from tests.browser.texts import CHINESE, alternatives_lost, choose, chosen, seen, wait_for_view

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.sites import Site, Sites
    from tests.browser.visitor import Visitor

VIEWS = ["en", "both", "zh-CN"]
_FIRST = {"en": "en", "zh_CN": "zh-CN"}
_NO_STORAGE = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("forbidden", "SecurityError"); } });
"""
# A theme's script may need the storage; the page is then broken by itself. Those that do not are furo's.
_REFUSING_STORAGE = """
Storage.prototype.getItem = function (key) {
  if (key === "agentcfg-language") throw new DOMException("forbidden", "SecurityError");
  return null;
};
Storage.prototype.setItem = function (key) {
  if (key === "agentcfg-language") throw new DOMException("full", "QuotaExceededError");
};
"""


def test_there_are_three_buttons_in_a_named_group_and_one_is_pressed(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"))
    buttons = page.locator(".agentcfg-switch button")
    assert [b.get_attribute("value") for b in buttons.all()] == VIEWS
    assert buttons.all_inner_texts() == ["English", {"en": "Both", "zh_CN": "双语"}[site.language], "中文"]
    pressed = [b.get_attribute("aria-pressed") for b in buttons.all()]
    assert sorted(map(str, pressed)) == ["false", "false", "true"]
    assert page.locator(".agentcfg-switch [role='group']").get_attribute("aria-label")


def test_a_new_reader_sees_the_language_of_the_build(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"))
    assert chosen(page) == [_FIRST[site.language]]


@pytest.mark.parametrize(("setting", "view"), [("both", "both"), ("en", "en")])
def test_the_first_view_is_a_setting(visitor: Visitor, sites: Sites, setting: str, view: str) -> None:
    site = sites.get("furo", "zh_CN", f"agentcfg_first_view={setting}")
    page = visitor.read(site.page("profile.html"))
    assert chosen(page) == [view]
    assert bool(page.locator("dd > [lang='zh-CN']:visible").count()) == (view != "en")
    assert bool(page.locator("dd > [lang='en']:visible").count()) == (view != "zh-CN")


def test_in_english_no_chinese_is_left_on_the_page(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"))
    choose(page, "en")
    left = {text.rstrip(": ") for text, _ in seen(page) if CHINESE.search(text)}
    left -= _not_ours(page)  # the theme and Sphinx speak the language of the build
    assert left <= {"中文"}, "nothing but the name of the language in its own words"


def _not_ours(page: Page) -> set[str]:
    """Return the texts of the theme and of the switch."""
    script = """
      () => [...document.body.querySelectorAll("*")]
        .filter((each) => !each.closest("[class*='agentcfg']") || each.closest(".agentcfg-switch, .admonition-title"))
        .flatMap((each) => [...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()))
    """
    return set(page.evaluate(script))


def test_in_chinese_no_english_is_left_where_chinese_stands(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"))
    choose(page, "both")
    both = {text for text, language in seen(page) if language == "en" and len(text) > 1}
    choose(page, "zh-CN")
    assert page.locator("[class*='agentcfg-alt-zh-CN']:visible").count() == 0
    assert 'Stable identifier for this profile, e.g. "core" or "reviewer".' in both
    left = {text for text, language in seen(page) if language == "en"}
    assert not {text for text in left if text.startswith(("Stable identifier", "required ", "Overview", "# Required"))}


@pytest.mark.parametrize("view", ["en", "zh-CN"])
@pytest.mark.parametrize("name", ["profile.html", "team.html"])
def test_what_has_no_alternative_is_never_hidden(visitor: Visitor, site: Site, name: str, view: str) -> None:
    page = visitor.read(site.page(name))
    choose(page, "both")
    before = seen(page)
    choose(page, view)
    gone = set(before) - set(seen(page))
    assert gone, "something is hidden"
    assert {language for _, language in gone if _ != "·"} == {"en", "zh-CN"} - {view} or site.language == "zh_CN"
    assert alternatives_lost(page, view) == []
    if name == "team.html":
        assert page.get_by_text("This text is there in English only.").first.is_visible()


def test_with_three_languages_a_text_that_one_of_them_lacks_stays(visitor: Visitor, sites: Sites) -> None:
    page = visitor.read(sites.get(source=DEMO.parent / "three").page("index.html"))
    entry = page.locator("dl.agentcfg.field").first
    choose(page, "zh-CN")
    assert "日语缺少这一句。" in entry.inner_text()
    assert "Japanese lacks this." not in entry.inner_text()
    choose(page, "ja")
    assert "Japanese lacks this." in entry.inner_text()


def test_titles_and_the_list_of_contents_follow(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"))
    titles = page.locator("h2")
    contents = page.locator(".toc-tree a, .bd-toc-nav a, .page-toc a").filter(has=page.locator("[lang='zh-CN']"))
    for view, title in (("en", "Overview"), ("zh-CN", "概览"), ("both", "Overview · 概览")):
        choose(page, view)
        assert titles.first.inner_text().rstrip("¶#") == title
        assert contents.first.inner_text() == title


@pytest.mark.parametrize("view", VIEWS)
def test_a_choice_outlives_a_reload_and_goes_along_to_other_pages(visitor: Visitor, site: Site, view: str) -> None:
    page = visitor.read(site.page("profile.html"))
    choose(page, view)
    assert chosen(page) == [view]
    page.reload()
    assert chosen(page) == [view]
    page.goto(site.page("plain.html"))
    page.goto(site.page("team.html"))
    assert chosen(page) == [view]
    assert bool(page.get_by_text("如何描述一个团队。").first.is_visible()) == (view != "en")


def test_going_back_shows_the_page_in_the_language_chosen_meanwhile(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"))
    choose(page, "en")
    page.goto(site.page("team.html"))
    choose(page, "zh-CN")
    page.go_back()
    wait_for_view(page, "zh-CN")


def test_a_choice_in_one_tab_is_taken_over_by_the_other(visitor: Visitor, site: Site) -> None:
    person = visitor.person()
    one, other = person.new_page(), person.new_page()
    one.goto(site.page("profile.html"))
    other.goto(site.page("team.html"))
    for view in ("both", "zh-CN", "en"):
        one.bring_to_front()
        choose(one, view)
        wait_for_view(other, view)
        assert other.get_by_text("如何描述一个团队。").first.is_visible() == (view != "en")


def test_a_stored_view_that_a_page_does_not_have_shows_the_first_one(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"), view="fr")
    assert chosen(page) == [_FIRST[site.language]]


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_keyboard_alone_is_enough(visitor: Visitor, site: Site, key: str) -> None:
    page = visitor.read(site.page("profile.html"))
    held = "() => document.activeElement.closest('.agentcfg-switch') ? document.activeElement.value : ''"
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(held):
            break
    reached = [page.evaluate(held)]
    for _ in VIEWS[1:]:
        page.keyboard.press("Tab")
        reached.append(page.evaluate(held))
    assert reached == VIEWS
    outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", "one must see where the focus is"
    page.keyboard.press(key)
    assert chosen(page) == ["zh-CN"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press(key)
    assert chosen(page) == ["both"]


def test_it_works_where_storage_is_forbidden(visitor: Visitor, sites: Sites, language: str) -> None:
    page = visitor.read(sites.get("furo", language).page("profile.html"), script=_NO_STORAGE)
    # furo's own script gives up without storage; ours goes on
    visitor.problems = [each for each in visitor.problems if "agentcfg" in each]
    _switches(page)


def test_it_works_where_storage_refuses(visitor: Visitor, site: Site) -> None:
    _switches(visitor.read(site.page("profile.html"), script=_REFUSING_STORAGE))


def _switches(page: Page) -> None:
    for view in VIEWS:
        choose(page, view)
        assert chosen(page) == [view]
        assert page.locator("dd > [lang='zh-CN']").first.is_visible() == (view != "en")


def test_it_works_from_the_disk(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.file("profile.html"))
    _switches(page)
    page.goto(site.file("team.html"))
    assert chosen(page) == ["zh-CN"]


@pytest.mark.parametrize("hash_", ["#%", "#%E4%BD", "#nowhere", "#"])
def test_no_address_breaks_it(visitor: Visitor, sites: Sites, hash_: str) -> None:
    page = visitor.read(sites.get().page(f"profile.html{hash_}"))
    choose(page, "zh-CN")
    assert chosen(page) == ["zh-CN"]


def test_without_a_script_both_languages_are_there_and_no_empty_box(visitor: Visitor, site: Site) -> None:
    for name in ("profile.html", "team.html"):
        page = visitor.read(site.page(name), java_script_enabled=False)
        content = page.locator("[role='main'], main").first.inner_text()
        assert "Overview · 概览" in content
        hidden = "all => all.filter((each) => !each.checkVisibility()).length"
        assert page.locator("[class*='agentcfg-alt-']").evaluate_all(hidden) == 0
        assert page.locator(".agentcfg-switch").evaluate("each => each.getBoundingClientRect().height") == 0
        assert page.locator(".agentcfg-switch").is_hidden()


def test_on_paper_there_is_no_switch(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"))
    assert page.locator(".agentcfg-switch").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".agentcfg-switch").is_hidden()


def test_a_page_without_a_reference_has_no_switch_and_says_all_that_it_says(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("plain.html"))
    assert page.locator(".agentcfg-switch").count() == 0
    page.evaluate("localStorage.setItem('agentcfg-language', 'zh-CN')")
    page.reload()
    assert page.locator("h1").is_visible()
