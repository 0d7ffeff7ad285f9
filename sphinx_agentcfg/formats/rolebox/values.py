"""Any JSON value in, what the loader takes it for out: a value of the wrong type counts as if it were not there."""

from __future__ import annotations

from typing import Any

__all__ = ["is_number", "kept", "mapping", "texts"]

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


def mapping(value: Any) -> dict[str, Any]:
    """Return *value* where it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def texts(value: Any) -> list[tuple[int, str]]:
    """Return each string in *value* with its index; none where it is no list."""
    return [(i, each) for i, each in enumerate(value) if isinstance(each, str)] if isinstance(value, list) else []


def is_number(value: Any) -> bool:
    """Say whether *value* is a number; a truth value is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def kept(key: str, value: Any) -> bool:
    """Say whether the loader takes *value* for the field *key* (``facts/rolebox.md`` §0.2); ``null`` stays null."""
    if value is None:
        return True
    if key == "mode":
        return isinstance(value, str) and value in _MODES
    if key in _NUMBERS:
        return is_number(value)
    return isinstance(value, _TYPES.get(key, object))
