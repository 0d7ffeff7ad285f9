"""What two versions of a schema differ in, and what that means to a file that was fine before: worked out by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.reference.changes import ChangeClass, Changes, LineEnds, State, compare
from sphinx_agentcfg.reference.changes.words import summary
from sphinx_agentcfg.reference.revisions import read_version
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

BREAKING, COMPATIBLE, WORDING = (c.value for c in ChangeClass)
EVOLCORE = [d.schema for d in Catalog.builtin().format("evolcore").documents]


def between(folder: Path, old: Any, new: Any) -> Changes:
    write(folder, {"old.json": old, "new.json": new})
    catalog = Catalog()
    return compare(read_version("old.json", catalog, folder), read_version("new.json", catalog, folder))


def found(folder: Path, old: Any, new: Any) -> list[tuple[str, str, str]]:
    return [(c.class_.value, c.kind.value, c.path) for c in between(folder, old, new).changes]


def a(**keywords: Any) -> dict[str, Any]:
    """Return a schema with one field."""
    return {"type": "object", "additionalProperties": False, "properties": {"a": keywords}}


S = {"type": "string"}
#: Old schema of the field ``a``, new one, class, kind.
OF_A_FIELD = [
    (S, {"type": ["string", "null"]}, COMPATIBLE, "type-widened"),
    ({"type": ["string", "null"]}, S, BREAKING, "type-narrowed"),
    (S, {"type": "integer"}, BREAKING, "type-changed"),
    ({"type": "integer"}, {"type": "number"}, COMPATIBLE, "type-widened"),
    ({"enum": ["x"]}, {"enum": ["x", "y"]}, COMPATIBLE, "values-added"),
    ({"enum": ["x", "y"]}, {"enum": ["x"]}, BREAKING, "values-removed"),
    (S, {"type": "string", "enum": ["x"]}, BREAKING, "values-limited"),
    ({"type": "string", "enum": ["x"]}, S, COMPATIBLE, "values-freed"),
    (S, {**S, "pattern": "^a"}, BREAKING, "pattern-added"),
    ({**S, "pattern": "^a"}, S, COMPATIBLE, "pattern-removed"),
    ({**S, "pattern": "^a"}, {**S, "pattern": "^b"}, BREAKING, "pattern-changed"),
    ({**S, "maxLength": 9}, {**S, "maxLength": 5}, BREAKING, "limit-tightened"),
    ({**S, "maxLength": 5}, {**S, "maxLength": 9}, COMPATIBLE, "limit-loosened"),
    (S, {**S, "maxLength": 9}, BREAKING, "limit-tightened"),
    ({**S, "minLength": 1}, S, COMPATIBLE, "limit-loosened"),
    ({"type": "number", "minimum": 0}, {"type": "number", "minimum": 1}, BREAKING, "limit-tightened"),
    ({"type": "number", "maximum": 1}, {"type": "number", "maximum": 2}, COMPATIBLE, "limit-loosened"),
    ({"type": "array"}, {"type": "array", "minItems": 1}, BREAKING, "limit-tightened"),
    ({"type": "array", "uniqueItems": True}, {"type": "array"}, COMPATIBLE, "limit-loosened"),
    ({**S, "default": "x"}, {**S, "default": "y"}, COMPATIBLE, "default-changed"),
    (S, {**S, "default": "x"}, COMPATIBLE, "default-changed"),
    (S, {**S, "deprecated": True}, COMPATIBLE, "deprecated"),
    ({**S, "x-status": "draft"}, {**S, "x-status": "legacy"}, COMPATIBLE, "status-changed"),
    ({**S, "description": "One."}, {**S, "description": "Two."}, WORDING, "reworded"),
    ({**S, "title": "One"}, S, WORDING, "reworded"),
]


@pytest.mark.parametrize(("old", "new", "class_", "kind"), OF_A_FIELD)
def test_a_change_of_a_field_has_its_kind_and_class(tmp_path: Path, old: Any, new: Any, class_: str, kind: str) -> None:
    assert found(tmp_path, a(**old), a(**new)) == [(class_, kind, "a")]


def test_a_field_that_is_added_or_required_or_gone(tmp_path: Path) -> None:
    closed = {"type": "object", "additionalProperties": False}
    one = {**closed, "properties": {"a": S}}
    two = {**closed, "properties": {"a": S, "b": S}}
    assert found(tmp_path, one, two) == [(COMPATIBLE, "field-added", "b")]
    assert found(tmp_path, two, one) == [(BREAKING, "field-removed", "b")]
    assert found(tmp_path, one, {**one, "required": ["a"]}) == [(BREAKING, "required", "a")]
    assert found(tmp_path, {**one, "required": ["a"]}, one) == [(COMPATIBLE, "not-required", "a")]
    (added,) = between(tmp_path, one, {**two, "required": ["b"]}).changes
    assert (added.class_, added.kind, added.path, added.detail) == (BREAKING, "field-added", "b", "required")


def test_a_field_that_is_gone_from_an_open_object_loses_its_meaning_and_that_breaks(tmp_path: Path) -> None:
    (gone,) = between(tmp_path, {"properties": {"a": S, "b": S}}, {"properties": {"a": S}}).changes
    assert (gone.class_, gone.kind, gone.detail) == (BREAKING, "field-removed", "ignored")


def test_an_object_that_closes_breaks_and_one_that_opens_does_not(tmp_path: Path) -> None:
    opened = {"type": "object", "properties": {"a": S}}
    assert found(tmp_path, opened, a(**S)) == [(BREAKING, "closed", "")]
    assert found(tmp_path, a(**S), opened) == [(COMPATIBLE, "opened", "")]


def test_a_renamed_field_is_told_as_moved(tmp_path: Path) -> None:
    group = {"type": "object", "properties": {"x": {**S, "description": "Deep."}}}
    old = {"properties": {"a": group}}
    new = {"properties": {"b": group}}
    kinds = {(kind, path) for _, kind, path in found(tmp_path, old, new)}
    assert ("field-moved", "b") in kinds


def test_a_change_inside_a_shared_definition_is_told_once(tmp_path: Path) -> None:
    def schema(limit: int) -> dict[str, Any]:
        shared = {"type": "object", "properties": {"x": {**S, "maxLength": limit}}}
        uses = {name: {"$ref": "#/$defs/shared"} for name in ("a", "b", "c")}
        return {"properties": uses, "$defs": {"shared": shared}}

    assert found(tmp_path, schema(9), schema(5)) == [(BREAKING, "limit-tightened", "#shared.x")]


def test_moving_a_part_into_a_definition_changes_nothing(tmp_path: Path) -> None:
    part = {"type": "object", "properties": {"x": S}}
    changes = between(
        tmp_path,
        {"properties": {"a": part}},
        {"properties": {"a": {"$ref": "#/$defs/part"}}, "$defs": {"part": part}},
    )
    assert (changes.changes, changes.state) == ((), State.MEANING)


def test_what_no_kind_covers_is_told_all_the_same(tmp_path: Path) -> None:
    (change,) = between(tmp_path, a(**S), a(**S, **{"x-vendor": {"deep": 1}})).changes
    assert (change.kind, change.keyword, change.new) == ("other", "x-vendor", {"deep": 1})


# --- whole files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("schema", EVOLCORE, ids=lambda p: p.name)
def test_copies_that_differ_in_line_ends_only_say_so(tmp_path: Path, schema: Path) -> None:
    content = schema.read_bytes()
    assert b"\r" not in content
    changes = between(tmp_path, content, content.replace(b"\n", b"\r\n"))
    assert (changes.state, changes.changes) == (State.LINE_ENDS, ())
    assert (changes.old_ends, changes.new_ends) == (LineEnds.LF, LineEnds.CRLF)
    assert summary(changes).text() == "no change but line ends (LF → CRLF)"
    assert not changes.breaking


@pytest.mark.parametrize("schema", EVOLCORE, ids=lambda p: p.name)
def test_equal_copies_have_no_change(tmp_path: Path, schema: Path) -> None:
    changes = between(tmp_path, schema.read_bytes(), schema.read_bytes())
    assert (changes.state, summary(changes).text()) == (State.SAME, "no change")
    assert summary(changes).text("zh_CN") == "没有变化"


def test_spaces_and_the_order_of_keys_are_layout(tmp_path: Path) -> None:
    changes = between(tmp_path, json.dumps({"a": 1, "title": "T"}, indent=2), json.dumps({"title": "T", "a": 1}))
    assert (changes.state, changes.changes) == (State.LAYOUT, ())


def test_a_byte_order_mark_is_told(tmp_path: Path) -> None:
    text = json.dumps(a(**S)).encode()
    assert between(tmp_path, text, b"\xef\xbb\xbf" + text).state is State.BYTE_ORDER_MARK
