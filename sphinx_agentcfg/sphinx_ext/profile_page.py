"""The id of a profile or a pattern in, the nodes of each profile that it names out."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from docutils.nodes import Node, container, rubric, section, target, title
from sphinx import addnodes

from sphinx_agentcfg.errors import did_you_mean
from sphinx_agentcfg.messages import N_, message
from sphinx_agentcfg.safe_text import excerpt
from sphinx_agentcfg.sphinx_ext.audit_cells import short
from sphinx_agentcfg.sphinx_ext.audit_work import AuditWork
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, inline_nodes
from sphinx_agentcfg.sphinx_ext.profile_nodes import ProfileNodes
from sphinx_agentcfg.sphinx_ext.profile_places import ProfileSet, profile_anchor
from sphinx_agentcfg.sphinx_ext.repositories import repository_of
from sphinx_agentcfg.sphinx_ext.work import few, hint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_agentcfg.formats.model import Profile
    from sphinx_agentcfg.sphinx_ext.audited import Audited

__all__ = ["SECTIONS", "ProfilePage"]

#: Section → its title; the header has none.
SECTIONS = {
    "header": "",
    "fields": N_("Effective values"),
    "permissions": N_("Permissions"),
    "inheritance": N_("Inheritance"),
    "findings": N_("Findings"),
}


class ProfilePage(AuditWork):
    """The work of one ``agentcfg-profile`` directive."""

    def nodes(self) -> list[Node]:
        """Return each profile that is named; whatever is wrong becomes a warning at the directive."""
        wanted = self.directive.arguments[0].strip()
        repository = repository_of(self)
        if repository is None:
            return self.could_not(short(wanted))
        alone = wanted in repository.profiles
        profiles = self._profiles(repository, wanted)
        if not profiles:
            return self.could_not(short(wanted))
        languages = self.languages()
        parts = ProfileNodes(self, repository, self.speaker(languages), self._sections())
        made = self.switch(languages)
        anchors = self._anchors(profiles)
        if self.indexed:
            made.append(_index([p for p in profiles if anchors[p.id] == profile_anchor(p.id)]))
        for profile in profiles:
            made += self._shown(parts, profile, anchors[profile.id], alone=alone)
        self.link_to(parts.types, parts.rules)
        return self.finish(made)

    def _profiles(self, repository: Audited, wanted: str) -> list[Profile]:
        known = repository.profiles
        if wanted in known:
            return [known[wanted]]
        if any(char in wanted for char in "*?["):
            found = [profile for name, profile in known.items() if fnmatchcase(name, wanted)]
            if found:
                return found
        near = [name for name in known if name.partition(":")[2] == wanted] or did_you_mean(wanted, known)
        names = few(excerpt(name) for name in known) or "–"
        close = hint(map(excerpt, near), message("profiles of this repository: {names}", names=names))
        text = message("no profile {name} in this repository; {hint}", name=excerpt(wanted, 200), hint=close)
        self.warn("unknown-profile", text)
        return []

    def _sections(self) -> tuple[str, ...]:
        wanted = self.options.get("sections", "").replace(",", " ").split()
        for name in wanted:
            if name not in SECTIONS:
                close = hint(did_you_mean(name, SECTIONS) or SECTIONS, message("check the name"))
                self.warn("unknown-section", message("no section {name}; {hint}", name=name, hint=close))
        return tuple(name for name in SECTIONS if name in wanted) or tuple(SECTIONS)

    def _anchors(self, profiles: Sequence[Profile]) -> Mapping[str, str]:
        """Make the profiles targets, and return the id of each: another one where the page shows it already."""
        names = [profile.id for profile in profiles]
        here = {n for each in self.domain.profile_sets(self.env.docname) if not each.rows for n in each.names}
        fresh = tuple(name for name in names if name not in here) if self.indexed else ()
        if fresh:
            self.domain.note_profiles(ProfileSet(self.env.docname, self.lineno, fresh))
        prefix = "" if len(fresh) == len(names) else self.own_prefix()
        return {name: profile_anchor(name) if name in fresh else prefix + profile_anchor(name) for name in names}

    # --- nodes --------------------------------------------------------------------------------------------------------

    def _shown(self, parts: ProfileNodes, profile: Profile, anchor: str, *, alone: bool) -> list[Node]:
        made: list[Node] = []
        self.about = short(profile.id)
        for name, body in parts.sections(profile):
            head = SECTIONS[name]
            made += self._section(parts.speaker.label(head), body, f"{anchor}--{name}") if head else body
        if alone:
            return [target("", "", ids=[anchor]), *made]
        return self._section([short(profile.id)], made, anchor)

    def _section(self, head: Sequence[Fragment], body: Sequence[Node], section_id: str) -> list[Node]:
        """Return a section where one may stand, else a rubric and its body."""
        words = inline_nodes(head)
        if self.may_have_sections():
            heading = title("", "", *words, translatable=False)
            return [section("", heading, *body, ids=[section_id], names=[section_id], classes=["agentcfg"])]
        return [
            rubric("", "", *words, ids=[section_id], translatable=False),
            container("", *body, classes=["agentcfg"]),
        ]


def _index(profiles: Sequence[Profile]) -> Node:
    """Return the lines of the general index; a semicolon would make two of one."""
    names = [(excerpt(profile.id, 100).replace(";", ","), profile_anchor(profile.id)) for profile in profiles]
    return addnodes.index(entries=[("single", name, anchor, "", None) for name, anchor in names], inline=True)
