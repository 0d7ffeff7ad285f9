"""axe finds nothing serious on a reference page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.texts import choose

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.sites import Sites
    from tests.browser.visitor import Visitor

    Scheme = Literal["light", "dark"]

# "preload" would fetch the themes' style sheets anew, and pydata's by a wrong address.
_OPTIONS = {"resultTypes": ["violations"], "preload": False}


def serious(page: Page) -> list[str]:
    violations: list[dict[str, Any]] = Axe().run(page, options=_OPTIONS).response["violations"]
    return [
        f"{each['id']} ({each['impact']}) at {node['target']}: {node['failureSummary']}"
        for each in violations
        if each["impact"] in {"serious", "critical"}
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visitor: Visitor, sites: Sites, theme: str, scheme: Scheme) -> None:
    page = visitor.read(sites.get(theme).page("profile.html"), color_scheme=scheme)
    for view in ("both", "en", "zh-CN"):
        choose(page, view)
        assert serious(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nor_on_a_page_with_values_notes_and_untranslated_text(
    visitor: Visitor, sites: Sites, theme: str, scheme: Scheme
) -> None:
    page = visitor.read(sites.get(theme).page("team.html"), view="both", color_scheme=scheme)
    assert serious(page) == []


def test_nor_in_a_chinese_build_on_a_narrow_screen(visitor: Visitor, sites: Sites, theme: str) -> None:
    page = visitor.read(sites.get(theme, "zh_CN").page("profile.html"), width=400)
    assert serious(page) == []
