"""One profile in, what is wrong with the items of its four lists out: duplicates, repeated items, conflicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.leji.members import POSTURE
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.derivations import BaseLists
    from sphinx_agentcfg.formats.leji.inheritance import Outcome
    from sphinx_agentcfg.formats.leji.members import Member
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_lists", "own_lists"]

_ASK, _REFUSE = "mustAskWhen", "mustRefuseWhen"
_Lists = Mapping[str, list[str]]


def own_lists(member: Member) -> _Lists:
    """Return a mapping that has the lists of the file, as far as they are lists of text."""
    data = member.data or {}
    if not member.faulty:
        return data
    return {key: data[key] for key in POSTURE if _is_texts(data.get(key))}


def _is_texts(items: object) -> bool:
    return isinstance(items, list) and all(isinstance(item, str) for item in items)


def check_lists(workspace: Workspace, member: Member, outcome: Outcome, own: _Lists) -> Iterable[Finding]:
    """Look at the *own* lists and, where the profile resolves, at the effective ones."""
    lists: _Lists = outcome.effective or own
    ask, refuse = lists.get(_ASK), lists.get(_REFUSE)
    both = set(ask).intersection(refuse) if ask and refuse else None
    if both or _repeats(own, outcome.base):
        return _findings(workspace, member, outcome.base, own, both or set())
    return ()


def _repeats(own: _Lists, base: BaseLists | None) -> bool:
    """Say whether a list has an item twice, or one that the base has: cheap, and false for most profiles."""
    of_base = base.lists if base else {}
    for key in POSTURE:
        items = own.get(key)
        if items:
            if len(items) > 1 and len(set(items)) < len(items):
                return True
            if key in of_base and not of_base[key][1].isdisjoint(items):
                return True
    return False


def _findings(
    workspace: Workspace, member: Member, base: BaseLists | None, own: _Lists, both: set[str]
) -> Iterator[Finding]:
    for key in POSTURE:
        items = own.get(key) or []
        yield from _duplicates(workspace, member, key, items)
        if base is not None and key in base.lists:
            yield from _redundant(workspace, member, key, items, base)
    yield from _conflicts(workspace, member, own, both)


def _duplicates(workspace: Workspace, member: Member, key: str, items: list[str]) -> Iterator[Finding]:
    """Report each text once, at its second place."""
    counts: dict[str, int] = {}
    second: dict[str, int] = {}
    for i, item in enumerate(items):
        counts[item] = counts.get(item, 0) + 1
        if counts[item] == 2:  # noqa: PLR2004  # the first repetition
            second[item] = i
    for item, i in second.items():
        text = message(
            "`{key}` has the item `{item}` {count} times, and resolution keeps them all; remove the others",
            key=key,
            item=excerpt(item),
            count=counts[item],
        )
        yield workspace.report("duplicate-item", member.document, text, pointer=f"/{key}/{i}")


def _redundant(workspace: Workspace, member: Member, key: str, items: list[str], base: BaseLists) -> Iterator[Finding]:
    in_base = base.lists[key][1]
    for i, item in enumerate(items):
        if item in in_base:
            text = message(
                "`{key}` repeats the item `{item}` of the base profile `{path}`; remove it, unless it must stay "
                "whatever happens to the base",
                key=key,
                item=excerpt(item),
                path=base.path,
            )
            yield workspace.report("redundant-item", member.document, text, pointer=f"/{key}/{i}")


def _conflicts(workspace: Workspace, member: Member, own: _Lists, both: set[str]) -> Iterator[Finding]:
    """Report a condition where this file has a part in it; if both lists come from the base, that file is told."""
    told: set[str] = set()
    for key in (_REFUSE, _ASK):
        for i, item in enumerate(own.get(key, ())):
            if item in both and item not in told:
                told.add(item)
                text = message(
                    "the condition `{item}` is in `mustAskWhen` and in `mustRefuseWhen`, so the role refuses and never "
                    "asks; keep it in one of them",
                    item=excerpt(item),
                )
                yield workspace.report("ask-and-refuse", member.document, text, pointer=f"/{key}/{i}")
