"""The values of a field reference: what one page says, before anybody decides how it looks or in which language.

Types, conditions and requirements are in :mod:`.expressions`. A :class:`Reference` holds the root and the shared
definitions, each a tree of :class:`Field`. A field is described by one or more :class:`Facet`: the first holds always,
the others under a condition or in one alternative of the schema.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from sphinx_agentcfg.reference.expressions import (
    ALWAYS,
    ANYTHING,
    NEVER,
    NOTHING,
    All,
    Alternative,
    Any_,
    ArrayOf,
    Condition,
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
    "Governed",
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
class Governed:
    """One setting that a role rules over: an entry of evolcore's ``x-permission-fields``.

    ``name`` is a key of the object that holds the policies; ``flags`` are its yes-or-no properties as written.
    """

    name: str
    pointer: str
    label: Text | None = None
    description: Text | None = None
    value_type: str = ""
    flags: tuple[tuple[str, bool], ...] = ()
    options: tuple[EnumValue, ...] = ()
    patterns: tuple[EnumValue, ...] = ()
    options_source: str = ""


@dataclass(frozen=True, slots=True)
class Facet:
    """What the schema says of a field, always (``context`` is None) or under a condition.

    ``parts`` describe what has no row of its own: ``item`` (of an array), ``item 1`` … (of a tuple), ``contains``,
    ``entry`` (a map's values) and ``key`` (a map's keys). ``headings`` and ``form`` belong to a section of a document's
    body (:mod:`.sections`), ``governed`` to the root of a schema with ``x-permission-fields``.
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
    merge: str = ""
    options_source: str = ""
    scope: str = ""
    logical_name: str = ""
    headings: tuple[str, ...] = ()
    form: str = ""
    governed: tuple[Governed, ...] = ()
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
