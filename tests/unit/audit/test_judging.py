"""Findings sorted out: what counts, what is listed, what is hidden, and whether the run fails."""

from __future__ import annotations

import pytest

from sphinx_agentcfg.audit.baseline import baseline_of
from sphinx_agentcfg.audit.choosing import Choice
from sphinx_agentcfg.audit.judging import judge
from sphinx_agentcfg.audit.suppressing import Suppression
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message

ERROR = Finding("leji/schema", Severity.ERROR, "a.md", message("e"), 5, 1)
WARNING = Finding("leji/stale", Severity.WARNING, "a.md", message("w"), 2, 1)
INFO = Finding("file/line-ends", Severity.INFO, "b.md", message("i"))
ALL = (ERROR, WARNING, INFO)


def test_without_wishes_everything_counts_and_is_listed_by_place() -> None:
    judged = judge(ALL)
    assert judged.reported == judged.listed == (WARNING, ERROR, INFO)
    assert (judged.hidden, judged.gone, judged.compared) == ((), 0, False)


@pytest.mark.parametrize(
    ("findings", "fails"),
    [
        ((), set()),
        ((INFO,), {"info"}),
        ((WARNING,), {"info", "warning"}),
        ((INFO, ERROR), {"info", "warning", "error"}),
    ],
)
def test_a_run_fails_for_a_finding_that_is_severe_enough(findings: tuple[Finding, ...], fails: set[str]) -> None:
    judged = judge(findings)
    assert {level for level in ("error", "warning", "info", "never") if judged.fails(level)} == fails


def test_severity_shortens_the_list_and_changes_neither_sums_nor_verdict() -> None:
    judged = judge(ALL, choice=Choice(severity=Severity.ERROR))
    assert judged.listed == (ERROR,)
    assert [judged.count(severity) for severity in Severity] == [1, 1, 1]
    assert judged.fails("warning")


def test_a_rule_that_is_not_chosen_does_not_count() -> None:
    judged = judge(ALL, choice=Choice(ignore=("leji",)))
    assert judged.reported == (INFO,)
    assert not judged.fails("warning")


def test_what_the_baseline_knows_does_not_count_and_is_not_lost() -> None:
    gone = Finding("leji/schema", Severity.ERROR, "z.md", message("e"))
    judged = judge(ALL, baseline=baseline_of([ERROR, gone]), baseline_name="b.json")
    assert judged.reported == (WARNING, INFO)
    assert [(h.finding, h.by, h.reason) for h in judged.hidden] == [(ERROR, "baseline", "b.json")]
    assert (judged.gone, judged.compared, judged.hidden_by("baseline"), judged.hidden_by("configuration")) == (
        1,
        True,
        1,
        0,
    )


def test_what_is_suppressed_and_in_the_baseline_is_suppressed_and_not_gone() -> None:
    judged = judge(
        [ERROR], suppressions=[Suppression("leji", "**", "R", 1)], baseline=baseline_of([ERROR]), config="agentcfg.toml"
    )
    assert [h.by for h in judged.hidden] == ["configuration"]
    assert judged.gone == 0


def test_a_suppression_of_an_ignored_rule_is_not_unused() -> None:
    judged = judge(ALL, choice=Choice(ignore=("leji",)), suppressions=[Suppression("leji/schema", "**", "R", 1)])
    assert judged.reported == (INFO,)
    assert judged.hidden == ()


def test_an_unused_suppression_counts_and_can_be_suppressed() -> None:
    unused = Suppression("leji/schema", "none", "R", 3)
    own = Suppression("audit/unused-suppression", "agentcfg.toml", "Later.", 9)
    assert [f.rule for f in judge((), suppressions=[unused], config="agentcfg.toml").reported] == [
        "audit/unused-suppression"
    ]
    judged = judge((), suppressions=[unused, own], config="agentcfg.toml")
    assert judged.reported == ()
    assert {h.reason for h in judged.hidden} == {"Later."}


def test_a_run_for_fewer_formats_says_nothing_of_the_others_entries() -> None:
    other = Finding("rolebox/schema", Severity.ERROR, "z", message("e"))
    suppressions = [Suppression("rolebox/schema", "none", "R", 1), Suppression("leji/schema", "none", "R", 2)]
    judged = judge((), suppressions=suppressions, baseline=baseline_of([other, ERROR]), config="c", only=["leji"])
    assert [f.line for f in judged.reported] == [2]
    assert judged.gone == 1
