"""Small Sphinx projects, built for real and served over HTTP on this machine."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["DEMO", "Site", "Sites", "build"]

#: A reST page with a built-in format, a MyST page with a schema of its own, and a page with neither.
DEMO = Path(__file__).parent / "roots" / "demo"


class _Quiet(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        """Serve a file; the icon that a browser asks for on its own is no part of a site."""
        if self.path == "/favicon.ico":
            self.send_response(HTTPStatus.NO_CONTENT)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class's name
        """Say nothing: the tests read the browser's own log."""


@dataclass(frozen=True)
class Site:
    """A built site: ``url`` of its root, ``folder`` on the disk."""

    theme: str
    language: str
    folder: Path
    url: str

    def page(self, name: str) -> str:
        """Return the address of a page, with its query and fragment."""
        return f"{self.url}/{name}"

    def file(self, name: str) -> str:
        """Return the same without a server."""
        return f"{self.folder.as_uri()}/{name}"


def build(folder: Path, theme: str, language: str, settings: Iterable[str] = (), source: Path = DEMO) -> Path:
    """Build *source*, without any warning; return where the HTML is."""
    html = folder / "html"
    options = [f"-Dhtml_theme={theme}", f"-Dlanguage={language}", *(f"-D{each}" for each in settings)]
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(folder / "doctrees"), *options]
    done = subprocess.run([*command, str(source), str(html)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"the site does not build with {options}:\n{done.stderr}"
    return html


class Sites:
    """Builds and serves each site once, when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[tuple[object, ...], Site] = {}
        self._servers: list[ThreadingHTTPServer] = []

    def get(self, theme: str = "furo", language: str = "en", *settings: str, source: Path = DEMO) -> Site:
        """Return the site with these settings."""
        key = (theme, language, settings, source)
        if key not in self._known:
            html = build(self._folder / str(len(self._known)), theme, language, settings, source)
            server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(html)))
            server.daemon_threads = True
            threading.Thread(target=server.serve_forever, daemon=True).start()
            self._servers.append(server)
            self._known[key] = Site(theme, language, html, f"http://127.0.0.1:{server.server_port}")
        return self._known[key]

    def close(self) -> None:
        """Stop serving."""
        for server in self._servers:
            server.shutdown()
            server.server_close()
