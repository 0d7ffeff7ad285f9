"""A second build reads the pages whose files have changed, and no other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.sphinx_ext.building import ROOT, Built, build, entry, index, page, project, write
from tests.sphinx_ext.schemas import TEAM, TEAM_FILES, TEAM_ZH, catalogue
from tests.sphinx_ext.test_options import FORMAT

if TYPE_CHECKING:
    from pathlib import Path

REFERS = {"properties": {"shared": {"$ref": "parts/common.json#/$defs/name"}}}
COMMON = {"$defs": {"name": {"type": "string", "description": "A name."}}}
SITE: dict[str, Any] = {
    "index.rst": index("builtin", "own", "sub/deep", "refers", "mine", "plain"),
    "builtin.rst": page("leji/agent-profile"),
    "own.rst": page("own.json"),
    "own.json": {"properties": {"a": {"description": "Own."}}},
    "sub/deep.rst": page("../team.json"),
    "refers.rst": page("refers.json"),
    "refers.json": REFERS,
    "parts/common.json": COMMON,
    "mine.rst": page("mine/thing"),
    "formats/mine/format.toml": FORMAT,
    "formats/mine/thing.schema.json": {"properties": {"a": {"type": "string"}}},
    "formats/mine/examples/valid/thing/good.yaml": "a: b\n",
    "plain.rst": "Plain\n=====\n",
    **TEAM_FILES,
}
CONF: dict[str, Any] = {"agentcfg_format_dirs": ["formats"]}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that has been built once, to be copied."""
    folder = tmp_path_factory.mktemp("first")
    done = build(folder / "site", SITE, **CONF)
    assert done.log == ""
    assert len(done.read) == 7
    return folder / "site"


@pytest.fixture
def site(first: Path) -> Path:
    """The same site as it was after its first build, at the same place: Sphinx's files hold its path."""
    kept = first.with_name("kept")
    if not kept.exists():
        shutil.copytree(first, kept)
    shutil.rmtree(first)
    shutil.copytree(kept, first)
    return first


def edit(site: Path, files: dict[str, Any]) -> None:
    """Write *files* with the time of now, however coarse the disk's clock: after the last build, before the next."""
    write(site / "src", files)
    for name in files:
        now = time.time_ns()
        os.utime(site / "src" / name, ns=(now, now))


def again(site: Path, **conf: Any) -> Built:
    return build(site, **{**CONF, **conf})


def test_a_second_build_reads_nothing(site: Path) -> None:
    assert again(site).read == ()


def test_a_second_build_from_another_folder_reads_nothing(tmp_path: Path) -> None:
    project(tmp_path / "src", {**SITE, "conf.py": ""})
    conf = (tmp_path / "src" / "conf.py").read_text(encoding="utf-8")
    files = {"conf.py": "extensions = ['sphinx_agentcfg']\nagentcfg_format_dirs = ['formats']\nhtml_theme = 'basic'\n"}
    assert conf == ""
    write(tmp_path / "src", files)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    said = []
    for cwd, source in ((tmp_path, "src"), (tmp_path / "src" / "sub", "..")):
        command = [sys.executable, "-m", "sphinx", source, str(tmp_path / "out")]
        done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", check=True)
        assert done.stderr == ""
        said.append(next(line for line in done.stdout.splitlines() if "updating environment" in line))
    assert "7 added, 0 changed, 0 removed" in said[0]
    assert "0 added, 0 changed, 0 removed" in said[1]


@pytest.mark.parametrize(
    ("files", "read"),
    [
        ({"own.json": {"properties": {"b": {}}}}, ("own",)),
        ({"team.json": TEAM}, ("sub/deep",)),
        ({"refers.json": REFERS}, ("refers",)),
        ({"parts/common.json": COMMON}, ("refers",)),
        ({"locale/zh_CN/team.po": TEAM_FILES["locale/zh_CN/team.po"]}, ("sub/deep",)),
        ({"formats/mine/examples/valid/thing/good.yaml": "a: c\n"}, ("mine",)),
        ({"formats/mine/examples/valid/thing/other.yaml": "a: c\n"}, ("mine",)),
        ({"formats/mine/format.toml": FORMAT.replace("One thing.", "A thing.")}, ("mine",)),
        ({"formats/mine/thing.schema.json": {"properties": {"b": {}}}}, ("mine",)),
        ({"plain.rst": "Plainer\n=======\n"}, ("plain",)),
        ({"unrelated.json": {}}, ()),
        ({"formats/mine/examples/invalid/thing/schema--bad.yaml": "b: c\n"}, ("mine",)),
    ],
)
def test_an_edit_reads_exactly_the_pages_that_show_the_file(
    site: Path, files: dict[str, Any], read: tuple[str, ...]
) -> None:
    edit(site, files)
    assert again(site).read == read
    assert again(site).read == ()


def test_the_page_shows_what_the_edited_files_say(site: Path) -> None:
    edit(site, {"parts/common.json": {"$defs": {"name": {"type": "integer", "description": "A number."}}}})
    edit(
        site,
        {"locale/zh_CN/team.po": catalogue({**TEAM_ZH, "/properties/lead/description": ("Who leads it.", "队长。")})},
    )
    done = again(site)
    assert done.log == ""
    assert "A number." in done.soup("refers.html").get_text()
    assert "队长。" in entry(done.soup("sub/deep.html"), "team.json.lead").get_text()


def test_a_catalogue_that_appears_later_brings_its_language(site: Path) -> None:
    edit(site, {"locale/zh_CN/own.po": catalogue({"/properties/a/description": ("Own.", "自己的。")})})
    done = again(site)
    assert done.read == ("own",)
    assert "自己的。" in entry(done.soup("own.html"), "own.json.a").get_text()
    assert again(site).read == ()


def test_a_catalogue_that_goes_takes_its_language_along(site: Path) -> None:
    (site / "src/locale/zh_CN/team.po").unlink()
    done = again(site)
    assert done.read == ("sub/deep",)
    assert done.log == ""
    assert "由谁带领。" not in done.file("sub/deep.html")
    assert again(site).read == ()


def test_a_catalogue_of_the_format_itself_that_appears_later_is_read(site: Path) -> None:
    text = catalogue({"/documents/thing/summary": ("One thing.", "一件东西。")})
    edit(site, {"formats/mine/locale/zh_CN/format.po": text})
    done = again(site, agentcfg_languages=["en", "zh_CN"])
    assert "一件东西。" in done.soup("mine.html").get_text()


def test_a_format_catalogue_alone_rereads_its_page(site: Path) -> None:
    edit(site, {"formats/mine/locale/zh_CN/format.po": catalogue({"/documents/thing/title": ("Thing", "东西")})})
    assert again(site).read == ("mine",)


def test_a_schema_that_goes_warns_and_one_that_comes_back_is_shown(site: Path) -> None:
    (site / "src/own.json").unlink()
    gone = again(site)
    assert gone.read == ("own",)
    assert (gone.only_warning().place, gone.only_warning().subtype) == ("own.rst:4", "agentcfg.missing")
    assert again(site).read == ()
    edit(site, {"own.json": {"properties": {"a": {"description": "Back."}}}})
    back = again(site)
    assert (back.read, back.log) == (("own",), "")
    assert "Back." in entry(back.soup("own.html"), "own.json.a").get_text()


def test_a_referenced_file_that_goes_warns_and_one_that_comes_back_is_shown(site: Path) -> None:
    (site / "src/parts/common.json").unlink()
    gone = again(site)
    assert gone.read == ("refers",)
    assert gone.only_warning().subtype == "agentcfg.ref-missing-file"
    assert again(site).read == ()
    edit(site, {"parts/common.json": COMMON})
    back = again(site)
    assert (back.read, back.log) == (("refers",), "")
    assert "A name." in back.soup("refers.html").get_text()


def test_a_document_type_that_appears_later_is_shown(site: Path) -> None:
    edit(site, {"own.rst": page("new.schema")})
    assert again(site).only_warning().subtype == "agentcfg.unknown-type"
    edit(site, {"new.schema": '{"properties": {"a": {}}}'})
    assert again(site).read == ("own",)


def test_another_setting_reads_all_pages_again(site: Path) -> None:
    done = again(site, agentcfg_languages=["zh_CN", "en"])
    assert len(done.read) == 7
    (switch,) = done.soup("builtin.html").select(".agentcfg-switch")
    assert switch["data-languages"] == "zh-CN en"


def test_a_page_that_is_deleted_frees_its_schema_for_another(site: Path) -> None:
    (site / "src/own.rst").unlink()
    edit(site, {"index.rst": SITE["index.rst"].replace("   own\n", ""), "plain.rst": page("own.json")})
    done = again(site)
    assert done.log == ""
    assert done.read == ("index", "plain")


def test_a_broken_schema_that_is_mended_is_shown(site: Path) -> None:
    edit(site, {"own.json": "{"})
    assert again(site).only_warning().subtype == "agentcfg.syntax"
    edit(site, {"own.json": {"properties": {"a": {"description": "Mended."}}}})
    done = again(site)
    assert done.log == ""
    assert "Mended." in done.soup("own.html").get_text()


def test_what_another_process_has_looked_for_is_remembered(tmp_path: Path) -> None:
    names = [f"p{i}" for i in range(12)]
    files: dict[str, Any] = {"index.rst": index(*names)}
    for name in names:
        files |= {f"{name}.rst": page(f"{name}.json"), f"{name}.json": {"properties": {name: {"description": "D."}}}}
    assert build(tmp_path, files, parallel=2).log == ""
    for name in names:
        edit(tmp_path, {f"locale/zh_CN/{name}.po": catalogue({f"/properties/{name}/description": ("D.", "描述。")})})
    assert build(tmp_path).read == tuple(sorted(names))


def test_the_original_follows_its_schema_and_is_copied_only_when_it_differs(site: Path) -> None:
    copy = next(p for p in (again(site).out / "_downloads").rglob("own.json") if p.is_file())
    source = site / "src" / "own.json"
    assert copy.read_bytes() == source.read_bytes()
    inode_time = copy.stat().st_ctime_ns
    again(site)
    assert copy.stat().st_ctime_ns == inode_time
    edit(site, {"own.json": {"properties": {"b": {}}}})
    again(site)
    assert copy.read_bytes() == source.read_bytes()
    assert b'"b"' in copy.read_bytes()
