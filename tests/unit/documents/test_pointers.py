"""JSON Pointers as RFC 6901 has them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_agentcfg.documents import pointers

# The document and the answers of RFC 6901, section 5.
RFC_DOCUMENT: dict[str, Any] = {
    "foo": ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
}
RFC_ANSWERS: list[tuple[str, Any]] = [
    ("", RFC_DOCUMENT),
    ("/foo", ["bar", "baz"]),
    ("/foo/0", "bar"),
    ("/", 0),
    ("/a~1b", 1),
    ("/c%d", 2),
    ("/e^f", 3),
    ("/g|h", 4),
    ("/i\\j", 5),
    ('/k"l', 6),
    ("/ ", 7),
    ("/m~0n", 8),
]


@pytest.mark.parametrize(("pointer", "value"), RFC_ANSWERS)
def test_resolves_the_examples_of_the_rfc(pointer: str, value: Any) -> None:
    assert pointers.resolve(RFC_DOCUMENT, pointer) == value


@pytest.mark.parametrize(
    "pointer",
    ["/no", "/foo/2", "/foo/-", "/foo/01", "/foo/-1", "/foo/\u0661", "/foo/0/x", "foo", "/~2", "/foo/" + "9" * 5000],
)
def test_a_pointer_to_nowhere_is_a_lookup_error(pointer: str) -> None:
    with pytest.raises(LookupError):
        pointers.resolve(RFC_DOCUMENT, pointer)


def test_escaping_replaces_the_tilde_first() -> None:
    assert pointers.escape("~/~1") == "~0~1~01"


def test_tilde_zero_one_is_a_tilde_and_a_one() -> None:
    assert pointers.split("/~01") == ("~1",)


def test_join_takes_indexes() -> None:
    assert pointers.join("/a", 3) == "/a/3"


@pytest.mark.parametrize("bad", ["a", "a/b", "/~", "/a~b"])
def test_split_refuses_what_is_no_pointer(bad: str) -> None:
    with pytest.raises(ValueError, match="not a JSON Pointer"):
        pointers.split(bad)


@pytest.mark.parametrize(
    ("fragment", "pointer"), [("", ""), ("#", ""), ("#/a%20b", "/a b"), ("/c%25d", "/c%d"), ("#/%E4%B8%AD", "/中")]
)
def test_a_fragment_is_percent_decoded(fragment: str, pointer: str) -> None:
    assert pointers.from_fragment(fragment) == pointer


@pytest.mark.parametrize("fragment", ["#a", "#/%ff"])
def test_a_fragment_that_is_no_pointer_is_a_value_error(fragment: str) -> None:
    with pytest.raises(ValueError, match=r"not a JSON Pointer|can't decode"):
        pointers.from_fragment(fragment)


@given(st.lists(st.text()))
def test_split_undoes_join(tokens: list[str]) -> None:
    pointer = ""
    for token in tokens:
        pointer = pointers.join(pointer, token)
    assert pointers.split(pointer) == tuple(tokens)
