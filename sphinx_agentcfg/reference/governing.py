"""evolcore's ``x-permission-fields`` in, one :class:`Governed` for each setting that a role rules over out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.reference.keywords import sequence
from sphinx_agentcfg.reference.model import EnumValue, Governed
from sphinx_agentcfg.reference.texts import text_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.loading import Place

__all__ = ["GOVERNED", "governed"]

GOVERNED = "x-permission-fields"


def governed(place: Place) -> Iterator[Governed]:
    """Give the settings that the schema at *place* lists, in its order."""
    for i, entry in enumerate(sequence(place.schema, GOVERNED)):
        if isinstance(entry, dict) and isinstance(entry.get("value"), str):
            at = place.at(GOVERNED, i)
            yield Governed(
                name=entry["value"],
                pointer=at.pointer,
                label=text_at(at, "label"),
                description=text_at(at, "description"),
                value_type=str(entry.get("valueType", "")),
                flags=tuple((k, v) for k, v in entry.items() if isinstance(v, bool)),
                options=tuple(_choices(at, "options")),
                patterns=tuple(_choices(at, "patterns")),
                options_source=str(entry.get("x-optionsSource", "")),
            )


def _choices(place: Place, keyword: str) -> Iterator[EnumValue]:
    for i, choice in enumerate(sequence(place.schema, keyword)):
        if isinstance(choice, dict) and "value" in choice:
            yield EnumValue(choice["value"], text_at(place.at(keyword, i), "label"))
