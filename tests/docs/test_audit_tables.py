"""The page about the tables of an audit names exactly the columns that there are, in their order, and their dtypes."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd

from sphinx_agentcfg.audit.dtypes import CATEGORIES, FRAME_COLUMNS, JSON_COLUMNS
from sphinx_agentcfg.audit.frames import frame
from sphinx_agentcfg.audit.rows import COLUMNS

PAGE = Path(__file__).parents[2] / "docs/reference/audit-tables.md"


def told() -> dict[str, dict[str, str]]:
    """Return table → column → what the page says that a frame holds."""
    sections = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    rows = {
        part.split("\n", 1)[0].strip(): re.findall(r"^\| `(\w+)` \| (\S+) \|", part, re.MULTILINE) for part in sections
    }
    return {name: dict(found) for name, found in rows.items()}


def test_the_page_names_every_column_of_every_table() -> None:
    both = {name: COLUMNS.get(name, columns) for name, columns in FRAME_COLUMNS.items()}
    assert {name: tuple(columns) for name, columns in told().items()} == both


def test_the_page_says_the_dtype_of_every_column() -> None:
    for name, columns in told().items():
        dtypes = frame(name, []).dtypes
        for column, said in columns.items():
            if said == "–":
                assert column not in dtypes, (name, column)
                continue
            dtype = dtypes[column]
            if isinstance(dtype, pd.CategoricalDtype):
                assert said == ("ordered" if dtype.ordered else "category"), (name, column)
            elif column in JSON_COLUMNS:
                assert (said, str(dtype)) == ("JSON", "str"), (name, column)
            else:
                assert said == f"`{dtype}`", (name, column)


def test_the_page_gives_the_categories_in_their_order() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for column in ("decision", "severity", "required"):
        assert " < ".join(f"`{word}`" for word in CATEGORIES[column]) in text
    assert ", ".join(f"`{word}`" for word in CATEGORIES["provenance"]) in text
