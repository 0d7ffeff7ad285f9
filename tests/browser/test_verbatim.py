"""Patterns and descriptions are on the page as the schema has them, and are copied so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.resources import schemas_dir
from tests.browser.sites import DEMO
from tests.browser.texts import choose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page

    from tests.browser.sites import Sites
    from tests.browser.visitor import Visitor

_LEJI = schemas_dir() / "leji" / "agent-profile.schema.json"
_TEAM = DEMO / "schemas" / "team.schema.json"
_SELECT = """
(node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  return getSelection().toString();
}
"""


def _patterns(schema: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield name, schema["pattern"]
        for key, inner in schema.get("properties", {}).items():
            yield from _patterns(inner, f"{name}.{key}")
        yield from _patterns(schema.get("items"), name)


def _all() -> list[tuple[str, str, str]]:
    found = []
    for page, prefix, file in (("profile", "leji.agent-profile", _LEJI), ("team", "schemas.team.schema.json", _TEAM)):
        schema = json.loads(Path(file).read_text(encoding="utf-8"))
        found += [(page, prefix + name, pattern) for name, pattern in _patterns(schema)]
    return found


def _code(page: Page, anchor: str) -> Locator:
    """Return the code of the pattern in the entry with this anchor."""
    entry = page.locator("dl.agentcfg.field").filter(has=page.locator(f"dt[id='{anchor}']"))
    return entry.locator("dl.agentcfg-facts code:visible").first


def _copied(page: Page, code: Locator) -> str:
    code.evaluate(_SELECT)
    page.keyboard.press("Control+c")
    return str(page.evaluate("() => navigator.clipboard.readText()"))


@pytest.mark.parametrize("case", [pytest.param(each, id=each[1]) for each in _all()])
def test_a_pattern_is_shown_and_copied_as_written(
    visitor: Visitor, sites: Sites, theme: str, case: tuple[str, str, str]
) -> None:
    name, anchor, pattern = case
    page = visitor.read(sites.get(theme).page(f"{name}.html"), permissions=["clipboard-read", "clipboard-write"])
    for view in ("both", "zh-CN"):
        choose(page, view)
        code = _code(page, anchor)
        assert code.text_content() == pattern
        assert code.evaluate(_SELECT) == pattern
        assert _copied(page, code) == pattern


def test_the_schema_is_shown_as_written_and_highlighted(visitor: Visitor, sites: Sites, theme: str) -> None:
    page = visitor.read(sites.get(theme).page("team.html"))
    block = page.locator("section[id$='--schema'] pre")
    assert str(block.text_content()).strip() == _TEAM.read_text(encoding="utf-8").strip()
    assert block.locator("span.nt").count() > 50


def test_markup_in_a_description_is_text(visitor: Visitor, sites: Sites, theme: str) -> None:
    page = visitor.read(sites.get(theme).page("profile.html"), view="both")
    entry = page.locator("dl.agentcfg.field").filter(has=page.locator("dt[id='leji.agent-profile.invocation.command']"))
    said = json.loads(_LEJI.read_text(encoding="utf-8"))["properties"]["invocation"]["properties"]["command"]
    assert entry.locator("dd > p[lang='en']").first.text_content() == said["description"]
    assert "<prompt>" in str(entry.locator("dd > p[lang='zh-CN']").first.text_content())
    assert page.locator("prompt").count() == 0


def test_a_skeleton_is_copied_in_the_language_that_is_shown(visitor: Visitor, sites: Sites, theme: str) -> None:
    page = visitor.read(sites.get(theme).page("profile.html"), permissions=["clipboard-read", "clipboard-write"])
    block = page.locator("pre").filter(has=page.locator(".c1")).first
    for view, here, not_here in (("en", "# Required.", "必填"), ("zh-CN", "# 必填", "Required")):
        choose(page, view)
        copied = _copied(page, block)
        assert copied.startswith("---\n")
        assert here in copied
        assert not_here not in copied
        assert "\n\n" not in copied.strip()
