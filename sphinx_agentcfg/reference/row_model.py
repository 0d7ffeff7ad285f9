"""The values of a list of fields, and the JSON object that each row is for a host."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.model import MISSING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FieldRow", "Texts", "Variant", "row_data"]

#: Language → words, None where there are none in it.
Texts = dict[str, str | None]


@dataclass(frozen=True, slots=True)
class Variant:
    """What is said of a field under a condition, or in one alternative of the schema.

    ``constraints`` is keyword → value as the schema writes it, with what it says of items and keys that have no row.
    """

    condition: Texts
    type: Texts
    title: Texts
    description: Texts
    default: Any = MISSING
    const: Any = MISSING
    enum: tuple[Any, ...] = ()
    meanings: Mapping[str, Texts] = field(default_factory=dict)
    constraints: Mapping[str, Any] = field(default_factory=dict)
    examples: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One path.

    ``kind`` is ``field``, ``section`` (of a Markdown body) or ``permission-field`` (of ``x-permission-fields``).
    ``defined_at`` is the path of the entry that explains it, its own where no shared definition does; ``definition``
    the path of the definition that its type names. ``required`` is a truth value, or the sentence that says when.
    """

    kind: str
    path: str
    pointer: str
    defined_at: str
    definition: str
    required: bool | Texts
    says: Variant
    variants: tuple[Variant, ...] = ()
    type_name: str = ""
    status: str = ""
    since: str = ""
    removed: str = ""
    replaced_by: str = ""
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    when: Texts = field(default_factory=dict)
    notes: tuple[tuple[str, Texts], ...] = ()
    see_also: tuple[str, ...] = ()
    source: str = ""
    headings: tuple[str, ...] = ()
    form: str = ""
    other: Mapping[str, Any] = field(default_factory=dict)


def row_data(row: FieldRow) -> dict[str, Any]:
    """Return *row* as a JSON object.

    ``type`` is in English words and ``type_zh`` in Chinese ones; ``required`` is true, false or the English sentence
    that says when, and ``required_zh`` that sentence in Chinese, else null. ``default`` and ``const`` are absent where
    the schema has none, since null can be one. Every other key is always there.
    """
    said = row.required if isinstance(row.required, dict) else {}
    data = {
        "kind": row.kind,
        "path": row.path,
        "pointer": row.pointer,
        "defined_at": row.defined_at,
        "definition": row.definition or None,
        **_said(row.says),
        "type_name": row.type_name or None,
        "required": said.get("en") if said else row.required,
        "required_zh": said.get("zh_CN"),
    }
    data |= {
        "status": row.status or None,
        "since": row.since or None,
        "removed": row.removed or None,
        "replaced_by": row.replaced_by or None,
        "deprecated": row.deprecated,
        "read_only": row.read_only,
        "write_only": row.write_only,
        "when": row.when or None,
        "notes": [{"kind": kind, "text": text} for kind, text in row.notes],
        "see_also": list(row.see_also),
        "source": row.source or None,
        "variants": [_said(variant) for variant in row.variants],
    }
    if row.kind == "section":
        data |= {"headings": list(row.headings), "form": row.form or None}
    return data | {"other": dict(row.other)}


def _said(variant: Variant) -> dict[str, Any]:
    values = {"default": variant.default, "const": variant.const}
    return {
        "condition": variant.condition if any(variant.condition.values()) else None,
        "type": variant.type.get("en"),
        "type_zh": variant.type.get("zh_CN"),
        "title": variant.title,
        "description": variant.description,
        **{key: value for key, value in values.items() if value is not MISSING},
        "enum": list(variant.enum) if variant.enum else None,
        "enum_meanings": dict(variant.meanings),
        "constraints": dict(variant.constraints),
        "examples": list(variant.examples),
    }
