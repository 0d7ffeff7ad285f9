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
from sphinx_agentcfg.reference.metaschemas import validator_class
from sphinx_agentcfg.reference.patterns import matches
from sphinx_agentcfg.reference.violations import words
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.reference.loading import SchemaSet

__all__ = ["accepts", "make_validator", "validate"]


def _pattern(validator: Any, pattern: str, instance: object, _schema: object) -> Iterator[ValidationError]:
    if validator.is_type(instance, "string") and not matches(pattern, str(instance)):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(
    validator: Any,  # the same
    patterns: dict[str, Any],
    instance: object,
    _schema: object,
) -> Iterator[ValidationError]:
    if validator.is_type(instance, "object"):
        for pattern, schema in patterns.items():
            for key, value in dict(instance).items():  # type: ignore[call-overload]  # an object, says the line above
                if matches(pattern, key):
                    yield from validator.descend(value, schema, path=key, schema_path=pattern)


def _additional_properties(
    validator: Any,  # the same
    value: object,
    instance: object,
    schema: dict[str, Any],
) -> Iterator[ValidationError]:
    """Give one error for each unknown key, at the key: jsonschema gives one for all of them."""
    if validator.is_type(instance, "object"):
        for key, inner in dict(instance).items():  # type: ignore[call-overload]
            if key in schema.get("properties", ()) or any(matches(p, key) for p in schema.get("patternProperties", ())):
                continue
            if value is False:
                yield ValidationError(f"{key!r} is not a known property", path=(key,))
            else:
                yield from validator.descend(inner, value, path=key)


def make_validator(loaded: SchemaSet) -> Any:  # jsonschema makes these classes at run time
    """Return a validator for the root of *loaded* that resolves ``$ref`` as the reference does."""
    keywords = {
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
    }
    base = extend(validator_class(loaded.schema), keywords)  # type: ignore[no-untyped-call]
    return base(loaded.schema, registry=loaded.registry, _resolver=loaded.root.resolver)


def accepts(validator: Any, value: object) -> bool:
    """Say whether *value* passes; a schema that cannot be applied accepts nothing."""
    try:
        return bool(validator.is_valid(value))
    except Exception:  # noqa: BLE001  # a broken schema makes the library raise anything
        return False


def validate(document: Document, validator: Any, group: str) -> tuple[Finding, ...]:
    """Return what the schema has against *document*, in the order of its lines; rule ``<group>/schema``.

    A schema that cannot be applied, because it is none or its ``$ref`` lead nowhere, is one finding.
    """
    if not document.readable:
        return document.findings
    try:
        errors = sorted(validator.iter_errors(document.data), key=lambda e: [str(p) for p in e.absolute_path])
        plain = [best_match([e]) or e for e in errors]
        findings = [f for e in plain for f in _findings(document, e, group)]
    except Exception as error:  # noqa: BLE001  # a broken schema makes the library raise anything
        cause = excerpt(str(error) or type(error).__name__, 120)
        text = message("the schema cannot be applied ({cause}); mend the schema", cause=cause)
        findings = [Finding(f"{group}/schema", Severity.ERROR, document.name, text, pointer="")]
    unique = list(dict.fromkeys((*document.findings, *findings)))
    return tuple(sorted(unique, key=lambda f: (f.line or 0, f.column or 0)))


def _findings(document: Document, error: ValidationError, group: str) -> Iterator[Finding]:
    """Give the findings of one error: as a rule one, of ``unevaluatedProperties`` one for each key."""
    tokens = list(error.absolute_path)
    unevaluated = _unevaluated(error)
    for unknown in unevaluated:
        yield _finding(document, [*tokens, unknown], _unknown([*tokens, unknown]), group, at_key=True)
    if error.validator == "additionalProperties":
        yield _finding(document, tokens, _unknown(tokens), group, at_key=True)
    elif not unevaluated:
        yield _finding(document, tokens, words(error, _field(tokens)), group)


def _finding(
    document: Document, tokens: list[str | int], text: Message, group: str, *, at_key: bool = False
) -> Finding:
    pointer = ""
    for token in tokens:
        pointer = join(pointer, str(token))
    located = document.positions().get(pointer)
    position = (located.key if located and at_key else None) or (located.value if located else None)
    return Finding(
        rule=f"{group}/schema",
        severity=Severity.ERROR,
        path=document.name,
        message=text,
        line=position.line if position else None,
        column=position.column if position else None,
        pointer=pointer,
    )


def _unevaluated(error: ValidationError) -> list[str]:
    """Return the keys that ``unevaluatedProperties: false`` refuses; only the library's sentence names them."""
    if error.validator != "unevaluatedProperties" or error.validator_value is not False:
        return []
    return [k for k in error.instance if repr(k) in error.message] if isinstance(error.instance, dict) else []


def _unknown(tokens: list[str | int]) -> Message:
    return message("`{path}` is not a known field; remove it or check its name", path=_field(tokens))


def _field(tokens: list[str | int]) -> str:
    path = ""
    for token in tokens:
        path = paths.item(path, token) if isinstance(token, int) else paths.child(path, token)
    return path
