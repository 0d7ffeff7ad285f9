"""What many unit tests need: a schema in, its reference out, read from a real file as a user's own would be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.catalog import own_schema
from sphinx_agentcfg.reference import Field, Reference, read_reference
from sphinx_agentcfg.reference.phrases import plain
from sphinx_agentcfg.reference.translations import State, Translations
from sphinx_agentcfg.reference.wording import Wording

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sphinx_agentcfg.reference.catalogues import Source
    from sphinx_agentcfg.reference.model import Text, TypeExpr

DRAFTS = ("https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#")
EN = Wording("en", Translations("en"))
ZH = Wording("zh_CN", Translations("en"))


def write(folder: Path, files: Mapping[str, Any], indent: int | None = None) -> None:
    """Write each value as JSON; text and bytes as they are."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, indent=indent)
            path.write_text(text, "utf-8")


def read(folder: Path, schema: Any, pointer: str = "", **beside: Any) -> Reference:
    """Read the reference of *schema*, written to ``s.json``, with files *beside* it (``other`` is ``other.json``)."""
    write(folder, {"s.json": schema, **{f"{k}.json": v for k, v in beside.items()}})
    return read_reference(own_schema(folder / "s.json", "s.json"), (), pointer)


def at(reference: Reference, path: str) -> Field:
    """Return the field at *path*, of which there must be exactly one."""
    (found,) = [f for f in (reference.root, *reference.fields()) if f.path == path]
    return found


def paths_of(reference: Reference) -> list[str]:
    """Return the path of every field, in order."""
    return [f.path for f in reference.fields()]


def limits(field: Field, part: str | None = None) -> dict[str, Any]:
    """Return keyword → value of the constraints of a field, or of one of its parts."""
    facet = field.main if part is None else next(p for role, p in field.main.parts if role == part)
    return {c.keyword: c.value for c in facet.constraints}


def type_in(kind: TypeExpr, speaker: Wording = EN) -> str:
    """Return a type in words."""
    return plain(speaker.type(kind))


def required(field: Field, speaker: Wording = EN) -> str:
    """Return when a field is required, in words."""
    return plain(speaker.requirement(field.required))


def untranslated(source: Source, language: str) -> list[Text]:
    """Return the texts that have no fresh translation."""
    translations = Translations(source.language)
    good = {State.SOURCE, State.TRANSLATED}
    return [t for t in source.texts if translations.find(t, language).state not in good]
