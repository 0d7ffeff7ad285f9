"""A repository in, its layers with their profiles out, and what is wrong with where they lie (facts/leji.md §2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.leji.manifest import read_manifest
from sphinx_agentcfg.formats.leji.members import FIELDS, Layer, Member, read_member
from sphinx_agentcfg.formats.leji.overlooked import skip_reason, skipped_profile
from sphinx_agentcfg.formats.leji.places import folder_name, place, through_link, within
from sphinx_agentcfg.formats.leji.unmanaged import unmanaged_layers
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.manifest import Binding, Manifest
    from sphinx_agentcfg.formats.workspace import Workspace
    from sphinx_agentcfg.messages import Message

__all__ = ["find_layers"]

_MANIFEST = "leji.json"
_PROFILES = "agents"
#: Where profiles are looked for too if the manifest is broken (``spec/formats.md`` → Leji).
_USUAL = ("docs/agents", "agents")


def find_layers(workspace: Workspace) -> tuple[list[Layer], list[Finding]]:
    """Return the layers, the inner before the outer ones, so that each profile belongs to the innermost."""
    manifests = workspace.tree.named(_MANIFEST)
    if not manifests:
        return unmanaged_layers(workspace)
    owned: dict[str, Member] = {}
    findings: list[Finding] = []
    layers = []
    for path in sorted(manifests, key=lambda path: (-path.count("/"), path)):
        manifest = read_manifest(workspace, path)
        opened = _Opened(workspace, manifest, path.rpartition("/")[0], owned)
        layers.append(opened.layer())
        findings += manifest.findings
        findings += opened.findings
    return layers, findings


class _Opened:
    """One manifest on its way to a layer; *owned* are the profiles that layers inside it have."""

    def __init__(self, workspace: Workspace, manifest: Manifest, folder: str, owned: dict[str, Member]) -> None:
        self.workspace = workspace
        self.manifest = manifest
        self.folder = folder
        self.owned = owned
        self.findings: list[Finding] = []
        self.taken: dict[str, Member] = {}
        self.guests: dict[str, Member] = {}

    def layer(self) -> Layer:
        """Return the layer: what ``agents`` names first, since such a file is a profile whatever it holds."""
        named = self._profile_folder()
        bound = tuple(self._bound(named))
        self._scan_all(named)
        self.owned.update(self.taken)
        members = tuple(self.taken[path] for path in sorted(self.taken))
        return Layer(self.folder, self.manifest, named, members, tuple(self.guests.values()), bound)

    # Where profiles are -------------------------------------------------------------------------------------------

    def _profile_folder(self) -> str | None:
        """Return the profile folder that the manifest names, if it is known and inside the repository."""
        root, declared = self.manifest.root, self.manifest.profiles
        if declared is None and root is None:
            return None
        usual = f"{root}/{_PROFILES}" if root else _PROFILES
        folder = place(self.folder, usual if declared is None else declared)
        if folder is None:
            pointer = "/rootPath" if declared is None else "/machine/agentProfilesPath"
            text = message("`{key}` leads out of the layer; name a folder inside it", key=pointer[1:].replace("/", "."))
            self._report("path-escapes-root", self.manifest.document, text, pointer=pointer)
            return None
        if declared is not None and root is not None:
            self._check_root(place(self.folder, root), folder)
        return folder

    def _check_root(self, root: str | None, folder: str) -> None:
        if root is not None and not within(folder, root):
            text = message(
                "`machine.agentProfilesPath` lies outside `rootPath` ({root}); move the profiles below it",
                root=folder_name(root),
            )
            self._report("paths-outside-root", folder_name(folder), text)

    def _scan_all(self, named: str | None) -> None:
        if named is not None:
            self._scan(named)
        if not self.manifest.sound:
            for usual in _USUAL:
                folder = place(self.folder, usual)
                if folder is not None and folder != named:
                    self._scan(folder)

    def _scan(self, folder: str) -> None:
        tree = self.workspace.tree
        link = through_link(self.workspace, folder)
        if link is not None:
            self._linked_folder(folder, link)
        elif folder and folder in tree:  # one file may stand for the folder
            self._take(folder, folder.rpartition("/")[0])
        else:
            for path in tree.below(folder):
                if path.endswith(".md"):
                    self._take(path, folder)
                elif tree.links and path in tree.links and self._is_linked_folder(path):
                    self._report("profile-skipped", path, _behind_link())

    def _linked_folder(self, folder: str, link: str) -> None:
        if self.workspace.outside(folder):
            text = message(
                "the profile folder leads out of the repository through the symbolic link `{link}`, and nothing there "
                "is read; put the profiles into the repository",
                link=link,
            )
            self._report("path-escapes-root", folder_name(folder), text)
        elif self.workspace.is_file(folder):
            self._take(folder, folder.rpartition("/")[0])
        elif self.workspace.exists(folder):
            self._report("profile-skipped", link, _behind_link())

    def _is_linked_folder(self, path: str) -> bool:
        return self.workspace.exists(path) and not self.workspace.is_file(path)

    def _take(self, path: str, folder: str) -> None:
        """Take a file of the profile folder; one that the tool passes over only if it has the fields of a profile."""
        if path in self.taken or path in self.owned:
            return
        reason = skip_reason(self.workspace, path, folder)
        member = read_member(self.workspace, path, seen=reason is None)
        if reason is None:
            self.taken[path] = member
            return
        if member.data is not None and all(field in member.data for field in FIELDS):
            self.taken[path] = member
            self.findings.append(skipped_profile(self.workspace, member.document, reason))
        elif path in self.workspace.tree.links and not member.document.readable and not _is_noise(path):
            self.taken[path] = member

    # What the manifest binds ---------------------------------------------------------------------------------------

    def _bound(self, named: str | None) -> Iterator[tuple[Binding, str]]:
        for binding in self.manifest.agents:
            path = place(self.folder, binding.declared)
            if path is None:
                text = message(
                    "`agents.{role}` leads out of the layer; name a file inside it", role=excerpt(binding.role)
                )
                self._report("path-escapes-root", self.manifest.document, text, pointer=binding.pointer)
            elif self._bind(binding, path, named):
                yield binding, path

    def _bind(self, binding: Binding, path: str, named: str | None) -> bool:
        workspace = self.workspace
        outside = through_link(workspace, path) is not None and workspace.outside(path)
        if not outside and not workspace.is_file(path):
            text = message(
                "`agents.{role}` in `{manifest}` names this path, but there is no such file; correct the path, or "
                "write the profile",
                role=excerpt(binding.role),
                manifest=self.manifest.document.name,
            )
            self._report("missing-declared-file", path or binding.declared, text)
            return False
        inside = named is not None and within(path, named) and path != named
        reason = skip_reason(workspace, path, named or "") if inside else None
        if reason is not None:
            self._skipped(binding, reason)
        elif outside:
            self._escaping(binding, path)
        if path in self.owned:
            self.guests[path] = self.owned[path]
        elif path not in self.taken:
            self.taken[path] = self._read_bound(path, seen=reason is None, told=outside and reason is None)
        return True

    def _read_bound(self, path: str, *, seen: bool, told: bool) -> Member:
        """Read a bound file; that it is not read because it lies outside need not be *told* twice."""
        member = read_member(self.workspace, path, seen=seen)
        return member._replace(findings=()) if told else member

    def _skipped(self, binding: Binding, reason: Message) -> None:
        text = message(
            "`agents.{role}` names a file of the profile folder that Leji's own tool never checks ({reason}); give the "
            "file a plain name that ends in .md",
            role=excerpt(binding.role),
            reason=reason,
        )
        self._report("bound-file-skipped", self.manifest.document, text, pointer=binding.pointer)

    def _escaping(self, binding: Binding, path: str) -> None:
        text = message(
            "`agents.{role}` in `{manifest}` leads out of the repository through a symbolic link, and the file is not "
            "read; put the profile into the repository",
            role=excerpt(binding.role),
            manifest=self.manifest.document.name,
        )
        self._report("path-escapes-root", path, text)

    def _report(self, rule: str, at: Document | str, text: Message, pointer: str | None = None) -> None:
        self.findings.append(self.workspace.report(rule, at, text, pointer=pointer))


def _behind_link() -> Message:
    return message(
        "this is a symbolic link to a folder, and profiles behind it are not read; name the real folder in "
        "`machine.agentProfilesPath`"
    )


def _is_noise(path: str) -> bool:
    """Say whether a link that leads nowhere has nothing to do with a profile: an editor's lock, a README."""
    name = path.rpartition("/")[2].lower()
    return name.startswith(".") or name == "readme.md"
