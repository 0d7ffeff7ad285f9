"""The one door to Sphinx's log: a message and its subtype in, one line of type ``agentcfg`` out.

Like Sphinx's own log, ours speaks the language of the terminal, not that of the pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_agentcfg.messages import N_, console_language

if TYPE_CHECKING:
    from docutils import nodes

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.messages import Message

__all__ = ["SUBTYPES", "warn", "warn_finding"]

logger = logging.getLogger(__name__)

#: Every subtype and what it means, for ``suppress_warnings`` and for the page that lists them.
SUBTYPES = {
    "bad-setting": N_("A value in conf.py is not what it must be; the default counts."),
    "broken-format": N_("A folder of `agentcfg_format_dirs` cannot be used."),
    "unknown-format": N_("No format has that name."),
    "unknown-type": N_("No document type or file has that name."),
    "unknown-field": N_("A role names a field that no page shows."),
    "unknown-schema": N_("A role names a schema that no page shows."),
    "unknown-rule": N_("A role names a rule that no page explains."),
    "unknown-group": N_("No group of rules has that name."),
    "unknown-language": N_("Not a language code."),
    "unknown-section": N_("Not a section of a reference page."),
    "unknown-table": N_("No table of the audit has that name."),
    "unknown-column": N_("A table of the audit has no column of that name."),
    "unknown-profile": N_("No profile of the repository has that id, or no page shows it."),
    "no-repository": N_("A directive is about a repository, and neither it nor conf.py names one."),
    "bad-repository": N_("A repository is not there, is no folder, or has settings that cannot be used."),
    "bad-option": N_("An option of a directive holds something it cannot use."),
    "duplicate-schema": N_("The same schema is indexed on two pages."),
    "duplicate-rule": N_("The same rule is indexed on two pages."),
    "duplicate-profile": N_("The same profile is indexed on two pages."),
    "unknown-revision": N_("Git has no such revision, no such file in it, or there is no repository."),
    "pointer-to-nowhere": N_("The schema has nothing at the pointer that the directive names."),
    "missing-translation": N_("Texts without a translation into a language that was asked for."),
    "stale-translation": N_("Texts that changed after they were translated."),
    "broken-catalogue": N_("A translation catalogue that cannot be read."),
    "invalid-example": N_("An example is not valid, or not invalid, as it should be."),
    "boolean-schema": N_("The schema is only `true` or `false`."),
    "not-a-schema": N_("The file holds no JSON Schema."),
    "invalid-schema": N_("The schema's metaschema refuses it."),
    "invalid-keyword": N_("A keyword of sphinx-agentcfg in a schema has a shape that cannot be shown."),
    "annotation-clash": N_("A file of annotations names a place or a keyword that the schema cannot take."),
    "ref-unresolved": N_("A `$ref` leads nowhere inside its file."),
    "ref-missing-file": N_("A `$ref` leads to a file that is not there."),
    "ref-unreadable": N_("A `$ref` leads to a file that cannot be read."),
    "ref-outside": N_("A `$ref` leads out of the source tree."),
    "ref-remote": N_("A `$ref` leads to an address in a network; it is never fetched."),
    "ref-loop": N_("A `$ref` leads back to itself."),
    "missing": N_("A file is not there."),
    "not-a-file": N_("A folder, or something else that is no file."),
    "unreadable": N_("A file that may not be read."),
    "outside-root": N_("A file outside the folder that may be read."),
    "too-large": N_("A file that is larger than 5 MB."),
    "not-utf8": N_("A file that is not UTF-8."),
    "byte-order-mark": N_("A file that begins with a byte order mark."),
    "empty": N_("A file without content."),
    "syntax": N_("A file with broken JSON, YAML or TOML."),
    "trailing-comma": N_("A comma before a closing bracket, which JSON does not allow."),
    "comment": N_("A comment, which JSON does not allow."),
    "duplicate-key": N_("A key that occurs twice in one object."),
    "non-string-key": N_("A key that is not a string."),
    "custom-tag": N_("A YAML tag of somebody's own."),
    "too-deep": N_("More than 100 levels of nesting."),
    "too-many-nodes": N_("More than 100,000 values."),
    "long-number": N_("A number of more than 4,000 digits."),
    "not-a-number": N_("A number that JSON does not have."),
    "several-documents": N_("More than one document in a YAML file."),
    "lone-surrogate": N_("An escape in JSON that is half of a character."),
    "recursive-alias": N_("A YAML alias that contains itself."),
    "no-frontmatter": N_("A Markdown file without a YAML header."),
    "unterminated-frontmatter": N_("A YAML header that is never closed."),
}


def warn(subtype: str, text: Message, location: str | tuple[str, int] | nodes.Node | None = None) -> None:
    """Log *text* as a warning ``[agentcfg.<subtype>]`` at *location*."""
    logger.warning(text.text(console_language()), type="agentcfg", subtype=subtype, location=location)


def warn_finding(finding: Finding, location: str | tuple[str, int] | nodes.Node | None) -> None:
    """Log a finding at the place that led to it; one that is only information goes to the verbose log."""
    line = finding.text(console_language())
    if finding.severity == "info":
        logger.verbose(line, location=location)
    else:
        logger.warning(line, type="agentcfg", subtype=finding.name, location=location)
