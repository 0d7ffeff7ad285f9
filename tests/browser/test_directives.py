"""Pages of formats, of rules and of examples: they read well, fit a narrow screen, and a copy is the file alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_accessibility import serious
from tests.browser.test_layout import _fits
from tests.browser.texts import choose

if TYPE_CHECKING:
    from tests.browser.sites import Site, Sites
    from tests.browser.visitor import Visitor

ROOT = Path(__file__).parent / "roots" / "directives"
PAGES = ("formats.html", "agentfs.html", "rules.html", "example.html")


@pytest.fixture
def directives(sites: Sites) -> Site:
    """A site with each directive."""
    return sites.get(source=ROOT)


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious(visitor: Visitor, directives: Site, name: str) -> None:
    for width, scheme in ((1280, "light"), (400, "dark")):
        page = visitor.read(directives.page(name), width=width, view="both", color_scheme=scheme)
        assert serious(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_never_scrolls_sideways_at_400_px(visitor: Visitor, directives: Site, name: str) -> None:
    for script in (True, False):
        _fits(visitor.read(directives.page(name), width=400, java_script_enabled=script), 400)


def test_a_finding_stands_below_its_line_and_stays_in_view_when_the_line_is_scrolled(
    visitor: Visitor, directives: Site
) -> None:
    page = visitor.read(directives.page("example.html"), width=400)
    line, note = page.locator(".agentcfg-marked").last, page.locator(".agentcfg-finding").last
    page.locator("pre").first.evaluate("pre => pre.scrollLeft = 300")
    at, below = line.bounding_box(), note.bounding_box()
    assert at is not None
    assert below is not None
    assert 0 <= below["y"] - (at["y"] + at["height"]) < 2
    assert below["x"] >= 0
    assert below["x"] + below["width"] <= 400


def test_both_languages_stand_below_each_other_and_one_alone_in_a_row(visitor: Visitor, directives: Site) -> None:
    page = visitor.read(directives.page("profile.html"))
    rows = page.locator(".agentcfg-finding").last.locator(".agentcfg-row")
    for view, wanted in (
        ("both", ["block", "block"]),
        ("en", ["inline", "none"]),
        ("zh-CN", ["none", "inline"]),
    ):
        choose(page, view)
        assert [row.evaluate("e => getComputedStyle(e).display") for row in rows.all()] == wanted


@pytest.mark.parametrize(("language", "wanted"), [("en", ["inline", "none"]), ("zh_CN", ["none", "inline"])])
def test_an_example_alone_starts_in_the_language_of_the_site(
    visitor: Visitor, sites: Sites, language: str, wanted: list[str]
) -> None:
    page = visitor.read(sites.get("furo", language, source=ROOT).page("example.html"))
    rows = page.locator(".agentcfg-finding").last.locator(".agentcfg-row")
    assert [row.evaluate("e => getComputedStyle(e).display") for row in rows.all()] == wanted
    assert page.locator(".agentcfg-switch").count() == 0


def test_a_copy_is_the_file_and_nothing_else(visitor: Visitor, directives: Site) -> None:
    text = (ROOT / "editor.md").read_text(encoding="utf-8").strip()
    page = visitor.read(directives.page("example.html"), permissions=["clipboard-read", "clipboard-write"])
    page.locator("pre").first.hover()
    page.locator("button.copybtn").first.click()
    page.wait_for_timeout(200)
    assert page.evaluate("() => navigator.clipboard.readText()").strip() == text
    select = "() => (getSelection().selectAllChildren(document.querySelector('pre')), `${getSelection()}`)"
    selected = page.evaluate(select)
    assert selected.strip() == text


def test_keys_and_findings_lead_to_where_they_are_explained(visitor: Visitor, directives: Site) -> None:
    page = visitor.read(directives.page("example.html"))
    page.locator("pre a", has_text="requiredRead").first.click()
    assert page.url.endswith("profile.html#leji.agent-profile.requiredRead")
    page.go_back()
    page.locator(".agentcfg-finding a").first.click()
    assert page.url.endswith("rules.html#leji--rule.schema")
    page.goto(directives.page("profile.html"))
    page.locator(".agentcfg-trail a").first.click()
    assert page.url.endswith("formats.html#agentcfg-formats")
