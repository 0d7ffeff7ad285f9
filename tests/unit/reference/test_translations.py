"""Where a text in the other language comes from, and how far it can be trusted."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sphinx_agentcfg.reference.gathering import guess_language, inline_languages, texts_of
from sphinx_agentcfg.reference.translations import State, Translated, Translations, catalogue_path, read_catalogue
from tests.unit.making import read, write

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.reference.model import Text

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
CATALOGUE = "locale/zh_CN/s.po"


def entry(pointer: str, source: str, translation: str, flags: str = "") -> str:
    return f'{flags}msgctxt "{pointer}"\nmsgid "{source}"\nmsgstr "{translation}"\n\n'


def texts(folder: Path) -> dict[str, Text]:
    schema = {"title": "One", "description": "Two", "properties": {"a": {"description": "Three"}}}
    return {t.source: t for t in texts_of(read(folder, schema))}


def test_the_catalogue_lies_beside_the_schema(tmp_path: Path) -> None:
    assert catalogue_path(tmp_path / "x.schema.json", "zh_CN") == tmp_path / "locale" / "zh_CN" / "x.po"
    assert catalogue_path(tmp_path / "x.yaml", "zh_CN") == tmp_path / "locale" / "zh_CN" / "x.po"


def test_found_missing_stale_and_fuzzy(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            CATALOGUE: HEAD
            + entry("/title", "One", "一")
            + entry("/description", "Old two", "旧二")
            + entry("/properties/a/description", "Three", "三", "#, fuzzy\n")
        },
    )
    known, translations = texts(tmp_path), Translations("en")
    found = {source: translations.find(text, "zh_CN") for source, text in known.items()}
    assert found == {
        "One": Translated("一", "zh_CN", State.TRANSLATED),
        "Two": Translated("旧二", "zh_CN", State.STALE),
        "Three": Translated("三", "zh_CN", State.STALE),
    }
    count = translations.count(known.values(), "zh_CN")
    assert (count.total, count.translated, count.stale, count.missing) == (3, 1, 2, 0)


def test_a_missing_translation_falls_back_to_the_source_and_says_its_language(tmp_path: Path) -> None:
    known, translations = texts(tmp_path), Translations("en")
    assert translations.find(known["One"], "zh_CN") == Translated("One", "en", State.MISSING)
    assert translations.find(known["One"], "en") == Translated("One", "en", State.SOURCE)
    assert translations.count(known.values(), "zh_CN").missing == 3
    assert [c.path for c in translations.catalogues] == [tmp_path / CATALOGUE, tmp_path / "locale" / "en" / "s.po"]
    assert not any(c.exists for c in translations.catalogues)


def test_a_catalogue_of_the_source_language_overrides_what_the_source_says_in_another(tmp_path: Path) -> None:
    override = tmp_path / "locale" / "en" / "s.po"
    write(tmp_path, {"locale/en/s.po": HEAD + entry("/title", "One", "The first") + entry("/description", "2", "No")})
    known, translations = texts(tmp_path), Translations("en")
    assert override.is_file()
    assert translations.find(known["One"], "en") == Translated("The first", "en", State.TRANSLATED)
    assert translations.find(known["Two"], "en") == Translated("Two", "en", State.SOURCE)  # an entry of an older source


def test_an_entry_of_another_place_is_not_taken(tmp_path: Path) -> None:
    write(tmp_path, {CATALOGUE: HEAD + entry("/description", "One", "一")})
    assert Translations("en").find(texts(tmp_path)["One"], "zh_CN").state is State.MISSING


def test_of_two_entries_for_one_place_the_fresh_one_counts(tmp_path: Path) -> None:
    write(tmp_path, {CATALOGUE: HEAD + entry("/title", "Old", "旧") + entry("/title", "One", "一")})
    assert Translations("en").find(texts(tmp_path)["One"], "zh_CN").text == "一"


def test_a_broken_catalogue_is_a_finding_with_its_line(tmp_path: Path) -> None:
    write(tmp_path, {CATALOGUE: HEAD + 'msgctxt "/title"\nmsgid "One\nmsgstr "一"\n'})
    catalogue = read_catalogue(tmp_path / CATALOGUE, "zh_CN")
    (problem,) = catalogue.findings
    assert (problem.rule, problem.path, problem.line) == ("catalogue/broken-catalogue", CATALOGUE, 6)
    assert catalogue.entries == {}


def test_a_catalogue_in_another_encoding_is_a_finding(tmp_path: Path) -> None:
    write(tmp_path, {CATALOGUE: (HEAD + entry("/title", "One", "版")).encode("gb18030")})
    assert [f.rule for f in read_catalogue(tmp_path / CATALOGUE, "zh_CN").findings] == ["catalogue/broken-catalogue"]


def test_a_line_separator_in_a_translation_is_text(tmp_path: Path) -> None:
    write(tmp_path, {CATALOGUE: HEAD + entry("/title", "One", "一\u2028二")})
    catalogue = read_catalogue(tmp_path / CATALOGUE, "zh_CN")
    assert catalogue.findings == ()
    assert catalogue.entries["/title"][0][1] == "一\u2028二"


def test_a_catalogue_that_changed_is_read_again(tmp_path: Path) -> None:
    write(tmp_path, {CATALOGUE: HEAD + entry("/title", "One", "一")})
    known = texts(tmp_path)
    assert Translations("en").find(known["One"], "zh_CN").text == "一"
    write(tmp_path, {CATALOGUE: HEAD + entry("/title", "One", "壹")})
    os.utime(tmp_path / CATALOGUE, ns=(1, 1))
    assert Translations("en").find(known["One"], "zh_CN").text == "壹"


def test_the_header_says_who_translated(tmp_path: Path) -> None:
    head = HEAD.rstrip() + '\n"Last-Translator: Wei\\n"\n"Report-Msgid-Bugs-To: bugs@example.org\\n"\n\n'
    write(tmp_path, {CATALOGUE: head})
    catalogue = read_catalogue(tmp_path / CATALOGUE, "zh_CN")
    assert (catalogue.translator, catalogue.report_to) == ("Wei", "bugs@example.org")


def test_three_spellings_of_a_translation_in_the_schema(tmp_path: Path) -> None:
    schema = {
        "properties": {
            "a": {"description": "A", "x-description-zh_CN": "甲"},
            "b": {"description": "B", "description@zh-CN": "乙"},
            "c": {"description": "C", "title": "T", "x-i18n": {"zh": {"description": "丙", "title": "题"}}},
            "d": {
                "enum": ["x"],
                "x-enumDescriptions": {"x": "D"},
                "x-i18n": {"zh": {"x-enumDescriptions": {"x": "丁"}}},
            },
        }
    }
    reference = read(tmp_path, schema)
    known, translations = texts_of(reference), Translations("en")
    found = {t.source: translations.find(t, "zh_CN").text for t in known}
    assert found == {"A": "甲", "B": "乙", "C": "丙", "T": "题", "D": "丁"}
    assert inline_languages(known) == ["zh_CN"]
    assert all(f.main.other == () for f in reference.fields())


def test_what_only_looks_like_a_translation_is_kept_as_a_keyword(tmp_path: Path) -> None:
    (field,) = read(tmp_path, {"properties": {"a": {"title": "T", "title-case": "upper"}}}).fields()
    assert field.main.title is not None
    assert field.main.title.inline == ()
    assert field.main.other == (("title-case", "upper"),)


def test_the_language_of_an_unlabelled_schema_is_guessed(tmp_path: Path) -> None:
    assert (
        guess_language(texts_of(read(tmp_path, {"title": "名称", "description": "说明", "x-when": "now"}))) == "zh_CN"
    )
    assert guess_language(texts_of(read(tmp_path, {"title": "Name", "description": "说明"}))) == "en"
    assert guess_language([]) == "en"


def test_each_text_is_gathered_once_in_the_order_of_the_page(tmp_path: Path) -> None:
    schema = {
        "title": "1",
        "properties": {
            "a": {"description": "2", "x-when": "3", "x-notes": [{"text": "4"}], "items": {"description": "5"}},
            "b": {"$ref": "#/properties/a"},
        },
    }
    assert [t.source for t in texts_of(read(tmp_path, schema))] == ["1", "2", "3", "4", "5"]
