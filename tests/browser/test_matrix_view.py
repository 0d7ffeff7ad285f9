"""The matrix view in a real browser: it draws what is in view, says why, and everything is reachable by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.matrix_pages import large, page, small
from tests.browser.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    made = Visitor(browser)
    yield made
    assert made.problems == []
    assert all(address.startswith("file:") for address in made.requests)
    made.close()


def open_page(visitor: Visitor, folder: Path, *payloads: dict[str, Any], language: str = "en", **options: Any) -> Page:
    shown = visitor.read(page(folder, *payloads, language=language), **options)
    shown.wait_for_selector("body[data-ready]")
    return shown


def cell(shown: Page, row: int, column: int) -> str:
    return shown.locator(f'[data-row="{row}"][data-column="{column}"]').inner_text()


def focused(shown: Page) -> tuple[int, int]:
    at = shown.evaluate("[document.activeElement.dataset.row, document.activeElement.dataset.column]")
    return int(at[0]), int(at[1])


def status(shown: Page) -> str:
    return shown.locator(".agentcfg-matrix-status").first.inner_text()


def test_each_cell_says_its_state_in_words(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small())
    assert [cell(shown, 1, column) for column in range(4)] == ["! ask", "✓ allow", "· unset", "· unset"]
    assert cell(shown, 0, 0) == "✓ allow !!↑"  # the files contradict each other, and it is inherited
    assert cell(shown, 2, -1) == "rolebox:eve cannot be read"


def test_focus_shows_why_with_file_and_line(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small())
    shown.locator('[data-row="-1"][data-column="-1"]').focus()
    shown.keyboard.press("ArrowDown")
    shown.keyboard.press("ArrowRight")
    assert focused(shown) == (0, 0)
    note = shown.get_by_role("tooltip")
    assert note.inner_text().split("\n") == [
        "leji:ann · Bash",
        "✓ allow",
        "a rule says so",
        "said by leji:base",
        "agents/base.md:12",
        "the files contradict each other",
        "comes from another profile",
    ]
    described = shown.evaluate("document.activeElement.getAttribute('aria-describedby')")
    assert described == note.get_attribute("id")
    shown.keyboard.press("Escape")
    assert note.is_hidden()
    assert focused(shown) == (0, 0)


def test_hovering_shows_why_and_the_note_stays_under_the_pointer(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small())
    shown.locator('[data-row="0"][data-column="0"]').hover()
    note = shown.locator(".agentcfg-matrix-note")
    note.wait_for(state="visible")
    note.hover()
    shown.wait_for_timeout(400)  # longer than the view waits before it hides a note
    assert note.is_visible()
    shown.locator("h1").hover()
    note.wait_for(state="hidden")


def test_arrows_home_end_and_pages_move_over_all_rows(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, large(10_000, 60))
    assert shown.locator("*").count() < 5_000
    shown.locator('[data-row="-1"][data-column="-1"]').focus()
    shown.keyboard.press("Control+End")
    assert focused(shown) == (9_999, 59)
    assert cell(shown, 9_999, 59) == "! ask"  # (9999 + 59) modulo 5 is 3
    shown.keyboard.press("Home")
    assert focused(shown) == (9_999, -1)
    assert cell(shown, 9_999, -1) == "leji:p09999"
    shown.keyboard.press("PageUp")
    assert 9_900 < focused(shown)[0] < 9_999
    shown.keyboard.press("Control+Home")
    assert focused(shown) == (0, -1)
    assert shown.locator("*").count() < 5_000


def test_one_stop_of_the_tab_key_leads_into_the_table(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small())
    assert shown.locator('table [tabindex="0"]').count() == 1
    shown.locator("select").last.focus()
    shown.keyboard.press("Tab")
    assert focused(shown) == (-1, -1)


def test_filters_hide_and_never_change_the_totals(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small())
    assert status(shown) == "3 of 3 profiles, 4 of 4 columns"
    shown.get_by_label("Profile contains").fill("LEJI")
    assert status(shown) == "2 of 3 profiles, 4 of 4 columns"
    shown.get_by_label("With", exact=True).select_option("ask")
    assert status(shown) == "1 of 3 profiles, 4 of 4 columns"
    assert cell(shown, 0, -1) == "leji:bob"
    shown.get_by_label("Profile contains").fill("")
    shown.get_by_label("With", exact=True).select_option("")
    shown.get_by_label("Format").select_option("rolebox")
    assert status(shown) == "1 of 3 profiles, 4 of 4 columns"
    shown.get_by_label("Subject contains").fill("nothing like it")
    assert status(shown) == "1 of 3 profiles, 0 of 4 columns · Nothing fits the filter."


def test_what_is_left_out_is_said(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small(left_out={"columns": 4_800, "rows": 0}))
    assert status(shown) == "3 of 3 profiles, 4 of 4 columns · not shown here: 4800 columns"


def test_another_language_keeps_the_filter(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small())
    shown.get_by_label("Profile contains").fill("bob")
    shown.evaluate("matrices[0].setLanguage('zh_CN')")
    assert status(shown) == "显示 3 个配置中的 1 个、4 列中的 4 列"
    assert shown.get_by_label("配置包含").input_value() == "bob"
    assert cell(shown, 0, 0) == "! 询问"
    assert shown.locator(".agentcfg-matrix").get_attribute("lang") == "zh-CN"


def test_enter_on_a_head_sorts_and_says_so(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small())
    shown.locator('[data-row="-1"][data-column="-1"]').focus()
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("Enter")
    assert focused(shown) == (-1, 1)
    assert shown.evaluate("document.activeElement.ariaSort") == "descending"


def test_a_click_on_a_head_sorts_by_that_column(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small())
    head = '[data-row="-1"][data-column="1"]'  # Read: deny, allow, unknown
    order = []
    for _ in range(3):
        shown.locator(head).click()
        sort = shown.locator(head).get_attribute("aria-sort")
        order.append((sort, [cell(shown, row, -1).split()[0] for row in range(3)]))
    assert order == [
        ("descending", ["leji:bob", "leji:ann", "rolebox:eve"]),
        ("ascending", ["rolebox:eve", "leji:ann", "leji:bob"]),
        ("none", ["leji:ann", "leji:bob", "rolebox:eve"]),
    ]


def test_a_click_tells_whoever_listens_which_cell_it_was(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small())
    shown.locator('[data-row="0"][data-column="0"]').click()
    (found,) = shown.evaluate("selected")
    assert (found["row"]["id"], found["column"]["id"], found["state"]) == ("leji:ann", "Bash", "allow")
    assert (found["note"]["path"], found["note"]["line"]) == ("agents/base.md", 12)


def test_hostile_names_stay_text(visitor: Visitor, tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(1)>"
    rows = [{"id": name, "group": "leji"}, {"id": "长" * 5_000, "group": "<b>"}, {"id": "leji:c", "group": "leji"}]
    shown = open_page(visitor, tmp_path, small(rows=rows, texts=[name, name, name]))
    assert cell(shown, 0, -1) == name
    assert shown.locator("img").count() == 0
    assert shown.locator('[data-row="1"][data-column="-1"]').bounding_box()["height"] < 60  # type: ignore[index]


def test_two_matrices_on_a_page_do_not_mind_each_other(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small(), small())
    shown.get_by_label("Profile contains").first.fill("bob")
    found = shown.locator(".agentcfg-matrix-status").all_inner_texts()
    assert found == ["1 of 3 profiles, 4 of 4 columns", "3 of 3 profiles, 4 of 4 columns"]
    ids = shown.eval_on_selector_all("[id]", "all => all.map(each => each.id)")
    assert len(ids) == len(set(ids))


def test_paper_gets_every_row_that_fits_the_filter(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, large(300, 5))
    assert shown.locator("tr[aria-rowindex]").count() < 100
    shown.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert shown.locator("tr[aria-rowindex]").count() == 300
    shown.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert shown.locator("tr[aria-rowindex]").count() < 100


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_inaccessible_and_the_page_never_scrolls_sideways(
    visitor: Visitor, tmp_path: Path, width: int, scheme: str
) -> None:
    shown = open_page(visitor, tmp_path, small(), large(200, 20), width=width, color_scheme=scheme)
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown.locator('[data-row="0"][data-column="0"]').first.click()
    found = [v for v in Axe().run(shown).response["violations"] if v["impact"] in {"serious", "critical"}]
    assert [(v["id"], v["nodes"][0]["html"]) for v in found] == []


def test_without_colours_every_state_is_still_there(visitor: Visitor, tmp_path: Path) -> None:
    shown = open_page(visitor, tmp_path, small(), forced_colors="active")
    words = {cell(shown, row, column).split()[1] for row in range(3) for column in range(4)}
    assert words == {"unknown", "unset", "deny", "ask", "allow"}
