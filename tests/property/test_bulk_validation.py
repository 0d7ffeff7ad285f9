"""The quick answer is never milder than the careful one: what it lets pass, jsonschema lets pass too."""

from __future__ import annotations

import copy
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.documents import read_document
from sphinx_agentcfg.reference.bulk import quick_check
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.patterns import matches, written_out
from sphinx_agentcfg.reference.validation import accepts, make_validator

if TYPE_CHECKING:
    from collections.abc import Callable

TYPES = [d.id for d in Catalog.builtin().document_types]
ODD_TEXT = st.sampled_from(
    [
        "",
        "\n",
        "a\n",
        "a\r",
        "\u2028",
        "\ufeff",
        "\u00a0",
        "１",
        "é",
        "2027-01-05\n",
        "2027-13-01",
        "../x",
        "a\rb",
        "<prompt>",
    ]
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 1000),
    st.sampled_from([10**30, 1.0, 0.5, -0.0, 1e300, 1e-9]),
    st.text(max_size=6),
    ODD_TEXT,
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=4,
)
PATTERNS = [
    r"^a$",
    r"^\d+$",
    r"^\s*[^\s>:]+\s*->\s*[^\s>:]+\s*(:[\s\S]*)?$",
    r"\S",
    r"^.+$",
    r"^(?!.*(^|/)\.\.(/|$))(?!.*\\).+$",
    r"^[\w.-]+$",
    r"^[^\d]$",
    r"a|b",
    r"^[a-z&&[^b]]$",
    r"[|~-]",
    r"^(?:P(?=.)(?:\d+Y)?)$",
    r"\/",
    r"^[\t-\r]$",
    r"^\D\W$",
]


@cache
def both(type_id: str) -> tuple[Any, Callable[[Any], bool] | None, list[Any]]:
    document_type = Catalog.builtin().document_type(type_id)
    loaded = load_schema(document_type.schema, type_id, (), document_type.annotations)
    examples = [
        read_document(path, syntax=document_type.syntax).data
        for verdict in ("valid", "invalid")
        for path in document_type.examples(verdict)
    ]
    return make_validator(loaded), quick_check(loaded.schema), [e for e in examples if isinstance(e, dict)]


@pytest.mark.parametrize("type_id", TYPES)
def test_every_schema_that_ships_is_let_through(type_id: str) -> None:
    assert both(type_id)[1] is not None


@pytest.mark.parametrize("type_id", [t for t in TYPES if t not in {"agentfs/persona", "agentfs/principles"}])
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(data=st.data())
def test_both_give_the_same_verdict_on_changed_examples(type_id: str, data: st.DataObject) -> None:
    validator, quick, examples = both(type_id)
    assert quick is not None
    value = copy.deepcopy(data.draw(st.sampled_from(examples)))
    for _ in range(data.draw(st.integers(1, 3))):
        change(value, data)
    assert quick(value) == accepts(validator, value)


def change(value: Any, data: st.DataObject) -> None:
    """Put another value somewhere into *value*, or take one out."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        if isinstance(value[key], dict | list) and value[key] and data.draw(st.booleans()):
            value = value[key]
            continue
        if data.draw(st.booleans()) and isinstance(value, dict):
            del value[key]
        else:
            value[key] = data.draw(VALUES)
        return


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text(alphabet="ab1 .:>-/\\|~&_P\n\r\t\u2028\ufeff\u00a0１Yé", max_size=8) | ODD_TEXT)
def test_a_pattern_that_is_written_out_means_what_ecma_says(pattern: str, text: str) -> None:
    same = written_out(pattern)
    assert same is not None
    quick = quick_check({"pattern": pattern})
    assert quick is not None
    assert quick(text) == matches(pattern, text)


@pytest.mark.parametrize("pattern", [r"\bword", r"\p{L}", r"(?<name>a)", r"\ca", r"[\D]", r"\1"])
def test_a_pattern_that_engines_read_differently_is_left_to_the_careful_one(pattern: str) -> None:
    assert written_out(pattern) is None
    assert quick_check({"properties": {"a": {"pattern": pattern}}}) is None


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {"$schema": "http://json-schema.org/draft-04/schema#"},
        {"properties": {"a": {"multipleOf": 0.1}}},
        {"$ref": "other.json"},
        {"unevaluatedProperties": False},
        {"items": {"$id": "x", "$ref": "#/a"}},
    ],
)
def test_a_schema_that_validators_may_read_differently_is_left_to_the_careful_one(schema: Any) -> None:
    assert quick_check(schema) is None


def test_what_cannot_be_handed_over_is_looked_at_with_care() -> None:
    quick = quick_check({"type": "string"})
    assert quick is not None
    assert quick("\ud800") is False


def test_a_property_named_pattern_is_no_pattern() -> None:
    quick = quick_check({"properties": {"pattern": {"type": "string", "pattern": r"^\d$"}}})
    assert quick is not None
    assert (quick({"pattern": "1"}), quick({"pattern": "１"}), quick({"pattern": "b\\b"})) == (True, False, False)
    assert re.match(r"\d", "１")
