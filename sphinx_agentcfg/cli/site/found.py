"""A repository that was read and judged in, what its site is about out: formats, types, profiles, and their pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_agentcfg.cli.shared import text_in
from sphinx_agentcfg.cli.site.model import Said
from sphinx_agentcfg.cli.site.names import page_names, slug
from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.file_types import fits
from sphinx_agentcfg.manifests import ConfigFormat
from sphinx_agentcfg.messages import LANGUAGES
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.rules import RuleBook

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.formats.model import Resolved
    from sphinx_agentcfg.manifests import DocumentType

__all__ = ["Found", "format_page", "title_of", "type_page"]


@dataclass(frozen=True)
class Found:
    """What a site is about; ``name`` is what the repository is called."""

    repository: Judged
    name: str

    @property
    def audit(self) -> Audit:
        """What was read."""
        return self.repository.audit

    @cached_property
    def resolved(self) -> tuple[Resolved, ...]:
        """What each format made of the repository, where it made anything."""
        return tuple(each for each in self.audit.resolved if each.profiles or each.documents)

    @cached_property
    def format_ids(self) -> frozenset[str]:
        """The formats that were found."""
        return frozenset(each.format for each in self.resolved)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of every profile."""
        return tuple(profile.id for profile in self.audit.profiles)

    @cached_property
    def pages(self) -> Mapping[str, str]:
        """Profile → the docname of its page."""
        return {profile: f"profiles/{name}" for profile, name in page_names(self.ids).items()}

    def types(self, resolved: Resolved) -> list[DocumentType]:
        """Return the types of the format that the repository has a document of."""
        of_parts = {part.type for profile in resolved.profiles for part in profile.parts}
        of_parts |= {profile.type for profile in resolved.profiles}
        return [
            each
            for each in self.audit.catalog.format(resolved.format).documents
            if each.id in of_parts or any(_is_of(path, each) for path in resolved.documents)
        ]

    @cached_property
    def groups(self) -> frozenset[str]:
        """The groups of rules that have a page: those of the formats, and others of which a rule fired."""
        try:
            known = {group.id for group in RuleBook.of(self.audit.catalog).groups}
        except AgentcfgError:  # a broken rules.toml of one's own
            return frozenset()
        fired = {finding.rule.partition("/")[0] for finding in self.repository.judgement.reported}
        return frozenset(known & (fired | self.format_ids))

    @cached_property
    def explained(self) -> frozenset[str]:
        """The rules that those pages explain."""
        if not self.groups:
            return frozenset()
        book = RuleBook.of(self.audit.catalog)
        return frozenset(rule.id for rule in book.rules if rule.id.partition("/")[0] in self.groups)


def format_page(name: str) -> str:
    """Return the docname of the page of a format."""
    return f"formats/{slug(name)}"


def type_page(document_type: DocumentType) -> str:
    """Return the docname of the page of a document type."""
    return f"types/{slug(document_type.id)}"


def title_of(owner: ConfigFormat | DocumentType) -> Said | str:
    """Return the title of a format or of one of its types, in the languages that it has."""
    if not owner.title or owner.manifest is None or owner.source_language is None:
        return owner.title or owner.id
    translations = Translations(owner.source_language)
    pointer = "/title" if isinstance(owner, ConfigFormat) else f"{owner.pointer}/title"
    return Said({each: text_in(translations, owner.title, owner.manifest, pointer, each) for each in LANGUAGES})


def _is_of(path: str, document_type: DocumentType) -> bool:
    named = any(fits(path, pattern) for pattern in document_type.files)
    return named and not any(fits(path, pattern) for pattern in document_type.files_not)
