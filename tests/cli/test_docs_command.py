"""``agentcfg docs``: the site that it makes of a repository, where it may lie, and what a hostile name cannot do."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup

from sphinx_agentcfg.cli.site.conf import Configuration, plain_title
from sphinx_agentcfg.cli.site.model import Code, Doc, Page, Section
from sphinx_agentcfg.cli.site.names import argument, page_names, slug
from sphinx_agentcfg.cli.site.pages import rest
from sphinx_agentcfg.messages import message
from tests.cli.auditing import FORMAT
from tests.cli.running import ZH, error_of, run
from tests.unit.making import write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

#: Two formats: a profile that inherits, one whose id differs by case alone (and is refused for it), a subagent.
FILES = {
    "leji.json": {"rootPath": "docs/"},
    "docs/agents/core.md": (
        "---\nid: core\nname: House rules\nrole: core\npurpose: What all share.\n"
        "requiredRead:\n  - README.md\nmustAskWhen:\n  - Two decisions contradict each other.\n"
        "mustRefuseWhen:\n  - Asked to print a password.\n---\n\n# House rules\n"
    ),
    "docs/agents/editor.md": "---\nid: editor\nname: Editor\nrole: editor\npurpose: Edits.\ninherits: core\n---\n",
    "docs/agents/other.md": "---\nid: Editor\nname: Shouting\nrole: editor\npurpose: Edits.\n---\n\n# Shouting\n",
    "rolebox/lead/role.yaml": "name: Lead\ndescription: D\nprompt: P\npermission:\n  bash: ask\n  edit: deny\n",
    "rolebox/lead/subagents/kid/role.yaml": "name: Kid\ndescription: Helps.\nprompt: Help.\nmodel: '{env:KID_MODEL}'\n",
    "README.md": "# A repository\n",
}
PROFILES = {
    "leji:core": "leji.core",
    "leji:editor": "leji.editor",
    # The first sixteen digits that `printf %s leji:Editor | sha256sum` prints.
    "leji:Editor": "leji.editor_815abbb30ef03aff",
    "rolebox:lead": "rolebox.lead",
    "rolebox:lead/kid": "rolebox.lead.kid",
}
PAGES = {
    *("index", "profiles", "coverage", "inheritance", "permissions", "environment", "findings", "formats"),
    *(
        "formats/leji",
        "formats/rolebox",
        "types/leji.agent-profile",
        "types/rolebox.role",
        "rules/leji",
        "rules/rolebox",
    ),
    *(f"profiles/{name}" for name in PROFILES.values()),
}
LANGUAGES = {"en": "en", "zh_CN": "zh-CN"}
EVIL = (
    *(
        "<img src=x onerror=alert(1)>",
        "*",
        "a`b`_",
        "|x|",
        "x.. raw:: html",
        "A",
        "a",
        "x\u202ey",
        "two\nlines",
        " edge ",
    ),
    *("[a-z]", "名字", "{{ 7*7 }}", "back\\slash", "x..", "tab\tinside", "long" * 50),
)


def soup(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def text_of(path: Path) -> str:
    """Return what a reader sees of the page itself, on one line."""
    page = soup(path)
    return " ".join((page.find("article") or page.find(role="main") or page).get_text(" ").split())


def docnames(folder: Path, suffix: str) -> set[str]:
    return {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob(f"*{suffix}")}


def no_name(folder: Path) -> None:
    """Assert that nothing has been written there."""
    assert not folder.exists()


def toys(folder: Path, names: Iterable[str], repo: str = "repo") -> tuple[str | Path, ...]:
    """Write a repository of a small format of its own; return the options that make it known."""
    write(folder / "formats" / "toy", FORMAT)
    write(folder / repo, {f"toys/{name}.yaml": f"name: {json.dumps(f'it is {i}')}\n" for i, name in enumerate(names)})
    return ("--format-dir", folder / "formats", "--only", "toy")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a small repository of two formats."""
    folder = tmp_path_factory.mktemp("docs")
    write(folder / "repo", FILES)
    result = run("docs", folder / "repo", "-o", folder / "site")
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    assert result.stdout == (
        f"{folder}/site/html/index.html: pages in each of two languages: {len(PAGES)}, of which profiles: 5\n"
    )
    return folder / "site"


# --- the site ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_page_for_each_profile_each_type_that_was_found_and_each_table(site: Path, language: str) -> None:
    assert docnames(site / "source" / language, ".rst") == PAGES
    assert docnames(site / "html" / language, ".html") >= PAGES


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_of_every_page_leads_somewhere(site: Path, language: str) -> None:
    root = site / "html"
    texts = {path: path.read_text(encoding="utf-8") for path in root.rglob("*.html")}
    ids = {path: {"top", *map(unescape, re.findall(r'\sid="([^"]*)"', text))} for path, text in texts.items()}
    assert len(texts) > 2 * len(PAGES)
    for path in (root / language).rglob("*.html"):
        links = {urlsplit(unescape(link)) for link in re.findall(r'<a\s[^>]*?href="([^"]*)"', texts[path])}
        assert len(links) > 1, path
        for link in links:
            target = (path.parent / unquote(link.path)).resolve() if link.path else path.resolve()
            if not link.scheme:
                assert target.is_file(), f"{path}: {link.geturl()}"
                assert not link.fragment or unquote(link.fragment) in ids[target], f"{path}: {link.geturl()}"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_asks_the_network_for_anything(site: Path, language: str) -> None:
    for path in (site / "html" / language).rglob("*.html"):
        page = soup(path)
        asked = [tag.get("src") for tag in page.find_all(src=True)]
        asked += [tag.get("href") for tag in page.find_all("link", href=True)]
        assert [each for each in asked if re.match(r"(?:https?:)?//", str(each))] == [], path


@pytest.mark.slow
def test_each_page_is_in_the_language_of_its_folder_and_leads_to_its_twin(site: Path) -> None:
    for (language, tag), other in zip(LANGUAGES.items(), ("zh_CN", "en"), strict=True):
        for name in PAGES:
            path = site / "html" / language / f"{name}.html"
            page = path.read_text(encoding="utf-8")
            assert re.findall(r'<html[^>]*\slang="([^"]*)"', page)[0].replace("_", "-") == tag
            (twin,) = re.findall(r'<p class="site-twin[^>]*><a [^>]*href="([^"]*)"', page)
            assert (path.parent / twin).resolve() == (site / "html" / other / f"{name}.html").resolve()
        following = (site / "html" / language / "findings.html").read_text(encoding="utf-8")
        assert ("下一页" in following) is (language == "zh_CN")  # furo has no such words of its own
    assert "required" in text_of(site / "html" / "en" / "types" / "leji.agent-profile.html")
    assert "必填" in text_of(site / "html" / "zh_CN" / "types" / "leji.agent-profile.html")
    assert "必填" not in text_of(site / "html" / "en" / "types" / "leji.agent-profile.html")


@pytest.mark.slow
def test_the_index_says_which_formats_there_are_how_much_of_each_and_where_the_report_is(site: Path) -> None:
    index = soup(site / "html" / "en" / "index.html")
    rows = [[cell.get_text(" ", strip=True) for cell in row.find_all("td")] for row in index.select("article table tr")]
    assert ["Leji", "3", "Agent profile"] in rows
    assert ["rolebox", "2", "Role (role.yaml)"] in rows
    assert ["Profiles", "5"] in rows
    assert ["Files", "7, of which 6 were read"] in rows
    report = index.find("a", string="full report")
    assert report is not None
    assert report["href"] == "report.html"
    for language in LANGUAGES:
        assert "leji:editor" in (site / "html" / language / "report.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_door_leads_to_both_languages(site: Path) -> None:
    door = soup(site / "html" / "index.html")
    assert [link["href"] for link in door.find_all("a")] == ["en/index.html", "zh_CN/index.html"]


@pytest.mark.slow
def test_a_page_of_a_profile_shows_its_values_and_what_it_may_do(site: Path) -> None:
    editor = text_of(site / "html" / "en" / "profiles" / "leji.editor.html")
    assert "Asked to print a password." in editor
    assert "leji:core" in editor
    assert "bash" in text_of(site / "html" / "en" / "profiles" / "rolebox.lead.html")
    shouting = text_of(site / "html" / "en" / "profiles" / f"{PROFILES['leji:Editor']}.html")
    assert "Shouting" in shouting
    assert "Shouting" not in editor


@pytest.mark.slow
def test_each_table_of_the_audit_is_on_its_page(site: Path) -> None:
    html = site / "html" / "en"
    for profile in PROFILES:
        assert profile in text_of(html / "profiles.html")
    assert "leji:core" in text_of(html / "inheritance.html")
    assert "mustRefuseWhen" in text_of(html / "coverage.html")
    assert "bash" in text_of(html / "permissions.html")
    assert "KID_MODEL" in text_of(html / "environment.html")


@pytest.mark.slow
def test_a_rule_that_fired_leads_to_what_it_means(site: Path) -> None:
    findings = soup(site / "html" / "en" / "findings.html")
    link = findings.select_one('article a[href^="rules/leji.html#"]')
    assert link is not None
    assert link.get_text() == "leji/schema"


# --- again ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_second_run_removes_the_page_of_a_profile_that_is_gone_and_writes_no_other_anew(tmp_path: Path) -> None:
    own = toys(tmp_path, ["kept", "gone"])
    folder = tmp_path / "site"
    assert run("docs", tmp_path / "repo", "-o", folder, *own).exit_code == 0
    assert (folder / "html" / "en" / "profiles" / "toy.gone.html").exists()
    mine = folder / "html" / "en" / "profiles" / "notes.html"
    mine.write_text("mine", encoding="utf-8")
    kept = folder / "source" / "en" / "profiles" / "toy.kept.rst"
    written = kept.stat().st_mtime_ns
    (tmp_path / "repo" / "toys" / "gone.yaml").unlink()
    result = run("docs", tmp_path / "repo", "-o", folder, *own)
    assert (result.exit_code, result.stderr) == (0, "")
    for language in LANGUAGES:
        assert docnames(folder / "source" / language / "profiles", ".rst") == {"toy.kept"}
        assert not (folder / "html" / language / "profiles" / "toy.gone.html").exists()
        assert (folder / "html" / language / "profiles" / "toy.kept.html").exists()
        assert "toy:gone" not in text_of(folder / "html" / language / "profiles.html")
    assert kept.stat().st_mtime_ns == written
    assert mine.exists()


def test_without_a_build_there_are_sources_that_the_next_run_keeps_up_to_date(tmp_path: Path) -> None:
    write(tmp_path / "repo", FILES)
    result = run("docs", tmp_path / "repo", "-o", tmp_path / "site", "--no-build")
    assert result.exit_code == 0
    assert result.stdout == f"{tmp_path}/site/source: sources in each of two languages: {len(PAGES)}, not built\n"
    assert docnames(tmp_path / "site" / "source" / "en", ".rst") == PAGES
    assert not (tmp_path / "site" / "html" / "en").exists()
    assert run("docs", tmp_path / "repo", "-o", tmp_path / "site", "--no-build", "--only", "leji").exit_code == 0
    left = docnames(tmp_path / "site" / "source" / "en", ".rst")
    assert {name for name in PAGES if "rolebox" not in name} == left


def test_many_profiles_have_their_pages_and_do_not_fill_the_navigation(tmp_path: Path) -> None:
    for number, listed, told in ((100, True, False), (101, False, False), (501, False, True)):
        own = toys(tmp_path, [f"t{i:03}" for i in range(number)])
        assert run("docs", tmp_path / "repo", "-o", tmp_path / "site", *own, "--no-build").exit_code == 0
        source = tmp_path / "site" / "source" / "en"
        assert docnames(source / "profiles", ".rst") == {f"toy.t{i:03}" for i in range(number)}
        catalogue = (source / "profiles.rst").read_text(encoding="utf-8")
        assert ("   /profiles/toy.t000\n" in catalogue) is listed
        assert (":doc:`toy\\:t100 </profiles/toy.t100>`" in catalogue) is told
        orphan = (source / "profiles" / "toy.t000.rst").read_text(encoding="utf-8").startswith(":orphan:")
        assert orphan is not listed


def test_quiet_says_nothing(tmp_path: Path) -> None:
    write(tmp_path / "repo", FILES)
    assert run("docs", tmp_path / "repo", "-o", tmp_path / "site", "--no-build", "--quiet").output == ""


def test_an_empty_repository_has_a_site_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    assert run("docs", tmp_path / "repo", "-o", tmp_path / "site", "--no-build").exit_code == 0
    index = (tmp_path / "site" / "source" / "en" / "index.rst").read_text(encoding="utf-8")
    assert r"No file of the repository belongs to a format that was looked for\." in index
    assert not (tmp_path / "site" / "source" / "en" / "formats.rst").exists()


def test_the_language_that_was_named_comes_first(tmp_path: Path) -> None:
    write(tmp_path / "repo", FILES)
    assert run("docs", tmp_path / "repo", "-o", tmp_path / "site", "--no-build", "-l", "zh_CN").exit_code == 0
    door = (tmp_path / "site" / "html" / "index.html").read_text(encoding="utf-8")
    assert door.index("zh_CN/index.html") < door.index("en/index.html")
    assert 'location.replace("zh_CN" + "/index.html")' in door
    assert run("docs", tmp_path / "repo", "-o", tmp_path / "site", "--no-build", **ZH).exit_code == 0
    assert "navigator.language" in (tmp_path / "site" / "html" / "index.html").read_text(encoding="utf-8")


# --- where it may go --------------------------------------------------------------------------------------------------


def test_a_path_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"file.yaml": "a: 1\n"})
    site = tmp_path / "site"
    assert "there is no such folder" in error_of(run("docs", tmp_path / "nowhere", "-o", site))
    assert "is not a folder" in error_of(run("docs", tmp_path / "file.yaml", "-o", site))
    no_name(site)


def test_a_format_that_is_unknown_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "repo", FILES)
    assert "leji" in error_of(run("docs", tmp_path / "repo", "-o", tmp_path / "site", "--only", "leij"))
    no_name(tmp_path / "site")


def test_the_site_does_not_go_into_the_repository_nor_around_it(tmp_path: Path) -> None:
    write(tmp_path / "repo", FILES)
    repo = tmp_path / "repo"
    for inside in (repo, repo / "site", repo / "new" / "site"):
        line = error_of(run("docs", repo, "-o", inside))
        assert "the repository" in line
        assert "choose" in line
    assert "the repository lies in this folder" in error_of(run("docs", repo, "-o", tmp_path))
    assert sorted(path.name for path in repo.iterdir()) == ["README.md", "docs", "leji.json", "rolebox"]
    (tmp_path / "way").symlink_to(repo)
    assert "lies in the repository" in error_of(run("docs", repo, "-o", tmp_path / "way" / "site"))


def test_the_site_may_go_where_the_audit_does_not_look(tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    write(repo, {**FILES, ".gitignore": "/build/\n"})
    assert run("docs", repo, "-o", repo / ".venv" / "site", "--no-build").exit_code == 0
    assert "lies in the repository" in error_of(run("docs", repo, "-o", repo / "build" / "site", "--no-build"))
    write(repo, {"agentcfg.toml": "gitignore = true\n"})
    assert run("docs", repo, "-o", repo / "build" / "site", "--no-build").exit_code == 0
    index = (repo / "build" / "site" / "source" / "en" / "index.rst").read_text(encoding="utf-8")
    assert r"9\, of which 6 were read" in index


def test_a_folder_that_holds_anything_else_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path / "repo", FILES)
    write(tmp_path, {"mine/index.html": "mine", "file": "mine", "fake/.agentcfg-docs": "{}"})
    assert "is not empty" in error_of(run("docs", tmp_path / "repo", "-o", tmp_path / "mine"))
    assert "is not a folder" in error_of(run("docs", tmp_path / "repo", "-o", tmp_path / "file"))
    assert "is not the file that" in error_of(run("docs", tmp_path / "repo", "-o", tmp_path / "fake"))
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["index.html"]
    (tmp_path / "empty").mkdir()
    assert run("docs", tmp_path / "repo", "-o", tmp_path / "empty", "--no-build").exit_code == 0


def test_nothing_is_written_or_removed_outside_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path / "repo", FILES)
    write(tmp_path, {"other/x.rst": "mine", "x.rst": "mine"})
    site = tmp_path / "site"
    marker = {"made_by": "agentcfg docs", "pages": ["../../../x", "../x", "/x", "profiles/../../../../x", 7][:4]}
    write(site, {".agentcfg-docs": marker})
    assert run("docs", tmp_path / "repo", "-o", site, "--no-build").exit_code == 0
    assert (tmp_path / "x.rst").exists()
    outside = tmp_path / "outside"
    outside.mkdir()
    write(tmp_path / "trap", {".agentcfg-docs": {"made_by": "agentcfg docs", "pages": []}})
    (tmp_path / "trap" / "source").symlink_to(outside)
    assert "is a link that leads out" in error_of(run("docs", tmp_path / "repo", "-o", tmp_path / "trap", "--no-build"))
    assert list(outside.iterdir()) == []


# --- Sphinx -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_build_that_fails_says_why_and_ends_in_one(tmp_path: Path) -> None:
    own = toys(tmp_path, ["one"])
    result = run("docs", tmp_path / "repo", "-o", tmp_path / "site", *own, "--theme", "no-such-theme")
    assert result.exit_code == 1
    assert "no-such-theme" in result.stderr
    assert "English: the site could not be built" in result.stderr
    assert result.stdout == ""


@pytest.mark.slow
def test_nothing_that_lies_in_the_repository_is_run_or_read_as_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = f"open({str(tmp_path / 'sprung')!r}, 'w')\n"
    traps = {f"{name}.py": trap for name in ("sphinx", "docutils", "yaml", "conf", "sitecustomize", "sphinx_agentcfg")}
    own = toys(tmp_path, ["one"])
    write(tmp_path / "repo", {**traps, "docutils.conf": "[general]\nlanguage_code: xx\n"})
    monkeypatch.chdir(tmp_path / "repo")
    result = run("docs", ".", "-o", "../site", *own, "--theme", "alabaster")
    assert (result.exit_code, result.stderr) == (0, "")
    assert not (tmp_path / "sprung").exists()
    assert "repo" in soup(tmp_path / "site" / "html" / "index.html").get_text()  # `.` has a name, too


# --- hostile names ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_name_is_taken_for_markup_or_for_a_file(tmp_path: Path) -> None:
    own = toys(tmp_path, EVIL, "<b>repo< b> 'x'")
    result = run("docs", tmp_path / "<b>repo< b> 'x'", "-o", tmp_path / "site", *own)
    assert (result.exit_code, result.stderr) == (0, "")
    files = [path.relative_to(tmp_path / "site" / "html" / "en").as_posix() for path in all_html(tmp_path / "site")]
    pages = [name for name in files if name.startswith("profiles/")]
    assert len(pages) == len({name.lower() for name in pages}) == len(EVIL)
    assert all(re.fullmatch(r"profiles/[a-z0-9._-]+\.html", name) for name in pages)
    seen = [text_of(tmp_path / "site" / "html" / "en" / name) for name in pages]
    for i, name in enumerate(EVIL):
        mine = [text for text in seen if f"it is {i} " in f"{text} "]
        assert len(mine) == 1, name
    for path in all_html(tmp_path / "site"):
        page = soup(path)
        assert page.find("img", onerror=True) is None
        assert page.find("b", string="repo") is None
        assert "\u202e" not in path.read_text(encoding="utf-8")
    assert "<img src=x onerror=alert(1)>" in text_of(
        next(p for p in all_html(tmp_path / "site") if "img.src" in p.name)
    )
    assert any("x.. raw:: html" in text for text in seen)


def all_html(site: Path) -> Iterator[Path]:
    """Give the pages in English."""
    yield from sorted((site / "html" / "en").rglob("*.html"))


def test_the_name_of_a_page_follows_from_the_id_alone() -> None:
    for profile, name in PROFILES.items():
        assert slug(profile) == name
    assert page_names(PROFILES) == PROFILES


@pytest.mark.parametrize(
    "name",
    [
        *(each for each in EVIL if each != "a"),
        "x" * 5000,
        "../../etc/passwd",
        "a/./b",
        "CON",
        "a.b",
        "é",
        "\ud800",
        "",
        "-",
    ],
)
def test_the_name_of_a_page_is_a_short_plain_file_name(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9][a-z0-9.-]{0,59}_[0-9a-f]{16}", slug(f"toy:{name}"))


def test_names_that_differ_have_pages_that_differ() -> None:
    names = ["toy:a", "toy:A", "toy:a.b", "toy:a/b", "toy:a:b", "toy:a b", "toy:a-b", "toy:a_b", "toy:a  b", "toy.a"]
    made = page_names(names)
    assert list(made) == names
    assert len({name.lower() for name in made.values()}) == len(names)


def test_the_argument_of_a_directive_means_one_profile_or_there_is_none() -> None:
    assert argument("toy:a [*] <b>", ["toy:a [*] <b>"]) == "toy:a [*] <b>"
    assert argument("toy:a\nb", ["toy:a\nb", "toy:c"]) == "toy:a?b"
    assert argument("toy:a\nb", ["toy:a\nb", "toy:a\tb"]) is None
    assert argument("toy:a*\u2028", ["toy:a*\u2028", "toy:ab\u2028"]) == "toy:a[*]?"
    assert argument("toy:a ", ["toy:a ", "toy:a"]) == "toy:a?"
    assert argument("toy:\n   :path: /", ["toy:\n   :path: /"]) == "toy:?   :path: /"
    assert argument("x" * 12_000, ["x" * 12_000]) == "x" * 5_000 + "*"
    assert argument("x" * 12_000, ["x" * 12_000, "x" * 12_001]) is None


def test_data_on_a_page_is_escaped_and_never_begins_a_line() -> None:
    evil = "x\n\n.. raw:: html\n\n   <script>`*|_"
    page = Page("profiles/x", evil, (Section(Code(evil)), message("{a} {b}", a=Code(evil), b=Doc("index", evil))))
    text = rest(page, "en")
    assert "<script>" not in text
    assert not [line for line in text.splitlines() if line.startswith((".. raw", "   <"))]
    assert text.startswith(r"x \.\. raw\:\: html \<script\>\`\*\|\_")


def test_a_conf_py_holds_literals_only(tmp_path: Path) -> None:
    title, theme = "'); import os #", "fu'ro\n\nimport os"
    made = Configuration(tmp_path / "re'po\n\udcff", tmp_path / "source", title, "en", theme, (tmp_path / "f",))
    found: dict[str, object] = {}
    exec(compile(made.text().encode("utf-8"), "conf.py", "exec"), found)  # noqa: S102  # that is what it is for
    assert "os" not in found
    assert (found["html_theme"], found["project"], found["language"]) == (theme, title, "en")
    assert found["agentcfg_repository"] == "../re'po\n\udcff"
    assert found["agentcfg_format_dirs"] == ["../f"]


def test_a_title_has_nothing_that_a_theme_could_take_for_more_than_text() -> None:
    assert plain_title("<b>{{ 7 }}</b> & \"x\" 'y' 50%\\") == "_b___ 7 ___/b_ _ _x_ _y_ 50__"
    assert plain_title("名 字\u202e") == "名 字_u202e"
    assert plain_title("") == "_"
