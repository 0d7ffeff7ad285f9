"""Sites to look at, and a browser to look with."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.sites import Site, Sites
from tests.browser.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all that lies in this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def _chromium() -> str | None:
    named = os.environ.get("AGENTCFG_CHROMIUM")
    return named or next(filter(None, map(shutil.which, _NAMES)), None)


@pytest.fixture(scope="module")  # not longer: Playwright keeps an event loop, which other tests may not find running
def browser() -> Iterator[Browser]:
    program = _chromium()
    if program is None:
        reason = f"no browser: none of {', '.join(_NAMES)} is on PATH, and AGENTCFG_CHROMIUM names none"
        if os.environ.get("AGENTCFG_REQUIRE_BROWSER") == "1":
            pytest.fail(reason + "; AGENTCFG_REQUIRE_BROWSER=1 asks for one")
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    made = Sites(tmp_path_factory.mktemp("sites"))
    yield made
    made.close()


@pytest.fixture(params=["furo", "pydata_sphinx_theme"])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["en", "zh_CN"])
def language(request: pytest.FixtureRequest) -> str:
    """Language of the build."""
    return str(request.param)


@pytest.fixture
def site(sites: Sites, theme: str, language: str) -> Site:
    """Each theme, built in each language."""
    return sites.get(theme, language)


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    """A reader; that nothing went wrong meanwhile is part of every test."""
    someone = Visitor(browser)
    yield someone
    someone.close()
    assert someone.problems == [], "the browser's log is not clean"
