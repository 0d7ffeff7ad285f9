"""Files in, what their schemas have against them out: each file is read, its type found, and the type's schema asked.

Rules that no schema can say belong to an audit of the whole repository; here each file stands alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents import parse_document, read_document
from sphinx_agentcfg.file_types import type_of_file
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference.bulk import quick_check
from sphinx_agentcfg.reference.checking import check_schema
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.validation import make_validator, validate
from sphinx_agentcfg.resources import schemas_dir

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinx_agentcfg.catalog import Catalog
    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.file_types import Guess
    from sphinx_agentcfg.manifests import DocumentType
    from sphinx_agentcfg.messages import Message

__all__ = ["FileChecker"]

_MOST_NAMED = 6
#: The group of a violation of a schema that belongs to no format.
_NO_FORMAT = "file"


class FileChecker:
    """Checks files one by one, and loads each schema once."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._validators: dict[str, tuple[Any, Callable[[Any], bool] | None]] = {}
        self._problems: list[Finding] = []

    @property
    def schema_findings(self) -> tuple[Finding, ...]:
        """What is wrong with the schemas that were used, of which a format of one's own may bring some."""
        return tuple(self._problems)

    def check(self, path: Path, name: str, document_type: DocumentType | None = None) -> tuple[Finding, ...]:
        """Return the findings of the file at *path*, called *name* in them; without a type it is found by the path."""
        if document_type is None:
            guess = type_of_file(path, self.catalog)
            if guess.type is None:
                return (Finding("file/unknown-type", Severity.ERROR, name, _unknown(guess)),)
            document_type = guess.type
        return self.check_document(read_document(path, name=name, syntax=_syntax(document_type)), document_type)

    def check_text(self, content: bytes, name: str, document_type: DocumentType) -> tuple[Finding, ...]:
        """Return the findings of a text that is no file."""
        syntax = _syntax(document_type) or ("json" if content.lstrip()[:1] in {b"{", b"["} else "yaml")
        return self.check_document(parse_document(content, name=name, syntax=syntax), document_type)

    def check_document(self, document: Document, document_type: DocumentType) -> tuple[Finding, ...]:
        """Return the findings of a document that was read already."""
        group = document_type.id.partition("/")[0] if document_type.manifest else _NO_FORMAT
        validator, quick = self._validator(document_type)
        return validate(document, validator, group, quick)

    def _validator(self, document_type: DocumentType) -> tuple[Any, Callable[[Any], bool] | None]:
        """Return the validator of a type (jsonschema makes these classes at run time) and the quick one before it."""
        key = document_type.id
        if key not in self._validators:
            loaded = load_schema(document_type.schema, document_type.id, (), document_type.annotations)
            if not document_type.schema.is_relative_to(schemas_dir()):  # our tests have checked ours
                check_schema(loaded)
            self._validators[key] = make_validator(loaded), quick_check(loaded.schema)
            self._problems.extend(loaded.problems)
        return self._validators[key]


def _syntax(document_type: DocumentType) -> str | None:
    """Return the syntax of a format's type; of a schema alone nothing is known, so the file's suffix decides."""
    return document_type.syntax if document_type.manifest else None


def _unknown(guess: Guess) -> Message:
    if guess.obstacle:
        return message(
            "the format of this examples folder cannot be used ({cause}); mend it, or name the type with --type",
            cause=guess.obstacle,
        )
    names = ", ".join(t.id for t in guess.near[:_MOST_NAMED])
    if guess.several:
        return message("the path fits several types ({types}); name one with --type", types=names)
    if names:
        return message(
            "no known format has such a file at this path, so nothing was checked; name its type with --type ({types})",
            types=names,
        )
    return message(
        "no known format has such a file at this path, so nothing was checked; "
        "name its type with --type (`agentcfg formats` lists them)"
    )
