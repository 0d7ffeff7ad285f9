"""What holds for every schema, and for arbitrary JSON in the place of one: nothing raises, every anchor is unique."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sphinx_agentcfg.catalog import own_schema
from sphinx_agentcfg.documents import parse_document
from sphinx_agentcfg.reference import paths, read_reference
from sphinx_agentcfg.reference.gathering import texts_of
from sphinx_agentcfg.reference.keywords import HANDLED
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.locate import key_paths
from sphinx_agentcfg.reference.patterns import matches
from sphinx_agentcfg.reference.skeletons import skeleton, skeleton_text
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.reference.validation import accepts, make_validator, validate
from sphinx_agentcfg.reference.wording import Wording

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.model import Facet

VOICES = [Wording(language, Translations("en")) for language in ("en", "zh_CN")]
NAMES = st.sampled_from(["a", "b", "a.b", "<a>", "[]", "", "描述", "^x", "^a.*$", "(", "~/", 'a"b', "x y"])
ODD = st.sampled_from(
    ["", "string", "array", "object", "a", "#", "#/$defs/a", "#/properties/a", "#a", "s.json", "http://[", "^a$", "[",
     "http://x/y", "%zz", "file:///etc/passwd", "\ud800", "\x00", "urn:x", "x" * 300, "https://json-schema.org/draft/2020-12/schema",
     "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-04/schema#"]
)  # fmt: skip
SCALARS = st.none() | st.booleans() | st.integers(-3, 300) | st.floats(allow_nan=False, allow_infinity=False) | ODD
KEYWORDS = st.sampled_from([*sorted(HANDLED), "x-other", "description@zh_CN"])
#: Nonsense under real keywords.
JUNK: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: (
        st.dictionaries(KEYWORDS, inner, max_size=5)
        | st.dictionaries(NAMES, inner, max_size=3)
        | st.lists(inner, max_size=3)
    ),
    max_leaves=20,
)


def _schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Give schemas that mostly make sense, so that the walk gets deep, with some junk in them."""
    one = inner | st.booleans()
    maps = ("properties", "patternProperties", "$defs", "dependentSchemas")
    single = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
    shapes: dict[str, st.SearchStrategy[Any]] = {
        **dict.fromkeys(maps, st.dictionaries(NAMES, one, max_size=3)),
        **dict.fromkeys(single, one),
        **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), st.lists(one, min_size=1, max_size=3)),
        "$ref": st.sampled_from(["#", "#/$defs/a", "#/properties/a", "#/properties/b/items", "s.json#/$defs/b"]),
        "required": st.lists(NAMES, max_size=2),
        "type": st.sampled_from(["string", "object", "array", ["array", "null"], "integer"]),
        "enum": st.lists(SCALARS, max_size=3),
        "const": SCALARS,
        "default": JUNK,
        "description": st.sampled_from(["d", "e"]),
        "minItems": st.integers(0, 3),
        "unevaluatedProperties": st.booleans(),
        "x-notes": JUNK,
    }
    return st.fixed_dictionaries({}, optional=shapes)


SCHEMAS = st.recursive(st.just({}) | st.just({"type": "string"}), _schemas, max_leaves=6)
ROOTS = SCHEMAS.filter(lambda s: isinstance(s, dict)) | st.dictionaries(KEYWORDS, JUNK, max_size=7)
HARD = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def _say(voice: Wording, facet: Facet) -> None:
    voice.type(facet.type)
    voice.type_in_short(facet.type)
    if facet.context is not None:
        voice.context(facet.context)
        voice.condition(facet.context)
    for limit in facet.constraints:
        voice.constraint(limit)
        voice.inline_constraint(limit)
    for _, part in facet.parts:
        _say(voice, part)


@HARD
@given(ROOTS)
def test_no_schema_makes_anything_raise(schema: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.json"
        path.write_text(json.dumps(schema), "utf-8")
        reference = read_reference(own_schema(path, "s.json"))
        for voice in VOICES:
            for field in (reference.root, *reference.fields()):
                voice.requirement(field.required)
                voice.requirement_in_short(field.required)
                for facet in field.facets:
                    _say(voice, facet)
            for finding in reference.findings:
                assert finding.text(voice.language).startswith("s.json")
        for full in (False, True):
            for syntax in ("yaml", "json", "frontmatter"):
                skeleton_text(skeleton(reference, full=full, syntax=syntax))
        texts_of(reference)
        document = parse_document('{"a": {"a": [1, "x"], "a.b": 2}, "b": null}', name="d", syntax="json")
        list(key_paths(reference, document))
        validator = make_validator(load_schema(path, "s.json", ()))
        refused = [f for f in validate(document, validator, "g") if f.rule == "g/schema"]
        assert accepts(validator, document.data) == (not refused)


@HARD
@given(ROOTS)
def test_every_path_on_a_page_is_its_own(schema: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.json"
        path.write_text(json.dumps(schema), "utf-8")
        reference = read_reference(own_schema(path, "s.json"))
    known = [f.path for f in reference.fields()]
    assert len(known) == len(set(known))
    assert {target for _, target in reference.links} <= {*known, ""}


@given(st.lists(st.text(max_size=12), min_size=1, max_size=3), st.lists(st.text(max_size=12), min_size=1, max_size=3))
def test_different_keys_give_different_anchors(first: list[str], second: list[str]) -> None:
    assume(first != second)

    def anchor(keys: list[str]) -> str:
        path = ""
        for key in keys:
            path = paths.child(path, key)
        return paths.anchor("t", path)

    assert anchor(first) != anchor(second)
    assert anchor(first) == anchor(list(first))


@given(st.text(min_size=1), st.text())
def test_an_anchor_is_one_word_that_begins_with_a_letter(type_id: str, path: str) -> None:
    anchor = paths.anchor(type_id, path)
    assert anchor == paths.anchor(type_id, path)
    assert anchor[0].isalpha()
    assert all(c.isalnum() or c in "._-" for c in anchor)


@given(st.text())
def test_a_key_is_read_back_from_its_path(key: str) -> None:
    assert paths.key(paths.child("a", key)) == key
    assert not paths.is_free(paths.child("a", key), "a")


@given(st.text(max_size=30), st.text(max_size=10))
def test_no_pattern_makes_matching_raise(pattern: str, text: str) -> None:
    matches(pattern, text)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=10), unique=True, min_size=1, max_size=5))
def test_keys_of_a_skeleton_are_read_back(keys: list[str]) -> None:
    schema = {"properties": {k: {"default": k} for k in keys}}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.json"
        path.write_text(json.dumps(schema), "utf-8")
        reference = read_reference(own_schema(path, "s.json"))
    for syntax in ("yaml", "json"):
        text = skeleton_text(skeleton(reference, full=True, syntax=syntax))
        assert parse_document(text, name="s", syntax=syntax).data == {k: k for k in keys}
