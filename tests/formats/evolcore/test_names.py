"""Keys and patterns of models: what matches what, and which fields there are."""

from __future__ import annotations

import pytest

from sphinx_agentcfg.formats.evolcore import globs
from sphinx_agentcfg.formats.evolcore.names import Kind, enum_fields, fields, is_model, kind_of


def test_the_fields_are_those_of_the_seed_in_its_order() -> None:
    assert fields() == (
        "permissionMode",
        "chatmode.private",
        "chatmode.group",
        "mentionMode",
        "baseagents.claude.model",
        "baseagents.claude.effort",
        "baseagents.codex.model",
        "baseagents.codex.effort",
        "baseagents.gemini.model",
    )


def test_of_the_fields_with_choices_all_but_the_permission_mode_must_allow_their_default() -> None:
    assert enum_fields() == (
        "chatmode.private",
        "chatmode.group",
        "mentionMode",
        "baseagents.claude.effort",
        "baseagents.codex.effort",
    )


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("a.b", Kind.EXACT),
        ("a", Kind.EXACT),
        ("a.*", Kind.NAMESPACE),
        ("a.b.*", Kind.NAMESPACE),
        ("category:x", Kind.CATEGORY),
        ("dangerous:*", Kind.DANGEROUS),
        ("*", Kind.ALL),
        ("a:*", Kind.ODD),
        ("a.*.b", Kind.ODD),
        ("*.*", Kind.ODD),
        (".*", Kind.ODD),
        ("a*", Kind.ODD),
        ("category:*", Kind.ODD),
        ("category:", Kind.ODD),
        ("dangerous:x", Kind.EXACT),
    ],
)
def test_what_a_key_matches(key: str, kind: Kind) -> None:
    assert kind_of(key) is kind


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ("baseagents.claude.model", True),
        ("baseagents.x-1_y.model", True),
        ("baseagents.Claude.model", False),
        ("baseagents.a.b.model", False),
        ("baseagents..model", False),
        ("baseagents.claude.effort", False),
        ("baseagents.claude.model\n", False),
        ("baseagents.clau\u0130e.model", False),
    ],
)
def test_what_a_model_policy_is(key: str, found: bool) -> None:
    assert is_model(key) is found


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("*", "", True),
        ("*", "anything", True),
        ("a", "a", True),
        ("a", "ab", False),
        ("a*", "a", True),
        ("a*", "ba", False),
        ("*a", "ba", True),
        ("*a", "ab", False),
        ("a*a", "a", False),
        ("a*a", "aa", True),
        ("a*b*c", "a-b-c", True),
        ("a*b*c", "a-c-b", False),
        ("a**b", "ab", True),
        ("*ab*ab*", "abab", True),
        ("*ab*ab*", "abb", False),
        ("a.c", "abc", False),
        ("a[bc]", "ab", False),
        ("A*", "ab", False),
        ("", "", True),
        ("", "a", False),
    ],
)
def test_what_a_pattern_matches(pattern: str, text: str, found: bool) -> None:
    assert globs.matches(pattern, text) is found


def test_a_pattern_of_many_stars_is_matched_in_one_pass() -> None:
    assert not globs.matches("a*" * 5_000 + "c", "a" * 20_000 + "b")


@pytest.mark.parametrize(
    ("patterns", "found"),
    [
        (["a-*", "a-b-*"], [("a-b-*", "a-*")]),
        (["a-b", "a-*"], [("a-b", "a-*")]),
        (["a-*", "b-*"], []),
        (["*", "a", "b*"], [("a", "*"), ("b*", "*")]),
        (["a*c", "a*b*c"], [("a*b*c", "a*c")]),
        (["a*c", "ac*"], []),
        (["a", "a"], []),
        ([], []),
    ],
)
def test_an_entry_beside_a_wider_one_is_idle(patterns: list[str], found: list[tuple[str, str]]) -> None:
    assert list(globs.shadowed(patterns)) == found
