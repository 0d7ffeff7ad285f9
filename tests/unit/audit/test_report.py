"""The report: what it counts, that it holds both languages, and that nothing of a file is ever markup."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.audit.report import ReportPart, report_html
from sphinx_agentcfg.audit.report.inheritance import STATUS_WORDS
from sphinx_agentcfg.audit.report.markup import data_script, name, percent, prose
from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.audit.suppressing import Hidden
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message
from tests.formats.repositories import write

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = "</script><img src=x onerror=alert(1)>"


def agent(name: str, more: str = "") -> str:
    """Return a Leji profile."""
    return f"---\nid: {name}\nname: The {name}\nrole: {name}\npurpose: Tests.\n{more}---\n\n# {name}\n"


#: Five Leji profiles, of which one is broken and one has no parent, and a rolebox role that names two variables.
FILES = {
    "leji.json": json.dumps(
        {
            "leji": "1.0",
            "name": "crew",
            "rootPath": "docs/",
            "bootProfilePath": "docs/boot.md",
            "categories": {},
            "machine": {"agentProfilesPath": "docs/agents/", "decisionRecordsPath": "docs/decisions/"},
            "owners": {"primary": {"name": "Nobody"}},
        }
    ),
    "docs/boot.md": "# Start\n",
    "docs/agents/core.md": agent("core", "requiredRead: [docs/boot.md]\nmustAskWhen: [it hurts]\n"),
    "docs/agents/heir.md": agent("heir", "inherits: core\n"),
    "docs/agents/other.md": agent("other", "inherits: core\n"),
    "docs/agents/lost.md": agent("lost", "inherits: nowhere\n"),
    "docs/agents/broken.md": "---\nid: broken\nname: a: b\n---\n",
    "roles/lead/role.yaml": (
        "name: Lead\ndescription: Leads.\nprompt: Use {env:KEY_OF_LEAD}.\nmodel: '{env:MODEL_OF_LEAD}'\n"
        "permission:\n  bash: ask\n  edit: deny\n"
    ),
}


def a_part(folder: Path, files: dict[str, str] | None = None, label: str = "crew") -> ReportPart:
    """Read *files* and return them as a part of a report."""
    audit = read_repository(write(folder, files or FILES), Catalog.builtin())
    return ReportPart(label, audit, audit.findings)


class Page(HTMLParser):
    """What a browser would make of a report: its elements, its texts by element, its data."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.texts: list[str] = []
        self._open = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements.append((tag, dict(attrs)))
        self._open = tag
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, _tag: str) -> None:
        """Note that what follows is no script any more."""
        self._open = ""

    def handle_data(self, data: str) -> None:
        """Note text."""
        if self._open == "script":
            self.scripts[-1] += data
        else:
            self.texts.append(data)


@pytest.fixture(scope="module")
def part(tmp_path_factory: pytest.TempPathFactory) -> ReportPart:
    return a_part(tmp_path_factory.mktemp("crew"))


@pytest.fixture(scope="module")
def html(part: ReportPart) -> str:
    return report_html([part])


def data_of(html: str, identity: str) -> Any:
    found = re.search(rf'<script type="application/json" id="{identity}">(.*?)</script>', html)
    assert found, f"no data {identity}"
    return json.loads(found[1])


def rows_of(html: str, table: str) -> list[str]:
    found = re.search(rf'<table id="{table}".*?<tbody>(.*?)</tbody>', html, re.DOTALL)
    assert found, f"no table {table}"
    return re.findall(r"<tr.*?</tr>", found[1])


def english(html: str) -> str:
    """Return the text of *html* that an English reader sees."""
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", re.sub(r'<span class="z".*?</span>', "", html))).strip()


# --- offline ---


def test_the_policy_forbids_every_address(html: str) -> None:
    policy = next(a["content"] for t, a in Page(html).elements if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:;"
    )


def test_no_element_has_an_address_outside_the_file(html: str) -> None:
    addresses = [a.get(k) for _, a in Page(html).elements for k in ("src", "href", "action", "data") if k in a]
    assert addresses
    assert [each for each in addresses if not str(each).startswith(("#", "data:"))] == []
    assert "@import" not in html
    assert "url(" not in html


# --- figures ---


def test_the_overview_counts_profiles_and_findings_by_format(html: str, part: ReportPart) -> None:
    errors = [f for f in part.findings if f.severity is Severity.ERROR]
    leji = [f for f in errors if f.profile.startswith("leji:") or f.rule.startswith("leji/")]
    rows = [english(row).split() for row in rows_of(html, "r1-formats")]
    assert rows[0][:4] == ["leji", "5", "1", "1"]
    assert rows[0][4] == str(len(leji))
    assert rows[1][:4] == ["rolebox", "1", "0", "0"]
    assert rows[-1][:5] == ["Total", "6", "1", "1", str(len(errors))]


def test_findings_of_no_format_are_in_the_sums_too(part: ReportPart) -> None:
    finding = Finding("file/not-utf8", Severity.WARNING, "odd.txt", message("all"))
    rows = rows_of(report_html([replace(part, findings=[finding])]), "r1-formats")
    assert [english(row).split()[-3:] for row in rows] == [["0"] * 3, ["0"] * 3, ["0", "1", "0"], ["0", "1", "0"]]


def test_every_finding_has_a_row_with_its_severity_in_words(html: str, part: ReportPart) -> None:
    rows = rows_of(html, "r1-findings-table")
    assert len(rows) == len(part.findings) > 1
    for row, finding in zip(rows, part.findings, strict=True):
        text = english(row)
        assert finding.severity.value in text
        assert finding.rule in text
        assert finding.place in text


def test_of_too_many_findings_the_most_severe_stand_there_and_all_are_counted(part: ReportPart) -> None:
    info = Finding("leji/schema", Severity.INFO, "a", message("all"))
    html = report_html([replace(part, findings=[info] * 2_500 + [replace(info, severity=Severity.ERROR)])])
    rows = rows_of(html, "r1-findings-table")
    assert len(rows) == 2_000
    assert 'class="error"' in rows[0]
    assert 'data-all="2501"' in html
    assert "The first 2,000 of 2,501" in english(html)


def test_suppressed_findings_are_counted_and_listed_with_their_reasons(part: ReportPart) -> None:
    hidden = [Hidden(part.findings[0], "we <know>"), Hidden(part.findings[1], "old.json", "baseline")]
    html = report_html([replace(part, findings=part.findings[2:], hidden=hidden)])
    rows = rows_of(html, "r1-hidden")
    assert [("we &lt;know&gt;" in row, "configuration" in row) for row in rows] == [(True, True), (False, False)]
    assert "baseline" in rows[1]
    assert "Suppressed findings (2)" in english(html)


# --- sections ---


def test_the_matrix_has_every_profile_and_says_where_each_stands_in_the_drawing(html: str) -> None:
    payload = data_of(html, "r1-permissions-data")
    graph = data_of(html, "r1-graph-data")
    assert len(payload["rows"]) == 6
    for row in payload["rows"]:
        assert graph["names"][int(row["href"].removeprefix("#r1-g"))] == row["id"]


def test_without_a_script_the_matrix_is_a_table_that_names_the_command(html: str) -> None:
    fallback = re.search(r"<noscript>(.*?)</noscript>", html, re.DOTALL)
    assert fallback
    assert "agentcfg audit --table permissions" in english(fallback[1])
    rows = {english(row).split()[0]: english(row) for row in rows_of(html, "r1-permissions-static")}
    assert "deny" in rows["rolebox:lead"]
    assert "unknown" in rows["leji:broken"]
    assert "allow" not in rows["leji:broken"]


def test_the_numbers_of_a_field_add_up_to_the_profiles(html: str) -> None:
    for row in rows_of(html, "r1-t0-fields"):
        numbers = [int(n) for n in re.findall(r'<td class="n[^"]*">(\d+)</td>', row)]
        assert len(numbers) == 8
        assert sum(numbers) == 5


def test_a_field_that_nobody_fills_says_so(html: str) -> None:
    nobody = {english(row).split()[0] for row in rows_of(html, "r1-t0-fields") if "data-nobody" in row}
    assert "host" in nobody
    assert "name" not in nobody


def test_every_step_of_inheritance_is_a_row_with_its_status_in_words(html: str) -> None:
    rows = [english(row) for row in rows_of(html, "r1-edges")]
    assert [row.split()[:2] for row in rows] == [
        ["leji:heir", "leji:core"],
        ["leji:lost", "nowhere"],
        ["leji:other", "leji:core"],
    ]
    assert ["✓ resolved" in row for row in rows] == [True, False, True]
    assert "! parent not found" in rows[1]
    assert "docs/agents/lost.md:6" in rows[1]


def test_a_parent_that_is_no_profile_is_a_node_after_the_profiles(html: str) -> None:
    graph = data_of(html, "r1-graph-data")
    assert graph["profiles"] == 6
    assert graph["names"][6:] == ["nowhere"]
    assert [graph["names"][edge[1]] for edge in graph["edges"]] == ["leji:core", "nowhere", "leji:core"]
    assert graph["statuses"][graph["resolved"]]["en"] == "resolved"


def test_a_variable_is_named_and_its_value_is_not(part: ReportPart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY_OF_LEAD", "swordfish")
    html = report_html([part])
    rows = {english(row).split()[0]: english(row) for row in rows_of(html, "r1-variables")}
    assert "✓ yes" in rows["KEY_OF_LEAD"].split("rolebox:lead", 1)[1][:8]
    assert "✕ no" in rows["MODEL_OF_LEAD"].split("rolebox:lead", 1)[1][:8]
    assert "swordfish" not in html


def test_several_repositories_have_a_section_each_and_no_id_twice(part: ReportPart) -> None:
    page = Page(report_html([part, replace(part, name="twin")]))
    ids = [a["id"] for _, a in page.elements if "id" in a]
    assert len(ids) == len(set(ids))
    assert {"r1", "r2"} <= set(ids)
    assert "twin" in page.texts


def test_an_empty_folder_gives_a_report_too(tmp_path: Path) -> None:
    text = english(report_html([a_part(tmp_path, {"notes.txt": "none"})]))
    assert "No profile was found." in text
    assert "No profile takes anything from another." in text
    assert "No profile names a variable of the environment." in text


# --- languages ---


def test_each_language_is_marked_and_both_are_there(html: str) -> None:
    spans = [a for t, a in Page(html).elements if t == "span" and a.get("class") in {"e", "z"}]
    assert {(a["class"], a["lang"]) for a in spans} == {("e", "en"), ("z", "zh-CN")}
    assert sum(a["class"] == "e" for a in spans) == sum(a["class"] == "z" for a in spans) > 50


def test_every_section_has_its_heading_in_chinese(html: str) -> None:
    for head in ("概览", "权限矩阵", "字段覆盖", "继承", "检查结果", "环境变量"):
        assert f'<span class="z" lang="zh-CN">{head}</span></h3>' in html


def test_what_the_script_says_is_there_in_both_languages_with_the_same_places(html: str) -> None:
    for texts in data_of(html, "said").values():
        assert texts["en"] != texts["zh-CN"]
        assert sorted(re.findall(r"\{\w+\}", texts["en"])) == sorted(re.findall(r"\{\w+\}", texts["zh-CN"]))


@pytest.mark.parametrize(("language", "tag"), [("en", "en"), ("zh_CN", "zh-CN")])
def test_the_first_language_is_the_one_asked_for(part: ReportPart, language: str, tag: str) -> None:
    page = Page(report_html([part], language=language))
    assert page.elements[0] == ("html", {"lang": tag})
    assert [a["value"] for t, a in page.elements if t == "input" and "checked" in a] == [tag]


def test_a_status_of_a_format_of_ones_own_stands_as_it_is(part: ReportPart) -> None:
    edge = replace(part.audit.edges[0], status="adopted")
    audit = replace(
        part.audit, resolved=tuple(replace(r, edges=(edge,) if r.edges else ()) for r in part.audit.resolved)
    )
    assert "adopted" not in STATUS_WORDS
    assert "! adopted" in english(rows_of(report_html([replace(part, audit=audit)]), "r1-edges")[0])


# --- text is data ---


def test_no_text_of_a_file_becomes_markup(tmp_path: Path) -> None:
    evil = agent("core", f'requiredRead: [docs/boot.md]\nmustAskWhen: ["{HOSTILE}"]\n').replace("The core", HOSTILE)
    part = a_part(tmp_path, FILES | {"docs/agents/core.md": evil}, label=HOSTILE)
    finding = Finding("leji/schema", Severity.ERROR, f"{HOSTILE}\u202e", message("all"), profile=HOSTILE)
    html = report_html([replace(part, findings=[finding], hidden=[Hidden(finding, HOSTILE)])])
    page = Page(html)
    assert not any(t == "img" or "onerror" in a for t, a in page.elements)
    assert HOSTILE not in html
    assert HOSTILE in page.texts
    assert HOSTILE in {column["id"] for column in data_of(html, "r1-permissions-data")["columns"]}
    assert html.count("<script") == html.count("</script>")


def test_marks_that_turn_a_line_around_are_written_out() -> None:
    assert name("a\u202eb\nc") == "<bdi>a\\u202eb\\nc</bdi>"


def test_a_long_name_is_cut_and_its_title_too() -> None:
    shown = name("n" * 5_000)
    assert len(re.sub("<[^>]+>", "", shown)) == 120
    assert shown.count("n") == 119 + 999


def test_data_cannot_end_its_element() -> None:
    script = data_script("x", {"a": "</script>\u2028\u2029<!--"})
    assert script.count("<") == 2
    assert "\u2028" not in script
    assert json.loads(script[script.index(">") + 1 : script.rindex("<")]) == {"a": "</script>\u2028\u2029<!--"}


def test_what_stands_between_backticks_is_code_and_still_escaped() -> None:
    assert prose("say `<b>` & go") == "say <code>&lt;b&gt;</code> &amp; go"


@pytest.mark.parametrize(
    ("share", "shown"), [(0.0, "0%"), (0.001, "&lt;1%"), (0.5, "50%"), (0.999, "99%"), (1.0, "100%")]
)
def test_only_all_or_nothing_is_said_to_be_so(share: float, shown: str) -> None:
    assert percent(share) == shown
