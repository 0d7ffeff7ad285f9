"""Keys in, field paths, anchors and target names out (the grammar of ``spec/interfaces.md`` → Paths).

A path is for people (``freshness.reviewAfter``), an anchor for a URL; the same path always gives the same anchor.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache

__all__ = [
    "anchor",
    "child",
    "comparable",
    "container",
    "free",
    "is_free",
    "item",
    "key",
    "key_of_pattern",
    "placeholder",
]

# Patterns as text: `re` keeps what it compiled, and a build that names no field compiles nothing.
_PLAIN_KEY = r"[A-Za-z0-9_$-]+\Z"
_PLAIN_ANCHOR = r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\Z"
_QUOTED = r'(?s)\[("(?:[^"\\]|\\.)*")\]\Z'
_ITEM = r"\[\d*\]"
_PLACEHOLDER = r"<[^<>]*>"
_META = set("[](){}?*+|.^$")


def child(path: str, key: str) -> str:
    """Return the path of *key* inside *path*; one that is not plain is quoted: ``permissions["chatmode.private"]``."""
    if re.match(_PLAIN_KEY, key):
        return f"{path}.{key}" if path else key
    return f"{path}[{json.dumps(key, ensure_ascii=False)}]"


def placeholder(path: str, word: str) -> str:
    """Return the path of a free key inside *path*; *word* already holds its ``<…>`` and its fixed parts."""
    return f"{path}.{word}" if path else word


def free(path: str, word: str) -> str:
    """Return the path of a key that matches a pattern; *word* is how it is written (:func:`key_of_pattern`)."""
    return placeholder(path, word) if "<" in word else child(path, word)


def is_free(path: str, parent: str) -> bool:
    """Say whether the last key of *path*, right below *parent*, is a free one; a quoted key may hold any character."""
    own = path.removeprefix(container(path, parent))
    return "<" in own and not own.startswith('["')


def container(path: str, parent: str) -> str:
    """Return what the last key of *path* is a key of: the field *parent*, or its items."""
    end = len(parent)
    while match := re.match(_ITEM, path[end:]):
        end += match.end()
    return path[:end]


def key(path: str) -> str:
    """Return the last key of *path*, as it is written in a document."""
    quoted = re.search(_QUOTED, path)
    return str(json.loads(quoted[1])) if quoted else path.rpartition(".")[2].removeprefix("#")


def item(path: str, place: int | None = None) -> str:
    """Return the path of the items of the array *path*, or of the item at one *place* of a tuple."""
    return f"{path}[]" if place is None else f"{path}[{place}]"


def key_of_pattern(pattern: str, word: str = "key") -> str:
    r"""Return how a key that matches *pattern* is written: fixed ends kept, the rest as ``<word>``.

    ``^on_`` → ``on_<key>``; ``^baseagents\.[a-z]+\.model$`` → ``baseagents.<key>.model``; ``.*`` → ``<key>``.
    """
    start = pattern.startswith("^")
    end = pattern.endswith("$") and not pattern.endswith("\\$")
    tokens = re.findall(r"\\.|\[(?:\\.|[^\]\\])*\]|.", pattern[start : len(pattern) - end], re.DOTALL)
    if "|" in tokens:
        return f"<{word}>"
    literal = [_literal(t, tokens[i + 1 : i + 2]) for i, t in enumerate(tokens)]
    head = _run(literal) if start else ""
    if end and start and len(head) == len(literal) and tokens:
        return head
    tail = _run(literal[::-1])[::-1] if end else ""
    return f"{head}<{word}>{tail}"


def _literal(token: str, following: list[str]) -> str | None:
    if following and following[0] in {"?", "*", "+", "{"}:
        return None
    if token.startswith("\\") and len(token) == 2:  # noqa: PLR2004  # a backslash and what it escapes
        return None if token[1].isalnum() else token[1]
    return None if token in _META or token.startswith("[") else token


def _run(parts: list[str | None]) -> str:
    out = ""
    for part in parts:
        if part is None:
            break
        out += part
    return out


def comparable(path: str) -> str:
    """Return *path* with each ``<word>`` as ``*``: a role target may write either."""
    return re.sub(_PLACEHOLDER, "*", path)


def anchor(type_id: str, path: str = "") -> str:
    """Return the id of the entry of *path* on the page of *type_id*; of the whole schema when *path* is empty.

    Readable as it is for ordinary names. Any other name keeps its letters and gains eight digits of a hash of the path,
    so that ``a.b`` stays apart from ``a`` → ``b``, and names of any script give a valid XML name.
    """
    head = _slug(type_id.replace("/", "."))
    if not head[0].isalpha():
        head = f"agentcfg-{head}"
    return f"{head}.{_slug(path)}" if path else head


@lru_cache(maxsize=8192)
def _slug(text: str) -> str:
    if re.match(_PLAIN_ANCHOR, text):
        return text
    letters = "".join(c if c.isalpha() or c in "0123456789_-" else "." for c in text)
    letters = re.sub(r"\.{2,}", ".", letters).strip(".")
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{letters}-{digest}" if letters else f"x-{digest}"
