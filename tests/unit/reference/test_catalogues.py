"""extract → update → stats: nothing that a translator wrote is ever lost."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.pofile import read_po

from sphinx_agentcfg.catalog import Catalog, own_schema, read_format
from sphinx_agentcfg.reference.catalogues import (
    Source,
    manifest_source,
    schema_source,
    stats,
    template,
    updated,
)
from sphinx_agentcfg.reference.translations import catalogue_path
from tests.unit.making import untranslated, write

if TYPE_CHECKING:
    from pathlib import Path

    from babel.messages import catalog


def source_of(folder: Path, schema: Any) -> Source:
    write(folder, {"s.json": schema})
    (source,) = schema_source(own_schema(folder / "s.json", "s.json", "en"))
    return source


def apply(source: Source) -> catalog.Catalog:
    """Write what `update` makes, and read it back."""
    path = catalogue_path(source.file, "zh_CN")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(updated(source, "zh_CN").content)
    return read_po(BytesIO(path.read_bytes()), locale="zh_CN")


def translate(source: Source, **by_source: str) -> None:
    path = catalogue_path(source.file, "zh_CN")
    text = path.read_text("utf-8")
    for original, translation in by_source.items():
        assert f'msgid "{original}"\nmsgstr ""' in text
        text = text.replace(f'msgid "{original}"\nmsgstr ""', f'msgid "{original}"\nmsgstr "{translation}"')
    path.write_text(text, "utf-8")


def figures(source: Source) -> tuple[int, int, int, int]:
    count = stats(source, "zh_CN").count
    return count.total, count.translated, count.stale, count.missing


SCHEMA = {"title": "One", "description": "Two", "properties": {"a": {"description": "Two"}}}


def test_a_template_holds_every_text_at_its_pointer(tmp_path: Path) -> None:
    made = read_po(BytesIO(template(source_of(tmp_path, SCHEMA))))
    assert [(m.context, m.id, m.string) for m in made if m.id] == [
        ("/title", "One", ""),
        ("/description", "Two", ""),
        ("/properties/a/description", "Two", ""),
    ]


def test_a_new_catalogue_then_a_full_one(tmp_path: Path) -> None:
    source = source_of(tmp_path, SCHEMA)
    first = updated(source, "zh_CN")
    assert (first.new, first.changed, first.gone) == (3, 0, 0)
    apply(source)
    assert figures(source) == (3, 0, 0, 3)
    translate(source, One="一", Two="二")
    assert figures(source) == (3, 3, 0, 0)
    assert list(untranslated(source, "zh_CN")) == []


def test_a_changed_source_keeps_its_translation_as_fuzzy_with_the_earlier_text(tmp_path: Path) -> None:
    source = source_of(tmp_path, SCHEMA)
    apply(source)
    translate(source, One="一")
    source = source_of(tmp_path, {**SCHEMA, "title": "One more"})
    assert figures(source) == (3, 0, 1, 2)  # stale even before anybody runs `update`
    result = updated(source, "zh_CN")
    assert (result.new, result.changed, result.gone) == (0, 1, 0)
    message = apply(source).get("One more", context="/title")
    assert message is not None
    assert (message.string, message.fuzzy) == ("一", True)
    assert '#| msgid "One"' in catalogue_path(source.file, "zh_CN").read_text("utf-8")
    assert figures(source) == (3, 0, 1, 2)
    assert [t.source for t in untranslated(source, "zh_CN")] == ["One more", "Two", "Two"]


def test_a_removed_text_stays_as_an_obsolete_entry(tmp_path: Path) -> None:
    source = source_of(tmp_path, SCHEMA)
    apply(source)
    translate(source, One="一", Two="二")
    source = source_of(tmp_path, {"properties": {"a": {"description": "Two"}}})
    assert stats(source, "zh_CN").gone == 2
    assert updated(source, "zh_CN").gone == 2
    made = apply(source)
    obsolete = sorted((m.context, m.id, m.string) for m in made.obsolete.values())
    assert obsolete == [("/description", "Two", "二"), ("/title", "One", "一")]
    assert stats(source, "zh_CN").gone == 0


def test_removed_texts_with_the_same_words_are_both_kept(tmp_path: Path) -> None:
    source = source_of(tmp_path, SCHEMA)
    apply(source)
    path = catalogue_path(source.file, "zh_CN")
    head, first, second = path.read_text("utf-8").rpartition('msgid "Two"\nmsgstr ""')
    assert first
    path.write_text(
        head.replace('msgid "Two"\nmsgstr ""', 'msgid "Two"\nmsgstr "二"') + 'msgid "Two"\nmsgstr "两"' + second,
        "utf-8",
    )
    made = apply(source_of(tmp_path, {"title": "One"}))
    assert sorted(str(m.string) for m in made.obsolete.values()) == ["两", "二"]


def test_a_text_that_comes_back_gets_its_translation_back(tmp_path: Path) -> None:
    source = source_of(tmp_path, SCHEMA)
    apply(source)
    translate(source, One="一")
    apply(source_of(tmp_path, {"description": "Two"}))
    source = source_of(tmp_path, SCHEMA)
    made = apply(source)
    message = made.get("One", context="/title")
    assert message is not None
    assert (message.string, message.fuzzy) == ("一", False)
    assert made.obsolete == {}


def test_a_second_update_writes_the_same_bytes(tmp_path: Path) -> None:
    source = source_of(tmp_path, SCHEMA)
    apply(source)
    translate(source, One="一", Two="二")
    long = "word " * 60 + 'with "quotes", a \\ and\na new line; 100 % sure'
    source = source_of(tmp_path, {"title": "One more", "properties": {"b": {"description": long}}})
    apply(source)
    path = catalogue_path(source.file, "zh_CN")
    before = path.read_bytes()
    result = updated(source, "zh_CN")
    assert (result.new, result.changed, result.gone) == (0, 0, 0)
    assert result.content == before
    assert b"python-format" not in before  # a percent sign is only a percent sign


def test_comments_and_header_of_a_translator_stay(tmp_path: Path) -> None:
    source = source_of(tmp_path, SCHEMA)
    apply(source)
    path = catalogue_path(source.file, "zh_CN")
    text = path.read_text("utf-8").replace('msgctxt "/title"', '# ask Wei\nmsgctxt "/title"')
    path.write_text("# Mine.\n" + text.partition("\n")[2].replace("s.json ", "My project 1"), "utf-8")
    made = apply(source_of(tmp_path, {**SCHEMA, "x-when": "new"}))
    message = made.get("One", context="/title")
    assert message is not None
    assert message.user_comments == ["ask Wei"]
    assert made.header_comment == "# Mine."
    assert made.project == "My project"


def test_texts_of_a_file_beside_belong_to_that_file(tmp_path: Path) -> None:
    write(tmp_path, {"s.json": {"title": "S", "$ref": "o.json"}, "o.json": {"description": "O"}})
    found = schema_source(own_schema(tmp_path / "s.json", "s.json", "en"))
    assert [(s.name, s.file.name, [t.source for t in s.texts]) for s in found] == [
        ("s.json", "s.json", ["S"]),
        ("s.json (o.json)", "o.json", ["O"]),
    ]


def test_texts_of_a_metaschema_are_nobodys_to_translate(tmp_path: Path) -> None:
    schema = {"title": "S", "properties": {"a": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}}
    source = source_of(tmp_path, schema)
    assert [t.source for t in source.texts] == ["S"]


MANIFEST = """
title = "T"
description = "D"
source_language = "en"
versions_note = "V"

[documents.t]
title = "DT"
summary = "S"
files_note = "F"
schema = "s.json"
syntax = "json"

[management.git]
title = "G"
description = "GD"

[[layout]]
path = "a/"
managed = "git"
document = "t"
description = "L"

[[versions]]
version = "1.0"
text = "First."

[[notes]]
kind = "tip"
text = "N"
"""


def test_texts_of_a_manifest(tmp_path: Path) -> None:
    write(tmp_path, {"mine/format.toml": MANIFEST, "mine/s.json": {}})
    source = manifest_source(read_format(tmp_path / "mine"))
    assert [(t.pointer, t.source) for t in source.texts] == [
        ("/title", "T"),
        ("/description", "D"),
        ("/documents/t/title", "DT"),
        ("/documents/t/summary", "S"),
        ("/documents/t/files_note", "F"),
        ("/management/git/title", "G"),
        ("/management/git/description", "GD"),
        ("/layout/0/description", "L"),
        ("/versions_note", "V"),
        ("/versions/0/text", "First."),
        ("/notes/0/text", "N"),
    ]


@pytest.mark.parametrize("name", [d.id for d in Catalog.builtin().document_types])
def test_the_shipped_catalogues_need_no_update(name: str) -> None:
    for source in schema_source(Catalog.builtin().document_type(name)):
        language = "en" if source.language == "zh_CN" else "zh_CN"
        result = updated(source, language)
        assert (result.new, result.changed, result.gone) == (0, 0, 0)
