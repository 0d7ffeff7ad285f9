"""What holds for any two schemas: nothing is lost, equal ones have no change, validation contradicts no verdict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from sphinx_agentcfg.documents import parse_document
from sphinx_agentcfg.reference.changes import Change, ChangeClass, Kind
from sphinx_agentcfg.reference.changes.comparison import semantic_changes
from sphinx_agentcfg.reference.changes.parts import Side
from sphinx_agentcfg.reference.changes.words import line, say
from sphinx_agentcfg.reference.loading import SchemaSet
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.reference.validation import accepts, make_validator
from sphinx_agentcfg.reference.wording import Wording

VOICES = [Wording(language, Translations("en")) for language in ("en", "zh_CN")]
DRAFTS = ("https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#")
NAMES = st.sampled_from(["a", "b", "c"])
SCALARS = st.sampled_from([None, True, False, 0, 1, 2, 1.5, "", "x", "xy", "xyz"])
HARD = settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


def load(schema: Any, name: str = "s.json") -> SchemaSet:
    """Return *schema* as if it had been read from a file."""
    path = Path("/nowhere") / name
    document = parse_document(json.dumps(schema), name=name, syntax="json")
    loaded = SchemaSet(path, name, document, (path.parent,))
    loaded.add(path, document)
    return loaded


def changes_between(old: Any, new: Any) -> tuple[Change, ...]:
    """Return the changes; schemas whose references lead nowhere, or in a circle, are not for these tests."""
    sides = Side(load(old)), Side(load(new, "t.json"))
    changes = semantic_changes(*sides)
    assume(not any(side.loaded.problems for side in sides))
    return changes


# --- a small grammar of schemas ---------------------------------------------------------------------------------------

TYPES = st.sampled_from(["string", "number", "integer", "boolean", "null", "object", "array"])


BOUND = st.integers(0, 2)
DRAFT_7, NEWEST = 1, 0


def _keywords(inner: st.SearchStrategy[Any], draft: int) -> dict[str, st.SearchStrategy[Any]]:
    one = inner | st.booleans()
    fields = st.dictionaries(NAMES, one, max_size=3)
    branches = st.lists(one, min_size=1, max_size=3)
    names = st.dictionaries(NAMES, st.lists(NAMES, max_size=2, unique=True), max_size=2)
    bounds = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength")
    counts = ("minItems", "maxItems", "minProperties", "maxProperties")
    single = ("additionalProperties", "propertyNames", "contains", "not", "if", "then", "else")
    keywords: dict[str, st.SearchStrategy[Any]] = {
        **dict.fromkeys((*bounds, *counts), BOUND),
        **dict.fromkeys(single, one),
        **dict.fromkeys(("allOf", "anyOf", "oneOf"), branches),
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
        "enum": st.lists(SCALARS, min_size=1, max_size=3, unique_by=repr),
        "const": SCALARS,
        "multipleOf": st.integers(1, 4),
        "pattern": st.sampled_from(["^x", "y$", "z"]),
        "uniqueItems": st.booleans(),
        "required": st.lists(NAMES, min_size=1, max_size=2, unique=True),
        "properties": fields,
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "^[bc]"]), one, max_size=2),
        "$ref": st.sampled_from(["#", "#/$defs/p", "#/$defs/q", "#/properties/a"]),
        "$defs": st.dictionaries(st.sampled_from(["p", "q"]), inner, max_size=2),
    }
    if draft == DRAFT_7:  # `items: true` beside `additionalItems` makes jsonschema raise
        return keywords | {"items": inner | branches, "additionalItems": one, "dependencies": fields | names}
    newer: dict[str, st.SearchStrategy[Any]] = {
        **dict.fromkeys(("items", "unevaluatedProperties", "unevaluatedItems"), one),
        **dict.fromkeys(("minContains", "maxContains"), BOUND),
        "prefixItems": branches,
        "dependentRequired": names,
        "dependentSchemas": fields,
    }
    return keywords | newer


def _shapes(inner: st.SearchStrategy[Any], draft: int) -> st.SearchStrategy[dict[str, Any]]:
    pairs = [st.tuples(st.just(k), value) for k, value in _keywords(inner, draft).items()]
    return st.lists(st.one_of(pairs), max_size=4).map(dict)


def _schemas(draft: int) -> st.SearchStrategy[dict[str, Any]]:
    found = st.recursive(LEAVES, lambda inner: _shapes(inner, draft), max_leaves=6)
    return found.map(lambda s: {"$schema": DRAFTS[draft], **s})


LEAVES: st.SearchStrategy[dict[str, Any]] = st.just({}) | st.builds(lambda t: {"type": t}, TYPES)
OF_DRAFT = [_schemas(draft) for draft in (NEWEST, DRAFT_7)]
SPARE = [_shapes(LEAVES, draft) for draft in (NEWEST, DRAFT_7)]
SCHEMAS = st.one_of(OF_DRAFT)
INSTANCES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=5,
)


# --- a change of one keyword somewhere --------------------------------------------------------------------------------


def _spots(schema: Any, where: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to each subschema (an object) in *schema*."""
    if not isinstance(schema, dict):
        return []
    found = [where]
    for keyword, value in schema.items():
        if keyword in {"properties", "patternProperties", "dependentSchemas", "dependencies", "$defs"}:
            for name, sub in value.items():
                found += _spots(sub, (*where, keyword, name))
        elif keyword in {"allOf", "anyOf", "oneOf", "prefixItems"} or (keyword == "items" and isinstance(value, list)):
            for i, sub in enumerate(value):
                found += _spots(sub, (*where, keyword, i))
        elif isinstance(value, dict) and keyword not in {"dependentRequired", "enum", "const"}:
            found += _spots(value, (*where, keyword))
    return found


def _get(schema: Any, where: tuple[Any, ...]) -> Any:
    for token in where:
        schema = schema[token]
    return schema


def _copy(value: Any) -> Any:
    """Return a copy in which no two places are one object: a strategy may give the same one twice."""
    return json.loads(json.dumps(value))


@st.composite
def _pairs(draw: st.DrawFn) -> tuple[Any, Any]:
    """Give a schema and the same with some keywords of some subschemas set, changed or taken away."""
    draft = draw(st.integers(0, 1))
    old = draw(OF_DRAFT[draft])
    new = _copy(old)
    for _ in range(draw(st.integers(1, 2))):
        spot = _get(new, draw(st.sampled_from(_spots(new))))
        spare, gone = draw(SPARE[draft]), [k for k in spot if k != "$schema"]
        first, second = draw(st.tuples(st.booleans(), st.booleans()))
        if gone and first:
            del spot[draw(st.sampled_from(gone))]
        if spare and second:
            keyword = draw(st.sampled_from(sorted(spare)))
            spot[keyword] = _copy(spare[keyword])
    return old, new


def _named(path: str) -> set[str]:
    """Return the keys that the last part of *path* may mean, in the small grammar."""
    last = path.rpartition(".")[2]
    return {"a<key>": {"a"}, "<key>": {"b", "c"}}.get(last, {last})


def _without(instance: Any, names: set[str]) -> Any:
    if isinstance(instance, dict):
        return {k: _without(v, names) for k, v in instance.items() if k not in names}
    return [_without(v, names) for v in instance] if isinstance(instance, list) else instance


# --- the rules --------------------------------------------------------------------------------------------------------


@HARD
@given(SCHEMAS)
def test_a_schema_has_no_change_from_itself(schema: Any) -> None:
    assert changes_between(schema, schema) == ()
    turned = json.loads(json.dumps(schema), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    assert changes_between(schema, turned) == ()


@HARD
@given(_pairs(), st.lists(INSTANCES, min_size=10, max_size=30))
def test_validation_never_contradicts_a_verdict(pair: tuple[Any, Any], instances: list[Any]) -> None:
    old, new = pair
    assume(old != new)
    changes = changes_between(old, new)
    if any(c.class_ is ChangeClass.BREAKING for c in changes):
        event("breaking")
        return
    before, after = make_validator(load(old)), make_validator(load(new))
    # Who has a key of a name that nobody described had it for himself: documented as the one exception.
    own = {n for c in changes if c.kind is Kind.FIELD_ADDED and c.detail == "open" for n in _named(c.path)}
    for instance in (_without(i, own) for i in instances):
        said = [line(c, VOICES[0]) for c in changes]
        assert accepts(after, instance) or not accepts(before, instance), (instance, said)
        assert changes or accepts(after, instance) == accepts(before, instance), (instance, "no change")


ANNOTATIONS = {
    "title": "T",
    "description": "D",
    "$comment": "C",
    "default": 0,
    "deprecated": True,
    "readOnly": True,
    "examples": [1],
    "x-since": "1.0",
    "x-notes": [{"kind": "tip", "text": "N"}],
    "x-vendor": {"deep": [1]},
    "description@zh_CN": "述",
}


@HARD
@given(SCHEMAS, st.data())
def test_a_keyword_that_only_says_something_is_never_lost(old: Any, data: st.DataObject) -> None:
    new = _copy(old)
    keyword = data.draw(st.sampled_from(sorted(ANNOTATIONS)))
    where = data.draw(st.sampled_from(_spots(new)))
    _get(new, where)[keyword] = ANNOTATIONS[keyword]
    assert changes_between(old, new), where
    assert changes_between(new, old), where
    assert all(c.class_ is not ChangeClass.BREAKING for c in changes_between(old, new))


@HARD
@given(_pairs())
def test_every_change_can_be_said(pair: tuple[Any, Any]) -> None:
    for change in changes_between(*pair):
        for voice in VOICES:
            assert "\n" not in line(change, voice)
            assert say(change, voice)
