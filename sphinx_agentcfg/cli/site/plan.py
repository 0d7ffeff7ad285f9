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

from sphinx_agentcfg import __version__
from sphinx_agentcfg.cli.shared import SEVERITY_WORDS, text_in
from sphinx_agentcfg.cli.site.model import Away, Code, Directive, Doc, Items, Page, Rule, Said, Section, Table, Toctree
from sphinx_agentcfg.cli.site.names import argument, page_names, slug
from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.file_types import fits
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.manifests import ConfigFormat
from sphinx_agentcfg.messages import LANGUAGES, N_, message
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.rules import RuleBook

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.cli.site.model import Block, Inline
    from sphinx_agentcfg.formats.model import Profile, Resolved
    from sphinx_agentcfg.manifests import DocumentType

__all__ = ["Plan"]

#: Rows of a table; what lies beyond is on the pages of the profiles and in the report.
_MOST_ROWS = 500
#: Profiles that the navigation of every page lists; more would be most of each page.
_MOST_LISTED = 100
_PLAIN_RULE = r"[a-z0-9-]+/[a-z0-9-]+"
_REPORT = "report.html"

#: The tables of the audit, in the order of the navigation: title, and what there is to see.
_FIRST = {"profiles": (N_("Profiles"), N_("Every agent, with a page of its own."))}
_TABLES = {
    "coverage": (N_("Field coverage"), N_("Which fields the profiles set, and which they leave empty.")),
    "inheritance": (N_("Inheritance"), N_("Who takes over from whom, and whether that works.")),
    "permissions": (
        N_("Permissions"),
        N_("What each profile may do. Each decision follows from the files alone; nothing was tried out."),
    ),
    "environment": (N_("Environment"), N_("The variables of the environment that the profiles name.")),
}
_LAST = {"findings": (N_("Findings"), N_("What is wrong, and what to do about it."))}
#: Where a table has more columns than a page has room for.
_COLUMNS = {"coverage": "type, field, required, profiles, own, inherited, missing, coverage"}
_SEVERITIES = {Severity.ERROR: N_("Errors"), Severity.WARNING: N_("Warnings"), Severity.INFO: N_("Information")}


@dataclass(frozen=True)
class Plan:
    """The site of one repository; ``name`` is what the repository is called, ``only`` the formats that were wished."""

    repository: Judged
    name: str
    only: tuple[str, ...] = ()

    @property
    def audit(self) -> Audit:
        """What was found."""
        return self.repository.audit

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """Every page, the index first."""
        below = [self._catalogue(), *self._tables(), self._findings()]
        formats = [page for each in self._found for page in self._format(each)]
        shared = [self._rules(group, (_INDEX,)) for group in sorted(self._groups) if group not in self._format_ids]
        trees = [Toctree(tuple(page.docname for page in below), message("Audit"))]
        about = (*(_format_page(each.format) for each in self._found), *(page.docname for page in shared))
        if self._found:
            formats.insert(0, self._list_of_formats())
            about = (_FORMATS.docname, *about)
        if about:
            trees.append(Toctree(about, message("Reference")))
        return (self._index(trees), *below, *self._profiles(), *formats, *shared)

    # --- what there is ------------------------------------------------------------------------------------------------

    @cached_property
    def _found(self) -> tuple[Resolved, ...]:
        return tuple(each for each in self.audit.resolved if each.profiles or each.documents)

    @cached_property
    def _format_ids(self) -> frozenset[str]:
        return frozenset(each.format for each in self._found)

    @cached_property
    def _ids(self) -> tuple[str, ...]:
        return tuple(profile.id for profile in self.audit.profiles)

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return {profile: f"profiles/{name}" for profile, name in page_names(self._ids).items()}

    def _types(self, resolved: Resolved) -> list[DocumentType]:
        """Return the types of the format that the repository has a document of."""
        of_parts = {part.type for profile in resolved.profiles for part in profile.parts}
        of_parts |= {profile.type for profile in resolved.profiles}
        return [
            each
            for each in self.audit.catalog.format(resolved.format).documents
            if each.id in of_parts or any(_is_of(path, each) for path in resolved.documents)
        ]

    @cached_property
    def _groups(self) -> frozenset[str]:
        """The groups of rules that have a page: those of the formats, and others of which a rule fired."""
        try:
            known = {group.id for group in RuleBook.of(self.audit.catalog).groups}
        except AgentcfgError:  # a broken rules.toml of one's own
            return frozenset()
        fired = {finding.rule.partition("/")[0] for finding in self.repository.judgement.reported}
        return frozenset(known & (fired | self._format_ids))

    @cached_property
    def _explained(self) -> frozenset[str]:
        """The rules that those pages explain."""
        if not self._groups:
            return frozenset()
        book = RuleBook.of(self.audit.catalog)
        return frozenset(rule.id for rule in book.rules if rule.id.partition("/")[0] in self._groups)

    def _audit_table(self, name: str) -> Directive:
        columns = {"columns": _COLUMNS[name]} if name in _COLUMNS else {}
        return Directive("agentcfg-audit", name, {"limit": str(_MOST_ROWS), **columns, **self._wished})

    @property
    def _wished(self) -> dict[str, str]:
        return {"only": " ".join(self.only)} if self.only else {}

    # --- the index ----------------------------------------------------------------------------------------------------

    def _index(self, trees: Sequence[Toctree]) -> Page:
        blocks: list[Block] = [
            message(
                "This site shows the agents that the files of the repository {name} configure: each profile with the "
                "values that count and where they come from, what it may do, and what is wrong with it.",
                name=Code(self.name),
            ),
            message(
                "It was made from these files by sphinx-agentcfg {version}. The {report} has all of it in one file, "
                "which needs no network and no server.",
                version=__version__,
                report=Away(_REPORT, message("full report")),
            ),
            Section(message("What is there")),
        ]
        if not self._found:
            blocks.append(message("No file of the repository belongs to a format that was looked for."))
        else:
            blocks.append(self._formats_table())
        blocks += [self._sums(), Section(message("Where to look")), self._ways(), *trees]
        return Page("index", message("Agents of {name}", name=self.name), tuple(blocks))

    def _formats_table(self) -> Table:
        return Table(
            (message("Format"), message("Profiles"), message("Document types")),
            tuple(
                (
                    Doc(_format_page(each.format), _title_of(self._format_of(each))),
                    str(len(each.profiles)),
                    _joined([Doc(_type_page(kind), _title_of(kind)) for kind in self._types(each)]),
                )
                for each in self._found
            ),
        )

    def _sums(self) -> Table:
        judgement, audit = self.repository.judgement, self.audit
        rows: list[tuple[Inline, ...]] = [
            (message("Profiles"), f"{len(audit.profiles):,}"),
            (message("Files"), message("{n}, of which {read} were read", n=f"{audit.files:,}", read=f"{audit.read:,}")),
        ]
        rows += [
            (Doc("findings", message(word)), f"{judgement.count(severity):,}") for severity, word in _SEVERITIES.items()
        ]
        if judgement.hidden:
            rows.append((message("Suppressed, or known before"), f"{len(judgement.hidden):,}"))
        return Table((message("Subject"), message("Number")), tuple(rows))

    @staticmethod
    def _ways() -> Table:
        pages = {**_FIRST, **_TABLES, **_LAST}
        rows = tuple((Doc(name, message(title)), message(text)) for name, (title, text) in pages.items())
        return Table((message("Page"), message("Shows")), rows)

    # --- the audit ----------------------------------------------------------------------------------------------------

    def _catalogue(self) -> Page:
        many = len(self._ids) > _MOST_ROWS
        blocks: list[Block] = [self._audit_table("profiles")]
        if many:
            blocks += [Section(message("Every profile")), Items(tuple(Doc(self._names[i], i) for i in self._ids))]
        if 0 < len(self._ids) <= _MOST_LISTED:
            blocks.append(Toctree(tuple(self._names[profile] for profile in self._ids)))
        return Page("profiles", message("Profiles"), tuple(blocks), (_INDEX,))

    def _tables(self) -> Iterator[Page]:
        for name, (title, text) in _TABLES.items():
            table: list[Block] = [self._audit_table(name)]
            if name == "permissions" and self._ids:
                options = {"matrix": "", **self._wished}
                table.insert(0, Directive("agentcfg-audit", name, options))
                table.insert(1, Section(message("Every permission")))
            yield Page(name, message(title), (message(text), *table), (_INDEX,))

    def _findings(self) -> Page:
        reported = self.repository.judgement.reported
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
        return Rule(rule) if rule in self._explained and re.fullmatch(_PLAIN_RULE, rule) else Code(rule)

    # --- profiles -----------------------------------------------------------------------------------------------------

    def _profiles(self) -> Iterator[Page]:
        listed = len(self._ids) <= _MOST_LISTED
        above = (_INDEX, Doc("profiles", message("Profiles")))
        for profile in self.audit.profiles:
            yield Page(self._names[profile.id], profile.id, (self._profile(profile),), above, listed)

    def _profile(self, profile: Profile) -> Block:
        written = argument(profile.id, self._ids)
        if written is None:
            return message(
                "The name of this profile has characters that cannot be written on a page. The tables and the report "
                "show the profile; its file is {path}.",
                path=Code(profile.path),
            )
        return Directive("agentcfg-profile", written, self._wished)

    # --- formats ------------------------------------------------------------------------------------------------------

    def _format_of(self, resolved: Resolved) -> ConfigFormat:
        return self.audit.catalog.format(resolved.format)

    def _list_of_formats(self) -> Page:
        only = {"only": " ".join(each.format for each in self._found)}
        return Page(_FORMATS.docname, _FORMATS.label, (Directive("agentcfg-formats", "", only),), (_INDEX,))

    def _format(self, resolved: Resolved) -> Iterator[Page]:
        """Give the page of a format, that of each of its types that was found, and that of its rules.

        Their directives lead back to the list of formats, so nothing else has to.
        """
        config_format, types = self._format_of(resolved), self._types(resolved)
        name, title = _format_page(resolved.format), _title_of(config_format)
        rules = [self._rules(resolved.format)] if resolved.format in self._groups else []
        below = Toctree((*map(_type_page, types), *(page.docname for page in rules)))
        yield Page(name, title, (Directive("agentcfg-formats", resolved.format), below))
        for each in types:
            shown = Directive("agentcfg-schema", each.id, {"used-in": "", **self._wished})
            yield Page(_type_page(each), _title_of(each), (shown,))
        yield from rules

    @staticmethod
    def _rules(group: str, above: tuple[Doc, ...] = ()) -> Page:
        title = message("Rules of {name}", name=group)
        return Page(f"rules/{slug(group)}", title, (Directive("agentcfg-rules", group),), above)


_INDEX = Doc("index", message("Overview"))
_FORMATS = Doc("formats", message("Formats"))


def _format_page(name: str) -> str:
    return f"formats/{slug(name)}"


def _type_page(document_type: DocumentType) -> str:
    return f"types/{slug(document_type.id)}"


def _title_of(owner: ConfigFormat | DocumentType) -> Said | str:
    """Return the title of a format or of one of its types, in the languages that it has."""
    if not owner.title or owner.manifest is None or owner.source_language is None:
        return owner.title or owner.id
    translations = Translations(owner.source_language)
    pointer = "/title" if isinstance(owner, ConfigFormat) else f"{owner.pointer}/title"
    return Said({each: text_in(translations, owner.title, owner.manifest, pointer, each) for each in LANGUAGES})


def _is_of(path: str, document_type: DocumentType) -> bool:
    named = any(fits(path, pattern) for pattern in document_type.files)
    return named and not any(fits(path, pattern) for pattern in document_type.files_not)


def _joined(inlines: list[Doc]) -> Inline:
    """Return several inlines as one, with commas between them."""
    names = [f"x{i}" for i in range(len(inlines))]
    return message(", ".join(f"{{{name}}}" for name in names), **dict(zip(names, inlines, strict=True)))
