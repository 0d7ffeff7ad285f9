"""Patterns are read as ECMA-262, which schemas mean, and not as Python's ``re``."""

from __future__ import annotations

import pytest

from sphinx_agentcfg.reference.patterns import matches


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("^a$", "a", True),
        ("^a$", "a\n", False),  # Python's `$` would match here
        (r"^\d$", "1", True),
        (r"^\d$", "١", False),  # an Arabic digit
        (r"^[\d]$", "١", False),
        (r"^\D$", "١", True),
        (r"^[\D]$", "١", True),
        (r"^\w$", "é", False),
        (r"^[^\w]$", "é", True),
        (r"^\s$", "\ufeff", True),
        (r"^\s$", "\u2003", True),
        (r"^\S$", "\u2003", False),
        (r"^[\s]$", "\x1c", False),  # white space to Python only
        ("^.$", "\r", False),
        ("^.$", "\u2028", False),
        ("^.$", "é", True),
        (r"^\/$", "/", True),
        ("^(?<x>a)\\k<x>$", "aa", True),
        (r"^\u{1F600}$", "😀", True),
        (r"^\u00e9$", "é", True),
        ("^[[]$", "[", True),
        ("^[a&&b]$", "&", True),
        ("^[$.]$", "$", True),
        (r"\$$", "a$", True),
        ("b", "abc", True),  # not anchored
        ("<prompt>", "run <prompt> now", True),
    ],
)
def test_ecma_reading(pattern: str, text: str, found: bool) -> None:  # a verdict
    assert matches(pattern, text) is found


@pytest.mark.parametrize("pattern", ["(", "[", "*", r"\p{Letter}", "a{99999999999}", "(" * 500])
def test_a_pattern_that_cannot_be_read_refuses_nothing(pattern: str) -> None:
    assert matches(pattern, "anything")
