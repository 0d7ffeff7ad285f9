"""The style sheet and the script of reference pages: local, and only in projects that show a reference."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config

__all__ = ["setup_assets"]

_STATIC = Path(__file__).parent / "static"


def setup_assets(app: Sphinx) -> None:
    """Ship the assets and add them to the pages."""
    app.connect("config-inited", _add_folder)
    app.connect("html-page-context", _add_files)


def _add_folder(_app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(_STATIC))


def _add_files(
    app: Sphinx, _page: str, _template: str, _context: dict[str, Any], _doctree: nodes.document | None
) -> None:
    """Add both to each page: the titles of a reference stand in the tables of contents of others, in both languages."""
    if app.env.domaindata["agentcfg"]["watched"]:
        app.add_css_file("agentcfg.css")
        if app.builder.name != "epub":
            app.add_js_file("agentcfg.js")
