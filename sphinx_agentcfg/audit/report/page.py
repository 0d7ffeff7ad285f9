"""Repositories in, the whole report out: one HTML file that asks for nothing from anywhere.

Its content security policy proves it: no address but ``data:`` is allowed, neither for a script nor for a picture.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import sphinx_agentcfg
from sphinx_agentcfg.audit.report.coverage import coverage
from sphinx_agentcfg.audit.report.environment import environment
from sphinx_agentcfg.audit.report.findings import findings
from sphinx_agentcfg.audit.report.inheritance import graph_links, inheritance
from sphinx_agentcfg.audit.report.markup import CHINESE, data_script, label, name, number, paragraph, plain, template
from sphinx_agentcfg.audit.report.overview import overview
from sphinx_agentcfg.audit.report.permissions import permissions
from sphinx_agentcfg.audit.scan import patient_collector
from sphinx_agentcfg.messages import N_, translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_agentcfg.audit.report.parts import ReportPart

__all__ = ["report_html"]

_ASSETS = Path(__file__).parent.parent / "assets"
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
_TITLE = N_("Audit of agent configurations")
_SKIP, _LANGUAGE, _CONTENTS = N_("Skip to the content"), N_("Language"), N_("Contents")
_REPOSITORY = N_("Repository")
#: Section → its heading; the report has them in this order.
_SECTIONS = {
    "overview": N_("Overview"),
    "permissions": N_("Permission matrix"),
    "coverage": N_("Field coverage"),
    "inheritance": N_("Inheritance"),
    "findings": N_("Findings"),
    "environment": N_("Environment"),
}
#: What the script says, with places for its numbers.
_SAID = {
    "shown": N_("{shown} of {all} shown"),
    "graph": N_("Inheritance around {name}"),
    "around": N_("{name}: takes from {parents}, hands down to {children}; {drawn} of them drawn"),
    "parents": N_("takes from ({all})"),
    "middle": N_("in the middle"),
    "children": N_("hands down to ({all})"),
    "more": N_("and {all} more"),
    "back": N_("back to the {all} before"),
    "strange": N_("no profile has this name"),
}
#: A choice made before is there before anything is shown.
_REMEMBER = (
    'try { document.getElementById("language-" + localStorage.getItem("agentcfg-report-language")).checked = true } '
    "catch { /* nothing is stored, or nothing may be */ }"
)


def report_html(parts: Sequence[ReportPart], *, language: str = "en") -> str:
    """Return the report of *parts*, in their order, as the text of one file.

    It holds English and Chinese; *language* (``en`` or ``zh_CN``) is what a reader sees first.
    """
    with patient_collector():
        return "\n".join(_page(parts, chinese=language == CHINESE))


def _page(parts: Sequence[ReportPart], *, chinese: bool) -> Iterator[str]:
    keyed = [(f"r{place}", part) for place, part in enumerate(parts, 1)]
    names = ", ".join(plain(part.name) for part in parts)
    english_title, chinese_title = f"{_TITLE}: {names}", f"{escape(translate(_TITLE, CHINESE))}：{names}"
    yield f'<!doctype html>\n<html lang="{"zh-CN" if chinese else "en"}">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f'<meta name="generator" content="sphinx-agentcfg {escape(sphinx_agentcfg.__version__)}">'
    yield '<link rel="icon" href="data:,">'
    title = chinese_title if chinese else english_title
    yield f'<title data-en="{english_title}" data-zh="{chinese_title}">{title}</title>'
    yield f"<style>\n{_asset('matrix.css')}\n{_asset('report.css')}</style>\n</head>\n<body>"
    yield f'<a class="skip" href="#main">{label(_SKIP)}</a>'
    yield f"<header><h1>{label(_TITLE)}</h1>{_switch(chinese=chinese)}</header>"
    yield f'<div class="frame">{_contents(keyed)}<main id="main" tabindex="-1">'
    for key, part in keyed:
        yield from _repository(key, part)
    if not keyed:
        yield paragraph(N_("No repository was read."))
    yield f"</main></div>{_footer()}"
    yield data_script("said", {key: template(msgid) for key, msgid in _SAID.items()})
    yield f'<script type="module">\n{_asset("matrix.js")}\n{_asset("report.js")}</script>\n</body>\n</html>\n'


@lru_cache(maxsize=8)
def _asset(file: str) -> str:
    return (_ASSETS / file).read_text(encoding="utf-8").strip()


def _switch(*, chinese: bool) -> str:
    """Return the choice of a language; it works without a script."""
    checked = ("", " checked") if chinese else (" checked", "")
    return (
        f'<fieldset class="switch"><legend>{label(_LANGUAGE)}</legend>'
        f'<input type="radio" name="language" id="language-en" value="en" autocomplete="off"{checked[0]}>'
        '<label for="language-en" lang="en">English</label>'
        f'<input type="radio" name="language" id="language-zh-CN" value="zh-CN" autocomplete="off"{checked[1]}>'
        f'<label for="language-zh-CN" lang="zh-CN">中文</label></fieldset><script>{_REMEMBER}</script>'
    )


def _contents(keyed: Sequence[tuple[str, ReportPart]]) -> str:
    lists = []
    for key, part in keyed:
        links = "".join(
            f'<li><a href="#{key}-{section}">{label(head)}{_count(part, section)}</a></li>'
            for section, head in _SECTIONS.items()
        )
        head = f'<p><a href="#{key}">{name(part.name)}</a></p>' if len(keyed) > 1 else ""
        lists.append(f"{head}<ul>{links}</ul>")
    return f'<nav aria-labelledby="contents"><h2 id="contents">{label(_CONTENTS)}</h2>{"".join(lists)}</nav>'


def _count(part: ReportPart, section: str) -> str:
    return f' <span class="count">{number(len(part.findings))}</span>' if section == "findings" else ""


def _repository(key: str, part: ReportPart) -> Iterator[str]:
    href = graph_links(part.audit, key)
    yield f'<article id="{key}" aria-labelledby="{key}-name">'
    yield f'<p class="kind">{label(_REPOSITORY)}</p><h2 id="{key}-name">{name(part.name)}</h2>'
    yield _section(key, "overview", overview(part, key))
    yield _section(key, "permissions", permissions(part, key, href))
    yield _section(key, "coverage", coverage(part, key, href))
    yield _section(key, "inheritance", inheritance(part, key))
    yield _section(key, "findings", findings(part, key))
    yield _section(key, "environment", environment(part, key))
    yield "</article>"


def _section(key: str, section: str, content: str) -> str:
    identity = f"{key}-{section}"
    head = f'<h3 id="{identity}-head">{label(_SECTIONS[section])}</h3>'
    return f'<section id="{identity}" aria-labelledby="{identity}-head">{head}{content}</section>'


def _footer() -> str:
    told = label(N_("This file needs no network. Everything in it follows from the files of the repository alone."))
    return f"<footer><p>sphinx-agentcfg {escape(sphinx_agentcfg.__version__)} · {told}</p></footer>"
