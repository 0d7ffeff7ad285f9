"""A ``leji.json`` in, what it says of profiles out, with a finding for each key of the wrong type.

Only the keys that profiles depend on are looked at (``spec/formats.md`` → Leji). The tool stops at a manifest with any
mistake (``facts/leji.md`` §2.1); here the rest of it still counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents import pointers
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.formats.workspace import data_of
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["Actor", "Binding", "Manifest", "read_manifest"]

_KINDS = {"a list": list, "an object": dict, "a string": str}


@dataclass(frozen=True, slots=True)
class Binding:
    """One entry of ``agents``: a role, the path that it declares, and where that stands."""

    role: str
    declared: str
    pointer: str


@dataclass(frozen=True, slots=True)
class Actor:
    """One entry of ``actors``: the roles that it takes, and those that it has a command for."""

    name: str
    roles: tuple[str, ...]
    commands: tuple[str, ...]
    pointer: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a ``leji.json`` says; a key that is absent or of the wrong type is None or empty."""

    document: Document
    #: Nothing is wrong with it, as far as it is looked at.
    sound: bool
    root: str | None = None
    profiles: str | None = None
    agents: tuple[Binding, ...] = ()
    actors: tuple[Actor, ...] = ()
    boot_profile: str = ""
    claimed_level: str = ""
    findings: tuple[Finding, ...] = field(default=(), repr=False)


def read_manifest(workspace: Workspace, path: str) -> Manifest:
    """Return the manifest at *path*, whatever it holds."""
    document = workspace.document(path, syntax="json")
    if not document.readable:
        return Manifest(document, sound=False, findings=_unreadable(workspace, document))
    return _Reader(workspace, document).read()


def _unreadable(workspace: Workspace, document: Document) -> tuple[Finding, ...]:
    """Return the error of reading as the error that Leji's tool gives, and what else was noticed."""
    errors = [f for f in document.findings if f.severity is Severity.ERROR]
    others = [f for f in document.findings if f.severity is not Severity.ERROR]
    first = errors[0]
    text = message(
        "Leji's own tool cannot read the manifest, stops here and binds no role: {cause}", cause=first.message
    )
    parse = workspace.report("manifest-parse", document, text, line=first.line, column=first.column)
    return (*others, parse)


class _Reader:
    """Takes the keys out of one manifest and notes what is of the wrong type."""

    def __init__(self, workspace: Workspace, document: Document) -> None:
        self.workspace = workspace
        self.document = document
        self.findings: list[Finding] = []

    def read(self) -> Manifest:
        data = data_of(self.document)
        if data is None:
            self._wrong("", message("the manifest must be an object"))
            return Manifest(self.document, sound=False, findings=(*self.document.findings, *self.findings))
        machine = self._get(data, "machine", "", "an object") or {}
        root = self._get(data, "rootPath", "", "a string")
        if "rootPath" not in data:
            text = message("`rootPath` is missing; write the folder of the context, such as `docs/`")
            self.findings.append(
                self.workspace.report("manifest-schema", self.document, text, pointer="", missing="rootPath")
            )
        profiles = self._get(machine, "agentProfilesPath", "/machine", "a string")
        agents, actors = self._agents(data), self._actors(data)
        boot, conformance = data.get("bootProfilePath"), data.get("conformance")
        claimed = conformance.get("claimedLevel") if isinstance(conformance, dict) else None
        return Manifest(
            self.document,
            sound=not self.findings,
            root=root,
            profiles=profiles,
            agents=agents,
            actors=actors,
            boot_profile=boot if isinstance(boot, str) else "",
            claimed_level=claimed if isinstance(claimed, str) else "",
            findings=(*self.document.findings, *self.findings),
        )

    def _agents(self, data: dict[str, Any]) -> tuple[Binding, ...]:
        agents = self._get(data, "agents", "", "an object") or {}
        found = ((role, self._get(agents, role, "/agents", "a string")) for role in agents)
        return tuple(Binding(role, path, pointers.join("/agents", role)) for role, path in found if path is not None)

    def _actors(self, data: dict[str, Any]) -> tuple[Actor, ...]:
        actors = self._get(data, "actors", "", "an object") or {}
        found = []
        for name in actors:
            pointer = pointers.join("/actors", name)
            actor = self._get(actors, name, "/actors", "an object")
            if actor is not None:
                commands = self._get(actor, "commands", pointer, "an object") or {}
                told = [c for c in commands if self._get(commands, c, f"{pointer}/commands", "a string") is not None]
                found.append(Actor(name, self._roles(actor, pointer), tuple(told), pointer))
        return tuple(found)

    def _roles(self, actor: dict[str, Any], pointer: str) -> tuple[str, ...]:
        roles = self._get(actor, "roles", pointer, "a list") or []
        wrong = [i for i, role in enumerate(roles) if not isinstance(role, str)]
        if wrong:
            self._wrong(f"{pointer}/roles/{wrong[0]}", message("each of `roles` must be a string"))
        return tuple(role for role in roles if isinstance(role, str))

    def _get(self, data: dict[str, Any], key: str, pointer: str, kind: str) -> Any:
        """Return the value of *key* if it is of its *kind*; None where it is absent, or wrong and noted."""
        value = data.get(key)
        if key not in data or isinstance(value, _KINDS[kind]):
            return value
        self._wrong(pointers.join(pointer, key), _must_be(key, kind))
        return None

    def _wrong(self, pointer: str, cause: object) -> None:
        text = message(
            "{cause}, so Leji's own tool stops here and looks at no profile; correct the manifest", cause=cause
        )
        self.findings.append(self.workspace.report("manifest-schema", self.document, text, pointer=pointer))


def _must_be(key: str, kind: str) -> object:
    key = excerpt(key)
    if kind == "an object":
        return message("`{key}` must be an object", key=key)
    return (
        message("`{key}` must be a list", key=key) if kind == "a list" else message("`{key}` must be a string", key=key)
    )
