"""``agentcfg explain``: what a finding means, for a person and for a program."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.rules import RuleBook
from tests.cli.running import ZH, error_of, run
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

BOOK = RuleBook.of(Catalog.builtin())
RULES = """[no-name]
severity = "warning"
types = ["thing", "other"]
title = "There is no name."
meaning = "Nobody gave a name."
why = "It cannot be found."
fix = "Give one."
source = "spec 1.2"
assumed = true
upstream = "E1"

  [[no-name.bad]]
  file = "things/a.json"
  note = "Shown with escapes."
  text = '''
{"x": "\x7f"}
'''

  [[no-name.good]]
  file = "things/a.json"
  text = '''
{"name": "a"}
'''
"""
TOLD = """own/no-name · warning · assumed
There is no name.

Nobody gave a name.

why it matters
  It cannot be found.

what to do
  Give one.

document types
  own/thing · own/other

code of the tool
  E1

source
  spec 1.2
  assumed: no source states the rule, it is our reading

Bad example: things/a.json
  Shown with escapes.
    {"x": "\\u007f"}

Good example: things/a.json
    {"name": "a"}
"""
MANIFEST = """title = "Own"
source_language = "en"
[documents.thing]
title = "Thing"
schema = "s.json"
syntax = "json"
[documents.other]
title = "Other"
schema = "s.json"
syntax = "json"
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    # TOML allows no control character, so the file that shall hold one writes it as an escape.
    rules = RULES.replace("'''\n{\"x\"", '"""\n{\\"x\\"').replace("\x7f\"}\n'''", '\\u007f\\"}\n"""')
    write(tmp_path, {"own/format.toml": MANIFEST, "own/s.json": {}, "own/rules.toml": rules})
    return tmp_path / "own"


def test_a_rule_is_told_in_full(own: Path) -> None:
    result = run("explain", "own/no-name", "--format-dir", own)
    assert (result.exit_code, result.stdout) == (0, TOLD)


@pytest.mark.parametrize("rule", BOOK.rules, ids=lambda r: r.id)
def test_every_rule_can_be_explained_in_both_languages(rule: object) -> None:
    rule_id = str(getattr(rule, "id"))  # noqa: B009  # mypy knows only an object
    for environment in ({}, ZH):
        result = run("explain", rule_id, **environment)
        assert result.exit_code == 0
        assert result.stdout.startswith(f"{rule_id} · ")


def test_the_text_is_in_the_language_of_the_terminal() -> None:
    chinese = run("explain", "file/missing", **ZH).stdout
    assert chinese.startswith("file/missing · 错误\n没有这个文件。\n")
    assert run("explain", "file/missing", "-l", "zh").stdout == chinese


@pytest.mark.parametrize("group", [g.id for g in BOOK.groups])
def test_a_group_is_listed(group: str) -> None:
    head, *lines = run("explain", group).stdout.splitlines()
    assert head.split() == ["Rule", "Severity", "What", "is", "wrong"]
    assert [line.split()[0] for line in lines] == [r.id for g in BOOK.groups if g.id == group for r in g.rules]


def test_json_is_a_list_of_rules(own: Path) -> None:
    (rule,) = json.loads(run("explain", "own/no-name", "--format", "json", "--format-dir", own).stdout)
    assert rule == {
        "id": "own/no-name",
        "severity": "warning",
        "types": ["own/thing", "own/other"],
        "title": {"en": "There is no name.", "zh_CN": None},
        "meaning": {"en": "Nobody gave a name.", "zh_CN": None},
        "why": {"en": "It cannot be found.", "zh_CN": None},
        "fix": {"en": "Give one.", "zh_CN": None},
        "source": "spec 1.2",
        "assumed": True,
        "upstream": "E1",
        "bad": [
            {
                "file": "things/a.json",
                "text": '{"x": "\x7f"}\n',
                "note": {"en": "Shown with escapes.", "zh_CN": None},
            }
        ],
        "good": [{"file": "things/a.json", "text": '{"name": "a"}\n', "note": None}],
    }
    listed = json.loads(run("explain", "file", "--format", "json").stdout)
    assert listed[0]["title"]["zh_CN"] == "看不出这是哪一种文件。"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("file/mising", "no rule 'file/mising'; did you mean file/missing"),
        ("fil", "no rule 'fil'; did you mean file?"),
        ("unknown-type", "no group of rules 'unknown-type'; did you mean file/unknown-type?"),
        ("nowhere/missing", "no rule 'nowhere'; known: "),
    ],
)
def test_an_unknown_rule_is_a_usage_error(name: str, words: str) -> None:
    assert error_of(run("explain", name)).startswith(f"Error: {words}")


def test_a_broken_rules_file_is_a_usage_error(own: Path) -> None:
    write(own, {"rules.toml": "[x"})
    assert "not TOML" in error_of(run("explain", "file/missing", "--format-dir", own))
