"""Any JSON value in, what the loader takes it for out: a value of the wrong type counts as if it were not there."""

from __future__ import annotations

import re
from typing import Any

from sphinx_agentcfg.formats.values import is_number

__all__ = ["is_positive", "kept"]

_TYPES: dict[str, type] = {
    **dict.fromkeys(("name", "description", "prompt", "prompt_file", "version", "model", "color", "variant"), str),
    **dict.fromkeys(
        ("skills", "opencode_skills", "functions", "disable_functions", "auto_activate", "subagents"), list
    ),
    **dict.fromkeys(("references", "collaboration", "dispatch", "hooks", "permission", "tools"), dict),
    "locked": bool,
}
_NUMBERS = ("temperature", "top_p")
_MODES = ("primary", "subagent", "all")
#: What JavaScript's ``Number()`` makes a number above 0 of: decimal digits with one that is no 0, or base 16, 8, 2.
_POSITIVE = re.compile(
    r"\+?(?=[0.]*[1-9])(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|\+?Infinity"
    r"|0[xX](?=0*[1-9a-fA-F])[0-9a-fA-F]+|0[oO](?=0*[1-7])[0-7]+|0[bB](?=0*1)[01]+"
)


def is_positive(value: Any) -> bool:
    """Say whether the loader takes *value* for a number of ``dispatch``, which it turns into one first (facts §8).

    What comes from the environment may be one.
    """
    if isinstance(value, str):
        return "{env:" in value or _POSITIVE.fullmatch(value.strip()) is not None
    return value is True or (is_number(value) and value > 0)


def kept(key: str, value: Any) -> bool:
    """Say whether the loader takes *value* for the field *key* (``facts/rolebox.md`` §0.2); ``null`` stays null."""
    if value is None:
        return True
    if key == "mode":
        return isinstance(value, str) and value in _MODES
    if key in _NUMBERS:
        return is_number(value)
    return isinstance(value, _TYPES.get(key, object))
