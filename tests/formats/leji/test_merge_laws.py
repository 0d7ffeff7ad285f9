"""Laws of joining two lists that hold for any lists (``facts/leji.md`` §1.4)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sphinx_agentcfg.formats.leji.derivations import BaseLists, Merged
from sphinx_agentcfg.formats.leji.inheritance import merge
from sphinx_agentcfg.formats.model import Change, Provenance

items = st.text(alphabet="ab B", max_size=2)
lists = st.lists(items, max_size=8)


@given(lists, lists)
def test_the_base_comes_first_and_unchanged(base: list[str], own: list[str]) -> None:
    assert merge(base, own)[: len(base)] == base


@given(lists, lists)
def test_then_own_items_in_their_order(base: list[str], own: list[str]) -> None:
    assert merge(base, own)[len(base) :] == [item for item in own if item not in base]


@given(lists, lists)
def test_nothing_of_the_base_is_lost_and_nothing_is_made_up(base: list[str], own: list[str]) -> None:
    merged = merge(base, own)
    assert set(merged) == set(base) | set(own)
    assert Counter(merged) >= Counter(base)


@given(lists)
def test_duplicates_inside_a_list_stay(own: list[str]) -> None:
    assert merge([], own) == own


@given(lists, lists)
def test_joining_the_same_list_again_changes_nothing(base: list[str], own: list[str]) -> None:
    once = merge(base, own)
    assert merge(once, own) == once
    assert merge(base, []) == base
    assert merge(base, base) == base


@given(lists, lists)
def test_the_lists_that_come_in_stay_as_they_are(base: list[str], own: list[str]) -> None:
    before = list(base), list(own)
    merge(base, own)
    assert (base, own) == before


@given(st.lists(items, min_size=1, max_size=8), st.lists(items, min_size=1, max_size=8))
def test_each_element_of_either_list_is_told_once(base: list[str], own: list[str]) -> None:
    lists = BaseLists("leji:core", "core.md", {"mustAskWhen": (base, frozenset(base))})
    merged = Merged(Provenance.MERGED, base=lists, key="mustAskWhen", own=own, profile="leji:own", path="own.md")
    effective = merge(base, own)
    told = merged.told(effective)
    assert [(e.origin.path, e.origin.pointer, e.item) for e in told] == [
        *(("core.md", f"/mustAskWhen/{i}", item) for i, item in enumerate(base)),
        *(("own.md", f"/mustAskWhen/{i}", item) for i, item in enumerate(own)),
    ]
    assert [e.item for e in told if e.position is not None] == effective
    assert [e.position for e in told if e.position is not None] == list(range(len(effective)))
    assert all((e.position is None) == (e.change is Change.REMOVED) for e in told)
