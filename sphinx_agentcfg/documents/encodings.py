"""Bytes that are not UTF-8 in, the name of the encoding that they are surely or very likely in out."""

from __future__ import annotations

import re

__all__ = ["guess_encoding"]

# UTF-32 LE starts like UTF-16 LE, so the longer marks come first.
_MARKS = (
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
# GB 2312: punctuation (rows 1 and 3) and the 3,755 usual characters (rows 16 to 55). Text in another encoding that
# is all pairs of these, with no odd byte, is very rare; Latin or Cyrillic words have other pairs or an odd length.
_GBK_RUN = re.compile(rb"(?:[\xa1\xa3][\xa1-\xfe]|[\xb0-\xd7][\xa1-\xfe])+")
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_MIN_GBK_CHARACTERS = 2
_SAMPLE = 200


def guess_encoding(data: bytes) -> str | None:
    """Return a name for a person, or None where nothing is likely."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    sample = data[:_SAMPLE]
    if len(sample) > 1 and (not any(sample[1::2]) or not any(sample[::2])):
        return "UTF-16"
    runs = _HIGH_RUN.findall(data)
    if sum(map(len, runs)) >= 2 * _MIN_GBK_CHARACTERS and all(_GBK_RUN.fullmatch(run) for run in runs):
        return "GBK"
    return None
