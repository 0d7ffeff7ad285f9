"""Tables for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.cli.tables import console_width, paragraphs, table

if TYPE_CHECKING:
    import pytest

ROWS = [["a", "字段", "first words"], ["long-name", "x", "second"]]


def test_columns_stand_below_each_other() -> None:
    assert list(table(["N", "K", "Text"], ROWS)) == [
        "N          K     Text",
        "a          字段  first words",
        "long-name  x     second",
    ]


def test_the_last_cell_is_cut_to_the_width() -> None:
    lines = list(table(["N", "Text"], [["a", "x" * 100]], 60))
    assert lines[1] == "a  " + "x" * 56 + "…"


def test_the_last_cell_has_a_line_of_its_own_where_there_is_no_room() -> None:
    lines = list(table(["N", "Text"], [["n" * 30, "words " * 20], ["m", ""]], 50))
    assert lines[0] == "N"
    assert lines[1] == "n" * 30
    assert lines[2].startswith("    words words")
    assert lines[2].endswith("…")
    assert lines[3:] == ["m"]


def test_a_narrow_column_is_cut_too() -> None:
    assert list(table(["N", "Kind", "T"], [["a", "k" * 40, "t"]], 100, narrow=(1,)))[1] == f"a  {'k' * 19}…  t"


def test_a_cell_is_one_line_and_harmless() -> None:
    assert list(table(["N"], [["a\n\x1b[31mb\tc"]])) == ["N", "a \\x1b[31mb c"]


def test_paragraphs_keep_their_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert list(paragraphs("one two three four five\n\nsix", "  ")) == ["  one two three four", "  five", "", "  six"]
    assert list(paragraphs("")) == []


def test_the_width_is_asked_for_or_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "33")
    assert console_width() == 33
    monkeypatch.setenv("COLUMNS", "")
    assert console_width() is None  # pytest's output is no terminal
