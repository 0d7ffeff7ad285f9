"""The names of two versions of a schema in, the nodes that say what changed out, the worst first."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from docutils.nodes import Node, container

from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.reference.changes import ChangeClass, compare
from sphinx_agentcfg.reference.changes.words import CLASSES, say, summary
from sphinx_agentcfg.reference.gathering import guess_language, texts_of
from sphinx_agentcfg.reference.revisions import NoVersion, Version, read_version
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.bilingual import Speaker
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, table_node
from sphinx_agentcfg.sphinx_ext.page import code, paragraph
from sphinx_agentcfg.sphinx_ext.settings import catalog_of
from sphinx_agentcfg.sphinx_ext.switch import language_switch
from sphinx_agentcfg.sphinx_ext.tracking import read_once, track
from sphinx_agentcfg.sphinx_ext.translating import languages_of
from sphinx_agentcfg.sphinx_ext.warnings import warn_finding
from sphinx_agentcfg.sphinx_ext.work import Work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.reference.changes import Change, Changes

__all__ = ["ChangesPage"]

_NOTHING = N_("What changed in {name} could not be found out; the build's log says why.")


class ChangesPage(Work):
    """The work of one ``agentcfg-changes`` directive."""

    def nodes(self) -> list[Node]:
        """Return the changes by class; whatever is wrong becomes a warning at the directive."""
        old, new = self.directive.arguments
        versions = [self._version(name) for name in (old, new)]
        first, second = versions
        if first is None or second is None:
            return self.nothing(new, _NOTHING)
        languages = tuple(self.asked_languages() or self._languages(second))
        speaker = Speaker(languages, Translations("en"), lambda text, _path: Mark("code", (text,)))
        made: list[Node] = language_switch(self.env, languages, self.first_view(languages), self.site_language)
        changes = compare(first, second)
        made.append(container("", *_blocks(changes, speaker, first, second), classes=["agentcfg", "agentcfg-changes"]))
        return self.finish(made)

    def _version(self, name: str) -> Version | None:
        """Return the version that *name* means; the page depends on all that was read or looked for."""
        path = Path(self.env.relfn2path(name)[1])
        catalog = catalog_of(self.config)
        is_file = path.exists() or (":" not in name and name not in {d.id for d in catalog.document_types})
        # A file is named from the source folder, as its page names it; a revision is looked up beside the page.
        folder = Path(self.env.srcdir) if is_file else Path(self.env.doc2path(self.env.docname)).parent
        shown = os.path.relpath(path, self.env.srcdir).replace(os.sep, "/") if is_file else name
        try:
            version = read_version(shown, catalog, folder, (Path(self.env.srcdir),))
        except NoVersion as problem:
            self.warn(problem.rule, problem.message)
            track(self.env, files=problem.files, absent=problem.absent)
            return None
        for finding in version.findings:
            warn_finding(finding, self.directive.get_location())
        track(self.env, files=version.files, absent=version.absent)
        return version

    def _languages(self, version: Version) -> list[str]:
        """Return every language in which the schema has text: of a revision, only the language of the build."""
        if not version.type_id:
            return [self.site_language]
        known = {d.id: d for d in catalog_of(self.config).document_types}
        document_type = known.get(version.type_id) or self.document_type(f"/{version.type_id}")
        assert document_type is not None  # noqa: S101  # its file has just been read
        source = document_type.source_language
        if source is None:
            reference = read_once(self.env, document_type, (Path(self.env.srcdir),), "")
            source = guess_language(texts_of(reference))
        return languages_of(document_type.schema, source)


def _blocks(changes: Changes, speaker: Speaker, old: Version, new: Version) -> Iterator[Node]:
    """Give one sentence that sums up, then a table for each class that has changes."""
    said = [[summary(changes).text(language)] for language in speaker.languages]
    yield paragraph([Mark("strong", tuple(speaker.pair(said)))], "agentcfg-summary")
    for class_ in ChangeClass:
        found = changes.of(class_)
        if found:
            label = speaker.label(CLASSES[class_])
            colour = "agentcfg-error" if class_ is ChangeClass.BREAKING else "agentcfg-info"
            mark = Mark("span", tuple(label), ("agentcfg-severity", colour))
            yield paragraph([mark, f" ({len(found)})"], "agentcfg-lead")
            heads = [speaker.label(N_("Field")), speaker.label(N_("What changed"))]
            rows = [[[_field(c, speaker, old, new)], speaker.phrase(partial(say, c))] for c in found]
            yield table_node([heads, *rows], (35, 65), "agentcfg-overview", late=True)


def _field(change: Change, speaker: Speaker, old: Version, new: Version) -> Fragment:
    """Return the field of a change, as a link to its entry on whatever page shows that version."""
    if not change.path:
        return Mark("span", tuple(speaker.label(N_("the whole document"))))
    type_id = (old if change.pointer is None else new).type_id
    name = code(visible(change.path))
    target = change.path.removeprefix("#") if not change.path.startswith("#") else change.pointer or change.old_pointer
    return Mark("link", (name,), xref=f"{type_id}#{target}") if type_id and target else name
