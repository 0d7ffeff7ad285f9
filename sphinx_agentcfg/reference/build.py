"""A loaded schema in, the :class:`Reference` out: every field at every depth, in the schema's own order.

The walk enters a shared definition once, so it ends on every schema; a field that the schema describes in several
places (``properties``, an ``allOf``, a ``then``) is one :class:`Field` with several facets.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents.pointers import split
from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.checking import check_schema
from sphinx_agentcfg.reference.conditions import all_of
from sphinx_agentcfg.reference.definitions import Definitions, find_definitions
from sphinx_agentcfg.reference.facets import facets_of
from sphinx_agentcfg.reference.keywords import DEFINITIONS, is_schema, mapping, sequence
from sphinx_agentcfg.reference.limits import has_row
from sphinx_agentcfg.reference.loading import Place, SchemaSet, load_schema
from sphinx_agentcfg.reference.model import ALWAYS, NEVER, Facet, Field, IsSet, Reference, Requirement
from sphinx_agentcfg.reference.sections import section_fields
from sphinx_agentcfg.reference.shapes import View, views

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from sphinx_agentcfg.catalog import DocumentType
    from sphinx_agentcfg.reference.model import Condition

__all__ = ["PointerToNowhere", "build_reference", "read_reference"]

_DEEPEST = 60  # a tree without recursion that is deeper than this is not for a reader


class PointerToNowhere(LookupError):
    """The schema has nothing at that pointer."""


def read_reference(document_type: DocumentType, allowed: Iterable[Path] = (), pointer: str = "") -> Reference:
    """Read the schema of *document_type* and return its reference; problems are in ``findings``, never raised.

    *allowed* are folders that a ``$ref`` may lead into, besides the schema's own. Raises :exc:`PointerToNowhere`.
    """
    loaded = load_schema(document_type.schema, document_type.id, allowed, document_type.annotations)
    return build_reference(loaded, document_type, pointer)


def build_reference(loaded: SchemaSet, document_type: DocumentType, pointer: str = "") -> Reference:
    """Return the reference of a loaded schema, or of the part of it at *pointer*."""
    if not loaded.document.readable or not check_schema(loaded):
        return _finished(loaded, document_type, Field("", "", loaded.path), (), ())
    start, path = _start(loaded.root, pointer)
    definitions = find_definitions(loaded, start, path)
    walk = _Walk(definitions, document_type.placeholders)
    root = walk.field(path, [View(start)], ALWAYS, ())
    sections = () if pointer else section_fields(start)
    if sections:
        root = replace(root, children=(*root.children, *sections))
    entries = [
        walk.field(f"#{name}", [View(place)], NEVER, ())
        for name, place in definitions.shared.values()
        if not pointer or walk.is_linked(f"#{name}")
    ]
    return _finished(loaded, document_type, root, tuple(entries), tuple(walk.links))


def _finished(
    loaded: SchemaSet,
    document_type: DocumentType,
    root: Field,
    entries: tuple[Field, ...],
    links: tuple[tuple[str, str], ...],
) -> Reference:
    schema = loaded.schema
    described = schema if isinstance(schema, dict) else {}
    return Reference(
        document_type=document_type,
        schema=schema,
        root=root,
        definitions=entries,
        links=links,
        findings=tuple(loaded.problems),
        files=loaded.files,
        absent=tuple(sorted(loaded.absent)),
        text=loaded.document.text,
        identifier=str(described.get("$id") or described.get("id") or ""),
        dialect=str(described.get("$schema") or ""),
    )


def _start(root: Place, pointer: str) -> tuple[Place, str]:
    """Return the place at *pointer* and the field path that leads there."""
    place, path = root, ""
    try:
        tokens = list(split(pointer))
        while tokens:
            keyword = tokens.pop(0)
            if keyword in {"properties", *DEFINITIONS, "patternProperties", "dependentSchemas"} and tokens:
                name = tokens.pop(0)
                place = place.at(keyword, name)
                path = _step(path, keyword, name)
            else:
                place = place.at(int(keyword) if isinstance(place.schema, list) else keyword)
                path = paths.item(path) if keyword == "items" else path
    except (LookupError, TypeError, ValueError) as error:
        raise PointerToNowhere(pointer) from error
    if not is_schema(place.schema):
        raise PointerToNowhere(pointer)
    return place, path


def _step(path: str, keyword: str, name: str) -> str:
    if keyword == "properties":
        return paths.child(path, name)
    if keyword == "patternProperties":
        return paths.free(path, paths.key_of_pattern(name))
    return f"#{name}" if keyword in DEFINITIONS else path


@dataclass
class _Walk:
    """One walk over a schema.

    ``links`` gathers which path is explained by which definition, ``owners`` which pattern a free path belongs to.
    """

    definitions: Definitions
    placeholders: Mapping[str, str]
    links: list[tuple[str, str]] = field(default_factory=list)
    owners: dict[str, tuple[str, str]] = field(default_factory=dict)

    def is_linked(self, path: str) -> bool:
        return any(target == path for _, target in self.links)

    def field(self, path: str, found: list[View], required: Requirement, chain: tuple[object, ...]) -> Field:
        """Return the field at *path* that all of *found* describe."""
        seen = [v for f in found for v in views(f.place, self.definitions, f.context)]
        first = found[0].place
        children: tuple[Field, ...] = ()
        if len(chain) < _DEEPEST and first.key not in chain:
            children = tuple(self._children(path, seen, (*chain, first.key)))
        self._note_links(path, seen)
        return Field(
            path=path,
            pointer=first.pointer,
            file=first.file,
            required=required,
            facets=facets_of(seen, self.definitions),
            children=children,
        )

    def _note_links(self, path: str, seen: list[View]) -> None:
        for view in seen:
            target = self.definitions.target(view.place)
            entry = self.definitions.entry(target) if target else None
            if entry:
                self.links.append((path, entry[1]))

    def _note_free_links(self, path: str, view: View) -> None:
        """Note what a map's values are: without a row of their own, yet paths lead through them into a definition."""
        for keyword in ("additionalProperties", "unevaluatedProperties"):
            if isinstance(view.place.schema, dict) and isinstance(view.place.schema.get(keyword), dict):
                inner = view.place.at(keyword)
                if not has_row(inner, self.definitions):
                    free = paths.placeholder(path, f"<{self._word(inner)}>")
                    self._note_links(free, views(inner, self.definitions))

    def _children(self, path: str, seen: list[View], chain: tuple[object, ...]) -> Iterator[Field]:
        """Give the fields inside the value: named ones, free ones, required ones of which nothing is said, items."""
        requirements = {paths.child(path, name): r for name, r in _requirements(seen).items()}
        named = self._named(path, seen)
        for name, found in named.items():
            yield self.field(name, found, requirements.get(name, NEVER), chain)
        if not self.links_away(seen):
            first = next((v.place for v in seen if isinstance(v.place.schema, dict)), None)
            for name, requirement in requirements.items():
                if name not in named and first is not None:
                    yield Field(name, first.pointer, first.file, requirement, (Facet(),))
        for view in seen:
            yield from self._items(path, view, chain)
            self._note_free_links(path, view)

    def links_away(self, seen: list[View]) -> bool:
        """Say whether a shared definition, explained elsewhere, describes the value too."""
        return any((t := self.definitions.target(v.place)) and self.definitions.entry(t) for v in seen)

    def _named(self, path: str, seen: list[View]) -> dict[str, list[View]]:
        found: dict[str, list[View]] = {}
        for view in seen:
            place, schema = view.place, view.place.schema
            for key, sub in mapping(schema, "properties").items():
                if is_schema(sub):
                    found.setdefault(paths.child(path, key), []).append(View(place.at("properties", key), view.context))
            for pattern, free, inner in self._free(path, place):
                found.setdefault(self._own(free, path, pattern), []).append(View(inner, view.context))
        return found

    def _own(self, free: str, parent: str, pattern: str) -> str:
        """Return *free*, or the same with a number where the keys of another pattern already have that path."""
        candidates = (free, *(free[:-1] + f"-{i}>" if free.endswith(">") else f"{free}-{i}" for i in range(2, 10_000)))
        mine = (parent, pattern)
        return next(c for c in candidates if "<" not in c or self.owners.setdefault(c, mine) == mine)

    def _free(self, path: str, place: Place) -> Iterator[tuple[str, str, Place]]:
        """Give pattern (none for every other key), path and place of each free key."""
        schema = place.schema
        for pattern, sub in mapping(schema, "patternProperties").items():
            if is_schema(sub):
                inner = place.at("patternProperties", pattern)
                yield pattern, paths.free(path, paths.key_of_pattern(pattern, self._word(inner))), inner
        for keyword in ("additionalProperties", "unevaluatedProperties"):
            if isinstance(schema, dict) and isinstance(schema.get(keyword), dict):
                inner = place.at(keyword)
                if has_row(inner, self.definitions):
                    yield "", paths.placeholder(path, f"<{self._word(inner)}>"), inner

    def _word(self, place: Place) -> str:
        return str(self.placeholders.get(place.pointer, "key"))

    def _items(self, path: str, view: View, chain: tuple[object, ...]) -> Iterator[Field]:
        """Give the fields of an array's items: they stand right below the array."""
        place, schema = view.place, view.place.schema
        inner: list[tuple[str, Place]] = []
        if isinstance(schema, dict) and isinstance(schema.get("items"), dict):
            inner.append((paths.item(path), place.at("items")))
        for keyword in ("prefixItems", "items"):
            places = enumerate(sequence(schema, keyword))
            inner.extend((paths.item(path, i), place.at(keyword, i)) for i, sub in places if isinstance(sub, dict))
        for name, item in inner:
            if item.key not in chain:
                seen = views(item, self.definitions, view.context)
                self._note_links(name, seen)
                yield from self._children(name, seen, (*chain, item.key))


def _requirements(seen: list[View]) -> dict[str, Requirement]:
    """Return for each name whether and when it is required."""
    found: dict[str, Requirement] = {}

    def add(name: object, condition: Condition | None) -> None:
        if isinstance(name, str):
            known = found.get(name, NEVER)
            if condition is None:
                found[name] = ALWAYS
            elif not known.always and condition not in known.when:
                found[name] = Requirement(when=(*known.when, condition))

    for view in seen:
        schema = view.place.schema
        for name in sequence(schema, "required"):
            add(name, view.context)
        for keyword in ("dependentRequired", "dependencies"):
            for trigger, names in mapping(schema, keyword).items():
                for name in names if isinstance(names, list) else ():
                    add(name, all_of((view.context, IsSet(trigger))))
    return found
