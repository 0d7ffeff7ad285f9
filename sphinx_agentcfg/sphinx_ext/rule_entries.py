"""Rules in, their nodes out: a table that leads to them, and an entry that explains each one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_agentcfg.messages import N_
from sphinx_agentcfg.safe_text import visible
from sphinx_agentcfg.sphinx_ext.annotated import annotated_block
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, inline_nodes, table_node
from sphinx_agentcfg.sphinx_ext.listing import listing
from sphinx_agentcfg.sphinx_ext.page import Row, code, fact_list, paragraph
from sphinx_agentcfg.sphinx_ext.places import rule_anchor
from sphinx_agentcfg.sphinx_ext.verdicts import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sphinx_agentcfg.findings import Severity
    from sphinx_agentcfg.rules import Rule, RuleFile
    from sphinx_agentcfg.sphinx_ext.bilingual import Speaker

__all__ = ["rule_entry", "rule_table", "severity_mark", "type_link"]

#: The syntax and the lexer of a file of an example, by its ending.
_SYNTAXES = {
    "json": ("json", "json"),
    "yaml": ("yaml", "yaml"),
    "yml": ("yaml", "yaml"),
    "toml": ("toml", "toml"),
    "md": ("frontmatter", "markdown"),
}
_TEXT = ("text", "text")


def rule_table(speaker: Speaker, rules: Sequence[Rule], link: Callable[[Rule], Mark]) -> nodes.Node:
    """Return a table of rules: id, severity, what is wrong; ``link`` leads to the entry of one."""
    heads = [speaker.label(msgid) for msgid in (N_("Rule"), N_("Severity"), N_("What is wrong"))]
    rows: list[list[list[Fragment]]] = [
        [[link(r)], [severity_mark(speaker, r.severity)], speaker.line(r.title, between=" ")] for r in rules
    ]
    return table_node([heads, *rows], (30, 14, 56), "agentcfg-overview", late=True)


def severity_mark(speaker: Speaker, severity: Severity) -> Mark:
    """Return the word for a severity, in its colour."""
    return Mark("span", tuple(speaker.label(SEVERITIES[severity])), ("agentcfg-severity", f"agentcfg-{severity}"))


def type_link(type_id: str) -> Mark:
    """Return the id of a document type as a link to its page, wherever that is."""
    return Mark("link", (code(type_id),), xref=type_id, role="schema")


def rule_entry(speaker: Speaker, rule: Rule, prefix: str = "") -> addnodes.desc:
    """Return the entry of *rule*; *prefix* stands before its id."""
    signature = addnodes.desc_signature(
        "",
        "",
        addnodes.desc_name("", visible(rule.id)),
        *inline_nodes(list(_head(speaker, rule))),
        ids=[prefix + rule_anchor(rule.id)],
        translatable=False,
        _toc_name="",
        _toc_parts=(),
    )
    content = addnodes.desc_content("", *_body(speaker, rule))
    return addnodes.desc(
        "", signature, content, domain="agentcfg", objtype="rule", desctype="rule", classes=["agentcfg", "rule"]
    )


def _head(speaker: Speaker, rule: Rule) -> Iterator[Fragment]:
    """Give severity and mark, each after a dash for builders without a style sheet."""
    dash = Mark("span", (" — ",), ("agentcfg-dash",))
    yield from (dash, severity_mark(speaker, rule.severity))
    if rule.assumed:
        yield from (dash, Mark("span", tuple(speaker.label(N_("assumed"))), ("agentcfg-status",)))


def _body(speaker: Speaker, rule: Rule) -> Iterator[nodes.Node]:
    yield paragraph([Mark("strong", tuple(speaker.line(rule.title)))], "agentcfg-title")
    yield from speaker.prose(rule.meaning)
    yield from fact_list(list(_rows(speaker, rule)))
    for label, files in ((N_("Bad example"), rule.bad), (N_("Good example"), rule.good)):
        for i, file in enumerate(files):
            yield _example(speaker, file, speaker.label(label) if i == 0 else [])


def _rows(speaker: Speaker, rule: Rule) -> Iterator[Row]:
    yield Row(speaker.label(N_("why it matters")), blocks=speaker.prose(rule.why))
    yield Row(speaker.label(N_("what to do")), blocks=speaker.prose(rule.fix))
    if rule.types:
        row: list[Fragment] = []
        for type_id in rule.types:
            row += [*([" · "] if row else []), type_link(type_id)]
        yield Row(speaker.label(N_("document types") if len(rule.types) > 1 else N_("document type")), row)
    if rule.upstream:
        yield Row(speaker.label(N_("code of the tool")), [code(rule.upstream)])
    said: list[Fragment] = [visible(rule.source)]
    if rule.assumed:
        said += [" — ", *speaker.label(N_("assumed: no source states the rule, it is our reading"))]
    yield Row(speaker.label(N_("source")), said)


def _example(speaker: Speaker, file: RuleFile, verdict: Sequence[Fragment]) -> nodes.container:
    """Return one file; the first of an example says in its caption whether this is how to do it."""
    syntax, lexer = _SYNTAXES.get(file.file.rpartition(".")[2].lower(), _TEXT)
    caption: list[Fragment] = [Mark("strong", tuple(verdict)), " — "] if verdict else []
    return nodes.container(
        "",
        paragraph([*caption, code(file.file)], "agentcfg-lead"),
        *(speaker.prose(file.note) if file.note else []),
        annotated_block(listing(file.text, syntax), lexer),
        classes=["agentcfg-example"],
    )
