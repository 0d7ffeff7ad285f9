"""How a file becomes a Document."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.documents import Position, parse_document, read_document

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "content", "syntax"),
    [
        ("a.json", '{"a": 1}', "json"),
        ("a.JSON", '{"a": 1}', "json"),
        ("a.yaml", "a: 1", "yaml"),
        ("a.yml", "a: 1", "yaml"),
        ("a.toml", "a = 1", "toml"),
        ("a.md", "---\na: 1\n---\n", "frontmatter"),
        ("a.markdown", "---\na: 1\n---\n", "frontmatter"),
        ("a.jsonc", ' {"a": 1}', "json"),
        ("a", '\ufeff\n{"a": 1}', "json"),
        ("a.txt", "a: 1", "yaml"),
    ],
)
def test_the_syntax_is_guessed_from_suffix_and_first_character(
    tmp_path: Path, name: str, content: str, syntax: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    document = read_document(tmp_path / name)
    assert document.syntax == syntax
    assert document.data == {"a": 1}


def test_a_given_syntax_wins(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("a: 1")
    assert read_document(tmp_path / "a.json", syntax="yaml").data == {"a": 1}


def test_an_unknown_syntax_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no syntax 'ini'; known: json, yaml, toml, frontmatter"):
        parse_document("", name="x", syntax="ini")


def test_findings_name_the_file_as_a_person_would(tmp_path: Path) -> None:
    path = tmp_path / "sub" / "a.json"
    path.parent.mkdir()
    path.write_text("[1,]")
    assert read_document(path, root=tmp_path).findings[0].place == "sub/a.json:1:3"
    assert read_document(path, name="mine").findings[0].place == "mine:1:3"
    assert read_document(path).name == path.as_posix()


def test_a_list_of_one_is_guessed_as_json(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("[1]")
    assert read_document(tmp_path / "a").syntax == "json"


def test_positions_are_computed_once() -> None:
    document = parse_document('{"a": 1}', name="x", syntax="json")
    assert document.positions() is document.positions()


def test_a_document_can_be_pickled_before_and_after_its_positions() -> None:
    document = parse_document("---\na: 1\n---\nBody", name="x", syntax="frontmatter")
    copy = pickle.loads(pickle.dumps(document))  # noqa: S301  # our own bytes
    assert copy == document
    assert copy.positions()["/a"].value == Position(2, 4)
    assert pickle.loads(pickle.dumps(copy)).positions() == copy.positions()  # noqa: S301  # the same


def test_null_is_data() -> None:
    document = parse_document("null", name="x", syntax="json")
    assert (document.readable, document.data, document.findings) == (True, None, ())
