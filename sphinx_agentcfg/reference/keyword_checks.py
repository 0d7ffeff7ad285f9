"""A keyword of a schema and an instance in, errors that can be put into words out; the verdict stays jsonschema's.

jsonschema's own functions stand behind most keywords. These here replace those whose errors do not say enough (which
of several fields is missing, under which condition, which alternatives fit at once), and those with a pattern in them:
patterns are read as ECMA-262.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jsonschema.exceptions import ValidationError

from sphinx_agentcfg.reference.conditions import condition_of, negate
from sphinx_agentcfg.reference.expressions import IsSet
from sphinx_agentcfg.reference.patterns import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.expressions import Condition

__all__ = ["Fits", "KeyOf", "Under", "checks_for"]


class Under(Exception):
    """The errors in the context count under a condition only.

    Never raised, like the two below: jsonschema's errors carry what caused them as an exception.
    """

    def __init__(self, condition: Condition) -> None:
        self.condition = condition
        super().__init__(condition)


class Fits(Exception):
    """The value fits these alternatives at once (numbers from 0), and may fit only one."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = tuple(numbers)
        super().__init__(numbers)


class KeyOf(Exception):
    """The errors in the context are about this key and not about its value."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def checks_for(base: Any) -> dict[str, Any]:
    """Return our functions for the keywords that the dialect of *base*, a validator class, knows."""
    return {keyword: check for keyword, check in _CHECKS.items() if keyword in base.VALIDATORS}


def _pattern(validator: Any, pattern: str, instance: object, _schema: object) -> Iterator[ValidationError]:
    if validator.is_type(instance, "string") and not matches(pattern, str(instance)):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _descend(validator: Any, value: object, schema: object, key: str, step: str) -> Iterator[ValidationError]:
    """Give what *schema* has against the value of *key*; jsonschema loses the key where the schema is ``false``."""
    if schema is False:
        yield ValidationError(f"{key!r} is not allowed", validator=None, path=(key,))  # type: ignore[arg-type]  # as jsonschema does
    else:
        yield from validator.descend(value, schema, path=key, schema_path=step)


def _properties(
    validator: Any, properties: dict[str, Any], instance: Any, _schema: object
) -> Iterator[ValidationError]:
    if validator.is_type(instance, "object"):
        for key, schema in properties.items():
            if key in instance:
                yield from _descend(validator, instance[key], schema, key, key)


def _pattern_properties(
    validator: Any, patterns: dict[str, Any], instance: Any, _schema: object
) -> Iterator[ValidationError]:
    if validator.is_type(instance, "object"):
        for pattern, schema in patterns.items():
            for key, value in instance.items():
                if matches(pattern, key):
                    yield from _descend(validator, value, schema, key, pattern)


def _additional_properties(
    validator: Any, value: object, instance: Any, schema: dict[str, Any]
) -> Iterator[ValidationError]:
    """Give one error for each unknown key, at the key: jsonschema gives one for all of them."""
    if validator.is_type(instance, "object"):
        for key, inner in instance.items():
            if key in schema.get("properties", ()) or any(matches(p, key) for p in schema.get("patternProperties", ())):
                continue
            if value is False:
                yield ValidationError(f"{key!r} is not a known property", path=(key,))
            else:
                yield from validator.descend(inner, value, path=key)


def _property_names(validator: Any, names: object, instance: Any, _schema: object) -> Iterator[ValidationError]:
    if validator.is_type(instance, "object"):
        for key in instance:
            errors = list(validator.descend(key, names, path=key))
            if errors:
                yield ValidationError(f"{key!r} is not an allowed key", context=errors, cause=KeyOf(key))


def _if(validator: Any, test: Any, instance: object, schema: dict[str, Any]) -> Iterator[ValidationError]:
    """Give one error that knows the condition, with what ``then`` or ``else`` has against the instance inside it."""
    holds = validator.evolve(schema=test).is_valid(instance)
    keyword = "then" if holds else "else"
    if keyword in schema:
        errors = list(validator.descend(instance, schema[keyword], schema_path=keyword))
        if errors:
            condition = condition_of(test)
            yield _under(condition if holds else negate(condition), errors)


def _under(condition: Condition, errors: list[ValidationError]) -> ValidationError:
    return ValidationError("not as the condition demands", context=errors, cause=Under(condition))


def _dependent_schemas(
    validator: Any, dependents: dict[str, Any], instance: Any, _schema: object
) -> Iterator[ValidationError]:
    if validator.is_type(instance, "object"):
        for name, schema in dependents.items():
            if name in instance:
                errors = list(validator.descend(instance, schema, schema_path=name))
                if errors:
                    yield _under(IsSet(name), errors)


def _dependent_required(
    validator: Any, dependents: dict[str, list[str]], instance: Any, _schema: object
) -> Iterator[ValidationError]:
    if validator.is_type(instance, "object"):
        for name, needed in dependents.items():
            if name in instance:
                yield from (_without(each, name) for each in needed if each not in instance)


def _without(each: str, name: str) -> ValidationError:
    """Return the error that ``required`` would give, under the condition that *name* is set."""
    missing = ValidationError(f"{each!r} is a required property", validator="required", validator_value=[each])
    return _under(IsSet(name), [missing])


def _dependencies(
    validator: Any, dependencies: dict[str, Any], instance: Any, schema: object
) -> Iterator[ValidationError]:
    """Check draft-07's older spelling of the two keywords above."""
    for name, value in dependencies.items():
        names = [value] if isinstance(value, str) else value  # one name alone, says draft-03
        check: Any = _dependent_required if isinstance(names, list) else _dependent_schemas
        yield from check(validator, {name: names}, instance, schema)


def _one_of(validator: Any, branches: list[Any], instance: object, _schema: object) -> Iterator[ValidationError]:
    against: list[ValidationError] = []
    fitting: list[int] = []
    for i, branch in enumerate(branches):
        errors = list(validator.descend(instance, branch, schema_path=i))
        against.extend(errors)
        if not errors:
            fitting.append(i)
    if not fitting:
        yield ValidationError("none of the alternatives fits", context=against)
    elif len(fitting) > 1:
        yield ValidationError("several alternatives fit", cause=Fits(fitting))


_CHECKS = {
    "pattern": _pattern,
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "propertyNames": _property_names,
    "if": _if,
    "dependentSchemas": _dependent_schemas,
    "dependentRequired": _dependent_required,
    "dependencies": _dependencies,
    "oneOf": _one_of,
}
