"""Chinese is tagged as such and drawn with a Chinese face."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.browser.texts import CHINESE, choose, seen

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

    from tests.browser.sites import Site
    from tests.browser.visitor import Visitor

_CHINESE_FACE = re.compile(r"CJK SC|PingFang SC|YaHei|Source Han Sans SC|WenQuanYi")
_OTHER_FACE = re.compile(r"JP|Kai|\bTC\b|\bHK\b|\bKR\b")

_PLACES = {
    "body text": "dd > p[lang='zh-CN']",
    "title of a section": "h2 > [lang='zh-CN']",
    "label of a fact": "dl.agentcfg-facts > dt > [lang='zh-CN']",
    "type of a field": ".agentcfg-type > [lang='zh-CN']",
    "head of the table": "table.agentcfg-overview th [lang='zh-CN']",
    "cell of the table": "table.agentcfg-overview td:last-child [lang='zh-CN']",
    "comment in the skeleton": "pre .c1[lang='zh-CN']",
    "example": ".agentcfg-example[lang='zh-CN'] pre",
    "entry of the list of contents": ".toc-tree [lang='zh-CN'], .page-toc [lang='zh-CN'], .bd-toc-nav [lang='zh-CN']",
    "button": ".agentcfg-switch button[lang='zh-CN']",
}


def _faces(session: CDPSession, root: int, selector: str) -> set[str]:
    found = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]
    assert found, f"nothing matches {selector}"
    faces = set()
    for node in found[:5]:
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        faces |= {font["familyName"] for font in fonts}
    return faces


def _session(page: Page) -> tuple[CDPSession, int]:
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    return session, session.send("DOM.getDocument")["root"]["nodeId"]


def test_chinese_is_drawn_with_a_chinese_face(visitor: Visitor, site: Site) -> None:
    for view in ("both", "zh-CN"):
        page = visitor.read(site.page("profile.html"), view=view)
        session, root = _session(page)
        faces = {place: _faces(session, root, selector) for place, selector in _PLACES.items()}
        assert {p: f for p, f in faces.items() if any(_OTHER_FACE.search(each) for each in f)} == {}
        assert [p for p, f in faces.items() if not any(_CHINESE_FACE.search(each) for each in f)] == []


def test_it_is_so_on_a_page_of_ones_own_schema(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("team.html"), view="both")
    session, root = _session(page)
    for place in ("dl.agentcfg-values dd", ".admonition", "dd > div"):
        selector = f"{place} [lang='zh-CN'], {place}[lang='zh-CN'] p"
        faces = _faces(session, root, selector)
        assert any(_CHINESE_FACE.search(each) for each in faces)
        assert not any(_OTHER_FACE.search(each) for each in faces)


def test_every_chinese_text_is_tagged_as_chinese(visitor: Visitor, site: Site) -> None:
    for name in ("profile.html", "team.html"):
        page = visitor.read(site.page(name))
        choose(page, "both")
        chinese = [(text, language) for text, language in seen(page) if CHINESE.search(text)]
        assert len(chinese) > 20
        others = [text for text, language in chinese if language != "zh-CN"]
        # an English sentence may give the name of the language in its own words
        assert [text for text in others if CHINESE.search(text.replace("中文", ""))] == []


def test_english_text_of_a_chinese_build_is_tagged_as_english(visitor: Visitor, site: Site) -> None:
    page = visitor.read(site.page("profile.html"))
    choose(page, "both")
    text = page.get_by_text("Stable identifier for this profile").first
    assert text.evaluate("each => each.closest('[lang]').lang") == "en"
