"""``:used-in:``: each field of a reference says in how many profiles of a repository it is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.messages import translate
from tests.sphinx_ext.building import Built, build, page
from tests.sphinx_ext.repositories import CONF, REPOSITORY, below, touch

if TYPE_CHECKING:
    from pathlib import Path

LINE = "Set in {n} of {total} profiles"


def used(done: Built, path: str) -> list[str]:
    return [p.get_text() for p in done.entry(path).select("p.agentcfg-used")]


def both(n: int, total: int) -> list[str]:
    said = [translate(LINE, language).format(n=n, total=total) for language in ("en", "zh_CN")]
    return [" · ".join(dict.fromkeys(said))]


def test_each_field_says_in_how_many_profiles_it_is_set(tmp_path: Path) -> None:
    files = {"index.rst": page("leji/agent-profile", ":used-in: repo"), **below("repo", REPOSITORY)}
    done = build(tmp_path, files, nitpicky=True, exclude_patterns=["repo"])
    assert done.log == ""
    assert used(done, "mustAskWhen") == both(2, 4)  # core's own, editor's merged; of two nothing is known
    assert used(done, "freshness.reviewAfter") == both(1, 4)
    assert used(done, "owners") == both(0, 4)


def test_the_figure_follows_the_repository(tmp_path: Path) -> None:
    files = {"index.rst": page("leji/agent-profile", ":used-in:"), **below("repo", REPOSITORY)}
    build(tmp_path, files, **CONF)
    new = "---\nid: new\nname: N\nrole: n\ninherits: core\npurpose: p\n---\n"
    touch(tmp_path, {"repo/docs/agents/new.md": new})
    assert used(build(tmp_path, **CONF), "purpose") == both(1, 5)
    assert build(tmp_path, **CONF).read == ()


def test_a_type_that_no_profile_has_says_nothing(tmp_path: Path) -> None:
    files = {"index.rst": page("agentfs/skill", ":used-in: repo"), **below("repo", REPOSITORY)}
    done = build(tmp_path, files, **CONF)
    assert done.log == ""
    assert done.soup().select("p.agentcfg-used") == []


def test_without_the_option_nothing_is_said(leji: Built) -> None:
    assert leji.soup().select("p.agentcfg-used") == []


def test_a_repository_that_is_not_there_is_a_warning_and_the_reference_is_shown(tmp_path: Path) -> None:
    done = build(tmp_path, {"index.rst": page("leji/agent-profile", ":used-in: nowhere")})
    warned = done.only_warning()
    assert (warned.place, warned.subtype) == ("index.rst:4", "agentcfg.bad-repository")
    assert done.entry("owners")
