"""How a reference says types, conditions and requirements: small trees of values, without a word of any language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.model import Text

__all__ = [
    "ALWAYS",
    "ANYTHING",
    "NEVER",
    "NOTHING",
    "All",
    "Alternative",
    "Any_",
    "ArrayOf",
    "Condition",
    "Equals",
    "Holds",
    "IsSet",
    "LinkTo",
    "MapOf",
    "Named",
    "Not",
    "Requirement",
    "TupleOf",
    "TypeExpr",
    "Union",
    "Values",
]

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
