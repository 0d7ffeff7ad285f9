"""What a header that cannot be read still says to a person: plain lines, and nothing that needs a guess."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_agentcfg.documents import parse_document
from sphinx_agentcfg.documents.recovery import MAX_CHARACTERS, MAX_KEYS, header, recover


def test_a_colon_in_the_text_is_kept() -> None:
    assert recover("name: ada\nabout: Two jobs: style, types.\n") == {"name": "ada", "about": "Two jobs: style, types."}


VALUES: list[tuple[str, Any]] = [
    ("a: b", "b"), ("a:   b  ", "b"), ("a : b", "b"), ("'a': b", "b"), ('"a": b', "b"), ("a: 1.5", "1.5"),
    ("a: true", "true"), ("a: b # note", "b"), ("a: b#c", "b#c"), ("a: 'b'", "b"), ("a: 'it''s'", "it's"),
    ('a: "b"', "b"), (r'a: "say \"b\""', 'say "b"'), ('a: "b" # note', "b"), ("a: 'b # c'", "b # c"), ("a: ''", ""),
    ("a: 名称", "名称"), ("a: Read, Grep", "Read, Grep"), ("a: -x", "-x"), ("a: ?", "?"),
    # lists, on a line and below
    ("a: [b, 'c', \"d\"]", ["b", "c", "d"]), ("a: [b,]", ["b"]), ("a: []", []), ("a: [b] # c", ["b"]),
    ("a:\n- b\n- c", ["b", "c"]), ("a:\n  - b\n\n  # no\n  - 'c'", ["b", "c"]), ("a: # list\n  - b", ["b"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_a_plain_value_or_list_is_recovered(text: str, value: Any) -> None:
    assert recover(f"{text}\nz: y: x\n") == {"a": value, "z": "y: x"}


NOT_PLAIN = (
    "a:", "a: # note", "a: |\n  b", "a: >-\n  b", "a: b\n  c", "a: 'b\n  c'", 'a: "b', "a: 'b' c", "a: &x b", "a: *x",
    "a: *.md", "a: !t b", "a: {b: c}", "a: [b, [c]]", "a: [b, {c: d}]", "a: [b", "a: @b", "a: `b`", "a: %b",
    "a:\n  b: c", "a:\n  - b: c\n    d: e\n  - |\n    f", "a:\n  - - b", "a: - b", "a:\n  - b\n  c", "a: b\n- c",
    "- a: b", "  a: b", "? a\n: b", "a b: c", "a:b", "# a: b", "-a: b",
)  # fmt: skip


@pytest.mark.parametrize("text", [text for text in NOT_PLAIN if "b: c\n    d" not in text])
def test_what_is_not_plain_is_left_out(text: str) -> None:
    assert recover(f"{text}\nz: y: x\n") == {"z": "y: x"}


def test_a_key_that_stands_twice_is_left_out() -> None:
    assert recover("tools: Read\nname: ada\ntools: Bash\ntools: Write\n") == {"name": "ada"}
    assert recover("tools: |\n  Read\nname: ada\ntools: Bash\n") == {"name": "ada"}


def test_a_text_without_indentation_is_no_value_and_its_lines_are_no_keys() -> None:
    text = (
        "name: ada\nabout: Use me for this. Examples:\n<example>\nuser: hello\ntools: none\n</example>\ntools: Read\n"
    )
    assert recover(text) == {"name": "ada", "tools": "Read"}


def test_a_line_of_a_text_does_not_take_the_place_of_a_key_above_it() -> None:
    assert recover("name: ada\nabout: Use me\nwhen there is time.\nname: bob\nmodel: x\n") == {
        "name": "ada",
        "model": "x",
    }


def test_a_key_below_a_text_that_stands_twice_is_left_out() -> None:
    assert recover("about: Use me\nwhen there is time.\nname: ada\nname: bob\n") == {}


def test_recovery_is_bounded() -> None:
    assert len(recover("".join(f"k{n}: v\n" for n in range(5_000)))) == MAX_KEYS
    assert recover("# " + "x" * MAX_CHARACTERS + "\nname: ada\n") == {}
    assert len(recover("a:\n" + "- x\n" * 20_000)["a"]) == 1_000


@pytest.mark.parametrize(
    "text",
    [
        "a: b" + " " * 99_000 + "c",
        "a: b" + " \t" * 49_000 + "#",
        "a: '" + "'" * 99_000,
        'a: "' + "\\" * 99_000,
        "<a>\n" * 24_000 + "</a>\n",
        "k: v\n</a>\n<a>\n" * 6_000,
        "a" * 99_000 + ":",
        "<a " + " " * 99_000,
        "a: [" + "b," * 49_000,
        "-" * 99_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    recover(text)


@given(
    text=st.text(max_size=80)
    | st.lists(
        st.sampled_from(
            ["a", "b", ":", ": ", "- ", "\n", "  ", "[", "]", ",", "'", '"', "<x>", "</x>", "#", " #", "\r"]
        )
    ).map("".join)
)
def test_recovery_never_raises_and_gives_texts_only(text: str) -> None:
    for key, value in recover(text).items():
        assert isinstance(key, str)
        assert isinstance(value, str) or all(isinstance(item, str) for item in value)


HEADERS = [
    ("---\nname: ada\nx: y: z\n---\nname: no\n", {"name": "ada", "x": "y: z"}),
    ("---\r\nname: ada\r\nx: y: z\r\n---\r\nname: no\r\n", {"name": "ada", "x": "y: z"}),
    ("\ufeff---\nname: ada\nx: y: z\n...\nname: no\n", {"name": "ada", "x": "y: z"}),
    ("---\nname: ada\ntools: Read\n\nname: no\n", {"name": "ada", "tools": "Read"}),  # never closed
    ("---\nname: ada\n", {"name": "ada"}),
    ("\n \n---\nname: ada\n---\nname: no\n", {"name": "ada"}),
    ("--- # c\nname: ada\n--- # c\nname: no\n", {"name": "ada"}),
    ("# Title\n---\nname: no\n---\n", {}),
    ("---", {}),
    ("", {}),
]


@pytest.mark.parametrize(("text", "expected"), HEADERS)
def test_the_header_of_an_unreadable_file_is_looked_into(text: str, expected: dict[str, str]) -> None:
    document = parse_document(text, name="x.md", syntax="frontmatter")
    assert (document.readable, document.data) == (False, None)
    assert document.recover() == expected


def test_yaml_is_looked_into_and_other_syntaxes_are_not() -> None:
    assert parse_document("name: ada\nx: y: z\n", name="x", syntax="yaml").recover() == {"name": "ada", "x": "y: z"}
    assert parse_document('{"name": "ada",}', name="x", syntax="json").recover() == {}
    assert parse_document("name: ada", name="x", syntax="toml").recover() == {}
    assert header("name: ada", "markdown") == ""


def test_a_readable_document_needs_no_recovery() -> None:
    assert parse_document("name: ada\n", name="x", syntax="yaml").recover() == {}


def test_a_file_whose_text_is_unknown_gives_nothing() -> None:
    assert parse_document(b"name: ada\nx: \xff\n", name="x", syntax="yaml").recover() == {}
