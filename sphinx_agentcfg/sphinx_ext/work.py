"""A directive in, what each of ours asks of it out: its languages, its document type, its place, and a way to warn."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_agentcfg.catalog import DocumentType, own_schema
from sphinx_agentcfg.errors import UnknownDocumentType
from sphinx_agentcfg.languages import html_tag, normalise
from sphinx_agentcfg.messages import N_, message, translate
from sphinx_agentcfg.sphinx_ext.domain import AgentcfgDomain
from sphinx_agentcfg.sphinx_ext.settings import catalog_of
from sphinx_agentcfg.sphinx_ext.tracking import track
from sphinx_agentcfg.sphinx_ext.warnings import warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from docutils.nodes import Node
    from sphinx.util.docutils import SphinxDirective

    from sphinx_agentcfg.messages import Message

__all__ = ["SCHEMA_SUFFIXES", "Work", "few", "hint"]

#: As many names as a warning lists.
_FEW = 8

_NOTHING = N_("The reference of {name} could not be made; the build's log says why.")
SCHEMA_SUFFIXES = (".json", ".yaml", ".yml")


class Work:
    """What the directives have in common. Whatever is wrong becomes a warning at the directive's line."""

    def __init__(self, directive: SphinxDirective) -> None:
        self.directive = directive
        self.env = directive.env
        self.config = directive.config
        self.options = directive.options
        self.lineno = directive.lineno

    # --- what is asked for --------------------------------------------------------------------------------------------

    def asked_languages(self) -> list[str]:
        """Return the languages that somebody asked for, in gettext spelling: the option's, else those of conf.py."""
        given = self.options.get("languages", "").replace(",", " ").split() or list(self.config.agentcfg_languages)
        known = []
        for code in given:
            language = normalise(code)
            if language is None:
                text = message("{code} is no language code; write for example en or zh_CN", code=code)
                self.warn("unknown-language", text)
            elif language not in known:
                known.append(language)
        return known

    def document_type(self, name: str) -> DocumentType | None:
        """Return what *name* means, a type of the catalog or else a schema file; None where it is neither."""
        try:
            return catalog_of(self.config).document_type(name)
        except UnknownDocumentType as error:
            path = Path(self.env.relfn2path(name)[1])
            if not path.exists() and not name.endswith(SCHEMA_SUFFIXES):
                known = message("known types: {names}; a file ends in .json or .yaml", names=few(error.known))
                text = message("no document type {name}; {hint}", name=name, hint=hint(error.suggestions, known))
                self.warn("unknown-type", text)
                track(self.env, files=(), absent=(path,))
                return None
            type_id = os.path.relpath(path, self.env.srcdir).replace(os.sep, "/")
            language = normalise(self.config.agentcfg_source_language) if self.config.agentcfg_source_language else None
            if not path.exists():
                track(self.env, files=(), absent=(path,))
            return own_schema(path, type_id, language)

    def first_view(self, languages: Sequence[str]) -> str:
        """Return which of *languages* a reader sees who has not chosen yet, as an HTML tag, or ``both``."""
        wanted = self.config.agentcfg_first_view
        language = normalise(self.config.language if wanted == "auto" else wanted) if wanted != "both" else None
        return html_tag(language) if language and language in languages else "both"

    @property
    def indexed(self) -> bool:
        """Whether what is shown becomes a target."""
        return not {"no-index", "noindex"} & set(self.options)

    # --- where it stands ----------------------------------------------------------------------------------------------

    @property
    def domain(self) -> AgentcfgDomain:
        """Our domain."""
        domain = self.env.domains["agentcfg"]
        assert isinstance(domain, AgentcfgDomain)  # noqa: S101  # registered under this name
        return domain

    @property
    def site_language(self) -> str:
        """The language of the build."""
        return normalise(self.config.language) or "en"

    def may_have_sections(self) -> bool:
        """Say whether a section may stand where the directive does."""
        return isinstance(self.directive.state_machine.node, nodes.document | nodes.section)

    def own_prefix(self) -> str:
        """Return what stands before each id where the plain ids may stand elsewhere too."""
        number = self.env.new_serialno("agentcfg")
        return f"{self.env.docname.replace('/', '.')}{f'-{number}' if number else ''}."

    # --- what comes of it ---------------------------------------------------------------------------------------------

    def warn(self, subtype: str, text: Message) -> None:
        """Warn at the line of the directive."""
        warn(subtype, text, self.directive.get_location())

    def finish(self, made: list[Node]) -> list[Node]:
        """Return the nodes, each with its place in the source, and with quotes left as they are."""
        for node in made:
            self.directive.set_source_info(node)
            if isinstance(node, nodes.Element):
                node["support_smartquotes"] = False
        return made

    def nothing(
        self, name: str, msgid: str = N_("The reference of {name} could not be made; the build's log says why.")
    ) -> list[Node]:
        """Return a line that stands where there is nothing to show."""
        shown = translate(msgid, self.site_language).format(name=name)
        plain = {"translatable": False, "support_smartquotes": False}
        return [nodes.paragraph("", shown, classes=["agentcfg-problem"], **plain)]


def few(names: Iterable[str]) -> str:
    """Return some of *names* in one line; three dots say that there are more."""
    known = list(names)
    return ", ".join(known[:_FEW]) + (", …" if len(known) > _FEW else "")


def hint(suggestions: Iterable[str], otherwise: Message) -> Message:
    """Return a question that names what may have been meant, or *otherwise*."""
    names = " / ".join(suggestions)
    return message("did you mean {names}?", names=names) if names else otherwise
