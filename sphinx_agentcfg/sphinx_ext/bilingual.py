"""What is to be said in, the nodes that say it in each language of the page out, tagged so that a reader can switch.

Every piece that stands there in another language too carries the class ``agentcfg-alt-<tag>`` for each such language:
whoever reads Chinese only hides what has an alternative in Chinese. What has none is never hidden, so nothing is lost.
The class ``language-<tag>`` becomes the attribute ``lang`` in HTML (``facts/renderers.md`` §5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_agentcfg.languages import display_name, html_tag
from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.reference.phrases import Kind
from sphinx_agentcfg.reference.translations import State
from sphinx_agentcfg.reference.wording import Wording
from sphinx_agentcfg.sphinx_ext import prose
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, inline_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx_agentcfg.reference.model import Text
    from sphinx_agentcfg.reference.phrases import Phrase
    from sphinx_agentcfg.reference.translations import Translations

__all__ = ["Speaker"]


class Speaker:
    """Says each thing in every language of a page, the first language first.

    ``link`` makes a fragment that leads to the entry of a field path: ``link(text, path)``.
    """

    def __init__(self, languages: Sequence[str], translations: Translations, link: Callable[[str, str], Mark]) -> None:
        self.languages = tuple(languages)
        self.translations = translations
        self.voices = tuple(Wording(language, translations) for language in self.languages)
        self._link = link
        self._tag = {language: html_tag(language) for language in self.languages}
        tags = self._tag.values()
        self._alternatives = {
            language: tuple(f"agentcfg-alt-{other}" for other in tags if other != tag)
            for language, tag in self._tag.items()
        }
        self._between = tuple(f"agentcfg-alt-{tag}" for tag in tags)

    # --- inline -------------------------------------------------------------------------------------------------------

    def label(self, msgid: str, **values: str) -> list[Fragment]:
        """Return one of our own labels in each language, once where they are the same."""
        said = [
            translate(msgid, v.language).format(**values) if values else translate(msgid, v.language)
            for v in self.voices
        ]
        return self.pair([[s] for s in said]) if len(set(said)) > 1 else [said[0]]

    def phrase(self, say: Callable[[Wording], Phrase]) -> list[Fragment]:
        """Return what *say* gives for each language; once where the languages say the same."""
        said = [say(voice) for voice in self.voices]
        if all(s == said[0] for s in said[1:]):
            return self.fragments(said[0])
        return self.pair([self.fragments(s) for s in said])

    def pair(
        self, said: Sequence[Sequence[Fragment]], between: str = " · ", *, stacked: bool = False
    ) -> list[Fragment]:
        """Return the same thing in each language, in a row with a separator that hides with either.

        *stacked*: one below the other where there is a style sheet, in which case nothing has to stand between.
        """
        if len(said) == 1:
            return list(said[0])
        row: list[Fragment] = []
        own, gap = (("agentcfg-row",), ("agentcfg-dash",)) if stacked else ((), ())
        for language, inner in zip(self.languages, said, strict=True):
            if row:
                row.append(Mark("span", (between,), (*self._between, *gap)))
            row.append(Mark("span", tuple(inner), (*self._alternatives[language], *own), self._tag[language]))
        return row

    def fragments(self, phrase: Phrase) -> list[Fragment]:
        """Return a phrase as fragments."""
        row: list[Fragment] = []
        for span in phrase:
            if span.kind is Kind.CODE:
                row.append(Mark("code", (span.text,)))
            elif span.kind is Kind.LINK:
                row.append(self._link(span.text, span.target))
            else:
                row.append(span.text)
        return row

    def line(self, text: Text, *, short: bool = False, between: str = " · ") -> list[Fragment]:
        """Return a text of the schema on one line in each language; *short* keeps the first sentence."""
        found = [self.translations.find(text, language) for language in self.languages]
        shown = [t for t in found if t.state is not State.MISSING] or found[:1]
        row: list[Fragment] = []
        for each in shown:
            inside = prose.inlines(prose.first_sentence(each.text) if short else each.text)
            alternatives, tag = self._tags(each.language, [t.language for t in shown])
            if row:
                row.append(Mark("span", (between,), tuple(_alternative(t.language) for t in shown)))
            row += [Mark("span", tuple(inside), alternatives, tag)] if tag else inside
        return row

    def _tags(self, language: str, shown: Sequence[str]) -> tuple[tuple[str, ...], str]:
        """Return classes and tag of a text in *language*: its alternatives are the others that are really *shown*."""
        if len(self.languages) == 1 and language == self.languages[0]:
            return (), ""
        return tuple(_alternative(other) for other in shown if other != language), html_tag(language)

    # --- blocks -------------------------------------------------------------------------------------------------------

    def prose(self, text: Text) -> list[nodes.Node]:
        """Return a text of the schema as blocks in each language; what is missing or stale is marked as such."""
        found = [self.translations.find(text, language) for language in self.languages]
        shown = [t for t in found if t.state is not State.MISSING]
        missing = [lang for lang, t in zip(self.languages, found, strict=True) if t.state is State.MISSING]
        blocks: list[nodes.Node] = []
        for i, each in enumerate(shown or found[:1]):
            marks = self._marks(each.state, missing, last=i == len(shown) - 1 or not shown)
            alternatives, tag = self._tags(each.language, [t.language for t in shown])
            classes = [*alternatives, *([f"language-{tag}"] if tag else []), *(["agentcfg-second"] if i else [])]
            blocks.append(_one(prose.blocks(each.text), marks, classes))
        return blocks

    def _marks(self, state: State, missing: list[str], *, last: bool) -> list[nodes.Node]:
        marks: list[Fragment] = []
        if state is State.STALE:
            marks += self._mark(N_("translated from an earlier text"))
        if last and missing:
            names = ", ".join(display_name(m) for m in missing)
            marks += self._mark(N_("not yet in {language}"), language=names)
        return inline_nodes(marks)

    def _mark(self, msgid: str, **values: str) -> list[Fragment]:
        return [" ", Mark("span", tuple(self.label(msgid, **values)), ("agentcfg-mark",))]

    def alternatives(self, language: str) -> tuple[tuple[str, ...], str]:
        """Return classes and tag of something in *language* whose alternatives stand beside it."""
        return (self._alternatives[language], self._tag[language]) if len(self.languages) > 1 else ((), "")


def _alternative(language: str) -> str:
    return f"agentcfg-alt-{html_tag(language)}"


def _one(blocks: list[nodes.Element], marks: list[nodes.Node], classes: list[str]) -> nodes.Element:
    """Return the blocks as one node that can carry *classes*."""
    last = blocks[-1]
    if isinstance(last, nodes.paragraph):
        last.extend(marks)
    elif marks:
        blocks.append(nodes.paragraph("", "", *marks))
    node = blocks[0] if len(blocks) == 1 and isinstance(blocks[0], nodes.paragraph) else nodes.container("", *blocks)
    node["classes"] += classes
    return node
