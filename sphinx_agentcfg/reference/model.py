"""The values of a field reference: what one page says, before anybody decides how it looks or in which language.

A :class:`Reference` holds the root and the shared definitions, each a tree of :class:`Field`. A field is described by
one or more :class:`Facet`: the first holds always, the others under a condition or in one alternative of the schema.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_agentcfg.catalog import DocumentType
    from sphinx_agentcfg.findings import Finding

__all__ = [
    "ALWAYS",
    "ANYTHING",
    "MISSING",
    "NEVER",
    "NOTHING",
    "All",
    "Alternative",
    "Any_",
    "ArrayOf",
    "Condition",
    "Constraint",
    "EnumValue",
    "Equals",
    "Facet",
    "Field",
    "Holds",
    "IsSet",
    "LinkTo",
    "MapOf",
    "Missing",
    "Named",
    "Not",
    "Note",
    "Reference",
    "Requirement",
    "Text",
    "TupleOf",
    "TypeExpr",
    "Union",
    "Values",
]


class Missing(Enum):
    """The type of :data:`MISSING`."""

    MISSING = "missing"


#: "The schema does not say": a default of ``None`` is a value (JSON ``null``), this is not.
MISSING: Final = Missing.MISSING


@dataclass(frozen=True, slots=True)
class Text:
    """One translatable text: the words in the schema, and where they stand (file and JSON Pointer of the keyword).

    ``inline`` holds translations that the schema itself carries, as (gettext code, text).
    """

    source: str
    file: Path
    pointer: str
    inline: tuple[tuple[str, str], ...] = ()


# --- types, as a reader thinks of them ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """A JSON type by its name (``string``, ``null`` …)."""

    name: str


@dataclass(frozen=True, slots=True)
class Values:
    """One of these JSON values."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """An array whose items all have one type."""

    item: TypeExpr


@dataclass(frozen=True, slots=True)
class TupleOf:
    """An array with a type for each place; ``rest`` is the type of further items, None where there may be none."""

    items: tuple[TypeExpr, ...]
    rest: TypeExpr | None


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object with free keys whose values have one type."""

    value: TypeExpr


@dataclass(frozen=True, slots=True)
class Union:
    """Any of these types."""

    options: tuple[TypeExpr, ...]


@dataclass(frozen=True, slots=True)
class LinkTo:
    """A shared definition, by its name and the path of its entry (``""`` is the root)."""

    name: str
    path: str


TypeExpr = Named | Values | ArrayOf | TupleOf | MapOf | Union | LinkTo

ANYTHING: Final = Named("any")
NOTHING: Final = Named("nothing")


# --- conditions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IsSet:
    """The field beside this one is present."""

    name: str


@dataclass(frozen=True, slots=True)
class Equals:
    """The field beside this one has one of these values, or (``or_absent``) is not there at all."""

    name: str
    values: tuple[Any, ...]
    or_absent: bool


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class All:
    """Every condition holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Any_:  # noqa: N801  # `Any` is taken
    """At least one condition holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """The object is of the n-th alternative (from 1) of an ``anyOf`` or ``oneOf``.

    ``title`` names it if the schema does; ``group`` is the JSON Pointer of the list, to tell two lists apart.
    """

    number: int
    title: Text | None = None
    group: str = ""


@dataclass(frozen=True, slots=True)
class Holds:
    """The object passes a subschema that has no plainer words."""

    schema: Any


Condition = IsSet | Equals | Not | All | Any_ | Alternative | Holds


@dataclass(frozen=True, slots=True)
class Requirement:
    """Whether a field must be there: ``always``, under any of ``when``, or (neither) never."""

    always: bool = False
    when: tuple[Condition, ...] = ()


ALWAYS: Final = Requirement(always=True)
NEVER: Final = Requirement()


# --- fields ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnumValue:
    """One allowed value, its own meaning and its name if the schema gives them."""

    value: Any
    meaning: Text | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Constraint:
    """One keyword that narrows a value, with its value as written.

    Of ``additionalProperties``, ``contains`` and the like only what the type does not say: the value is a TypeExpr.
    """

    keyword: str
    value: Any


@dataclass(frozen=True, slots=True)
class Note:
    """A remark with a kind: ``info``, ``warning`` or ``tip``."""

    kind: str
    text: Text


@dataclass(frozen=True, slots=True)
class Facet:
    """What the schema says of a field, always (``context`` is None) or under a condition.

    ``parts`` describe what has no row of its own: ``item`` (of an array), ``item 1`` … (of a tuple), ``contains``,
    ``entry`` (a map's values) and ``key`` (a map's keys).
    """

    type: TypeExpr = ANYTHING
    context: Condition | None = None
    title: Text | None = None
    descriptions: tuple[Text, ...] = ()
    values: tuple[EnumValue, ...] = ()
    const: Any = MISSING
    default: Any = MISSING
    examples: tuple[Any, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    parts: tuple[tuple[str, Facet], ...] = ()
    closed: bool = False
    deprecated: Text | bool = False
    read_only: bool = False
    write_only: bool = False
    status: str = ""
    since: str = ""
    removed: str = ""
    replaced_by: str = ""
    when: Text | None = None
    notes: tuple[Note, ...] = ()
    see_also: tuple[str, ...] = ()
    source: str = ""
    type_name: str = ""
    other: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """One row of a reference: its path, the JSON Pointer of its subschema, what is said of it, and what is inside."""

    path: str
    pointer: str
    file: Path
    required: Requirement = NEVER
    facets: tuple[Facet, ...] = (Facet(),)
    children: tuple[Field, ...] = ()

    @property
    def main(self) -> Facet:
        """What always holds."""
        return self.facets[0]

    def walk(self) -> Iterator[Field]:
        """Give every field below this one, depth first, in the schema's order."""
        for child in self.children:
            yield child
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Reference:
    """All that a page about one schema says.

    ``links`` maps a path to the path of the definition that explains it. ``files`` were read, ``absent`` were looked
    for and not found: a page depends on both.
    """

    document_type: DocumentType
    schema: Any
    root: Field
    definitions: tuple[Field, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    findings: tuple[Finding, ...] = ()
    files: tuple[Path, ...] = ()
    absent: tuple[Path, ...] = ()
    text: str = field(default="", repr=False)
    identifier: str = ""
    dialect: str = ""

    def fields(self) -> Iterator[Field]:
        """Give every field, those of the root first, then each definition and what is in it."""
        yield from self.root.walk()
        for definition in self.definitions:
            yield definition
            yield from definition.walk()
