"""A facet in, a value out that it accepts: the schema's own words first, then the plainest of a few."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.model import MISSING, ArrayOf, Facet, LinkTo, MapOf, Named, TupleOf, Union, Values
from sphinx_agentcfg.reference.patterns import matches

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.model import TypeExpr

__all__ = ["sample"]

_MOST_ITEMS = 10
_LONGEST = 200
_LARGE = 2**53  # beyond it, a float has no neighbours that are whole numbers
_SAMPLES = (
    "example",
    "a",
    "1",
    "1.0",
    "1.0.0",
    "2030-01-31",
    "2030-01-31T12:00:00Z",
    "12:00",
    "path/to/file.md",
    "name@example.org",
    "https://example.org/",
    "example.org",
    "#336699",
    "en",
    "1h",
    "/path",
    "A",
    "x-y",
)
_BY_FORMAT = {
    "date": "2030-01-31",
    "date-time": "2030-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "email": "name@example.org",
    "uri": "https://example.org/",
    "uri-reference": "https://example.org/",
    "hostname": "example.org",
    "ipv4": "192.0.2.1",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "duration": "PT1H",
}


def sample(facet: Facet) -> Any:  # any JSON value
    """Return a value that *facet* accepts: its own words first, then the plainest of a few."""
    for known in (facet.const, facet.default):
        if known is not MISSING:
            return known
    if facet.values:
        return facet.values[0].value
    if facet.examples:
        return facet.examples[0]
    return _of_type(facet.type, facet)


def _of_type(kind: TypeExpr, facet: Facet) -> Any:
    match kind:
        case Values(values):
            return values[0]
        case ArrayOf(item):
            inner = next((p for r, p in facet.parts if r == "item" and p.context is None), Facet(type=item))
            wanted = next((p for r, p in facet.parts if r == "contains" and p.context is None), None)
            least = _whole({c.keyword: c.value for c in facet.constraints}.get("minItems"), 1)
            return [sample(wanted or inner)] * min(max(least, 1), _MOST_ITEMS)
        case TupleOf(items, _):
            return [_of_type(i, Facet(type=i)) for i in items]
        case MapOf() | LinkTo():
            return {}
        case Union(options):
            return _of_type(options[0], facet)
        case Named(type_name):
            return _of_name(type_name, facet)


def _of_name(type_name: str, facet: Facet) -> Any:
    limits = {c.keyword: c.value for c in facet.constraints}
    match type_name:
        case "boolean":
            return False
        case "integer" | "number":
            return _number(limits)
        case "array":
            return []
        case "object":
            return {}
        case "null":
            return None
        case _:
            return _string(limits)


def _whole(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def _number(limits: dict[str, Any]) -> float:
    """Return the whole number nearest to 0 that the limits allow, else one of them."""
    numbers = {k: v for k, v in limits.items() if isinstance(v, int | float) and not isinstance(v, bool)}
    step = numbers.get("multipleOf", 1)
    near = [
        b for k in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum") if (b := numbers.get(k)) is not None
    ]
    candidates: list[float] = [
        0,
        *(
            c
            for b in near
            if abs(b) < _LARGE
            for c in (math.floor(b), math.ceil(b), math.floor(b) - 1, math.ceil(b) + 1)
        ),
    ]
    candidates += [step * math.ceil(b / step) for b in near if step > 0 and abs(b / step) < _LARGE]
    return next((c for c in candidates if _fits(c, numbers)), near[0] if near else 0)


def _fits(number: float, limits: dict[str, float]) -> bool:
    step = limits.get("multipleOf")
    return (
        limits.get("minimum", number) <= number <= limits.get("maximum", number)
        and not number <= limits.get("exclusiveMinimum", number - 1)
        and not number >= limits.get("exclusiveMaximum", number + 1)
        and (not step or number % step == 0)
    )


def _string(limits: dict[str, Any]) -> str:
    """Return a string within *limits*: an ellipsis where anything goes, else the first plain sample that fits."""
    pattern, least, most = limits.get("pattern"), _whole(limits.get("minLength"), 0), limits.get("maxLength")
    candidates = [_BY_FORMAT.get(str(limits.get("format")), ""), "…", *_SAMPLES]
    if isinstance(pattern, str):
        candidates += [f"… {pattern}", pattern]
    for candidate in candidates:
        fits = least <= len(candidate) <= _whole(most, len(candidate))
        if candidate and fits and (not isinstance(pattern, str) or matches(pattern, candidate)):
            return candidate
    return "…".ljust(min(least, _LONGEST), "x")
