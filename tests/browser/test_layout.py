"""Pages fit a narrow screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.texts import choose

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.sites import Site
    from tests.browser.visitor import Visitor

# What sticks out of the window, except in a box that scrolls by itself or in a drawer that is shut.
_STICKING_OUT = """
() => [...document.querySelectorAll("[class*='agentcfg'], [class*='agentcfg'] *")].filter((each) => {
  if (each.closest(".toc-drawer, .bd-sidebar-secondary, dialog")) return false;
  for (let at = each; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.position === "absolute" || style.clipPath !== "none") return false;
    if (at !== each && at.matches("pre") && ["auto", "scroll"].includes(style.overflowX)) return false;
  }
  return each.getBoundingClientRect().right > innerWidth + 1;
}).map((each) => `${each.tagName} ${each.className}: ${each.textContent.slice(0, 40)}`)
"""


def _fits(page: Page, width: int) -> None:
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert page.evaluate(_STICKING_OUT) == []


@pytest.mark.parametrize("name", ["profile.html", "team.html"])
def test_a_page_never_scrolls_sideways_at_400_px(visitor: Visitor, site: Site, name: str) -> None:
    page = visitor.read(site.page(name), width=400)
    for view in ("both", "en", "zh-CN"):
        choose(page, view)
        _fits(page, 400)


def test_nor_without_a_script(visitor: Visitor, site: Site) -> None:
    for name in ("profile.html", "team.html"):
        _fits(visitor.read(site.page(name), width=400, java_script_enabled=False), 400)


def test_nor_at_other_widths(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("team.html"), view="both")
    for width in (360, 640, 641, 768, 1000, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_an_empty_cell_of_the_overview_takes_no_room_at_400_px(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"), width=400)
    row = page.locator("table.agentcfg-overview tbody tr").filter(has=page.get_by_text("escalation", exact=True))
    assert row.locator("td:visible").count() == 3


def test_the_text_of_one_language_has_no_bar_that_marks_it_as_the_second(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"))
    second = page.locator("dd > .agentcfg-second").first
    bar = "each => getComputedStyle(each).borderInlineStartWidth"
    choose(page, "both")
    assert second.evaluate(bar) == "2px"
    choose(page, "zh-CN")
    assert second.evaluate(bar) == "0px"
