"""A report in, a SARIF 2.1.0 log out (OASIS Standard, errata 01), for code scanning and editors."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_agentcfg import __version__
from sphinx_agentcfg.audit.baseline import fingerprint
from sphinx_agentcfg.audit.json_text import json_rows, json_value
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.languages import html_tag
from sphinx_agentcfg.messages import N_, message, translate
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.audit.reporting import Report
    from sphinx_agentcfg.audit.suppressing import Hidden
    from sphinx_agentcfg.findings import Finding, Fix

__all__ = ["sarif_log"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_FINGERPRINT = "agentcfgFinding/v1"
_SECTIONS = (("meaning", ""), ("why", N_("why it matters")), ("fix", N_("what to do")))
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def sarif_log(report: Report) -> str:
    """Return the log, with the same bytes in every run: no times, no absolute path of the machine."""
    results = [
        *((repository, finding, None) for repository, finding in report.listed()),
        *((repository, hidden.finding, hidden) for repository, hidden in report.hidden()),
    ]
    ids = sorted({finding.rule for _, finding, _ in results})
    compared = any(repository.judgement.compared for repository in report.repositories)
    index = {rule: i for i, rule in enumerate(ids)}
    made = [_result(report, *each, index=index, compared=compared) for each in results]
    driver = {
        "name": "agentcfg",
        "fullName": "sphinx-agentcfg",
        "version": __version__,
        "language": html_tag(report.language) if report.language == "zh_CN" else "en",
    }
    rules = json_rows([_rule(report, rule) for rule in ids], "      ")
    return (
        "{\n"
        f'  "$schema": {json_value(_SCHEMA)},\n'
        '  "version": "2.1.0",\n'
        '  "runs": [{\n'
        f'    "tool": {{"driver": {{{json_value(driver)[1:-1]}, "rules": {rules}}}}},\n'
        '    "columnKind": "unicodeCodePoints",\n'
        '    "invocations": [{"executionSuccessful": true}],\n'
        f'    "results": {json_rows(made, "    ")}\n'
        "  }]\n"
        "}"
    )


# --- rules ------------------------------------------------------------------------------------------------------------


def _rule(report: Report, rule_id: str) -> dict[str, Any]:
    if rule_id not in report.rules:
        return {"id": rule_id}
    rule, group = report.rules[rule_id]
    translations = Translations(group.source_language)
    said = {name: visible(translations.find(getattr(rule, name), report.language).text) for name in ("title", *_TEXTS)}
    heads = {name: translate(head, report.language) for name, head in _SECTIONS if head}
    plain = "\n\n".join(f"{heads[name]}: {said[name]}" if name in heads else said[name] for name in _TEXTS)
    marked = "\n\n".join(f"**{heads[name]}**\n\n{said[name]}" if name in heads else said[name] for name in _TEXTS)
    properties = {"upstream": rule.upstream, "source": rule.source, "assumed": rule.assumed}
    return {
        "id": rule_id,
        "shortDescription": {"text": said["title"]},
        "fullDescription": {"text": said["meaning"]},
        "help": {"text": plain, "markdown": marked},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {name: value for name, value in properties.items() if value},
    }


_TEXTS = tuple(name for name, _ in _SECTIONS)


# --- results ----------------------------------------------------------------------------------------------------------


def _result(  # noqa: PLR0913  # each is one thing that a result needs
    report: Report,
    repository: Judged,
    finding: Finding,
    hidden: Hidden | None,
    *,
    index: dict[str, int],
    compared: bool,
) -> dict[str, Any]:
    artifact = _artifact(report.path(repository, finding.path))
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": index[finding.rule],
        "level": _LEVELS[finding.severity],
        "message": {"text": _unlinked(finding.message.text(report.language))},
        "locations": [_location(artifact, finding)],
        "partialFingerprints": {_FINGERPRINT: fingerprint(finding)},
        "suppressions": [] if hidden is None else [_suppression(hidden, report.language)],
    }
    if compared:
        result["baselineState"] = "unchanged" if hidden is not None and hidden.by == "baseline" else "new"
    if finding.fix is not None:
        result["fixes"] = [_fix(artifact, finding.fix)]
    return result


def _artifact(path: str) -> dict[str, str]:
    """Return where a file is; percent signs stand for the bytes of its name, whatever they are."""
    uri = quote(os.fsencode(path), safe="/~")
    return {"uri": f"file://{uri}"} if path.startswith("/") else {"uri": uri, "uriBaseId": _ROOT}


def _location(artifact: dict[str, str], finding: Finding) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": artifact}
    if finding.line is not None:
        physical["region"] = {"startLine": finding.line}
        if finding.column is not None:
            physical["region"]["startColumn"] = finding.column
    location: dict[str, Any] = {"physicalLocation": physical}
    logical: dict[str, str] = {}
    if finding.profile:
        logical["fullyQualifiedName"] = visible(finding.profile)
    if finding.pointer:
        logical["name"] = visible(finding.pointer)
    if logical:
        location["logicalLocations"] = [logical]
    return location


def _suppression(hidden: Hidden, language: str) -> dict[str, str]:
    why = hidden.reason
    if hidden.by == "baseline":
        why = message("in the baseline {file}", file=why).text(language)
    return {"kind": "external", "status": "accepted", "justification": visible(why)}


def _fix(artifact: dict[str, str], fix: Fix) -> dict[str, Any]:
    region = {
        "startLine": fix.line,
        "startColumn": fix.column,
        "endLine": fix.end_line,
        "endColumn": fix.end_column,
    }
    if not fix.column:  # a byte order mark is no character of the text, so it is named by its bytes
        region = {"byteOffset": 0, "byteLength": 3}
    replacement = {"deletedRegion": region, "insertedContent": {"text": fix.text}}
    return {"artifactChanges": [{"artifactLocation": artifact, "replacements": [replacement]}]}


def _unlinked(text: str) -> str:
    r"""Return *text* as a message: ``[x](y)``, which would be a link (SARIF 3.11.6), gets a ``\[``."""
    return _LINK.sub(r"\\[", text)
