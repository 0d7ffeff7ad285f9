"""The glossary of the site: it is well made, and it has every word that the translators of the formats agreed on."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from sphinx_agentcfg.catalog import Catalog

ROOT = Path(__file__).parents[2]
TERMS = ROOT / "docs" / "reference" / "terms.tsv"
AGREED = ROOT.parent / "shared" / "facts" / "glossary.tsv"


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _words(cell: str) -> list[str]:
    """Return the words of a cell that holds several: ``since / removed in``; a remark in brackets is none."""
    plain = re.sub(r"\([^)]*\)|（[^）]*）", "", cell)
    return [word.strip().casefold() for word in re.split(r"[/:：]", plain)]


def test_every_row_has_a_word_and_a_meaning_in_both_languages() -> None:
    rows = _table(TERMS)
    assert [row for row in rows if None in row or not all(row[k] for k in row if k != "formats")] == []
    assert [row["en"] for row in rows if re.search("[\u4e00-\u9fff]", row["meaning_zh_CN"]) is None] == []


def test_the_rows_are_in_the_order_of_the_alphabet_and_none_stands_twice() -> None:
    keys = [(row["en"].casefold(), row["formats"].casefold()) for row in _table(TERMS)]
    assert keys == sorted(set(keys))


def test_a_row_for_some_formats_names_formats_that_exist() -> None:
    known = {each.title for each in Catalog.builtin().formats}
    named = {name for row in _table(TERMS) if row["formats"] for name in row["formats"].split(", ")}
    assert named <= known


@pytest.mark.skipif(not AGREED.is_file(), reason="the agreed words (../shared/facts/glossary.tsv) are not here")
def test_every_agreed_word_is_there_with_its_translation() -> None:
    ours = {(word, _words(row["zh_CN"])[0]) for row in _table(TERMS) for word in _words(row["en"])}
    missing: list[object] = []
    for row in _table(AGREED):
        english, chinese = _words(row["en"]), _words(row["zh_CN"])
        if len(english) == len(chinese):
            missing += [pair for pair in zip(english, chinese, strict=True) if pair not in ours]
        else:  # several names of one thing, or one word that differs from format to format
            missing += [word for word in english if all(word != known for known, _ in ours)]
            missing += [word for word in chinese if all((name, word) not in ours for name in english)]
    assert missing == []
