"""The Leji schema, field by field: every value here was copied by hand from ``agent-profile.schema.json``."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.reference import Reference, read_reference
from sphinx_agentcfg.reference.gathering import texts_of
from sphinx_agentcfg.reference.phrases import plain
from sphinx_agentcfg.reference.translations import Translations
from tests.unit.making import EN, ZH, at, limits, required, type_in

SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$"
FIELDS: list[tuple[str, str, str, dict[str, Any]]] = [
    # path, type, required, limits
    ("id", "string", "required", {"pattern": SLUG}),
    ("name", "string", "required", {"minLength": 1}),
    ("role", "string", "required", {"minLength": 1}),
    ("purpose", "string", "", {}),
    ("version", "string", "", {}),
    ("inherits", "string", "", {"pattern": SLUG}),
    ("requiredRead", "array of string", "required unless `inherits` is set", {"minItems": 1}),
    (
        "defaultContext",
        'array of `"domain"` · `"system"` · `"practice"` · `"governance"` · `"decisions"`',
        "",
        {},
    ),
    ("mustAskWhen", "array of string", "required unless `inherits` is set", {"minItems": 1}),
    ("mustRefuseWhen", "array of string", "", {}),
    ("escalation", "string", "", {}),
    ("owners", "array of string", "", {}),
    ("freshness", "object", "", {}),
    ("freshness.reviewAfter", "string", "", {"pattern": r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"}),
    ("host", "string", "", {}),
    ("invocation", "object", "", {}),
    ("invocation.command", "string", "required", {"pattern": "<prompt>"}),
    ("invocation.constraints", "array of string", "", {}),
]


@pytest.fixture(scope="module")
def leji() -> Reference:
    return read_reference(Catalog.builtin().document_type("leji/agent-profile"))


def test_the_schema_is_the_published_one_byte_for_byte() -> None:
    content = Catalog.builtin().document_type("leji/agent-profile").schema.read_bytes()
    assert hashlib.sha256(content).hexdigest() == "9597a0ff39db7587daf210177fdc7ede41f9efeaab54596289534209826ba657"


def test_fifteen_fields_and_three_inside_in_the_schemas_order(leji: Reference) -> None:
    assert [f.path for f in leji.root.walk()] == [path for path, *_ in FIELDS]
    assert len(leji.root.children) == 15
    assert leji.definitions == ()
    assert leji.findings == ()


@pytest.mark.parametrize(("path", "kind", "when", "narrowed"), FIELDS, ids=[f[0] for f in FIELDS])
def test_each_field_says_type_requirement_and_limits(
    leji: Reference, path: str, kind: str, when: str, narrowed: dict[str, Any]
) -> None:
    field = at(leji, path)
    assert type_in(field.main.type) == kind
    assert required(field) == when
    assert limits(field) == narrowed
    assert len(field.facets) == 1
    assert field.pointer == "/properties/" + path.replace(".", "/properties/")


def test_the_condition_is_a_sentence_in_both_languages(leji: Reference) -> None:
    for path in ("requiredRead", "mustAskWhen"):
        assert required(at(leji, path), EN) == "required unless `inherits` is set"
        assert required(at(leji, path), ZH) == "未设置 `inherits` 时必填"
        assert plain(EN.requirement_in_short(at(leji, path).required)) == "unless `inherits`"


def test_rules_of_items_belong_to_the_array(leji: Reference) -> None:
    assert limits(at(leji, "requiredRead"), "item") == {
        "pattern": r"^(?!/)(?!\./)(?!.*(^|/)\.\.(/|$))(?!.*\\).+$",
    }
    ((role, part),) = at(leji, "defaultContext").main.parts
    assert role == "item"
    assert [v.value for v in part.values] == ["domain", "system", "practice", "governance", "decisions"]
    assert all(v.meaning is None for v in part.values)


def test_three_objects_are_closed(leji: Reference) -> None:
    everything = (leji.root, *leji.fields())
    assert [f.path for f in everything if f.main.closed] == ["", "freshness", "invocation"]


def test_every_one_of_the_twenty_texts_is_there_and_translated(leji: Reference) -> None:
    texts = [t for t in texts_of(leji) if t.file == leji.document_type.schema]  # without our own notes
    assert len(texts) == 20
    assert [t.pointer for t in texts[:3]] == ["/title", "/description", "/properties/id/description"]
    count = Translations("en").count(texts, "zh_CN")
    assert (count.total, count.translated, count.stale, count.missing) == (20, 20, 0, 0)
