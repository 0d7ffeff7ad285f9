"""A workspace in, the roles of every agent out: what each file says, whether its registry counts it, what is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.formats.evolcore.checks import check_role
from sphinx_agentcfg.formats.evolcore.command_checks import check_commands
from sphinx_agentcfg.formats.evolcore.discovery import AgentFolder, agents_in
from sphinx_agentcfg.formats.evolcore.model import Agent, Registry, RoleFile, Shared, Standing
from sphinx_agentcfg.formats.evolcore.names import RANKS, Kind, fields, is_model, kind_of, rank_of
from sphinx_agentcfg.formats.evolcore.registry_checks import check_registry
from sphinx_agentcfg.formats.evolcore.session import check_params, params_of
from sphinx_agentcfg.formats.model import NOTHING, Derivation, Part, Profile, Provenance, Resolved, State
from sphinx_agentcfg.formats.naming import unique_ids
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.formats.workspace import data_of
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["resolve"]

_TYPE = "evolcore/role-config"
#: An agent whose matrix would have more cells than that is not spread out: each role lists its own operations only.
_MOST_CELLS = 250_000
#: What a JSON parser takes without a word, with the meaning that we give it too.
_HARMLESS = {"file/duplicate-key"}


def resolve(workspace: Workspace) -> Resolved:
    """Return a profile for each role file, and for each registered role without one (a built-in template)."""
    profiles: list[Profile] = []
    findings: list[Finding] = []
    documents: dict[str, Document] = {}
    for folder in agents_in(workspace):
        agent = _read(workspace, folder, findings)
        documents |= {file.path: file.document for file in agent.files.values()}
        if agent.registry is not None:
            documents[agent.registry.document.name] = agent.registry.document
        findings += _checked(workspace, agent)
        for params in params_of(workspace, agent):
            documents[params.document.name] = params.document
            findings += check_params(workspace, agent, params)
        profiles += _profiles(agent)
    return Resolved(workspace.format.id, tuple(_named(workspace, profiles)), tuple(findings), documents=documents)


def _read(workspace: Workspace, folder: AgentFolder, findings: list[Finding]) -> Agent:
    """Read the files of one agent, and add to *findings* what reading and the schemas have against them."""
    files: dict[str, RoleFile] = {}
    for role, path in folder.roles:
        document = workspace.document(path, "role-config")
        found = workspace.check(document, "role-config")
        findings += found
        files[role] = RoleFile(role, path, document, data_of(document), _lawful(found))
    registry = None
    if folder.registry is not None:
        document = workspace.document(folder.registry, "role-registry")
        found = workspace.check(document, "role-registry")
        findings += found
        registry = _registry(document, lawful=_lawful(found))
    return Agent(folder, registry, files)


def _registry(document: Document, *, lawful: bool) -> Registry:
    data = data_of(document)
    listed = data.get("roles") if data is not None else None
    if not isinstance(listed, list):
        return Registry(document, data or {}, None, lawful)
    places: dict[str, int] = {}
    for i, role in enumerate(listed):
        if isinstance(role, str):
            places.setdefault(role, i)
    return Registry(document, data or {}, places, lawful)


def _lawful(findings: Iterable[Finding]) -> bool:
    return not any(f.severity is Severity.ERROR and f.rule not in _HARMLESS for f in findings)


def _checked(workspace: Workspace, agent: Agent) -> Iterator[Finding]:
    yield from check_registry(workspace, agent)
    for role, file in agent.files.items():
        yield from check_role(workspace, file, agent.listing(role))
        yield from check_commands(workspace, file)


# Profiles ------------------------------------------------------------------------------------------------------------


def _profiles(agent: Agent) -> Iterator[Profile]:
    """Give the roles of one agent: those with a file, then the templates in the order of the registry."""
    templates = [
        (role, place)
        for role, place in ((agent.registry.roles or {}) if agent.registry else {}).items()
        if role not in agent.files
    ]
    shared = _shared(agent, len(agent.files) + len(templates))
    for role, file in agent.files.items():
        yield _profile(agent, shared, role, file)
    for role, place in templates:
        yield _template(agent, shared, role, place)


def _shared(agent: Agent, roles: int) -> Shared:
    """Gather what the matrix of the agent is about: every setting and operation that any of its roles names."""
    settings, operations = dict.fromkeys(fields()), dict[str, None]()
    dangerous: set[str] = set()
    for file in agent.files.values():
        data = mapping(file.data)
        settings |= dict.fromkeys(key for key in mapping(data.get("permissions")) if is_model(key))
        rules = mapping(data.get("commandPermissions"))
        operations |= dict.fromkeys(rules)
        dangerous |= {
            key for key, rule in rules.items() if mapping(rule).get("dangerous") is True and kind_of(key) is Kind.EXACT
        }
    registry = agent.registry.document.name if agent.registry else ""
    many = (len(settings) + len(operations)) * roles > _MOST_CELLS
    return Shared(
        aid=agent.folder.aid,
        registry=registry,
        settings=fields() if many else tuple(settings),
        operations=() if many else tuple(operations),
        dangerous=frozenset(dangerous),
        left_out=len(operations) if many else 0,
    )


def _profile(agent: Agent, shared: Shared, role: str, file: RoleFile) -> Profile:
    effective, derived = _effective(role, file.data)
    return Profile(
        id="",  # given to all together
        type=_TYPE,
        name=f"{shared.aid}/{role}",
        path=file.path,
        kind="role",
        role=role,
        model=_models(file.data),
        state=State.UNREADABLE if file.data is None else State.OK,
        parts=(Part(_TYPE, file.path, effective=effective, derived=derived),),
        about=_standing(agent, shared, role, lawful=file.lawful),
    )


def _template(agent: Agent, shared: Shared, role: str, place: int) -> Profile:
    """Return a role of which the files say only that it counts."""
    at = join("/roles", place)
    return Profile(
        id="",
        type=_TYPE,
        name=f"{shared.aid}/{role}",
        path=shared.registry,
        kind="role",
        role=role,
        pointer=at,
        state=State.UNRESOLVED,
        parts=(Part(_TYPE, shared.registry, pointer=at),),
        about=_standing(agent, shared, role, lawful=True),
    )


def _standing(agent: Agent, shared: Shared, role: str, *, lawful: bool) -> Standing:
    assumed = agent.registry is not None and not agent.registry.lawful
    return Standing(agent.listing(role), lawful, assumed, shared)


def _effective(role: str, data: dict[str, Any] | None) -> tuple[Any, dict[str, Derivation]]:
    """Return what evolcore goes by: the file, and the rank that its loader fills in where there is none (EV11)."""
    if data is None:
        return NOTHING, {}
    if "rank" in data:
        return data, {}
    reason = message("the file has no `rank`, so the loader fills it in")
    derivation = Derivation(Provenance.BUILTIN, reason=reason, assumed=role in RANKS)
    return {**data, "rank": rank_of(role)}, {"/rank": derivation}


def _models(data: dict[str, Any] | None) -> str | None:
    """Return the default model of each base agent, in the order of the file."""
    policies = mapping((data or {}).get("permissions"))
    defaults = (mapping(policy).get("default") for key, policy in policies.items() if is_model(key))
    return ", ".join(dict.fromkeys(default for default in defaults if isinstance(default, str))) or None


def _named(workspace: Workspace, profiles: list[Profile]) -> Iterator[Profile]:
    ids = unique_ids(workspace.format.id, [(profile.name, profile.path) for profile in profiles])
    for each, profile in zip(ids, profiles, strict=True):
        yield replace(profile, id=each)
