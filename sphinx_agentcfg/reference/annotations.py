"""A schema that ships as its owner wrote it and a file of our own texts in, the schema with those texts out.

The file maps the JSON Pointer of a subschema to annotations that are added there: a text that the owner left out, or
a note on what the tool really does. Nothing that the schema says is replaced, and nothing that decides a verdict is
added. Each added text remembers the file that it stands in (:class:`Added`), beside which its translations are found.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join, split
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.messages import Message

__all__ = ["Added", "annotated_document", "origins"]

ALLOWED = frozenset(
    {
        "title",
        "description",
        "examples",
        "deprecated",
        "x-status",
        "x-since",
        "x-removed",
        "x-replaced-by",
        "x-when",
        "x-notes",
        "x-see-also",
        "x-source",
        "x-type-name",
        "x-enumDescriptions",
    }
)


class Added(str):
    """A text that was added to a schema; ``file`` and ``pointer`` say where it really stands."""

    __slots__ = ("file", "pointer")
    file: Path
    pointer: str

    @classmethod
    def at(cls, text: str, file: Path, pointer: str) -> Added:
        """Return *text* with its place."""
        made = cls(text)
        made.file, made.pointer = file, pointer
        return made


def annotated_document(document: Document, texts: Document) -> tuple[Document, list[Finding]]:
    """Return the schema in *document* with the annotations that *texts* holds, and what is wrong with them."""
    problems = list(texts.findings)
    if not texts.readable:
        return document, problems
    assert texts.path is not None  # noqa: S101  # read from a file by our caller
    schema, clashes = _annotated(document.data, texts.data, texts.path.absolute())
    for pointer, text in clashes:
        located = texts.positions().get(pointer)
        line, column = (located.value.line, located.value.column) if located else (None, None)
        rule, warning = "schema/annotation-clash", Severity.WARNING
        problems.append(Finding(rule, warning, texts.name, text, line, column, pointer))
    return replace(document, data=schema), problems


def _annotated(schema: Any, added: Any, file: Path) -> tuple[Any, list[tuple[str, Message]]]:
    """Return *schema* with the annotations *added* from *file*, and what could not be added, by pointer into *file*."""
    whole = deepcopy(schema)
    problems: list[tuple[str, Message]] = []
    if not isinstance(added, dict):
        text = message("the file maps the JSON Pointers of subschemas to annotations; write an object")
        return whole, [("", text)]
    for pointer, keywords in added.items():
        here = join("", pointer)
        subschema = _subschema(whole, pointer)
        if subschema is None or not isinstance(keywords, dict):
            text = message("the schema has no subschema at {pointer}; check the pointer", pointer=pointer or '""')
            problems.append((here, text))
            continue
        for keyword, value in keywords.items():
            problem = _refused(subschema, keyword)
            if problem:
                problems.append((join(here, keyword), problem))
            else:
                marked = _marked(value, file, join(here, keyword))
                known = subschema.get(keyword)
                subschema[keyword] = [*known, *marked] if isinstance(known, list) else marked
    return whole, problems


def _subschema(schema: Any, pointer: str) -> dict[str, Any] | None:
    found = schema
    try:
        for token in split(pointer):
            found = found[int(token)] if isinstance(found, list) else found[token]
    except (LookupError, TypeError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _refused(subschema: dict[str, Any], keyword: str) -> Message | None:
    if keyword not in ALLOWED:
        return message(
            "{keyword} is none of the keywords that may be added ({known}); remove it",
            keyword=keyword,
            known=", ".join(sorted(ALLOWED)),
        )
    if keyword in subschema and not (keyword == "x-notes" and isinstance(subschema[keyword], list)):
        return message("the schema has a {keyword} of its own there; remove this one", keyword=keyword)
    return None


def _marked(value: Any, file: Path, pointer: str) -> Any:
    """Return *value* with every text in it told where it stands."""
    if isinstance(value, str):
        return Added.at(value, file, pointer)
    if isinstance(value, dict):
        return {k: _marked(v, file, join(pointer, k)) for k, v in value.items()}
    if isinstance(value, list):
        return [_marked(v, file, join(pointer, str(i))) for i, v in enumerate(value)]
    return value


def origins(text: str, file: Path, pointer: str) -> tuple[Path, str]:
    """Return where *text* stands: in the file that added it, else at *pointer* in *file*."""
    return (text.file, text.pointer) if isinstance(text, Added) else (file, pointer)
