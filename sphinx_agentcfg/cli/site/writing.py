"""A plan and a folder in, the sources of the site on the disk out: one folder for each language.

What has not changed is not written, so that Sphinx reads it once only. Nothing is written through a link that leads out
of the folder.
"""

from __future__ import annotations

import html
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_agentcfg.audit.writing import write_files
from sphinx_agentcfg.cli.site.conf import CSS, DOCUTILS, Configuration, theme_catalogue
from sphinx_agentcfg.cli.site.folder import MARKER, NoPlace, SiteFolder
from sphinx_agentcfg.cli.site.pages import rest
from sphinx_agentcfg.languages import display_name, html_tag
from sphinx_agentcfg.messages import LANGUAGES, message

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sphinx_agentcfg.cli.site.plan import Plan

__all__ = ["Site", "write_sources"]


@dataclass(frozen=True, slots=True)
class Site:
    """What is to be written and where; ``first`` is the language that a reader comes to, None: the browser's own."""

    folder: SiteFolder
    plan: Plan
    title: str
    theme: str
    format_dirs: tuple[Path, ...] = ()
    first: str | None = None

    def source(self, language: str) -> Path:
        """Return the folder with the sources of one language."""
        return self.folder.path / "source" / language

    def built(self, language: str) -> Path:
        """Return the folder with its HTML."""
        return self.folder.path / "html" / language

    def doctrees(self, language: str) -> Path:
        """Return the folder with what Sphinx keeps between two builds."""
        return self.folder.path / "doctrees" / language


def write_sources(site: Site, reports: Mapping[str, str]) -> None:
    """Write the sources and the page that leads to both languages, and remove pages that are gone; raises OSError.

    *reports* is the HTML of the full report in each language.
    """
    now = frozenset(page.docname for page in site.plan.pages)
    # Before all else: whatever happens now, the folder is ours, and every page in it is known.
    _write(site, {site.folder.path / MARKER: SiteFolder.marker_text(site.folder.pages | now)})
    for language in LANGUAGES:
        _write(site, _texts(site, language, reports[language]))
        for docname in site.folder.pages - now:
            _remove(site, site.source(language) / f"{docname}.rst")
            _remove(site, site.built(language) / f"{docname}.html")
    _write(site, {site.folder.path / "html" / "index.html": _door(site)})
    _write(site, {site.folder.path / MARKER: SiteFolder.marker_text(now)})


def _texts(site: Site, language: str, report: str) -> dict[Path, str]:
    source = site.source(language)
    repository = site.plan.found.audit.root
    configuration = Configuration(repository, source, site.title, language, site.theme, site.format_dirs)
    return {
        source / "conf.py": configuration.text(),
        source / "docutils.conf": DOCUTILS,
        source / "_static" / "site.css": CSS,
        **{source / path: text for path, text in theme_catalogue(language).items()},
        source / "_extra" / "report.html": report,
        **{source / f"{page.docname}.rst": rest(page, language) for page in site.plan.pages},
    }


def _write(site: Site, texts: Mapping[Path, str]) -> None:
    for folder in {path.parent for path in texts}:
        _check_inside(site, folder)
    write_files({path: text for path, text in texts.items() if not _says(path, text)})


def _says(path: Path, text: str) -> bool:
    """Say whether the file has that text already."""
    try:
        return path.read_bytes() == text.encode("utf-8", "backslashreplace") and not path.is_symlink()
    except OSError:
        return False


def _remove(site: Site, path: Path) -> None:
    _check_inside(site, path.parent)
    with suppress(FileNotFoundError, NotADirectoryError):
        path.unlink()


def _check_inside(site: Site, folder: Path) -> None:
    if not folder.resolve().is_relative_to(site.folder.path.resolve()):
        raise NoPlace(folder, "is a link that leads out of the folder of the site; remove it")


# --- the page that leads to both languages ----------------------------------------------------------------------------

_DOOR = """\
<!DOCTYPE html>
<html lang="{tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1.125rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem; }}
h1 {{ overflow-wrap: anywhere; }}
</style>
<script>location.replace({choice} + "/index.html");</script>
</head>
<body>
<h1>{title}</h1>
{links}
</body>
</html>
"""
_BROWSERS = '(/^zh/i.test(navigator.language) ? "zh_CN" : "en")'


def _door(site: Site) -> str:
    """Return a page that goes on to the reader's language, and has the links for whoever has no scripts."""
    order = sorted(LANGUAGES, key=lambda each: each != site.first)
    links = [
        f'<p><a href="{each}/index.html" lang="{html_tag(each)}" hreflang="{html_tag(each)}">'
        f"{html.escape(message('Agents of {name}', name=site.title).text(each))} ({display_name(each)})</a></p>"
        for each in order
    ]
    return _DOOR.format(
        tag=html_tag(order[0]),
        title=html.escape(site.title),
        choice=f'"{site.first}"' if site.first else _BROWSERS,
        links="\n".join(links),
    )
