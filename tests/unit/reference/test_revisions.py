"""A version is found by its path, its type or its revision; what git is asked for is only ever data."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.reference.changes import State, compare
from sphinx_agentcfg.reference.revisions import NoVersion, Version, read_version
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

S = {"type": "string"}
REFERS: dict[str, Any] = {"properties": {"a": {"$ref": "parts/p.json#/$defs/a"}}}
PART: dict[str, Any] = {"$defs": {"a": {"$ref": "q.json"}}}


def git(folder: Path, *arguments: str) -> str:
    names = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose first commit has a schema in three files, and whose working copy has others."""
    top = tmp_path / "repo"
    write(
        top,
        {"sub/s.json": REFERS, "sub/parts/p.json": PART, "sub/parts/q.json": S, "crlf.json": b'{\r\n"title": "T"}\r\n'},
    )
    git(top, "init", "-q", "-b", "main")
    git(top, "config", "core.autocrlf", "false")
    git(top, "add", ".")
    git(top, "commit", "-q", "-m", "one")
    write(top, {"sub/parts/q.json": {"type": "integer"}})
    return top


def version(name: str, folder: Path) -> Version:
    return read_version(name, Catalog.builtin(), folder)


def refused(name: str, folder: Path) -> NoVersion:
    with pytest.raises(NoVersion) as caught:
        version(name, folder)
    assert len(str(caught.value.message).splitlines()) == 1
    return caught.value


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("HEAD:sub/s.json", "."),
        ("HEAD:sub/s.json", "sub"),
        ("HEAD:./s.json", "sub"),
        ("HEAD:../sub/s.json", "sub"),
        ("main:sub/parts/../s.json", "."),
    ],
)
def test_files_that_a_schema_refers_to_are_those_of_its_revision(repository: Path, name: str, folder: str) -> None:
    found = version(name, repository / folder)
    assert found.findings == ()
    (change,) = compare(found, version("sub/s.json", repository)).changes
    assert (change.kind, change.old, change.new) == ("type-changed", ["string"], ["integer"])


def test_bytes_are_those_of_the_repository(repository: Path) -> None:
    write(repository, {"crlf.json": b'{\n"title": "T"}\n'})
    changes = compare(version("HEAD:crlf.json", repository), version("crlf.json", repository))
    assert (changes.state, changes.old_ends, changes.new_ends) == (State.LINE_ENDS, "CRLF", "LF")


def test_nothing_is_left_behind(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)
    version("HEAD:sub/s.json", repository)
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_page_that_shows_a_branch_depends_on_it_and_one_that_shows_a_commit_does_not(repository: Path) -> None:
    names = {
        p.relative_to((repository / ".git").resolve()).as_posix() for p in version("main:crlf.json", repository).files
    }
    assert {"HEAD", "refs/heads/main"} <= names
    commit = git(repository, "rev-parse", "HEAD")
    assert version(f"{commit}:crlf.json", repository).files == ()


def test_a_path_that_is_there_goes_before_a_revision(repository: Path) -> None:
    write(repository, {"HEAD:sub/s.json": {"title": "A strange name"}})
    assert version("HEAD:sub/s.json", repository).loaded.schema == {"title": "A strange name"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("C:\\schemas\\a.json", "there is no such file"),
        ("C:/schemas/a.json", "there is no such file"),
        ("nope:crlf.json", "no revision nope"),
        ("HEAD:", "there is no file"),
        (":crlf.json", "no revision"),
        ("HEAD:sub", "there is no file sub in the revision HEAD"),
        ("HEAD:/crlf.json", "there is no file /crlf.json"),
        ("HEAD:../../etc/passwd", "there is no file ../../etc/passwd"),
        ("HEAD:a\0b", "there is no file a\\0b"),
        ("--output=stolen:crlf.json", "no revision --output=stolen"),
        ("-h:crlf.json", "no revision -h"),
        ("HEAD^{/one}\n--help:crlf.json", "no revision"),
        ("$(touch stolen):crlf.json", "no revision $(touch stolen)"),
        ("\x1b[31m:crlf.json", "no revision \\x1b[31m"),
        ("x" * 5000, "is no name of a file"),
    ],
)
def test_what_is_no_version_is_told_in_one_line(repository: Path, name: str, words: str) -> None:
    problem = refused(name, repository)
    assert words in str(problem.message)
    assert "\x1b" not in str(problem.message)
    assert not (repository / "stolen").exists()


def test_no_hook_pager_or_filter_is_started(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = repository.parent / "spy"
    spy.write_text(f"#!/bin/sh\ntouch {repository.parent / 'started'}\ncat\n", "utf-8")
    spy.chmod(0o755)
    write(repository, {".gitattributes": "*.json filter=spy diff=spy\n"})
    for key in ("core.pager", "core.fsmonitor", "filter.spy.smudge", "diff.spy.textconv", "core.sshCommand"):
        git(repository, "config", key, str(spy))
    git(repository, "config", "core.hooksPath", str(repository.parent))
    monkeypatch.setenv("GIT_PAGER", str(spy))
    assert version("HEAD:crlf.json", repository).content.startswith(b"{\r\n")
    assert not (repository.parent / "started").exists()


def test_without_git_the_message_says_so(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    assert "git is not installed" in str(refused("HEAD:crlf.json", repository).message)


def test_a_file_that_is_too_large_is_not_read_from_a_revision(repository: Path) -> None:
    write(repository, {"large.json": b'"' + b"x" * 5_100_000 + b'"'})
    git(repository, "add", "large.json")
    git(repository, "commit", "-q", "-m", "two")
    assert "there is no file large.json" in str(refused("HEAD:large.json", repository).message)


def test_findings_call_a_revision_by_its_name(repository: Path) -> None:
    write(repository, {"broken.json": '{"properties": {"a": {"$ref": "gone.json"}}}', "bad.json": "{"})
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "two")
    (finding,) = version("HEAD:broken.json", repository).findings
    assert finding.text().startswith("HEAD:broken.json:1:")
    assert refused("HEAD:bad.json", repository).place.startswith("HEAD:bad.json:1:")
