"""Language codes in, the form that a catalogue folder, an HTML attribute or a reader needs out.

Inside, a language is always a gettext code (``en``, ``zh_CN``); every common spelling is accepted.
"""

from __future__ import annotations

from functools import lru_cache

__all__ = ["display_name", "html_tag", "normalise", "written_in"]

# Chinese without a country means the simplified script here: it is the one that the project ships.
_SAME = {"zh": "zh_CN", "zh_hans": "zh_CN", "zh_hans_cn": "zh_CN", "zh_hant": "zh_TW", "zh_hant_tw": "zh_TW"}
_SCRIPT = 4  # letters in a script's code; a territory's has two


@lru_cache(maxsize=128)
def normalise(code: str) -> str | None:
    """Return the gettext code for *code* (``zh-CN``, ``zh_hans``, ``EN`` …), or None where no language has it."""
    from babel import Locale, UnknownLocaleError  # heavy; nobody needs it before the first page

    folded = code.strip().replace("-", "_").lower()
    if folded in _SAME:
        return _SAME[folded]
    try:
        Locale.parse(folded)
    except (UnknownLocaleError, ValueError, TypeError):
        return None
    language, *rest = folded.split("_")
    return "_".join([language, *(r.title() if len(r) == _SCRIPT else r.upper() for r in rest)])


def html_tag(language: str) -> str:
    """Return the BCP 47 tag of a gettext code: ``zh_CN`` → ``zh-CN``."""
    return language.replace("_", "-")


@lru_cache(maxsize=128)
def display_name(language: str, in_language: str | None = None) -> str:
    """Return a language's own short name (``English``, ``中文``), or its name in *in_language*."""
    from babel import Locale

    locale = Locale.parse(language)
    shown = locale.get_language_name(in_language or language)
    if not shown:
        return language
    return shown[0].upper() + shown[1:]


def written_in(text: str, language: str) -> bool:
    """Say whether *text* can be of *language*: a Chinese one holds a Chinese character, or no letter at all.

    Of other languages nothing is known by looking at letters, so every text can be theirs.
    """
    if not language.startswith("zh"):
        return True
    return any("\u3400" <= c <= "\u9fff" for c in text) or not any(c.isalpha() for c in text)
