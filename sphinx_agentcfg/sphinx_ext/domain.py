"""The domain ``agentcfg``: schemas, fields, rules and profiles as targets, in roles, search and ``objects.inv``.

Every path resolves: one that leads through a shared definition finds the entry that explains it. Words and warnings
are imported where they are needed: each build loads this module, most need neither.
"""

from __future__ import annotations

import os
from functools import cached_property
from stat import S_ISDIR
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util.nodes import make_refnode

from sphinx_agentcfg.reference.paths import anchor
from sphinx_agentcfg.sphinx_ext import places, profile_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_agentcfg.sphinx_ext.places import RuleSet
    from sphinx_agentcfg.sphinx_ext.profile_places import ProfileSet
    from sphinx_agentcfg.sphinx_ext.targets import Entry


__all__ = ["AgentcfgDomain", "seen", "setup_domain"]


class _FieldRole(XRefRole):
    """Shows the path without the type, as a person would write it."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: Element,
        has_explicit_title: bool,  # noqa: FBT001  # Sphinx's signature
        title: str,
        target: str,
    ) -> tuple[str, str]:
        if not has_explicit_title:
            last = title.startswith("~")
            target = target.removeprefix("~")
            title = target.partition("#")[2] or target
            title = title.rpartition(".")[2] if last else title
        return title, target


class AgentcfgDomain(Domain):
    """Agent configuration: schemas, fields, rules and profiles."""

    name = "agentcfg"
    label = "Agent configuration"
    object_types: ClassVar[dict[str, ObjType]] = {
        "schema": ObjType("schema", "schema"),
        "field": ObjType("field", "field"),
        "rule": ObjType("rule", "rule"),
        "profile": ObjType("profile", "profile"),
    }
    roles: ClassVar[dict[str, Any]] = {
        "schema": XRefRole(warn_dangling=True, innernodeclass=nodes.literal),
        "field": _FieldRole(warn_dangling=True, innernodeclass=nodes.literal),
        "rule": XRefRole(warn_dangling=True, innernodeclass=nodes.literal),
        "profile": XRefRole(warn_dangling=True, innernodeclass=nodes.literal),
    }
    initial_data: ClassVar[dict[str, Any]] = {
        "entries": {},
        "watched": {},
        "originals": {},
        **places.INITIAL,
        **profile_places.INITIAL,
    }
    data_version = 5
    #: Where each profile is; made when it is asked for, forgotten when a page is read.
    _profiles: dict[str, tuple[str, str]] | None = None

    @property
    def entries(self) -> dict[tuple[str, str], Entry]:
        """What is indexed, by document type and pointer."""
        return self.data["entries"]  # type: ignore[no-any-return]

    @property
    def watched(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """For each page what it looked for: a missing file (nothing) or a folder (the names in it), by path."""
        return self.data["watched"]  # type: ignore[no-any-return]

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:  # noqa: A002, FBT001, FBT002  # Sphinx's signature
        """Return what the search calls a target, in the language of the pages."""
        from sphinx_agentcfg.languages import normalise
        from sphinx_agentcfg.messages import N_, translate

        names = {
            "schema": N_("agent configuration schema"),
            "field": N_("agent configuration field"),
            "rule": N_("agent configuration rule"),
            "profile": N_("agent profile"),
        }
        return translate(names[str(type.lname)], normalise(self.env.config.language) or "en")

    def note(self, type_id: str, pointer: str, entry: Entry) -> None:
        """Take an entry in, with a warning where another page has the same: the first page by name keeps it.

        By name and not by time, since pages may be read by several processes, and which ends first is chance.
        """
        known = self.entries.get((type_id, pointer))
        if known is None:
            self.entries[type_id, pointer] = entry
            return
        from sphinx_agentcfg.sphinx_ext.complaints import warn_duplicate

        first, second = sorted((known, entry), key=lambda e: (e.docname, e.line))
        self.entries[type_id, pointer] = first
        warn_duplicate(type_id, first, second)

    def note_rules(self, new: RuleSet) -> None:
        """Take the rules of one directive in, with a warning for each page that explains some of them too."""
        told = list(new.told)  # another process may have warned already: it knows pages that were read before it began
        for other in places.rule_sets(self.data, new.group):
            both = [name for name in other.names if name in new.names]
            if both and other.docname not in told and new.docname not in other.told:
                from sphinx_agentcfg.sphinx_ext.complaints import warn_duplicate

                first, second = sorted((other, new), key=lambda s: s[:2])
                warn_duplicate(f"{new.group}/{both[0]}", first, second, kind="rule", more=len(both) - 1)
                told.append(other.docname)
        kept = new._replace(told=tuple(told))
        self.data["rules"][new.docname] = (*self.data["rules"].get(new.docname, ()), kept)

    def begin(self) -> None:
        """Forget which warnings the last build gave."""
        places.begin(self.data)
        profile_places.begin(self.data)
        self.__dict__.pop("_owners", None)

    def note_profiles(self, new: ProfileSet) -> None:
        """Take the profiles of one directive in, with a warning for each page that has entries for some of them too."""
        self._profiles = None
        told, owners = list(new.told), self._owners
        others = {other: name for name in reversed(new.names) for other in owners.get(name, ())}  # with its first name
        for other in sorted(others) if not new.rows else ():
            if other.docname not in {*told, new.docname} and new.docname not in other.told:
                from sphinx_agentcfg.safe_text import excerpt
                from sphinx_agentcfg.sphinx_ext.complaints import warn_duplicate

                more = len({*other.names} & {*new.names}) - 1
                first, second = sorted((other, new), key=lambda s: s[:2])
                warn_duplicate(excerpt(others[other]), first, second, kind="profile", more=more)
                told.append(other.docname)
        kept = new._replace(told=tuple(told))
        self.data["profiles"][new.docname] = (*self.profile_sets(new.docname), kept)
        for name in () if new.rows else new.names:
            owners.setdefault(name, []).append(kept)

    def profile_sets(self, docname: str) -> tuple[ProfileSet, ...]:
        """Return what a page shows of profiles."""
        return self.data["profiles"].get(docname, ())  # type: ignore[no-any-return]

    @cached_property
    def _owners(self) -> dict[str, list[ProfileSet]]:
        """What shows each profile; kept by hand, since thousands of pages may be read one after the other."""
        found: dict[str, list[ProfileSet]] = {}
        for each in profile_places.profile_sets(self.data):
            for name in () if each.rows else each.names:
                found.setdefault(name, []).append(each)
        return found

    @property
    def profiles(self) -> dict[str, tuple[str, str]]:
        """Page and id of each profile."""
        if self._profiles is None:
            self._profiles = profile_places.profile_index(self.data)
        return self._profiles

    def clear_doc(self, docname: str) -> None:
        """Forget what *docname* showed."""
        self._profiles = None
        for name in {name for each in self.profile_sets(docname) if not each.rows for name in each.names}:
            self._owners[name] = [each for each in self._owners[name] if each.docname != docname]
        for kind in profile_places.INITIAL:
            self.data[kind].pop(docname, None)
        self.watched.pop(docname, None)
        self.data["originals"].pop(docname, None)
        places.forget(self.data, docname)
        for key in [k for k, e in self.entries.items() if e.docname == docname]:
            del self.entries[key]

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Take in what another process read."""
        for (type_id, pointer), entry in otherdata["entries"].items():
            if entry.docname in docnames:
                self.note(type_id, pointer, entry)
        for rules in places.rule_sets(otherdata):
            if rules.docname in docnames:
                self.note_rules(rules)
        for sets in otherdata["profiles"].values():
            for each in sets:
                if each.docname in docnames:
                    self.note_profiles(each)
        for kind in ("watched", "originals", "formats", "wants", "repositories", "reports"):
            self.data[kind].update((d, w) for d, w in otherdata[kind].items() if d in docnames)

    def find(self, kind: str, target: str, docname: str = "") -> tuple[Entry, str] | None:
        """Return where *target* is: the entry and the anchor, or None. A page of the whole schema goes before parts."""
        type_id, _, path = target.partition("#")
        if kind == "field" and "#" not in target:
            type_id, path = "", target
        wanted = {path: 0, "": 1} if kind == "schema" else {"": 0}
        shown = [
            (wanted.get(pointer, 2), pointer, entry)
            for (known, pointer), entry in self.entries.items()
            if known == type_id or (not type_id and entry.docname == docname)
        ]
        for _, _, entry in sorted(shown, key=lambda each: each[:2]):
            found = entry.anchor if kind == "schema" else entry.find(path)
            if found:
                return entry, found
        return None

    def where(self, kind: str, target: str, docname: str = "") -> tuple[str, str] | None:
        """Return page and id of what a role or a late link names, or None."""
        if kind == "profile":
            return self.profiles.get(target)
        if kind not in {"schema", "field"}:
            return places.where(self.data, kind, target)
        found = self.find(kind, target, docname)
        return (found[0].docname, found[1]) if found else None

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
        """Return a link to the schema, field, rule or profile that a role names."""
        found = self.where(typ, target, fromdocname)
        return make_refnode(builder, fromdocname, *found, contnode, target) if found else None

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return what ``:any:`` finds here."""
        found = []
        for kind in ("field",) if "#" in target else ("schema", "rule", "profile"):
            link = self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode)
            found += [(f"agentcfg:{kind}", link)] if link is not None else []
        return found

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Give every target for the search and ``objects.inv``; Sphinx asks with every build."""
        for (type_id, pointer), entry in self.entries.items():
            name = f"{type_id}#{pointer}" if pointer else type_id
            docname, top = entry.docname, entry.anchor
            yield name, name, "schema", docname, top, 1
            for path, target in entry.fields:
                full = f"{type_id}#{target if path.startswith('#') else path}"
                yield full, full, "field", docname, anchor(type_id, path), 1
        known: set[str] = set()
        for rules in places.rule_sets(self.data):
            for name in (f"{rules.group}/{short}" for short in rules.names):
                if name not in known:
                    known.add(name)
                    yield name, name, "rule", rules.docname, places.rule_anchor(name), 1
        if self.profiles:
            from sphinx_agentcfg.safe_text import on_one_line  # a line of the inventory must stay one

            for profile, (docname, target) in self.profiles.items():
                name = on_one_line(profile)
                yield name, name, "profile", docname, target, 1

    def shows(self, type_id: str) -> bool:
        """Say whether any page shows a schema of that name."""
        return any(known == type_id for known, _ in self.entries)

    def suggestions(self, kind: str, target: str) -> tuple[str, ...]:
        """Return known targets that look like *target*: for a field, those of its own schema."""
        from sphinx_agentcfg.errors import did_you_mean

        if kind == "schema":
            return did_you_mean(target, {t for t, _ in self.entries})
        if kind == "profile":
            return did_you_mean(target, self.profiles)
        if kind == "rule":
            return did_you_mean(target, [f"{s.group}/{n}" for s in places.rule_sets(self.data) for n in s.names])
        type_id, _, path = target.rpartition("#")
        known = {p: f"{t}#{p}" for (t, _), e in self.entries.items() for p, _ in e.targets if type_id in {t, ""}}
        return tuple(known[p] for p in did_you_mean(path, known))


def _on_missing(_app: Sphinx, domain: Domain, node: pending_xref) -> bool | None:
    """Say what an unknown target might have meant; a link of ours to what need not be there says nothing."""
    if not isinstance(domain, AgentcfgDomain):
        return None
    if node.get("refwarn"):  # Sphinx asks for every link where the build is nitpicky
        from sphinx_agentcfg.sphinx_ext.complaints import warn_unknown

        warn_unknown(domain, node)
    return True


def seen(path: str) -> tuple[str, ...]:
    """Return what a page cares for at *path*: the names in a folder, a mark for a file, nothing for neither."""
    try:
        # not through pathlib: a build that has nothing to do asks this of each file that some page once missed
        return tuple(sorted(os.listdir(path))) if S_ISDIR(os.stat(path).st_mode) else ("*",)  # noqa: PTH116, PTH208
    except OSError:
        return ()


def _outdated(_app: Sphinx, env: BuildEnvironment, *_sets: Iterable[str]) -> list[str]:
    """Return the pages that looked for a file which is there by now, or into a folder that has changed."""
    domain = env.domains["agentcfg"]
    assert isinstance(domain, AgentcfgDomain)  # noqa: S101  # registered under this name
    domain.begin()
    return [name for name, paths in domain.watched.items() if any(seen(p) != was for p, was in paths.items())]


def _moved(_app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages to be written again since what they link to is elsewhere by now."""
    domain = env.domains["agentcfg"]
    assert isinstance(domain, AgentcfgDomain)  # noqa: S101  # the same

    def schema(name: str) -> object:
        found = domain.find("schema", name)
        return (found[0].docname, len(found[0].fields)) if found else None

    return places.moved(domain.data, schema)


def setup_domain(app: Sphinx) -> None:
    """Register the domain."""
    app.add_domain(AgentcfgDomain)
    app.connect("warn-missing-reference", _on_missing)
    app.connect("env-get-outdated", _outdated)
    app.connect("env-updated", _moved)
