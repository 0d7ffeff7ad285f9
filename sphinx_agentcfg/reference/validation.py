"""A document and the schema of its type in, findings in words out, each at its line.

jsonschema gives the verdict, with one difference: patterns are read as ECMA-262 (:mod:`.keyword_checks`). The words
name the field, say what is wrong, and never echo more than a short safe excerpt of a value (:mod:`.explaining`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jsonschema.validators import extend

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference.explaining import Explainer
from sphinx_agentcfg.reference.keyword_checks import checks_for
from sphinx_agentcfg.reference.metaschemas import validator_class
from sphinx_agentcfg.reference.sections import check_body
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Callable

    from jsonschema.exceptions import ValidationError

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.reference.explaining import Violation
    from sphinx_agentcfg.reference.loading import SchemaSet

__all__ = ["accepts", "make_validator", "validate"]


def make_validator(loaded: SchemaSet) -> Any:  # jsonschema makes these classes at run time
    """Return a validator for the root of *loaded* that resolves ``$ref`` as the reference does."""
    known = validator_class(loaded.schema)
    base = extend(known, checks_for(known))  # type: ignore[no-untyped-call]
    return base(loaded.schema, registry=loaded.registry, _resolver=loaded.root.resolver)


def accepts(validator: Any, value: object) -> bool:
    """Say whether *value* passes; a schema that cannot be applied accepts nothing."""
    try:
        return bool(validator.is_valid(value))
    except Exception:  # noqa: BLE001  # a broken schema makes the library raise anything
        return False


def validate(
    document: Document, validator: Any, group: str, quick: Callable[[Any], bool] | None = None
) -> tuple[Finding, ...]:
    """Return what the schema has against *document*, in the order of its lines; rule ``<group>/schema``.

    *quick* says for most documents that they are fine (:mod:`.bulk`). A schema that cannot be applied, because it is
    none or its ``$ref`` lead nowhere, is one finding.
    """
    if not document.readable:
        return document.findings
    if quick is not None and document.syntax != "markdown" and quick(document.data):
        return document.findings
    try:
        errors = sorted(validator.iter_errors(document.data), key=lambda e: [str(p) for p in e.absolute_path])
        explainer = Explainer()
        findings = [_finding(document, v, group) for e in _telling(errors) for v in explainer.explain(e)]
    except Exception as error:  # noqa: BLE001  # a broken schema makes the library raise anything
        cause = excerpt(str(error) or type(error).__name__, 120)
        text = message("the schema cannot be applied ({cause}); mend the schema", cause=cause)
        findings = [Finding(f"{group}/schema", Severity.ERROR, document.name, text, pointer="")]
    findings += check_body(document, getattr(validator, "schema", None), group)
    unique = list(dict.fromkeys((*document.findings, *findings)))
    return tuple(sorted(unique, key=lambda f: (f.line or 0, f.column or 0)))


def _telling(errors: list[ValidationError]) -> list[ValidationError]:
    """Leave out that a value is of the wrong type where the allowed values are told of the same value."""
    told = {tuple(e.absolute_path) for e in errors if e.validator in {"enum", "const"}}
    return [e for e in errors if e.validator != "type" or tuple(e.absolute_path) not in told]


def _finding(document: Document, violation: Violation, group: str) -> Finding:
    pointer = ""
    for token in violation.tokens:
        pointer = join(pointer, str(token))
    located = document.positions().get(pointer)
    position = (located.key if located and violation.at_key else None) or (located.value if located else None)
    return Finding(
        rule=f"{group}/schema",
        severity=Severity.ERROR,
        path=document.name,
        message=violation.text,
        line=position.line if position else None,
        column=position.column if position else None,
        pointer=pointer,
        missing=violation.missing,
    )
