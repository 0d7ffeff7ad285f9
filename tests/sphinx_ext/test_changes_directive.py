"""``agentcfg-changes``: what changed between two versions of a schema, on a page, in both languages."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.sphinx_ext.building import Built, build, index, page

if TYPE_CHECKING:
    from pathlib import Path

OLD: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string", "maxLength": 9, "description": "One."}, "gone": {"type": "string"}},
}
NEW: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string", "maxLength": 5, "description": "Two."}},
}


def changes(*names: str, options: str = "", title: str = "Page") -> str:
    extra = "".join(f"   {line}\n" for line in options.splitlines())
    return f"{title}\n{'=' * len(title)}\n\n.. agentcfg-changes:: {' '.join(names)}\n{extra}"


FILES: dict[str, Any] = {"s/old.json": OLD, "s/new.json": NEW}
BOTH = ":languages: en zh_CN"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    files = FILES | {
        "index.rst": index("both", "one", "same", "deep/rooted", "schema"),
        "both.rst": changes("s/old.json", "s/new.json", options=BOTH),
        "one.rst": changes("s/old.json", "s/new.json", options=":languages: zh_CN"),
        "same.rst": changes("s/old.json", "s/old.json"),
        "deep/rooted.rst": changes("../s/old.json", "/s/new.json", options=":languages: en"),
        "schema.rst": page("s/new.json"),
        "my.md": "---\norphan: true\n---\n\n# M\n\n```{agentcfg-changes} s/old.json s/new.json\n```\n",
    }
    return build(tmp_path_factory.mktemp("changes"), files)


def rows(site: Built, name: str) -> list[list[str]]:
    return [[td.get_text() for td in tr.select("td")] for tr in site.soup(name).select(".agentcfg-changes tbody tr")]


def test_there_is_no_warning(site: Built) -> None:
    assert site.warnings == []


def test_changes_stand_in_a_table_for_each_class(site: Built) -> None:
    assert rows(site, "deep/rooted.html") == [
        ["a", "maxLength tightened (9 → 5)"],
        ["gone", "field removed; a file that sets it still passes, but it has no meaning"],
        ["a", "description reworded (One. → Two.)"],
    ]
    leads = [p.get_text() for p in site.soup("deep/rooted.html").select(".agentcfg-changes .agentcfg-lead")]
    assert leads == ["breaking (2)", "wording (1)"]
    assert site.soup("my.html").select(".agentcfg-changes table")


def test_both_languages_stand_there_and_can_be_switched(site: Built) -> None:
    soup = site.soup("both.html")
    assert soup.select_one(".agentcfg-switch") is not None
    chinese = [s.get_text() for s in soup.select(".agentcfg-changes [lang='zh-CN']")]
    assert "maxLength 收紧（9 → 5）" in chinese
    assert rows(site, "one.html")[0] == ["a", "maxLength 收紧（9 → 5）"]
    assert site.soup("one.html").select(".agentcfg-switch") == []


def test_two_equal_files_have_no_change(site: Built) -> None:
    summary = site.soup("same.html").select_one(".agentcfg-summary")
    assert summary is not None
    assert summary.get_text() == "no change"
    assert rows(site, "same.html") == []


def test_a_field_leads_to_its_entry_where_a_page_shows_it(site: Built) -> None:
    links = [str(a["href"]) for a in site.soup("both.html").select(".agentcfg-changes td a")]
    assert links == ["schema.html#s.new.json.a"] * 2


def test_an_edit_of_either_file_reads_the_page_again(tmp_path: Path) -> None:
    files = FILES | {"index.rst": index("c"), "c.rst": changes("s/old.json", "s/new.json")}
    build(tmp_path, files)
    assert build(tmp_path).read == ()
    for name in ("old", "new"):
        other = {"properties": {name: {"type": "string"}}}
        assert build(tmp_path, FILES | {f"s/{name}.json": other}).read == ("c",)


def test_a_file_that_appears_later_reads_the_page_again(tmp_path: Path) -> None:
    files = {"s/old.json": OLD, "index.rst": changes("s/old.json", "s/new.json")}
    first = build(tmp_path, files)
    assert first.only_warning().subtype == "agentcfg.missing"
    assert build(tmp_path, FILES).warnings == []


@pytest.mark.parametrize("builder", ["dirhtml", "singlehtml", "epub", "text", "man", "latex", "gettext", "xml"])
def test_every_builder_has_the_changes(tmp_path: Path, builder: str) -> None:
    files = FILES | {
        "index.rst": changes("s/old.json", "s/new.json", options=BOTH) + "\n.. agentcfg-schema:: s/new.json\n"
    }
    built = build(tmp_path, files, builder, man_pages=[("index", "demo", "Demo", "A", 1)], parallel=2)
    assert built.warnings == []
    names = {"text": "index.txt", "man": "demo.1", "singlehtml": "index.html", "dirhtml": "index.html"}
    if builder in names:
        assert "收紧" in built.file(names[builder])


@pytest.mark.parametrize(
    ("names", "subtype", "words"),
    [
        (("s/old.json", "s/none.json"), "missing", "s/none.json: there is no such file"),
        (("s/old.json", "leji/agent-profil"), "unknown-type", "did you mean leji/agent-profile?"),
        (("HEAD:s/old.json", "s/new.json"), "unknown-revision", "this folder is in no git repository"),
        (("s/bad.json", "s/new.json"), "syntax", ""),
        (("s/list.json", "s/new.json"), "not-a-schema", "holds something else"),
    ],
)
def test_what_is_no_schema_is_a_warning_at_the_directive(
    tmp_path: Path, names: tuple[str, str], subtype: str, words: str
) -> None:
    built = build(tmp_path, FILES | {"s/bad.json": "{", "s/list.json": [], "index.rst": changes(*names)})
    warned = built.only_warning()
    assert (warned.subtype, warned.place) == (f"agentcfg.{subtype}", "index.rst:4")
    assert words in warned.text
    assert "could not be found out" in built.soup().get_text()


def test_a_revision_is_read_from_the_repository_of_the_source(tmp_path: Path) -> None:
    source = tmp_path / "src"
    build(tmp_path, FILES | {"s/s.json": OLD, "index.rst": changes("s/s.json", "s/s.json")})
    for arguments in (["init", "-q"], ["add", "s"], ["commit", "-q", "-m", "one"]):
        names = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *names, *arguments], cwd=source, check=True, capture_output=True)
    built = build(tmp_path, {"s/s.json": NEW, "index.rst": changes("HEAD:./s/s.json", "s/s.json")})
    assert built.warnings == []
    assert rows(built, "index.html")[0] == ["a", "maxLength tightened (9 → 5)"]
