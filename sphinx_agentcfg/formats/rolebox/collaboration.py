"""The ``collaboration`` of a role in, the edges that rolebox makes of it out, and what in ``flow`` is no edge."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.rolebox.words import PARENT
from sphinx_agentcfg.formats.values import mapping, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["GRAPH", "TOPOLOGIES", "Graph", "Hop", "graph_of"]

GRAPH = "/collaboration"
TOPOLOGIES = ("pipeline", "review-loop", "star")
_EDGE = re.compile(r"\s*([^\s>:]+)\s*->\s*([^\s>:]+)(?:\s*:\s*(.*?))?\s*\Z")


@dataclass(frozen=True, slots=True)
class Hop:
    """One edge: who hands over to whom; ``pointer`` is where it was written."""

    source: str
    target: str
    label: str = ""
    exits: bool = False
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Graph:
    """The edges in order, and the places in ``flow`` of what is no edge.

    ``cause`` is the field for which rolebox drops the whole graph, ``flow`` included: there are no edges then.
    """

    hops: tuple[Hop, ...]
    invalid: tuple[str, ...] = ()
    cause: str = ""

    def has_cycle(self) -> bool:
        """Say whether agents, the role left aside, hand over in a circle."""
        following: dict[str, list[str]] = {}
        for hop in self.hops:
            if PARENT not in (hop.source, hop.target):
                following.setdefault(hop.source, []).append(hop.target)
        done: set[str] = set()
        for start in following:
            on_the_way: set[str] = set()
            stack: list[tuple[str, bool]] = [(start, False)]
            while stack:
                node, leaving = stack.pop()
                if leaving:
                    on_the_way.discard(node)
                    done.add(node)
                elif node in on_the_way:
                    return True
                elif node not in done:
                    on_the_way.add(node)
                    stack.append((node, True))
                    for after in following.get(node, ()):
                        if after in on_the_way:
                            return True
                        stack.append((after, False))
        return False

    def reached(self) -> set[str]:
        """Return every node that can be reached from the role."""
        following: dict[str, list[str]] = {}
        for hop in self.hops:
            following.setdefault(hop.source, []).append(hop.target)
        found, stack = {PARENT}, [PARENT]
        while stack:
            for after in following.get(stack.pop(), ()):
                if after not in found:
                    found.add(after)
                    stack.append(after)
        return found


def graph_of(collaboration: Any) -> Graph:
    """Return the edges: those of the topology, then those of ``flow``, which take the place of equal ones.

    The rules are those of ``facts/rolebox.md`` §7 (src/graph/parser.ts:47-175, src/graph/templates.ts).
    """
    collaboration = mapping(collaboration)
    cause = _cause(collaboration)
    hops = {(hop.source, hop.target): hop for hop in _template(collaboration)}
    invalid: list[str] = []
    flow = collaboration.get("flow")
    for i, item in enumerate(flow if isinstance(flow, list) else ()):
        pointer = f"{GRAPH}/flow/{i}"
        hop = _hop(item)
        if hop is None:
            invalid.append(pointer)
        else:
            hops[hop.source, hop.target] = replace(hop, pointer=pointer)
    return Graph(() if cause else tuple(hops.values()), tuple(invalid), cause)


def _cause(collaboration: dict[str, Any]) -> str:
    """Return the field that makes rolebox drop the graph: a topology that is none, or has no agents."""
    topology = collaboration.get("topology")
    if topology is None:
        return ""
    if not isinstance(topology, str) or topology.strip() not in TOPOLOGIES:
        return "topology"
    return "" if texts(collaboration.get("agents")) else "agents"


def _template(collaboration: dict[str, Any]) -> Iterator[Hop]:
    topology = collaboration.get("topology")
    named = texts(collaboration.get("agents"))
    agents = [name for _, name in named]
    if not isinstance(topology, str) or not agents:
        return
    places = {name: join(f"{GRAPH}/agents", i) for i, name in named}
    first, last = agents[0], agents[-1]
    match topology.strip():
        case "pipeline":
            yield Hop(PARENT, first, pointer=places[first])
            yield from (Hop(a, b, pointer=places[b]) for a, b in pairwise(agents))
            yield Hop(last, PARENT, exits=True, pointer=places[last])
        case "review-loop":
            yield Hop(PARENT, first, pointer=places[first])
            yield from (Hop(a, b, pointer=places[b]) for a, b in pairwise(agents))
            yield Hop(last, first, "loop", pointer=places[last])
            yield Hop(last, PARENT, "exit", exits=True, pointer=places[last])
        case "star":
            for name in agents:
                yield Hop(PARENT, name, pointer=places[name])
                yield Hop(name, PARENT, exits=True, pointer=places[name])


def _hop(item: Any) -> Hop | None:
    if isinstance(item, str):
        match = _EDGE.match(item)
        return Hop(match[1], match[2], match[3] or "", exits=match[2] == PARENT) if match else None
    source, target = mapping(item).get("from"), mapping(item).get("to")
    if not (isinstance(source, str) and source.strip() and isinstance(target, str) and target.strip()):
        return None
    label = item.get("label")
    exits = item.get("exit") is True or target == PARENT
    return Hop(source, target, label.strip() if isinstance(label, str) else "", exits=exits)
