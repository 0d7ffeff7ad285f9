"""``agentcfg explain``: the id of a rule in, what a finding of it means, why it matters and what to do about it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sphinx_agentcfg.cli.shared import (
    SEVERITY_WORDS,
    both,
    catalog_with,
    format_dirs_option,
    json_text,
    language_option,
    say,
)
from sphinx_agentcfg.cli.tables import console_width, paragraphs, table
from sphinx_agentcfg.errors import AgentcfgError, UnknownRule
from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.rules import RuleBook
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_agentcfg.reference.model import Text
    from sphinx_agentcfg.rules import Rule, RuleFile, RuleGroup

__all__ = ["command"]

_HEADS = (N_("Rule"), N_("Severity"), N_("What is wrong"))


@click.command()
@click.argument("name", metavar="RULE|GROUP")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", help="How to print.")
@language_option
@format_dirs_option
def command(name: str, output: str, language: str, format_dirs: tuple[Path, ...]) -> None:
    """Say what a finding means, why it matters and what to do about it.

    RULE is what stands in brackets after a finding (leji/schema). GROUP is the part before the slash: a format, or
    file, schema or audit; its rules are listed.
    """
    try:
        book = RuleBook.of(catalog_with(format_dirs))
        group = book.group(name.partition("/")[0]) if "/" in name else _group(book, name)
        rules = [book.rule(name)] if "/" in name else list(group.rules)
    except AgentcfgError as error:
        raise click.UsageError(visible(str(error))) from error
    translations = Translations(group.source_language)
    if output == "json":
        click.echo(json_text([_data(rule, translations) for rule in rules]))
    elif "/" in name:
        say("\n".join(_lines(rules[0], translations, language)))
    else:
        heads = [translate(head, language) for head in _HEADS]
        rows = [[r.id, _severity(r, language), translations.find(r.title, language).text] for r in rules]
        for line in table(heads, rows, console_width()):
            click.echo(line)


def _group(book: RuleBook, name: str) -> RuleGroup:
    """Return the group *name*; a rule that somebody named without its group is suggested."""
    ids = [rule.id for rule in book.rules if rule.id.endswith(f"/{name}")]
    try:
        return book.group(name)
    except UnknownRule as error:
        if ids:
            raise click.UsageError(visible(f"no group of rules {name!r}; did you mean {' or '.join(ids)}?")) from error
        raise


def _severity(rule: Rule, language: str) -> str:
    return translate(SEVERITY_WORDS[rule.severity], language)


def _lines(rule: Rule, translations: Translations, language: str) -> Iterator[str]:
    def label(msgid: str) -> str:
        return translate(msgid, language)

    def words(text: Text) -> str:
        return translations.find(text, language).text

    assumed = f" · {label(N_('assumed'))}" if rule.assumed else ""
    yield f"{rule.id} · {_severity(rule, language)}{assumed}"
    yield from paragraphs(words(rule.title))
    yield ""
    yield from paragraphs(words(rule.meaning))
    source = [rule.source]
    if rule.assumed:
        source.append(label(N_("assumed: no source states the rule, it is our reading")))
    for head, text in (
        (N_("why it matters"), words(rule.why)),
        (N_("what to do"), words(rule.fix)),
        (N_("document types") if len(rule.types) > 1 else N_("document type"), " · ".join(rule.types)),
        (N_("code of the tool"), rule.upstream),
        (N_("source"), "\n".join(source)),
    ):
        if text:
            yield from ("", label(head))
            yield from paragraphs(text, "  ")
    for head, files in ((N_("Bad example"), rule.bad), (N_("Good example"), rule.good)):
        for file in files:
            yield from ("", f"{label(head)}: {file.file}")
            if file.note:
                yield from paragraphs(words(file.note), "  ")
            yield from ("    " + line if line else "" for line in file.text.rstrip("\n").split("\n"))


def _data(rule: Rule, translations: Translations) -> dict[str, Any]:
    texts = {name: both(translations, getattr(rule, name)) for name in ("title", "meaning", "why", "fix")}
    return {
        "id": rule.id,
        "severity": rule.severity.value,
        "types": list(rule.types),
        **texts,
        "source": rule.source,
        "assumed": rule.assumed,
        "upstream": rule.upstream or None,
        "bad": [_file(file, translations) for file in rule.bad],
        "good": [_file(file, translations) for file in rule.good],
    }


def _file(file: RuleFile, translations: Translations) -> dict[str, Any]:
    return {"file": file.file, "text": file.text, "note": both(translations, file.note) if file.note else None}
