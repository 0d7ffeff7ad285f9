"""A document type in, its fields as a pandas DataFrame out: the reference of a format, for a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from sphinx_agentcfg.audit.frames import json_texts
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.reference.build import read_reference
from sphinx_agentcfg.reference.model import MISSING
from sphinx_agentcfg.reference.row_model import row_data
from sphinx_agentcfg.reference.rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["FIELD_COLUMNS", "fields_frame"]

FIELD_COLUMNS = (
    *("path", "kind", "type", "type_zh", "required", "required_zh", "default", "enum", "constraints", "status"),
    *("since", "removed", "replaced_by", "deprecated", "description", "description_zh", "defined_at", "pointer"),
)
_AS_JSON = frozenset({"default", "enum", "constraints"})


def fields_frame(document_type: str, catalog: Catalog | None = None) -> pd.DataFrame:
    """Return a row for each field of a type such as ``leji/agent-profile``, in the order of the schema.

    ``required`` is ``yes``, ``no``, or the sentence that says when; ``default``, ``enum`` and ``constraints`` are JSON
    text, missing where there is none; ``description`` and ``description_zh`` are in English and Chinese. Raises
    :exc:`.UnknownDocumentType`.
    """
    reference = read_reference((catalog or Catalog.builtin()).document_type(document_type))
    rows = [_row(row_data(row)) for row in rows_of(reference).rows]
    return pd.DataFrame(
        {name: _column(name, [row.get(name) for row in rows]) for name in FIELD_COLUMNS}, columns=list(FIELD_COLUMNS)
    )


def _row(data: dict[str, Any]) -> dict[str, Any]:
    description = data["description"]
    required = data["required"]
    return {
        **data,
        "required": required if isinstance(required, str) else "yes" if required else "no",
        "description": description.get("en"),
        "description_zh": description.get("zh_CN"),
        "default": data.get("default", MISSING),
        "constraints": data["constraints"] or None,
    }


def _column(name: str, values: Sequence[Any]) -> Any:
    if name == "deprecated":
        return pd.array(list(values), dtype="boolean")
    if name not in _AS_JSON:
        return pd.array(list(values), dtype="str")
    absent = MISSING if name == "default" else None  # null can be a default
    there = [value for value in values if value is not absent]
    texts = iter(["null" if value is None else text for value, text in zip(there, json_texts(there), strict=True)])
    made: list[str | None] = [None if value is absent else next(texts) for value in values]
    return pd.array(made, dtype="str")
