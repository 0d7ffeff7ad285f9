"""A repository in, the files of its roles and subagents out, and those that the loader will never find."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.rolebox.words import MOST_LEVELS
from sphinx_agentcfg.formats.workspace import data_of
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["Found", "find_roles"]

_NAME = "role.yaml"
_ALIKE = {"role.yml", "role.yaml", "role.yaml.yml", "role.yml.yaml"}
_ROLEBOX, _SUBAGENTS = "rolebox", "subagents"
#: A broken file outside a rolebox folder is taken for a role only where its lines look like one: the name is common.
_LOOKS_LIKE_ONE = re.compile(r"^name[ \t]*:", re.MULTILINE), re.compile(r"^prompt(?:_file)?[ \t]*:", re.MULTILINE)


@dataclass(slots=True)
class Found:
    """The file of a role, and those of the subagents below it."""

    path: str
    folder: str
    children: list[Found] = field(default_factory=list)


def find_roles(workspace: Workspace) -> tuple[list[Found], list[Finding]]:
    """Return the roles by their paths, and findings of files that are in the wrong place or have the wrong name."""
    paths = sorted(workspace.tree.named(_NAME), key=lambda path: (path.count("/"), path))
    known: dict[str, tuple[Found, int]] = {}
    roles: list[Found] = []
    findings: list[Finding] = []
    for path in paths:
        folder = posixpath.dirname(path)
        parent = known.get(_parent_folder(folder))
        above = _role_around(folder, known)
        if parent is not None:
            if parent[1] >= MOST_LEVELS:
                findings.append(_too_deep(workspace, path))
                continue
            child = Found(path, folder)
            parent[0].children.append(child)
            known[folder] = child, parent[1] + 1
        elif _in_rolebox(folder) or (above is None and _is_role(workspace, path)):
            roles.append(Found(path, folder))
            known[folder] = roles[-1], 0
        elif above is not None and _is_role(workspace, path):
            findings.append(_misplaced(workspace, path, above))
    findings += _wrong_names(workspace, set(known))
    return sorted(roles, key=lambda role: role.path), findings


def _parent_folder(folder: str) -> str:
    """Return the folder that has *folder* as ``subagents/<name>``; one that no role has where it has not."""
    head, _, _ = folder.rpartition("/")
    if head == _SUBAGENTS:
        return ""
    return head.removesuffix(f"/{_SUBAGENTS}") if head.endswith(f"/{_SUBAGENTS}") else "//"


def _role_around(folder: str, known: dict[str, tuple[Found, int]]) -> str | None:
    """Return the folder of the role that *folder* lies in; a role at the root of the repository does not count."""
    while folder:
        folder = folder.rpartition("/")[0]
        if folder and folder in known:
            return folder
    return None


def _in_rolebox(folder: str) -> bool:
    """Say whether it is ``rolebox/<role>``, wherever that lies (``spec/formats.md`` → rolebox)."""
    return folder.rpartition("/")[0].rpartition("/")[2] == _ROLEBOX


def _is_role(workspace: Workspace, path: str) -> bool:
    if path in workspace.tree.odd:
        return False
    if workspace.asked_for:
        return True
    document = workspace.document(path, "role")
    if not document.readable:
        return all(pattern.search(document.text) for pattern in _LOOKS_LIKE_ONE)
    data = data_of(document) or {}
    return "name" in data and ("prompt" in data or "prompt_file" in data)


def _too_deep(workspace: Workspace, path: str) -> Finding:
    text = message(
        "the file lies more than {most} levels below its role, so rolebox never looks at it; move it up",
        most=MOST_LEVELS,
    )
    return workspace.report("nesting-too-deep", path, text)


def _misplaced(workspace: Workspace, path: str, role: str) -> Finding:
    text = message(
        "rolebox never finds this file; move its folder to `{folder}`",
        folder=f"{role}/{_SUBAGENTS}/{posixpath.dirname(path).rpartition('/')[2]}/",
    )
    return workspace.report("misplaced-role", path, text)


def _wrong_names(workspace: Workspace, known: set[str]) -> Iterator[Finding]:
    """Report files such as ``role.yml`` in the folder of a role or subagent that has no ``role.yaml``."""
    for name in workspace.tree.names:
        if name.casefold() not in _ALIKE or name == _NAME:
            continue
        for path in workspace.tree.named(name):
            folder = posixpath.dirname(path)
            if folder in known or not (_in_rolebox(folder) or _parent_folder(folder) in known):
                continue
            text = message("rolebox looks for `role.yaml` only, so this role does not exist; rename the file")
            yield workspace.report("role-yml", path, text)
