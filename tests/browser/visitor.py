"""A reader at the browser, who remembers everything that went wrong or left the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

    from tests.browser.sites import Site

__all__ = ["KEY", "Visitor"]

KEY = "agentcfg-language"
#: What a theme's own script calls an error on every first visit; nothing of ours.
_OF_THE_THEME = "Got invalid theme mode: . Resetting to auto."


class Visitor:
    """Opens pages; each reader has a profile of their own, with nothing stored."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.problems: list[str] = []
        self.requests: list[str] = []

    def read(self, address: str, *, view: str = "", width: int = 1280, script: str = "", **options: Any) -> Page:
        """Open *address* as a new reader; ``view`` is a choice made earlier, ``script`` runs before each page's own."""
        page = self.person(width=width, script=script, **options).new_page()
        if view:
            page.add_init_script(f"if (origin !== 'null') localStorage.setItem('{KEY}', '{view}')")
        page.goto(address)
        return page

    def person(self, *, width: int = 1280, script: str = "", **options: Any) -> BrowserContext:
        """Return a new reader, who may have several tabs."""
        context = self._browser.new_context(viewport={"width": width, "height": 900}, **options)
        context.set_default_timeout(10_000)
        if script:
            context.add_init_script(script)
        context.on("console", self._note_message)
        context.on("weberror", lambda error: self.problems.append(f"script: {error.error}"))
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("requestfailed", self._note_failure)
        self._contexts.append(context)
        return context

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and message.text != _OF_THE_THEME:
            self.problems.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def _note_failure(self, request: Request) -> None:
        # whoever goes on to another page ends what was under way; a reader without scripts has them blocked
        if request.failure not in {"net::ERR_ABORTED", "csp"}:
            self.problems.append(f"failed: {request.url} ({request.failure})")

    def outside(self, *sites: Site) -> list[str]:
        """Return the requests that went anywhere but to *sites*."""
        own = {urlsplit(site.url).netloc for site in sites}
        return [url for url in self.requests if urlsplit(url).netloc not in own and not url.startswith("data:")]

    def close(self) -> None:
        """Close every tab."""
        for context in self._contexts:
            context.close()
