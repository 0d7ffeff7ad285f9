"""A test in a schema (``contains``, ``not``, ``if``) or a value in, the words of a sentence about it out.

These are the pieces that :mod:`.violations` and :mod:`.explaining` put together: what must be there, what may not be,
and when something counts.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.messages import LANGUAGES, Message, message
from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.conditions import condition_of
from sphinx_agentcfg.reference.expressions import All, Any_, Equals, Holds, IsSet, Not, Requirement
from sphinx_agentcfg.reference.phrases import plain
from sphinx_agentcfg.reference.translations import Translations
from sphinx_agentcfg.reference.wording import Wording
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.expressions import Condition
    from sphinx_agentcfg.reference.phrases import Phrase

__all__ = [
    "condition_in_words",
    "contained",
    "in_code",
    "requirement_in_words",
    "ruled_out",
    "shown",
    "values_in_words",
    "where",
]

_MOST_VALUES = 12
_MOST_PARTS = 20
#: What would be taken for something other than a string if it stood without quotes.
_NO_STRING = re.compile(r"true|false|null|-?[0-9.]{1,20}(?:[eE][+-]?[0-9]{1,4})?|")


def where(path: str) -> Message:
    """Return the subject of a sentence about the value at *path*."""
    return message("`{path}`", path=path) if path else message("the document")


def in_code(groups: list[list[str]]) -> Message:
    """Return names as code, "`a` · `b` + `c`": a sentence of its own, so that a page can set each name as such."""
    names = {f"n{i}": name for i, name in enumerate(name for group in groups for name in group)}
    places = iter(names)
    return Message(
        " · ".join(" + ".join(f"`{{{next(places)}}}`" for _ in group) for group in groups), tuple(names.items())
    )


def shown(value: Any, limit: int = 60) -> str:  # any JSON value
    """Return a value as JSON writes it, a string without quotes if it reads as one; of a large one only what it is."""
    if isinstance(value, str):
        return f'"{value}"' if _NO_STRING.fullmatch(value) else excerpt(value, limit)
    if isinstance(value, dict | list) and len(value) > _MOST_PARTS:
        return "{…}" if isinstance(value, dict) else "[…]"
    return excerpt(json.dumps(value, ensure_ascii=False), limit)


def values_in_words(values: tuple[Any, ...]) -> str:
    """Return the first of *values* in a row."""
    listed = [shown(v, 40) for v in values[:_MOST_VALUES]]
    return " · ".join([*listed, "…"] if len(values) > _MOST_VALUES else listed)


# --- tests of items and values ----------------------------------------------------------------------------------------


def contained(keyword: str, schema: dict[str, Any], path: str) -> Message:
    """Return which items the array at *path* must hold, of which it holds too few or (``maxContains``) too many."""
    test = schema.get("contains")
    subject, item = where(path), _item(test)
    least = schema.get("minContains", 1)
    if keyword == "maxContains":
        most = schema.get("maxContains")
        return message("{where} may contain {item} at most {n} times; remove some", where=subject, item=item, n=most)
    if keyword == "minContains" or least != 1:
        return message("{where} must contain {item} at least {n} times; add to it", where=subject, item=item, n=least)
    return message("{where} must contain {item}; add it", where=subject, item=item)


def _item(test: Any) -> Message:
    """Return what an item must be, as the object of a sentence."""
    schema = test if isinstance(test, dict) else {}
    said = condition_in_words(condition_of(test), lead=False)
    if "const" in schema:
        return message("`{path}`", path=shown(schema["const"]))
    if isinstance(schema.get("enum"), list):
        return message("one of {allowed}", allowed=values_in_words(tuple(schema["enum"])))
    if said:
        return message("an item in which {condition}", condition=said)
    if set(schema) == {"pattern"}:
        return message("an item that matches `{pattern}`", pattern=schema["pattern"])
    if set(schema) == {"type"}:
        names = schema["type"]
        return message("an item of type {type}", type=" / ".join(names) if isinstance(names, list) else names)
    return message("an item that fits `{schema}`", schema=shown(test))


def ruled_out(test: Any, instance: object, path: str) -> Message:
    """Return what *test* says must not be so at *path*, and is."""
    schema = test if isinstance(test, dict) else {}
    known = _fields_ruled_out(condition_of(test), path)
    if known:
        return known
    if set(schema) == {"const"} or set(schema) == {"enum"}:
        value = shown(instance, 40)
        return message("{where} must not be `{shown}`; choose another value", where=where(path), shown=value)
    if set(schema) == {"pattern"}:
        return message(
            "{where} must not match `{pattern}`, and `{shown}` does; change the value",
            where=where(path),
            pattern=schema["pattern"],
            shown=shown(instance, 40),
        )
    return message("{where} must not fit `{schema}`; change it", where=where(path), schema=shown(test))


def _fields_ruled_out(condition: Condition, path: str) -> Message | None:
    """Return which fields must not be there, or which condition must not hold; None where it has no plain words."""
    match condition:
        case IsSet(name):
            return message("{where} must not be set here; remove it", where=where(paths.child(path, name)))
        case All(parts) | Any_(parts) if all(isinstance(p, IsSet) for p in parts):
            names = in_code([[paths.child(path, p.name)] for p in parts if isinstance(p, IsSet)])
            if isinstance(condition, All):
                return message("{names} must not be set together; remove one of them", names=names)
            return message("none of {names} may be set here; remove those that are", names=names)
    said = condition_in_words(condition, lead=False)
    if said is None:
        return None
    return message("{where} must not be so that {condition}; change that", where=where(path), condition=said)


# --- conditions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Said(Message):
    """Words that were made in each language, and not looked up as a whole."""

    texts: tuple[tuple[str, str], ...] = ()

    def template(self, language: str = "en") -> str:
        """Return the words in *language*, else in English."""
        return dict(self.texts).get(language, self.msgid)


def condition_in_words(condition: Condition, *, lead: bool = True) -> Message | None:
    """Return "If `kind` is `cron`", or without *lead* the clause alone; None where there are no plain words for it."""
    if not _is_plain(condition):
        return None
    return _said([(v.language, v.context(condition) if lead else v.condition(condition)) for v in _voices()])


def requirement_in_words(condition: Condition) -> Message | None:
    """Return "required if `kind` is `cron`"; None where there are no plain words for it."""
    if not _is_plain(condition):
        return None
    return _said([(v.language, v.requirement(Requirement(when=(condition,)))) for v in _voices()])


def _said(phrases: list[tuple[str, Phrase]]) -> Message:
    texts = tuple((language, plain(phrase)) for language, phrase in phrases)
    return _Said(texts[0][1], texts=texts)


@lru_cache(maxsize=1)
def _voices() -> tuple[Wording, ...]:
    return tuple(Wording(language, Translations("en")) for language in LANGUAGES)


def _is_plain(condition: Condition) -> bool:
    match condition:
        case Holds():
            return False
        case Not(inner):
            return _is_plain(inner)
        case All(parts) | Any_(parts):
            return all(_is_plain(p) for p in parts)
    return not isinstance(condition, Equals) or not any(isinstance(v, dict | list) for v in condition.values)
