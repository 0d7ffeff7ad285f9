"""A reference in, an annotated template of such a file out: lines of tokens, to be printed or set with links.

Minimal holds what must be there, full holds every field. Values are the schema's own (``const``, default, the first
allowed value, an example) or, failing these, a plain one that the schema accepts.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.yaml_scalars import LongNumber, untagged
from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.model import MISSING, ArrayOf, Field, IsSet, LinkTo, Not
from sphinx_agentcfg.reference.samples import sample
from sphinx_agentcfg.reference.sections import SECTION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_agentcfg.reference.model import Reference

__all__ = ["Line", "Part", "Token", "own_heading", "skeleton", "skeleton_text"]

_DEEPEST = 12
_PLAIN = re.compile(r"[A-Za-z_$/<…](?:[\w$./<>@ ()+-]*[\w$./<>@()+-])?")
#: What YAML 1.1, which many tools still read, takes for something else than text, and any spelling of ``true``.
_OLD_WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null", "<<"}
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


class Part(StrEnum):
    """What a token of a skeleton is."""

    SPACE = "space"
    KEY = "key"
    MARK = "mark"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Token:
    """A run of characters of one kind; ``path`` is the field that a key names."""

    text: str
    part: Part
    path: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line; ``about`` is the field that a comment above it would explain, ``mark`` how such a comment begins."""

    tokens: tuple[Token, ...]
    about: Field | None = None
    indent: int = 0
    mark: str = "#"


def skeleton(
    reference: Reference, *, full: bool, syntax: str | None = None, heading: Callable[[Field], str] | None = None
) -> tuple[Line, ...]:
    """Return the lines of a template of *reference*'s documents, minimal or *full*, in the type's own syntax.

    *heading* chooses the words of a section's heading; without it they are those of the schema's own language. Sections
    of the body stand below a full header, and in prose, which has nothing else, always.
    """
    syntax = syntax or reference.document_type.syntax
    sections = _sections(reference.root, heading or own_heading, 2) if full or syntax == "markdown" else []
    if syntax == "markdown":
        return tuple(sections[:-1])
    kind = _JsonWriter if syntax == "json" else _YamlWriter
    lines = list(kind(reference, full=full).document(reference.root))
    if syntax == "frontmatter":
        fence = Line((Token("---", Part.MARK),))
        lines = [fence, *lines, fence, *([_BLANK, *sections[:-1]] if sections else [])]
    return tuple(lines)


_BLANK = Line(())


def own_heading(section: Field) -> str:
    """Return the heading of *section* that its title names, else the first of those that are accepted."""
    title = section.main.title.source if section.main.title else ""
    return title if title in section.main.headings else next(iter(section.main.headings), title)


def _sections(parent: Field, heading: Callable[[Field], str], level: int) -> list[Line]:
    """Return the headings of the sections right in *parent* and below, each with a blank line after its text.

    Of sections that belong to a form only those of the first form are written: a document uses one or another.
    """
    sections = [c for c in parent.children if c.main.type == SECTION]
    form = next((c.main.form for c in sections if c.main.form), "")
    lines: list[Line] = []
    for each in sections:
        if each.main.form in {"", form}:
            text = (Token("#" * level + " ", Part.MARK), Token(heading(each), Part.KEY, each.path))
            lines += [Line(text), _BLANK, Line((Token("…", Part.VALUE),), each, mark="<!--"), _BLANK]
            lines += _sections(each, heading, level + 1)
    return lines


def skeleton_text(lines: tuple[Line, ...]) -> str:
    """Return the lines without comments, as a file."""
    return "".join("".join(t.text for t in line.tokens) + "\n" for line in lines)


def _chosen(field: Field, *, full: bool) -> list[Field]:
    named = [c for c in field.children if _is_named(c, field)]
    return [c for c in named if full or c.required.always or _unless_set(c)]


def _is_named(child: Field, parent: Field) -> bool:
    """Say whether *child* is a key of *parent* itself, no free one and no section."""
    if child.main.type == SECTION:
        return False
    return paths.container(child.path, parent.path) == parent.path and not paths.is_free(child.path, parent.path)


def _unless_set(field: Field) -> bool:
    """Say whether a field is required as long as something else is left out: the minimal template leaves it out."""
    return any(isinstance(c, Not) and isinstance(c.condition, IsSet) for c in field.required.when)


def _item_fields(field: Field) -> list[Field]:
    items = paths.item(field.path)
    inside = [c for c in field.children if paths.container(c.path, field.path) == items]
    return [c for c in inside if not paths.is_free(c.path, field.path)]


def _needed(items: list[Field]) -> list[Field]:
    return [i for i in items if i.required.always] or items[:1]


class _Writer:
    """Chooses what to write; how it is written is up to the syntax."""

    def __init__(self, reference: Reference, *, full: bool) -> None:
        self.full = full
        self.definitions = {d.path: d for d in reference.definitions} | {"": reference.root}

    def _inside(self, field: Field, way: tuple[str, ...]) -> tuple[list[Field], list[Field], tuple[str, ...]]:
        """Return the keys of *field*, those of its items, and the *way* there: the definitions that are being written.

        A shared definition is written where it is used. Inside itself only what it requires is written, and only once.
        """
        if len(way) > _DEEPEST or field.main.default is not MISSING:
            return [], [], way
        named, items = _chosen(field, full=self.full), _item_fields(field)
        kind = field.main.type
        link = kind.item if isinstance(kind, ArrayOf) else kind
        if named or items or not isinstance(link, LinkTo) or link.path not in self.definitions:
            return named, items if self.full else _needed(items), (*way, field.path)
        again = way.count(link.path)
        definition = self.definitions[link.path]
        if again:
            found = _chosen(definition, full=False) if again == 1 else []
        else:
            found = _chosen(definition, full=self.full)
        way = (*way, link.path)
        return ([], found, way) if isinstance(kind, ArrayOf) else (found, [], way)

    def _sample(self, field: Field, way: tuple[str, ...]) -> Any:  # any JSON value
        kind = field.main.type
        circle = isinstance(kind, ArrayOf) and isinstance(kind.item, LinkTo) and kind.item.path in way
        return [] if circle and field.main.default is MISSING else sample(field.main)


class _YamlWriter(_Writer):
    """Writes block YAML."""

    def document(self, root: Field) -> Iterator[Line]:
        fields = _chosen(root, full=self.full)
        if fields:
            yield from self._fields(fields, 0, ("",))
        else:
            yield Line((Token(_quoted(sample(root.main)), Part.VALUE),))

    def _fields(self, fields: list[Field], indent: int, way: tuple[str, ...]) -> Iterator[Line]:
        for field in fields:
            yield from self._field(field, indent, way)

    def _field(self, field: Field, indent: int, way: tuple[str, ...], dash: str = "") -> Iterator[Line]:
        lead = Token(" " * indent + dash, Part.SPACE)
        head = (lead, Token(_flow_string(paths.key(field.path)), Part.KEY, field.path), Token(":", Part.MARK))
        inner, items, further = self._inside(field, way)
        if inner:
            yield Line(head, field, indent)
            yield from self._fields(inner, indent + len(dash) + 2, further)
        elif items:
            yield Line(head, field, indent)
            for i, each in enumerate(items):
                deeper = indent + len(dash) + (2 if i == 0 else 4)
                yield from self._field(each, deeper, further, "- " if i == 0 else "")
        else:
            yield from self._value(head, field, indent + len(dash), way)

    def _value(self, head: tuple[Token, ...], field: Field, indent: int, way: tuple[str, ...]) -> Iterator[Line]:
        value = self._sample(field, way)
        if isinstance(value, list) and value and all(not isinstance(v, dict | list) for v in value):
            yield Line(head, field, len(head[0].text))
            for each in value:
                yield Line(
                    (Token(" " * (indent + 2), Part.SPACE), Token("- ", Part.MARK), Token(_flow(each), Part.VALUE))
                )
        else:
            yield Line((*head, Token(" ", Part.SPACE), Token(_flow(value), Part.VALUE)), field, len(head[0].text))


class _JsonWriter(_Writer):
    """Writes JSON, two spaces a level."""

    def document(self, root: Field) -> Iterator[Line]:
        fields = _chosen(root, full=self.full)
        if not fields:
            yield Line((Token(_quoted(sample(root.main)), Part.VALUE),))
            return
        yield Line((Token("{", Part.MARK),))
        yield from self._fields(fields, 2, ("",))
        yield Line((Token("}", Part.MARK),))

    def _fields(self, fields: list[Field], indent: int, way: tuple[str, ...]) -> Iterator[Line]:
        for i, field in enumerate(fields):
            comma = "," if i < len(fields) - 1 else ""
            space = Token(" " * indent, Part.SPACE)
            head = (space, Token(_quoted(paths.key(field.path)), Part.KEY, field.path), Token(": ", Part.MARK))
            inner, items, further = self._inside(field, way)
            if not inner and not items:
                value = _quoted(self._sample(field, way))
                yield Line((*head, Token(value, Part.VALUE), Token(comma, Part.MARK)), field, indent, "//")
                continue
            opened, closed = ("{", "}") if inner else ("[{", "}]")
            yield Line((*head, Token(opened, Part.MARK)), field, indent, "//")
            yield from self._fields(inner or items, indent + 2, further)
            yield Line((space, Token(closed + comma, Part.MARK)))


def _flow(value: Any) -> str:  # any JSON value
    """Return a value as one line of YAML that YAML 1.2 reads back as the same value."""
    return _flow_string(value) if isinstance(value, str) else _quoted(value)


def _quoted(value: Any) -> str:
    """Return a value as JSON that YAML reads too: what YAML may not hold as it is stands as an escape."""
    return _UNPRINTABLE.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(value, ensure_ascii=False))


def _flow_string(text: str) -> str:
    plain = _PLAIN.fullmatch(text) and text.lower() not in _OLD_WORDS and _reads_as_text(text)
    return text if plain else _quoted(text)


def _reads_as_text(text: str) -> bool:
    try:
        return isinstance(untagged(text), str)
    except LongNumber:
        return False
