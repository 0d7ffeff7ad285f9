"""The repository as a format sees it: nothing outside is there, each file is read once, findings have a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.documents.discovery import walk
from sphinx_agentcfg.errors import UnknownRule
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.formats.naming import unique_ids
from sphinx_agentcfg.formats.workspace import Reader, Workspace
from sphinx_agentcfg.messages import message
from tests.formats.repositories import write

if TYPE_CHECKING:
    from pathlib import Path

PROFILE = "---\nid: core\nname: Core\nrole: core\nrequiredRead:\n- a.md\nmustAskWhen:\n- x\n---\nbody\n"


def workspace_of(folder: Path) -> Workspace:
    catalog = Catalog.builtin()
    return Workspace(Reader(walk(folder), catalog), catalog.format("leji"))


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """Return a repository with a file inside, one outside, and links to both."""
    write(tmp_path, {"secret.md": "x", "repo/docs/agents/core.md": PROFILE, "repo/docs/a.md": "# A\n"})
    repo = tmp_path / "repo"
    (repo / "good.md").symlink_to("docs/a.md")
    (repo / "bad.md").symlink_to("../secret.md")
    (repo / "loop.md").symlink_to("loop.md")
    (repo / "gone.md").symlink_to("nothing.md")
    (repo / "away").symlink_to("..")
    return workspace_of(repo)


@pytest.mark.parametrize(
    ("path", "exists", "is_file"),
    [
        ("docs/a.md", True, True),
        ("./docs//a.md", True, True),
        ("docs", True, False),
        ("docs/", True, False),
        ("docs/agents/../a.md", True, True),
        ("good.md", True, True),
        ("bad.md", False, False),
        ("../secret.md", False, False),
        ("away/secret.md", False, False),
        ("loop.md", False, False),
        ("gone.md", False, False),
        ("nothing.md", False, False),
        ("a\0b", False, False),
        ("x" * 5000, False, False),
        ("/etc/passwd", False, False),
        ("", True, False),
    ],
)
def test_nothing_outside_the_repository_is_there(
    workspace: Workspace, path: str, *, exists: bool, is_file: bool
) -> None:
    assert (workspace.exists(path), workspace.is_file(path)) == (exists, is_file)


def test_a_link_that_leaves_the_repository_is_not_read(workspace: Workspace) -> None:
    document = workspace.document("bad.md", "agent-profile")
    assert [f.rule for f in document.findings] == ["file/outside-root"]
    assert document.text == ""


def test_a_file_is_read_once(workspace: Workspace) -> None:
    first = workspace.document("docs/agents/core.md", "agent-profile")
    assert workspace.document("docs/agents/core.md", "agent-profile") is first
    assert workspace.reader.read == 1


def test_a_finding_has_the_severity_of_its_rule_and_the_line_of_its_pointer(workspace: Workspace) -> None:
    document = workspace.document("docs/agents/core.md", "agent-profile")
    finding = workspace.report("ask-and-refuse", document, message("x"), pointer="/mustAskWhen/0")
    assert (finding.rule, finding.severity, finding.line, finding.column) == (
        "leji/ask-and-refuse",
        Severity.WARNING,
        8,
        3,
    )
    at_key = workspace.report("ask-and-refuse", document, message("x"), pointer="/mustAskWhen", at_key=True)
    assert (at_key.line, at_key.column) == (7, 1)
    without = workspace.report("ask-and-refuse", "docs", message("x"), severity=Severity.INFO)
    assert (without.path, without.line, without.severity) == ("docs", None, Severity.INFO)


def test_a_rule_that_is_not_in_the_book_is_a_mistake(workspace: Workspace) -> None:
    with pytest.raises(UnknownRule, match="ask-and-refuse"):
        workspace.report("ask-and-refus", "docs", message("x"))


def test_names_that_several_have_get_their_paths() -> None:
    named = [("a", "x/1.md"), ("b", "x/2.md"), ("a", "y/1.md"), ("c", "z.yaml"), ("c", "z.yaml")]
    assert unique_ids("f", named) == ["f:a@x/1.md", "f:b", "f:a@y/1.md", "f:c@z.yaml", "f:c@z.yaml#2"]


def test_a_folder_that_cannot_be_told_from_a_file_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "leji.json").mkdir()
    (tmp_path / "docs/agents/x.md").mkdir(parents=True)
    audit = read_repository(tmp_path)
    assert [f.rule for f in audit.findings] == ["audit/no-known-format"]
