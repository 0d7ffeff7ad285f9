"""Our own words in both languages: a message id and its values in, a line of text out.

The English text is the message id; the other languages are in ``locale/<language>/LC_MESSAGES/sphinx_agentcfg.po``,
which is read with Babel where it is first needed. Every message in the code stands inside ``N_()`` or ``message()``,
so that a tool can find it.
"""

from __future__ import annotations

import locale
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_agentcfg.safe_text import on_one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "CATALOGUE_NAME",
    "LANGUAGES",
    "N_",
    "SOURCE_LANGUAGE",
    "Message",
    "console_language",
    "message",
    "translate",
]

SOURCE_LANGUAGE = "en"
LANGUAGES = ("en", "zh_CN")
CATALOGUE_NAME = "sphinx_agentcfg"
_LOCALE_DIR = Path(__file__).parent / "locale"


def N_(msgid: str) -> str:  # noqa: N802  # the field's name for "mark, do not translate yet"
    """Mark *msgid* for the catalogue and return it as it is."""
    return msgid


@lru_cache(maxsize=8)
def _catalogue(language: str) -> Mapping[str, str]:
    """Return message id → text for *language*; empty for the source language and for one that we do not ship."""
    path = catalogue_path(language)
    if not path.is_file():
        return {}
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        entries = read_po(file, locale=language)
    return {str(e.id): str(e.string) for e in entries if e.id and e.string and not e.fuzzy}


def catalogue_path(language: str) -> Path:
    """Return where the catalogue of our own labels for *language* is, or would be."""
    return _LOCALE_DIR / language / "LC_MESSAGES" / f"{CATALOGUE_NAME}.po"


def translate(msgid: str, language: str) -> str:
    """Return our text for *msgid* in *language*, else the English one."""
    return msgid if language == SOURCE_LANGUAGE else _catalogue(language).get(msgid, msgid)


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of ours that waits for its language: a message id and the values of its ``{fields}``.

    A value may be a Message itself. Strings are made visible and stay on the line, since they mostly come from
    somebody's file.
    """

    msgid: str
    values: tuple[tuple[str, object], ...] = ()

    def text(self, language: str = SOURCE_LANGUAGE) -> str:
        """Return the sentence in *language*."""
        template = self.template(language)
        if not self.values:
            return template
        shown = {k: v.text(language) if isinstance(v, Message) else on_one_line(str(v)) for k, v in self.values}
        return template.format(**shown)

    def template(self, language: str = SOURCE_LANGUAGE) -> str:
        """Return the sentence in *language* with its ``{fields}`` still open, for a host that sets them itself."""
        return translate(self.msgid, language)

    def __str__(self) -> str:
        return self.text()


def message(msgid: str, /, **values: object) -> Message:
    """Return a :class:`Message`; *msgid* holds ``{name}`` for each value."""
    return Message(msgid, tuple(values.items()))


def console_language() -> str:
    """Return the language of a person's terminal, as Sphinx does for its own log: from the environment's locale."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        value = os.environ.get(name)
        if value:
            break
    else:
        value = locale.getlocale()[0] or ""
    return "zh_CN" if value.lower().startswith("zh") else SOURCE_LANGUAGE
