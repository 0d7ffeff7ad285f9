"""Every format that ships: manifest, schema, both languages and examples agree."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.pofile import read_po
from jsonschema.validators import validator_for

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.documents import read_document
from sphinx_agentcfg.reference import read_reference
from sphinx_agentcfg.reference.catalogues import Source, manifest_source, schema_source
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.translations import catalogue_path, read_catalogue
from sphinx_agentcfg.reference.validation import make_validator, validate
from sphinx_agentcfg.resources import format_schema, schemas_dir
from tests.unit.making import untranslated

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.catalog import ConfigFormat, DocumentType

FORMATS = Catalog.builtin().formats
TYPES = Catalog.builtin().document_types
EXAMPLES = [(t, v, p) for t in TYPES for v in ("valid", "invalid") for p in t.examples(v)]


def _sources() -> list[Source]:
    found = [manifest_source(f) for f in FORMATS]
    return found + [s for t in TYPES for s in schema_source(t)]


SOURCES = _sources()


def test_every_folder_with_a_manifest_is_a_format() -> None:
    assert "leji" in [f.id for f in FORMATS]
    assert [f.id for f in FORMATS] == sorted(p.parent.name for p in schemas_dir().glob("*/format.toml"))


def test_the_schema_of_manifests_is_a_schema() -> None:
    schema = json.loads(format_schema().read_text("utf-8"))
    validator_for(schema).check_schema(schema)


@pytest.mark.parametrize("config_format", FORMATS, ids=lambda f: f.id)
def test_a_manifest_obeys_its_schema(config_format: ConfigFormat) -> None:
    schema = json.loads(format_schema().read_text("utf-8"))
    data = tomllib.loads(config_format.manifest.read_text("utf-8"))
    assert [e.message for e in validator_for(schema)(schema).iter_errors(data)] == []


@pytest.mark.parametrize("config_format", FORMATS, ids=lambda f: f.id)
def test_a_manifest_names_every_schema_of_its_folder(config_format: ConfigFormat) -> None:
    named = {d.schema.name for d in config_format.documents}
    assert named == {p.name for p in config_format.folder.glob("*.schema.json")}


@pytest.mark.parametrize("document_type", TYPES, ids=lambda t: t.id)
def test_a_schema_obeys_its_metaschema_and_has_nothing_to_report(document_type: DocumentType) -> None:
    schema = json.loads(document_type.schema.read_text("utf-8"))
    validator_for(schema).check_schema(schema)
    assert read_reference(document_type).findings == ()


@pytest.mark.parametrize("document_type", TYPES, ids=lambda t: t.id)
def test_placeholders_stand_for_something_in_the_schema(document_type: DocumentType) -> None:
    reference = read_reference(document_type)
    assert set(document_type.placeholders) <= {f.pointer for f in reference.fields()}
    assert all(word and "<" not in word for word in document_type.placeholders.values())


@pytest.mark.parametrize("source", SOURCES, ids=lambda s: s.name)
def test_a_catalogue_is_complete_and_fresh(source: Source) -> None:
    language = "zh_CN" if source.language == "en" else "en"
    path = catalogue_path(source.file, language)
    catalogue = read_catalogue(path, language)
    assert catalogue.findings == ()
    assert set(catalogue.entries) == {t.pointer for t in source.texts}
    assert {p: [e[0] for e in entries] for p, entries in catalogue.entries.items()} == {
        t.pointer: [t.source] for t in source.texts
    }
    assert list(untranslated(source, language)) == []
    with path.open("rb") as file:
        known = read_po(file, locale=language)
    assert [m.context for m in known if m.id and (m.fuzzy or not m.string)] == []
    assert known.obsolete == {}


@pytest.mark.parametrize("source", SOURCES, ids=lambda s: s.name)
def test_a_translation_is_in_its_language(source: Source) -> None:
    language = "zh_CN" if source.language == "en" else "en"
    entries = read_catalogue(catalogue_path(source.file, language), language).entries

    def chinese(text: str) -> bool:
        return any("\u3400" <= c <= "\u9fff" for c in text)

    titles = {"/title"}  # a name may be the same in both
    wrong = [p for p, [(_, said, _)] in entries.items() if p not in titles and chinese(said) != (language == "zh_CN")]
    assert wrong == []


@pytest.mark.parametrize(("document_type", "verdict", "path"), EXAMPLES, ids=lambda v: getattr(v, "name", v))
def test_an_example_gets_the_verdict_of_its_folder(document_type: DocumentType, verdict: str, path: Path) -> None:
    group = document_type.id.partition("/")[0]
    document = read_document(path, syntax=document_type.syntax)
    validator = make_validator(load_schema(document_type.schema, document_type.id, ()))
    rules = [f.rule for f in validate(document, validator, group)]
    if verdict == "valid":
        assert rules == []
    else:
        named = path.name.partition("--")[0].partition(".")[0]
        assert set(rules) == {named if "/" in named else f"{group}/{named}"}


def test_there_are_examples_of_both_kinds() -> None:
    for document_type in TYPES:
        assert document_type.examples("valid"), document_type.id
        assert document_type.examples("invalid"), document_type.id


@pytest.mark.parametrize("document_type", TYPES, ids=lambda t: t.id)
def test_an_example_in_one_language_has_its_twin(document_type: DocumentType) -> None:
    names = {p.name for p in document_type.examples("valid")}
    labelled = {n for n in names if ".en." in n or ".zh_CN." in n}
    for name in labelled:
        twin = name.replace(".en.", ".zh_CN.") if ".en." in name else name.replace(".zh_CN.", ".en.")
        assert twin in names


@pytest.mark.parametrize("config_format", FORMATS, ids=lambda f: f.id)
def test_a_format_has_an_example_in_both_languages(config_format: ConfigFormat) -> None:
    """Of the format, not of every type: a registry of ids or two switches hold no words that could be translated."""
    assert any(".en." in p.name for d in config_format.documents for p in d.examples("valid"))


def _keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _keys(v) for k, v in value.items()}
    return [_keys(v) for v in value] if isinstance(value, list) else type(value)


@pytest.mark.parametrize("document_type", TYPES, ids=lambda t: t.id)
def test_twins_say_the_same_things(document_type: DocumentType) -> None:
    for path in document_type.examples("valid"):
        if ".en." in path.name:
            twin = path.with_name(path.name.replace(".en.", ".zh_CN."))
            ours = read_document(path, syntax=document_type.syntax)
            theirs = read_document(twin, syntax=document_type.syntax)
            assert _keys(ours.data) == _keys(theirs.data)
