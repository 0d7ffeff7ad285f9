"""evolcore's own keywords on a page, and the folded list of all fields: values taken by hand from the seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bs4 import Tag

from tests.sphinx_ext.building import Built, build, index, page, rows

if TYPE_CHECKING:
    from pathlib import Path

ANCHOR = "evolcore.role-config"
#: The nine settings of ``x-permission-fields``, in the order of the seed, and the field that each one's policy is.
NINE = {
    "permissionMode": "permissions.permissionMode",
    "chatmode.private": 'permissions["chatmode.private"]',
    "chatmode.group": 'permissions["chatmode.group"]',
    "mentionMode": "permissions.mentionMode",
    "baseagents.claude.model": "permissions.baseagents.<name>.model",
    "baseagents.claude.effort": 'permissions["baseagents.claude.effort"]',
    "baseagents.codex.model": "permissions.baseagents.<name>.model",
    "baseagents.codex.effort": 'permissions["baseagents.codex.effort"]',
    "baseagents.gemini.model": "permissions.baseagents.<name>.model",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    files = {
        "index.rst": index("role", "registry", "single", "small"),
        "single.rst": page("evolcore/single-session", ":languages: en"),
        "role.rst": page("evolcore/role-config", ":languages: en"),
        "registry.rst": page("evolcore/role-registry", ":languages: en"),
        "small.rst": page("s.json"),
        "s.json": {"properties": {"a": {"properties": {"b": {}}}}},
    }
    return build(tmp_path_factory.mktemp("evolcore"), files)


def table(site: Built) -> list[Tag]:
    return site.soup("role.html").select("table.agentcfg-governed tbody tr")


def heads(site: Built, name: str) -> dict[str, str]:
    soup = site.soup(name)
    found = soup.select_one("dl.schema")
    assert found is not None
    return rows(found)


def test_the_page_gives_no_warning(site: Built) -> None:
    assert site.warnings == []


def test_each_governed_field_leads_to_the_entry_of_its_policy(site: Built) -> None:
    found = {}
    for row in table(site):
        link = row.select_one("td a")
        assert link is not None
        target = site.soup("role.html").find(id=str(link["href"]).removeprefix("#"))
        assert isinstance(target, Tag)
        name = target.select_one(".descname")
        assert name is not None
        found[link.get_text()] = name.get_text()
    assert found == NINE


def test_only_the_permission_mode_is_beyond_the_reach_of_a_relation(site: Built) -> None:
    strong = {r.select("a")[0].get_text(): r.select("td")[2].find("strong") for r in table(site)}
    assert [name for name, mark in strong.items() if mark] == ["permissionMode"]
    first = table(site)[0].select("td")[2].get_text()
    assert first == (
        "has a list of values · no relation may override it · limits are enforced · "
        "can be edited in the interface · takes effect at run time"
    )


def test_options_and_patterns_stand_with_their_labels(site: Built) -> None:
    mention, claude = (table(site)[i].select("td")[1].get_text("|", strip=True) for i in (3, 4))
    assert "disabled" in mention
    assert "Mention Only" in mention
    assert "static-enum" in mention
    for word in ("model-catalog", "claude-opus-*", "Claude Opus family", "All Claude models"):
        assert word in claude


def test_logical_name_and_scope_stand_in_the_header(site: Built) -> None:
    found = heads(site, "role.html")
    assert (found["Logical name"], found["Scope"]) == ("role-config", "role")


def test_merging_stands_in_the_entry(site: Built) -> None:
    found = {
        path: rows(site.entry(path, "evolcore.role-registry", "registry.html"))["merging"]
        for path in ("$schema_version", "roles", "defaultRoles")
        if site.soup("registry.html").find(id=f"evolcore.role-registry.{path}")
    }
    assert found["roles"].startswith("list — ")
    assert found["defaultRoles"].startswith("dict — ")
    assert all("assumed" in text for text in found.values())


def test_what_a_list_must_contain_is_said_once(site: Built) -> None:
    text = site.entry("roles", "evolcore.role-registry", "registry.html").get_text()
    assert text.count("at least one item") == 1


def test_a_type_without_a_file_of_its_own_says_where_its_values_stand(site: Built) -> None:
    assert "responseModeParams" in heads(site, "single.html")["Files"]


def test_a_page_in_one_language_says_how_many_texts_are_additions(site: Built) -> None:
    assert "additions of sphinx-agentcfg" in heads(site, "role.html")["Additions"]


def test_every_entry_is_in_the_list_of_all_fields(site: Built) -> None:
    soup = site.soup("role.html")
    entries = [str(dt["id"]) for dt in soup.select("dl.field > dt")]
    listed = [str(a["href"]).removeprefix("#") for a in soup.select(".agentcfg-tree a")]
    assert listed == entries
    summary = soup.select_one(".agentcfg-tree summary")
    assert summary is not None
    assert summary.get_text() == f"All {len(entries)} fields"


def test_where_minimal_and_full_are_the_same_one_template_stands_there(tmp_path: Path) -> None:
    files = {"index.rst": page("agentfs/persona", ":languages: en"), "s.rst": ":orphan:\n\n" + page("s.json")}
    built = build(tmp_path, files | {"s.json": {"required": ["a"], "properties": {"a": {"type": "string"}}}})
    assert built.warnings == []
    for name in ("index.html", "s.html"):
        assert len(built.soup(name).select(".agentcfg-skeleton pre")) == 1


def test_a_small_page_has_no_list_of_all_fields(site: Built) -> None:
    assert site.soup("small.html").select(".agentcfg-tree") == []


@pytest.mark.parametrize("builder", ["text", "latex", "man", "xml", "pseudoxml", "texinfo"])
def test_other_builders_leave_the_list_out(tmp_path: Path, builder: str) -> None:
    files = {"index.rst": page("evolcore/role-config", ":languages: en")}
    built = build(tmp_path, files, builder, man_pages=[("index", "demo", "Demo", "A", 1)])
    assert built.warnings == []
    for path in built.out.rglob("*"):
        if path.is_file() and path.suffix in {".txt", ".tex", ".1", ".texi"}:
            assert "agentcfg-tree" not in path.read_text("utf-8")
