"""The sources of a site in, its HTML out: Sphinx runs once for each language, both at a time.

Sphinx gets nothing from the folder that the command was started in: a stranger's repository may hold a ``sphinx.py``.
"""

from __future__ import annotations

import locale
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_agentcfg.messages import LANGUAGES

if TYPE_CHECKING:
    from sphinx_agentcfg.cli.site.writing import Site

__all__ = ["Built", "build", "command_of"]

_ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Built:
    """How the build of one language went: what Sphinx warned of, and whether there is HTML."""

    language: str
    warnings: str
    good: bool


def build(site: Site) -> list[Built]:
    """Build every language and wait; raises OSError where Python cannot be started."""
    running = [(language, _start(site, language)) for language in LANGUAGES]
    return [_result(language, process) for language, process in running]


def command_of(site: Site, language: str) -> list[str]:
    """Return the command that builds one language; ``-P`` keeps the current folder out of Python's path."""
    source = site.source(language)
    folders = [str(each.resolve()) for each in (source, site.built(language))]
    doctrees = str(site.doctrees(language).resolve())
    return [sys.executable, "-P", "-m", "sphinx", "-b", "html", "-q", "-d", doctrees, *folders]


def _start(site: Site, language: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1"}
    if not _has_locale():
        environment["LC_ALL"] = "C"
    if (_ROOT / "pyproject.toml").is_file():  # a checkout, which Python may not know of without the current folder
        path = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    return subprocess.Popen(  # noqa: S603  # our own Python; every argument is a path that we made
        command_of(site, language),
        cwd=site.source(language),  # where docutils looks for its settings
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="backslashreplace",
    )


def _has_locale() -> bool:
    """Say whether this machine has the locale that the environment names; Sphinx does not start without."""
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, "")
    except locale.Error:
        return False
    finally:
        locale.setlocale(locale.LC_ALL, before)
    return True


def _result(language: str, process: subprocess.Popen[str]) -> Built:
    said, _ = process.communicate()
    return Built(language, said.strip(), process.returncode == 0)
