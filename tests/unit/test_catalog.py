"""Formats and document types: the built-in ones, a user's own, and what is wrong with a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.catalog import Catalog, own_schema, read_format, stem
from sphinx_agentcfg.errors import BrokenFormat, DuplicateFormat, UnknownDocumentType, UnknownFormat, did_you_mean
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = (
    'title = "Mine"\nsource_language = "en"\n[documents.thing]\ntitle = "T"\nschema = "s.json"\nsyntax = "yaml"\n'
)

LAYOUT = '[[layout]]\npath = "a/"\ndescription = "D"\n{key} = "x"\n'


def test_the_leji_format_says_what_its_manifest_says() -> None:
    leji = Catalog.builtin().format("leji")
    (profile,) = leji.documents
    assert (leji.title, leji.home, leji.source_language) == ("Leji", "https://leji.org/", "en")
    assert (profile.id, profile.name, profile.pointer) == (
        "leji/agent-profile",
        "agent-profile",
        "/documents/agent-profile",
    )
    assert (profile.syntax, profile.version, profile.status) == ("frontmatter", "1.0", "normative")
    assert "docs/agents/**/*.md" in profile.files
    assert profile.schema.name == "agent-profile.schema.json"
    assert Catalog.builtin().document_type("leji/agent-profile") is profile


def test_examples_are_found_by_their_folder() -> None:
    profile = Catalog.builtin().document_type("leji/agent-profile")
    assert "core.en.md" in [p.name for p in profile.examples("valid")]
    assert all(p.name.startswith("schema--") for p in profile.examples("invalid"))
    assert profile.examples("other") == ()


def test_an_unknown_name_is_an_error_with_the_next_step() -> None:
    with pytest.raises(
        UnknownDocumentType, match=r"no document type 'leji/agent-profil'; did you mean leji/agent-profile\?"
    ):
        Catalog.builtin().document_type("leji/agent-profil")
    with pytest.raises(UnknownFormat, match=r"no format 'zzz'; known: .*leji"):
        Catalog.builtin().format("zzz")
    assert did_you_mean("LEJI", ["leji", "rolebox"]) == ("leji",)


def test_a_folder_of_ones_own_joins(tmp_path: Path) -> None:
    write(tmp_path, {"mine/format.toml": MANIFEST, "mine/s.json": {}})
    for folder in (tmp_path, tmp_path / "mine"):
        found = Catalog.builtin().with_folder(folder).document_type("mine/thing")
        assert (found.title, found.manifest) == ("T", tmp_path / "mine" / "format.toml")


def test_an_id_that_is_taken_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, {"leji/format.toml": MANIFEST, "leji/s.json": {}})
    with pytest.raises(DuplicateFormat, match=r"format 'leji' is in .* and in .*; rename one"):
        Catalog.builtin().with_folder(tmp_path)


@pytest.mark.parametrize(
    ("manifest", "cause"),
    [
        ("title =", "not TOML"),
        ('title = "x"\n', "is a required property"),
        (MANIFEST.replace('"yaml"', '"ini"'), "documents.thing.syntax: 'ini' is not one of"),
        (MANIFEST.replace("s.json", "none.json"), r"\[documents.thing\] names none.json, which is not there"),
        (MANIFEST + 'annotations = "n.json"\n', r"\[documents.thing\] names n.json, which is not there"),
        (MANIFEST + LAYOUT.format(key="managed"), "layout.a/: managed is 'x', and there is no such table"),
        (MANIFEST + LAYOUT.format(key="document"), "layout.a/: document is 'x', and there is no such table"),
        (MANIFEST + "[[notes]]\nkind = 'danger'\ntext = 'x'\n", "notes.0.kind: 'danger' is not one of"),
    ],
)
def test_a_broken_manifest_says_why(tmp_path: Path, manifest: str, cause: str) -> None:
    write(tmp_path, {"format.toml": manifest, "s.json": {}})
    with pytest.raises(BrokenFormat, match=cause):
        read_format(tmp_path)


def test_a_folder_without_a_format_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BrokenFormat, match=r"no format\.toml here or one level below"):
        Catalog().with_folder(tmp_path)


def test_catalogues_carry_the_name_of_the_schema_without_suffix(tmp_path: Path) -> None:
    names = ["a.schema.json", "b.yaml", "c.d.json", "e"]
    assert [stem(tmp_path / n) for n in names] == ["a", "b", "c.d", "e"]


def test_a_schema_of_ones_own_is_called_by_its_path(tmp_path: Path) -> None:
    found = own_schema(tmp_path / "a.json", "schemas/a.json", "zh_CN")
    assert (found.id, found.name, found.source_language, found.examples("valid")) == (
        "schemas/a.json",
        "a.json",
        "zh_CN",
        (),
    )
