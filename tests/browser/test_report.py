"""The report in a browser: offline, in two languages, by keyboard, without a script, on narrow screens, on paper."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe

from sphinx_agentcfg.audit.report import report_html
from sphinx_agentcfg.audit.suppressing import Hidden
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message
from tests.browser.texts import CHINESE, seen
from tests.unit.audit.test_report import FILES, HOSTILE, a_part, agent

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.visitor import Visitor

    Scheme = Literal["light", "dark"]

_OPTIONS = {"resultTypes": ["violations"], "preload": False}
#: The second table of coverage has hundreds of rows that are built like those of the first.
_CONTEXT = {"include": [["body"]], "exclude": [["#r1-t1-fields"]]}
_HEIRS = {f"docs/agents/h{number:02d}.md": agent(f"h{number:02d}", "inherits: core\n") for number in range(40)}
_SWITCH = "label[for='language-{}']"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a report of a repository with every kind of trouble, in which core has 42 heirs."""
    folder = tmp_path_factory.mktemp("report")
    part = a_part(folder / "crew", FILES | _HEIRS, label=f"crew {HOSTILE}")
    found = [
        *part.findings,
        Finding("leji/freshness", Severity.WARNING, "docs/agents/core.md", message("all"), 1, profile="leji:core"),
        Finding("file/symlink", Severity.INFO, f"docs/{HOSTILE}", message("all")),
    ]
    hidden = [Hidden(found[0], "known")]
    return _written(folder / "report.html", report_html([replace(part, findings=found, hidden=hidden)]))


def _written(file: Path, html: str) -> str:
    file.write_text(html, encoding="utf-8")
    return file.as_uri()


def _choose(page: Page, tag: str) -> None:
    page.locator(_SWITCH.format(tag)).click()


def _shown(page: Page) -> Locator:
    return page.locator("#r1-findings-table tbody tr:visible")


def _serious(page: Page) -> list[str]:
    violations: list[dict[str, Any]] = Axe().run(page, context=_CONTEXT, options=_OPTIONS).response["violations"]
    return [
        f"{each['id']} ({each['impact']}) at {node['target']}: {node['failureSummary']}"
        for each in violations
        if each["impact"] in {"serious", "critical"}
        for node in each["nodes"]
    ]


def _unfold(page: Page) -> None:
    """Unfold everything but the second matrix of fields, which is large."""
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    page.evaluate("[...document.querySelectorAll('details.each')].at(-1).open = false")
    page.wait_for_function("document.querySelectorAll('[data-matrix]').length < 2")


# --- offline, and safe ---


def test_nothing_is_asked_of_any_network_and_the_log_is_clean(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    _unfold(page)
    page.wait_for_load_state("networkidle")
    assert [url for url in visitor.requests if not url.startswith(("file:", "data:"))] == []
    assert page.locator("img").count() == 0


@pytest.mark.parametrize(("scheme", "width", "tag"), [("light", 1280, "en"), ("dark", 400, "zh-CN")])
def test_axe_finds_nothing_serious(visitor: Visitor, report: str, scheme: Scheme, width: int, tag: str) -> None:
    page = visitor.read(report, width=width, color_scheme=scheme)
    _unfold(page)
    _choose(page, tag)
    assert _serious(page) == []


@pytest.mark.parametrize("width", [400, 1280])
def test_the_page_itself_never_scrolls_sideways(visitor: Visitor, report: str, width: int) -> None:
    page = visitor.read(report, width=width)
    _unfold(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width


# --- languages ---


def test_one_language_is_seen_at_a_time(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    _unfold(page)
    assert [text for text, _ in seen(page) if CHINESE.search(text)] == ["中文"]
    _choose(page, "zh-CN")
    assert page.locator("html").get_attribute("lang") == "zh-CN"
    assert page.locator(".e:visible").count() == 0
    assert {"检查结果", "权限矩阵", "继承", "错误"} <= {text for text, _ in seen(page)}
    assert [text for text, tag in seen(page) if CHINESE.search(text) and tag != "zh-CN"] == []


def test_the_switch_changes_drawing_matrix_and_filters_too(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    _choose(page, "zh-CN")
    assert "继承" in (page.locator("#r1-graph svg").get_attribute("aria-label") or "")
    assert page.locator("select[name='severity'] option").nth(0).text_content() == "全部"
    assert page.locator("select[name='severity'] option").nth(1).text_content() == "错误 (2)"
    assert "项中的" in (page.locator("form.filters [role='status']").text_content() or "")
    assert page.locator("#r1-permissions").get_by_text("拒绝").count() > 0
    assert page.title().startswith("智能体配置审计")


def test_the_choice_is_remembered(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    _choose(page, "zh-CN")
    page.reload()
    assert page.locator("#language-zh-CN").is_checked()
    assert page.locator("html").get_attribute("lang") == "zh-CN"


def test_a_browser_without_storage_switches_all_the_same(visitor: Visitor, report: str) -> None:
    forbidden = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no storage') } })"
    page = visitor.read(report, script=forbidden)
    _choose(page, "zh-CN")
    assert page.locator("#r1-findings-head").inner_text() == "检查结果"


def test_without_a_script_the_switch_and_the_tables_work(visitor: Visitor, report: str) -> None:
    page = visitor.read(report, java_script_enabled=False)
    assert page.locator("#r1-findings-table tbody tr").count() == _shown(page).count() > 2
    assert page.locator("#r1-permissions-static").is_visible()
    assert page.locator("form.filters").is_hidden()
    _choose(page, "zh-CN")
    assert page.locator("#r1-findings-head").inner_text() == "检查结果"


# --- findings ---


def test_filters_hide_rows_and_no_total_changes(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    status = page.locator("form.filters [role='status']")
    assert status.inner_text() == "4 of 4 shown"
    page.locator("select[name='severity']").select_option("error")
    assert (_shown(page).count(), status.inner_text()) == (2, "2 of 4 shown")
    page.locator("select[name='group']").select_option("leji")
    assert (_shown(page).count(), status.inner_text()) == (1, "1 of 4 shown")
    page.locator("input[name='text']").fill("no such text")
    assert (_shown(page).count(), status.inner_text()) == (0, "0 of 4 shown")
    assert page.locator("select[name='severity'] option[value='error']").text_content() == "error (2)"
    assert page.locator("nav .count").inner_text() == "4"


def test_the_text_of_a_row_is_found_in_any_case(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    page.locator("input[name='text']").fill("LOST.md")
    assert [row.inner_text().count("docs/agents/lost.md") for row in _shown(page).all()] == [1]


# --- coverage ---


def test_fields_that_nobody_fills_come_first_on_request_and_go_back(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    heads = page.locator("#r1-t0-fields tbody tr th code:first-child")
    before = heads.all_inner_texts()
    box = page.locator("[data-unfilled]")
    box.check()
    after = heads.all_inner_texts()
    assert before[0] == "id"
    assert page.locator("#r1-t0-fields tbody tr").first.get_attribute("data-nobody") is not None
    assert (sorted(after), after == before) == (sorted(before), False)
    box.uncheck()
    assert heads.all_inner_texts() == before


def test_the_matrix_of_fields_is_made_when_it_is_unfolded(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    each = page.locator("details.each").first
    assert each.locator("table").count() == 0
    each.locator("summary").click()
    each.locator("table").first.wait_for()
    assert each.get_by_text("leji:core").count() > 0


# --- inheritance ---


def _nodes(page: Page) -> list[str]:
    return page.locator("#r1-graph .node .name").all_text_contents()


def test_the_drawing_starts_one_hop_around_the_busiest_profile_with_few_nodes(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    names = _nodes(page)
    assert names[0] == "leji:core"
    assert len(names) == 14  # the profile, twelve of its 42 heirs, and the way to the others
    assert names[-1] == "and 30 more"
    assert page.locator("#r1-graph [role='status']").inner_text() == (
        "leji:core: takes from 0, hands down to 42; 12 of them drawn"
    )


def test_more_nodes_follow_and_there_is_a_way_back(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    first = _nodes(page)
    met = set(first[1:-1])
    for _ in range(3):
        page.locator("#r1-graph .node.nav").last.click()
        met |= {each for each in _nodes(page)[1:] if each.startswith("leji:")}
    assert len(met) == 42
    assert _nodes(page)[1] == "back to the 36 before"
    for _ in range(3):
        page.locator("#r1-graph .node.nav").first.click()
    assert _nodes(page) == first


def test_a_node_goes_to_the_middle_by_click_and_by_keyboard(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    page.locator("#r1-graph .node").nth(1).click()
    assert _nodes(page) == ["leji:core", "leji:h00"]
    assert page.evaluate("document.activeElement.classList.contains('middle')")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert _nodes(page)[0] == "leji:core"
    assert len(_nodes(page)) == 14


def test_the_drawing_is_one_stop_of_the_tabulator(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    assert page.locator("#r1-graph .node[tabindex='0']").count() == 1


def test_a_profile_is_found_by_a_part_of_its_name(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    page.locator("#r1-graph input").fill("LOST")
    page.keyboard.press("Enter")
    assert _nodes(page) == ["nowhere", "leji:lost"]
    assert page.locator("#r1-graph .node.odd .detail").text_content() == "! inherits · parent not found"


def test_a_name_that_no_profile_has_is_told(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    page.locator("#r1-graph input").fill("nobody at all")
    page.keyboard.press("Enter")
    assert page.locator("#r1-graph [role='status']").inner_text() == "no profile has this name"
    assert len(_nodes(page)) == 14


def test_a_link_to_a_profile_puts_it_in_the_middle(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    node = page.evaluate("JSON.parse(document.getElementById('r1-graph-data').textContent).names.indexOf('leji:heir')")
    page.goto(f"{report}#r1-g{node}")
    page.locator("#r1-graph .node.middle", has_text="leji:heir").wait_for()
    assert _nodes(page) == ["leji:core", "leji:heir"]


def test_every_node_of_a_narrow_drawing_is_inside_it(visitor: Visitor, report: str) -> None:
    page = visitor.read(report, width=400)
    outer = page.locator("#r1-graph svg").bounding_box()
    assert outer
    for node in page.locator("#r1-graph .node rect").all():
        box = node.bounding_box()
        assert box
        assert outer["x"] <= box["x"]
        assert box["x"] + box["width"] <= outer["x"] + outer["width"]
    assert len(_nodes(page)) == 14


# --- paper ---


def test_on_paper_what_is_folded_is_there_and_controls_are_not(visitor: Visitor, report: str) -> None:
    page = visitor.read(report)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#r1-edges").is_visible()
    assert page.locator("#r1-hidden").is_visible()
    assert page.locator("form.filters").is_hidden()
    assert page.locator(".switch").is_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#r1-edges").is_hidden()
