"""The paths of ``requiredRead`` in, those that lead nowhere or out of the repository out; nothing is opened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.leji.places import place
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.members import Layer, Member
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["RequiredReading"]

#: An address with a scheme (one letter is a drive), which the pattern of the schema lets pass.
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?://|[/\\])|[A-Za-z]:")


class RequiredReading:
    """Checks the profiles of one layer; what was found once is not looked for again."""

    def __init__(self, workspace: Workspace, layer: Layer) -> None:
        self.workspace = workspace
        # Without a manifest nobody says from where paths count, so the root of the repository is good too.
        self.folders = [layer.folder] if layer.manifest or not layer.folder else [layer.folder, ""]
        self.found: set[str] = set()

    def check(self, member: Member, paths: Sequence[str]) -> Iterable[Finding]:
        """Give a finding for each path that cannot be read."""
        return () if self.found.issuperset(paths) else self._look(member, paths)

    def _look(self, member: Member, paths: Sequence[str]) -> Iterator[Finding]:
        for i, path in enumerate(paths):
            if path in self.found:
                continue
            finding = self._finding(member, path, f"/requiredRead/{i}")
            if finding is None:
                self.found.add(path)
            else:
                yield finding

    def _finding(self, member: Member, path: str, pointer: str) -> Finding | None:
        if _ELSEWHERE.match(path):
            return self._outside(member, path, pointer)
        if not path or path.startswith("./") or "\\" in path:
            return None  # the schema says so
        places = [place(folder, path) for folder in self.folders]
        known = [each for each in places if each is not None]
        if not known or any(self.workspace.exists(each) for each in known):
            return None
        if any(self.workspace.outside(each) for each in known):
            return self._outside(member, path, pointer)
        text = message(
            "`requiredRead` names `{path}`, which does not exist; correct the path from the root of the repository",
            path=excerpt(path),
        )
        return self.workspace.report("required-read-missing", member.document, text, pointer=pointer)

    def _outside(self, member: Member, path: str, pointer: str) -> Finding:
        text = message(
            "`requiredRead` names `{path}`, which leads out of the repository and is not opened; put the text into the "
            "repository",
            path=excerpt(path),
        )
        return self.workspace.report("required-read-outside", member.document, text, pointer=pointer)
