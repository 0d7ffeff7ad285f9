"""The domain ``agentcfg``: schemas and their fields as targets, in roles, in the search and in ``objects.inv``.

Every path resolves: one that leads through a shared definition finds the entry that explains it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util.nodes import make_refnode

from sphinx_agentcfg.errors import did_you_mean
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.reference.paths import comparable
from sphinx_agentcfg.sphinx_ext.warnings import warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set

    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_agentcfg.messages import Message

__all__ = ["AgentcfgDomain", "Entry", "seen", "setup_domain"]

_MOST_HOPS = 100


@dataclass
class Entry:
    """What one directive shows: anchors by path, paths by pointer, and which path a definition explains.

    ``names`` holds how a target is written in ``objects.inv``: a definition has no path, so it goes by its pointer.
    """

    docname: str
    line: int
    anchor: str
    anchors: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    pointers: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)

    def add(self, path: str, pointer: str, anchor: str) -> None:
        """Take in the entry of one field."""
        self.anchors[path] = anchor
        self.names[path] = pointer if path.startswith("#") else path
        self.pointers.setdefault(pointer, path)

    def find(self, path: str) -> str | None:
        """Return the anchor of *path*, following shared definitions; ``*`` stands for any ``<…>``."""
        loose = {comparable(p): a for p, a in reversed(self.anchors.items())}
        links = {comparable(p): t for p, t in self.links.items()}
        for _ in range(_MOST_HOPS):
            if path in self.anchors:
                return self.anchors[path]
            path = comparable(path)
            if path in loose:
                return loose[path]
            prefix = max((p for p in links if _is_prefix(p, path)), key=len, default=None)
            if prefix is None:
                return None
            path = _continued(links[prefix], path[len(prefix) :])
        return None


def _is_prefix(prefix: str, path: str) -> bool:
    return path.startswith(prefix) and path[len(prefix) : len(prefix) + 1] in {".", "[", ""}


def _continued(start: str, rest: str) -> str:
    return f"{start}{rest}" if start else rest.removeprefix(".")


class _FieldRole(XRefRole):
    """Shows the path without the type, as a person would write it."""

    def process_link(
        self, env: BuildEnvironment, refnode: Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        if not has_explicit_title:
            last = title.startswith("~")
            target = target.removeprefix("~")
            title = target.partition("#")[2] or target
            title = title.rpartition(".")[2] if last else title
        return title, target


class AgentcfgDomain(Domain):
    """Agent configuration: schemas and fields."""

    name = "agentcfg"
    label = "Agent configuration"
    object_types: ClassVar[dict[str, ObjType]] = {
        "schema": ObjType("schema", "schema"),
        "field": ObjType("field", "field"),
    }
    roles: ClassVar[dict[str, Any]] = {
        "schema": XRefRole(warn_dangling=True, innernodeclass=nodes.literal),
        "field": _FieldRole(warn_dangling=True, innernodeclass=nodes.literal),
    }
    initial_data: ClassVar[dict[str, Any]] = {"entries": {}, "watched": {}}
    data_version = 1

    @property
    def entries(self) -> dict[tuple[str, str], Entry]:
        """What is indexed, by document type and pointer."""
        return self.data["entries"]  # type: ignore[no-any-return]

    @property
    def watched(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """For each page what it looked for: a missing file (nothing) or a folder (the names in it), by path."""
        return self.data["watched"]  # type: ignore[no-any-return]

    def note(self, type_id: str, pointer: str, entry: Entry) -> None:
        """Take an entry in, with a warning where another page has the same."""
        known = self.entries.get((type_id, pointer))
        if known is None:
            self.entries[type_id, pointer] = entry
        else:
            _warn_duplicate(type_id, known, entry)

    def clear_doc(self, docname: str) -> None:
        """Forget what *docname* showed."""
        self.watched.pop(docname, None)
        for key in [k for k, e in self.entries.items() if e.docname == docname]:
            del self.entries[key]

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take in what another process read."""
        for (type_id, pointer), entry in otherdata["entries"].items():
            if entry.docname in docnames:
                self.note(type_id, pointer, entry)
        self.watched.update((d, w) for d, w in otherdata["watched"].items() if d in docnames)

    def find(self, kind: str, target: str, docname: str = "") -> tuple[Entry, str] | None:
        """Return where *target* is: the entry and the anchor, or None."""
        type_id, _, path = target.partition("#")
        if kind == "field" and "#" not in target:
            type_id, path = "", target
        for (known, _pointer), entry in self.entries.items():
            if known == type_id or (not type_id and entry.docname == docname):
                found = self._anchor(entry, kind, path)
                if found:
                    return entry, found
        return None

    @staticmethod
    def _anchor(entry: Entry, kind: str, path: str) -> str | None:
        if kind == "schema":
            return entry.anchor
        if path.startswith("/"):
            known = entry.pointers.get(path)
            return entry.anchors.get(known) if known is not None else None
        return entry.find(path)

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """Return a link to the schema or field that a role names."""
        found = self.find(typ, target, fromdocname)
        if found is None:
            return None
        entry, anchor = found
        return make_refnode(builder, fromdocname, entry.docname, anchor, contnode, target)

    def resolve_any_xref(
        self, env: BuildEnvironment, fromdocname: str, builder: Builder, target: str, node: pending_xref, contnode: Element
    ) -> list[tuple[str, nodes.reference]]:
        """Return what ``:any:`` finds here."""
        kind = "field" if "#" in target else "schema"
        found = self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode)
        return [(f"agentcfg:{kind}", found)] if found is not None else []

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Give every schema and field for the search and ``objects.inv``."""
        for (type_id, pointer), entry in self.entries.items():
            name = f"{type_id}#{pointer}" if pointer else type_id
            yield name, name, "schema", entry.docname, entry.anchor, 1
            for path, anchor in entry.anchors.items():
                if anchor != entry.anchor:
                    full = f"{type_id}#{entry.names[path]}"
                    yield full, full, "field", entry.docname, anchor, 1

    def suggestions(self, kind: str, target: str) -> tuple[str, ...]:
        """Return known targets that look like *target*."""
        if kind == "schema":
            return did_you_mean(target, {t for t, _ in self.entries})
        known = [f"{t}#{p}" for (t, _), e in self.entries.items() for p in e.names.values() if p]
        return did_you_mean(target, known)


def _warn_duplicate(type_id: str, known: Entry, entry: Entry) -> None:
    text = message(
        "{type} is indexed on two pages, {first} (line {line}) and {second}; add `:no-index:` to one of them",
        type=type_id,
        first=known.docname,
        line=known.line,
        second=entry.docname,
    )
    warn("duplicate-schema", text, (entry.docname, entry.line))


def _on_missing(_app: Sphinx, domain: Domain, node: pending_xref) -> bool | None:
    """Say what an unknown target might have meant."""
    if not isinstance(domain, AgentcfgDomain):
        return None
    kind, target = node["reftype"], node["reftarget"]
    text: Message
    found = domain.suggestions(kind, target)
    hint = message("did you mean {names}?", names=" / ".join(found)) if found else message("check the name")
    if kind == "schema":
        text = message("no page shows the schema {target}; {hint}", target=target, hint=hint)
    else:
        text = message("no page shows the field {target}; {hint}", target=target, hint=hint)
    warn(f"unknown-{kind}", text, node)
    return True


def seen(path: Path) -> tuple[str, ...]:
    """Return what is at *path* as far as a page cares: the names in a folder, a mark for a file, nothing for neither."""
    try:
        return tuple(sorted(p.name for p in path.iterdir())) if path.is_dir() else ("*",) if path.exists() else ()
    except OSError:
        return ()


def _outdated(_app: Sphinx, env: BuildEnvironment, *_sets: Iterable[str]) -> list[str]:
    """Return the pages that looked for a file which is there by now, or into a folder that has changed."""
    domain = env.domains["agentcfg"]
    assert isinstance(domain, AgentcfgDomain)  # noqa: S101  # registered under this name
    return [name for name, paths in domain.watched.items() if any(seen(Path(p)) != was for p, was in paths.items())]


def setup_domain(app: Sphinx) -> None:
    """Register the domain."""
    app.add_domain(AgentcfgDomain)
    app.connect("warn-missing-reference", _on_missing)
    app.connect("env-get-outdated", _outdated)
