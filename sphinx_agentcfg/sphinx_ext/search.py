"""Search languages that find Chinese words in English and in Chinese builds, with no dictionary to install.

Chinese has no spaces: each run of its characters is indexed as overlapping pairs, on both sides, so a query of two or
more characters matches wherever it stands. Sphinx 9.0's own script for Chinese names a stemmer that is not there, and
without jieba it indexes no Chinese at all (``facts/renderers.md`` §5); its English one takes whole clauses for a word.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx.search.en import SearchEnglish

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["BigramChinese", "BigramEnglish", "setup_search"]

_RUN = r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+|[^\W\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"

_SPLITTER = r"""
function splitQuery(query) {
  const words = [];
  const parts = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+|[^\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+/g;
  for (const run of query.split(/[^\p{Letter}\p{Number}_\p{Emoji_Presentation}]+/gu)) {
    for (const part of run.match(parts) || []) {
      if (part.length > 2 && /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/.test(part)) {
        for (let i = 0; i + 2 <= part.length; i++) words.push(part.slice(i, i + 2));
      } else {
        words.push(part);
      }
    }
  }
  return words;
}
"""


class BigramEnglish(SearchEnglish):
    """English, and Chinese by pairs of characters."""

    js_splitter_code = _SPLITTER

    def split(self, input: str) -> list[str]:  # noqa: A002  # the base class's name
        """Return the words of *input*; a run of Chinese gives its overlapping pairs, one character alone itself."""
        words: list[str] = []
        for run in re.findall(_RUN, input):
            if len(run) > 2 and _is_chinese(run[0]):  # noqa: PLR2004  # a pair is a word already
                words.extend(run[i : i + 2] for i in range(len(run) - 1))
            else:
                words.append(run)
        return words

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._stems: dict[str, str] = {}  # Sphinx forgets its own with every page

    def stem(self, word: str) -> str:
        """Return the stem of an English word; Chinese has none."""
        if _is_chinese(word[0]):
            return word
        found = self._stems.get(word)
        if found is None:
            found = self._stems[word] = super().stem(word)
        return found


def _is_chinese(char: str) -> bool:
    return "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff"


class BigramChinese(BigramEnglish):
    """The same for builds in Chinese: Latin words are stemmed as English."""

    lang = "zh"


def setup_search(app: Sphinx) -> None:
    """Take the place of Sphinx's own languages for English and Chinese; every other build keeps its own."""
    app.add_search_language(BigramEnglish)
    app.add_search_language(BigramChinese)
