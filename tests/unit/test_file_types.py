"""The type of a file from its path: an examples folder first, then the pattern that says most of the path."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.file_types import fits, type_of_file
from tests.unit.making import write

CATALOG = Catalog.builtin()
MANIFEST = """title = "Own"
source_language = "en"

[documents.thing]
title = "Thing"
schema = "thing.schema.json"
syntax = "json"
files = ["things/*.json"]
files_not = ["things/index.json"]

[documents.other]
title = "Other"
schema = "thing.schema.json"
syntax = "json"
files = ["*/odd.json", "parts/*.json"]
"""


def named(path: str | Path, catalog: Catalog = CATALOG) -> str | None:
    found = type_of_file(Path(path), catalog).type
    return found.id if found else None


@pytest.fixture
def own(tmp_path: Path) -> Path:
    write(tmp_path, {"own/format.toml": MANIFEST, "own/thing.schema.json": {"properties": {"a": {}}}})
    return tmp_path / "own"


@pytest.mark.parametrize(
    ("path", "pattern", "verdict"),
    [
        ("/r/docs/agents/core.md", "docs/agents/**/*.md", True),
        ("/r/docs/agents/a/b/core.md", "docs/agents/**/*.md", True),
        ("docs/agents/core.md", "docs/agents/**/*.md", True),
        ("/r/mydocs/agents/core.md", "docs/agents/**/*.md", False),
        ("/r/docs/agents/core.md.bak", "docs/agents/**/*.md", False),
        ("/r/docs/agents/.core.md", "docs/agents/**/*.md", False),
        ("/r/docs/agents/.git/core.md", "docs/agents/**/*.md", False),
        ("/r/agents/a/agent.json", "agents/*/agent.json", True),
        ("/r/agents/a/b/agent.json", "agents/*/agent.json", False),
        ("/r/agent.json", "agents/*/agent.json", False),
        ("/r/xagent.json", "agent.json", False),
        ("/home/.config/rolebox/a/role.yaml", "**/rolebox/*/role.yaml", True),
        ("/r/runs/x.yaml", "runs/**/*.yaml", True),
        ("/r/a+b/x.json", "a+b/x.json", True),
        ("/r/aab/x.json", "a+b/x.json", False),
        ("/r/.hidden/x.json", ".hidden/*.json", True),
        ("/r/x\n/agent.json", "agent.json", True),
    ],
)
def test_a_pattern_is_matched_against_the_end_of_a_path(path: str, pattern: str, verdict: bool) -> None:
    assert fits(path, pattern) is verdict


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/r/docs/agents/core.md", "leji/agent-profile"),
        ("/r/docs/agents/README.md", None),
        ("/r/agents/a/roles/editor.json", "evolcore/role-config"),
        ("/r/agents/a/roles/index.json", "evolcore/role-registry"),
        ("/r/agents/a/agent.json", "agentfs/agent"),
        ("/r/agents/a/persona.md", "agentfs/persona"),
        ("/r/memory/a.md", "agentfs/memory-note"),
        ("/r/memory/_index.md", None),
        ("/r/role.yaml", "rolebox/role"),
        ("/r/notes.txt", None),
    ],
)
def test_the_type_of_a_file_in_a_repository(path: str, name: str | None) -> None:
    assert named(path) == name


def test_every_example_of_a_format_has_the_type_of_its_folder() -> None:
    for document_type in CATALOG.document_types:
        for path in (*document_type.examples("valid"), *document_type.examples("invalid")):
            assert named(path) == document_type.id


def test_an_examples_folder_beats_the_patterns(own: Path) -> None:
    catalog = CATALOG.with_folder(own)
    assert named(own / "examples" / "valid" / "other" / "agent.json", catalog) == "own/other"
    assert named(own / "examples" / "invalid" / "other" / "x.json", catalog) == "own/other"
    assert named(own / "examples" / "broken" / "other" / "agent.json", catalog) == "agentfs/agent"
    assert named(own / "examples" / "valid" / "none" / "agent.json", catalog) == "agentfs/agent"


def test_the_format_of_an_examples_folder_need_not_be_known(own: Path) -> None:
    assert named(own / "examples" / "valid" / "thing" / "x.json") == "own/thing"


def test_a_broken_format_of_an_examples_folder_is_the_obstacle(own: Path) -> None:
    write(own, {"format.toml": "title ="})
    guess = type_of_file(own / "examples" / "valid" / "thing" / "x.json", CATALOG)
    assert guess.type is None
    assert "not TOML" in guess.obstacle


def test_the_pattern_that_says_most_wins_and_a_tie_has_no_winner(own: Path) -> None:
    catalog = CATALOG.with_folder(own)
    assert named("/r/things/a.json", catalog) == "own/thing"
    assert named("/r/things/index.json", catalog) is None
    guess = type_of_file(Path("/r/things/odd.json"), catalog)  # both say one name of the path, one of them more letters
    assert guess.type is not None
    assert guess.type.id == "own/thing"


def test_a_tie_between_types_is_told(tmp_path: Path) -> None:
    for name in ("one", "two"):
        manifest = MANIFEST.replace("*/odd.json", "x/odd.json")
        write(tmp_path, {f"{name}/format.toml": manifest, f"{name}/thing.schema.json": {}})
    guess = type_of_file(Path("/r/things/a.json"), Catalog().with_folder(tmp_path))
    assert guess.type is None
    assert guess.several
    assert [t.id for t in guess.near] == ["one/thing", "two/thing"]


def test_a_file_without_a_type_has_near_ones_by_its_suffix() -> None:
    assert [t.id for t in type_of_file(Path("/r/x.yml"), CATALOG).near] == ["agentfs/receipt", "rolebox/role"]
    assert type_of_file(Path("/r/x.txt"), CATALOG).near == ()
