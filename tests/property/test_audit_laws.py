"""Laws of the audit: the matrix and the questions agree, the parts add up, and no view changes a total."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_agentcfg import audit
from sphinx_agentcfg.audit.answers import who_can
from sphinx_agentcfg.audit.coverage import PROVENANCES
from sphinx_agentcfg.audit.matrices import DECISIONS, Verdicts, permission_matrix
from sphinx_agentcfg.formats.model import Decision, Permission

if TYPE_CHECKING:
    from pathlib import Path

SUBJECTS = ("Bash", "Read", "fs__read", "fs__*", "*", "?ash")


@st.composite
def permissions(draw: st.DrawFn) -> dict[str, tuple[Permission, ...]]:
    """Return rows of up to four profiles, in any order, with any scopes."""
    rows = st.builds(
        lambda subject, kind, decision, scope, enforced: Permission(
            profile="", subject=subject, kind=kind, decision=decision, scope=scope, enforced=enforced
        ),
        st.sampled_from(SUBJECTS),
        st.sampled_from(["tool", "any", "condition"]),
        st.sampled_from(list(Decision)),
        st.sampled_from(["", "", "skill:a"]),
        st.sampled_from([None, True, False]),
    )
    return {f"x:{number}": tuple(draw(st.lists(rows, max_size=6))) for number in range(draw(st.integers(0, 4)))}


@given(rows=permissions())
@settings(max_examples=300)
def test_a_cell_of_the_matrix_is_allow_where_and_only_where_the_profile_can(
    rows: dict[str, tuple[Permission, ...]],
) -> None:
    verdicts = Verdicts(rows)
    subjects = [*SUBJECTS, "Bash", "never named"]
    matrix = permission_matrix(verdicts, subjects)
    for decision in Decision:
        for place, subject in enumerate(matrix.subjects):
            by_matrix = [
                profile
                for profile, codes in zip(matrix.profiles, matrix.codes, strict=True)
                if DECISIONS[codes[place]] == decision
            ]
            assert by_matrix == list(who_can(verdicts, subject, decision))


@given(rows=permissions())
@settings(max_examples=300)
def test_nobody_who_may_do_a_thing_in_some_scope_is_missing_among_those_who_can(
    rows: dict[str, tuple[Permission, ...]],
) -> None:
    verdicts = Verdicts(rows)
    for profile, found in rows.items():
        for row in found:
            if row.decision is Decision.ALLOW and row.subject != "*":
                assert profile in who_can(verdicts, row.subject)


@given(rows=permissions())
def test_the_order_of_rows_of_different_subjects_does_not_matter(rows: dict[str, tuple[Permission, ...]]) -> None:
    def decided(each: dict[str, tuple[Permission, ...]]) -> list[Decision]:
        verdicts = Verdicts(each)
        return [verdicts.decide(profile, subject).decision for profile in sorted(each) for subject in ("Bash", "Web")]

    single = {name: tuple({row.subject: row for row in found}.values()) for name, found in rows.items()}
    assert decided(single) == decided({name: tuple(reversed(found)) for name, found in reversed(single.items())})


@st.composite
def layers(draw: st.DrawFn) -> dict[str, str]:
    """Return the files of a Leji layer, whose profiles may be fine, unreadable or lost."""
    values = st.sampled_from(["[a]", "[a, b]", "[]", "null", '""', "5", "x: y: z"])
    keys = st.sampled_from(["requiredRead", "mustAskWhen", "mustRefuseWhen", "purpose", "freshness", "stranger"])
    files = {"leji.json": json.dumps({"leji": "1.0", "rootPath": "docs/"})}
    for number in range(draw(st.integers(0, 5))):
        lines = [f"id: p{number}", f"name: P{number}", f"role: {draw(st.sampled_from(['core', 'r']))}"]
        base = draw(st.sampled_from(["", "p0", "p1", "nobody"]))
        lines += [f"inherits: {base}"] if base else []
        lines += [f"{key}: {value}" for key, value in draw(st.dictionaries(keys, values, max_size=4)).items()]
        files[f"docs/agents/p{number}.md"] = "---\n" + "\n".join(lines) + "\n---\n"
    return files


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("layers")


@given(data=st.data())
@settings(max_examples=40)
def test_the_parts_of_coverage_add_up_to_the_profiles(folder: Path, data: st.DataObject) -> None:
    repo = load(folder, data.draw(layers()))
    coverage = repo.coverage()
    assert (coverage[list(PROVENANCES)].sum(axis=1) == coverage["profiles"]).all()
    assert (coverage["needed"] <= coverage["profiles"]).all()
    assert coverage["coverage"].between(0, 1).all()
    profiles = repo.profiles()
    assert set(coverage["profiles"]) <= {len(profiles)}
    if len(profiles):
        matrix = repo.coverage_matrix()
        for row in coverage.to_dict("records"):
            counted = Counter(matrix[row["field"]].astype(str))
            assert {word: row[word] for word in PROVENANCES if row[word]} == dict(counted)


@given(data=st.data())
@settings(max_examples=25)
def test_choosing_and_ordering_never_change_a_total(folder: Path, data: st.DataObject) -> None:
    files = data.draw(layers())
    every = load(folder, files)
    few = load(folder, files, severity="error")
    assert len(every.profiles()) == len(few.profiles())
    assert every.profiles()["errors"].tolist() == few.profiles()["errors"].tolist()
    whole = every.permission_matrix()
    chosen = every.permission_matrix(subjects=list(reversed(list(whole.columns))))
    assert chosen[list(whole.columns)].astype(str).to_numpy().tolist() == whole.astype(str).to_numpy().tolist()
    assert every.permission_matrix(limit=1).attrs["left_out"] == max(len(whole.columns) - 1, 0)


@given(data=st.data())
@settings(max_examples=25)
def test_an_audit_compared_with_itself_has_not_changed(folder: Path, data: st.DataObject) -> None:
    files = data.draw(layers())
    assert load(folder, files).compare(load(folder, files)).empty


def load(folder: Path, files: dict[str, str], **options: Any) -> audit.Repository:
    """Return the audit of a folder that holds just *files*."""
    for old in folder.rglob("*.md"):
        old.unlink()
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return audit.load(folder, only="leji", progress=False, **options)
