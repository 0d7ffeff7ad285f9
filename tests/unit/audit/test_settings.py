"""The configuration of an audit: where it is, what may stand in it, and what is said of what may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.audit.setting_places import key_lines
from sphinx_agentcfg.audit.settings import BrokenSettings, Settings, find_settings, read_settings
from sphinx_agentcfg.audit.suppressing import Suppression
from sphinx_agentcfg.findings import Severity
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = """\
only = ["leji"]
select = ["leji", "file/*"]
ignore = ["file/line-ends"]
severity = "warning"
fail-on = "never"
language = "zh-CN"
gitignore = true
format-dirs = ["formats"]
baseline = "known.json"

[[suppress]]
rule = "leji/schema"
path = "docs/agents/old/**"
reason = "Is retired."
"""


def found(tmp_path: Path, text: str | bytes, name: str = "agentcfg.toml") -> Settings:
    write(tmp_path, {name: text})
    return find_settings(tmp_path, "repo")


def test_every_option_of_the_command_can_stand_in_the_file(tmp_path: Path) -> None:
    settings = found(tmp_path, WHOLE)
    assert (settings.only, settings.select, settings.ignore) == (("leji",), ("leji", "file/*"), ("file/line-ends",))
    assert (settings.severity, settings.fail_on, settings.language) == (Severity.WARNING, "never", "zh_CN")
    assert (settings.gitignore, settings.format_dirs, settings.baseline) == (True, ("formats",), "known.json")
    assert settings.suppress == (Suppression("leji/schema", "docs/agents/old/**", "Is retired.", 11),)
    assert (settings.name, settings.shown) == ("agentcfg.toml", "repo/agentcfg.toml")
    assert settings.place("baseline") == "repo/agentcfg.toml:9"


def test_pyproject_has_a_table_for_it(tmp_path: Path) -> None:
    text = '[project]\nname = "x"\n[tool.agentcfg]\nfail-on = "info"\n[[tool.agentcfg.suppress]]\n'
    text += 'rule = "leji"\npath = "**"\nreason = "R"\n'
    settings = found(tmp_path, text, "pyproject.toml")
    assert settings.fail_on == "info"
    assert settings.suppress == (Suppression("leji", "**", "R", 5),)
    assert settings.name == "pyproject.toml"


def test_agentcfg_toml_wins(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": '[tool.agentcfg]\nfail-on = "info"\nseverity = "error"\n'})
    settings = found(tmp_path, 'fail-on = "never"')
    assert (settings.fail_on, settings.severity) == ("never", None)


@pytest.mark.parametrize("text", ["", "  \n", "# nothing yet\n", "\ufeff# nothing\n"])
def test_an_empty_file_says_nothing(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text).fail_on is None


def test_an_empty_file_wins_too(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": '[tool.agentcfg]\nfail-on = "info"\n'})
    assert found(tmp_path, "").fail_on is None


def test_without_a_file_nothing_is_set(tmp_path: Path) -> None:
    assert find_settings(tmp_path) == Settings()
    assert found(tmp_path, '[project]\nname = "x"\n', "pyproject.toml") == Settings()


def test_a_file_in_a_folder_above_does_not_count(tmp_path: Path) -> None:
    write(tmp_path, {"agentcfg.toml": 'fail-on = "never"', "inner/a": ""})
    assert find_settings(tmp_path / "inner") == Settings()


def test_a_broken_pyproject_concerns_us_only_where_it_speaks_of_us(tmp_path: Path) -> None:
    assert found(tmp_path, "[project\n", "pyproject.toml") == Settings()
    with pytest.raises(BrokenSettings, match=r"repo/pyproject.toml:1:\d+: the name of this table is not closed"):
        found(tmp_path, "[project\n[tool.agentcfg]\n", "pyproject.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = \n", "repo/agentcfg.toml:1:5: there is no value here; write one"),
        ("\nfail_on = 'never'\n", "repo/agentcfg.toml:2: there is no option 'fail_on'; did you mean fail-on?"),
        ("zzz = 1\n", "repo/agentcfg.toml:1: there is no option 'zzz'; known: only, select, ignore, severity"),
        ("[nested]\nonly = []\n", "repo/agentcfg.toml:1: there is no option 'nested'"),
        ("only = 'leji'\n", "repo/agentcfg.toml:1: only must be a list of texts"),
        ("only = [1]\n", "repo/agentcfg.toml:1: only must be a list of texts"),
        ("ignore = ['']\n", "repo/agentcfg.toml:1: ignore must be a list of texts"),
        ("severity = 'bad'\n", "repo/agentcfg.toml:1: severity must be one of error, warning, info"),
        ("severity = ['error']\n", "repo/agentcfg.toml:1: severity must be one of error, warning, info"),
        ("fail-on = 1\n", "repo/agentcfg.toml:1: fail-on must be one of error, warning, info, never"),
        ("language = 'klingon!'\n", "repo/agentcfg.toml:1: language must be a language code"),
        ("gitignore = 'yes'\n", "repo/agentcfg.toml:1: gitignore must be true or false"),
        ("baseline = ' '\n", "repo/agentcfg.toml:1: baseline must be a text that is not empty"),
        ("suppress = 1\n", "repo/agentcfg.toml:1: suppress must be a list of tables"),
        ("[suppress]\nrule = 'a'\n", "repo/agentcfg.toml:1: suppress must be a list of tables"),
        ("suppress = [1]\n", "repo/agentcfg.toml:1: an entry of suppress must be a table"),
        ("[[suppress]]\nrule = 'a'\npath = 'b'\n", "repo/agentcfg.toml:1: a suppression needs a reason; add it"),
        (
            "[[suppress]]\nrule = 'a'\npath = 'b'\nreason = '  '\n",
            "repo/agentcfg.toml:4: reason must be a text that is not empty",
        ),
        (
            "[[suppress]]\nrule = 'a'\npath = 'b'\nreason = 'c'\n\n[[suppress]]\nrules = 'a'\n",
            "repo/agentcfg.toml:7: there is no key of a suppression 'rules'; did you mean rule?",
        ),
        ("[[suppress]]\nrule = 5\npath = 'b'\nreason = 'c'\n", "repo/agentcfg.toml:2: rule must be a text"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BrokenSettings) as caught:
        found(tmp_path, text)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_a_wrong_table_in_pyproject_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BrokenSettings, match=r"\Arepo/pyproject.toml:2: agentcfg must be a table"):
        found(tmp_path, "[tool]\nagentcfg = 1\n", "pyproject.toml")


def test_a_file_that_is_no_text_or_no_file_stops_the_run(tmp_path: Path) -> None:
    with pytest.raises(BrokenSettings, match="UTF-8"):
        found(tmp_path, b"\xff\xff")
    (tmp_path / "agentcfg.toml").unlink()
    (tmp_path / "agentcfg.toml").mkdir()
    with pytest.raises(BrokenSettings, match="a folder"):
        find_settings(tmp_path)


def test_a_link_out_of_the_repository_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"outside.toml": 'fail-on = "never"', "repo/a": ""})
    (tmp_path / "repo" / "agentcfg.toml").symlink_to(tmp_path / "outside.toml")
    with pytest.raises(BrokenSettings, match="leads out of"):
        find_settings(tmp_path / "repo")


@pytest.mark.parametrize("path", ["../elsewhere", "/etc", "a/../../b", "a\0b"])
def test_paths_of_a_repositorys_own_file_stay_inside(tmp_path: Path, path: str) -> None:
    settings = Settings(shown="agentcfg.toml", folder=tmp_path, root=tmp_path, places={"baseline": 4})
    with pytest.raises(BrokenSettings, match=r"\Aagentcfg.toml:4: baseline: .* leads out of the repository"):
        settings.path("baseline", path)
    assert settings.path("baseline", "a/b.json") == tmp_path / "a" / "b.json"


def test_a_file_that_a_person_named_may_lead_anywhere_and_counts_from_its_folder(tmp_path: Path) -> None:
    write(tmp_path, {"ci/mine.toml": 'baseline = "../known.json"', "repo/a": ""})
    settings = read_settings(tmp_path / "ci" / "mine.toml", tmp_path / "repo")
    assert settings.path("baseline", settings.baseline or "").resolve() == tmp_path / "known.json"
    assert settings.name == "../ci/mine.toml"


def test_a_named_pyproject_has_its_settings_in_the_table(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": '[tool.agentcfg]\nfail-on = "never"\n'})
    assert read_settings(tmp_path / "pyproject.toml", tmp_path).fail_on == "never"


def test_a_named_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BrokenSettings, match="there is no such file"):
        read_settings(tmp_path / "none.toml", tmp_path)


def test_lines_of_tables_and_keys() -> None:
    text = 'a = 1\n"b c" = """\nx = 1\n[no]\n"""\n[t.u]  # here\nk.l = 2\n[[v]]\nm = [\n  "n",\n]\n[[v]]\nm = 1\n'
    lines = key_lines(text)
    assert {path: lines[path] for path in [("a",), ("b c",), ("t", "u"), ("t", "u", "k", "l")]} == {
        ("a",): 1,
        ("b c",): 2,
        ("t", "u"): 6,
        ("t", "u", "k", "l"): 7,
    }
    assert (lines["v", 0], lines["v", 1], lines["v", 0, "m"], lines["v", 1, "m"]) == (8, 12, 9, 13)
    assert not {("x",), ("no",)} & set(lines)
