"""A repository that was read and judged in, the pages of its site out, as values that know no language and no markup.

A page for each document type that was found, one for each profile, one for each table of the audit, one for each format
and for each group of rules; the index leads to all of them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_agentcfg.cli.shared import SEVERITY_WORDS
from sphinx_agentcfg.cli.site.found import format_page, title_of, type_page
from sphinx_agentcfg.cli.site.model import Code, Directive, Doc, Items, Page, Rule, Section, Table, Toctree
from sphinx_agentcfg.cli.site.names import argument, slug
from sphinx_agentcfg.cli.site.overview import TABLES, overview
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import N_, message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.cli.site.found import Found
    from sphinx_agentcfg.cli.site.model import Block, Inline
    from sphinx_agentcfg.formats.model import Profile, Resolved

__all__ = ["Plan"]

#: Rows of a table; what lies beyond is on the pages of the profiles and in the report.
_MOST_ROWS = 500
#: Profiles that the navigation of every page lists; more would be most of each page.
_MOST_LISTED = 100
_PLAIN_RULE = r"[a-z0-9-]+/[a-z0-9-]+"

#: Where a table has more columns than a page has room for; the report has them all.
_COLUMNS = {
    "coverage": ("type", "field", "required", "profiles", "own", "inherited", "missing", "coverage"),
    "profiles": ("profile", "kind", "state", "errors", "warnings", "model"),
}
#: Groups of rules that belong to no format.
_SHARED = {"file": N_("Reading files"), "schema": N_("JSON Schemas"), "audit": N_("Audits")}


@dataclass(frozen=True)
class Plan:
    """The site about *found*; ``only`` are the formats that were wished."""

    found: Found
    only: tuple[str, ...] = ()

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """Every page, the index first."""
        below = [self._catalogue(), *self._tables(), self._findings()]
        formats = [page for each in self.found.resolved for page in self._format(each)]
        shared = [
            self._rules(group, (_INDEX,)) for group in sorted(self.found.groups) if group not in self.found.format_ids
        ]
        trees = [Toctree(tuple(page.docname for page in below), message("Audit"))]
        about = (*(format_page(each.format) for each in self.found.resolved), *(page.docname for page in shared))
        if self.found.resolved:
            formats.insert(0, self._list_of_formats())
            about = (_FORMATS.docname, *about)
        if about:
            trees.append(Toctree(about, message("Reference")))
        return (overview(self.found, trees), *below, *self._profiles(), *formats, *shared)

    # --- the audit ----------------------------------------------------------------------------------------------------

    def _audit_table(self, name: str) -> Directive:
        options = {"limit": str(_MOST_ROWS), **self._wished}
        if name in _COLUMNS:
            options["columns"] = ", ".join(_COLUMNS[name])
        return Directive("agentcfg-audit", name, options)

    @property
    def _wished(self) -> dict[str, str]:
        return {"only": " ".join(self.only)} if self.only else {}

    def _catalogue(self) -> Page:
        many = len(self.found.ids) > _MOST_ROWS
        blocks: list[Block] = [self._audit_table("profiles")]
        if many:
            blocks += [
                Section(message("Every profile")),
                Items(tuple(Doc(self.found.pages[i], i) for i in self.found.ids)),
            ]
        if 0 < len(self.found.ids) <= _MOST_LISTED:
            blocks.append(Toctree(tuple(self.found.pages[profile] for profile in self.found.ids)))
        return Page("profiles", message("Profiles"), tuple(blocks), (_INDEX,))

    def _tables(self) -> Iterator[Page]:
        for name, (title, text) in TABLES.items():
            table: list[Block] = [self._audit_table(name)]
            if name == "permissions" and self.found.ids:
                options = {"matrix": "", **self._wished}
                table.insert(0, Directive("agentcfg-audit", name, options))
                table.insert(1, Section(message("Every permission")))
            yield Page(name, message(title), (message(text), *table), (_INDEX,))

    def _findings(self) -> Page:
        reported = self.found.repository.judgement.reported
        fired = Counter((finding.severity, finding.rule) for finding in reported)
        order = sorted(fired, key=lambda each: (list(Severity).index(each[0]), -fired[each], each[1]))
        rows = tuple(
            (self._rule(rule), message(SEVERITY_WORDS[level]), f"{fired[level, rule]:,}") for level, rule in order
        )
        blocks: list[Block] = []
        if rows:
            head = (message("Rule"), message("Severity"), message("Number"))
            blocks += [Section(message("Rules that are broken")), Table(head, rows), Section(message("Every finding"))]
        blocks.append(self._audit_table("findings"))
        return Page("findings", message("Findings"), tuple(blocks), (_INDEX,))

    def _rule(self, rule: str) -> Inline:
        return Rule(rule) if rule in self.found.explained and re.fullmatch(_PLAIN_RULE, rule) else Code(rule)

    # --- profiles -----------------------------------------------------------------------------------------------------

    def _profiles(self) -> Iterator[Page]:
        listed = len(self.found.ids) <= _MOST_LISTED
        above = (_INDEX, Doc("profiles", message("Profiles")))
        for profile in self.found.audit.profiles:
            yield Page(self.found.pages[profile.id], profile.id, (self._profile(profile),), above, listed)

    def _profile(self, profile: Profile) -> Block:
        written = argument(profile.id, self.found.ids)
        if written is None:
            return message(
                "The name of this profile has characters that cannot be written on a page. The tables and the report "
                "show the profile; its file is {path}.",
                path=Code(profile.path),
            )
        return Directive("agentcfg-profile", written, self._wished)

    # --- formats ------------------------------------------------------------------------------------------------------

    def _list_of_formats(self) -> Page:
        only = {"only": " ".join(each.format for each in self.found.resolved)}
        return Page(_FORMATS.docname, _FORMATS.label, (Directive("agentcfg-formats", "", only),), (_INDEX,))

    def _format(self, resolved: Resolved) -> Iterator[Page]:
        """Give the page of a format, that of each of its types that was found, and that of its rules.

        Their directives lead back to the list of formats, so nothing else has to.
        """
        types = self.found.types(resolved)
        name, title = format_page(resolved.format), title_of(self.found.audit.catalog.format(resolved.format))
        rules = [self._rules(resolved.format)] if resolved.format in self.found.groups else []
        below = Toctree((*map(type_page, types), *(page.docname for page in rules)))
        yield Page(name, title, (Directive("agentcfg-formats", resolved.format), below))
        for each in types:
            shown = Directive("agentcfg-schema", each.id, {"used-in": "", **self._wished})
            yield Page(type_page(each), title_of(each), (shown,))
        yield from rules

    @staticmethod
    def _rules(group: str, above: tuple[Doc, ...] = ()) -> Page:
        title = message(_SHARED[group]) if group in _SHARED else message("Rules of {name}", name=group)
        return Page(f"rules/{slug(group)}", title, (Directive("agentcfg-rules", group),), above)


_INDEX = Doc("index", message("Overview"))
_FORMATS = Doc("formats", message("Formats"))
