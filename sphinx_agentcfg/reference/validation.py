"""A document and the schema of its type in, findings in words out, each at its line.

jsonschema gives the verdict, with one difference: patterns are read as ECMA-262. The words name the field, say what is
wrong, and never echo more than a short safe excerpt of a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import Message, message
from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.checking import validator_class
from sphinx_agentcfg.reference.patterns import matches
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.reference.loading import SchemaSet

__all__ = ["accepts", "make_validator", "validate"]


def _pattern(validator: Any, pattern: str, instance: object, _schema: object) -> Iterator[ValidationError]:  # noqa: ANN401  # jsonschema's callback
    if validator.is_type(instance, "string") and not matches(pattern, str(instance)):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def make_validator(loaded: SchemaSet) -> Any:  # noqa: ANN401  # jsonschema makes these classes at run time
    """Return a validator for the root of *loaded* that resolves ``$ref`` as the reference does."""
    base = extend(validator_class(loaded.schema), {"pattern": _pattern})
    return base(loaded.schema, registry=loaded.registry, _resolver=loaded.root.resolver)


def accepts(validator: Any, value: object) -> bool:  # noqa: ANN401
    """Say whether *value* passes; a schema that cannot be applied accepts nothing."""
    import referencing.exceptions

    try:
        return bool(validator.is_valid(value))
    except (referencing.exceptions.Unresolvable, RecursionError):
        return False


def validate(document: Document, validator: Any, group: str) -> tuple[Finding, ...]:  # noqa: ANN401
    """Return what the schema has against *document*, in the order of its lines; rule ``<group>/schema``."""
    if not document.readable:
        return document.findings
    errors = sorted(validator.iter_errors(document.data), key=lambda e: [str(p) for p in e.absolute_path])
    plain = [best_match([e]) or e for e in errors]
    findings = [_finding(document, e, group) for e in plain]
    unique = list(dict.fromkeys((*document.findings, *findings)))
    return tuple(sorted(unique, key=lambda f: (f.line or 0, f.column or 0)))


def _finding(document: Document, error: ValidationError, group: str) -> Finding:
    pointer = ""
    for token in error.absolute_path:
        pointer = join(pointer, str(token))
    extra = _unexpected(error)
    if extra:
        pointer = join(pointer, extra[0])
    located = document.positions().get(pointer)
    position = (located.key if located and located.key and extra else None) or (located.value if located else None)
    return Finding(
        rule=f"{group}/schema",
        severity=Severity.ERROR,
        path=document.name,
        message=_words(error, extra),
        line=position.line if position else None,
        column=position.column if position else None,
        pointer=pointer,
    )


def _unexpected(error: ValidationError) -> list[str]:
    if error.validator not in {"additionalProperties", "unevaluatedProperties"} or not isinstance(error.instance, dict):
        return []
    known = set(error.schema.get("properties", ())) if isinstance(error.schema, dict) else set()
    patterns = list(error.schema.get("patternProperties", ())) if isinstance(error.schema, dict) else []
    return [k for k in error.instance if k not in known and not any(matches(p, k) for p in patterns)]


def _field(error: ValidationError) -> str:
    path = ""
    for token in error.absolute_path:
        path = f"{path}[{token}]" if isinstance(token, int) else paths.child(path, token)
    return path


def _words(error: ValidationError, extra: list[str]) -> Message:
    """Return the violation as a sentence with what to do next."""
    path, value, shown = _field(error), error.validator_value, excerpt(str(error.instance), 40)
    where = message("`{path}`", path=path) if path else message("the document")
    match error.validator:
        case "required":
            missing = [n for n in value if isinstance(error.instance, dict) and n not in error.instance]
            name = paths.child(path, missing[0]) if missing else path
            return message("`{path}` is missing; add it", path=name)
        case "additionalProperties" | "unevaluatedProperties" if extra:
            text = message("`{path}` is not a known field; remove it or check its name", path=paths.child(path, extra[0]))
            return text
        case "type":
            names = " / ".join(value) if isinstance(value, list) else str(value)
            return message("{where} must be of type {type}, not `{shown}`; change the value", where=where, type=names, shown=shown)
        case "enum":
            allowed = " · ".join(excerpt(str(v), 40) for v in value[:12])
            return message("{where} must be one of {allowed}, not `{shown}`; choose one", where=where, allowed=allowed, shown=shown)
        case "const":
            return message("{where} must be `{value}`, not `{shown}`; change the value", where=where, value=excerpt(str(value)), shown=shown)
        case "pattern":
            return message(
                "{where} must match `{pattern}`, and `{shown}` does not; change the value", where=where, pattern=value, shown=shown
            )
        case "minItems" | "minLength" | "minProperties":
            return message("{where} is too short: at least {n}; add to it", where=where, n=value)
        case "maxItems" | "maxLength" | "maxProperties":
            return message("{where} is too long: at most {n}; shorten it", where=where, n=value)
        case "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum":
            return message("{where} is out of range: {keyword} {n}; change the value", where=where, keyword=error.validator, n=value)
        case "uniqueItems":
            return message("{where} holds an item twice; remove one", where=where)
        case _:
            return message("{where} does not satisfy `{keyword}` of the schema; see its entry", where=where, keyword=str(error.validator))

