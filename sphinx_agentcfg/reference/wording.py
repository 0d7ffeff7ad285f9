"""Types, conditions and limits in, sentences in one language out.

English and Chinese put words in different orders, so each sentence is a template of our catalogue with places for
phrases; a Chinese sentence is never an English one word by word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.reference.conditions import condition_of
from sphinx_agentcfg.reference.model import (
    ANYTHING,
    All,
    Alternative,
    Any_,
    ArrayOf,
    Condition,
    Constraint,
    Equals,
    Holds,
    IsSet,
    LinkTo,
    MapOf,
    Named,
    Not,
    Requirement,
    TupleOf,
    TypeExpr,
    Union,
    Values,
)
from sphinx_agentcfg.reference.phrases import (
    Kind,
    Phrase,
    Span,
    code,
    enumerate_phrases,
    fill,
    join_phrases,
    literal,
    word,
)

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.translations import Translations

__all__ = ["MOST_VALUES", "Wording"]

_TYPES = {
    "string": N_("string"),
    "number": N_("number"),
    "integer": N_("integer"),
    "section": N_("section"),
    "boolean": N_("boolean"),
    "object": N_("object"),
    "array": N_("array"),
    "any": N_("any value"),
    "nothing": N_("nothing"),
}
_PLURAL = {
    "items": (N_("{n} item"), N_("{n} items")),
    "characters": (N_("{n} character"), N_("{n} characters")),
    "keys": (N_("{n} key"), N_("{n} keys")),
    "matches": (N_("{n} matching item"), N_("{n} matching items")),
}
#: keyword → (label, what is counted): how a limit is said.
_COUNTED = {
    "minItems": (N_("at least"), "items"),
    "maxItems": (N_("at most"), "items"),
    "minLength": (N_("at least"), "characters"),
    "maxLength": (N_("at most"), "characters"),
    "minProperties": (N_("at least"), "keys"),
    "maxProperties": (N_("at most"), "keys"),
    "minContains": (N_("at least"), "matches"),
    "maxContains": (N_("at most"), "matches"),
}
_LABELS = {
    "pattern": N_("pattern"),
    "format": N_("format"),
    "minimum": N_("at least"),
    "maximum": N_("at most"),
    "exclusiveMinimum": N_("more than"),
    "exclusiveMaximum": N_("less than"),
    "multipleOf": N_("multiple of"),
    "contentEncoding": N_("encoded as"),
    "contentMediaType": N_("holds"),
    "contentSchema": N_("holds data of the schema"),
}
#: Of these keywords a limit says only the type.
_UNTOLD = {
    "additionalProperties": N_("other fields"),
    "unevaluatedProperties": N_("other fields"),
    "propertyNames": N_("each key"),
    "items": N_("each item"),
    "additionalItems": N_("each item"),
    "unevaluatedItems": N_("each item"),
    "contains": N_("at least one item"),
}
#: So many values are named in a type; a longer list gets a row of its own.
MOST_VALUES = 8
_FEW_VALUES = 2


class Wording:
    """Says things in one language; *translations* gives the words that the schema itself brings."""

    def __init__(self, language: str, translations: Translations) -> None:
        self.language = language
        self.translations = translations
        self._most_values = MOST_VALUES

    def label(self, msgid: str) -> str:
        """Return a label of ours."""
        return translate(msgid, self.language)

    # --- types --------------------------------------------------------------------------------------------------------

    def type(self, kind: TypeExpr) -> Phrase:  # noqa: PLR0911  # one template for each shape
        """Return a type in words: ``array of string``, 字符串数组."""
        match kind:
            case Named(name):
                return code("null") if name == "null" else word(self.label(_TYPES.get(name, name)))
            case Values(values):
                return self._values(values)
            case ArrayOf(item):
                return self._array(item)
            case TupleOf(items, rest):
                return self._tuple(items, rest)
            case MapOf(value):
                return self._map(value)
            case LinkTo(name, path):
                return (Span(name or self.label(N_("the whole document")), Kind.LINK, path),)
            case Union(options):
                return enumerate_phrases([self.type(o) for o in options], self.language, N_("{first} or {last}"))

    def type_in_short(self, kind: TypeExpr) -> Phrase:
        """Return a type for a narrow column: of a list of values only the first few."""
        short = Wording(self.language, self.translations)
        short._most_values = _FEW_VALUES
        return short.type(kind)

    def _values(self, values: tuple[Any, ...]) -> Phrase:
        shown = [literal(v, quoted=True) for v in values[: self._most_values]]
        if len(values) > self._most_values:
            shown.append(word("…"))
        return join_phrases(shown, " · ")

    def _array(self, item: TypeExpr) -> Phrase:
        if item == ANYTHING:
            return word(self.label(_TYPES["array"]))
        template = N_("array of {item}")
        if isinstance(item, Values):
            return fill(N_("array of {values}"), self.language, values=self.type(item))
        if not isinstance(item, Named):
            template = N_("array of ({item})")
        return fill(template, self.language, item=self.type(item))

    def _tuple(self, items: tuple[TypeExpr, ...], rest: TypeExpr | None) -> Phrase:
        listed = join_phrases([self.type(i) for i in items], self.label(N_(", ")))
        if rest is None:
            return fill(N_("array of exactly: {items}"), self.language, items=listed)
        if rest == ANYTHING:
            return fill(N_("array that begins with: {items}"), self.language, items=listed)
        return fill(N_("array of: {items}, then {rest}"), self.language, items=listed, rest=self.type(rest))

    def _map(self, value: TypeExpr) -> Phrase:
        if value == ANYTHING:
            return word(self.label(_TYPES["object"]))
        return fill(N_("map of string to {value}"), self.language, value=self.type(value))

    # --- conditions ---------------------------------------------------------------------------------------------------

    def condition(self, condition: Condition) -> Phrase:  # noqa: PLR0911  # one template for each shape
        """Return a condition as a clause: ``inherits`` is set."""
        match condition:
            case IsSet(name):
                return fill(N_("{name} is set"), self.language, name=code(name))
            case Not(IsSet(name)):
                return fill(N_("{name} is not set"), self.language, name=code(name))
            case Not(Equals(name, values, or_absent)):
                template = N_("{name} is set and not {values}") if or_absent else N_("{name} is not {values}")
                return fill(template, self.language, name=code(name), values=self._or(values))
            case Equals(name, values, or_absent):
                template = N_("{name} is {values} or not set") if or_absent else N_("{name} is {values}")
                return fill(template, self.language, name=code(name), values=self._or(values))
            case All(conditions):
                return enumerate_phrases([self.condition(c) for c in conditions], self.language)
            case Any_(conditions):
                parts = [self.condition(c) for c in conditions]
                return enumerate_phrases(parts, self.language, N_("{first} or {last}"))
            case Alternative(number, title):
                named = word(self.translations.find(title, self.language).text) if title else word(str(number))
                return fill(N_("alternative {name} is chosen"), self.language, name=named)
            case Holds(schema):
                return fill(N_("the object matches {schema}"), self.language, schema=literal(schema))
            case Not(inner):
                return fill(N_("it is not so that {condition}"), self.language, condition=self.condition(inner))

    def _or(self, values: tuple[Any, ...]) -> Phrase:
        return enumerate_phrases([literal(v) for v in values], self.language, N_("{first} or {last}"))

    def requirement(self, requirement: Requirement) -> Phrase:
        """Return "required", or the sentence that says when; nothing for an optional field."""
        if requirement.always:
            return word(self.label(N_("required")))
        return join_phrases([self._required_when(c) for c in requirement.when], self.label(N_("; ")))

    def _required_when(self, condition: Condition) -> Phrase:
        match condition:
            case Not(IsSet(name)):
                return fill(N_("required unless {name} is set"), self.language, name=code(name))
            case IsSet(name):
                return fill(N_("required if {name} is set"), self.language, name=code(name))
            case Not(inner):
                return fill(N_("required unless {condition}"), self.language, condition=self.condition(inner))
            case _:
                return fill(N_("required if {condition}"), self.language, condition=self.condition(condition))

    def requirement_in_short(self, requirement: Requirement) -> Phrase:
        """Return the same for a narrow column: unless ``inherits``."""
        if requirement.always or not requirement.when:
            return self.requirement(requirement)
        return join_phrases([self._when_in_short(c) for c in requirement.when], self.label(N_("; ")))

    def _when_in_short(self, condition: Condition) -> Phrase:
        match condition:
            case Not(IsSet(name)):
                return fill(N_("unless {name}"), self.language, name=code(name))
            case IsSet(name):
                return fill(N_("with {name}"), self.language, name=code(name))
            case Not(inner):
                return fill(N_("unless {condition}"), self.language, condition=self.condition(inner))
            case _:
                return fill(N_("if {condition}"), self.language, condition=self.condition(condition))

    def context(self, condition: Condition) -> Phrase:
        """Return the lead of what holds only under *condition*."""
        match condition:
            case Alternative(number, None):
                return fill(N_("Alternative {number}"), self.language, number=str(number))
            case Alternative(number, title) if title is not None:
                name = self.translations.find(title, self.language).text
                return fill(N_("Alternative {number}, {name}"), self.language, number=str(number), name=name)
            case Not(inner):
                return fill(N_("Unless {condition}"), self.language, condition=self.condition(inner))
            case _:
                return fill(N_("If {condition}"), self.language, condition=self.condition(condition))

    # --- limits -------------------------------------------------------------------------------------------------------

    def constraint(self, constraint: Constraint) -> tuple[str, Phrase]:  # noqa: PLR0911  # the same
        """Return label and value of a limit, for a list: ("at least", "1 item")."""
        keyword, value = constraint.keyword, constraint.value
        if keyword in _COUNTED:
            label, unit = _COUNTED[keyword]
            return self.label(label), self._count(value, unit)
        match keyword:
            case "uniqueItems":
                return self.label(N_("items")), word(self.label(N_("all different")))
            case "anyOf/required":
                return self.label(N_("at least one of")), self._name_groups(value)
            case "oneOf/required":
                return self.label(N_("exactly one of")), self._name_groups(value)
            case "required":
                return self.label(N_("required")), self._name_groups((value,))
            case "not":
                condition = condition_of(value)
                label = N_("must not match") if isinstance(condition, Holds) else N_("never so that")
                return self.label(label), self._test(value)
            case _ if keyword in _UNTOLD:
                # `contains` may hold a whole schema: a test of the item rather than its type.
                return self.label(_UNTOLD[keyword]), self._test(value) if isinstance(value, dict) else self.type(value)
            case "pattern" | "format" | "contentEncoding" | "contentMediaType":
                return self.label(_LABELS[keyword]), code(value) if isinstance(value, str) else literal(value)
            case _:
                return self.label(_LABELS.get(keyword, keyword)), literal(value)

    def _test(self, schema: object) -> Phrase:
        """Return a subschema as a clause where that is possible, else as it is written."""
        condition = condition_of(schema)
        return literal(schema) if isinstance(condition, Holds) else self.condition(condition)

    def inline_constraint(self, constraint: Constraint) -> tuple[str, Phrase]:
        """Return label and value of a limit inside a sentence about each item: ("matches", ``^a+$``)."""
        label, value = self.constraint(constraint)
        return (self.label(N_("matches")) if constraint.keyword == "pattern" else label), value

    def _count(self, value: object, unit: str) -> Phrase:
        one, many = _PLURAL[unit]
        return fill(one if value == 1 else many, self.language, n=str(value))

    def _name_groups(self, groups: tuple[tuple[str, ...], ...]) -> Phrase:
        named = [join_phrases([code(str(n)) for n in group], " + ") for group in groups]
        return join_phrases(named, " · ")
