"""The page about the tables of an audit names exactly the columns that there are, in their order."""

from __future__ import annotations

import re
from pathlib import Path

from sphinx_agentcfg.audit.rows import COLUMNS

PAGE = Path(__file__).parents[2] / "docs/reference/audit-tables.md"


def test_the_page_names_every_column_of_every_table() -> None:
    sections = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    told = {part.split("\n", 1)[0].strip(): tuple(re.findall(r"^\| `(\w+)`", part, re.MULTILINE)) for part in sections}
    assert told == COLUMNS
