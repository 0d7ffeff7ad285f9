"""Search finds fields by words of either language, in builds of either language."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.sites import Site
    from tests.browser.visitor import Visitor

_RESULTS = "#search-results ul.search li a"


def _search(visitor: Visitor, site: Site, words: str) -> Page:
    page = visitor.read(site.page(f"search.html?q={quote(words)}"))
    page.wait_for_function("() => Search.status?.innerText")  # it is written when the last result is there
    return page


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("horizon", id="English-word"),
        pytest.param("identifiers", id="another-form-of-the-word"),
        pytest.param("拒绝", id="two-characters"),
        pytest.param("标识符", id="three-characters"),
        pytest.param("占位符", id="three-characters-beside-a-tag"),
        pytest.param("复核期限", id="four-characters"),
        pytest.param("必须当场拒绝", id="a-phrase"),
        pytest.param("reviewAfter", id="name-of-a-field"),
        pytest.param("角色 inherits", id="Chinese-word-and-name"),
        pytest.param("角色inherits", id="Chinese-word-and-name-without-a-space"),
    ],
)
def test_a_word_of_the_page_finds_it(visitor: Visitor, site: Site, words: str) -> None:
    page = _search(visitor, site, words)
    found = page.locator(_RESULTS)
    found.first.wait_for()
    hits = [href for href in found.evaluate_all("all => all.map(a => a.href)") if "profile.html" in href]
    assert hits, "no result leads to the page"
    page.goto(hits[0])
    assert page.locator("h1").inner_text().startswith("Agent profiles")


def test_a_field_is_found_by_its_name_and_the_result_leads_to_its_entry(visitor: Visitor, site: Site) -> None:
    page = _search(visitor, site, "reviewAfter")
    page.locator(f"{_RESULTS}[href*='reviewAfter']").first.click()
    page.wait_for_url("**/profile.html*#leji.agent-profile.freshness.reviewAfter")
    assert page.locator(":target").is_visible()


def test_a_schema_of_ones_own_is_found_by_its_translation(visitor: Visitor, site: Site) -> None:
    page = _search(visitor, site, "工作方式")
    page.locator(f"{_RESULTS}[href*='team.html']").first.wait_for()


@pytest.mark.parametrize("words", ["龙凤呈祥", "xyzzyplugh"])
def test_what_is_nowhere_is_not_found(visitor: Visitor, site: Site, words: str) -> None:
    page = _search(visitor, site, words)
    assert page.locator(_RESULTS).count() == 0
