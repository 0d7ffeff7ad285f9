"""Rows that a page leaves out in, the sentence that says so out, and a file with all of them beside the pages."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.sphinx_ext.audit_nodes import report_link
from sphinx_agentcfg.sphinx_ext.fragments import inline_nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_agentcfg.sphinx_ext.audited import Audited
    from sphinx_agentcfg.sphinx_ext.bilingual import Speaker

__all__ = ["left_out", "setup_audit_report"]

_FOLDER = "_agentcfg"
_TAIL = 200


def left_out(
    env: BuildEnvironment, speaker: Speaker, repository: Audited, figures: tuple[int, int], msgid: str = ""
) -> list[nodes.Node]:
    """Return the sentence below a table that shows so many of so many rows, nothing where it shows all of them."""
    shown, total = figures
    if shown >= total:
        return []
    sentence = msgid or N_("The first {shown} of {total} rows stand here; {left} are left out.")
    values = {"shown": f"{shown:,}", "total": f"{total:,}", "left": f"{total - shown:,}"}
    name = f"{_FOLDER}/report-{repository.slug(str(env.srcdir))}.html"
    env.domaindata["agentcfg"]["reports"].setdefault(env.docname, {})[name] = (repository.root, repository.only)
    link = report_link("", " ", *inline_nodes(speaker.label(N_("The full report has all of them."))), name=name)
    said = inline_nodes(speaker.label(sentence, **values))
    return [nodes.paragraph("", "", *said, nodes.inline("", " "), link, classes=["agentcfg-more"], translatable=False)]


def _write(app: Sphinx, error: Exception | None) -> None:
    """Write each report that a page leads to, unless it is there and says what is so."""
    wanted = (
        {
            name: repository
            for files in app.env.domaindata["agentcfg"]["reports"].values()
            for name, repository in files.items()
        }
        if not error and app.builder.format == "html" and app.builder.name != "epub"
        else {}
    )
    for name, (root, only) in sorted(wanted.items()):
        from sphinx_agentcfg.sphinx_ext.repositories import print_of

        path = app.outdir / name
        stamp = _stamp(app, print_of(app.config, root))
        if path.is_file() and path.read_bytes()[-_TAIL:].endswith(stamp.encode()):
            continue
        text = _report(app, root, only)
        if text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{text}{stamp}", "utf-8")


def _report(app: Sphinx, root: str, only: tuple[str, ...]) -> str:
    from sphinx_agentcfg.audit.report import ReportPart, report_html
    from sphinx_agentcfg.errors import AgentcfgError
    from sphinx_agentcfg.languages import normalise
    from sphinx_agentcfg.sphinx_ext.repositories import audited

    try:
        repository = audited(app.config, root, only)
    except AgentcfgError:  # it went while the pages were written; the next build says so
        return ""
    judgement = repository.judged.judgement
    part = ReportPart(repository.name, repository.audit, judgement.reported, judgement.hidden)
    return report_html([part], language=normalise(app.config.language) or "en")


def _stamp(app: Sphinx, seen: str) -> str:
    """Return what a report ends in; it differs where the report would."""
    from sphinx_agentcfg import __version__

    text = "\0".join([__version__, seen, app.config.language, *map(str, app.config.agentcfg_format_dirs)])
    return f"\n<!-- {hashlib.sha256(text.encode()).hexdigest()} -->\n"


def setup_audit_report(app: Sphinx) -> None:
    """Register the writing."""
    app.connect("build-finished", _write)
