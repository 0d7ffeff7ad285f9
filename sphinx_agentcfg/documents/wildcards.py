"""A pattern as git and shells write it in, an expression out that is matched in next to no time whatever it says."""

from __future__ import annotations

import re

__all__ = ["expression", "is_literal"]

_SPECIAL = re.compile(rb"[*?\[\\]")
_CLASSES = {
    b"alnum": rb"[0-9A-Za-z]",
    b"alpha": rb"[A-Za-z]",
    b"blank": rb"[ \t]",
    b"cntrl": rb"[\x00-\x1f\x7f]",
    b"digit": rb"[0-9]",
    b"graph": rb"[!-~]",
    b"lower": rb"[a-z]",
    b"print": rb"[ -~]",
    b"punct": rb"[!-/:-@\[-`{-~]",
    b"space": rb"[ \t-\r]",
    b"upper": rb"[A-Z]",
    b"xdigit": rb"[0-9A-Fa-f]",
}
_BYTES = frozenset(range(256))
_SLASH = ord("/")
_NEVER = b"(?!)"


def is_literal(pattern: bytes) -> bool:
    """Say whether *pattern* fits only what is written alike."""
    return _SPECIAL.search(pattern) is None


def expression(pattern: bytes, *, folders: bool) -> bytes:
    """Return the expression, for ``re.DOTALL``, of all that *pattern* fits; with *folders*, ``**`` goes through them.

    A pattern that git calls malformed fits nothing.
    """
    parts = _parts(pattern, folders=folders)
    if parts is None:
        return _NEVER
    *middle, last = parts
    # Each part but the last is found at the first place where it fits, for good: what follows goes through all folders.
    body = b"".join(_atomic(_skip(at) + _within(pieces, ends=False)) for at, pieces in enumerate(middle))
    end = b".*" if last == [b"**"] else _skip(len(middle)) + _within(last, ends=True)
    return body + end + rb"\Z"


def _atomic(inner: bytes) -> bytes:
    return b"(?>" + inner + b")"


def _skip(part: int) -> bytes:
    return rb"(?:[^/]*+/)*?" if part else b""


def _within(pieces: list[bytes], *, ends: bool) -> bytes:
    """Return the expression of a part; its pieces stand between stars that stay within a folder."""
    first, *others = pieces
    last = others.pop() if ends and others else None
    end = b"" if last is None else b"[^/]*" + last
    return first + b"".join(_atomic(b"[^/]*?" + piece) for piece in others) + end


def _parts(pattern: bytes, *, folders: bool) -> list[list[bytes]] | None:
    """Return the parts between ``**/``, each as its pieces between single stars; None where it is malformed.

    A part ``[b"**"]`` at the end stands for everything below.
    """
    found = _SPECIAL.search(pattern)
    # git compares the text up to the first special character by itself; a ** right behind it counts as at the start.
    literal = found.start() if found else len(pattern)
    parts: list[list[bytes]] = [[b""]]
    at = 0
    while at < len(pattern):
        if pattern[at : at + 1] == b"*":
            end = at + len(pattern[at:]) - len(pattern[at:].lstrip(b"*"))
            free = folders and end - at > 1 and (at in (0, literal) or pattern[at - 1 : at] == b"/")
            if free and end == len(pattern):
                return [*parts, [b"**"]]
            if free and pattern[end : end + 1] == b"/":
                parts.append([b""])
                end += 1
            else:
                parts[-1].append(b"")
            at = end
            continue
        one = _one(pattern, at)
        if one is None:
            return None
        text, at = one
        parts[-1][-1] += text
    return parts


def _one(pattern: bytes, at: int) -> tuple[bytes, int] | None:
    """Return the expression of the one byte that *pattern* asks for at *at*, and where it goes on."""
    match pattern[at : at + 1]:
        case b"?":
            return b"[^/]", at + 1
        case b"[":
            return _bracket(pattern, at + 1)
        case b"\\":
            return (re.escape(pattern[at + 1 : at + 2]), at + 2) if at + 1 < len(pattern) else None
        case byte:
            return re.escape(byte), at + 1


def _bracket(pattern: bytes, at: int) -> tuple[bytes, int] | None:
    negated = pattern[at : at + 1] in (b"!", b"^")
    at += negated
    start, chosen, before = at, set[int](), -1
    while (byte := pattern[at : at + 1]) != b"]" or at == start:
        following = pattern[at + 1 : at + 2]
        if not byte or (byte == b"\\" and not following):
            return None
        if byte == b"[" and following == b":":
            named = _named(pattern, at + 2)
            if named is None:
                return None
            members, at = named
            chosen |= members
            before = ord("[") if members == {ord("[")} else -1
            continue
        is_range = byte == b"-" and before >= 0 and following not in (b"]", b"")
        at += is_range
        at += pattern[at : at + 1] == b"\\"
        if at >= len(pattern):
            return None
        chosen |= set(range(before, pattern[at] + 1)) if is_range else {pattern[at]}
        before = -1 if is_range else pattern[at]
        at += 1
    return _any_byte((set(_BYTES - chosen) if negated else chosen) - {_SLASH}), at + 1


def _any_byte(members: set[int]) -> bytes:
    return b"[" + b"".join(b"\\x%02x" % member for member in sorted(members)) + b"]" if members else _NEVER


def _named(pattern: bytes, at: int) -> tuple[set[int], int] | None:
    """Return the bytes of ``[:name:]``, whose name starts at *at*; a mere ``[`` where it is not written so."""
    end = pattern.find(b"]", at)
    if end < 0:
        return None
    if end == at or pattern[end - 1 : end] != b":":
        return {ord("[")}, at - 1
    members = _CLASSES.get(pattern[at : end - 1])
    if members is None:
        return None
    return {byte for byte in _BYTES if re.match(members, bytes([byte]), re.DOTALL)}, end + 1
