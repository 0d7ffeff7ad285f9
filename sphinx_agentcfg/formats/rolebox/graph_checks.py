"""A role with a ``collaboration`` in, what is wrong with its graph and with how its loops end, out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.model import Link, Origin, State
from sphinx_agentcfg.formats.rolebox.collaboration import GRAPH, TOPOLOGIES, Graph, graph_of
from sphinx_agentcfg.formats.rolebox.words import CONDITIONS, PARENT
from sphinx_agentcfg.formats.values import is_number, mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.rolebox.model import Agent
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_graph", "links_of"]


def links_of(agent: Agent) -> Iterator[Link]:
    """Give the steps of the role's graph, also those to agents that are not there, so that people see them."""
    for hop in graph_of(agent.effective.get("collaboration")).hops:
        origin = Origin(agent.id, agent.path, hop.pointer)
        yield Link(agent.id, hop.source, hop.target, hop.label, hop.exits, origin)


def check_graph(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    """Check the collaboration of a role (``facts/rolebox.md`` §7 and §9)."""
    collaboration = agent.effective.get("collaboration")
    if not isinstance(collaboration, dict) or agent.level:
        return
    check = _Check(workspace, agent, collaboration, graph_of(collaboration))
    yield from check.edges()
    if check.graph.hops:
        yield from check.ways()
        yield from check.loops()
    yield from check.termination()


class _Check:
    def __init__(self, workspace: Workspace, agent: Agent, collaboration: dict[str, Any], graph: Graph) -> None:
        self.workspace = workspace
        self.agent = agent
        self.collaboration = collaboration
        self.graph = graph
        self.known = {child.slug for child in agent.children if child.state is State.OK}
        self.lost = {child.slug for child in agent.children} - self.known

    def _report(
        self, rule: str, text: Any, pointer: str = GRAPH, *, missing: str = "", at_key: bool = False
    ) -> Finding:
        return self.workspace.report(rule, self.agent.document, text, pointer=pointer, missing=missing, at_key=at_key)

    def edges(self) -> Iterator[Finding]:
        """Check what gives edges, and the names in them."""
        for pointer in self.graph.invalid:
            text = message("this is no edge, so rolebox leaves it out; write `from -> to`, or `from` and `to`")
            yield self._report("collaboration-edge-invalid", text, pointer)
        if "agents" in self.collaboration and self.collaboration.get("topology") is None:
            text = message("without `topology`, `agents` is not read; add a topology, or remove the list")
            yield self._report("collaboration-agents-unused", text, f"{GRAPH}/agents", at_key=True)
        if not self.graph.hops:
            yield self._empty()
            return
        told: set[str] = set()
        for hop in self.graph.hops:
            for name in (hop.source, hop.target):
                if name not in self.known and name != PARENT and name not in told:
                    told.add(name)
                    yield self._unknown("collaboration-unknown-agent", name, hop.pointer)

    def _empty(self) -> Finding:
        if self.graph.cause == "topology":
            text = message(
                "`topology` is none of {known}, so rolebox drops the whole graph with its `flow`; correct it",
                known=", ".join(TOPOLOGIES),
            )
            return self._report("collaboration-empty", text, f"{GRAPH}/topology")
        if self.graph.cause:
            text = message(
                "`topology` comes with no `agents`, so rolebox drops the whole graph with its `flow`; name the agents"
            )
            if "agents" in self.collaboration:
                return self._report("collaboration-empty", text, f"{GRAPH}/agents")
            return self._report("collaboration-empty", text, missing="agents")
        text = message("the graph has no edge, so rolebox drops it; add `topology` with `agents`, or edges in `flow`")
        return self._report("collaboration-empty", text, missing="" if "flow" in self.collaboration else "flow")

    def _unknown(self, rule: str, name: str, pointer: str) -> Finding:
        if name in self.lost:
            text = message(
                "rolebox drops the subagent `{name}`, and with it the whole graph; mend the subagent",
                name=excerpt(name),
            )
            return self._report(rule, text, pointer)
        text = message(
            "no direct subagent has the slug `{name}` ({known}); correct the name",
            name=excerpt(name),
            known=excerpt(", ".join(sorted(self.known)) or "–", 120),
        )
        return self._report(rule, text, pointer)

    def ways(self) -> Iterator[Finding]:
        """Check that the graph can be entered and left, and that each subagent has a part in it."""
        hops = self.graph.hops
        if not any(hop.source == PARENT for hop in hops):
            text = message("no edge starts from `parent`, so the graph is never entered; add one")
            yield self._report("collaboration-no-entry", text, at_key=True)
        if not any(hop.exits for hop in hops):
            text = message("no edge leads to `parent` or is marked `exit: true`, so rolebox drops the graph; add one")
            yield self._report("collaboration-no-exit", text, at_key=True)
        reached = self.graph.reached()
        for child in self.agent.children:
            if child.slug in self.known and child.slug not in reached:
                text = message(
                    "the subagent `{name}` is not reached from `parent`; add an edge to it, or leave it as it is",
                    name=excerpt(child.slug),
                )
                yield self._report("collaboration-orphan", text, at_key=True)

    def loops(self) -> Iterator[Finding]:
        """Check how often a circle is gone through (``facts/rolebox.md`` §7, ``max_iterations``)."""
        if not self.graph.has_cycle():
            return
        most = self.collaboration.get("max_iterations")
        if is_number(most):
            if most <= 0:  # type: ignore[operator]  # a number
                text = message("`max_iterations` is 0 or less, so the loop is never taken; write how often it may be")
                yield self._report("collaboration-loop-disabled", text, f"{GRAPH}/max_iterations")
        elif most is None and self.collaboration.get("termination") is None:
            text = message("the loop has no limit of its own, and rolebox takes 3; write `max_iterations`")
            yield self._report("collaboration-cycle-without-limit", text, at_key=True)

    def termination(self) -> Iterator[Finding]:
        """Check each condition that ends a loop; of several keys, the first known one decides."""
        termination = mapping(self.collaboration.get("termination"))
        for group in ("any_of", "all_of"):
            items = termination.get(group)
            for i, item in enumerate(items if isinstance(items, list) else ()):
                yield from self._condition(mapping(item), f"{GRAPH}/termination/{group}/{i}")

    def _condition(self, item: dict[str, Any], pointer: str) -> Iterator[Finding]:
        first = next((key for key in item if key in CONDITIONS), None)
        if first is None:
            text = message(
                "no condition is known here, so rolebox leaves the entry out; write one of {known}",
                known=", ".join(CONDITIONS),
            )
            yield self._report("termination-unknown-condition", text, pointer)
            return
        for key in item:
            if key != first:
                text = message(
                    "an entry holds one condition, and only `{first}` counts here; give this one an entry of its own",
                    first=first,
                )
                yield self._report("termination-extra-key", text, join(pointer, key), at_key=True)
        agent = mapping(item.get("result_matches")).get("agent") if first == "result_matches" else None
        if isinstance(agent, str) and agent.strip() and agent not in self.known:
            yield self._unknown("termination-unknown-agent", agent, f"{pointer}/result_matches/agent")
