"""``agentcfg-audit``: a table of the audit on a page, its links, what it leaves out, and when it is made again."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.sphinx_ext.profile_places import profile_anchor
from sphinx_agentcfg.sphinx_ext.warnings import SUBTYPES
from tests.sphinx_ext.building import ROOT, Built, build, index, page, run_sphinx
from tests.sphinx_ext.cards import directive, pair
from tests.sphinx_ext.repositories import CONF, REPOSITORY, audit_page, below, profile_page, touch

if TYPE_CHECKING:
    from pathlib import Path

    from bs4 import BeautifulSoup, Tag

TABLES = ("profiles", "coverage", "inheritance", "permissions", "findings", "environment")
PAGES: dict[str, Any] = {
    **{f"{name}.rst": audit_page(name) for name in TABLES},
    "core.rst": profile_page("leji:core"),
    "matrix.rst": audit_page("permissions", ":matrix:"),
    "sub/few.rst": audit_page("findings", ":path: /repo", ":limit: 1", ":languages: en"),
    "fields.rst": page("leji/agent-profile"),
    "rules.rst": directive("agentcfg-rules", "leji"),
}
SITE = {"index.rst": index(*(name.removesuffix(".rst") for name in PAGES)), **PAGES, **below("repo", REPOSITORY)}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("audit"), SITE, nitpicky=True, **CONF)


def text(tag: Tag) -> str:
    return " ".join(tag.get_text().split())


def heads(soup: BeautifulSoup) -> list[str]:
    return [text(cell) for cell in soup.select("table.agentcfg-table thead th")]


def cells(soup: BeautifulSoup, number: int = 0) -> list[list[str]]:
    table = soup.select("table.agentcfg-table")[number]
    return [[text(cell) for cell in row.select("td")] for row in table.select("tbody tr")]


def links(soup: BeautifulSoup) -> dict[str, str]:
    return {text(a): str(a["href"]) for a in soup.select("table.agentcfg-table tbody a")}


# --- what a table says ------------------------------------------------------------------------------------------------


def test_a_site_with_audits_gives_no_warning(site: Built) -> None:
    assert site.log == ""


def test_profiles_are_a_row_each_with_heads_in_both_languages(site: Built) -> None:
    soup = site.soup("profiles.html")
    names = ("Profile", "Kind", "Role", "Parent", "State", "Errors", "Warnings", "Place")  # no profile has a model
    assert heads(soup) == [pair(name) for name in names]
    state = {row[0]: (row[3], row[4], row[7]) for row in cells(soup)}
    assert state == {
        "leji:broken": ("", pair("cannot be read"), "docs/agents/broken.md:1"),
        "leji:core": ("", pair("resolved"), "docs/agents/core.md:1"),
        "leji:editor": ("leji:core", pair("resolved"), "docs/agents/editor.md:1"),
        "leji:lost": ("", pair("cannot be resolved"), "docs/agents/lost.md:1"),
        "rolebox:lead": ("", pair("resolved"), "roles/lead/role.yaml:1"),
    }


def test_a_decision_is_a_word_and_a_class(site: Built) -> None:
    soup = site.soup("permissions.html")
    found = {(row[0], row[1]): row[2] for row in cells(soup)}
    assert found["rolebox:lead", "edit"] == pair("deny")
    assert found["leji:editor", "it is published"] == pair("ask")
    assert found["leji:broken", "*"] == pair("unknown")
    assert {text(word) for word in soup.select(".agentcfg-decision-deny")} == {pair("deny")}


def test_the_steps_of_inheritance_say_what_became_of_them(site: Built) -> None:
    assert [row[:4] for row in cells(site.soup("inheritance.html"))] == [
        ["leji:editor", pair("inherits"), "leji:core", pair("resolved")],
        ["leji:lost", pair("inherits"), "nobody", pair("parent not found")],
    ]


def test_coverage_counts_the_profiles_of_each_field(site: Built) -> None:
    soup = site.soup("coverage.html")
    row = next(row for row in cells(soup) if row[:2] == ["leji/agent-profile", "mustAskWhen"])
    found = dict(zip(heads(soup), row, strict=True))
    figures = {name: found[pair(name)] for name in ("Profiles", "Own", "Merged", "Missing", "Unknown", "Coverage")}
    # core has its own, editor's is merged with it, nothing is known of the other two
    assert figures == {"Profiles": "4", "Own": "1", "Merged": "1", "Missing": "0", "Unknown": "2", "Coverage": "50 %"}


def test_the_environment_says_who_needs_which_variable(site: Built) -> None:
    assert cells(site.soup("environment.html"))[0][:2] == ["rolebox:lead", "API_TOKEN"]


def test_texts_stand_there_in_both_languages(site: Built) -> None:
    row = next(row for row in site.soup("findings.html").select("tbody tr") if "broken.md" in row.get_text())
    (english, chinese) = row.select("td:last-child > span.agentcfg-row")
    assert english["lang"] == "en"
    assert chinese["lang"] == "zh-CN"
    assert english["class"] == ["agentcfg-alt-zh-CN", "agentcfg-row"]


def test_a_page_in_one_language_has_no_switch(site: Built) -> None:
    soup = site.soup("sub/few.html")
    assert heads(soup) == ["Severity", "Rule", "Profile", "Place", "What is wrong"]
    assert soup.select(".agentcfg-switch") == []
    assert site.soup("findings.html").select(".agentcfg-switch")[0]["data-languages"] == "en zh-CN"


# --- links ------------------------------------------------------------------------------------------------------------


def test_a_profile_leads_to_its_entry_else_to_its_row(site: Built) -> None:
    found = links(site.soup("permissions.html"))
    assert found["leji:core"] == "core.html#leji--profile.core"
    assert found["leji:editor"] == "profiles.html#leji--profile-row.editor"
    row = site.soup("profiles.html").find(id="leji--profile-row.editor")
    assert row is not None
    assert row.name == "tr"


def test_a_field_leads_to_its_entry_where_a_page_shows_it(site: Built) -> None:
    found = links(site.soup("coverage.html"))
    assert found["freshness.reviewAfter"] == "fields.html#leji.agent-profile.freshness.reviewAfter"
    assert found["leji/agent-profile"] == "fields.html#leji.agent-profile"
    assert not any(href.startswith("#") for href in found.values())
    assert "permission" not in found  # of rolebox, which no page shows; and nothing warns


def test_a_rule_leads_to_its_entry_where_a_page_explains_it(site: Built) -> None:
    found = links(site.soup("findings.html"))
    rules = {name: href for name, href in found.items() if "/" in name}
    assert rules
    assert all(name.startswith("leji/") for name in rules)  # `file/syntax` is explained nowhere
    assert all(href.startswith("rules.html#leji--rule.") for href in rules.values())


# --- what is left out -------------------------------------------------------------------------------------------------


def test_a_limit_says_what_it_leaves_out_and_leads_to_the_whole_report(site: Built) -> None:
    soup = site.soup("sub/few.html")
    total = len(cells(site.soup("findings.html")))
    assert total > 1
    assert len(cells(soup)) == 1
    (said,) = soup.select("p.agentcfg-more")
    assert text(said) == (
        f"The first 1 of {total} rows stand here; {total - 1} are left out. The full report has all of them."
    )
    (link,) = said.select("a")
    name = str(link["href"])
    assert name.startswith("../_agentcfg/report-repo-")
    report = (site.out / "sub" / name).read_text("utf-8")
    assert "docs/agents/broken.md" in report


def test_a_report_is_written_again_when_the_repository_has_changed(tmp_path: Path) -> None:
    files = {"index.rst": audit_page("profiles", ":limit: 1"), **below("repo", REPOSITORY)}
    first = build(tmp_path, files, **CONF)
    (report,) = (first.out / "_agentcfg").iterdir()
    before = report.read_text("utf-8")
    touch(tmp_path, {"repo/docs/agents/new.md": "---\nid: newcomer\nname: N\nrole: n\n---\n"})
    build(tmp_path, **CONF)
    assert "newcomer" not in before
    assert "newcomer" in report.read_text("utf-8")


def test_without_html_there_is_only_the_sentence(tmp_path: Path) -> None:
    files = {"index.rst": audit_page("profiles", ":limit: 2", ":languages: en"), **below("repo", REPOSITORY)}
    done = build(tmp_path, files, "text", **CONF)
    said = done.file("index.txt")
    assert "The first 2 of 5 rows stand here; 3 are left out." in said
    assert "report" not in said
    assert not (done.out / "_agentcfg").exists()


# --- the matrix -------------------------------------------------------------------------------------------------------


def test_the_matrix_is_a_table_that_a_script_takes_over(site: Built) -> None:
    soup = site.soup("matrix.html")
    (host,) = soup.select("[data-agentcfg-matrix]")
    assert ["rolebox:lead", pair("unset"), pair("ask"), pair("deny"), pair("unset")] in cells(soup)
    data = soup.find(id=str(host["data-agentcfg-matrix"]))
    assert data is not None
    payload = json.loads(data.get_text())
    assert [row.get("href") for row in payload["rows"]] == [
        "profiles.html#leji--profile-row.broken",
        "core.html#leji--profile.core",
        "profiles.html#leji--profile-row.editor",
        "profiles.html#leji--profile-row.lost",
        "profiles.html#rolebox--profile-row.lead",
    ]


def test_script_and_style_of_the_matrix_are_in_the_page_itself_and_on_no_other(site: Built) -> None:
    (module,) = site.soup("matrix.html").select('script[type="module"]')
    assert "src" not in module.attrs
    assert "showMatrix" in module.get_text()
    assert ".agentcfg-matrix" in site.soup("matrix.html").select("style")[0].get_text()
    assert "showMatrix" not in site.file("permissions.html")


def test_a_book_has_the_tables_of_the_matrix_and_no_data(tmp_path: Path) -> None:
    files = {"index.rst": audit_page("permissions", ":matrix:"), **below("repo", REPOSITORY)}
    done = build(tmp_path, files, "epub", **CONF)
    assert done.log == ""
    assert "application/json" not in done.file("index.xhtml")
    assert "rolebox:lead" in done.file("index.xhtml")


# --- what is wrong ----------------------------------------------------------------------------------------------------

WRONG = {
    "table": ("profile", (), "unknown-table", "did you mean profiles"),
    "column": ("profiles", (":columns: profil, place",), "unknown-column", "did you mean profile"),
    "format": ("profiles", (":only: lejii",), "unknown-format", "did you mean leji?"),
    "limit": ("profiles", (":limit: many",), "bad-option", "give a number from 1"),
    "matrix": ("findings", (":matrix:",), "bad-option", "is for the table permissions"),
    "missing": ("profiles", (":path: nowhere",), "bad-repository", "there is no folder nowhere"),
    "file": ("profiles", (":path: repo/leji.json",), "bad-repository", "is no folder"),
    "root": ("profiles", (":path: " + "../" * 40,), "bad-repository", "the root of the whole disk"),
    "settings": ("profiles", (":path: odd",), "bad-repository", "agentcfg.toml:1"),
}


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Built:
    files = {f"{name}.rst": audit_page(table, *options) for name, (table, options, _, _) in WRONG.items()}
    files |= {"index.rst": index(*WRONG), **below("repo", REPOSITORY), "odd/agentcfg.toml": "onyl = []\n"}
    return build(tmp_path_factory.mktemp("wrong"), files, **CONF)


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_one_warning_at_the_directive_with_the_next_step(wrong: Built, name: str) -> None:
    (warned,) = [w for w in wrong.warnings if w.place.startswith(f"{name}.rst")]
    _, _, subtype, said = WRONG[name]
    assert warned.place == f"{name}.rst:4"
    assert warned.subtype == f"agentcfg.{subtype}"
    assert subtype in SUBTYPES
    assert said in warned.text
    assert str(wrong.source) not in warned.text


def test_a_page_whose_option_is_wrong_shows_the_table_all_the_same(wrong: Built) -> None:
    assert heads(wrong.soup("column.html")) == [pair("Place")]
    assert len(cells(wrong.soup("limit.html"))) == 5


def test_without_any_repository_the_warning_says_how_to_name_one(tmp_path: Path) -> None:
    done = build(tmp_path, {"index.rst": audit_page("profiles")})
    assert done.only_warning().subtype == "agentcfg.no-repository"
    assert "agentcfg_repository" in done.only_warning().text


def test_an_empty_repository_has_heads_and_says_what_was_looked_for(tmp_path: Path) -> None:
    files = {"index.rst": audit_page("profiles", ":path: empty", ":languages: en"), "empty/README": "x"}
    for builder in ("html", "text", "latex", "man"):
        done = build(tmp_path, files, builder, **CONF)
        assert done.log == ""
    soup = build(tmp_path, **CONF).soup()
    assert heads(soup)[0] == "Profile"
    assert cells(soup) == []
    assert "looked for (agentfs, evolcore, leji, rolebox; files in all: 1)" in text(soup.select("p.agentcfg-lead")[0])


def test_the_columns_are_those_that_are_asked_for(tmp_path: Path) -> None:
    options = (":columns: place profile format coverage", ":only: leji", ":languages: en")
    done = build(tmp_path, {"index.rst": audit_page("profiles", *options), **below("repo", REPOSITORY)}, **CONF)
    assert done.log == ""
    assert heads(done.soup()) == ["Place", "Profile", "Format", "Coverage"]
    assert [row[1] for row in cells(done.soup())] == ["leji:broken", "leji:core", "leji:editor", "leji:lost"]


def test_the_settings_of_the_repository_count_as_they_do_for_the_command(tmp_path: Path) -> None:
    settings = '[[suppress]]\nrule = "file/syntax"\npath = "**"\nreason = "known"\n'
    files = {"index.rst": audit_page("findings"), **below("repo", REPOSITORY), "repo/agentcfg.toml": settings}
    done = build(tmp_path, files, **CONF)
    assert "file/syntax" not in done.file("index.html")
    assert "leji/" in done.file("index.html")


# --- when it is made again --------------------------------------------------------------------------------------------

TWO: dict[str, Any] = {
    "index.rst": index("one", "core", "other", "plain"),
    "one.rst": audit_page("profiles"),
    "core.rst": profile_page("leji:core"),
    "other.rst": audit_page("profiles", ":path: other"),
    "plain.rst": "Plain\n=====\n",
    **below("repo", REPOSITORY),
    **below("other", REPOSITORY),
}
TWO_CONF = {**CONF, "exclude_patterns": ["repo", "other"]}


def test_a_second_build_reads_nothing_and_a_change_only_the_pages_of_its_repository(tmp_path: Path) -> None:
    assert build(tmp_path, TWO, **TWO_CONF).log == ""
    assert build(tmp_path, **TWO_CONF).read == ()
    touch(tmp_path, {"repo/docs/agents/core.md": "---\nid: core\nname: New\nrole: core\n---\n"})
    assert build(tmp_path, **TWO_CONF).read == ("core", "one")
    touch(tmp_path, {"other/docs/agents/new.md": "---\nid: new\nname: New\nrole: new\n---\n"})
    done = build(tmp_path, **TWO_CONF)
    assert done.read == ("other",)
    assert "leji:new" in done.file("other.html")
    (tmp_path / "src/repo/docs/agents/lost.md").unlink()
    done = build(tmp_path, **TWO_CONF)
    assert done.read == ("core", "one")
    assert "leji:lost" not in done.file("one.html")
    assert build(tmp_path, **TWO_CONF).read == ()


def test_a_folder_that_appears_is_shown_with_the_next_build(tmp_path: Path) -> None:
    first = build(tmp_path, {"index.rst": audit_page("profiles")}, **CONF)
    assert first.only_warning().subtype == "agentcfg.bad-repository"
    touch(tmp_path, below("repo", REPOSITORY))
    second = build(tmp_path, **CONF)
    assert second.log == ""
    assert "leji:core" in second.file("index.html")


def test_a_repository_that_holds_the_site_is_not_changed_by_the_build(tmp_path: Path) -> None:
    files = {"index.rst": audit_page("profiles"), **below("..", REPOSITORY)}
    conf: dict[str, Any] = {"agentcfg_repository": ".."}
    assert build(tmp_path, files, **conf).log == ""
    assert build(tmp_path, **conf).read == ()


def test_what_links_to_a_profile_is_written_again_when_it_moves(tmp_path: Path) -> None:
    files = {
        "index.rst": index("a", "b", "table"),
        "a.rst": profile_page("leji:core"),
        "b.rst": "B\n=\n",
        "table.rst": audit_page("inheritance"),
        **below("repo", REPOSITORY),
    }
    assert links(build(tmp_path, files, **CONF).soup("table.html"))["leji:core"].startswith("a.html#")
    touch(tmp_path, {"a.rst": "A\n=\n", "b.rst": profile_page("leji:core")})
    done = build(tmp_path, **CONF)
    assert done.read == ("a", "b")
    assert links(done.soup("table.html"))["leji:core"].startswith("b.html#")


# --- hosts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("builder", ["text", "latex", "man", "singlehtml", "dirhtml", "epub"])
def test_every_builder_takes_the_tables_without_a_warning(tmp_path: Path, builder: str) -> None:
    done = build(tmp_path, SITE, builder, nitpicky=True, **CONF)
    assert done.log == ""


def test_nothing_of_an_audit_is_for_the_translators_of_the_site(tmp_path: Path) -> None:
    done = build(tmp_path, SITE, "gettext", **CONF)
    assert done.log == ""
    assert 'msgid "leji:core"' not in done.file("permissions.pot")
    assert 'msgid "Page"' in done.file("permissions.pot")


def test_pages_read_side_by_side_are_the_same(tmp_path: Path, site: Built) -> None:
    more = {f"p{i}.rst": f"P{i}\n==\n" for i in range(8)}
    files = {**SITE, **more, "index.rst": index(*(n.removesuffix(".rst") for n in (*PAGES, *more)))}
    done = build(tmp_path, files, nitpicky=True, parallel=3, **CONF)
    assert done.log == ""
    for name in ("permissions.html", "profiles.html", "findings.html"):
        assert links(done.soup(name)) == links(site.soup(name))


def test_pages_without_an_audit_know_nothing_of_audits_and_those_with_one_nothing_of_pandas(tmp_path: Path) -> None:
    told = "[m for m in ['sphinx_agentcfg.audit', 'pandas'] if m in sys.modules]"
    conf = f"import atexit, sys\natexit.register(lambda: print({told}, file=sys.stderr))\n"
    conf += "extensions = ['sphinx_agentcfg']\n"
    without = run_sphinx(tmp_path / "a", {"index.rst": page("leji/agent-profile"), "conf.py": conf})
    assert without.log.splitlines() == ["[]"]
    conf += "agentcfg_repository = 'repo'\nexclude_patterns = ['repo']\n"
    files = {"index.rst": audit_page("coverage", ":limit: 1"), "conf.py": conf, **below("repo", REPOSITORY)}
    with_one = run_sphinx(tmp_path / "b", files)
    assert with_one.log.splitlines() == ["['sphinx_agentcfg.audit']"]


def test_importing_the_package_imports_no_audit() -> None:
    code = "import sphinx_agentcfg, sys; print('sphinx_agentcfg.audit' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "False\n"


def test_an_anchor_follows_from_the_id_alone() -> None:
    assert profile_anchor("leji:core") == "leji--profile.core"
    assert profile_anchor("rolebox:lead/kid") == "rolebox--profile.lead.kid"
    assert profile_anchor("rolebox:lead.kid").startswith("rolebox--profile.lead.kid--")
    assert profile_anchor("leji:core", row=True) == "leji--profile-row.core"
