"""Whatever is wrong is one warning at the directive: place, cause, next step; and the build goes on."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.sphinx_ext.warnings import SUBTYPES
from tests.sphinx_ext.building import Built, Warned, build, index, page, run_sphinx
from tests.sphinx_ext.schemas import TEAM, TEAM_FILES, TEAM_ZH, catalogue

if TYPE_CHECKING:
    from pathlib import Path

OK = {"title": "T", "properties": {"a": {"description": "text", "type": "string"}}}


@dataclass(frozen=True)
class Case:
    """What stands on a page of its own: the directive's argument, and the file that it names."""

    argument: str
    subtype: str
    words: tuple[str, ...]
    content: Any = None
    options: tuple[str, ...] = ()


def ref(target: str) -> dict[str, Any]:
    return {"properties": {"a": {"$ref": target}}}


CASES = {
    "type": Case("leji/agent-profil", "unknown-type", ("leji/agent-profil", "did you mean leji/agent-profile?")),
    "word": Case("zzz", "unknown-type", ("no document type zzz", "known types: agentfs/agent", ".json or .yaml")),
    "missing": Case("nope.json", "missing", ("nope.json: ", "no such file", "check the path")),
    "folder": Case("folder", "not-a-file", ("folder: ", "a folder, not a file", "give the path of a file")),
    "colon": Case(
        "colon.json", "syntax", ("colon.json:2:24: ", "no colon", "add the colon"), '{\n  "title": "x", "type" "y"\n}\n'
    ),
    "twice": Case(
        "twice.json",
        "duplicate-key",
        ("twice.json:3:3: ", "the key a is already on line 2", "keep one"),
        '{\n  "a": 1,\n  "a": 2\n}',
    ),
    "comma": Case("comma.json", "trailing-comma", ("comma.json:1:13: ", "remove the comma"), '{"title": "",}'),
    "remark": Case("remark.json", "comment", ("remark.json:1:2: ", "comment"), "{// no\n}"),
    "gbk": Case(
        "gbk.json", "not-utf8", ("gbk.json:1:12: ", "GBK", "save it as UTF-8"), '{"title": "描述"}'.encode("gbk")
    ),
    "bom": Case(
        "bom.json",
        "byte-order-mark",
        ("bom.json:1:1: ", "byte order mark", "without one"),
        b'\xef\xbb\xbf{"properties": {"a": {}}}',
    ),
    "empty": Case("empty.json", "empty", ("empty.json", "nothing to read here"), ""),
    "true": Case("true.json", "boolean-schema", ("true.json:1:1: ", "`true`", "write an object"), "true"),
    "false": Case("false.json", "boolean-schema", ("false.json:1:1: ", "`false`"), "false"),
    "list": Case("list.json", "not-a-schema", ("list.json:1:1: ", "check that it is the right file"), "[]"),
    "number": Case("number.json", "not-a-schema", ("number.json:1:1: ",), "1"),
    "yaml": Case("broken.yaml", "syntax", ("broken.yaml:2:",), "a: b\n  c: d\n"),
    "meta": Case(
        "meta.json",
        "invalid-schema",
        ("meta.json:3:30: ", "/properties/a/type", "strin is no type; write one of array, boolean,"),
        '{\n "properties": {"a":\n                    {"type": "strin"}}\n}',
    ),
    "nothing": Case(
        "nothing.json", "ref-unresolved", ("nothing.json:4:", "#/$defs/nope", "leads nowhere"), ref("#/$defs/nope")
    ),
    "file": Case("file.json", "ref-missing-file", ("file.json:4:", "gone.json, which is not there"), ref("gone.json")),
    "outside": Case("outside.json", "ref-outside", ("…/secret.json", "outside the source tree"), ref("../secret.json")),
    "linked": Case("linked.json", "ref-outside", ("way.json", "outside the source tree"), ref("way.json")),
    "remote": Case(
        "remote.json",
        "ref-remote",
        ("http://example.invalid/x.json", "never fetched", "save that schema"),
        ref("http://example.invalid/x.json"),
    ),
    "loop": Case(
        "loop.json",
        "ref-loop",
        ("comes back to itself",),
        ref("#/$defs/x") | {"$defs": {"x": {"$ref": "#/$defs/y"}, "y": {"$ref": "#/$defs/x"}}},
    ),
    "pointer": Case(
        "ok.json#/properties/zz", "pointer-to-nowhere", ("ok.json", "/properties/zz", "/properties/name"), OK
    ),
    "fragment": Case("ok.json#zz", "pointer-to-nowhere", ("zz", "/properties/name"), OK),
    "option": Case("ok.json", "pointer-to-nowhere", ("zz",), OK, (":pointer: zz",)),
    "po": Case("badpo.json", "broken-catalogue", ("locale/zh_CN/badpo.po:5: ", 'msgid "T', "PO editor"), OK),
    "asked": Case(
        "asked.json",
        "missing-translation",
        (
            "asked.json: 2 of 2 texts are not translated to zh_CN",
            "/title",
            "locale/zh_CN/asked.po",
            "agentcfg messages update",
        ),
        OK,
        (":languages: en zh_CN",),
    ),
    "stale": Case(
        "stale.json",
        "stale-translation",
        (
            "stale.json: 1 of 3 texts changed after they were translated to zh_CN",
            "/properties/lead/description",
            "locale/zh_CN/stale.po",
        ),
        TEAM,
    ),
    "language": Case(
        "ok.json", "unknown-language", ("qq is no language code", "en or zh_CN"), OK, (":languages: en qq",)
    ),
    "section": Case(
        "ok.json", "unknown-section", ("no section heder", "did you mean header?"), OK, (":sections: heder",)
    ),
    "depth": Case("ok.json", "bad-option", ("`:max-depth:` is 0", "a number from 1"), OK, (":max-depth: 0",)),
}
#: Pages whose schema can be shown in spite of the warning.
SHOWN = {"bom", "meta", "nothing", "file", "outside", "linked", "remote", "loop", "po", "asked", "stale", "twice"}
SHOWN |= {"language", "section", "depth"}


def write_site(folder: Path) -> dict[str, Any]:
    """Return the files of a site with a page for each case; a link that leads out of it is made at once."""
    files: dict[str, Any] = {
        "index.rst": index(*CASES, "good"),
        "good.rst": page("good.json"),
        "good.json": OK,
        "folder/x.txt": "x",
        "../secret.json": {"title": "secret", "description": "SECRET"},
        "locale/zh_CN/badpo.po": 'msgid ""\nmsgstr ""\n\nmsgctxt "/title"\nmsgid "T\nmsgstr "x"\n',
        "locale/zh_CN/stale.po": catalogue(
            {**TEAM_ZH, "/properties/lead/description": ("Who led it.", "曾由谁带领。")}
        ),
    }
    for name, case in CASES.items():
        files[f"{name}.rst"] = page(case.argument, *case.options, ":no-index:")
        if case.content is not None:
            files[case.argument.partition("#")[0]] = case.content
    (folder / "src").mkdir()
    (folder / "src" / "way.json").symlink_to(folder / "secret.json")
    return files


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("bad")
    with pytest.MonkeyPatch.context() as patch:

        def refuse(*_args: object, **_kwargs: object) -> None:
            raise AssertionError("something opens a socket")

        patch.setattr(socket.socket, "connect", refuse)
        patch.setattr(socket, "getaddrinfo", refuse)
        return build(folder, write_site(folder))


def warnings_of(site: Built, name: str) -> list[Warned]:
    return [w for w in site.warnings if w.place.startswith(f"{name}.rst")]


@pytest.mark.parametrize("name", CASES)
def test_what_is_wrong_is_one_warning_at_the_directive(site: Built, name: str) -> None:
    (warned,) = warnings_of(site, name)
    assert (warned.place, warned.subtype) == (f"{name}.rst:4", f"agentcfg.{CASES[name].subtype}")
    assert [word for word in CASES[name].words if word not in warned.text] == []


@pytest.mark.parametrize("name", CASES)
def test_no_warning_tells_of_the_machine_or_fills_a_screen(site: Built, name: str) -> None:
    (warned,) = warnings_of(site, name)
    assert str(site.source.parent) not in warned.text
    assert len(warned.text) < 300


@pytest.mark.parametrize("name", CASES)
def test_the_page_is_written_with_what_can_be_shown(site: Built, name: str) -> None:
    body = site.soup(f"{name}.html").select_one("div.body")
    assert body is not None
    shown = bool(body.select("dl.schema, dl.field"))
    assert shown is (name in SHOWN)
    assert ("could not be made; the build's log says why." in body.get_text()) is not shown


def test_other_pages_are_as_they_should_be(site: Built) -> None:
    assert warnings_of(site, "good") == []
    assert site.soup("good.html").find(id="good.json.a") is not None


def test_nothing_else_warns(site: Built) -> None:
    assert len(site.warnings) == len(CASES) == len(site.log.splitlines())


def test_nothing_from_outside_the_source_tree_is_on_a_page(site: Built) -> None:
    assert [p.name for p in site.out.glob("*.html") if "SECRET" in p.read_text(encoding="utf-8")] == []


def test_a_page_that_cannot_be_shown_says_so_in_the_language_of_the_build(tmp_path: Path) -> None:
    done = build(tmp_path, {"index.rst": page("nope.json")}, language="zh_CN")
    (problem,) = done.soup().select("p.agentcfg-problem")
    assert "nope.json" in problem.get_text()
    assert any("\u4e00" <= c <= "\u9fff" for c in problem.get_text())


def test_each_subtype_can_be_silenced_by_its_name(tmp_path: Path) -> None:
    subtypes = {case.subtype for case in CASES.values()}
    assert subtypes <= set(SUBTYPES)
    silent = [f"agentcfg.{name}" for name in subtypes - {"ref-loop"}]
    assert build(tmp_path, write_site(tmp_path), suppress_warnings=silent).only_warning().place == "loop.rst:4"


def test_a_silenced_subtype_is_silent_and_all_others_are_not(tmp_path: Path) -> None:
    files = {"index.rst": index("a", "b"), "a.rst": page("nope.json"), "b.rst": page("leji/agent-profil")}
    done = build(tmp_path, files, suppress_warnings=["agentcfg.missing"])
    assert done.only_warning().subtype == "agentcfg.unknown-type"


def test_the_whole_type_can_be_silenced(tmp_path: Path) -> None:
    files = {"index.rst": index("a", "b"), "a.rst": page("nope.json"), "b.rst": page("leji/agent-profil")}
    assert build(tmp_path, files, suppress_warnings=["agentcfg"]).log == ""


# --- translations -----------------------------------------------------------------------------------------------------


def test_a_missing_translation_that_nobody_asked_for_is_no_warning(tmp_path: Path) -> None:
    part = catalogue({"/title": TEAM_ZH["/title"]})
    done = build(tmp_path, {"index.rst": page("team.json"), "team.json": TEAM, "locale/zh_CN/team.po": part})
    assert done.log == ""
    (second,) = done.soup().select("[id='team.json.lead'] ~ dd > p")
    assert second.get_text().startswith("Who leads it. not yet in 中文 · ")


def test_conf_py_can_ask_for_a_language_too(tmp_path: Path) -> None:
    part = catalogue({"/title": TEAM_ZH["/title"]})
    files = {"index.rst": page("team.json"), "team.json": TEAM, "locale/zh_CN/team.po": part}
    warned = build(tmp_path, files, agentcfg_languages=["en", "zh_CN"]).only_warning()
    assert warned.subtype == "agentcfg.missing-translation"
    assert "2 of 3 texts are not translated to zh_CN, the first at /properties/lead/description" in warned.text


# --- two pages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parallel", [0, 2])
def test_a_schema_on_two_pages_is_a_warning_that_names_both(tmp_path: Path, parallel: int) -> None:
    # Many pages, so that two processes read the two of them.
    names = ["a", *(f"p{i}" for i in range(10)), "z"]
    files: dict[str, Any] = {f"{name}.rst": f"{name}\n=====\n" for name in names}
    files |= {"index.rst": index(*names), "a.rst": page("team.json"), "z.rst": page("team.json"), **TEAM_FILES}
    warned = build(tmp_path, files, parallel=parallel).only_warning()
    assert (warned.place, warned.subtype) == ("z.rst:4", "agentcfg.duplicate-schema")
    assert warned.text == "team.json is indexed on two pages, a (line 4) and z; add `:no-index:` to one of them"


def test_the_same_schema_twice_on_one_page_is_that_warning_too(tmp_path: Path) -> None:
    done = build(tmp_path, {"index.rst": page("team.json") + "\n.. agentcfg-schema:: team.json\n", **TEAM_FILES})
    assert [(w.place, w.subtype) for w in done.warnings] == [("index.rst:6", "agentcfg.duplicate-schema")]
    ids = [str(t["id"]) for t in done.soup().find_all(id=True)]
    assert len(ids) == len(set(ids))


def test_a_part_and_the_whole_of_a_schema_do_not_clash(tmp_path: Path) -> None:
    files = {"index.rst": index("a", "z"), "a.rst": page("team.json"), "z.rst": page("team.json#/properties/lead")}
    assert build(tmp_path, {**files, **TEAM_FILES}).log == ""


# --- a terminal -------------------------------------------------------------------------------------------------------

FEW = {
    "index.rst": index("a", "b") + "\n:agentcfg:field:`team.json#leda`\n",
    "a.rst": page("nope.json"),
    "b.rst": page("team.json"),
    **TEAM_FILES,
}


def test_with_warnings_as_errors_the_build_fails(tmp_path: Path) -> None:
    done = run_sphinx(tmp_path, FEW, "html", "-W", "--keep-going")
    assert done.code == 1
    assert sorted(w.subtype for w in done.warnings) == ["agentcfg.missing", "agentcfg.unknown-field"]


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("C.UTF-8", ["nope.json: there is no such file; check the path", "did you mean team.json#lead?"]),
        ("en_US.UTF-8", ["nope.json: there is no such file; check the path", "did you mean team.json#lead?"]),
        ("zh_CN.UTF-8", ["nope.json", "文件不存在", "team.json#lead"]),
        ("zh_TW.UTF-8", ["nope.json", "文件不存在", "team.json#lead"]),
    ],
)
def test_warnings_speak_the_language_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str, words: list[str]
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    done = build(tmp_path, FEW, language="en")
    assert [word for word in words if word not in done.log] == []
    assert ("there is no such file" in done.log) is not locale.startswith("zh")
    assert sorted(w.subtype for w in done.warnings) == ["agentcfg.missing", "agentcfg.unknown-field"]
