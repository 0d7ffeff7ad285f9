"""The name of a table of the audit and a repository in, the nodes of the table out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.errors import did_you_mean
from sphinx_agentcfg.messages import LANGUAGES, N_, message
from sphinx_agentcfg.sphinx_ext.audit_columns import SHOWN, known_columns
from sphinx_agentcfg.sphinx_ext.audit_matrix import matrix
from sphinx_agentcfg.sphinx_ext.audit_report import left_out
from sphinx_agentcfg.sphinx_ext.audit_work import AuditWork
from sphinx_agentcfg.sphinx_ext.page import paragraph
from sphinx_agentcfg.sphinx_ext.profile_places import ProfileSet, profile_anchor
from sphinx_agentcfg.sphinx_ext.repositories import repository_of
from sphinx_agentcfg.sphinx_ext.work import few, hint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils.nodes import Node

    from sphinx_agentcfg.sphinx_ext.audited import Audited
    from sphinx_agentcfg.sphinx_ext.bilingual import Speaker

__all__ = ["AuditPage"]

_LIMIT = 200
#: What is said above a table without rows, where there are profiles.
_EMPTY = {
    "inheritance": N_("No profile takes anything from another."),
    "permissions": N_("No profile says anything of what it may do."),
    "findings": N_("There are no findings."),
    "environment": N_("No profile names a variable of the environment."),
}
_NO_KNOWN = "audit/no-known-format"


class AuditPage(AuditWork):
    """The work of one ``agentcfg-audit`` directive."""

    def nodes(self) -> list[Node]:
        """Return the table; whatever is wrong becomes a warning at the directive."""
        name = self.directive.arguments[0].strip()
        if name not in SHOWN:
            known = message("known tables: {names}", names=few(SHOWN))
            close = hint(did_you_mean(name, SHOWN), known)
            self.warn("unknown-table", message("no table {name}; {hint}", name=name, hint=close))
            return self.could_not(name)
        repository = repository_of(self)
        if repository is None:
            return self.could_not(name)
        languages = self.languages()
        speaker = self.speaker(languages)
        made = self.switch(languages)
        if "matrix" in self.options and name != "permissions":
            self.warn(
                "bad-option", message("`:matrix:` is for the table permissions; the table {name} is shown", name=name)
            )
        if "matrix" in self.options and name == "permissions" and repository.profiles:
            made += matrix(self, speaker, repository, self._limit())
            self.link_to(())
        else:
            made += self._table(speaker, repository, name)
        return self.finish(made)

    def _table(self, speaker: Speaker, repository: Audited, name: str) -> list[Node]:
        rows = repository.rows(name)
        shown = rows[: self._limit()]
        columns = self._columns(name, shown)
        made = [] if rows else self._nothing_there(speaker, repository, name)
        made.append(self.table(speaker, name, columns, shown, self._anchors(name, shown)))
        made += left_out(self.env, speaker, repository, (len(shown), len(rows)))
        types = {row["type"] for row in shown if "type" in row}
        self.link_to(types, [row["rule"] for row in shown] if name == "findings" else ())
        return made

    def _nothing_there(self, speaker: Speaker, repository: Audited, name: str) -> list[Node]:
        """Return what a table without rows has above it: which formats were looked for, or what there is none of."""
        empty = next((f for f in repository.judged.audit.findings if f.rule == _NO_KNOWN), None)
        if empty is None:
            msgid = (
                _EMPTY.get(name, N_("No profile was found.")) if repository.profiles else N_("No profile was found.")
            )
            return [paragraph(speaker.label(msgid), "agentcfg-lead")]
        said = [empty.message.text(language if language in LANGUAGES else "en") for language in speaker.languages]
        return [paragraph(speaker.pair([[text] for text in said]), "agentcfg-lead")]

    # --- options ------------------------------------------------------------------------------------------------------

    def _limit(self) -> int:
        given = self.options.get("limit")
        if given is None:
            return _LIMIT
        if given.strip().isdecimal() and int(given[:9]) > 0:
            return int(given[:9])
        self.warn("bad-option", message("`:limit:` is {value}; give a number from 1", value=given))
        return _LIMIT

    def _columns(self, name: str, rows: Sequence[dict[str, Any]]) -> tuple[str, ...]:
        """Return the columns that are asked for, else those that a reader looks for and that are not all empty."""
        known = known_columns(name)
        wanted = list(dict.fromkeys(self.options.get("columns", "").replace(",", " ").split()))
        for column in wanted:
            if column not in known:
                close = hint(did_you_mean(column, known), message("known columns: {names}", names=few(known)))
                text = message("the table {table} has no column {name}; {hint}", table=name, name=column, hint=close)
                self.warn("unknown-column", text)
        chosen = tuple(column for column in wanted if column in known)
        if chosen:
            return chosen
        usual = SHOWN[name]
        filled = (c for c in usual if any((row["path"] if c == "place" else row[c]) not in (None, "") for row in rows))
        return tuple(filled) if rows else usual

    def _anchors(self, name: str, rows: Sequence[dict[str, Any]]) -> list[str]:
        """Return an id for each row of the table of profiles: a profile without an entry of its own is found there."""
        if name != "profiles" or not self.indexed:
            return []
        names = [row["profile"] for row in rows]
        here = {n for each in self.domain.profile_sets(self.env.docname) if each.rows for n in each.names}
        fresh = tuple(n for n in names if n not in here)
        self.domain.note_profiles(ProfileSet(self.env.docname, self.lineno, fresh, rows=True))
        return [profile_anchor(n, row=True) if n not in here else "" for n in names]
