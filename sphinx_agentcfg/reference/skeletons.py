"""A reference in, an annotated template of such a file out: lines of tokens, to be printed or set with links.

Minimal holds what must be there, full holds every field. Values are the schema's own (``const``, default, the first
allowed value, an example) or, failing these, a plain one that the schema accepts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.reference.model import MISSING, ArrayOf, Facet, Field, LinkTo, MapOf, Named, TupleOf, Union, Values
from sphinx_agentcfg.reference.patterns import matches
from sphinx_agentcfg.reference.types import json_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.model import Reference, TypeExpr

__all__ = ["Line", "Part", "Token", "skeleton", "skeleton_text"]

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
_DEEPEST = 12


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
    """One line; ``about`` is the field that a comment above it would explain."""

    tokens: tuple[Token, ...]
    about: Field | None = None
    indent: int = 0


def skeleton(reference: Reference, *, full: bool, syntax: str | None = None) -> tuple[Line, ...]:
    """Return the lines of a template of *reference*'s documents, minimal or *full*, in the type's own syntax."""
    syntax = syntax or reference.document_type.syntax
    writer = _JsonWriter(full=full) if syntax == "json" else _YamlWriter(full=full)
    lines = list(writer.document(reference.root))
    if syntax == "frontmatter":
        fence = Line((Token("---", Part.MARK),))
        lines = [fence, *lines, fence]
    return tuple(lines)


def skeleton_text(lines: tuple[Line, ...]) -> str:
    """Return the lines without comments, as a file."""
    return "".join("".join(t.text for t in line.tokens) + "\n" for line in lines)


def _chosen(field: Field, *, full: bool) -> list[Field]:
    named = [c for c in field.children if "<" not in c.path.removeprefix(field.path) and "[]" not in c.path.removeprefix(field.path)]
    return [c for c in named if full or c.required.always or _unless_set(c)]


def _unless_set(field: Field) -> bool:
    """Say whether a field is required as long as something else is left out: the minimal template leaves it out."""
    from sphinx_agentcfg.reference.model import IsSet, Not

    return any(isinstance(c, Not) and isinstance(c.condition, IsSet) for c in field.required.when)


def _item_fields(field: Field) -> list[Field]:
    prefix = f"{field.path}[]."
    return [c for c in field.children if c.path.startswith(prefix)]


def sample(facet: Facet) -> Any:  # noqa: ANN401  # any JSON value
    """Return a value that *facet* accepts: its own words first, then the plainest of a few."""
    for known in (facet.const, facet.default):
        if known is not MISSING:
            return known
    if facet.values:
        return facet.values[0].value
    if facet.examples:
        return facet.examples[0]
    return _of_type(facet.type, facet)


def _of_type(kind: TypeExpr, facet: Facet) -> Any:  # noqa: ANN401
    match kind:
        case Values(values):
            return values[0]
        case ArrayOf(item):
            inner = dict(facet.parts).get("item", Facet(type=item))
            return [sample(inner)]
        case TupleOf(items, _):
            return [_of_type(i, Facet(type=i)) for i in items]
        case MapOf() | LinkTo():
            return {}
        case Union(options):
            return _of_type(options[0], facet)
        case Named(type_name):
            return _of_name(type_name, facet)


def _of_name(type_name: str, facet: Facet) -> Any:  # noqa: ANN401
    limits = {c.keyword: c.value for c in facet.constraints}
    match type_name:
        case "boolean":
            return False
        case "integer" | "number":
            low = limits.get("minimum", limits.get("exclusiveMinimum", 0))
            return low + 1 if "exclusiveMinimum" in limits and isinstance(low, int | float) else low
        case "array":
            return []
        case "object":
            return {}
        case "null":
            return None
        case _:
            return _string(limits)


def _string(limits: dict[str, Any]) -> str:
    """Return a string within *limits*: an ellipsis where anything goes, else the first plain sample that fits."""
    pattern, least = limits.get("pattern"), limits.get("minLength", 0)
    candidates = [_BY_FORMAT.get(str(limits.get("format")), ""), "…", *_SAMPLES]
    if isinstance(pattern, str):
        candidates += [f"… {pattern}", pattern]
    for candidate in candidates:
        long_enough = not isinstance(least, int) or len(candidate) >= least
        if candidate and long_enough and (not isinstance(pattern, str) or matches(pattern, candidate)):
            return candidate
    return "…".ljust(min(least, 200), "x") if isinstance(least, int) else "…"


class _YamlWriter:
    """Writes block YAML."""

    def __init__(self, *, full: bool) -> None:
        self.full = full

    def document(self, root: Field) -> Iterator[Line]:
        fields = _chosen(root, full=self.full)
        if fields:
            yield from self._fields(fields, 0)
        else:
            yield Line((Token(_flow(sample(root.main)), Part.VALUE),))

    def _fields(self, fields: list[Field], indent: int) -> Iterator[Line]:
        for field in fields:
            yield from self._field(field, indent)

    def _field(self, field: Field, indent: int, dash: str = "") -> Iterator[Line]:
        key = _key(field)
        lead = Token(" " * indent + dash, Part.SPACE)
        head = (lead, Token(_flow_string(key), Part.KEY, field.path), Token(":", Part.MARK))
        inner = _chosen(field, full=self.full) if indent < 2 * _DEEPEST else []
        items = _item_fields(field)
        if inner and field.main.default is MISSING:
            yield Line(head, field, indent)
            yield from self._fields(inner, indent + len(dash) + 2)
        elif items and field.main.default is MISSING and indent < 2 * _DEEPEST:
            yield Line(head, field, indent)
            chosen = items if self.full else [i for i in items if i.required.always] or items[:1]
            for i, each in enumerate(chosen):
                yield from self._field(each, indent + len(dash) + (2 if i == 0 else 4), "- " if i == 0 else "")
        else:
            yield from self._value(head, field, indent + len(dash))

    def _value(self, head: tuple[Token, ...], field: Field, indent: int) -> Iterator[Line]:
        value = sample(field.main)
        if isinstance(value, list) and value and all(not isinstance(v, dict | list) for v in value):
            yield Line(head, field, len(head[0].text))
            for each in value:
                yield Line((Token(" " * (indent + 2), Part.SPACE), Token("- ", Part.MARK), Token(_flow(each), Part.VALUE)))
        else:
            yield Line((*head, Token(" ", Part.SPACE), Token(_flow(value), Part.VALUE)), field, len(head[0].text))


class _JsonWriter:
    """Writes JSON, two spaces a level."""

    def __init__(self, *, full: bool) -> None:
        self.full = full

    def document(self, root: Field) -> Iterator[Line]:
        yield Line((Token("{", Part.MARK),))
        yield from self._fields(_chosen(root, full=self.full), 2)
        yield Line((Token("}", Part.MARK),))

    def _fields(self, fields: list[Field], indent: int) -> Iterator[Line]:
        for i, field in enumerate(fields):
            comma = "," if i < len(fields) - 1 else ""
            space = Token(" " * indent, Part.SPACE)
            head = (space, Token(json.dumps(_key(field), ensure_ascii=False), Part.KEY, field.path), Token(": ", Part.MARK))
            inner = _chosen(field, full=self.full) if indent < 2 * _DEEPEST else []
            items = _item_fields(field) if indent < 2 * _DEEPEST else []
            if field.main.default is not MISSING or not (inner or items):
                value = json.dumps(sample(field.main), ensure_ascii=False)
                yield Line((*head, Token(value, Part.VALUE), Token(comma, Part.MARK)), field, indent)
                continue
            opened, closed = ("{", "}") if inner else ("[{", "}]")
            chosen = inner or (items if self.full else [f for f in items if f.required.always] or items[:1])
            yield Line((*head, Token(opened, Part.MARK)), field, indent)
            yield from self._fields(chosen, indent + 2)
            yield Line((space, Token(closed + comma, Part.MARK)))


def _key(field: Field) -> str:
    """Return the last key of a field's path."""
    from sphinx_agentcfg.documents.pointers import split

    return split(field.pointer)[-1]


def _flow(value: Any) -> str:  # noqa: ANN401  # any JSON value
    """Return a value as one line of YAML that YAML 1.2 reads back as the same value."""
    if isinstance(value, str):
        return _flow_string(value)
    return json.dumps(value, ensure_ascii=False)


def _flow_string(text: str) -> str:
    import re

    plain = re.fullmatch(r"[A-Za-z_$./<…][\w$./<>@ ()+-]*", text) and not text.endswith(" ") and json_type(_guess(text)) == "string"
    return text if plain else json.dumps(text, ensure_ascii=False)


def _guess(text: str) -> object:
    return {"true": True, "false": False, "null": None}.get(text.lower(), text)
