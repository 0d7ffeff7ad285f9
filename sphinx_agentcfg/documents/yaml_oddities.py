"""What a YAML text holds that JSON has no place for in, the sentence that says so out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from sphinx_agentcfg.documents.yaml_scalars import ScalarValue
    from sphinx_agentcfg.messages import Message

__all__ = ["CORE", "misfit", "no_key", "odd_key", "unknown_tag"]

#: How the names of YAML's own tags start.
CORE = "tag:yaml.org,2002:"


def no_key() -> Message:
    """Return the sentence for a key that is no scalar."""
    return message("a list or a mapping cannot be a key, so this entry is left out; use text as the key")


def odd_key(text: str, value: ScalarValue) -> Message:
    """Return the sentence for a key that is a scalar but no text."""
    return message(
        "the key {key} is {kind}, not text, and is read as text; write it in quotes",
        key=excerpt(text) or '""',
        kind=_kind(value),
    )


def misfit(text: str, tag: str) -> Message:
    """Return the sentence for a core tag on a value that is none of its kind."""
    return message(
        "the value {value} does not fit its tag {tag}, so the tag is ignored; correct one of them",
        value=excerpt(text),
        tag=_short(tag),
    )


def unknown_tag(tag: str) -> Message:
    """Return the sentence for a tag that only some program knows."""
    return message(
        "the tag {tag} is not one of YAML's core tags, so the value is read without it; remove the tag",
        tag=excerpt(_short(tag)),
    )


def _short(tag: str) -> str:
    return f"!!{tag.removeprefix(CORE)}" if tag.startswith(CORE) else tag


def _kind(value: ScalarValue) -> Message:
    if value is None:
        return message("null")
    return message("a boolean") if isinstance(value, bool) else message("a number")
