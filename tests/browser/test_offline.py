"""Nothing on a page comes from elsewhere, and nothing goes wrong on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.browser.sites import Site
    from tests.browser.visitor import Visitor

_PAGES = ["index.html", "profile.html", "team.html", "plain.html", "genindex.html", "search.html?q=core"]


@pytest.mark.parametrize("name", _PAGES)
def test_no_request_leaves_the_site_and_the_log_is_clean(visitor: Visitor, site: Site, name: str) -> None:
    page = visitor.read(site.page(name))
    page.wait_for_load_state("networkidle")
    assert visitor.outside(site) == []
    assert visitor.problems == []
    assert visitor.requests


def test_pages_on_the_disk_read_nothing_but_the_disk(visitor: Visitor, site: Site) -> None:
    for name in ("profile.html", "team.html"):
        page = visitor.read(site.file(name))
        page.wait_for_load_state("networkidle")
    assert {url.partition(":")[0] for url in visitor.requests} <= {"file", "data"}


def test_the_original_schema_is_offered_byte_for_byte(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("team.html"))
    with page.expect_download() as download:
        page.locator("a.download").first.click()
    from tests.browser.sites import DEMO

    assert download.value.path().read_bytes() == (DEMO / "schemas" / "team.schema.json").read_bytes()
