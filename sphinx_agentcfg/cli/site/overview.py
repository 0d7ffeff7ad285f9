"""What a site is about in, its first page out: what the site is, what there is, how much of it, and where to look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg import __version__
from sphinx_agentcfg.cli.site.found import format_page, title_of, type_page
from sphinx_agentcfg.cli.site.model import Away, Code, Doc, Page, Section, Several, Table
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import N_, message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_agentcfg.cli.site.found import Found
    from sphinx_agentcfg.cli.site.model import Block, Inline, Toctree

__all__ = ["FIRST", "LAST", "TABLES", "overview"]

_FULL_REPORT = message("full report")
_REPORT = "report.html"
#: The tables of the audit, in the order of the navigation: title, and what there is to see.
FIRST = {"profiles": (N_("Profiles"), N_("Every agent, with a page of its own."))}
TABLES = {
    "coverage": (N_("Field coverage"), N_("Which fields the profiles set, and which they leave empty.")),
    "inheritance": (N_("Inheritance"), N_("Who takes over from whom, and whether that works.")),
    "permissions": (
        N_("Permissions"),
        N_("What each profile may do. Each decision follows from the files alone; nothing was tried out."),
    ),
    "environment": (N_("Environment"), N_("The variables of the environment that the profiles name.")),
}
LAST = {"findings": (N_("Findings"), N_("What is wrong, and what to do about it."))}
_SEVERITIES = {Severity.ERROR: N_("Errors"), Severity.WARNING: N_("Warnings"), Severity.INFO: N_("Information")}


def overview(found: Found, trees: Sequence[Toctree]) -> Page:
    """Return the page; *trees* are the pages below it."""
    blocks: list[Block] = [
        message(
            "This site shows the agents that the files of the repository {name} configure: each profile with the "
            "values that count and where they come from, what it may do, and what is wrong with it.",
            name=Code(found.name),
        ),
        message(
            "It was made from these files by sphinx-agentcfg {version}. The {report} has all of it in one file, "
            "which needs no network and no server.",
            version=__version__,
            report=Away(_REPORT, _FULL_REPORT),
        ),
        Section(message("What is there")),
    ]
    if not found.resolved:
        blocks.append(message("No file of the repository belongs to a format that was looked for."))
    else:
        blocks.append(_formats_table(found))
    blocks += [_sums(found), Section(message("Where to look")), _ways(), *trees]
    return Page("index", message("Agents of {name}", name=found.name), tuple(blocks))


def _formats_table(found: Found) -> Table:
    return Table(
        (message("Format"), message("Profiles"), message("Document types")),
        tuple(
            (
                Doc(format_page(each.format), title_of(found.audit.catalog.format(each.format))),
                str(len(each.profiles)),
                Several(tuple(Doc(type_page(kind), title_of(kind)) for kind in found.types(each))),
            )
            for each in found.resolved
        ),
    )


def _sums(found: Found) -> Table:
    judgement, audit = found.repository.judgement, found.audit
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


def _ways() -> Table:
    pages = {**FIRST, **TABLES, **LAST}
    rows = tuple((Doc(name, message(title)), message(text)) for name, (title, text) in pages.items())
    return Table((message("Page"), message("Shows")), rows)
