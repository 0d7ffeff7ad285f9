"""What a walk of a folder finds, what it passes over, and that nothing in the folder stops it or leads it out."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_agentcfg.documents.discovery import SKIPPED, Tree, walk

if TYPE_CHECKING:
    from pathlib import Path


def plant(folder: Path, *paths: str) -> Path:
    """Make empty files; a path with a slash at its end is a folder."""
    for path in paths:
        place = folder / path
        if path.endswith("/"):
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()
    return folder


def told(tree: Tree) -> list[tuple[str, str, str, str]]:
    return [(f.rule, str(f.severity), f.path, f.message.text()) for f in tree.findings]


def test_files_come_in_the_order_of_their_characters(tmp_path: Path) -> None:
    tree = walk(plant(tmp_path, "b", "a/z", "a.md", "a/b/c", "B", "é", "中", "a-b", "😀", "empty/"))
    assert tree.files == ("B", "a-b", "a.md", "a/b/c", "a/z", "b", "é", "中", "😀")
    assert sorted(tree.files, key=str.encode) == list(tree.files)
    assert tree.folders == {"a", "a/b", "empty"}
    assert (tree.links, tree.odd, tree.findings, tree.ignored) == (frozenset(), frozenset(), (), 0)


@pytest.mark.parametrize("name", sorted(SKIPPED))
def test_folders_of_tools_are_passed_over_at_any_depth(tmp_path: Path, name: str) -> None:
    tree = walk(plant(tmp_path, f"{name}/a", f"x/{name}/b/c", "x/d", f"x/{name}s/e"))
    assert set(tree.files) == {"x/d", f"x/{name}s/e"}


def test_a_file_with_the_name_of_such_a_folder_is_found(tmp_path: Path) -> None:
    # ".git" is a file in a worktree.
    assert walk(plant(tmp_path, ".git", "venv")).files == (".git", "venv")


def test_hidden_folders_are_walked(tmp_path: Path) -> None:
    assert walk(plant(tmp_path, ".agents/a.yaml", ".claude/b.md")).files == (".agents/a.yaml", ".claude/b.md")


def test_the_questions_to_a_tree(tmp_path: Path) -> None:
    tree = walk(plant(tmp_path, "a.md", "x/a.md", "x/b.md", "x/y/a.md", "x-y/a.md", "xa.md"))
    assert ("x/a.md" in tree, "x" in tree, "no" in tree) == (True, False, False)
    assert [tree.is_folder(path) for path in ("", "/", "x", "x/y/", "x/a.md", "no")] == [True] * 4 + [False] * 2
    assert tree.named("a.md") == ("a.md", "x-y/a.md", "x/a.md", "x/y/a.md")
    assert tuple(tree.below("x")) == ("x/a.md", "x/b.md", "x/y/a.md")
    assert tuple(tree.below("", "b.md")) == ("x/b.md",)
    assert tree.inside("x") == ("x/a.md", "x/b.md")
    assert tree.inside("") == ("a.md", "xa.md")
    assert tree.inside("no") == tree.named("no") == ()


# What is no file ---------------------------------------------------------------------------------------------------


def test_links_are_named_and_never_followed(tmp_path: Path) -> None:
    plant(tmp_path, "out/secret.md", "in/a.md")
    root = tmp_path / "in"
    for name, target in {
        "up": "..", "self": "self", "here": ".", "folder": "../out", "file.md": "../out/secret.md", "gone": "nothing",
        "mine.md": "a.md", "device": "/dev/zero",
    }.items():  # fmt: skip
        (root / name).symlink_to(target)
    tree = walk(root)
    assert tree.links == {"up", "self", "here", "folder", "file.md", "gone", "mine.md", "device"}
    assert set(tree.files) == tree.links | {"a.md"}
    assert (tree.folders, tree.odd, tree.findings) == (frozenset(), frozenset(), ())


def test_a_root_that_is_a_link_is_walked(tmp_path: Path) -> None:
    plant(tmp_path, "real/a")
    (tmp_path / "link").symlink_to("real")
    assert walk(tmp_path / "link").files == ("a",)


def test_pipes_and_sockets_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    monkeypatch.chdir(tmp_path)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        tree = walk(tmp_path)
    assert tree.files == ("pipe.md", "socket")
    assert tree.odd == {"pipe.md", "socket"}


# What cannot be walked ---------------------------------------------------------------------------------------------

AS_ANOTHER = """
import os, sys
from pathlib import Path
from sphinx_agentcfg.documents.discovery import walk

walk(Path(sys.argv[1]))  # imports all that it needs
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
tree = walk(Path(sys.argv[1]))
print(tree.files, sorted(tree.folders), [(f.rule, f.path, f.message.text()) for f in tree.findings])
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_folder_that_may_not_be_read_is_one_finding(tmp_path: Path) -> None:
    # The parents of tmp_path are closed to others, so the walk starts at the working folder.
    plant(tmp_path, "closed/a.md", "open/b.md", "c.md")
    tmp_path.chmod(0o755)
    (tmp_path / "closed").chmod(0o000)
    try:
        done = subprocess.run(
            [sys.executable, "-c", AS_ANOTHER, "."],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
    finally:
        (tmp_path / "closed").chmod(0o755)
    words = "the folder cannot be read (there is no permission), so nothing in it was audited; change its permissions"
    expected = (("c.md", "open/b.md"), ["closed", "open"], [("file/unreadable", "closed", words)])
    assert done.stdout.strip() == f"{expected[0]} {expected[1]} {expected[2]}"


def test_a_root_that_is_gone_is_one_finding(tmp_path: Path) -> None:
    tree = walk(tmp_path / "gone")
    assert (tree.files, [(f.rule, f.path) for f in tree.findings]) == ((), [("file/unreadable", ".")])
    assert "it vanished meanwhile" in tree.findings[0].text()


def test_300_levels_are_walked(tmp_path: Path) -> None:
    deep = "/".join(["d"] * 300)
    assert walk(plant(tmp_path, f"{deep}/a.md")).files == (f"{deep}/a.md",)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has another limit")
def test_a_path_that_is_longer_than_the_system_takes_is_one_finding(tmp_path: Path) -> None:
    plant(tmp_path, "a.md")
    name, levels = "x" * 250, 20  # 5,000 characters; Linux takes 4,096, macOS 1,024
    handle = os.open(tmp_path, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir(name, dir_fd=handle)
        inner = os.open(name, os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(os.open("b.md", os.O_CREAT | os.O_WRONLY, dir_fd=handle))
    os.close(handle)
    try:
        tree = walk(tmp_path)
    finally:
        shutil.rmtree(tmp_path / name)
    assert tree.files == ("a.md",)
    ((rule, severity, path, words),) = told(tree)
    assert (rule, severity) == ("file/unreadable", "error")
    assert set(path.split("/")) == {name}
    assert "(its path is too long), so nothing in it was audited; shorten the names of the folders" in words


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="the system wants names in Unicode")
def test_names_of_any_bytes_are_found(tmp_path: Path) -> None:
    names = [b"\xff\xfe.md", b"a\nb.md", b"\x1b[31m.md", b" ", b"-rf", b"\\", "\u202e.md".encode(), b"x\x9b.md"]
    for name in names:
        (tmp_path / os.fsdecode(name)).mkdir()
        (tmp_path / os.fsdecode(name) / "a.md").touch()
    tree = walk(tmp_path)
    assert sorted(os.fsencode(path) for path in tree.files) == sorted(name + b"/a.md" for name in names)
    assert [tuple(tree.below(os.fsdecode(name))) for name in names] == [
        (os.fsdecode(name + b"/a.md"),) for name in names
    ]


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="the system wants names in Unicode")
def test_no_name_raises(tmp_path: Path) -> None:
    @given(
        st.lists(st.binary(min_size=1, max_size=40).filter(lambda n: not set(n) & {0, 47} and n not in {b".", b".."}))
    )
    @settings(max_examples=40)
    def run(names: list[bytes]) -> None:
        shutil.rmtree(tmp_path / "root", ignore_errors=True)
        (tmp_path / "root").mkdir()
        for name in names:
            (tmp_path / "root" / os.fsdecode(name)).touch()
        tree = walk(tmp_path / "root", gitignore=True)
        assert tree.findings == ()
        assert set(tree.files) == {os.fsdecode(name) for name in names}

    run()


# .gitignore --------------------------------------------------------------------------------------------------------


def ignoring(folder: Path, files: dict[str, str], *paths: str) -> tuple[str, ...]:
    """Return which of *paths* a walk finds beside the ``.gitignore`` *files* (folder → content)."""
    plant(folder, *paths)
    for where, content in files.items():
        place = folder / where / ".gitignore"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, "utf-8")
    return tuple(path for path in walk(folder, gitignore=True).files if not path.endswith(".gitignore"))


def test_without_being_asked_nothing_is_ignored(tmp_path: Path) -> None:
    (plant(tmp_path, "a.md") / ".gitignore").write_text("*")
    assert walk(tmp_path).files == (".gitignore", "a.md")


def test_what_is_ignored_is_counted(tmp_path: Path) -> None:
    (plant(tmp_path, "a.md", "b.md", "c/d.md", "c/e.md") / ".gitignore").write_text("a.md\nc/\n")
    tree = walk(tmp_path, gitignore=True)
    assert (tree.files, tree.folders, tree.ignored) == ((".gitignore", "b.md"), frozenset(), 2)


def test_a_file_in_an_ignored_folder_cannot_come_back(tmp_path: Path) -> None:
    found = ignoring(tmp_path, {"": "x/\n!x/a.md\n", "x": "!a.md"}, "x/a.md", "b.md")
    assert found == ("b.md",)


def test_a_file_comes_back_where_only_the_files_of_its_folder_are_ignored(tmp_path: Path) -> None:
    assert ignoring(tmp_path, {"": "x/*\n!x/a.md\n"}, "x/a.md", "x/b.md") == ("x/a.md",)


def test_the_nearest_gitignore_decides(tmp_path: Path) -> None:
    files = {"": "*.md\n", "x": "!*.md\n", "x/y": "a.md\n"}
    found = ignoring(tmp_path, files, "a.md", "x/a.md", "x/y/a.md", "x/y/b.md", "z/a.md")
    assert found == ("x/a.md", "x/y/b.md")


def test_a_slash_means_the_folder_of_the_gitignore(tmp_path: Path) -> None:
    found = ignoring(tmp_path, {"x": "/a.md\ny/b.md\n"}, "a.md", "x/a.md", "x/y/a.md", "x/y/b.md", "y/b.md")
    assert found == ("a.md", "x/y/a.md", "y/b.md")


def test_a_pattern_for_folders_keeps_a_file_and_a_link(tmp_path: Path) -> None:
    plant(tmp_path, "real/a.md")
    (tmp_path / "build").symlink_to("real")
    assert ignoring(tmp_path, {"": "build/\n"}, "x/build", "y/build/a.md") == ("build", "real/a.md", "x/build")


def test_a_gitignore_above_the_root_is_not_read(tmp_path: Path) -> None:
    (plant(tmp_path, "root/a.md") / ".gitignore").write_text("*.md")
    assert walk(tmp_path / "root", gitignore=True).files == ("a.md",)


def test_a_link_as_gitignore_ignores_nothing(tmp_path: Path) -> None:
    (plant(tmp_path, "root/x/a.md") / "patterns").write_text("*.md")
    (tmp_path / "root" / "x" / ".gitignore").symlink_to(tmp_path / "patterns")
    tree = walk(tmp_path / "root", gitignore=True)
    assert tree.files == ("x/.gitignore", "x/a.md")
    words = "a link as .gitignore ignores nothing; put a file in its place"
    assert told(tree) == [("file/unreadable", "warning", "x/.gitignore", words)]


def test_a_pipe_as_gitignore_is_one_finding_and_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(plant(tmp_path, "a.md") / ".gitignore")
    tree = walk(tmp_path, gitignore=True)
    assert tree.files == (".gitignore", "a.md")
    assert [(f.rule, f.path) for f in tree.findings] == [("file/not-a-file", ".gitignore")]


def test_a_folder_named_gitignore_is_a_folder(tmp_path: Path) -> None:
    tree = walk(plant(tmp_path, ".gitignore/a.md"), gitignore=True)
    assert (tree.files, tree.findings) == ((".gitignore/a.md",), ())


def test_too_many_patterns_are_one_finding(tmp_path: Path) -> None:
    (plant(tmp_path, "a.md") / ".gitignore").write_text("".join(f"x{n}\n" for n in range(2_001)))
    words = "only the first 2,000 patterns are looked at; remove those that are not needed"
    assert told(walk(tmp_path, gitignore=True)) == [("file/too-large", "warning", ".gitignore", words)]


def test_a_hostile_pattern_does_not_hold_up_a_walk(tmp_path: Path) -> None:
    name = "a" * 200
    assert ignoring(tmp_path, {"": "*a" * 20 + "*b\n" + "**/a*" * 20 + "b"}, name) == (name,)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_walk_leaves_out_what_git_leaves_out(tmp_path: Path) -> None:
    files = {
        "": "*.log\n/build/\n!keep.log\ndocs/**/*.tmp\n**/cache\nx/*\n!x/y/\n# *.md\n\\#odd\n",
        "docs": "!*.log\n/only-here\n*/*/deep.md\n",
        "docs/api": "*.log\n",
        "x/y": "*\n!.gitignore\n!a.md\n",
    }
    paths = [
        "a.log", "keep.log", "a.md", "#odd", "build/a.md", "x/build/a.md", "docs/a.log", "docs/api/a.log",
        "docs/api/keep.log", "docs/a/b/c.tmp", "docs/c.tmp", "c.tmp", "docs/only-here", "docs/api/only-here",
        "docs/a/b/deep.md", "docs/a/deep.md", "cache/a", "docs/cache/a", "x/a.md", "x/y/a.md", "x/y/b.md",
        "x/y/z/a.md",
    ]  # fmt: skip
    ignoring(tmp_path, files, *paths)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    listed = subprocess.run(
        ["git", "-C", tmp_path, "-c", "core.excludesFile=/dev/null", "ls-files", "-o", "--exclude-standard", "-z"],
        capture_output=True,
        check=True,
    ).stdout
    by_git = {path.decode() for path in listed.split(b"\0") if path}
    assert set(walk(tmp_path, gitignore=True).files) == by_git
    assert by_git & {"keep.log", "docs/a.log", "x/y/a.md"} == {"keep.log", "docs/a.log", "x/y/a.md"}


# Many --------------------------------------------------------------------------------------------------------------


def test_whoever_waits_is_told_after_each_thousand_files(tmp_path: Path) -> None:
    plant(tmp_path, *(f"{n % 7}/{n}" for n in range(2_500)))
    heard: list[int] = []
    assert len(walk(tmp_path, tell=heard.append).files) == 2_500
    assert heard == [1_000, 2_000]
