"""What a ``.gitignore`` leaves out: worked out by hand from gitignore(5), and compared with git where there is one."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_agentcfg.documents.gitignore import MAX_PATTERNS, read_ignoring

if TYPE_CHECKING:
    from pathlib import Path

YES, NO = True, False


def ignores(content: str | bytes, path: str, *, is_folder: bool = False) -> bool | None:
    rules = read_ignoring(content.encode() if isinstance(content, str) else content)
    return rules.verdict(path.encode(), is_folder=is_folder)


FILES: list[tuple[str, str, bool | None]] = [
    # a name, at any depth
    ("a", "a", YES), ("a", "x/a", YES), ("a", "ab", None), ("a", "A", None), ("a", "a/b", None),
    ("*.md", "x/b.md", YES), ("*.md", ".md", YES), ("*.md", "b.mdx", None),
    # a slash at the start or in the middle: from the folder of the file
    ("/a", "a", YES), ("/a", "x/a", None), ("x/a", "x/a", YES), ("x/a", "y/x/a", None), ("/x/*", "x/a", YES),
    ("x/*", "x/y/a", None),
    # ** through folders, also none
    ("**/a", "a", YES), ("**/a", "x/y/a", YES), ("**/x/a", "y/x/a", YES), ("x/**", "x/y/a", YES), ("x/**", "x", None),
    ("x/**/a", "x/a", YES), ("x/**/a", "x/y/z/a", YES), ("x/**/a", "xa", None), ("x/y**", "x/yz", YES),
    ("**/a*b/**/c", "x/ab/c", YES), ("**/a*b/c", "ax/ab/c", YES), ("a/**/**/b", "a/b", YES),
    # one character, and sets of them; never a slash
    ("a?c", "abc", YES), ("a?c", "a/c", None), ("a?c", "aéc", None), ("a??c", "aéc", YES),
    ("[ab]", "b", YES), ("[!ab]", "b", None), ("[^ab]", "c", YES), ("[a-c]", "b", YES), ("[c-a]", "b", None),
    ("x[/]a", "x/a", None), ("x/[!b]", "x/a", YES), ("[]a]", "]", YES), ("[a-]", "-", YES), ("[]-a]", "^", YES),
    ("[[:digit:]]", "7", YES), ("[[:digit:]]", "x", None), ("[[:upper:]x]", "x", YES), (r"[\]]", "]", YES),
    # what git calls malformed fits nothing
    ("[a", "[a", None), ("[[:nothing:]]", "n", None), ("a\\", "a", None), ("[", "[", None),
    # comments, blanks, escapes
    ("# a", "# a", None), (r"\#a", "#a", YES), (r"\!a", "!a", YES), ("a  ", "a", YES), ("a\\ ", "a ", YES),
    ("a\\  ", "a ", YES), (r"\a", "a", YES), (" a", " a", YES), ("", "a", None), ("a\r\n", "a", YES),
    ("a\u2028b", "a\u2028b", YES), ("a\x0cb", "b", None),
    # the last one that fits decides
    ("a\n!a", "a", NO), ("!a\na", "a", YES), ("*.md\n!b.md\nb*", "b.md", YES), ("*.md\n!b.md", "c.md", YES),
    ("!", "a", None), ("/", "a", None), ("//", "a", None),
    # only a folder
    ("a/", "a", None),
]  # fmt: skip


@pytest.mark.parametrize(("content", "path", "expected"), FILES)
def test_a_file_is_ignored_as_gitignore_5_says(content: str, path: str, expected: bool | None) -> None:
    assert ignores(content, path) is expected


@pytest.mark.parametrize(
    ("content", "path"), [("a/", "a"), ("a/", "x/a"), ("/x/a/", "x/a"), ("**/", "x"), ("*a*/", "bab")]
)
def test_a_slash_at_the_end_is_for_folders_only(content: str, path: str) -> None:
    assert ignores(content, path, is_folder=True) is YES
    assert ignores(content, path) is None


def test_a_byte_order_mark_is_skipped() -> None:
    assert ignores(b"\xef\xbb\xbfa", "a") is YES


def test_names_are_bytes() -> None:
    assert read_ignoring(b"\xff*").verdict(b"\xff\xfe", is_folder=False) is YES


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 8 + "*b", "a" * 255),
        ("*a" * 1_000 + "b", "a" * 255),
        ("**/a/" * 800 + "b", "a/" * 2_000 + "c"),
        ("**/*a*/" * 500 + "b", "aaa/" * 1_000 + "c"),
        ("?*" * 2_000 + "/", "a" * 255),
        ("[a-z]*" * 600 + "!", "a" * 255),
    ],
)
def test_no_pattern_searches_for_long(pattern: str, path: str) -> None:
    # With an expression that goes back, the first of these takes minutes, and each of the others for ever.
    assert ignores(pattern, path) is None


def test_patterns_beyond_the_limit_are_left_out() -> None:
    full = "".join(f"x{n}\n" for n in range(MAX_PATTERNS))
    assert read_ignoring(full.encode()).cut is False
    assert read_ignoring(full.encode() + b"a\n").cut is True
    assert ignores(full + "a\n", "a") is None
    assert ignores(full + "a\n", f"x{MAX_PATTERNS - 1}") is YES


@given(content=st.binary(max_size=60), path=st.binary(min_size=1, max_size=20), is_folder=st.booleans())
def test_no_content_raises(content: bytes, path: bytes, is_folder: bool) -> None:
    assert read_ignoring(content).verdict(path, is_folder=is_folder) in (True, False, None)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_says_the_same_of_every_pattern_and_path(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    paths = sorted({path for _, path, _ in FILES if "\0" not in path and not path.startswith("/")})
    for number, content in enumerate(sorted({content for content, _, _ in FILES})):
        (tmp_path / ".gitignore").write_text(content, "utf-8", newline="")
        told = subprocess.run(
            [
                "git",
                "-C",
                tmp_path,
                "-c",
                "core.excludesFile=/dev/null",
                "check-ignore",
                "--no-index",
                "--stdin",
                "-z",
                "-v",
                "-n",
            ],
            input="\0".join(paths).encode(),
            capture_output=True,
            check=False,
        ).stdout.split(b"\0")
        by_git = {told[i + 3].decode(): told[i + 2].decode() for i in range(0, len(told) - 1, 4)}
        ours = {path: _of_folders(content, path) for path in paths}
        expected = {path: bool(pattern) and not pattern.startswith("!") for path, pattern in by_git.items()}
        assert ours == expected, (number, content)


def _of_folders(content: str, path: str) -> bool:
    """Say whether *path* is ignored or lies in a folder that is; nothing in such a folder comes back."""
    parts = path.split("/")
    folders = ["/".join(parts[:n]) for n in range(1, len(parts))]
    return any(ignores(content, folder, is_folder=True) for folder in folders) or bool(ignores(content, path))
