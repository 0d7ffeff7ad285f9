"""A report in, JSON out: one object with a list of rows for each table, or one of the lists; a line for each row."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg import __version__
from sphinx_agentcfg.audit.reporting import SUPPRESSED, TABLES
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.audit.reporting import Report, Row

__all__ = ["SCHEMA_VERSION", "json_object", "json_rows", "json_value"]

SCHEMA_VERSION = 1
_LAST_SHORT = 0xFFFF  # JSON's ``\\u`` has four digits


def json_object(report: Report) -> str:
    """Return everything; the order of keys and rows is the same in every run."""
    parts = {
        "schema_version": json_value(SCHEMA_VERSION),
        "tool_version": json_value(__version__),
        "summary": json_value(report.summary()),
        **{name: json_rows(report.table(name), "  ") for name in (*TABLES, SUPPRESSED)},
    }
    return "{\n" + ",\n".join(f"  {json_value(key)}: {text}" for key, text in parts.items()) + "\n}"


def json_rows(rows: Sequence[Row], indent: str = "") -> str:
    """Return a list with a line for each row, which is quick to write and good to compare."""
    if not rows:
        return "[]"
    return "[\n" + ",\n".join(f"{indent}  {json_value(row)}" for row in rows) + f"\n{indent}]"


def json_value(value: Any) -> str:
    r"""Return *value* on one line, with every character escaped that a terminal could take for a command.

    A lone surrogate, from the name of a file that is not UTF-8, stands as the text ``\udcff``: as a character, many
    programs would refuse it. What is no number in JSON is null.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        text = json.dumps(_finite(value), ensure_ascii=False)
    if text.isprintable():
        return text
    for character in set(text):
        if visible(character) != character:
            text = text.replace(character, _escape(character))
    return text


def _escape(character: str) -> str:
    number = ord(character)
    if "\ud800" <= character <= "\udfff":
        return f"\\\\u{number:04x}"
    if number <= _LAST_SHORT:
        return f"\\u{number:04x}"
    high, low = divmod(number - _LAST_SHORT - 1, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value
