"""The body of a profile in, those of its links that lead to nothing in the repository out; none is followed."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx_agentcfg.formats.leji.markdown import links_in
from sphinx_agentcfg.formats.leji.places import place
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.members import Layer, Member
    from sphinx_agentcfg.formats.workspace import Workspace
    from sphinx_agentcfg.messages import Message

__all__ = ["Links"]

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
#: After so many broken links of a body, the rest is only counted.
_MOST = 100


class Links:
    """Checks the profiles of one layer; what led somewhere from one folder is not looked for again."""

    def __init__(self, workspace: Workspace, layer: Layer) -> None:
        self.workspace = workspace
        self.layer = layer
        self.found: dict[str, set[str]] = defaultdict(set)

    def check(self, member: Member) -> Iterable[Finding]:
        """Give a finding for each broken link; a body that holds known links only is not looked into any further."""
        body = member.document.body
        if not body:
            return ()
        folder = member.path.rpartition("/")[0]
        found, pieces = self.found[folder], body.split("](")
        if "]:" not in body:
            for i in range(1, len(pieces)):
                target = pieces[i].partition(")")[0]
                if target not in found and not target.startswith(("https://", "http://", "#")):
                    break
            else:
                return ()
        return self._look(member, body, folder)

    def _look(self, member: Member, body: str, folder: str) -> list[Finding]:
        text = body.replace("\r\n", "\n").replace("\r", "\n")
        links = sorted(links_in(text), key=lambda link: link.offset)
        findings: list[Finding] = []
        last, line = 0, member.document.body_line or 1
        for i, link in enumerate(links):
            if self._leads_somewhere(link.target, folder):
                continue
            line += text.count("\n", last, link.offset)
            last = link.offset
            column = link.offset - text.rfind("\n", 0, link.offset)
            more = len(links) - 1 - i if len(findings) == _MOST - 1 else 0
            cause = _broken(link.target, more)
            findings.append(self.workspace.report("link-unresolved", member.document, cause, line=line, column=column))
            if len(findings) == _MOST:
                break
        return findings

    def _leads_somewhere(self, target: str, folder: str) -> bool:
        found = self.found[folder]
        if target in found or self._exists(_ESCAPED.sub(r"\1", target), folder):
            found.add(target)
            return True
        return False

    def _exists(self, target: str, folder: str) -> bool:
        path = target.partition("#")[0]
        if not path or _SCHEME.match(target):
            return True
        starts = [self.layer.folder, ""] if path.startswith("/") else [folder]
        for written in dict.fromkeys((path, path.partition("?")[0])):
            for start in starts:
                inner = place("", f"{start}/{unquote(written)}".lstrip("/"))
                if inner is not None and self.workspace.exists(inner):
                    return True
        return False


def _broken(target: str, more: int) -> Message:
    if more > 0:
        return message(
            "the link `{target}` leads to nothing in the repository, and {more} links after it were not looked at; "
            "correct these first",
            target=excerpt(target),
            more=more,
        )
    return message(
        "the link `{target}` leads to nothing in the repository; correct or remove it", target=excerpt(target)
    )
