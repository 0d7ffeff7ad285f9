"""A field in, the comment above it in a template out: whether it must be there, and the first words about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.reference.phrases import plain
from sphinx_agentcfg.reference.plain_text import first_sentence, wrapped
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.model import Field
    from sphinx_agentcfg.reference.skeletons import Line
    from sphinx_agentcfg.reference.translations import Translations
    from sphinx_agentcfg.reference.wording import Wording

__all__ = ["comment", "comment_lines"]

_WIDTH = 76
_LONGEST = 240


def comment(field: Field, voice: Wording, translations: Translations) -> str:
    """Return what is said above *field* in the language of *voice*; nothing where there is nothing to say."""
    requirement = plain(voice.requirement(field.required))
    text = _first_words(field, voice.language, translations)
    if requirement and text:
        return translate(N_("{requirement}. {text}"), voice.language).format(
            requirement=_capital(requirement), text=text
        )
    return _capital(requirement or text)


def _first_words(field: Field, language: str, translations: Translations) -> str:
    text = field.main.descriptions[0] if field.main.descriptions else field.main.title
    if text is None:
        return ""
    return visible(first_sentence(translations.find(text, language).text, _LONGEST))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def comment_lines(text: str, line: Line) -> tuple[str, ...]:
    """Return *text* as the comment above *line*, in the syntax of the place."""
    lead = " " * line.indent + line.mark + " "
    rows = wrapped(text, _WIDTH - len(lead))
    if line.mark != "<!--":
        return tuple(lead + row for row in rows)
    inside = f"\n{' ' * len(lead)}".join(row.replace("-->", "-- >") for row in rows)
    return tuple(f"{lead}{inside} -->".split("\n"))
