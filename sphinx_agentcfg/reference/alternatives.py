"""An error of ``anyOf`` or ``oneOf`` in, the errors of the alternative that was meant out, or those of each one.

jsonschema lists what every alternative has against a value. A reader who wrote a list wants to hear what is wrong with
the list, not that it is no string.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from jsonschema.exceptions import ValidationError

__all__ = ["Choice", "choose"]

_LISTS = {"anyOf", "oneOf"}
_OF_THE_VALUE = {"const", "enum"}
_OF_THE_KIND = {"type", *_OF_THE_VALUE}


@dataclass(frozen=True, slots=True)
class Choice:
    """What is left of the alternatives.

    ``meant`` are the errors of the one alternative that the value comes closest to; where there is none, ``rejected``
    holds the errors of each, and where every alternative wants another type or value, ``types`` and ``values`` say
    which.
    """

    meant: tuple[ValidationError, ...] = ()
    rejected: tuple[tuple[ValidationError, ...], ...] = ()
    types: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()


def choose(error: ValidationError) -> Choice:
    """Return which alternative of *error* was meant."""
    groups: dict[object, list[ValidationError]] = {}
    for each in error.context or ():
        groups.setdefault(each.relative_schema_path[0], []).append(each)
    every = list(groups.values())
    alive = [g for g in every if not any(_is_kind(e) for e in g)]
    if not alive:
        return _of_another_kind(every)
    for narrow in (_without_other_values, _without_unknown_keys, _without_missing_keys, _with_known_keys):
        alive = narrow(alive)
    if len(alive) == 1:
        return Choice(meant=tuple(alive[0]))
    return Choice(rejected=tuple(tuple(g) for g in alive))


def _is_kind(error: ValidationError) -> bool:
    """Say whether an alternative is not meant at all: it wants another type, or quite another value."""
    if error.relative_path:
        return False
    if error.validator in _LISTS and error.context:
        inner = choose(error)
        return bool(inner.types or inner.values)
    return error.validator in _OF_THE_KIND


def _of_another_kind(groups: list[list[ValidationError]]) -> Choice:
    types: list[str] = []
    values: list[Any] = []
    for each in (next(e for e in g if _is_kind(e)) for g in groups):
        if each.validator in _LISTS:
            inner = choose(each)
            types.extend(inner.types)
            values.extend(inner.values)
        elif each.validator == "type":
            types.extend(_strings(each.validator_value))
        else:
            value: Any = each.validator_value
            values.extend([value] if each.validator == "const" else value)
    return Choice(types=tuple(dict.fromkeys(types)), values=tuple(values))


def _strings(value: Any) -> list[str]:
    """Return the names in a keyword's value, which may be one name or, in a broken schema, anything."""
    return [t for t in (value if isinstance(value, list) else [value]) if isinstance(t, str)]


def _without_other_values(groups: list[list[ValidationError]]) -> list[list[ValidationError]]:
    """Leave out alternatives that a key tells apart (``kind`` must be ``cron``), unless that would leave none."""
    return [g for g in groups if not any(_tells_apart(e) for e in g)] or groups


def _tells_apart(error: ValidationError) -> bool:
    return len(error.relative_path) == 1 and error.validator in _OF_THE_VALUE


def _without_unknown_keys(groups: list[list[ValidationError]]) -> list[list[ValidationError]]:
    """Keep the alternatives that know most of the value's keys."""
    return _least(groups, lambda group: sum(_is_unknown(e) for e in group))


def _without_missing_keys(groups: list[list[ValidationError]]) -> list[list[ValidationError]]:
    """Keep those whose keys are all there, so that only a value is wrong, if there are any."""
    return [g for g in groups if not any(_is_missing(e) for e in g)] or groups


def _with_known_keys(groups: list[list[ValidationError]]) -> list[list[ValidationError]]:
    """Keep those of whose required keys most are there: somebody began to write one of them."""
    return _least(groups, lambda group: -max((_present(e) for e in group if _is_missing(e)), default=0))


def _is_unknown(error: ValidationError) -> bool:
    return error.validator in {"additionalProperties", "unevaluatedProperties"} and len(error.relative_path) <= 1


def _is_missing(error: ValidationError) -> bool:
    return error.validator == "required" and not error.relative_path


def _present(error: ValidationError) -> int:
    instance: Any = error.instance
    return sum(name in instance for name in _strings(error.validator_value))


def _least(
    groups: list[list[ValidationError]], count: Callable[[list[ValidationError]], int]
) -> list[list[ValidationError]]:
    least = min(count(g) for g in groups)
    return [g for g in groups if count(g) == least]
