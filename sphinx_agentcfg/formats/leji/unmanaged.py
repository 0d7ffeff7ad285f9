"""A repository without any ``leji.json`` in, its folders of profiles as layers out (``spec/formats.md`` → Leji)."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.leji.members import FIELDS, TYPE, Layer, Member, read_member
from sphinx_agentcfg.formats.leji.overlooked import skip_reason, skipped_profile
from sphinx_agentcfg.formats.leji.places import folder_name
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["unmanaged_layers"]

_FOLDER = "agents"
_CONTEXT = "docs"
#: A file for which reading says this is no profile, as far as anybody can know.
_NOT_FOUND = {"no-frontmatter", "empty", "missing", "outside-root", "not-a-file"}


def unmanaged_layers(workspace: Workspace) -> tuple[list[Layer], list[Finding]]:
    """Return a layer for each folder ``agents/`` in which Markdown has ``id``, ``name`` and ``role``."""
    files: dict[str, list[str]] = defaultdict(list)
    for path in workspace.tree.files:
        if path.endswith(".md"):
            folder = _agents_folder(path)
            if folder is not None:
                files[folder].append(path)
    layers: list[Layer] = []
    findings: list[Finding] = []
    for folder, paths in sorted(files.items()):
        members = _members(workspace, paths, folder)
        if members:
            findings += _skipped(workspace, members, folder)
            layers.append(Layer(_layer_folder(folder), None, folder, members))
            findings.append(_without_manifest(workspace, folder, len(members)))
    return layers, findings


def _agents_folder(path: str) -> str | None:
    """Return the innermost folder ``agents`` that *path* lies in."""
    end = f"/{path}".rfind(f"/{_FOLDER}/")
    return None if end < 0 else path[: end + len(_FOLDER)]


def _layer_folder(folder: str) -> str:
    """Return where the manifest would lie: above ``docs/agents``, else above ``agents``. Paths count from there."""
    above = folder.rpartition("/")[0]
    outer, _, name = above.rpartition("/")
    return outer if name == _CONTEXT else above


def _members(workspace: Workspace, paths: list[str], folder: str) -> tuple[Member, ...]:
    """Return the profiles among *paths*; beside at least one, a broken frontmatter counts as an unreadable profile."""
    read = [member for member in (_read(workspace, path, folder) for path in paths) if member is not None]
    return tuple(read) if any(member.data is not None for member in read) else ()


def _read(workspace: Workspace, path: str, folder: str) -> Member | None:
    document = workspace.document(path, TYPE)
    data, seen = document.data, skip_reason(workspace, path, folder) is None
    if document.readable:
        is_profile = isinstance(data, dict) and all(field in data for field in FIELDS)
    else:
        is_profile = seen and not any(finding.name in _NOT_FOUND for finding in document.findings)
    return read_member(workspace, path, seen=seen) if is_profile else None


def _skipped(workspace: Workspace, members: tuple[Member, ...], folder: str) -> Iterator[Finding]:
    for member in members:
        reason = None if member.seen else skip_reason(workspace, member.path, folder)
        if reason is not None:
            yield skipped_profile(workspace, member.document, reason)


def _without_manifest(workspace: Workspace, folder: str, count: int) -> Finding:
    text = message(
        "there is no `leji.json`, so Leji's own tool looks at none of the {count} profiles here; add a manifest at the "
        "root of the layer",
        count=count,
    )
    return workspace.report("manifest-missing", folder_name(folder), text)
