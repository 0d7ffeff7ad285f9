"""A repository, a theme and a language in, the text of a ``conf.py`` out: names and literals, nothing that runs.

Beside it lie a ``docutils.conf``, which lets no page read a file or hold HTML of its own, and a little CSS.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["CSS", "DOCUTILS", "THEME_WORDS", "Configuration", "default_theme", "plain_title", "theme_catalogue"]

#: A second wall behind the escapes of ``pages``; a line may be as long as the longest argument of a directive.
DOCUTILS = "[general]\nfile_insertion_enabled: no\nraw_enabled: no\nline_length_limit: 1000000\n"

CSS = """\
p.site-twin { font-size: 0.875em; margin: 0 0 1.5em; }
p.site-beside { float: right; margin: 0 0 0 1em; }
p.site-above { font-size: 0.875em; margin: 0 0 1.5em; }
article h1, div.body h1 { overflow-wrap: anywhere; }
table.align-left { margin-left: 0; margin-right: auto; }
table.align-left th { text-align: left; }
table.align-left td:first-child { min-width: 7em; }
"""
#: Language → what furo says on every page, which neither it nor Sphinx has in that language.
THEME_WORDS = {
    "zh_CN": {
        "Skip to content": "跳到正文",
        "Back to top": "回到顶部",
        "On this page": "本页内容",
        "Home": "首页",
        "Next": "下一页",
        "Previous": "上一页",
    }
}
_LOCALE = "_locale"
_LONGEST = 60


def default_theme() -> str:
    """Return the name of the theme for those who name none: furo where it is installed."""
    return "furo" if find_spec("furo") else "alabaster"


def plain_title(name: str) -> str:
    """Return *name* without any character that HTML or a template of a theme could take for more than text.

    Themes write the name of a project into their pages as it is.
    """
    return re.sub("[<>&\"'{}%\\\\]", "_", excerpt(name, _LONGEST)).strip() or "_"


def theme_catalogue(language: str) -> Mapping[str, str]:
    """Return path → text of the files, beside the conf.py, that bring :data:`THEME_WORDS` to Sphinx."""
    words = THEME_WORDS.get(language, {})
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
    entries = [f'msgid "{word}"\nmsgstr "{said}"\n' for word, said in words.items()]
    return {f"{_LOCALE}/{language}/LC_MESSAGES/sphinx.po": "\n".join([head, *entries])} if words else {}


@dataclass(frozen=True, slots=True)
class Configuration:
    """What the site of one language needs to know; ``source`` is the folder that the conf.py is written into."""

    repository: Path
    source: Path
    title: str
    language: str
    theme: str
    format_dirs: tuple[Path, ...] = ()

    def text(self) -> str:
        """Return the text of the file."""
        lines = [f"{name} = {value!r}" for name, value in self._values().items()]
        return "\n".join(["# Made by `agentcfg docs`; the next run writes it anew.", *lines, ""])

    def _values(self) -> Mapping[str, str | bool | list[str]]:
        return {
            "project": self.title,
            "html_title": self.title,
            "language": self.language,
            "locale_dirs": [_LOCALE],
            "extensions": ["sphinx_agentcfg"],
            "agentcfg_repository": self._from_source(self.repository),
            "agentcfg_format_dirs": [self._from_source(folder) for folder in self.format_dirs],
            "agentcfg_languages": [self.language],
            # Whoever shows a stranger's agents cannot translate a format of theirs.
            "suppress_warnings": ["agentcfg.missing-translation"],
            "smartquotes": False,
            "html_theme": self.theme,
            "html_static_path": ["_static"],
            "html_css_files": ["site.css"],
            "html_extra_path": ["_extra"],
            "html_copy_source": False,
            "html_show_sourcelink": False,
            "html_show_copyright": False,
        }

    def _from_source(self, folder: Path) -> str:
        """Return the way from the conf.py, so that repository and site may move together; whole across drives."""
        try:
            return os.path.relpath(folder.resolve(), self.source.resolve())
        except ValueError:
            return str(folder.resolve())
