"""What a reader sees of a page, piece by piece: scripts that run in the browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["CHINESE", "alternatives_lost", "choose", "chosen", "seen", "wait_for_view"]

CHINESE = re.compile(r"[\u3400-\u9fff]")

_SEEN = """
() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || at.closest("script, style, template, noscript, svg")) continue;
    // a closed sidebar is "visibility: hidden"; what counts here is whether the language was taken away
    if (at.checkVisibility()) found.push([walker.currentNode.data.trim(), at.closest("[lang]").lang]);
  }
  return found;
}
"""

_LOST = """
(view) => [...document.querySelectorAll(".agentcfg-alt-" + view)]
  .filter((gone) => gone.textContent.trim().length > 1)  // not the dot between the two
  .filter((gone) => ![...gone.parentElement.children].some((other) => other.lang === view && other.textContent.trim()))
  .map((gone) => gone.textContent)
"""


def seen(page: Page) -> list[tuple[str, str]]:
    """Return every piece of text that is displayed, with the language it is tagged with."""
    return [(text, language) for text, language in page.evaluate(_SEEN)]


def alternatives_lost(page: Page, view: str) -> list[str]:
    """Return what *view* hides although nothing stands beside it in that language."""
    return [str(text) for text in page.evaluate(_LOST, view)]


def choose(page: Page, view: str) -> None:
    """Press one of the buttons."""
    page.locator(f".agentcfg-switch button[value='{view}']").click()


def chosen(page: Page) -> list[str]:
    """Return the buttons that are pressed."""
    pressed = page.locator(".agentcfg-switch button[aria-pressed='true']")
    return [str(value) for value in pressed.evaluate_all("all => all.map((each) => each.value)")]


def wait_for_view(page: Page, view: str) -> None:
    """Wait until *view* is the one that is shown."""
    page.locator(f".agentcfg-switch button[value='{view}'][aria-pressed='true']").wait_for()
