"""A schema file in, a :class:`SchemaSet` out: the schema, every file that its ``$ref`` reach, and what is wrong there.

Nothing is fetched from a network, and no file is read outside the folders that the caller allows: text in a schema is
data. ``$ref`` are resolved by the ``referencing`` library; this module only decides which file an address means.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urldefrag, urlsplit

import referencing.exceptions
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012, EMPTY_REGISTRY, specification_with

from sphinx_agentcfg.documents import Document, read_document
from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import Message, message
from sphinx_agentcfg.reference.annotations import annotated_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referencing._core import Resolver

__all__ = ["Place", "RefProblem", "SchemaSet", "load_schema"]


class RefProblem(Exception):
    """A ``$ref`` that leads nowhere; ``rule`` and ``message`` become a finding at the ``$ref``. Never leaves us."""

    def __init__(self, rule: str, text: Message) -> None:
        self.rule = rule
        self.message = text
        super().__init__(rule, str(text))


@dataclass(frozen=True, slots=True)
class Place:
    """A subschema together with where it stands; ``resolver`` knows its base address."""

    schema: Any
    file: Path
    pointer: str
    resolver: Resolver[Any]

    def at(self, *tokens: str | int) -> Place:
        """Return the subschema that *tokens* lead to; its base address changes where it has an ``$id``."""
        schema, pointer = self.schema, self.pointer
        for token in tokens:
            schema = schema[token]
            pointer = join(pointer, str(token))
        return Place(schema, self.file, pointer, _inside(self.resolver, schema))

    @property
    def key(self) -> tuple[Path, str]:
        """What tells this place from every other."""
        return self.file, self.pointer


@dataclass(frozen=True)
class SchemaSet:
    """A schema and all that it refers to. ``problems`` grows while places are resolved; read it last."""

    path: Path
    name: str
    document: Document
    allowed: tuple[Path, ...]
    documents: dict[Path, Document] = field(default_factory=dict)
    absent: set[Path] = field(default_factory=set)
    problems: list[Finding] = field(default_factory=list)
    _places: dict[int, tuple[Path, str]] = field(default_factory=dict)
    _folders: dict[str, Path] = field(default_factory=dict)

    @property
    def schema(self) -> Any:  # any JSON value: the file may hold anything
        """The root schema as it was read."""
        return self.document.data

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file that was read, the root first."""
        return (self.path, *(p for p in self.documents if p != self.path))

    @cached_property
    def registry(self) -> Registry[Any]:
        """The registry that resolves addresses; jsonschema's validators take the same one."""
        return Registry(retrieve=self._retrieve).combine(EMPTY_REGISTRY, _metaschemas())  # type: ignore[call-arg]  # referencing's attrs aliases are unknown to mypy

    @cached_property
    def root(self) -> Place:
        """The root schema as a place."""
        resource = self._resource(self.document)
        registry = self.registry.with_resource(self.path.as_uri(), resource)
        return Place(self.schema, self.path, "", _inside(registry.resolver(self.path.as_uri()), self.schema))

    def follow(self, place: Place, reference: str) -> Place:
        """Return the place that a ``$ref`` in *place* means; raise :exc:`RefProblem` where it means nothing."""
        try:
            resolved = place.resolver.lookup(reference)
        except Exception as error:  # a broken schema makes the library raise anything
            raise self._problem(reference, error) from error
        found = self._places.get(id(resolved.contents))
        if found is None:  # a metaschema that the library brings, or a boolean: neither stands in a file of ours
            known = set(self._places.values()) if isinstance(resolved.contents, dict) else set()
            spellings = (reference, *(f"{reference} ({i})" for i in range(2, 10_000)))
            found = Path(), next(s for s in spellings if (Path(), s) not in known)
            if known:
                self._places[id(resolved.contents)] = found
        return Place(resolved.contents, *found, resolved.resolver)

    def report(
        self,
        place: Place,
        rule: str,
        text: Message,
        keyword: str | None = None,
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Note a problem at *place* (at its *keyword*), once."""
        pointer = place.pointer if keyword is None else join(place.pointer, keyword)
        document = self.documents.get(place.file)
        located = document.positions().get(pointer) if document else None
        position = located.value if located else None
        finding = Finding(
            rule=rule,
            severity=severity,
            path=document.name if document else self.name,
            message=text,
            line=position.line if position else None,
            column=position.column if position else None,
            pointer=pointer,
        )
        if finding not in self.problems:
            self.problems.append(finding)

    # --- which file an address means --------------------------------------------------------------------------------

    def _retrieve(self, uri: str) -> Resource[Any]:
        path = self._local(uri)
        document = self.documents[path] if path in self.documents else self._read(path)
        if not document.readable:
            cause = document.findings[-1].message if document.findings else message("the file cannot be read")
            raise RefProblem(
                "schema/ref-unreadable",
                message("`$ref` leads to {file}, which cannot be read: {cause}", file=document.name, cause=cause),
            )
        return self._resource(document)

    def _local(self, uri: str) -> Path:
        """Return the file that *uri* means; raise where it is remote, outside, or not there."""
        uri = urldefrag(uri).url
        parts = urlsplit(uri)
        path = Path(unquote(parts.path)) if parts.scheme == "file" and not parts.netloc else self._beside(uri)
        if path is None:
            raise RefProblem(
                "schema/ref-remote",
                message(
                    "`$ref` leads to {uri}, which is never fetched; "
                    "save that schema beside this one and refer to the file",
                    uri=uri,
                ),
            )
        real = path.resolve()
        if not any(real.is_relative_to(folder) for folder in self.allowed):
            raise RefProblem(
                "schema/ref-outside",
                message(
                    "`$ref` leads to {file}, outside the source tree; move that file into it", file=self._shown(path)
                ),
            )
        if not path.exists():
            self.absent.add(path)
            raise RefProblem(
                "schema/ref-missing-file",
                message("`$ref` leads to {file}, which is not there; check the name", file=self._shown(path)),
            )
        return path

    def _beside(self, uri: str) -> Path | None:
        """Return the file beside a schema whose ``$id`` shares its folder with *uri*, if it is there."""
        for base, folder in self._folders.items():
            if uri.startswith(base):
                path = folder / unquote(uri.removeprefix(base))
                if path.is_file():
                    return path
                self.absent.add(path)
        return None

    def _shown(self, path: Path) -> str:
        """Return *path* relative to the root schema's folder where it is below it; never a whole machine path."""
        folder = self.path.parent
        return str(path.relative_to(folder)) if path.is_relative_to(folder) else f"…/{path.name}"

    def _read(self, path: Path) -> Document:
        prefix = Path(self.name).parent
        inside = path.is_relative_to(self.path.parent)
        name = str(prefix / path.relative_to(self.path.parent)) if inside else path.name
        document = read_document(path, name=name)
        self.add(path, document)
        return document

    def add(self, path: Path, document: Document) -> None:
        """Take *document* in: remember where each of its parts stands, and its address."""
        self.documents[path] = document
        self.problems.extend(document.findings)
        for pointer, part in _parts(document.data):
            self._places.setdefault(id(part), (path, pointer))
        identifier = document.data.get("$id") if isinstance(document.data, dict) else None
        if isinstance(identifier, str) and "://" in identifier:
            self._folders.setdefault(urldefrag(identifier).url.rpartition("/")[0] + "/", path.parent)

    def _resource(self, document: Document) -> Resource[Any]:
        resource: Resource[Any] = _specification(document.data).create_resource(document.data)
        return resource

    def _problem(self, reference: str, error: BaseException) -> RefProblem:
        cause: BaseException | None = error
        while cause is not None:
            if isinstance(cause, RefProblem):
                return cause
            if isinstance(cause, referencing.exceptions.NoSuchAnchor):
                break
            cause = cause.__cause__ or cause.__context__
        return RefProblem(
            "schema/ref-unresolved",
            message("`$ref` {reference} leads nowhere; check the name after `#`", reference=reference),
        )


def _specification(schema: object) -> Any:  # referencing's own type is generic over the schema
    dialect = schema.get("$schema") if isinstance(schema, dict) else None
    if not isinstance(dialect, str):
        return DRAFT202012
    return specification_with(dialect, default=DRAFT202012)


def _metaschemas() -> Registry[Any]:
    from jsonschema_specifications import REGISTRY

    registry: Registry[Any] = REGISTRY
    return registry


def _inside(resolver: Resolver[Any], schema: object) -> Resolver[Any]:
    """Return the resolver for what is in *schema*: its ``$id`` is another base, if it is an address at all."""
    if not isinstance(schema, dict) or not isinstance(schema.get("$id"), str):
        return resolver
    try:
        return resolver.in_subresource(Resource.from_contents(schema, default_specification=DRAFT202012))
    except Exception:  # noqa: BLE001  # the library splits whatever the file holds; the metaschema has told of it
        return resolver


def _parts(data: object) -> Iterator[tuple[str, object]]:
    """Give every mapping and list in *data* with its pointer, without recursion: depth is the reader's to limit."""
    stack: list[tuple[str, object]] = [("", data)]
    while stack:
        pointer, part = stack.pop()
        inner: Iterable[tuple[str, object]]
        if isinstance(part, dict):
            inner = part.items()
        elif isinstance(part, list):
            inner = ((str(i), v) for i, v in enumerate(part))
        else:
            continue
        yield pointer, part
        stack.extend((join(pointer, k), v) for k, v in inner)


def load_schema(path: Path, name: str, allowed: Iterable[Path], annotations: Path | None = None) -> SchemaSet:
    """Read the schema in *path*, called *name* in findings, with the texts of the file *annotations*.

    ``$ref`` may lead into the folders *allowed* and into *path*'s own.
    """
    path = path.absolute()
    document = read_document(path, name=name)
    problems: list[Finding] = []
    texts = read_document(annotations, name=f"{name} ({annotations.name})") if annotations else None
    if texts is not None and document.readable:
        document, problems = annotated_document(document, texts)
    folders = tuple({f.resolve() for f in (*allowed, path.parent)})
    loaded = SchemaSet(path, name, document, folders, problems=problems)
    loaded.add(path, document)
    if annotations and texts:
        loaded.documents[annotations.absolute()] = texts
    return loaded
