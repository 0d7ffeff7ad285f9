"""Tables of an audit: each cell worked out by hand, from small repositories and from values made as a format would."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.audit.model import Audit
from sphinx_agentcfg.audit.rows import COLUMNS, field_rows, finding_rows, permission_rows, profile_rows, tables
from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.documents import parse_document
from sphinx_agentcfg.formats.model import (
    NOTHING,
    Change,
    Derivation,
    Element,
    Origin,
    Part,
    Profile,
    Provenance,
    Resolved,
    State,
)
from tests.formats.repositories import write

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMA = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "description": "What people call it."},
        "limits": {
            "type": "object",
            "properties": {"turns": {"type": "integer", "default": 5}, "tokens": {"type": "integer"}},
        },
        "steps": {"type": "array", "items": {"type": "object", "properties": {"run": {"type": "string"}}}},
        "servers": {"type": "object", "additionalProperties": {"type": "object", "properties": {"url": {}}}},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}
MANIFEST = """
title = "Crew"
source_language = "en"
[documents.mate]
title = "Mate"
schema = "mate.schema.json"
syntax = "yaml"
files = ["crew/*.yaml"]
"""


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    """Return a catalog with a format that is data only."""
    folder = write(tmp_path / "formats/crew", {"format.toml": MANIFEST, "mate.schema.json": json.dumps(SCHEMA)})
    return Catalog.builtin().with_folder(folder)


def audit_of(tmp_path: Path, catalog: Catalog, files: Mapping[str, str]) -> Audit:
    return read_repository(write(tmp_path / "repo", files), catalog, only=["crew"])


def by_field(audit: Audit) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in field_rows(audit):
        found.setdefault(row["field"], []).append(row)
    return found


def test_every_table_has_its_columns_and_no_other(tmp_path: Path, catalog: Catalog) -> None:
    audit = audit_of(tmp_path, catalog, {"crew/ann.yaml": "nme: Ann\n"})
    found = tables(audit)
    assert list(found) == [
        *("profiles", "fields", "coverage", "inheritance", "permissions", "findings", "environment"),
    ]
    for name, rows in found.items():
        assert all(tuple(row) == COLUMNS[name] for row in rows), name
    assert found["profiles"]
    assert found["fields"]
    assert found["findings"]


def test_a_profile_counts_its_errors(tmp_path: Path, catalog: Catalog) -> None:
    audit = audit_of(tmp_path, catalog, {"crew/ann.yaml": "name: Ann\n", "crew/bob.yaml": "limits: 5\n"})
    rows = {row["profile"]: row for row in profile_rows(audit)}
    assert rows["crew:ann"] == {
        "profile": "crew:ann",
        "format": "crew",
        "type": "crew/mate",
        "name": "ann",
        "role": None,
        "kind": "mate",
        "parent": None,
        "path": "crew/ann.yaml",
        "line": 1,
        "model": None,
        "state": "ok",
        "coverage": 3
        / 7,  # `name` weighs three, `limits`, `steps`, `servers` and `tags` one each; what is in them, nothing
        "errors": 0,
        "warnings": 0,
    }
    assert rows["crew:bob"]["errors"] == 2  # no name, and limits is a number


def test_absent_empty_and_an_empty_list_are_three_states(tmp_path: Path, catalog: Catalog) -> None:
    text = "name: ''\nlimits:\ntags: []\n"
    found = by_field(audit_of(tmp_path, catalog, {"crew/ann.yaml": text}))
    assert [(r["provenance"], r["value"], r["line"]) for r in found["name"]] == [("empty", "", 1)]
    assert [(r["provenance"], r["value"], r["line"]) for r in found["limits"]] == [("empty", None, 2)]
    assert [(r["provenance"], r["value"], r["line"]) for r in found["tags"]] == [("own", [], 3)]
    assert [(r["provenance"], r["value"], r["line"]) for r in found["steps"]] == [("missing", None, None)]


def test_the_default_of_the_schema_fills_what_nobody_set(tmp_path: Path, catalog: Catalog) -> None:
    files = {"crew/ann.yaml": "name: Ann\n", "crew/bob.yaml": "name: Bob\nlimits: {turns: 0}\n"}
    rows = by_field(audit_of(tmp_path, catalog, files))["limits.turns"]
    assert [(r["profile"], r["provenance"], r["value"], r["origin"], r["path"]) for r in rows] == [
        ("crew:ann", "default", 5, None, None),
        ("crew:bob", "own", 0, "crew:bob", "crew/bob.yaml"),
    ]


def test_a_field_that_stands_several_times_has_a_row_for_each_place(tmp_path: Path, catalog: Catalog) -> None:
    text = "name: Ann\nsteps:\n- run: a\n- {}\n- run: b\nservers:\n  x: {url: u}\n  y.z: {url: v}\n"
    found = by_field(audit_of(tmp_path, catalog, {"crew/ann.yaml": text}))
    assert [(r["pointer"], r["value"], r["line"]) for r in found["steps[].run"]] == [
        ("/steps/0/run", "a", 3),
        ("/steps/2/run", "b", 5),
    ]
    assert [(r["pointer"], r["value"], r["line"]) for r in found["servers.<key>.url"]] == [
        ("/servers/x/url", "u", 7),
        ("/servers/y.z/url", "v", 8),
    ]


def test_what_lies_in_a_field_that_is_not_there_has_no_row_of_its_own(tmp_path: Path, catalog: Catalog) -> None:
    found = by_field(audit_of(tmp_path, catalog, {"crew/ann.yaml": "name: Ann\nsteps: [{}]\n"}))
    assert [r["provenance"] for r in found["limits"]] == ["missing"]
    assert "limits.tokens" not in found
    assert [r["provenance"] for r in found["limits.turns"]] == ["default"]
    assert [r["provenance"] for r in found["steps[].run"]] == ["missing"]  # steps are there
    assert "servers.<key>" not in found


def test_a_field_that_the_schema_does_not_know_is_not_lost(tmp_path: Path, catalog: Catalog) -> None:
    found = by_field(audit_of(tmp_path, catalog, {"crew/ann.yaml": "name: Ann\nrank:\n  of: {honour: 1}\n"}))
    assert [(r["value"], r["known"], r["line"]) for r in found["rank"]] == [({"of": {"honour": 1}}, False, 3)]
    assert found["name"][0]["known"] is True
    assert found["name"][0]["description"] == "What people call it."


def test_of_a_file_that_cannot_be_read_every_field_is_unknown(tmp_path: Path, catalog: Catalog) -> None:
    audit = audit_of(tmp_path, catalog, {"crew/ann.yaml": "name: [\n", "crew/bob.yaml": "name: Bob\n"})
    rows = [row for row in field_rows(audit) if row["profile"] == "crew:ann"]
    assert {row["provenance"] for row in rows} == {"unknown"}
    assert {row["value"] for row in rows} == {None}
    assert [(r["subject"], r["decision"]) for r in permission_rows(audit)] == [("*", "unknown")]
    states = {row["profile"]: row["state"] for row in profile_rows(audit)}
    assert states == {"crew:ann": "unreadable", "crew:bob": "ok"}


def test_a_finding_brings_the_change_that_mends_it(tmp_path: Path, catalog: Catalog) -> None:
    audit = audit_of(tmp_path, catalog, {"crew/ann.yaml": "name: Ann: the first\nlimits: 5\n"})
    (row,) = finding_rows(audit)
    assert row["fix"] == {"line": 1, "column": 7, "end_line": 1, "end_column": 21, "text": '"Ann: the first"'}


def test_a_folder_without_anything_known_says_what_was_looked_for(tmp_path: Path, catalog: Catalog) -> None:
    audit = audit_of(tmp_path, catalog, {"README.md": "# Hello\n"})
    assert [(f.rule, f.severity.value, f.path) for f in audit.findings] == [("audit/no-known-format", "info", ".")]
    assert audit.findings[0].message.text() == (
        "no file belongs to a format that was looked for (crew; files in all: 1); check the path, or name the folder "
        "of a format of your own"
    )
    assert {name: rows for name, rows in tables(audit).items() if rows} == {"findings": finding_rows(audit)}


def test_profiles_of_one_name_are_told_apart_by_their_paths(tmp_path: Path, catalog: Catalog) -> None:
    files = {"crew/ann.yaml": "name: Ann\n", "old/crew/ann.yaml": "name: Ann\n", "crew/bob.yaml": "name: Bob\n"}
    audit = audit_of(tmp_path, catalog, files)
    assert [p.id for p in audit.profiles] == ["crew:ann@crew/ann.yaml", "crew:bob", "crew:ann@old/crew/ann.yaml"]
    assert [(f.rule, f.path, f.profile) for f in audit.findings] == [
        ("audit/duplicate-id", "crew/ann.yaml", "crew:ann@crew/ann.yaml"),
        ("audit/duplicate-id", "old/crew/ann.yaml", "crew:ann@old/crew/ann.yaml"),
    ]


def test_names_with_an_at_sign_are_not_taken_for_equal_ones(tmp_path: Path, catalog: Catalog) -> None:
    files = {f"crew/{name}.yaml": "name: Ann\n" for name in ("ann@home", "ann@work", "ann")}
    audit = audit_of(tmp_path, catalog, files)
    assert [p.id for p in audit.profiles] == ["crew:ann", "crew:ann@home", "crew:ann@work"]
    assert audit.findings == ()


def test_of_many_profiles_of_one_name_each_names_five_others(tmp_path: Path, catalog: Catalog) -> None:
    audit = audit_of(tmp_path, catalog, {f"{place}/crew/ann.yaml": "name: Ann\n" for place in "abcdefg"})
    (first, *_, last) = audit.findings
    others = ", ".join(f"{place}/crew/ann.yaml" for place in "bcdef")
    assert first.message.text() == f"other profiles have the id crew:ann too ({others}, …); give each a name of its own"
    assert len(audit.findings) == 7
    assert "(a/crew/ann.yaml, b/crew/ann.yaml" in last.message.text()


def test_an_audit_can_be_pickled(tmp_path: Path, catalog: Catalog) -> None:
    audit = audit_of(tmp_path, catalog, {"crew/ann.yaml": "nme: Ann\ntags: [a]\n"})
    assert tables(pickle.loads(pickle.dumps(audit))) == tables(audit)  # noqa: S301  # our own bytes


# --- what a format may say of a value -------------------------------------------------------------------------------

BASE = parse_document("name: Base\ntags:\n- a\n- b\n", name="base.yaml", syntax="yaml")
OWN = parse_document("name: Own\ntags:\n- b\n- c\n", name="own.yaml", syntax="yaml")


def merged_audit(catalog: Catalog) -> Audit:
    """Return an audit with one profile, put together from two files as a format would do it."""
    base, own = "crew:base", "crew:own"
    elements = (
        Element("a", 0, Origin(base, "base.yaml", "/tags/0"), Change.KEPT, Provenance.INHERITED),
        Element("b", 1, Origin(base, "base.yaml", "/tags/1"), Change.KEPT, Provenance.INHERITED),
        Element("b", None, Origin(own, "own.yaml", "/tags/0"), Change.REMOVED),
        Element("c", 2, Origin(own, "own.yaml", "/tags/1"), Change.ADDED),
    )
    derived = {
        "/tags": Derivation(Provenance.MERGED, elements=elements),
        "/limits": Derivation(Provenance.INHERITED, Origin(base, "base.yaml", "/name")),
        "/steps": Derivation(Provenance.UNKNOWN, assumed=True),
    }
    effective = {"name": "Own", "tags": ["a", "b", "c"], "limits": {"turns": 1}}
    profile = Profile(
        own, "crew/mate", "own", "own.yaml", parts=(Part("crew/mate", "own.yaml", "", effective, derived),)
    )
    resolved = Resolved("crew", (profile,), documents={"base.yaml": BASE, "own.yaml": OWN})
    return Audit(Path(), catalog, (resolved,))


def test_a_merged_list_tells_where_each_element_comes_from(catalog: Catalog) -> None:
    (row,) = by_field(merged_audit(catalog))["tags"]
    assert (row["provenance"], row["value"], row["origin"]) == ("merged", ["a", "b", "c"], "crew:base, crew:own")
    assert [
        (e["item"], e["position"], e["change"], e["provenance"], e["path"], e["line"]) for e in row["elements"]
    ] == [
        ("a", 0, "kept", "inherited", "base.yaml", 3),
        ("b", 1, "kept", "inherited", "base.yaml", 4),
        ("b", None, "removed", "own", "own.yaml", 3),
        ("c", 2, "added", "own", "own.yaml", 4),
    ]


def test_a_part_of_an_inherited_value_is_inherited_too(catalog: Catalog) -> None:
    (row,) = by_field(merged_audit(catalog))["limits.turns"]
    assert (row["provenance"], row["origin"], row["value"]) == ("inherited", "crew:base", 1)


def test_a_format_may_say_that_an_absent_field_is_unknown(catalog: Catalog) -> None:
    (row,) = by_field(merged_audit(catalog))["steps"]
    assert (row["provenance"], row["value"], row["assumed"]) == ("unknown", None, True)


def test_of_a_profile_that_cannot_be_resolved_nothing_is_known(catalog: Catalog) -> None:
    profile = Profile(
        "crew:own", "crew/mate", "own", "own.yaml", state=State.UNRESOLVED, parts=(Part("crew/mate", "own.yaml"),)
    )
    audit = Audit(Path(), catalog, (Resolved("crew", (profile,), documents={"own.yaml": OWN}),))
    assert {row["provenance"] for row in field_rows(audit)} == {"unknown"}
    assert [(r["decision"], r["reason"]) for r in permission_rows(audit)] == [
        ("unknown", "the profile cannot be resolved, so nothing is known of its permissions")
    ]
    assert profile.effective is NOTHING
