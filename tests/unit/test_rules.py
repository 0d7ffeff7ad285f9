"""The book of rules: what ships, a user's own, and what is wrong with a file of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.errors import BrokenFormat, UnknownRule
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.rules import RuleBook, read_rules
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = (
    'title = "Mine"\nsource_language = "zh_CN"\n[documents.thing]\ntitle = "T"\nschema = "s.json"\nsyntax = "yaml"\n'
)
RULE = """
[too-loud]
severity = "warning"
types = ["thing"]
title = "T"
meaning = "M"
why = "W"
fix = "F"
source = "manual, page 3"
upstream = "E7"

  [[too-loud.bad]]
  file = "a.yaml"
  text = "volume: 11"
  note = "N"

  [[too-loud.good]]
  file = "a.yaml"
  text = "volume: 1"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, {"mine/format.toml": MANIFEST, "mine/s.json": {}, "mine/rules.toml": RULE})
    return tmp_path / "mine"


def test_a_formats_rules_join_the_book_in_its_own_language(folder: Path) -> None:
    book = RuleBook.of(Catalog.builtin().with_folder(folder))
    group, rule = book.group("mine"), book.rule("mine/too-loud")
    assert group.source_language == "zh_CN"
    assert group.rules == (rule,)
    assert (rule.severity, rule.types, rule.upstream, rule.assumed) == (Severity.WARNING, ("mine/thing",), "E7", False)
    assert rule.source == "manual, page 3"
    assert [(t.source, t.pointer) for t in rule.texts] == [
        ("T", "/too-loud/title"),
        ("M", "/too-loud/meaning"),
        ("W", "/too-loud/why"),
        ("F", "/too-loud/fix"),
        ("N", "/too-loud/bad/0/note"),
    ]
    assert (rule.bad[0].file, rule.bad[0].text, rule.good[0].text) == ("a.yaml", "volume: 11", "volume: 1")


def test_groups_that_belong_to_no_format_are_always_there() -> None:
    assert {"audit", "file", "schema"} <= {g.id for g in RuleBook.of(Catalog()).groups}


def test_an_unknown_rule_is_an_error_with_the_next_step() -> None:
    book = RuleBook.of(Catalog.builtin())
    with pytest.raises(UnknownRule, match=r"no rule 'leji/role-unbund'; did you mean leji/role-unbound"):
        book.rule("leji/role-unbund")
    with pytest.raises(UnknownRule, match="no rule 'fil'; did you mean file"):
        book.group("fil")


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("[a", "not TOML"),
        (RULE.replace('"warning"', '"fatal"'), "too-loud.severity: 'fatal' is not one of"),
        (RULE.replace('why = "W"\n', ""), "too-loud: 'why' is a required property"),
        (RULE.replace("[too-loud]", "[Too_Loud]").replace("too-loud.", "Too_Loud."), "Too_Loud"),
    ],
)
def test_a_broken_file_of_rules_says_why(folder: Path, text: str, cause: str) -> None:
    write(folder, {"rules.toml": text})
    with pytest.raises(BrokenFormat, match=cause):
        read_rules(folder)


def test_a_changed_file_of_rules_is_read_again(folder: Path) -> None:
    assert read_rules(folder).rules[0].upstream == "E7"
    write(folder, {"rules.toml": RULE.replace('upstream = "E7"\n', "")})
    assert read_rules(folder).rules[0].upstream == ""
