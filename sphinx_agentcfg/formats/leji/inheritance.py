"""The profiles of a layer in; for each its effective fields, or why it has none, out.

The algorithm of ``facts/leji.md`` §1.3, in the order of its tests: the first that fails ends it, and there is never
a result in part. Its last test (the joined lists must not be empty) cannot fail: a base that passes the schema
without ``inherits`` has both.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.formats.leji.derivations import BaseLists, Heritage
from sphinx_agentcfg.formats.leji.members import POSTURE
from sphinx_agentcfg.formats.model import NOTHING, State
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.members import Member
    from sphinx_agentcfg.formats.model import Derivation
    from sphinx_agentcfg.formats.workspace import Workspace
    from sphinx_agentcfg.messages import Message

__all__ = ["CORE", "Outcome", "Resolver", "merge"]

#: The role that a base must have.
CORE = "core"
_MOST_NAMED = 5
_Lists = dict[str, tuple[list[str], frozenset[str]]]
_NO_DERIVATIONS: Mapping[str, Derivation] = {}


def merge(base: list[str], own: list[str], in_base: frozenset[str] | None = None) -> list[str]:
    """Return the base's items, then those of *own* that it does not have; duplicates inside either stay (§1.4)."""
    known = frozenset(base) if in_base is None else in_base
    added = [item for item in own if item not in known]
    return base + added if added else base


class Outcome(NamedTuple):
    """What became of a profile."""

    state: State
    effective: Any = NOTHING
    derived: Mapping[str, Derivation] = _NO_DERIVATIONS
    base: BaseLists | None = None
    #: The id of the profile, or the word, that ``inherits`` means; None without a valid ``inherits``.
    parent: str | None = None
    #: ``resolved``, or why not: ``refused``, ``on-core``, ``unknown``, ``ambiguous``, ``not-core``, ``base-invalid``.
    status: str = ""
    finding: Finding | None = None


_UNREADABLE = Outcome(State.UNREADABLE)
_REFUSED = Outcome(State.UNRESOLVED)


class Resolver:
    """Resolves the profiles of one layer; *ids* are the ids of all profiles by path."""

    def __init__(self, workspace: Workspace, members: Iterable[Member], ids: Mapping[str, str]) -> None:
        self.workspace = workspace
        self.ids = ids
        self.members = tuple(members)
        self.by_id: dict[str, list[Member]] = defaultdict(list)
        for member in self.members:
            if member.counts and member.id is not None:
                self.by_id[member.id].append(member)
        self._bases: dict[str, BaseLists] = {}
        self._uncounted: dict[str, Member] | None = None

    def outcome(self, member: Member) -> Outcome:
        """Resolve one profile."""
        data = member.data
        if data is None:
            return _UNREADABLE
        word = data.get("inherits")
        if not isinstance(word, str):
            return _REFUSED if member.faulty else Outcome(State.OK, data)
        if member.faulty:
            return Outcome(State.UNRESOLVED, parent=self._meant(word), status="refused")
        if data["role"] == CORE:
            text = message("a core profile must not have `inherits`; remove it and write the required fields")
            return self._failed(member, "inherits-on-core", text, "on-core", self._meant(word))
        targets = self.by_id.get(word, ())
        if len(targets) != 1:
            return self._no_target(member, word, targets)
        return self._over(member, data, targets[0])

    def _over(self, member: Member, data: dict[str, Any], target: Member) -> Outcome:
        base = self._bases.get(target.path)
        if base is None:
            wrong = self._wrong_target(member, target)
            if wrong is not None:
                return wrong
            base = self._bases[target.path] = self._lists(target)
        derived = Heritage(base, self.ids[member.path], member.path, data)
        return Outcome(State.OK, _join(data, base), derived, base, base.profile, "resolved")

    def _lists(self, target: Member) -> BaseLists:
        data = target.data or {}
        lists: _Lists = {key: (data[key], frozenset(data[key])) for key in POSTURE if key in data}
        return BaseLists(self.ids[target.path], target.path, lists)

    def _wrong_target(self, member: Member, target: Member) -> Outcome | None:
        """Say why *target*, the only one, cannot be a base."""
        data, parent = target.data or {}, self.ids[target.path]
        role = data.get("role")
        if role != CORE:
            text = message(
                "`inherits` names `{path}`, which is no core profile (`role`: {role}); inherit from a core profile",
                path=target.path,
                role=_shown(role),
            )
            return self._failed(member, "inherits-target-not-core", text, "not-core", parent)
        if isinstance(data.get("inherits"), str):
            text = message(
                "`inherits` names `{path}`, which inherits itself; there is one level only, so remove `inherits` there",
                path=target.path,
            )
            return self._failed(member, "inherits-on-core", text, "on-core", parent)
        if target.faulty:
            return self._base_invalid(member, target)
        return None

    def _no_target(self, member: Member, word: str, targets: Iterable[Member]) -> Outcome:
        paths = [target.path for target in targets]
        if paths:
            text = message(
                "`inherits` names `{id}`, which {count} profiles have ({paths}); give each an `id` of its own",
                id=excerpt(word),
                count=len(paths),
                paths=", ".join(paths[:_MOST_NAMED]) + (", …" if len(paths) > _MOST_NAMED else ""),
            )
            return self._failed(member, "inherits-ambiguous-target", text, "ambiguous", word)
        meant = self._uncounted_member(word)
        if meant is None:
            text = message(
                "`inherits` names `{id}`, an `id` that no profile of the layer has; write that of a core profile",
                id=excerpt(word),
            )
        elif meant.seen:
            return self._base_invalid(member, meant)
        else:
            text = message(
                "`inherits` names `{id}`, but Leji's own tool passes over `{path}`, which has this `id`; give that "
                "file a plain name",
                id=excerpt(word),
                path=meant.path,
            )
        return self._failed(member, "inherits-unknown", text, "unknown", word)

    def _base_invalid(self, member: Member, target: Member) -> Outcome:
        if target.data is None:
            text = message("the base profile `{path}` cannot be read; correct it first", path=target.path)
        elif target.refusal is not None:
            text = message("Leji's own tool refuses the base profile `{path}`; correct it first", path=target.path)
        else:
            text = message("the base profile `{path}` breaks the schema; correct it first", path=target.path)
        return self._failed(member, "base-invalid", text, "base-invalid", self.ids[target.path])

    def _failed(self, member: Member, rule: str, text: Message, status: str, parent: str) -> Outcome:
        finding = self.workspace.report(rule, member.document, text, pointer="/inherits", profile=self.ids[member.path])
        return Outcome(State.UNRESOLVED, parent=parent, status=status, finding=finding)

    def _meant(self, word: str) -> str:
        """Return the id of the profile that *word* means, if there is just one."""
        targets = self.by_id.get(word, ())
        return self.ids[targets[0].path] if len(targets) == 1 else word

    def _uncounted_member(self, word: str) -> Member | None:
        """Return the profile that has the id for us, not for the tool; an unreadable one goes by its file's name."""
        if self._uncounted is None:
            self._uncounted = {}
            for member in self.members:
                if not member.counts:
                    stem = member.path.rpartition("/")[2].rpartition(".")[0]
                    self._uncounted.setdefault(member.id or stem, member)
        return self._uncounted.get(word)


def _join(data: dict[str, Any], base: BaseLists) -> dict[str, Any]:
    """Return the effective fields, in the order of the profile's own and then the base's."""
    effective = dict(data)
    del effective["inherits"]
    for key, (items, in_base) in base.lists.items():
        mine = data.get(key)
        if mine:
            effective[key] = merge(items, mine, in_base)
        elif items or mine is None:
            effective[key] = items
    return effective


def _shown(role: object) -> object:
    if isinstance(role, str):
        return excerpt(role)
    return message("missing") if role is None else message("not a string")
