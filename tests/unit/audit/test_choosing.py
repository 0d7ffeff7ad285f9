"""Which findings count: ids, groups and globs, and what decides where two of them speak of the same rule."""

from __future__ import annotations

import pytest

from sphinx_agentcfg.audit.choosing import Choice, at_least, check_names, fits, known_rules
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.errors import UnknownRule
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message

KNOWN = ("leji/schema", "leji/inherits-unknown", "leji/inherits-self", "file/line-ends")


def taken(select: tuple[str, ...] = (), ignore: tuple[str, ...] = ()) -> set[str]:
    return {rule for rule in KNOWN if Choice(select, ignore).takes(rule)}


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("leji/schema", {"leji/schema"}),
        ("leji", {"leji/schema", "leji/inherits-unknown", "leji/inherits-self"}),
        ("leji/*", {"leji/schema", "leji/inherits-unknown", "leji/inherits-self"}),
        ("leji/inherits-*", {"leji/inherits-unknown", "leji/inherits-self"}),
        ("*/line-ends", {"file/line-ends"}),
        ("*", set(KNOWN)),
        ("lej", set()),
        ("schema", set()),
    ],
)
def test_a_name_is_an_id_a_group_or_a_glob(name: str, meant: set[str]) -> None:
    assert {rule for rule in KNOWN if fits(rule, name)} == meant


def test_everything_counts_where_nothing_is_chosen() -> None:
    assert taken() == set(KNOWN)


def test_a_selection_leaves_out_all_else() -> None:
    assert taken(select=("file",)) == {"file/line-ends"}


@pytest.mark.parametrize(
    ("select", "ignore", "expected"),
    [
        (("leji/schema",), ("leji",), {"leji/schema"}),
        (("leji",), ("leji/schema",), {"leji/inherits-unknown", "leji/inherits-self"}),
        (("leji/inherits-*",), ("leji/*",), {"leji/inherits-unknown", "leji/inherits-self"}),
        (("leji", "leji/inherits-self"), ("leji/inherits-*",), {"leji/schema", "leji/inherits-self"}),
    ],
)
def test_the_more_exact_name_decides(select: tuple[str, ...], ignore: tuple[str, ...], expected: set[str]) -> None:
    assert taken(select, ignore) == expected


def test_of_two_as_exact_the_one_that_ignores_decides() -> None:
    assert taken(select=("leji/schema",), ignore=("leji/schema",)) == set()
    assert taken(select=("leji/*",), ignore=("leji",)) == set()


def test_severity_lists_what_is_as_bad_or_worse() -> None:
    findings = [Finding("leji/schema", severity, "a", message("x")) for severity in Severity]
    assert [f.severity for f in Choice(severity=Severity.WARNING).listed(findings)] == ["error", "warning"]
    assert [at_least(s, Severity.ERROR) for s in Severity] == [True, False, False]


def test_an_unknown_name_says_what_was_meant() -> None:
    with pytest.raises(UnknownRule, match="did you mean leji/schema"):
        check_names(["leji/shema"], KNOWN)
    with pytest.raises(UnknownRule, match="did you mean leji"):
        check_names(["lejii"], KNOWN)


def test_a_name_that_is_like_no_other_gets_the_groups_and_not_hundreds_of_rules() -> None:
    with pytest.raises(UnknownRule) as caught:
        check_names(["leji", "zzz"], KNOWN)
    assert str(caught.value) == "no rule 'zzz'; known: file, leji"


def test_a_glob_that_means_no_rule_is_unknown_too() -> None:
    with pytest.raises(UnknownRule):
        check_names(["leji/zzz-*"], KNOWN)


def test_the_schema_of_every_format_is_a_known_rule() -> None:
    known = known_rules(Catalog.builtin())
    assert {f"{f.id}/schema" for f in Catalog.builtin().formats} <= set(known)
    assert {"file/syntax", "audit/unused-suppression"} <= set(known)
