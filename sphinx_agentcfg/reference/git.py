"""A folder and a revision in, the files of that revision out, as git keeps them; never a shell, a hook or a network."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sphinx_agentcfg.documents.limits import MAX_BYTES
from sphinx_agentcfg.messages import Message, message
from sphinx_agentcfg.safe_text import excerpt

__all__ = ["GitProblem", "Revision", "open_revision"]

_SECONDS = 30
_FULL = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
#: What moves when a branch or a tag does; a full hash never moves.
_MOVING = ("HEAD", "logs/HEAD", "packed-refs")
_SETTINGS = ("protocol.allow=never", f"core.hooksPath={os.devnull}", "core.fsmonitor=false", "core.pager=cat")
_ENVIRONMENT = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}


class GitProblem(Exception):
    """Git has nothing to give: ``rule`` is a subtype, ``message`` says why in one line. Never leaves this package."""

    def __init__(self, rule: str, text: Message) -> None:
        self.rule = rule
        self.message = text
        super().__init__(rule, str(text))


@dataclass(frozen=True)
class Revision:
    """One revision of the repository that *folder* is in. ``watched`` are files that change when the name moves on."""

    folder: Path
    name: str
    tree: str
    prefix: str
    watched: tuple[Path, ...] = ()

    def inside(self, path: str) -> str:
        """Return *path*, as git spells it, from the top of the repository; raise :exc:`GitProblem` outside of it."""
        start = PurePosixPath(self.prefix) if path.startswith(("./", "../")) else PurePosixPath()
        parts: list[str] = []
        for part in (start / path).parts:
            if part == ".." and not parts:
                raise self._nothing(path)
            if part == "..":
                parts.pop()
            else:
                parts.append(part)
        if not parts or parts[0] == "/" or "\0" in path:
            raise self._nothing(path)
        return "/".join(parts)

    def read(self, path: str) -> bytes:
        """Return the file *path* (from the top of the repository); raise :exc:`GitProblem` where there is none."""
        content = self.find(path)
        if content is None:
            raise self._nothing(path)
        return content

    def find(self, path: str) -> bytes | None:
        """Return the same, or None where there is no such file, or one that is too large."""
        name = f"{self.tree}:{path}"
        kind = _git(self.folder, "cat-file", "-t", name)
        if kind is None or kind.strip() != b"blob":
            return None
        size = _git(self.folder, "cat-file", "-s", name)
        if size is None or int(size) > MAX_BYTES:
            return None
        return _git(self.folder, "cat-file", "blob", name)

    def _nothing(self, path: str) -> GitProblem:
        text = message(
            "there is no file {path} in the revision {revision}; write the path from the top of the repository",
            path=excerpt(path),
            revision=excerpt(self.name),
        )
        return GitProblem("unknown-revision", text)


def open_revision(folder: Path, name: str) -> Revision:
    """Return the revision *name* of the repository that *folder* is in; raise :exc:`GitProblem` where there is none."""
    prefix = _git(folder, "rev-parse", "--show-prefix")
    if prefix is None:
        text = message("{revision}: this folder is in no git repository", revision=excerpt(name))
        raise GitProblem("unknown-revision", text)
    tree = (
        None
        if "\0" in name
        else _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{tree}}")
    )
    if not tree or not name:
        text = message("no revision {revision} in the git repository; check the name", revision=excerpt(name))
        raise GitProblem("unknown-revision", text)
    watched = () if _FULL.match(name) else _watched(folder, name)
    return Revision(folder, name, tree.decode().strip(), os.fsdecode(prefix).rstrip("\n"), watched)


def _watched(folder: Path, name: str) -> tuple[Path, ...]:
    base = re.split(r"[~^@{]", name, maxsplit=1)[0]
    places = [*_MOVING, *(f"refs/{kind}/{base}" for kind in ("heads", "tags", "remotes") if base and ".." not in base)]
    head = _git(folder, "symbolic-ref", "--quiet", "HEAD")
    if head:
        places.append(os.fsdecode(head).strip())
    found = [_git(folder, "rev-parse", "--git-path", place) for place in places]
    paths = [folder / os.fsdecode(each).rstrip("\n") for each in found if each]
    return tuple(p for p in paths if p.is_file())


def _git(folder: Path, *arguments: str) -> bytes | None:
    """Return what git prints, None where it fails."""
    command = ["git", "--no-pager", *(part for s in _SETTINGS for part in ("-c", s)), *arguments]
    try:
        done = subprocess.run(  # noqa: S603  # no shell; what a person names stands behind --end-of-options or a hash
            command,
            cwd=folder,
            env={**os.environ, **_ENVIRONMENT},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_SECONDS,
        )
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        raise GitProblem("unknown-revision", message("git is not installed; it is needed to read a revision")) from None
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
