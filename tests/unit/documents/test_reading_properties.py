"""What holds for every text: readers do not raise, positions point at what they name, the two YAML readers agree."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from yaml import YAMLError

from sphinx_agentcfg.documents import SYNTAXES, Document, Source, parse_document, pointers, read_document
from sphinx_agentcfg.documents.yaml_fast import Unusual, read_fast
from sphinx_agentcfg.documents.yaml_scalars import LongNumber
from sphinx_agentcfg.documents.yaml_tree import TreeBuilder

if TYPE_CHECKING:
    from pathlib import Path

# Text that comes near to each syntax, and so deeper into the readers than arbitrary text.
MARKS = st.text(alphabet="ab1:-,[]{}#&*!|>'\"%@`~?.=\\/\n\r\t \u2028é中\ud800\x00e+_0xo<", max_size=60)
PIECES = st.lists(
    st.sampled_from(
        ["a", "b", ": ", "- ", "\n", "  ", "[", "]", "{", "}", ", ", '"', "'", "&x ", "*x", "!!str ", "!t ", "1", "~",
         "true", "|\n", "---\n", "...\n", "# c\n", ".nan", "? ", "1e999", "NaN", "//", "=", "\\", "\t", "\r\n", '"a"']
    ),
    max_size=25,
).map("".join)  # fmt: skip
KEYS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | KEYS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=15,
)


def check(document: Document) -> None:
    """Hold for every document, broken or not."""
    errors = [finding for finding in document.findings if finding.severity == "error"]
    assert document.readable or errors
    assert document.readable or document.data is None
    lines = len(document.text.splitlines()) + 1
    for finding in document.findings:
        message = finding.text()
        assert "\n" not in message
        assert "; " in message
        assert finding.rule.startswith("file/")
        assert (finding.line is None) == (finding.column is None)
        assert finding.line is None or finding.column is not None
        if document.text and finding.line is not None and finding.column is not None:
            assert 1 <= finding.line <= lines
            assert finding.column >= 1
    for pointer in document.positions() if document.readable else ():
        pointers.resolve(document.data, pointer)


@pytest.mark.parametrize("syntax", SYNTAXES)
@given(content=st.binary(max_size=200) | MARKS | PIECES | MARKS.map("---\n{}\n---\n".format))
def test_readers_never_raise(syntax: str, content: bytes | str) -> None:
    check(parse_document(content, name="x", syntax=syntax))


@given(content=PIECES)
@settings(max_examples=400)
def test_yaml_in_frontmatter_reads_like_yaml_alone(content: str) -> None:
    assume("---" not in content and "..." not in content and content.strip(" \t\r\n"))
    alone = parse_document(content + "\n", name="x", syntax="yaml")
    inside = parse_document(f"---\n{content}\n---\n", name="x", syntax="frontmatter")
    assert repr(inside.data) == repr(alone.data)
    assert inside.readable == alone.readable
    moved = {pointer: at.value.line - 1 for pointer, at in inside.positions().items()}
    assert moved == {pointer: at.value.line for pointer, at in alone.positions().items()}


@pytest.mark.parametrize("suffix", [".json", ".yaml", ".toml", ".md", ""])
def test_reading_a_file_never_raises(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"file{suffix}"

    @given(content=st.binary(max_size=100))
    @settings(max_examples=50)
    def run(content: bytes) -> None:
        path.write_bytes(content)
        check(read_document(path, root=tmp_path))

    run()


@given(content=PIECES | MARKS)
@settings(max_examples=400)
def test_the_fast_and_the_careful_yaml_reader_agree(content: str) -> None:
    try:
        fast, _ = read_fast(content)
    except (Unusual, LongNumber, YAMLError, UnicodeError):
        return
    builder = TreeBuilder(Source("x", content))
    built = builder.build()
    assert built is not None
    assert builder.findings == ()
    assert built.data == fast
    assert repr(built.data) == repr(fast)


@given(content=PIECES | MARKS, before=st.sampled_from(["", "---\n", "---\r\n"]))
@settings(max_examples=400)
def test_lines_noted_by_the_way_are_those_of_the_positions(content: str, before: str) -> None:
    syntax, after = ("frontmatter", "\n---\nbody\n") if before else ("yaml", "")
    document = parse_document(f"{before}{content}{after}", name="x", syntax=syntax)
    placed = {pointer: located.value.line for pointer, located in document.positions().items()}
    assert {pointer: document.line(pointer) for pointer in placed} == placed
    found = document.lines()
    assert found == {pointer: placed[pointer] for pointer in found}
    plain_items = {pointer for pointer in placed if pointer not in found}
    assert all(pointer.rpartition("/")[2].isdigit() for pointer in plain_items)
    assert document.line("/no/such/place") is None


@given(value=JSON_VALUES)
def test_json_reads_what_json_writes(value: Any) -> None:
    document = parse_document(json.dumps(value), name="x", syntax="json")
    assert document.findings == ()
    assert document.data == value


@given(value=JSON_VALUES)
def test_yaml_1_2_reads_json_alike(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assume(text.isprintable())
    assert parse_document(text, name="x", syntax="yaml").data == value


@pytest.mark.parametrize("syntax", ["json", "yaml"])
@given(value=JSON_VALUES, indent=st.none() | st.integers(0, 3))
def test_positions_point_at_the_key_and_the_value_that_they_name(syntax: str, value: Any, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    assume(text.replace("\n", "").isprintable())
    document = parse_document(text, name="x", syntax=syntax)
    lines = text.split("\n")
    count = 0
    for pointer, place in document.positions().items():
        count += 1
        found = pointers.resolve(value, pointer)
        written = lines[place.value.line - 1][place.value.column - 1 :]
        opener = "{" if isinstance(found, dict) else "["
        assert written.startswith(opener if isinstance(found, dict | list) else json.dumps(found, ensure_ascii=False))
        if place.key is not None:
            key = json.dumps(pointers.split(pointer)[-1], ensure_ascii=False)
            assert lines[place.key.line - 1][place.key.column - 1 :].startswith(key)
    assert count == size(value)


PLAIN = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
TREES: st.SearchStrategy[Any] = st.recursive(
    PLAIN | st.integers(0, 99), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PLAIN, inner, max_size=3)
)


@given(value=st.dictionaries(PLAIN, TREES, min_size=1, max_size=4), above=st.sampled_from(["", "---\n", "---\r\n"]))
def test_positions_in_block_yaml_and_frontmatter_point_at_what_they_name(value: dict[str, Any], above: str) -> None:
    end = "\r\n" if above.endswith("\r\n") else "\n"
    text = yaml.safe_dump(value, default_flow_style=False, sort_keys=False, allow_unicode=True).replace("\n", end)
    whole = f"{above}{text}---{end}text{end}" if above else text
    document = parse_document(whole, name="x", syntax="frontmatter" if above else "yaml")
    lines = whole.split(end)
    assert len(document.positions()) == size(document.data)
    for pointer, place in document.positions().items():
        found = pointers.resolve(document.data, pointer)
        if place.key is not None:
            key = pointers.split(pointer)[-1]
            assert re.match(rf"'?{key}'?:", lines[place.key.line - 1][place.key.column - 1 :])
        if not isinstance(found, dict | list):
            written = lines[place.value.line - 1][place.value.column - 1 :]
            assert written.strip("'") == str(found)


@given(value=st.dictionaries(PLAIN, PLAIN | st.integers() | st.dictionaries(PLAIN, PLAIN), min_size=1))
def test_positions_in_toml_point_at_the_keys_at_the_top(value: dict[str, Any]) -> None:
    tables = [key for key, inner in value.items() if isinstance(inner, dict)]
    order = [key for key in value if key not in tables] + tables
    text = "# name = 1\n" + "".join(
        f"[{key}]\n" + "".join(f'{k} = "{v}"\n' for k, v in value[key].items())
        if key in tables
        else f"  {key} = {json.dumps(value[key])}\n"
        for key in order
    )
    document = parse_document(text, name="x", syntax="toml")
    assert document.data == value
    lines = text.split("\n")
    places = document.positions()
    assert set(places) == {"", *(f"/{key}" for key in value)}
    for key in value:
        place = places[f"/{key}"].key
        assert place is not None
        assert re.match(rf"{key}(\]| = )", lines[place.line - 1][place.column - 1 :])


def size(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(size, value.values()))
    return 1 + sum(map(size, value)) if isinstance(value, list) else 1


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_written_by_python_is_read_back_from_yaml(number: float) -> None:
    data = parse_document(f"a: {number!r}\n", name="x", syntax="yaml").data
    assert math.isclose(data["a"], number, rel_tol=0, abs_tol=0)
