"""A repository in, who may do what out: tables of profiles × subjects, which a script makes one that can be filtered.

The tables are what every builder has, and a reader without JavaScript. The script is part of the page, as a module in
place: one that is loaded from a file does not start where the page itself is opened from a disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.sphinx_ext.audit_nodes import matrix_host

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.application import Sphinx

    from sphinx_agentcfg.audit.matrices import Matrix
    from sphinx_agentcfg.sphinx_ext.audit_work import AuditWork
    from sphinx_agentcfg.sphinx_ext.audited import Audited
    from sphinx_agentcfg.sphinx_ext.bilingual import Speaker

__all__ = ["matrix", "setup_audit_matrix"]

#: Columns of one table on paper; cells of all of them.
_COLUMNS, _MOST_CELLS = 8, 2_000
_PERMISSION_MATRIX = N_("Permission matrix")

_START = """
for (const host of document.querySelectorAll("[data-agentcfg-matrix]")) {
  const data = document.getElementById(host.dataset.agentcfgMatrix);
  const tags = host.dataset.languages.split(" ");
  const language = () => {
    const view = document.documentElement.dataset.agentcfgView;
    return (tags.includes(view) ? view : tags[0]).startsWith("zh") ? "zh_CN" : "en";
  };
  const shown = showMatrix(host, JSON.parse(data.textContent), { language: language() });
  new MutationObserver(() => shown.setLanguage(language())).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-agentcfg-view"],
  });
}
"""


def matrix(work: AuditWork, speaker: Speaker, repository: Audited, limit: int) -> list[nodes.Node]:
    """Return the matrix; its tables show *limit* profiles, and say what they leave out."""
    from sphinx_agentcfg.audit.matrices import Verdicts, permission_matrix, permissions_by_profile
    from sphinx_agentcfg.audit.payloads import permission_payload
    from sphinx_agentcfg.languages import html_tag
    from sphinx_agentcfg.sphinx_ext.audit_report import left_out
    from sphinx_agentcfg.sphinx_ext.page import paragraph

    verdicts = Verdicts(permissions_by_profile(repository.audit))
    found = permission_matrix(verdicts)
    rows = min(limit, len(found.profiles))
    columns = min(len(found.subjects), max(_COLUMNS, _MOST_CELLS // rows))
    if not columns:
        made: list[nodes.Node] = [paragraph(speaker.label(N_("No profile says anything of what it may do.")))]
        unknown = [row for row in repository.rows("permissions") if row["decision"] == "unknown"]
        return [*made, work.table(speaker, "permissions", ("profile", "decision", "reason"), unknown[:limit])]
    static = list(_tables(work, speaker, found, rows, columns))
    for figures, msgid in (
        ((rows, len(found.profiles)), N_("The first {shown} of {total} profiles stand here.")),
        (
            (columns, len(found.subjects) + found.left_out),
            N_("The {shown} subjects that most profiles name stand here, of {total}."),
        ),
    ):
        static += left_out(work.env, speaker, repository, figures, msgid)
    payload = permission_payload(repository.audit, verdicts=verdicts)
    key = f"agentcfg-matrix-{work.env.new_serialno('agentcfg-matrix')}"
    tags = " ".join(html_tag(language) for language in speaker.languages)
    return [
        matrix_host("", *static, payload=payload, names=found.profiles, key=key, tags=tags, classes=["agentcfg-matrix"])
    ]


def _tables(work: AuditWork, speaker: Speaker, found: Matrix, rows: int, columns: int) -> Iterator[nodes.Node]:
    """Give tables that are narrow enough for paper, one after the other."""
    from sphinx_agentcfg.audit.matrices import DECISIONS
    from sphinx_agentcfg.sphinx_ext.audit_cells import profile_link, short, word
    from sphinx_agentcfg.sphinx_ext.audit_nodes import table
    from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark

    label = translate(_PERMISSION_MATRIX, work.site_language)
    words: list[list[Fragment]] = [[word(speaker, "decision", decision)] for decision in DECISIONS]
    for start in range(0, columns, _COLUMNS):
        places = range(start, min(start + _COLUMNS, columns))
        head: list[list[Fragment]] = [speaker.label(N_("Profile"))]
        head += [[Mark("code", (short(found.subjects[p]),))] for p in places]
        body: list[list[list[Fragment]]] = [
            [[profile_link(found.profiles[row])], *(words[found.codes[row][p]] for p in places)] for row in range(rows)
        ]
        yield table([head, *body], [20, *(10 for _ in places)], label, "agentcfg-decisions")


def _add_script(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add script and style to a page that has a matrix."""
    if doctree is None or app.builder.name == "epub" or next(doctree.findall(matrix_host), None) is None:
        return
    from sphinx_agentcfg.audit.assets import asset

    context["metatags"] = f"{context.get('metatags', '')}<style>\n{asset('matrix.css')}</style>\n"
    app.add_js_file(None, body=f"{asset('matrix.js')}{_START}", type="module")


def setup_audit_matrix(app: Sphinx) -> None:
    """Register what adds the script."""
    app.connect("html-page-context", _add_script)
