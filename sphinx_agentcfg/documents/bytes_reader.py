"""A path in, its bytes out; bytes in, their text out; each with the finding that says why not. Never blocks."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.documents.encodings import guess_encoding
from sphinx_agentcfg.documents.limits import MAX_BYTES
from sphinx_agentcfg.documents.source import Source
from sphinx_agentcfg.findings import Finding, Fix, Severity
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.messages import Message

__all__ = ["check_size", "check_text", "decode", "read_bytes", "read_known"]

# A FIFO without a writer would block open(), a terminal would become ours. Not every system has each flag.
_OPEN_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_BOM = "\ufeff"


def read_bytes(path: Path, name: str, root: Path | None = None) -> bytes | Finding:
    """Return what *path* holds; with *root*, only where the path stays inside it after all symlinks."""
    problem = Source(name, "")
    try:
        if root is not None:
            path, base = path.resolve(), root.resolve()
            if not path.is_relative_to(base):
                return _error(problem, "outside-root", _outside(base))
        return _check_kind(problem, path.stat()) or _read_open(path, problem)
    except (FileNotFoundError, NotADirectoryError):
        return _error(problem, "missing", message("there is no such file; check the path"))
    except PermissionError:
        return _error(problem, "unreadable", message("there is no permission to read it; change its permissions"))
    except OSError as error:
        return _error(problem, "unreadable", _system(causes.of_system(error), causes.step_of_system(error)))
    except (ValueError, RuntimeError) as error:
        return _error(problem, "unreadable", _impossible(error))


def read_known(path: str, name: str) -> bytes | Finding:
    """Return what a file holds that a walk of its repository has just seen as a regular file.

    It is not looked for links once more (that takes longer than reading it); should a link have taken its name
    meanwhile, it is not followed.
    """
    try:
        handle = os.open(path, _OPEN_FLAGS | _NO_FOLLOW)
        try:
            status = os.fstat(handle)
            if stat.S_ISREG(status.st_mode) and status.st_size <= MAX_BYTES:
                data = os.read(handle, status.st_size + 1)
                if len(data) == status.st_size:
                    return data
        finally:
            os.close(handle)
    except OSError:
        pass
    # Gone, changed while it was read, too large …: the careful way says which.
    return _read_again(path, name)


def decode(data: bytes, name: str) -> str | Finding:
    """Return *data* as text; a byte order mark is still in it."""
    problem = Source(name, "")
    if len(data) > MAX_BYTES:
        return _too_large(problem, len(data))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return _not_utf8(data, name, error.start)
    encoding = guess_encoding(data) if b"\0" in data else None
    if encoding is not None:
        return _not_utf8(data, name, data.index(0))
    return text


def check_size(text: str, name: str) -> str | Finding:
    """Return *text*, which was decoded elsewhere, unless it is too large (it has at least a byte per character)."""
    return text if len(text) <= MAX_BYTES else _too_large(Source(name, ""), len(text))


def check_text(text: str, name: str) -> tuple[str, tuple[Finding, ...]]:
    """Return *text* without its byte order mark, and what is to say about the mark and the line ends."""
    if "\r" not in text and not text.startswith(_BOM):
        return text, ()
    findings: list[Finding] = []
    source = Source(name, text.removeprefix(_BOM))
    if text.startswith(_BOM):
        cause = message("the file starts with a byte order mark; save it as UTF-8 without one")
        findings.append(replace(source.finding("byte-order-mark", Severity.WARNING, cause, 0), fix=Fix(1, 0, 1, 1, "")))
    cause_of_ends = _line_ends(source.text)
    if cause_of_ends is not None:
        findings.append(source.finding("line-ends", Severity.INFO, cause_of_ends, source.text.index("\r")))
    return source.text, tuple(findings)


def _read_again(path: str, name: str) -> bytes | Finding:
    from pathlib import Path

    if os.path.islink(path):  # noqa: PTH114  # nothing to build a Path for
        return _error(Source(name, ""), "unreadable", message("the file was replaced by a link; run again"))
    return read_bytes(Path(path), name)


def _read_open(path: Path, problem: Source) -> bytes | Finding:
    try:
        handle = os.open(path, _OPEN_FLAGS)
    except FileNotFoundError:
        return _error(problem, "missing", message("the file vanished while it was read; run again"))
    with os.fdopen(handle, "rb") as file:
        # Again: between the two looks, something else may have taken the name.
        changed = _check_kind(problem, os.fstat(file.fileno()))
        if changed is not None:
            return changed
        data = file.read(MAX_BYTES + 1)
    # A file that grows, or one of /proc, can hold more than its size said.
    return data if len(data) <= MAX_BYTES else _too_large(problem, len(data))


def _check_kind(problem: Source, status: os.stat_result) -> Finding | None:
    mode = status.st_mode
    if not stat.S_ISREG(mode):
        return _error(
            problem, "not-a-file", message("this is {kind}, not a file; give the path of a file", kind=_kind(mode))
        )
    return _too_large(problem, status.st_size) if status.st_size > MAX_BYTES else None


def _kind(mode: int) -> Message:
    if stat.S_ISDIR(mode):
        return message("a folder")
    if stat.S_ISFIFO(mode):
        return message("a named pipe")
    if stat.S_ISSOCK(mode):
        return message("a socket")
    return message("a device")


def _error(problem: Source, rule: str, cause: Message) -> Finding:
    return problem.finding(rule, Severity.ERROR, cause)


def _outside(root: Path) -> Message:
    return message("the path leads out of {root} and is not read; keep the file inside", root=root)


def _system(reason: Message | str, step: Message) -> Message:
    return message("the system cannot read it ({reason}); {step}", reason=reason, step=step)


def _impossible(error: ValueError | RuntimeError) -> Message:
    if isinstance(error, RuntimeError):  # Python < 3.13 says so of a loop of links
        return _system(*causes.LOOP)
    return message("no file can have such a name; remove the NUL character from it")


def _too_large(problem: Source, size: int) -> Finding:
    cause = message(
        "the file is larger than {limit} MB (at least {size} bytes); split it or shorten it",
        limit=MAX_BYTES // 1_000_000,
        size=f"{size:,}",
    )
    return _error(problem, "too-large", cause)


def _not_utf8(data: bytes, name: str, offset: int) -> Finding:
    before = Source(name, data[:offset].decode(errors="replace").removeprefix(_BOM))
    encoding = guess_encoding(data)
    if encoding is None:
        cause = message("byte {offset} is not UTF-8; save the file as UTF-8", offset=offset)
    else:
        cause = message(
            "byte {offset} is not UTF-8, the file looks like {encoding}; save it as UTF-8",
            offset=offset,
            encoding=encoding,
        )
    return before.finding("not-utf8", Severity.ERROR, cause, len(before.text))


def _line_ends(text: str) -> Message | None:
    all_cr, pairs = text.count("\r"), text.count("\r\n")
    if not all_cr:
        return None
    if pairs == all_cr == text.count("\n"):
        return message("the lines end in CRLF, as on Windows; save the file with LF if a tool refuses it")
    if not pairs and "\n" not in text:
        return message("the lines end in a lone CR, which few tools take for a line end; save the file with LF")
    return message("the line ends are mixed (LF, CRLF or CR); save the file with LF only")
