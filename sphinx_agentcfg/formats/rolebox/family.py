"""The files of a role in, the role with its subagents out: inline ones and those in files, each under its name."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.model import State
from sphinx_agentcfg.formats.rolebox.environment import has_variable
from sphinx_agentcfg.formats.rolebox.model import Agent, slug_of
from sphinx_agentcfg.formats.rolebox.prompts import find_prompt
from sphinx_agentcfg.formats.rolebox.words import DISPATCH, MOST_LEVELS
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.formats.workspace import data_of
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.rolebox.discovery import Found
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["Family"]

_RESERVED = "--"


class Family:
    """Builds the agents of one role; ``findings`` tells of names and of those that another one replaces."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.findings: list[Finding] = []

    def role(self, found: Found) -> Agent:
        """Return the role in *found* with all that is below it."""
        root = self._from_file(found, None, posixpath.basename(found.folder) or self.workspace.root.resolve().name)
        if _RESERVED in root.slug:
            root.state = State.UNRESOLVED
            text = message(
                "the folder `{folder}` has -- in its name, which rolebox keeps for itself; the role is lost, rename it",
                folder=excerpt(root.slug),
            )
            self.findings.append(self.workspace.report("directory-double-hyphen", root.document, text, line=1))
        return root

    def _from_file(self, found: Found, parent: Agent | None, slug: str) -> Agent:
        document = self.workspace.document(found.path, "role")
        data = data_of(document)
        self.findings += (f for f in self.workspace.check(document, "role") if not _becomes_a_number(f, data))
        home = parent.home if parent else found.folder
        agent = Agent(document, data, slug, found.folder, home, found.folder, parent=parent)
        agent.level = parent.level + 1 if parent else 0
        if data is None:
            agent.state = State.UNRESOLVED if document.readable else State.UNREADABLE
        elif parent is not None:
            agent.slug = slug_of(agent.name) or slug
        self._look_at(agent)
        self._take_inline(agent)
        self._take_files(agent, found)
        self._check_slugs(agent)
        return agent

    def _look_at(self, agent: Agent) -> None:
        """Find out whether rolebox drops *agent* for its name or its prompt."""
        if agent.data is not None:
            self.findings += _lost_names(self.workspace, agent)
            self.findings += find_prompt(self.workspace, agent)

    # Inline subagents --------------------------------------------------------------------------------------------

    def _take_inline(self, parent: Agent) -> None:
        """Add the entries of ``subagents``; of two with one name, the later counts (``facts/rolebox.md`` §5).

        One that rolebox drops (src/role-loader.ts:51-90) takes nobody's place, and has no row beside its namesake.
        The recursion ends: documents are at most a hundred levels deep.
        """
        entries = (parent.data or {}).get("subagents")
        if not isinstance(entries, list):
            return
        pointer = join(parent.pointer, "subagents")
        base = parent.base
        prompt_file = mapping(parent.data).get("prompt_file")
        if parent.pointer and isinstance(prompt_file, str) and prompt_file.strip():
            # src/role-loader.ts:326-330: below an entry with a prompt file, paths count from the folder of that file.
            base = posixpath.normpath(posixpath.join(base, posixpath.dirname(prompt_file)))
        children = [_inline(parent, entry, i, join(pointer, i), base) for i, entry in enumerate(entries)]
        for child in children:
            self._look_at(child)
        named = {id(child): child for child in children if _name(child.data)}
        winners = {child.name: child for child in named.values()}
        winners |= {child.name: child for child in named.values() if child.state is State.OK}
        for child in children:
            if id(child) in named and winners[child.name] is not child:
                if child.state is State.OK:
                    self._replaced(child)
                continue
            parent.children.append(child)
            self._check_depth(child)
            self._take_inline(child)
            self._check_slugs(child)

    def _replaced(self, child: Agent) -> None:
        text = message(
            "a later subagent of this list is called `{name}` too and takes its place; rename one of them",
            name=excerpt(child.name),
        )
        found = self.workspace.report("duplicate-subagent", child.document, text, pointer=child.pointer)
        self.findings.append(found)

    def _check_depth(self, child: Agent) -> None:
        if child.level == MOST_LEVELS + 1:
            text = message(
                "this subagent is {level} levels below its role, and {most} are meant to be the most; move it up",
                level=child.level,
                most=MOST_LEVELS,
            )
            found = self.workspace.report("nesting-too-deep", child.document, text, pointer=child.pointer)
            self.findings.append(found)

    # Subagents in files ------------------------------------------------------------------------------------------

    def _take_files(self, parent: Agent, found: Found) -> None:
        inline = {child.name: child for child in parent.children if _name(child.data)}
        dropped: set[int] = set()
        for each in found.children:
            child = self._from_file(each, parent, posixpath.basename(each.folder))
            namesake = inline.get(child.name) if _name(child.data) else None
            if namesake is None or (namesake.state is not State.OK and child.state is State.OK):
                if namesake is not None:  # rolebox drops that one, so the file counts
                    dropped.add(id(inline.pop(child.name)))
                parent.children.append(child)
                continue
            text = message(
                "`{name}` is also defined in {path}, which takes the place of this file; rename one of them",
                name=excerpt(child.name),
                path=parent.path,
            )
            self.findings.append(self.workspace.report("inline-beats-file", child.document, text, line=1))
        if dropped:
            parent.children = [child for child in parent.children if id(child) not in dropped]

    def _check_slugs(self, parent: Agent) -> None:
        """Report children whose names differ and give one slug; the later takes the place of the earlier."""
        same: dict[str, list[Agent]] = defaultdict(list)
        for child in parent.children:
            if child.state is State.OK:
                same[child.slug].append(child)
        for children in same.values():
            for child in children if len(children) > 1 else ():
                text = message(
                    "`{name}` and `{other}` both become the slug `{slug}`, so one of them is lost; rename one",
                    name=excerpt(child.name),
                    other=excerpt(children[0 if child is not children[0] else 1].name),
                    slug=excerpt(child.slug),
                )
                place = join(child.pointer, "name")
                self.findings.append(self.workspace.report("slug-collision", child.document, text, pointer=place))


def _inline(parent: Agent, entry: Any, i: int, pointer: str, base: str) -> Agent:
    """Return the subagent of *entry*, which is entry *i* of its list."""
    return Agent(
        document=parent.document,
        data=entry if isinstance(entry, dict) else None,
        slug=slug_of(_name(entry)) or f"subagents-{i}",
        folder=parent.folder,
        home=parent.home,
        base=base,
        pointer=pointer,
        parent=parent,
        level=parent.level + 1,
        from_file=False,
        state=State.OK if isinstance(entry, dict) else State.UNRESOLVED,
    )


def _becomes_a_number(finding: Finding, data: Any) -> bool:
    """Say whether it blames a number of ``dispatch`` that the environment gives, which works (facts §3)."""
    start, _, key = (finding.pointer or "").rpartition("/")
    value = mapping(mapping(data).get("dispatch")).get(key) if start == "/dispatch" else None
    return finding.name == "schema" and key in DISPATCH and isinstance(value, str) and has_variable(value)


def _name(entry: Any) -> str:
    name = mapping(entry).get("name")
    return name if isinstance(name, str) and name.strip() else ""


def _lost_names(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Report an agent without a usable name, and a subagent with ``--`` in it; both are lost."""
    name = mapping(agent.data).get("name")
    if not isinstance(name, str) or not name.strip():
        agent.state = State.UNRESOLVED
        text = message("`name` is missing or empty, so rolebox drops this role or subagent; give it a name")
        if name is None and "name" not in mapping(agent.data):
            yield workspace.report("name-missing", agent.document, text, pointer=agent.pointer, missing="name")
        else:
            yield workspace.report("name-missing", agent.document, text, pointer=join(agent.pointer, "name"))
    elif not agent.is_role and _RESERVED in name:
        agent.state = State.UNRESOLVED
        text = message("`name` holds --, which rolebox keeps for itself, so the subagent is lost; rename it")
        yield workspace.report("name-double-hyphen", agent.document, text, pointer=join(agent.pointer, "name"))
