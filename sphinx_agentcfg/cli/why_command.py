"""``agentcfg why``: a profile and a subject or field in, what holds and the chain of files that decides it out."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from sphinx_agentcfg.cli.shared import format_dirs_option, language_option

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_agentcfg.audit.answers import Answer, Step

__all__ = ["command"]

_WIDTH = 2


@click.command()
@click.argument("profile", metavar="PROFILE")
@click.argument("subject", metavar="SUBJECT|FIELD")
@click.argument("path", default=".", metavar="[PATH]")
@click.option("--only", multiple=True, metavar="FORMAT", help="Look for this format; may be repeated.")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
@language_option
@format_dirs_option
def command(  # noqa: PLR0913, PLR0917  # the options of the command
    profile: str,
    subject: str,
    path: str,
    only: tuple[str, ...],
    output: str,
    language: str,
    format_dirs: tuple[Path, ...],
) -> None:
    """Say why PROFILE of the repository in PATH may do SUBJECT, or has the value of FIELD.

    PROFILE is an id such as leji:core, or the part after the colon. The step that decides comes first, each with the
    file and the line that says so.

    Exit code 0; 2: wrong usage, no such profile, or a path that is no folder.
    """
    from sphinx_agentcfg.audit.answers import why
    from sphinx_agentcfg.audit.loading import Options, load_repository
    from sphinx_agentcfg.audit.matrices import Verdicts, permissions_by_profile
    from sphinx_agentcfg.cli.audit_running import stop
    from sphinx_agentcfg.errors import AgentcfgError

    try:
        judged = load_repository(path, Options(only=only, format_dirs=format_dirs, compared=False))
        answers = why(judged.counted, Verdicts(permissions_by_profile(judged.audit)), profile, subject)
    except AgentcfgError as error:
        raise stop(str(error)) from error
    if output == "json":
        from sphinx_agentcfg.audit.json_text import json_value
        from sphinx_agentcfg.cli.audit_outputs.files import print_data

        print_data(f"[{', '.join(json_value(_data(answer)) for answer in answers)}]\n")
        return
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    for answer in answers:
        for line in _lines(answer, language, judged.clickable):
            color = False if os.environ.get("NO_COLOR") else None
            click.echo(line.encode(encoding, "backslashreplace").decode(encoding), color=color)


def _lines(answer: Answer, language: str, clickable: Any) -> Iterator[str]:
    from sphinx_agentcfg.audit.words import DECISION_WORDS, PROVENANCE_WORDS
    from sphinx_agentcfg.formats.model import NOTHING
    from sphinx_agentcfg.messages import translate
    from sphinx_agentcfg.safe_text import excerpt, on_one_line

    words = DECISION_WORDS if answer.kind == "permission" else PROVENANCE_WORDS
    result = translate(words[answer.result], language)
    head = f"{excerpt(answer.profile)} · {excerpt(answer.subject)}: {result}"
    if answer.value is not NOTHING:
        head += f" = {excerpt(json.dumps(answer.value, ensure_ascii=False), 200)}"
    yield click.style(head, bold=True)
    for number, step in enumerate(answer.steps, start=1):
        yield f"{number:>{_WIDTH}}. {_step(step, language, clickable)}"
        if step.excerpt:
            yield f"{'':>{_WIDTH}}    {on_one_line(step.excerpt)}"


def _step(step: Step, language: str, clickable: Any) -> str:
    from sphinx_agentcfg.safe_text import on_one_line

    text = step.text.text(language)
    if step.path is None:
        return text
    place = on_one_line(clickable(step.path)) + (f":{step.line}" if step.line else "")
    return f"{text} ({place})" if language != "zh_CN" else f"{text}（{place}）"


def _data(answer: Answer) -> dict[str, Any]:
    from sphinx_agentcfg.formats.model import NOTHING

    return {
        "profile": answer.profile,
        "subject": answer.subject,
        "kind": answer.kind,
        "result": answer.result,
        "value": None if answer.value is NOTHING else answer.value,
        "steps": [
            {
                "text": step.text.text("en"),
                "text_zh": step.text.text("zh_CN"),
                "profile": step.profile,
                "path": step.path,
                "line": step.line,
                "excerpt": step.excerpt,
            }
            for step in answer.steps
        ],
    }
