"""A loaded schema in, findings out: keywords of ours in it that have the wrong shape.

``schemas/keywords.schema.json`` says which shape each has, and is the page that documents them.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference.keywords import OURS, mapping, subschemas
from sphinx_agentcfg.reference.violations import words
from sphinx_agentcfg.resources import keywords_schema

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.loading import Place, SchemaSet

__all__ = ["check_own_keywords"]

_RULE = "schema/invalid-keyword"


def check_own_keywords(loaded: SchemaSet) -> None:
    """Report every keyword of ours that the page cannot show as it is written."""
    stack = [loaded.root]
    while stack:
        place = stack.pop()
        if any(keyword in place.schema for keyword in OURS):
            _check(loaded, place)
        inner = (place.at(*tokens) for tokens in subschemas(place.schema))
        stack.extend(p for p in inner if isinstance(p.schema, dict))
    if "x-sections" in loaded.schema and "body" in mapping(loaded.schema, "properties"):
        text = message("sections have paths below `body`, and the schema has a field `body` too; rename the field")
        loaded.report(loaded.root, _RULE, text, "x-sections", Severity.WARNING)


def _check(loaded: SchemaSet, place: Place) -> None:
    from jsonschema.exceptions import best_match

    if "x-sections" in place.schema and place.pointer:
        text = message("`x-sections` stands at the root of a schema, and here it says nothing; move it there")
        loaded.report(place, _RULE, text, "x-sections", Severity.WARNING)
    for keyword in OURS:
        if keyword in place.schema:
            error = best_match(_validator().iter_errors({keyword: place.schema[keyword]}))
            if error is not None:
                cause = words(error, ".".join(map(str, error.absolute_path)))
                loaded.report(place, _RULE, cause, keyword, Severity.WARNING)


@lru_cache(maxsize=1)
def _validator() -> Any:  # jsonschema makes these classes at run time
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(keywords_schema().read_text(encoding="utf-8")))
