"""A place in a schema in, its translatable :class:`Text` out, with the translations that the schema itself carries.

A user's own schema may hold them in three spellings (``spec/product.md`` → Two languages): ``x-description-zh_CN``,
``description@zh_CN`` and ``"x-i18n": {"zh_CN": {"description": "…"}}``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.languages import normalise
from sphinx_agentcfg.reference.annotations import origins
from sphinx_agentcfg.reference.keywords import mapping, sequence
from sphinx_agentcfg.reference.model import Text

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["inline_keyword", "meanings", "text_at"]

_SUFFIXED = re.compile(r"(?:x-)?(?P<keyword>title|description)[-@](?P<language>[A-Za-z]{2,3}(?:[-_][A-Za-z]+)*)\Z")


def inline_keyword(keyword: str) -> bool:
    """Say whether *keyword* is a translation that stands beside its source (``description@zh_CN``)."""
    match = _SUFFIXED.match(keyword)
    return bool(match and ("@" in keyword or keyword.startswith("x-")) and normalise(match["language"]))


def text_at(place: Place, keyword: str) -> Text | None:
    """Return the text of *keyword* in *place*, or None where there is none."""
    source = place.schema.get(keyword) if isinstance(place.schema, dict) else None
    if not isinstance(source, str) or not source.strip():
        return None
    file, pointer = origins(source, place.file, join(place.pointer, keyword))
    return Text(source, file, pointer, tuple(_inline(place.schema, keyword)))


def _inline(schema: dict[str, Any], keyword: str) -> list[tuple[str, str]]:
    found = []
    for name, value in schema.items():
        match = _SUFFIXED.match(name) if "-" in name or "@" in name else None
        if match and match["keyword"] == keyword and isinstance(value, str) and inline_keyword(name):
            found.append((normalise(match["language"]) or "", value))
    for language, texts in mapping(schema, "x-i18n").items():
        if isinstance(texts, dict) and isinstance(texts.get(keyword), str):
            found.append((normalise(language) or language, texts[keyword]))
    return found


def meanings(place: Place, values: list[Any]) -> list[Text | None]:
    """Return the meaning of each of *values*, in whichever of the common spellings the schema uses."""
    for keyword in ("x-enumDescriptions", "meta:enum", "x-enum-descriptions"):
        by_value = mapping(place.schema, keyword)
        if by_value:
            return [_meaning(place, keyword, _key(v), by_value.get(_key(v))) for v in values]
    for keyword in ("x-enumDescriptions", "enumDescriptions", "markdownEnumDescriptions", "x-enum-descriptions"):
        in_order = sequence(place.schema, keyword)
        if in_order:
            padded = [*in_order, *[None] * len(values)]
            return [_meaning(place, keyword, str(i), padded[i]) for i in range(len(values))]
    return [None] * len(values)


def _key(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _meaning(place: Place, keyword: str, token: str, source: object) -> Text | None:
    if not isinstance(source, str) or not source.strip():
        return None
    inline = [
        (normalise(language) or language, texts[keyword][token])
        for language, texts in mapping(place.schema, "x-i18n").items()
        if isinstance(texts, dict) and isinstance(mapping(texts, keyword).get(token), str)
    ]
    file, pointer = origins(source, place.file, join(join(place.pointer, keyword), token))
    return Text(source, file, pointer, tuple(inline))
