"""A layer in, what is wrong with it as a whole out: equal ids, a claim without a profile, a default that is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.leji.actors import check_actors
from sphinx_agentcfg.formats.leji.bindings import DEFAULT, check_bindings
from sphinx_agentcfg.formats.leji.places import folder_name, place, within
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.members import Layer
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_layer"]

#: The levels of conformance that need a profile.
_NEED_A_PROFILE = {"governed", "federated"}


def check_layer(workspace: Workspace, layer: Layer, ids: Mapping[str, str]) -> Iterator[Finding]:
    """Give every finding of a layer; *ids* are the ids of all profiles by path."""
    yield from _equal_ids(workspace, layer)
    yield from check_bindings(workspace, layer, ids)
    yield from check_actors(workspace, layer)
    yield from _default_in_boot_profile(workspace, layer)
    yield from _missing_profile(workspace, layer)
    yield from _missing_folder(workspace, layer)


def _equal_ids(workspace: Workspace, layer: Layer) -> Iterator[Finding]:
    """Report each profile whose id an earlier path has, in the folder or outside of it."""
    members = sorted((*layer.members, *layer.guests), key=lambda member: member.path) if layer.guests else layer.members
    first: dict[str, str] = {}
    for member in members:
        if member.seen and member.id is not None and first.setdefault(member.id, member.path) != member.path:
            text = message(
                "`{path}` has the `id` `{id}` already; give each profile an `id` of its own",
                path=first[member.id],
                id=excerpt(member.id),
            )
            yield workspace.report("id-duplicate", member.document, text, pointer="/id")


def _default_in_boot_profile(workspace: Workspace, layer: Layer) -> Iterator[Finding]:
    """Report a boot profile whose text has the path that ``agents.default`` binds."""
    manifest = layer.manifest
    declared = next((b.declared for b in manifest.agents if b.role == DEFAULT), "") if manifest else ""
    if manifest is None or not declared or not manifest.boot_profile:
        return
    path = place(layer.folder, manifest.boot_profile)
    if path is None or not workspace.is_file(path):
        return
    document = workspace.document(path, syntax="markdown")
    offset = document.text.find(declared) if document.readable else -1
    if offset >= 0:
        text = message(
            "the boot profile names `{path}`, which `agents.default` binds; nothing is loaded because its key is "
            "`default`, so bind it under its role",
            path=excerpt(declared),
        )
        line = document.text.count("\n", 0, offset) + 1
        yield workspace.report("boot-agents-default", document, text, line=line)


def _missing_profile(workspace: Workspace, layer: Layer) -> Iterator[Finding]:
    """Report a claim that needs a valid profile in the profile folder; whether it resolves does not count (§1.7)."""
    manifest = layer.manifest
    if manifest is None or manifest.claimed_level not in _NEED_A_PROFILE:
        return
    folder = layer.profiles
    valid = (
        member
        for member in layer.members
        if member.counts and not member.faulty and folder is not None and within(member.path, folder)
    )
    if next(valid, None) is None:
        text = message(
            "`conformance.claimedLevel` is {level}, which needs a valid profile in this folder; write one, or claim a "
            "lower level",
            level=manifest.claimed_level,
        )
        at = manifest.document.name if folder is None else folder_name(folder)
        yield workspace.report("profile-required", at, text)


def _missing_folder(workspace: Workspace, layer: Layer) -> Iterator[Finding]:
    """Report a folder that the manifest names and that is not there, while profiles of the layer lie elsewhere."""
    manifest = layer.manifest
    if manifest is None or layer.members:
        return
    for declared, pointer in ((manifest.profiles, "/machine/agentProfilesPath"), (manifest.root, "/rootPath")):
        path = place(layer.folder, declared) if declared else None
        unread = _unread(workspace, layer.folder) if path and not workspace.exists(path) else None
        if path and unread:
            text = message(
                "there is no folder `{path}`, so `{unread}` and its neighbours are not read; correct the path",
                path=excerpt(path),
                unread=excerpt(unread),
            )
            yield workspace.report("profiles-folder-missing", manifest.document, text, pointer=pointer)
            return


def _unread(workspace: Workspace, folder: str) -> str | None:
    """Return the first Markdown file in a folder ``agents`` of the layer at *folder*, not of one inside it."""
    inner = {path.rpartition("/")[0] for path in workspace.tree.named("leji.json")} - {folder}
    for path in workspace.tree.below(folder, ".md"):
        above = path.split("/")[:-1]
        if "agents" in above and not any("/".join(above[:n]) in inner for n in range(1, len(above) + 1)):
            return path
    return None
