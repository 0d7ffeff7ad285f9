"""An agent whose parents are done in, its effective values out, and where those come from that it does not say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.model import Change, Derivation, Element, Origin, Provenance, State
from sphinx_agentcfg.formats.rolebox.values import is_positive, kept
from sphinx_agentcfg.formats.rolebox.words import BUILTIN_FUNCTIONS, DISPATCH, IGNORED_IN_SUBAGENTS, INHERITED
from sphinx_agentcfg.formats.values import is_number, mapping, texts
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.formats.rolebox.model import Agent

__all__ = ["resolve_values"]

#: Fields with a default in the schema, which counts again where the value is dropped.
_DEFAULTED = {"mode"}


def resolve_values(agent: Agent) -> None:
    """Set ``effective`` and ``derived`` of *agent*; its parent has them already."""
    data = mapping(agent.data)
    agent.effective = {
        key: value
        for key, value in data.items()
        if kept(key, value) and not (agent.level and key in IGNORED_IN_SUBAGENTS)
    }
    _drop_inside(agent)
    for key in data.keys() - agent.effective.keys() - _DEFAULTED:
        agent.derived[f"/{key}"] = Derivation(Provenance.MISSING, _origin(agent, key), reason=_why_dropped(agent, key))
    _defaults(agent)
    if agent.level == 1:
        _inherit(agent)
    _set_prompt(agent)
    _set_functions(agent)


def _drop_inside(agent: Agent) -> None:
    """Leave out of ``dispatch`` and ``collaboration`` the numbers that the loader does not take (facts §7 and §8)."""
    dispatch = agent.effective.get("dispatch")
    if isinstance(dispatch, dict) and any(k in DISPATCH and not is_positive(v) for k, v in dispatch.items()):
        agent.effective["dispatch"] = {k: v for k, v in dispatch.items() if k not in DISPATCH or is_positive(v)}
        if not agent.effective["dispatch"]:  # with all of its numbers, the block itself is dropped
            del agent.effective["dispatch"]
    graph = agent.effective.get("collaboration")
    most = graph.get("max_iterations") if isinstance(graph, dict) else None
    if isinstance(graph, dict) and most is not None and not is_number(most):
        agent.effective["collaboration"] = {k: v for k, v in graph.items() if k != "max_iterations"}


def _origin(agent: Agent, key: str) -> Origin:
    return Origin(agent.id, agent.path, join(agent.pointer, key))


def _why_dropped(agent: Agent, key: str) -> Any:
    if agent.level and key in IGNORED_IN_SUBAGENTS:
        return message("rolebox does not look at this field in a subagent")
    return message("the value is of a type that rolebox drops without a word")


def _defaults(agent: Agent) -> None:
    if agent.effective.get("description") is None:
        agent.effective["description"] = ""
        agent.derived["/description"] = Derivation(
            Provenance.DEFAULT, reason=message("the loader puts an empty text for a missing description")
        )
    if agent.level:
        agent.effective["mode"] = "subagent"
        reason = message("rolebox makes every subagent a subagent, whatever its file says")
        agent.derived["/mode"] = Derivation(Provenance.BUILTIN, reason=reason)


def _inherit(agent: Agent) -> None:
    """Take over whole values from the role; only its direct subagents do (``facts/rolebox.md`` §5)."""
    parent = agent.parent
    if parent is None or parent.state is not State.OK:
        return
    for key in INHERITED:
        value = parent.effective.get(key)
        if value is not None and agent.effective.get(key) is None:
            agent.effective[key] = value
            agent.derived[f"/{key}"] = Derivation(Provenance.INHERITED, _origin(parent, key))


def _set_prompt(agent: Agent) -> None:
    """Put the text of ``prompt_file`` in the place of ``prompt``; the prompt that lost is told of."""
    prompt, own = agent.prompt, agent.effective.get("prompt")
    inline = isinstance(own, str) and bool(own.strip())
    if prompt.path is None and prompt.text is not None:
        return
    agent.effective.pop("prompt", None)
    elements: tuple[Element, ...] = ()
    if inline:
        elements = (Element(own, None, _origin(agent, "prompt"), Change.OVERRIDDEN),)
    if prompt.text is not None:
        agent.effective["prompt"] = prompt.text
        origin = Origin(agent.id, prompt.path or "", None, 1)
        agent.derived["/prompt"] = Derivation(Provenance.OWN, origin, elements, message("`prompt_file` beats `prompt`"))
    elif agent.effective.get("prompt_file") is not None:
        reason = message("the file that `prompt_file` names was not read")
        agent.derived["/prompt"] = Derivation(Provenance.UNKNOWN, _origin(agent, "prompt_file"), elements, reason)


def _set_functions(agent: Agent) -> None:
    """Set the built-in functions, then those of the file, less those that it disables (``facts/rolebox.md`` §6)."""
    own = texts(agent.effective.get("functions"))
    disabled = {name: i for i, name in reversed(texts(agent.effective.get("disable_functions")))}
    elements: list[Element] = []
    seen: set[str] = set()
    position = 0
    for name, origin, provenance in _candidates(agent, own):
        if name in seen:
            elements.append(Element(name, None, origin, Change.REMOVED, provenance))
            continue
        seen.add(name)
        if name in disabled:
            by = Origin(agent.id, agent.path, join(join(agent.pointer, "disable_functions"), disabled[name]))
            elements.append(Element(name, None, by, Change.REMOVED, provenance))
            continue
        change = Change.KEPT if provenance is Provenance.BUILTIN else Change.ADDED
        elements.append(Element(name, position, origin, change, provenance))
        position += 1
    agent.effective["functions"] = [each.item for each in elements if each.position is not None]
    merged = bool(own) or any(each.change is Change.REMOVED for each in elements)
    reason = message("the built-in functions come first, and `disable_functions` takes names away")
    provenance = Provenance.MERGED if merged else Provenance.BUILTIN
    agent.derived["/functions"] = Derivation(provenance, None, tuple(elements), reason)


def _candidates(agent: Agent, own: list[tuple[int, str]]) -> Iterator[tuple[str, Origin, Provenance]]:
    yield from ((name, Origin(), Provenance.BUILTIN) for name in BUILTIN_FUNCTIONS)
    pointer = join(agent.pointer, "functions")
    yield from ((name, Origin(agent.id, agent.path, join(pointer, i)), Provenance.OWN) for i, name in own)
