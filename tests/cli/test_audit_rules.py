"""Every rule of the group ``audit`` is really enforced: its bad example gets the finding, its good one does not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.rules import RuleBook
from tests.cli.running import run
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.rules import Rule, RuleFile

#: The example of that one is a part of a format's module; tests/formats/test_third_party.py installs such a one.
ELSEWHERE = "audit/format-failed"
RULES = [rule for rule in RuleBook.of(Catalog.builtin()).group("audit").rules if rule.id != ELSEWHERE]


def found(folder: Path, files: tuple[RuleFile, ...]) -> set[tuple[str, str]]:
    write(folder, {file.file: file.text for file in files})
    result = run("audit", folder, "--format", "json")
    assert result.exit_code in {0, 1}, result.output
    return {(row["rule"], row["severity"]) for row in json.loads(result.stdout)["findings"]}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_bad_example_gets_the_finding_with_its_severity(rule: Rule, tmp_path: Path) -> None:
    assert (rule.id, rule.severity.value) in found(tmp_path, rule.bad)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_good_example_does_not_get_the_finding(rule: Rule, tmp_path: Path) -> None:
    assert rule.id not in {name for name, _ in found(tmp_path, rule.good)}
