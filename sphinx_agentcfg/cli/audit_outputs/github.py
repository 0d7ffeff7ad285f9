"""A report in, workflow commands of GitHub Actions out: each finding becomes a remark at its line of a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.audit.reporting import Report
    from sphinx_agentcfg.findings import Finding

__all__ = ["github_lines"]

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_IN_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTIES = _IN_DATA | {":": "%3A", ",": "%2C"}


def github_lines(report: Report) -> Iterator[str]:
    """Give a command for each finding."""
    for repository, finding in report.listed():
        yield _command(repository, finding, report.language)


def _command(repository: Judged, finding: Finding, language: str) -> str:
    properties = {
        "file": repository.clickable(finding.path),
        "line": finding.line,
        "col": finding.column,
        "title": finding.rule,
    }
    said = ",".join(f"{k}={_escaped(str(v), _IN_PROPERTIES)}" for k, v in properties.items() if v is not None)
    return f"::{_COMMANDS[finding.severity]} {said}::{_escaped(finding.message.text(language), _IN_DATA)}"


def _escaped(text: str, escapes: dict[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in visible(text))
