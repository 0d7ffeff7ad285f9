"""A reference and its translations in, one row of plain values for each path out: what ``agentcfg fields`` prints.

Every host lists these same rows. Texts are kept by language; one that is not translated freshly is None, never the
other language's words.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.messages import LANGUAGES
from sphinx_agentcfg.reference.expansion import MOST_ROWS, Expansion, Placed, expand
from sphinx_agentcfg.reference.expressions import LinkTo
from sphinx_agentcfg.reference.gathering import guess_language, texts_of
from sphinx_agentcfg.reference.phrases import plain
from sphinx_agentcfg.reference.row_model import FieldRow, Texts, Variant
from sphinx_agentcfg.reference.sections import SECTION
from sphinx_agentcfg.reference.translations import State, Translations
from sphinx_agentcfg.reference.wording import Wording
from sphinx_agentcfg.reference.written import limits_as_written

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_agentcfg.reference.expressions import TypeExpr
    from sphinx_agentcfg.reference.model import EnumValue, Facet, Field, Governed, Reference, Text
    from sphinx_agentcfg.reference.phrases import Phrase

__all__ = ["RowSet", "field_rows", "rows_of"]


@dataclass(frozen=True, slots=True)
class RowSet:
    """The rows of a reference, and how far they go (see :class:`~.expansion.Expansion`)."""

    rows: tuple[FieldRow, ...]
    expansion: Expansion


def field_rows(reference: Reference, translations: Translations | None = None) -> tuple[FieldRow, ...]:
    """Return a row for every path of *reference* in its order, then one for each setting that a role governs."""
    return rows_of(reference, translations).rows


def rows_of(
    reference: Reference,
    translations: Translations | None = None,
    languages: Iterable[str] = LANGUAGES,
    most: int = MOST_ROWS,
) -> RowSet:
    """Return the same with texts in *languages*, and with how far they go."""
    language = reference.document_type.source_language or guess_language(texts_of(reference))
    maker = _Maker(reference, translations or Translations(language), tuple(languages))
    expansion = expand(reference, most)
    rows = [maker.row(placed) for placed in expansion.placed]
    rows.extend(maker.governed(setting) for setting in reference.root.main.governed)
    return RowSet(tuple(rows), expansion)


class _Maker:
    """Makes rows. What is said of a field is the same wherever it is used, and is put into words once."""

    def __init__(self, reference: Reference, translations: Translations, languages: tuple[str, ...]) -> None:
        self.translations = translations
        self.languages = languages
        self.voices = {language: Wording(language, translations) for language in languages}
        self.definitions = {d.path: d for d in reference.definitions}
        self._rows: dict[int, FieldRow] = {}

    def row(self, placed: Placed) -> FieldRow:
        known = self._rows.get(id(placed.field))
        if known is None:
            known = self._rows[id(placed.field)] = self._row(placed)
        return replace(known, path=placed.path, definition=placed.definition, required=self._required(placed))

    def _row(self, placed: Placed) -> FieldRow:
        found, main = placed.field, placed.field.main
        return FieldRow(
            kind="section" if main.type == SECTION else "field",
            path=placed.path,
            pointer=found.pointer,
            defined_at=found.path,
            definition=placed.definition,
            required=False,
            says=self._variant(found, main),
            variants=tuple(self._variant(found, f) for f in found.facets[1:]),
            type_name=main.type_name,
            status=main.status,
            since=main.since,
            removed=main.removed,
            replaced_by=main.replaced_by,
            deprecated=bool(main.deprecated),
            read_only=main.read_only,
            write_only=main.write_only,
            when=self._texts(main.when),
            notes=tuple((n.kind, self._texts(n.text)) for n in main.notes),
            see_also=main.see_also,
            source=main.source,
            headings=main.headings,
            form=main.form,
            other=dict(main.other)
            | {k: v for k, v in (("x-merge", main.merge), ("x-optionsSource", main.options_source)) if v},
        )

    def _required(self, placed: Placed) -> bool | Texts:
        if placed.required.always or not placed.required.when:
            return placed.required.always
        return self._said({v: self.voices[v].requirement(placed.required) for v in self.languages})

    def _variant(self, found: Field, facet: Facet) -> Variant:
        return Variant(
            condition=self._condition(facet),
            type=self._type(facet.type),
            title=self._texts(facet.title),
            description=self._description(found, facet),
            default=facet.default,
            const=facet.const,
            enum=tuple(v.value for v in facet.values),
            meanings=self._meanings(facet.values),
            constraints=limits_as_written(facet),
            examples=facet.examples,
        )

    def _condition(self, facet: Facet) -> Texts:
        context = facet.context
        if context is None:
            return self._texts(None)
        return self._said({v: self.voices[v].context(context) for v in self.languages})

    def _type(self, kind: TypeExpr) -> Texts:
        return {v: "".join(span.text for span in self.voices[v].type(kind)) for v in self.languages}

    def _said(self, phrases: Mapping[str, Phrase]) -> Texts:
        return {language: plain(phrase) for language, phrase in phrases.items()}

    def _texts(self, *texts: Text | None) -> Texts:
        """Return the texts in a row, as paragraphs; None for a language in which one of them is not translated."""
        known = [t for t in texts if t]
        found: Texts = {}
        for language in self.languages:
            said = [self.translations.find(t, language) for t in known]
            fresh = said and all(s.state in {State.SOURCE, State.TRANSLATED} for s in said)
            found[language] = "\n\n".join(s.text for s in said) if fresh else None
        return found

    def _description(self, found: Field, facet: Facet) -> Texts:
        """Return the description, else the title; of a field that is nothing but a definition, the definition's."""
        words = facet.descriptions or ((facet.title,) if facet.title else ())
        definition = self.definitions.get(facet.type.path) if isinstance(facet.type, LinkTo) else None
        if not words and definition is not None and definition is not found:
            main = definition.main
            words = main.descriptions or ((main.title,) if main.title else ())
        return self._texts(*words)

    def _meanings(self, values: tuple[EnumValue, ...]) -> dict[str, Texts]:
        return {_key(v.value): self._texts(v.meaning) for v in values if v.meaning}

    def governed(self, setting: Governed) -> FieldRow:
        """Return the row of a setting that is governed and no field itself."""
        says = Variant(
            condition=self._texts(None),
            type=dict.fromkeys(self.languages, setting.value_type),
            title=self._texts(setting.label),
            description=self._texts(setting.description or setting.label),
            enum=tuple(v.value for v in setting.options),
            meanings=self._meanings((*setting.options, *setting.patterns)),
            constraints={"patterns": [v.value for v in setting.patterns]} if setting.patterns else {},
        )
        other: dict[str, Any] = dict(setting.flags)
        if setting.options_source:
            other["x-optionsSource"] = setting.options_source
        kind, path = "permission-field", setting.name
        return FieldRow(kind, path, setting.pointer, path, "", required=False, says=says, other=other)


def _key(value: Any) -> str:  # any JSON value
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
