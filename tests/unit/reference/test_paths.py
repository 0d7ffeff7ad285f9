"""The grammar of field paths, and the anchors made from them."""

from __future__ import annotations

import re

import pytest

from sphinx_agentcfg.reference import paths

NCNAME = re.compile(r"[A-Za-z_\w][\w.\-]*\Z")


def test_plain_keys_are_joined_by_dots() -> None:
    assert paths.child("freshness", "reviewAfter") == "freshness.reviewAfter"
    assert paths.child("", "$ref_1-a") == "$ref_1-a"


@pytest.mark.parametrize("key", ["chatmode.private", "a b", "描述", "", "a[]", 'say "x"', "a\n"])
def test_any_other_key_is_quoted_and_read_back(key: str) -> None:
    path = paths.child("permissions", key)
    assert path.startswith('permissions["')
    assert path.endswith('"]')
    assert paths.key(path) == key


def test_the_example_of_the_interface() -> None:
    assert paths.child(paths.child("permissions", "chatmode.private"), "default") == (
        'permissions["chatmode.private"].default'
    )


def test_items_of_an_array_and_places_of_a_tuple() -> None:
    assert paths.child(paths.item("a"), "b") == "a[].b"
    assert paths.item("a", 2) == "a[2]"


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        ("^on_", "on_<key>"),
        (r"^baseagents\.[a-z]+\.model$", "baseagents.<key>.model"),
        (".*", "<key>"),
        ("^[a-z]+$", "<key>"),
        ("_id$", "<key>_id"),
        ("^x-", "x-<key>"),
        ("x-", "<key>"),  # anywhere: nothing is fixed
        ("^ab?", "a<key>"),  # the b may be missing
        ("^a|b$", "<key>"),
        ("^exactly$", "exactly"),
        (r"^\d", "<key>"),
        (r"cost\$", "<key>"),  # an escaped dollar ends nothing
    ],
)
def test_fixed_ends_of_a_pattern_are_kept(pattern: str, written: str) -> None:
    assert paths.key_of_pattern(pattern) == written


def test_the_word_of_the_format_stands_in_the_place_of_key() -> None:
    assert paths.key_of_pattern("^on_", "event") == "on_<event>"


def test_a_pattern_that_allows_one_key_is_that_key() -> None:
    assert paths.free("a", paths.key_of_pattern("^b$")) == "a.b"
    assert paths.free("a", paths.key_of_pattern(r"^b\.c$")) == 'a["b.c"]'


def test_a_target_may_write_an_asterisk_for_a_placeholder() -> None:
    assert paths.comparable("tools.<tool>.on_<event>") == "tools.*.on_*"


def test_a_quoted_key_is_not_free_whatever_it_holds() -> None:
    assert paths.is_free("a.<key>", "a")
    assert paths.is_free("a[].<key>", "a")
    assert not paths.is_free(paths.child("a", "<key>"), "a")
    assert not paths.is_free("a.<key>.b", "a.<key>")


def test_the_six_names_of_a_users_complaint_get_six_anchors() -> None:
    names = ["描述", "名称", "a.b", "ab", "A", "a"]
    anchors = [paths.anchor("s.json", paths.child("", n)) for n in names]
    assert len(set(anchors)) == 6
    # ids of HTML are compared without case by some tools, so A and a are the only pair that may differ by case alone
    assert len({a.lower() for a in anchors}) == 5
    assert all(NCNAME.match(a) for a in anchors)
    assert anchors[3] == "s.json.ab"


def test_a_key_with_a_dot_is_not_the_field_inside() -> None:
    nested = paths.anchor("t", paths.child(paths.child("", "a"), "b"))
    assert nested == "t.a.b"
    assert paths.anchor("t", paths.child("", "a.b")) != nested


def test_anchors_are_fixed_for_ever() -> None:
    assert paths.anchor("leji/agent-profile") == "leji.agent-profile"
    assert paths.anchor("leji/agent-profile", "freshness.reviewAfter") == "leji.agent-profile.freshness.reviewAfter"
    # sha256 of `a[].b`
    assert paths.anchor("t", "a[].b") == "t.a.b-dd76e37d"


def test_a_type_that_starts_with_a_digit_still_gives_a_name() -> None:
    assert paths.anchor("2nd/type.json").startswith("agentcfg-2nd")
