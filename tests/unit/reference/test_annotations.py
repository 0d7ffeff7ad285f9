"""Texts of ours for a schema that ships as given: what is added, where it stands, and what may not be added."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.catalog import DocumentType
from sphinx_agentcfg.reference import Reference, read_reference
from sphinx_agentcfg.reference.gathering import texts_of
from sphinx_agentcfg.reference.translations import Translations
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = {
    "type": "object",
    "properties": {
        "plain": {"type": "string", "enum": ["a", "b"]},
        "told": {"type": "string", "description": "Told.", "x-notes": [{"kind": "tip", "text": "First."}]},
        "free": {"type": "array", "items": {"type": "string"}},
    },
}


def read(folder: Path, added: Any) -> Reference:
    write(folder, {"s.json": SCHEMA, "s.annotations.json": added})
    document_type = DocumentType("f/s", folder / "s.json", annotations=folder / "s.annotations.json")
    return read_reference(document_type)


def test_an_added_description_is_shown_and_stands_in_its_own_file(tmp_path: Path) -> None:
    reference = read(tmp_path, {"/properties/plain": {"description": "Added."}})
    (field,) = (f for f in reference.fields() if f.path == "plain")
    (text,) = field.main.descriptions
    assert (text.source, text.file, text.pointer) == (
        "Added.",
        tmp_path / "s.annotations.json",
        "/~1properties~1plain/description",
    )
    assert reference.findings == ()
    assert tmp_path / "s.annotations.json" in reference.files
    assert json.loads(reference.text) == SCHEMA  # the schema itself stays as its owner wrote it


def test_an_added_text_is_translated_beside_its_own_file(tmp_path: Path) -> None:
    po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    po += 'msgctxt "/~1properties~1plain/description"\nmsgid "Added."\nmsgstr "补充。"\n'
    write(tmp_path, {"locale/zh_CN/s.annotations.po": po})
    reference = read(tmp_path, {"/properties/plain": {"description": "Added."}})
    (text,) = (t for t in texts_of(reference) if t.source == "Added.")
    assert Translations("en").find(text, "zh_CN").text == "补充。"


def test_meanings_are_added_to_an_enum(tmp_path: Path) -> None:
    reference = read(tmp_path, {"/properties/plain": {"x-enumDescriptions": {"a": "First letter."}}})
    (field,) = (f for f in reference.fields() if f.path == "plain")
    assert [(v.value, v.meaning and v.meaning.source) for v in field.main.values] == [
        ("a", "First letter."),
        ("b", None),
    ]


def test_notes_join_those_of_the_schema(tmp_path: Path) -> None:
    reference = read(tmp_path, {"/properties/told": {"x-notes": [{"kind": "warning", "text": "Second."}]}})
    (field,) = (f for f in reference.fields() if f.path == "told")
    assert [(n.kind, n.text.source, n.text.file.name, n.text.pointer) for n in field.main.notes] == [
        ("tip", "First.", "s.json", "/properties/told/x-notes/0/text"),
        ("warning", "Second.", "s.annotations.json", "/~1properties~1told/x-notes/0/text"),
    ]


@pytest.mark.parametrize(
    ("added", "pointer", "words"),
    [
        ({"/properties/none": {"description": "x"}}, "/~1properties~1none", "no subschema at /properties/none"),
        ({"/properties/plain/type": {"title": "x"}}, "/~1properties~1plain~1type", "no subschema at"),
        ({"nonsense": {"title": "x"}}, "/nonsense", "no subschema at nonsense"),
        ({"/properties/told": {"description": "x"}}, "/~1properties~1told/description", "description of its own"),
        ({"/properties/plain": {"pattern": "x"}}, "/~1properties~1plain/pattern", "none of the keywords"),
        ({"/properties/plain": {"default": "a"}}, "/~1properties~1plain/default", "none of the keywords"),
        ([], "", "write an object"),
    ],
)
def test_what_cannot_be_added_is_a_warning_at_its_place(tmp_path: Path, added: Any, pointer: str, words: str) -> None:
    (finding,) = read(tmp_path, added).findings
    assert (finding.rule, finding.severity, finding.pointer) == ("schema/annotation-clash", "warning", pointer)
    assert words in finding.message.text()
    assert finding.path == "f/s (s.annotations.json)"
    assert finding.line == 1


def test_a_broken_file_of_annotations_leaves_the_schema_as_it_is(tmp_path: Path) -> None:
    write(tmp_path, {"s.json": SCHEMA, "s.annotations.json": "{"})
    reference = read_reference(DocumentType("f/s", tmp_path / "s.json", annotations=tmp_path / "s.annotations.json"))
    assert [f.path for f in reference.fields()] == ["plain", "told", "free"]
    assert [f.rule for f in reference.findings] == ["file/syntax"]
