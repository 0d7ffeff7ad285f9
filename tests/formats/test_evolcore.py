"""evolcore: the schemas ship as published, and what they leave unsaid is said beside them, in both languages."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.documents import read_document
from sphinx_agentcfg.documents.pointers import split
from sphinx_agentcfg.languages import written_in
from sphinx_agentcfg.reference import read_reference
from sphinx_agentcfg.reference.catalogues import Source, schema_source
from sphinx_agentcfg.reference.gathering import texts_of
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.translations import State, Translations, catalogue_path, read_catalogue
from sphinx_agentcfg.reference.validation import make_validator, validate
from tests.unit.making import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.catalog import DocumentType
    from sphinx_agentcfg.reference.model import Facet, Reference

SHARED = Path(__file__).parents[3] / "shared"
FACTS, SEEDS, SAMPLE = SHARED / "facts/evolcore-en.yaml", SHARED / "seeds", SHARED / "samples/evolcore-sample"
EVOLCORE = Catalog.builtin().format("evolcore")
TYPES = EVOLCORE.documents
HASHES = {
    "role-config": "e07609806c654d1d0c6dd828341f0352b1b3d3daa855f0b257ea2c4aaa0b8322",
    "role-registry": "0b1bdb5de5027d0c01a9785b4ff3a6d596fab4c986d421edebd336530720d2a1",
    "single-session": "174aeab4f52605e7dbff00823813319f63b2fa491278454a32ae774b1ceafd86",
}
GOVERNED = (
    "permissionMode",
    "chatmode.private",
    "chatmode.group",
    "mentionMode",
    "baseagents.claude.model",
    "baseagents.claude.effort",
    "baseagents.codex.model",
    "baseagents.codex.effort",
    "baseagents.gemini.model",
)
CONSTRAINTS = "/properties/commandPermissions/additionalProperties/properties/constraints/properties/"

needs_facts = pytest.mark.skipif(not FACTS.is_file(), reason="the fact sheets do not lie beside this checkout")
needs_seeds = pytest.mark.skipif(not SEEDS.is_dir(), reason="the seeds do not lie beside this checkout")
needs_sample = pytest.mark.skipif(not SAMPLE.is_dir(), reason="the sample agent does not lie beside this checkout")
each_type = pytest.mark.parametrize("document_type", TYPES, ids=lambda t: t.name)


def _sources(document_type: DocumentType) -> dict[Path, Source]:
    return {s.file: s for s in schema_source(document_type)}


def _facets(reference: Reference) -> Iterator[tuple[str, Facet]]:
    """Give the facets of every field; of a part only such as say anything."""
    for field in (reference.root, *reference.fields()):
        for facet in field.facets:
            yield field.path, facet
            yield from ((f"{field.path} ({role})", part) for role, part in facet.parts)


# --- as published ---------------------------------------------------------------------------------------------------


def test_three_types_in_the_order_of_their_use() -> None:
    assert [t.name for t in TYPES] == list(HASHES)
    assert {t.version for t in TYPES} == {"0.0.25"}
    assert {t.syntax for t in TYPES} == {"json"}
    assert EVOLCORE.source_language == "zh_CN"


@each_type
def test_a_schema_is_the_published_one_byte_for_byte(document_type: DocumentType) -> None:
    assert hashlib.sha256(document_type.schema.read_bytes()).hexdigest() == HASHES[document_type.name]


@needs_seeds
@each_type
def test_a_schema_equals_its_seed(document_type: DocumentType) -> None:
    seed = SEEDS / f"{document_type.name}.schema.1.json"
    assert document_type.schema.read_bytes() == seed.read_bytes()


@each_type
def test_line_ends_change_nothing_but_bytes(document_type: DocumentType, tmp_path: Path) -> None:
    content = document_type.schema.read_bytes()
    assert b"\r" not in content
    read = []
    for name, ends in (("lf.json", b"\n"), ("crlf.json", b"\r\n")):
        copy = tmp_path / name
        copy.write_bytes(content.replace(b"\n", ends))
        loaded = load_schema(copy, name, ())
        assert loaded.document.readable
        read.append(loaded.schema)
    assert read[0] == read[1] == json.loads(content)


# --- both languages -------------------------------------------------------------------------------------------------


def _zh_pairs() -> list[tuple[str, str, str]]:
    """Return (type, pointer, Chinese) of every text that the fact sheet knows in the schemas."""
    if not FACTS.is_file():
        return []
    facts = yaml.safe_load(FACTS.read_text("utf-8"))
    kinds = {f"{name}.schema.1.json": name for name in HASHES}
    return [(kinds[f], p, said["zh"]) for f, texts in facts.items() if f in kinds for p, said in texts.items()]


@needs_facts
def test_every_text_of_the_facts_is_in_the_schema_and_has_an_english_one() -> None:
    pairs = _zh_pairs()
    assert len(pairs) > 130
    for name, pointer, chinese in pairs:
        document_type = EVOLCORE.documents[list(HASHES).index(name)]
        found: Any = json.loads(document_type.schema.read_text("utf-8"))
        for token in split(pointer):
            found = found[int(token)] if isinstance(found, list) else found[token]
        assert found == chinese
        text = next(t for t in _sources(document_type)[document_type.schema].texts if t.pointer == pointer)
        assert text.source == chinese
        english = Translations("zh_CN").find(text, "en")
        assert english.state is State.TRANSLATED
        assert not any("\u3400" <= c <= "\u9fff" for c in english.text), pointer


@needs_facts
def test_each_field_that_the_facts_call_undescribed_is_described() -> None:
    facts = yaml.safe_load(FACTS.read_text("utf-8"))
    (undescribed,) = facts["undescribed"].values()
    described = {f.pointer for f in read_reference(TYPES[0]).fields() if f.main.descriptions}
    assert len(undescribed) == 22
    assert set(undescribed) <= described


@each_type
def test_nothing_is_without_a_description_in_either_language(document_type: DocumentType) -> None:
    reference = read_reference(document_type)
    assert reference.findings == ()
    translations = Translations("zh_CN")
    for path, facet in _facets(reference):
        assert facet.descriptions, path
        assert all(v.meaning for v in facet.values), path
    for text in texts_of(reference):
        for language in ("en", "zh_CN"):
            shown = translations.find(text, language)
            assert shown.language == language, text.pointer
            assert shown.state is not State.STALE
            assert written_in(shown.text, language) or shown.state is State.TRANSLATED, text.pointer


@each_type
def test_what_stands_in_english_only_has_a_chinese_entry_and_nothing_else_has(document_type: DocumentType) -> None:
    for file, source in _sources(document_type).items():
        foreign = {t.pointer: t.source for t in source.texts if not written_in(t.source, "zh_CN")}
        catalogue = read_catalogue(catalogue_path(file, "zh_CN"), "zh_CN")
        assert {p: e[0][0] for p, e in catalogue.entries.items()} == foreign
        assert all(written_in(e[0][1], "zh_CN") for e in catalogue.entries.values())


def test_a_reader_of_chinese_sees_chinese_labels() -> None:
    mode = read_reference(TYPES[0]).root.main.governed[0]
    assert mode.label is not None
    shown = Translations("zh_CN")
    assert shown.find(mode.label, "zh_CN").text == "权限模式"
    assert shown.find(mode.label, "en").text == "Permission Mode"


# --- the permission fields ------------------------------------------------------------------------------------------


def test_nine_permission_fields_with_their_flags() -> None:
    settings = read_reference(TYPES[0]).root.main.governed
    assert tuple(s.name for s in settings) == GOVERNED
    for setting in settings:
        assert dict(setting.flags) == {
            "hasOptions": True,
            "relationOverrideApplied": setting.name != "permissionMode",
            "constraintsApplied": True,
            "editable": True,
            "x-runtimeApplied": True,
        }
        model = setting.name.endswith(".model")
        assert setting.value_type == ("model" if model else "enum")
        assert setting.options_source == ("model-catalog" if model else "static-enum")
        assert bool(setting.patterns) is model
        assert bool(setting.options) is not model


def test_the_options_of_a_permission_field_are_those_of_its_default() -> None:
    reference = read_reference(TYPES[0])
    for setting in reference.root.main.governed:
        if setting.options:
            path = f"permissions.{setting.name}" if "." not in setting.name else f'permissions["{setting.name}"]'
            values = [v.value for v in at(reference, f"{path}.default").main.values]
            assert [o.value for o in setting.options] == values


# --- what we add ----------------------------------------------------------------------------------------------------


@each_type
def test_an_annotation_adds_what_the_schema_lacks(document_type: DocumentType) -> None:
    assert document_type.annotations is not None
    schema = json.loads(document_type.schema.read_text("utf-8"))
    added = json.loads(document_type.annotations.read_text("utf-8"))
    for pointer, keywords in added.items():
        place = schema
        for token in split(pointer):
            place = place[token]
        assert keywords
        assert (set(keywords) - {"x-notes"}).isdisjoint(place), pointer
    bare = read_reference(replace(document_type, annotations=None))
    assert {t.pointer for t in texts_of(bare)} == {
        t.pointer for t in _sources(document_type)[document_type.schema].texts
    }


def test_free_keys_have_words_in_paths() -> None:
    paths = [f.path for f in read_reference(TYPES[0]).fields()]
    assert "permissions.baseagents.<name>.model.allowedModels" in paths
    assert "commandPermissions.<operation>.constraints.allowedArgs.<argument>" in paths
    assert 'permissions["chatmode.private"].allowOverride' in paths


def test_what_is_only_our_reading_says_so_in_both_languages() -> None:
    reference = read_reference(TYPES[0])
    translations = Translations("zh_CN")
    fields = {f.pointer: f for f in reference.fields()}
    rank = fields["/properties/rank"]
    by_name = [CONSTRAINTS + n for n in ("timeoutMs", "outputLimitBytes", "cwdPolicy", "envAllowlist")]
    texts = [v.meaning for v in rank.main.values] + [fields[p].main.descriptions[0] for p in by_name]
    texts += [v.meaning for n in ("cwdPolicy", "configFieldPolicy") for v in fields[CONSTRAINTS + n].main.values]
    for text in texts:
        assert text is not None
        assert "推断" in text.source
        assert "assumed" in translations.find(text, "en").text


def test_what_follows_the_predecessor_names_it() -> None:
    fields = [f for f in read_reference(TYPES[0]).fields() if f.pointer.startswith(CONSTRAINTS)]
    named = {f.path.rpartition(".")[2] for f in fields if f.main.source == "evolclaw"}
    assert len(named) == 18
    assert named.isdisjoint({"timeoutMs", "outputLimitBytes", "cwdPolicy", "envAllowlist"})


# --- documents ------------------------------------------------------------------------------------------------------


def _findings(path: Path, document_type: DocumentType) -> list[str]:
    validator = make_validator(load_schema(document_type.schema, document_type.id, ()))
    return [f.rule for f in validate(read_document(path, syntax="json"), validator, "evolcore")]


@each_type
def test_an_invalid_example_breaks_one_thing(document_type: DocumentType) -> None:
    invalid = document_type.examples("invalid")
    assert len(invalid) >= 3  # of each type
    schema = load_schema(document_type.schema, document_type.id, ())
    validator = make_validator(schema)
    for path in invalid:
        found = validate(read_document(path, syntax="json"), validator, "evolcore")
        assert len({f.pointer for f in found}) == 1, path.name


@needs_sample
def test_the_files_of_the_sample_agent_are_valid() -> None:
    roles = sorted((SAMPLE / "agents/demo/roles").glob("*.json"))
    assert [p.stem for p in roles] == ["admin", "guest", "index", "member", "owner", "visitor"]
    for path in roles:
        assert _findings(path, TYPES[1] if path.stem == "index" else TYPES[0]) == []
    assert _findings(SAMPLE / "agents/demo/single-session.params.json", TYPES[2]) == []
