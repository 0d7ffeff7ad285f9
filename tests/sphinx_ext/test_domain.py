"""Roles, the inventory, the index: every schema and every field is a target."""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import Tag

from tests.sphinx_ext.building import Built, Warned, build, index, page
from tests.sphinx_ext.schemas import KITCHEN, TEAM_FILES

if TYPE_CHECKING:
    from pathlib import Path

MAPS: dict[str, Any] = {
    "properties": {
        "tools": {
            "type": "object",
            "additionalProperties": {"type": "object", "properties": {"mode": {"type": "string"}}},
        },
        "permissions": {"properties": {"chatmode.private": {"properties": {"default": {"type": "string"}}}}},
        "one": {"$ref": "#/$defs/node"},
        "many": {"type": "array", "items": {"$ref": "#/$defs/node"}},
    },
    "$defs": {"node": {"properties": {"label": {"type": "string"}, "next": {"$ref": "#/$defs/node"}}}},
}
#: Role and target → (the link's words, page and anchor).
TARGETS = {
    ":agentcfg:schema:`leji/agent-profile`": ("leji/agent-profile", "leji.html#leji.agent-profile"),
    ":agentcfg:schema:`maps.json`": ("maps.json", "maps.html#maps.json"),
    ":agentcfg:schema:`the profile <leji/agent-profile>`": ("the profile", "leji.html#leji.agent-profile"),
    ":agentcfg:field:`leji/agent-profile#freshness.reviewAfter`": (
        "freshness.reviewAfter",
        "leji.html#leji.agent-profile.freshness.reviewAfter",
    ),
    ":agentcfg:field:`leji/agent-profile#/properties/freshness/properties/reviewAfter`": (
        "/properties/freshness/properties/reviewAfter",
        "leji.html#leji.agent-profile.freshness.reviewAfter",
    ),
    ":agentcfg:field:`~leji/agent-profile#freshness.reviewAfter`": (
        "reviewAfter",
        "leji.html#leji.agent-profile.freshness.reviewAfter",
    ),
    ":agentcfg:field:`when <leji/agent-profile#freshness.reviewAfter>`": (
        "when",
        "leji.html#leji.agent-profile.freshness.reviewAfter",
    ),
    ":agentcfg:field:`team.json#size`": ("size", "team.html#team.json.size"),
    ":agentcfg:field:`maps.json#tools.*.mode`": ("tools.*.mode", "tools.<key>.mode"),
    ":agentcfg:field:`maps.json#tools.<tool>.mode`": ("tools.<tool>.mode", "tools.<key>.mode"),
    ":agentcfg:field:`any tool <maps.json#tools.*>`": ("any tool", "tools.<key>"),
    ':agentcfg:field:`maps.json#permissions["chatmode.private"].default`': (
        'permissions["chatmode.private"].default',
        'permissions["chatmode.private"].default',
    ),
    ":agentcfg:field:`maps.json#one.label`": ("one.label", "node.label"),
    ":agentcfg:field:`maps.json#many[].label`": ("many[].label", "node.label"),
    ":agentcfg:field:`maps.json#one.next.next.label`": ("one.next.next.label", "node.label"),
    ":agentcfg:field:`maps.json#/$defs/node`": ("/$defs/node", "node"),
    ":any:`team.json#lead`": ("team.json#lead", "team.html#team.json.lead"),
    ":any:`team.json`": ("team.json", "team.html#team.json"),
}
FILES = {
    "index.rst": index("leji", "maps", "team", "roles", "myst", "kitchen") + "".join(f"\n{role}\n" for role in TARGETS),
    "leji.rst": page("leji/agent-profile"),
    "maps.rst": page("maps.json") + "\n:agentcfg:field:`one.label` is here.\n",
    "maps.json": MAPS,
    "kitchen.rst": page("k.json"),
    "k.json": KITCHEN,
    "team.md": "# Team\n\n```{agentcfg-schema} team.json\n```\n\nSee {agentcfg:field}`size`.\n",
    "myst.md": "# Myst\n\n{agentcfg:field}`~leji/agent-profile#invocation.command`\n\n"
    "{agentcfg:field}`how big <team.json#size>`\n\n{agentcfg:schema}`team.json`\n",
    "roles.rst": "Roles\n=====\n\n"
    ":agentcfg:field:`team.json#leda`\n\n"
    ":agentcfg:field:`leji/agent-profile#freshness.reviewafter`\n\n"
    ":agentcfg:schema:`team.jsno`\n\n"
    ":agentcfg:field:`leji/agent-profiel#id`\n\n"
    ":agentcfg:field:`size`\n\n"
    ":agentcfg:field:`team.json#zzzzzzz`\n",
    **TEAM_FILES,
}


@pytest.fixture(scope="module", params=[0, 2], ids=["one-process", "two-processes"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("domain"), FILES, parallel=request.param)


def links(site: Built, name: str) -> list[Tag]:
    return site.soup(name).select("div.body p > a.reference.internal, div.body p > a.external")


def anchor(site: Built, name: str) -> str:
    """Return the address of the entry on the page of maps that is shown as *name*."""
    for shown in site.soup("maps.html").select("dt.sig span.descname"):
        if shown.get_text() == name:
            assert isinstance(shown.parent, Tag)
            return f"maps.html#{shown.parent['id']}"
    raise AssertionError(name)


@pytest.mark.parametrize("place", range(len(TARGETS)), ids=list(TARGETS))
def test_a_role_leads_to_its_entry(site: Built, place: int) -> None:
    words, target = list(TARGETS.values())[place]
    link = links(site, "index.html")[place]
    assert link.get_text() == words
    assert link["href"] == (target if ".html" in target else anchor(site, target))


def test_every_role_is_a_link(site: Built) -> None:
    assert len(links(site, "index.html")) == len(TARGETS)


def test_a_path_without_a_schema_means_the_page_itself(site: Built) -> None:
    (here,) = [a for a in links(site, "maps.html") if a.get_text() == "one.label"]
    assert here["href"] == anchor(site, "node.label").removeprefix("maps.html")
    (size,) = [a for a in links(site, "team.html") if a.get_text() == "size"]
    assert size["href"] == "#team.json.size"


def test_roles_work_in_myst(site: Built) -> None:
    assert [(a.get_text(), a["href"]) for a in links(site, "myst.html")] == [
        ("command", "leji.html#leji.agent-profile.invocation.command"),
        ("how big", "team.html#team.json.size"),
        ("team.json", "team.html#team.json"),
    ]


def test_an_unknown_target_warns_at_its_line_with_what_it_might_have_meant(site: Built) -> None:
    field, schema = "agentcfg.unknown-field", "agentcfg.unknown-schema"
    expected = [
        Warned("roles.rst:4", "no page shows the field team.json#leda; did you mean team.json#lead?", field),
        Warned(
            "roles.rst:6",
            "no page shows the field leji/agent-profile#freshness.reviewafter; "
            "did you mean leji/agent-profile#freshness.reviewAfter / leji/agent-profile#freshness?",
            field,
        ),
        Warned("roles.rst:8", "no page shows the schema team.jsno; did you mean team.json?", schema),
        Warned("roles.rst:10", "no page shows the schema leji/agent-profiel; did you mean leji/agent-profile?", schema),
        Warned("roles.rst:12", "no page shows the field size; did you mean team.json#size?", field),
        Warned("roles.rst:14", "no page shows the field team.json#zzzzzzz; check the name", field),
    ]
    assert site.warnings == expected


def test_the_words_of_a_broken_role_are_still_there(site: Built) -> None:
    assert [code.get_text() for code in site.soup("roles.html").select("div.body p > code")] == [
        "leda",
        "freshness.reviewafter",
        "team.jsno",
        "id",
        "size",
        "zzzzzzz",
    ]


def inventory(site: Built) -> dict[str, dict[str, str]]:
    """Return kind → name → address."""
    packed = (site.out / "objects.inv").read_bytes().split(b"\n", 4)[4]
    found: dict[str, dict[str, str]] = {}
    for line in zlib.decompress(packed).decode().splitlines():
        match = re.match(r"(?P<name>.+?) (?P<kind>\S+) -?\d+ (?P<uri>\S+) ", line)
        assert match is not None, line
        uri = match["uri"].removesuffix("$") + (match["name"] if match["uri"].endswith("$") else "")
        found.setdefault(match["kind"], {})[match["name"]] = uri
    return found


def test_the_inventory_has_every_schema(site: Built) -> None:
    assert inventory(site)["agentcfg:schema"] == {
        "leji/agent-profile": "leji.html#leji.agent-profile",
        "maps.json": "maps.html#maps.json",
        "team.json": "team.html#team.json",
        "k.json": "kitchen.html#k.json",
    }


def test_the_inventory_has_every_field_with_an_address_that_works(site: Built) -> None:
    fields = inventory(site)["agentcfg:field"]
    assert {n for n in fields if n.startswith("team")} == {"team.json#lead", "team.json#size"}
    assert len([n for n in fields if n.startswith("leji")]) == 18
    assert fields["leji/agent-profile#freshness.reviewAfter"] == "leji.html#leji.agent-profile.freshness.reviewAfter"
    assert "maps.json#/$defs/node" in fields
    for name, uri in fields.items():
        where, _, target = uri.partition("#")
        assert site.soup(where).find(id=target) is not None, name


def test_the_general_index_lists_every_field_and_schema(site: Built) -> None:
    listed = {a.get_text(): a["href"] for a in site.soup("genindex.html").select("table.indextable a")}
    assert listed["freshness.reviewAfter (leji/agent-profile)"] == "leji.html#leji.agent-profile.freshness.reviewAfter"
    assert listed["size (team.json)"] == "team.html#team.json.size"
    assert listed["leji/agent-profile"] == "leji.html#leji.agent-profile"
    assert len([words for words in listed if words.endswith("(leji/agent-profile)")]) == 18


def test_another_project_links_to_a_field_through_the_inventory(site: Built, tmp_path: Path) -> None:
    conf: dict[str, Any] = {
        "extensions": ["sphinx_agentcfg", "sphinx.ext.intersphinx"],
        "intersphinx_mapping": {"team": ("https://docs.invalid/", str(site.out / "objects.inv"))},
    }
    text = (
        "Other\n=====\n\n:agentcfg:field:`leji/agent-profile#freshness.reviewAfter`\n\n:agentcfg:schema:`team.json`\n\n"
        ":agentcfg:field:`how big <team.json#size>`\n\n:external+team:agentcfg:field:`team.json#lead`\n"
    )
    done = build(tmp_path, {"index.rst": text}, **conf)
    assert done.log == ""
    assert [(a.get_text(), a["href"]) for a in links(done, "index.html")] == [
        ("freshness.reviewAfter", "https://docs.invalid/leji.html#leji.agent-profile.freshness.reviewAfter"),
        ("team.json", "https://docs.invalid/team.html#team.json"),
        ("how big", "https://docs.invalid/team.html#team.json.size"),
        ("lead", "https://docs.invalid/team.html#team.json.lead"),
    ]


def test_a_see_also_and_a_replacement_lead_to_the_page_that_shows_them(tmp_path: Path) -> None:
    files = {
        "index.rst": index("a", "b"),
        "a.rst": page("k.json", ":pointer: /properties/old"),
        "b.rst": page("k.json"),
    }
    schema = {**KITCHEN, "properties": {"old": {"properties": {"x": {"x-replaced-by": "new"}}}, "new": {}}}
    done = build(tmp_path, {**files, "k.json": schema})
    assert done.log == ""
    (link,) = done.soup("a.html").select("dl.field dd a")
    assert (link.get_text(), link["href"]) == ("new", "b.html#k.json.new")


def test_the_page_of_the_whole_schema_goes_before_those_of_its_parts(tmp_path: Path) -> None:
    pointer = "/properties/freshness"
    roles = [
        ":agentcfg:schema:`leji/agent-profile`",
        f":agentcfg:schema:`leji/agent-profile#{pointer}`",
        ":agentcfg:field:`leji/agent-profile#freshness.reviewAfter`",
    ]
    files = {
        "index.rst": index("a", "z") + "".join(f"\n{role}\n" for role in roles),
        "a.rst": page("leji/agent-profile", f":pointer: {pointer}"),
        "z.rst": page("leji/agent-profile"),
    }
    done = build(tmp_path, files)
    assert done.log == ""
    assert [a["href"] for a in links(done, "index.html")] == [
        "z.html#leji.agent-profile",
        "a.html#leji.agent-profile",
        "z.html#leji.agent-profile.freshness.reviewAfter",
    ]


def test_names_of_any_script_and_case_have_ids_of_their_own(tmp_path: Path) -> None:
    names = ["名称", "Name", "name", "a.b", "a"]
    schema: dict[str, Any] = {"properties": {name: {"properties": {"b": {}}} for name in names}}
    roles = [':agentcfg:field:`设置 一.json#["名称"].b`', ':agentcfg:field:`设置 一.json#["a.b"]`']
    files = {"index.rst": index("a") + "".join(f"\n{role}\n" for role in roles), "a.rst": page("设置 一.json")}
    done = build(tmp_path, {**files, "设置 一.json": schema}, parallel=2)
    assert done.log == ""
    heads = done.soup("a.html").select("dl.field > dt")
    shown = [name.get_text() for name in done.soup("a.html").select("dl.field > dt span.descname")]
    assert shown == ['["名称"]', '["名称"].b', "Name", "Name.b", "name", "name.b", '["a.b"]', '["a.b"].b', "a", "a.b"]
    ids = [str(dt["id"]) for dt in heads]
    assert len(set(ids)) == 10
    assert [a["href"] for a in links(done, "index.html")] == [f"a.html#{ids[1]}", f"a.html#{ids[6]}"]


def test_every_place_of_a_page_can_hold_a_reference_in_myst(tmp_path: Path) -> None:
    text = (
        "# T\n\n```{agentcfg-schema} m.json\n```\n\n{agentcfg:field}`m.json#tools.<tool>.mode`\n\n"
        "- item\n\n  ```{agentcfg-schema} m.json\n  :no-index:\n  ```\n"
    )
    done = build(tmp_path, {"index.md": text, "m.json": MAPS})
    assert done.log == ""
    (link,) = [a for a in links(done, "index.html") if "download" not in a["class"]]
    assert (link.get_text(), str(link["href"])[:25]) == ("tools.<tool>.mode", "#m.json.tools.key.mode-a9")
    assert len(done.soup().select("li dl.field")) == 11
