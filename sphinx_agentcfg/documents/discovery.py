"""A folder in, a ``Tree`` of the files in it out: walked once, never through a symbolic link, never out of the root.

Which files mean anything is not known here. Folders that hold other people's work or a tool's own data
(:data:`SKIPPED`) are passed over. ``.gitignore`` files are honoured when asked for: those of the root and below, since
nothing outside the root is read, and whether or not git already tracks the file.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.documents.bytes_reader import read_known
from sphinx_agentcfg.documents.gitignore import MAX_PATTERNS, Ignoring, read_ignoring
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx_agentcfg.messages import Message

__all__ = ["SKIPPED", "Tree", "walk"]

#: Folders that are never looked into: version control, installed packages, caches of tools.
SKIPPED = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        "node_modules",
        "__pycache__",
        ".venv",
        "venv",
        ".tox",
        ".nox",
        ".eggs",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".ipynb_checkpoints",
    }
)
_IGNORE_FILE = ".gitignore"
#: After so many entries, and then again, whoever waits is told.
_TELL_EVERY = 1_000


@dataclass(frozen=True)
class Tree:
    """The files below *root* as paths with ``/`` from there, in the order of their characters (so of UTF-8 too).

    ``files`` are all entries that are no folders: regular files, symbolic links (also in ``links``, whatever they
    lead to), and what is no file at all (also in ``odd``: pipes, sockets, devices). ``findings`` tells of folders that
    could not be read.
    """

    root: Path
    files: tuple[str, ...] = ()
    folders: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    odd: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()
    #: How many entries ``.gitignore`` left out.
    ignored: int = 0

    def __contains__(self, path: object) -> bool:
        return path in self._all

    def is_folder(self, path: str) -> bool:
        """Say whether *path* is a folder of the tree; ``""`` is the root."""
        return not path.strip("/") or path.strip("/") in self.folders

    @property
    def names(self) -> Iterable[str]:
        """Every name that a file has, once."""
        return self._by_name

    def named(self, name: str) -> tuple[str, ...]:
        """Return the files of that name, wherever they are."""
        return self._by_name.get(name, ())

    def below(self, folder: str, suffix: str = "") -> Iterator[str]:
        """Give the files in *folder* (``""``: the root) and in its sub-folders whose names end in *suffix*."""
        prefix = folder.strip("/")
        prefix = f"{prefix}/" if prefix else ""
        for i in range(bisect_left(self.files, prefix), len(self.files)):
            path = self.files[i]
            if not path.startswith(prefix):
                return
            if path.endswith(suffix):
                yield path

    def inside(self, folder: str) -> tuple[str, ...]:
        """Return the files that lie directly in *folder* (``""``: the root)."""
        return self._by_folder.get(folder.strip("/"), ())

    @cached_property
    def _all(self) -> frozenset[str]:
        return frozenset(self.files)

    @cached_property
    def _by_name(self) -> dict[str, tuple[str, ...]]:
        return _grouped(self.files, lambda path: path.rpartition("/")[2])

    @cached_property
    def _by_folder(self) -> dict[str, tuple[str, ...]]:
        return _grouped(self.files, lambda path: path.rpartition("/")[0])


def _grouped(paths: tuple[str, ...], key: Callable[[str], str]) -> dict[str, tuple[str, ...]]:
    groups: dict[str, list[str]] = {}
    for path in paths:
        groups.setdefault(key(path), []).append(path)
    return {name: tuple(group) for name, group in groups.items()}


def walk(root: Path, *, gitignore: bool = False, tell: Callable[[int], None] | None = None) -> Tree:
    """Walk *root*, a folder that is there; *tell* hears how many entries were seen, now and then.

    A folder or a ``.gitignore`` that cannot be read costs one finding (``file/unreadable``), and the walk goes on.
    """
    walker = _Walker(Path(root), gitignore=gitignore, tell=tell)
    walker.run()
    return Tree(
        root=Path(root),
        files=tuple(sorted(walker.files)),
        folders=frozenset(walker.folders),
        links=frozenset(walker.links),
        odd=frozenset(walker.odd),
        findings=tuple(sorted(walker.findings, key=lambda f: f.path)),
        ignored=walker.ignored,
    )


class _Walker:
    def __init__(self, root: Path, *, gitignore: bool, tell: Callable[[int], None] | None) -> None:
        self.root = root
        self.gitignore = gitignore
        self.tell = tell
        self.files: list[str] = []
        self.folders: list[str] = []
        self.links: list[str] = []
        self.odd: list[str] = []
        self.findings: list[Finding] = []
        self.ignored = 0

    def run(self) -> None:
        """Visit every folder; a stack and no recursion, since folders may lie deep."""
        stack: list[tuple[str, tuple[_Ignoring, ...]]] = [("", ())]
        while stack:
            folder, ignoring = stack.pop()
            try:
                with os.scandir(os.path.join(self.root, folder)) as entries:  # noqa: PTH118  # a str is four times as fast
                    listed = list(entries)
            except OSError as error:
                self._unreadable(folder, error)
                continue
            prefix = f"{folder}/" if folder else ""
            if self.gitignore:
                ignoring = (*ignoring, *(self._ignoring(e, prefix) for e in listed if e.name == _IGNORE_FILE))
            for entry in listed:
                try:
                    self._take(entry, prefix + entry.name, ignoring, stack)
                except OSError as error:  # where the folder does not say what is what, and the file keeps it secret
                    self._unreadable(prefix + entry.name, error)

    def _take(
        self,
        entry: os.DirEntry[str],
        path: str,
        ignoring: tuple[_Ignoring, ...],
        stack: list[tuple[str, tuple[_Ignoring, ...]]],
    ) -> None:
        is_folder = entry.is_dir(follow_symlinks=False)
        if is_folder and entry.name in SKIPPED:
            return
        if ignoring and _ignored(ignoring, path, is_folder=is_folder):
            self.ignored += 1
            return
        if is_folder:
            self.folders.append(path)
            stack.append((path, ignoring))
            return
        self.files.append(path)
        if self.tell and len(self.files) % _TELL_EVERY == 0:
            self.tell(len(self.files))
        if not entry.is_file(follow_symlinks=False):
            (self.links if entry.is_symlink() else self.odd).append(path)

    def _ignoring(self, entry: os.DirEntry[str], prefix: str) -> _Ignoring:
        """Return what a ``.gitignore`` says; nothing, with a finding, where it says nothing that could be followed."""
        path = prefix + _IGNORE_FILE
        content: bytes | Finding = b""
        if entry.is_symlink():  # git does not follow it either
            self._warn("unreadable", path, message("a link as .gitignore ignores nothing; put a file in its place"))
        elif not entry.is_dir():
            content = read_known(entry.path, path)
        if isinstance(content, Finding):
            self.findings.append(content)
            content = b""
        rules = read_ignoring(content)
        if rules.cut:
            cause = message(
                "only the first {limit} patterns are looked at; remove those that are not needed",
                limit=f"{MAX_PATTERNS:,}",
            )
            self._warn("too-large", path, cause)
        return _Ignoring(len(prefix), rules)

    def _unreadable(self, path: str, error: OSError) -> None:
        text = message(
            "the folder cannot be read ({reason}), so nothing in it was audited; {step}",
            reason=causes.of_system(error),
            step=causes.step_of_system(error),
        )
        self.findings.append(Finding("file/unreadable", Severity.ERROR, path or ".", text))

    def _warn(self, rule: str, path: str, text: Message) -> None:
        self.findings.append(Finding(f"file/{rule}", Severity.WARNING, path, text))


class _Ignoring(NamedTuple):
    """A ``.gitignore``, and how many characters the path of its folder has (with the slash)."""

    start: int
    rules: Ignoring


def _ignored(ignoring: tuple[_Ignoring, ...], path: str, *, is_folder: bool) -> bool:
    """Say whether *path* is ignored: the ``.gitignore`` nearest to it that speaks of it decides."""
    for start, rules in reversed(ignoring):
        verdict = rules.verdict(os.fsencode(path[start:]), is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False
