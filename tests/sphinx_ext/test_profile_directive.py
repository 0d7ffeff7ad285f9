"""``agentcfg-profile``: what a page says of one profile, or of each that a pattern fits, and how others lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sphinx.util.inventory import InventoryFile

from sphinx_agentcfg.sphinx_ext.profile_places import profile_anchor
from tests.sphinx_ext.building import Built, build, index, page, rows
from tests.sphinx_ext.cards import pair
from tests.sphinx_ext.repositories import CONF, HOSTILE, REPOSITORY, below, profile_page

if TYPE_CHECKING:
    from pathlib import Path

    from bs4 import Tag

SITE: dict[str, Any] = {
    "index.rst": index("editor", "sub/every", "fields") + "\nSee :agentcfg:profile:`leji:editor`,\n"
    ":agentcfg:profile:`the lead <rolebox:lead>`.\n",
    "editor.rst": profile_page("leji:editor"),
    "sub/every.rst": profile_page("*", ":no-index:", ":path: ../repo"),
    "lead.rst": profile_page("rolebox:lead", ":sections: header"),
    "fields.rst": page("leji/agent-profile"),
    **below("repo", REPOSITORY),
}
SITE["index.rst"] = SITE["index.rst"].replace("   fields\n", "   fields\n   lead\n")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("profile"), SITE, nitpicky=True, **CONF)


def text(tag: Tag) -> str:
    return " ".join(tag.get_text().split())


def section(site: Built, title: str, name: str = "editor.html") -> Tag:
    for head in site.soup(name).select("section > :is(h1, h2, h3)"):
        if head.get_text().removesuffix("¶") == title:
            assert head.parent is not None
            return head.parent
    raise AssertionError(title)


def values(tag: Tag) -> dict[str, list[str]]:
    return {text(row.select("td")[0]): [text(c) for c in row.select("td")[1:]] for row in tag.select("tbody tr")}


def profiles_in(site: Built) -> dict[str, str]:
    """Return profile → address in ``objects.inv``."""
    inventory = InventoryFile.loads((site.out / "objects.inv").read_bytes(), uri="")
    return {name: item.uri for name, item in inventory.data["agentcfg:profile"].items()}


# --- one profile ------------------------------------------------------------------------------------------------------


def test_a_site_with_profiles_gives_no_warning(site: Built) -> None:
    assert site.log == ""


def test_the_header_says_what_the_profile_is(site: Built) -> None:
    facts = rows(site.soup("editor.html"))
    names = ("id", "name", "kind", "role", "parent", "lies in", "state")
    assert {name: facts[pair(name)] for name in names} == {
        "id": "leji:editor",
        "name": "Editor",
        "kind": "profile leji/agent-profile",
        "role": "editor",
        "parent": "leji:core",
        "lies in": "docs/agents/editor.md:1",
        "state": pair("resolved"),
    }


def test_a_value_says_where_it_comes_from_and_leads_to_its_field(site: Built) -> None:
    part = section(site, pair("Effective values"))
    found = values(part)
    assert found["role"] == ["editor", pair("own"), "docs/agents/editor.md:4"]
    assert found["freshness.reviewAfter"] == ['"2099-01-01"', pair("own"), "docs/agents/editor.md:10"]
    assert found["freshness"][0] == pair("see its own fields")
    hrefs = {text(a): a["href"] for a in part.select("td:first-child a")}
    assert hrefs["freshness.reviewAfter"] == "fields.html#leji.agent-profile.freshness.reviewAfter"


def test_each_element_of_a_merged_list_says_what_happened_to_it(site: Built) -> None:
    part = section(site, pair("Effective values"))
    row = next(row for row in part.select("tbody tr") if text(row).startswith("mustAskWhen"))
    assert [text(each) for each in row.select("td:nth-child(2) > .agentcfg-row")] == [
        f"it cannot be undone {pair('kept')} leji:core docs/agents/core.md:7",
        f"it cannot be undone {pair('removed')} leji:editor docs/agents/editor.md:7",
        f"it is published {pair('added')} leji:editor docs/agents/editor.md:8",
    ]
    assert text(row.select("td")[2]) == pair("merged")


def test_what_nobody_set_is_named(site: Built) -> None:
    (line,) = section(site, pair("Effective values")).select("p.agentcfg-more")
    assert text(line).startswith(pair("Not set, and without a default:"))
    assert "owners" in [text(a) for a in line.select("a")]


def test_permissions_kin_and_findings_have_a_section_each(site: Built) -> None:
    permissions = values(section(site, pair("Permissions")))
    assert permissions["it is published"][0] == pair("ask")
    assert rows(section(site, pair("Inheritance"))) == {pair("takes from"): "leji:core"}
    assert section(site, pair("Findings")).select(".agentcfg-severity-info")


def test_only_the_sections_that_are_asked_for_are_shown(site: Built) -> None:
    assert [h.get_text().removesuffix("¶") for h in site.soup("lead.html").select("section > :is(h1, h2)")] == ["Page"]
    assert rows(site.soup("lead.html"))[pair("id")] == "rolebox:lead"


# --- what cannot be known ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("leji:broken", "The file of this profile cannot be read, so nothing is known of its values and permissions."),
        (
            "leji:lost",
            "This profile cannot be resolved, so its effective values and permissions are not known",
        ),
    ],
)
def test_a_profile_of_which_little_is_known_says_so_first(site: Built, name: str, said: str) -> None:
    part = section(site, name, "sub/every.html")
    first = part.select("p")[0]
    assert said in text(first)
    lines = [text(p) for p in part.select("p.agentcfg-more")]
    (unknown,) = [line for line in lines if line.startswith(pair("Not known:"))]
    assert "mustRefuseWhen" in unknown
    assert part.select(".agentcfg-decision-unknown")
    assert part.select(".agentcfg-severity-error")


# --- patterns, targets ------------------------------------------------------------------------------------------------


def test_a_pattern_shows_each_profile_that_fits_below_its_own_heading(site: Built) -> None:
    titles = [h.get_text().removesuffix("¶") for h in site.soup("sub/every.html").select("section > h2")]
    assert titles == ["leji:broken", "leji:core", "leji:editor", "leji:lost", "rolebox:lead"]


def test_a_role_leads_to_the_entry(site: Built) -> None:
    found = {text(a): a["href"] for a in site.soup().select("p a.reference")}
    assert found["leji:editor"] == "editor.html#leji--profile.editor"
    assert found["the lead"] == "lead.html#rolebox--profile.lead"
    assert site.soup("editor.html").find(id="leji--profile.editor") is not None


def test_profiles_are_in_the_inventory_the_index_and_the_search(site: Built) -> None:
    inventory = profiles_in(site)
    assert inventory["leji:editor"] == "editor.html#leji--profile.editor"
    assert "leji:core" not in inventory  # shown with :no-index: only
    assert "leji:editor" in site.file("genindex.html")
    assert "leji:editor" in site.file("searchindex.js")


def test_no_id_stands_twice_on_a_page_or_on_one_page_of_all(tmp_path: Path) -> None:
    text_of_page = profile_page("leji:core") + "\n.. agentcfg-profile:: leji:*\n\n.. agentcfg-audit:: profiles\n"
    files = {"index.rst": index("a"), "a.rst": text_of_page, "b.rst": profile_page("*", ":no-index:")}
    files["index.rst"] = index("a", "b")
    for builder in ("html", "singlehtml"):
        done = build(tmp_path, {**files, **below("repo", REPOSITORY)}, builder, **CONF)
        assert done.log == ""
        name = "a.html" if builder == "html" else "index.html"
        ids = [str(tag["id"]) for tag in done.soup(name).find_all(id=True) if "--profile" in str(tag["id"])]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("parallel", [0, 3])
def test_a_profile_on_two_pages_is_a_warning_that_names_both(tmp_path: Path, parallel: int) -> None:
    names = ["a", "b", *(f"p{i}" for i in range(6))]
    files = {f"{name}.rst": "P\n=\n" for name in names} | {"index.rst": index(*names)}
    files |= {"a.rst": profile_page("leji:core"), "b.rst": profile_page("leji:core")}
    done = build(tmp_path, {**files, **below("repo", REPOSITORY)}, parallel=parallel, **CONF)
    warned = done.only_warning()
    assert warned.subtype == "agentcfg.duplicate-profile"
    assert "leji:core is indexed on two pages, a (line 4) and b" in warned.text


# --- what is wrong ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "subtype", "said"),
    [
        ("leji:cor", (), "unknown-profile", "did you mean leji:core / "),
        ("core", (), "unknown-profile", "did you mean leji:core?"),
        ("evolcore:*", (), "unknown-profile", "profiles of this repository: leji:broken, leji:core"),
        ("leji:core", (":sections: filds",), "unknown-section", "did you mean fields / findings?"),
        ("leji:core", (":path: nowhere",), "bad-repository", "there is no folder nowhere"),
    ],
)
def test_what_is_wrong_is_one_warning_at_the_directive(
    tmp_path: Path, name: str, options: tuple[str, ...], subtype: str, said: str
) -> None:
    done = build(tmp_path, {"index.rst": profile_page(name, *options), **below("repo", REPOSITORY)}, **CONF)
    warned = done.only_warning()
    assert (warned.place, warned.subtype) == ("index.rst:4", f"agentcfg.{subtype}")
    assert said in warned.text


def test_a_role_for_an_unknown_profile_names_those_that_look_like_it(tmp_path: Path) -> None:
    files = {"index.rst": profile_page("leji:core") + "\nSee :agentcfg:profile:`leji:coer`.\n"}
    warned = build(tmp_path, {**files, **below("repo", REPOSITORY)}, **CONF).only_warning()
    assert warned.subtype == "agentcfg.unknown-profile"
    assert "no page shows the profile leji:coer; did you mean leji:core?" in warned.text


# --- hostile names ----------------------------------------------------------------------------------------------------


def hostile_repository() -> dict[str, Any]:
    files: dict[str, Any] = {"leji.json": {"rootPath": "docs"}}
    for file, name in HOSTILE.items():
        files[f"docs/agents/{file}.md"] = f'---\nid: "{name}"\nname: "<b>x</b>"\nrole: "a\\u202eb"\n---\n'
    return files


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Built:
    files = {
        "index.rst": index("every", "table", "matrix"),
        "every.rst": profile_page("*"),
        "table.rst": "T\n=\n\n.. agentcfg-audit:: profiles\n",
        "matrix.rst": "M\n=\n\n.. agentcfg-audit:: permissions\n   :matrix:\n",
        **below("repo", hostile_repository()),
    }
    return build(tmp_path_factory.mktemp("hostile"), files, nitpicky=True, **CONF)


def test_hostile_names_make_no_markup_and_no_warning(hostile: Built) -> None:
    assert hostile.log == ""
    for name in ("every.html", "table.html", "matrix.html", "genindex.html"):
        assert "<script>alert" not in hostile.file(name)
        assert "<b>x" not in hostile.file(name)
        assert "\u202e" not in hostile.file(name)
    assert "leji:<script>alert(1)</script>" in text(hostile.soup("table.html").select("table")[0])


def test_names_that_look_alike_have_anchors_of_their_own(hostile: Built) -> None:
    anchors = [profile_anchor(f"leji:{name}") for name in HOSTILE.values()]
    assert len(set(anchors)) == len(anchors)
    assert max(map(len, anchors)) < 120
    for anchor in anchors:
        assert hostile.soup("every.html").find(id=anchor) is not None
    targets = {a["href"] for a in hostile.soup("table.html").select("td:first-child a")}
    assert targets == {f"every.html#{anchor}" for anchor in anchors}


def test_a_line_of_the_inventory_stays_one(hostile: Built) -> None:
    inventory = profiles_in(hostile)
    assert len(inventory) == len(HOSTILE)
    assert "leji:one;two" in inventory


def test_names_of_any_length_have_short_anchors_of_their_own() -> None:
    names = [
        f"leji:{'x' * 5000}",
        f"leji:{'x' * 4999}y",
        "leji:a b",
        "leji:a_b",
        "leji:a--b",
        "leji:A",
        "leji:a",
        "leji:",
    ]
    anchors = {profile_anchor(name) for name in names}
    assert len(anchors) == len(names)
    assert max(map(len, anchors)) < 120
    assert profile_anchor("leji:a/b") != profile_anchor("leji:a.b")
    assert profile_anchor("leji:a\ud800\nb").isascii()
