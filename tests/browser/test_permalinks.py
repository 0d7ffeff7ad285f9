"""A link to a field shows that field, whatever was hidden above it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.resources import schemas_dir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.browser.sites import Site, Sites
    from tests.browser.visitor import Visitor

_SCHEMA = schemas_dir() / "leji" / "agent-profile.schema.json"

_STATE = """
() => {
  const target = document.querySelector(":target");
  if (!target) return "there is no such target";
  const box = target.getBoundingClientRect();
  const name = target.querySelector(".sig-name").getBoundingClientRect();
  if (box.top < 0 || name.bottom > innerHeight) return `it is at ${box.top} px, outside the window`;
  const hit = document.elementFromPoint(name.left + name.width / 2, name.top + 2);
  return target.contains(hit) ? "" : `it is covered by <${hit.tagName} class="${hit.className}">`;
}
"""


def _paths(schema: dict[str, Any], above: str = "") -> Iterator[str]:
    for name, inner in schema.get("properties", {}).items():
        yield above + name
        yield from _paths(inner, f"{above}{name}.")


PATHS = list(_paths(json.loads(_SCHEMA.read_text(encoding="utf-8"))))


def _state(page: Page) -> str:
    """Return what is wrong once the page has come to rest: furo scrolls smoothly."""
    calm = 0
    for _ in range(60):
        state = str(page.evaluate(_STATE))
        calm = 0 if state else calm + 1
        if calm == 2:
            break
        page.wait_for_timeout(30)
    return state


def _bad(page: Page, site: Site) -> dict[str, str]:
    found = {}
    for path in PATHS:
        page.goto("about:blank")  # else the next line is a mere jump within the page
        page.goto(site.page(f"profile.html#leji.agent-profile.{path}"))
        state = _state(page)
        if state:
            found[path] = state
    return found


def test_the_format_has_eighteen_fields() -> None:
    assert len(PATHS) == 18


@pytest.mark.parametrize(("width", "view"), [(1280, ""), (1280, "zh-CN"), (400, "zh-CN")])
def test_a_permalink_shows_its_field(visitor: Visitor, sites: Sites, theme: str, width: int, view: str) -> None:
    site = sites.get(theme)
    page = visitor.read(site.page("plain.html"), view=view, width=width)
    assert _bad(page, site) == {}


def test_a_link_within_the_page_shows_its_field(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"))
    for path in ("mustRefuseWhen", "invocation"):
        page.evaluate("() => scrollTo(0, 0)")
        page.locator("table.agentcfg-overview a").filter(has=page.get_by_text(path, exact=True)).click()
        page.wait_for_function(f"() => location.hash.endsWith('{path}')")
        assert _state(page) == ""


def test_a_role_on_another_page_leads_to_the_field(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("plain.html"))
    page.locator("a[href*='reviewAfter']").first.click()
    page.wait_for_url("**/profile.html#leji.agent-profile.freshness.reviewAfter")
    assert _state(page) == ""


def test_a_section_is_a_target_too(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html#leji.agent-profile--skeleton"), view="zh-CN")
    page.wait_for_function("""() => {
      const box = document.querySelector(":target h2").getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight;
    }""")
