"""A schema with something wrong gives a finding with a place, and never an exception."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.catalog import own_schema
from sphinx_agentcfg.reference import PointerToNowhere, Reference, read_reference
from tests.unit.making import paths_of, read, write

if TYPE_CHECKING:
    from pathlib import Path


def found(reference: Reference) -> list[tuple[str, str | None, int | None, int | None]]:
    return [(f.rule, f.pointer, f.line, f.column) for f in reference.findings]


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)


LINES = '{\n  "properties": {\n    "a": {"$ref": "@"},\n    "b": {"type": "string"}\n  }\n}\n'


@pytest.mark.parametrize(
    ("address", "rule", "words"),
    [
        ("#/$defs/none", "schema/ref-unresolved", "leads nowhere"),
        ("#none", "schema/ref-unresolved", "leads nowhere"),
        ("none.json", "schema/ref-missing-file", "leads to none.json, which is not there"),
        ("../up.json", "schema/ref-outside", "…/up.json, outside the source tree"),
        ("link.json", "schema/ref-outside", "link.json, outside the source tree"),
        ("https://example.org/x.json", "schema/ref-remote", "https://example.org/x.json, which is never fetched"),
        ("http://127.0.0.1:9/x.json", "schema/ref-remote", "which is never fetched"),
        ("file://host/etc/passwd", "schema/ref-remote", "which is never fetched"),
        ("file:///etc/passwd", "schema/ref-outside", "outside the source tree"),
        ("broken.json", "schema/ref-unreadable", "which cannot be read"),
        ("http://[", "schema/ref-unresolved", "leads nowhere"),
    ],
)
@pytest.mark.usefixtures("no_network")
def test_a_reference_that_leads_nowhere(tmp_path: Path, address: str, rule: str, words: str) -> None:
    folder = tmp_path / "inside"
    write(folder, {"s.json": LINES.replace("@", address), "broken.json": "{", "../up.json": {"type": "null"}})
    (folder / "link.json").symlink_to(tmp_path / "up.json")
    reference = read_reference(own_schema(folder / "s.json", "s.json"))
    (problem,) = [f for f in reference.findings if f.rule.startswith("schema/")]
    assert (problem.rule, problem.pointer, problem.line, problem.column) == (rule, "/properties/a/$ref", 3, 19)
    assert words in problem.text()
    assert str(tmp_path) not in problem.text("zh_CN")
    assert paths_of(reference) == ["a", "b"]


def test_a_missing_file_is_remembered_so_that_a_page_can_wait_for_it(tmp_path: Path) -> None:
    assert [p.name for p in read(tmp_path, {"$ref": "none.json"}).absent] == ["none.json"]


def test_a_folder_that_is_allowed_is_not_outside(tmp_path: Path) -> None:
    write(tmp_path, {"in/s.json": {"properties": {"a": {"$ref": "../up.json"}}}, "up.json": {"type": "null"}})
    assert read_reference(own_schema(tmp_path / "in/s.json", "s.json"), [tmp_path]).findings == ()


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"$ref": "#"}, "/$ref"),
        ({"properties": {"a": {"$ref": "#/properties/a"}}}, "/properties/a/$ref"),
        ({"properties": {"a": {"allOf": [{"$ref": "#/properties/a"}]}}}, "/properties/a/allOf/0/$ref"),
        ({"$ref": "#/$defs/x", "$defs": {"x": {"$ref": "#/$defs/y"}, "y": {"$ref": "#/$defs/x"}}}, "/$defs/y/$ref"),
        ({"$defs": {"x": {"not": {"$ref": "#/$defs/x"}}}}, "/$defs/x/not/$ref"),
        ({"dependencies": {"a": {"$ref": "#"}}}, "/dependencies/a/$ref"),
    ],
)
def test_a_reference_that_comes_back_to_itself(tmp_path: Path, schema: Any, pointer: str) -> None:
    reference = read(tmp_path, schema)
    assert [(f.rule, f.pointer) for f in reference.findings] == [("schema/ref-loop", pointer)]


def test_a_circle_through_two_files(tmp_path: Path) -> None:
    reference = read(tmp_path, {"$ref": "other.json"}, other={"$ref": "s.json"})
    (problem,) = reference.findings
    assert (problem.rule, problem.path, problem.pointer) == ("schema/ref-loop", "other.json", "/$ref")
    assert (problem.line, problem.column) == (1, 10)


def test_recursion_that_takes_a_step_is_no_circle(tmp_path: Path) -> None:
    assert read(tmp_path, {"items": {"$ref": "#"}, "properties": {"a": {"allOf": [{"$ref": "#"}]}}}).findings == ()


@pytest.mark.parametrize(
    ("content", "rule", "line", "column"),
    [
        ("true", "schema/boolean-schema", 1, 1),
        ("false", "schema/boolean-schema", 1, 1),
        ("\n [1]", "schema/not-a-schema", 2, 2),
        ('"text"', "schema/not-a-schema", 1, 1),
        ("", "file/empty", None, None),
        ('{"type": "object",}', "file/trailing-comma", 1, 18),
        ('{"a": 1,\n "a": 2}', "file/duplicate-key", 2, 2),
        (b'{"title": "\xe9"}', "file/not-utf8", 1, 12),
        (b"\xef\xbb\xbf{}", "file/byte-order-mark", 1, 1),
        ("{", "file/syntax", 1, 2),
    ],
)
def test_a_file_that_holds_no_good_schema(
    tmp_path: Path, content: str | bytes, rule: str, line: int | None, column: int | None
) -> None:
    reference = read(tmp_path, content)
    (problem,) = reference.findings
    assert (problem.rule, problem.line, problem.column) == (rule, line, column)
    assert problem.text("zh_CN") != problem.text("en")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    (problem,) = read_reference(own_schema(tmp_path / "none.json", "none.json")).findings
    assert (problem.rule, problem.path) == ("file/missing", "none.json")


@pytest.mark.parametrize(
    ("schema", "pointer", "column"),
    [
        ({"type": 5}, "/type", 10),
        ({"properties": []}, "/properties", 16),
        ({"required": "x"}, "/required", 14),
        ({"minLength": "x"}, "/minLength", 15),
        ({"properties": {"a": {"type": "strnig"}}}, "/properties/a/type", 31),
    ],
)
def test_what_the_metaschema_refuses(tmp_path: Path, schema: Any, pointer: str, column: int) -> None:
    assert found(read(tmp_path, schema)) == [("schema/invalid-schema", pointer, 1, column)]


def test_a_schema_with_a_mistake_is_shown_all_the_same(tmp_path: Path) -> None:
    assert paths_of(read(tmp_path, {"type": 5, "properties": {"a": {"minLength": "x"}}})) == ["a"]


@pytest.mark.parametrize("pointer", ["/properties/none", "/title", "properties", "/properties/a/allOf/3", "/~2"])
def test_a_pointer_to_nowhere_is_the_callers_mistake(tmp_path: Path, pointer: str) -> None:
    schema: dict[str, Any] = {"title": "t", "properties": {"a": {"allOf": [{}]}}}
    with pytest.raises(PointerToNowhere):
        read(tmp_path, schema, pointer=pointer)


def test_a_pointer_shows_a_part_with_its_path(tmp_path: Path) -> None:
    schema: dict[str, Any] = {"properties": {"a": {"properties": {"b": {"items": {"properties": {"c": {}}}}}}}}
    reference = read(tmp_path, schema, pointer="/properties/a/properties/b/items")
    assert (reference.root.path, paths_of(reference)) == ("a.b[]", ["a.b[].c"])


def test_a_path_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read(tmp_path, {"properties": {"a": {}}})
    monkeypatch.chdir(tmp_path)
    assert paths_of(read_reference(own_schema((tmp_path / "s.json").relative_to(tmp_path), "s.json"))) == ["a"]
