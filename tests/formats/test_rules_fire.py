"""Every rule of a format is really enforced: its bad example gets the finding, its good example does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.rules import RuleBook
from tests.formats.repositories import audit_of

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.rules import Rule, RuleFile

FORMATS = {f.id for f in Catalog.builtin().formats}
#: The example shows the beginning of a very long file only; tests/formats/rolebox/test_prompts.py writes all of it.
SHORTENED = {"rolebox/prompt-too-long"}
RULES = [r for r in RuleBook.of(Catalog.builtin()).rules if r.id.partition("/")[0] in FORMATS and r.bad]


def found(folder: Path, rule: Rule, files: tuple[RuleFile, ...]) -> set[tuple[str, str]]:
    audit = audit_of(folder, {f.file: f.text for f in files}, only=[rule.id.partition("/")[0]])
    return {(finding.rule, finding.severity) for finding in audit.findings}


@pytest.mark.parametrize("rule", [r for r in RULES if r.id not in SHORTENED], ids=lambda rule: rule.id)
def test_the_bad_example_gets_the_finding_with_its_severity(rule: Rule, tmp_path: Path) -> None:
    assert (rule.id, rule.severity) in found(tmp_path, rule, rule.bad)


@pytest.mark.parametrize("rule", [r for r in RULES if r.good], ids=lambda rule: rule.id)
def test_the_good_example_does_not_get_the_finding(rule: Rule, tmp_path: Path) -> None:
    assert rule.id not in {name for name, _ in found(tmp_path, rule, rule.good)}


def test_every_rule_of_a_format_has_both_examples() -> None:
    own = [r for r in RuleBook.of(Catalog.builtin()).rules if r.id.partition("/")[0] in FORMATS]
    assert [r.id for r in own if not (r.bad and r.good)] == []
