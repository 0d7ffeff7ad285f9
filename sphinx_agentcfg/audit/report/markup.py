"""Texts in, safe pieces of HTML out: text of files as data, text of ours in both languages.

Both languages stand in the page, each with its ``lang``; the style sheet shows the one that is chosen, so the switch
works without a script too.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.messages import Message, translate
from sphinx_agentcfg.safe_text import on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "CHINESE",
    "attributes",
    "both",
    "data_script",
    "label",
    "name",
    "number",
    "pair",
    "paragraph",
    "percent",
    "plain",
    "prose",
    "scroll_table",
    "template",
]

CHINESE = "zh_CN"
_CODE = re.compile("`([^`]+)`")
_LEAST = 0.01
_MOST_SHOWN = 120  # characters of a name that stand in the page
_MOST_TOLD = 1_000  # characters of its title


def plain(text: str) -> str:
    """Return *text* of a file, escaped; nothing in it can be taken for markup or turn the line around."""
    return escape(on_one_line(text))


def name(text: str, tag: str = "bdi") -> str:
    """Return *text* of a file as an element; a long one is cut, and its title has more of it."""
    if len(text) <= _MOST_SHOWN:
        return f"<{tag}>{plain(text)}</{tag}>"
    told = text if len(text) <= _MOST_TOLD else text[: _MOST_TOLD - 1] + "…"
    return f'<{tag} title="{plain(told)}">{plain(text[: _MOST_SHOWN - 1])}…</{tag}>'


def pair(english: str, chinese: str) -> str:
    """Return two pieces of HTML, of which a reader sees one; a text that both languages share stands once."""
    if english == chinese:
        return english
    return f'<span class="e" lang="en">{english}</span><span class="z" lang="zh-CN">{chinese}</span>'


@lru_cache(maxsize=512)
def label(msgid: str) -> str:
    """Return one of our labels in both languages."""
    return pair(escape(msgid), escape(translate(msgid, CHINESE)))


def paragraph(msgid: str) -> str:
    """Return one of our labels as a paragraph."""
    return f"<p>{label(msgid)}</p>"


def both(message: Message) -> str:
    """Return one of our sentences in both languages; a long one, because of a value, is cut."""
    return pair(_sentence(message, "en"), _sentence(message, CHINESE))


def _sentence(message: Message, language: str) -> str:
    text = message.text(language)
    return prose(text if len(text) <= _MOST_TOLD else text[: _MOST_TOLD - 1] + "…")


def prose(text: str) -> str:
    """Return a sentence, escaped, with what stands between backticks as code."""
    shown = plain(text)
    return _CODE.sub(r"<code>\1</code>", shown) if "`" in shown else shown


def template(msgid: str) -> dict[str, str]:
    """Return a label as data for the script, which fills in its ``{fields}``."""
    return {"en": msgid, "zh-CN": translate(msgid, CHINESE)}


def attributes(msgid: str) -> str:
    """Return the attributes in which the script finds a text that cannot hold elements, such as an option."""
    return f'data-en="{escape(msgid)}" data-zh="{escape(translate(msgid, CHINESE))}"'


def number(value: int) -> str:
    """Return *value* with its thousands apart, which both languages do alike."""
    return f"{value:,}"


def percent(share: float) -> str:
    """Return *share* (0-1) in percent; only what is all or nothing is said to be so."""
    if 0 < share < _LEAST:
        return "&lt;1%"
    return f"{min(round(share * 100), 99) if share < 1 else 100}%"


def scroll_table(identity: str, caption: str, heads: Sequence[str], rows: Iterable[str], kind: str = "") -> str:
    """Return a table in a box that scrolls by itself.

    *caption* and *heads* are HTML, *rows* whole ``<tr>`` elements; the box bears the caption as its name.
    """
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-labelledby="{identity}-name">'
        f'<table id="{identity}" class="{kind}"><caption id="{identity}-name">{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>\n{chr(10).join(rows)}\n</tbody></table></div>"
    )


def data_script(identity: str, value: Any) -> str:
    """Return *value* as JSON that only the script reads; no text in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f'<script type="application/json" id="{identity}">{text}</script>'
