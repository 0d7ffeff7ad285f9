"""A probe with a unique token in every keyword: each token must be said somewhere, outside the schema's own text."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.making import DRAFTS, EN, ZH, read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_agentcfg.reference import Reference

COMMON: dict[str, Any] = {
    "title": "t-title",
    "description": "t-description",
    "examples": ["t-root-example"],
    "x-unknown": {"deep": ["t-unknown"]},
    "required": ["t-required-only"],
    "properties": {
        "text": {
            "type": "string",
            "title": "t-text-title",
            "description": "t-text-description",
            "default": "t-default",
            "examples": ["t-example"],
            "pattern": "t-pattern",
            "format": "t-format",
            "minLength": 10_001,
            "maxLength": 10_002,
            "contentEncoding": "t-encoding",
            "contentMediaType": "t-media",
            "not": {"const": "t-not"},
            "deprecationMessage": "t-deprecation",
            "x-when": "t-when",
            "x-notes": [{"kind": "tip", "text": "t-note"}],
            "x-since": "t-since",
            "x-removed": "t-removed",
            "x-status": "t-status",
            "x-replaced-by": "t-replaced",
            "x-see-also": ["t-see"],
            "x-source": "t-source",
            "x-type-name": "t-type-name",
        },
        "number": {
            "minimum": 10_003,
            "maximum": 10_004,
            "exclusiveMinimum": 10_005,
            "exclusiveMaximum": 10_006,
            "multipleOf": 10_007,
        },
        "fixed": {"const": "t-const"},
        "listed": {"enum": ["t-enum"], "x-enumDescriptions": {"t-enum": "t-meaning"}},
        "chosen": {"oneOf": [{"const": "t-one-const", "title": "t-one-title", "description": "t-one-description"}]},
        "array": {
            "type": "array",
            "minItems": 10_008,
            "maxItems": 10_009,
            "items": {"anyOf": [{"pattern": "t-item-any", "description": "t-item-description"}]},
            "contains": {"properties": {"kind": {"const": "t-contains"}}},
        },
        "object": {
            "type": "object",
            "minProperties": 10_010,
            "maxProperties": 10_011,
            "propertyNames": {"pattern": "t-names", "description": "t-names-description"},
            "patternProperties": {"^t-key-pattern": {"description": "t-pattern-description"}},
            "additionalProperties": {"enum": ["t-additional"]},
            "properties": {"a": {}},
        },
        "union": {
            "anyOf": [
                {"type": "string", "pattern": "t-any-pattern"},
                {"title": "t-any-title", "properties": {"t-any-property": {"description": "t-any-description"}}},
            ]
        },
        "joined": {"allOf": [{"description": "t-all-description"}, {"x-other": "t-all-other"}]},
    },
    "anyOf": [{"required": ["t-any-required"]}],
    "if": {"properties": {"listed": {"const": "t-if"}}},
    "then": {"description": "t-then", "required": ["t-then-required"]},
    "else": {"properties": {"t-else-property": {"description": "t-else"}}},
}
NEW: dict[str, Any] = {
    "$schema": DRAFTS[0],
    "dependentRequired": {"t-trigger": ["t-dependent"]},
    "dependentSchemas": {"t-schema-trigger": {"properties": {"t-ds": {"description": "t-ds-description"}}}},
    "$defs": {"Unused": {"description": "t-unused", "properties": {"t-unused-property": {}}}},
    "allOf": [
        {
            "properties": {
                "tuple": {
                    "prefixItems": [{"description": "t-prefix"}],
                    "items": {"pattern": "t-rest"},
                    "minContains": 10_012,
                    "maxContains": 10_013,
                    "contains": {"pattern": "t-contains-pattern"},
                },
                "late": {"properties": {"a": {}}, "unevaluatedProperties": {"pattern": "t-unevaluated"}},
                "later": {"type": "array", "unevaluatedItems": {"pattern": "t-unevaluated-item"}},
                "content": {"contentSchema": {"const": "t-content-schema"}},
            }
        }
    ],
}
OLD: dict[str, Any] = {
    "$schema": DRAFTS[1],
    "dependencies": {"t-trigger": ["t-dependent"], "t-schema-trigger": {"properties": {"t-ds": {}}}},
    "definitions": {"Unused": {"description": "t-unused", "properties": {"t-unused-property": {}}}},
    "allOf": [
        {"properties": {"tuple": {"items": [{"description": "t-prefix"}], "additionalItems": {"pattern": "t-rest"}}}}
    ],
}


def tokens(value: object) -> Iterator[str]:
    """Give every token of a probe: each ``t-…``, each number of five digits."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from tokens(key)
            yield from tokens(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from tokens(inner)
    elif isinstance(value, str) and value.lstrip("^").startswith("t-"):
        yield value.lstrip("^")
    elif isinstance(value, int) and not isinstance(value, bool) and value > 10_000:
        yield str(value)


def said(value: object) -> Iterator[str]:
    """Give every string in a reference, but for the schema itself, its text and where things stand."""
    if is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            if each.name not in {"file", "pointer", "group"}:
                yield from said(getattr(value, each.name))
    elif isinstance(value, dict):
        yield json.dumps(value)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from said(inner)
    else:
        yield str(value)


def lost(reference: Reference, schema: dict[str, Any]) -> list[str]:
    shown = "\n".join(s for f in (reference.root, *reference.fields()) for s in said(f))
    return [t for t in tokens(schema) if t not in shown]


@pytest.mark.parametrize("extra", [NEW, OLD], ids=["2020-12", "draft-07"])
def test_every_token_of_the_probe_is_said(tmp_path: Path, extra: dict[str, Any]) -> None:
    schema = {**COMMON, **extra}
    assert len(set(tokens(schema))) > 65
    reference = read(tmp_path, schema)
    assert reference.findings == ()
    assert lost(reference, schema) == []


def test_the_probe_is_able_to_miss_something(tmp_path: Path) -> None:
    schema = {"$comment": "t-comment", "title": "t-title"}
    assert lost(read(tmp_path, schema), schema) == ["t-comment"]  # a remark of the schema's authors to themselves


@pytest.mark.parametrize("speaker", [EN, ZH], ids=["en", "zh_CN"])
def test_every_limit_of_the_probe_can_be_said(tmp_path: Path, speaker: Any) -> None:
    reference = read(tmp_path, {**COMMON, **NEW})
    spoken = {
        c.keyword: speaker.constraint(c) for f in reference.fields() for facet in f.facets for c in facet.constraints
    }
    assert len(spoken) > 15
    for keyword, (label, phrase) in spoken.items():
        assert label, keyword
        assert phrase, keyword
        if speaker is ZH and keyword != "contentSchema":
            assert any("\u3400" <= c <= "\u9fff" for c in label), f"{keyword} has no Chinese label: {label}"
