"""Pages of a repository's agents: tables that read well everywhere, and a matrix that the browser makes easier."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_accessibility import serious

if TYPE_CHECKING:
    from tests.browser.sites import Site, Sites
    from tests.browser.visitor import Visitor

AGENTS = Path(__file__).parent / "roots" / "agents"


@pytest.fixture
def agents(sites: Sites, theme: str) -> Site:
    return sites.get(theme, "en", source=AGENTS)


def test_the_matrix_of_a_page_can_be_filtered_and_says_why(visitor: Visitor, agents: Site) -> None:
    page = visitor.read(agents.page("index.html"))
    matrix = page.locator(".agentcfg-matrix")
    matrix.get_by_label("Profile contains").fill("leji:reviewer")
    assert matrix.locator(".agentcfg-matrix-status").inner_text().startswith("1 of 17 profiles")
    matrix.locator('td[data-state="deny"]').first.click()
    assert "docs/agents/reviewer.md:11" in matrix.get_by_role("tooltip").inner_text()
    assert visitor.outside(agents) == []


def test_the_matrix_works_from_the_disk_and_in_chinese(visitor: Visitor, sites: Sites, theme: str) -> None:
    site = sites.get(theme, "zh_CN", source=AGENTS)
    page = visitor.read(site.file("index.html"))
    matrix = page.locator(".agentcfg-matrix")
    matrix.get_by_label("配置包含").fill("leji:core")
    assert matrix.locator(".agentcfg-matrix-status").inner_text().startswith("显示 17 个配置中的 1 个")
    assert all(address.startswith("file:") for address in visitor.requests)


def test_without_scripts_there_is_a_plain_table_in_its_place(visitor: Visitor, agents: Site) -> None:
    page = visitor.read(agents.page("index.html"), java_script_enabled=False)
    assert page.locator(".agentcfg-matrix-tools").count() == 0
    cell = page.locator("td", has_text="unknown").first
    assert cell.is_visible()


def test_a_profile_leads_to_its_page_and_its_fields_say_where_they_come_from(visitor: Visitor, agents: Site) -> None:
    page = visitor.read(agents.page("index.html"))
    page.get_by_role("link", name="leji:librarian", exact=True).first.click()
    assert page.url.endswith("leji.html#leji--profile.librarian")
    row = page.locator("tr", has_text="requiredRead").nth(1)  # the first one is of the core profile
    assert "docs/agents/core.md" in row.inner_text()


def test_what_is_left_out_leads_to_the_full_report(visitor: Visitor, agents: Site) -> None:
    page = visitor.read(agents.page("leji.html"))
    page.get_by_role("link", name="The full report has all of it").or_(
        page.get_by_role("link", name="The full report has all of them.")
    ).first.click()
    page.wait_for_url("**/_agentcfg/report-*.html")
    assert page.locator("h1").count() >= 1
    assert visitor.outside(agents) == []


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("name", ["index.html", "leji.html"])
def test_no_page_scrolls_sideways_and_axe_finds_nothing_serious(
    visitor: Visitor, agents: Site, width: int, name: str
) -> None:
    page = visitor.read(agents.page(name), width=width)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []
