"""A repository in, the settings of its audit out.

They come from ``agentcfg.toml``, else from ``[tool.agentcfg]`` of ``pyproject.toml``. A configuration is data: nothing
is executed, and paths in it are relative to its own folder.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.setting_places import key_lines
from sphinx_agentcfg.audit.suppressing import Suppression
from sphinx_agentcfg.documents import read_document
from sphinx_agentcfg.errors import AgentcfgError, did_you_mean
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.languages import normalise
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_agentcfg.documents import Document

__all__ = ["CONFIG", "FAIL_ON", "BrokenSettings", "Settings", "find_settings", "read_settings"]

CONFIG = "agentcfg.toml"
_PYPROJECT = "pyproject.toml"
_TABLE = ("tool", "agentcfg")
#: From which severity on an audit fails; ``never`` is none of them.
FAIL_ON = ("error", "warning", "info", "never")
#: Where the declaration of an option has the function that reads its value.
_PARSE = "parse"
_Path = tuple[str | int, ...]


class BrokenSettings(AgentcfgError):
    """A configuration file that cannot be used: ``place`` (``agentcfg.toml:3``) and ``cause``, one line."""

    def __init__(self, place: str, cause: str) -> None:
        self.place = place
        self.cause = cause
        super().__init__(place, cause)

    def __str__(self) -> str:
        return f"{self.place}: {self.cause}"


# --- what a value must be ---------------------------------------------------------------------------------------------


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) and each.strip() for each in value):
        raise ValueError('must be a list of texts, such as ["leji"]')
    return tuple(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("must be a text that is not empty")
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")  # noqa: TRY004  # one kind of error for each wrong value
    return value


def _severity(value: Any) -> Severity:
    return Severity(_one_of(value, [each.value for each in Severity]))


def _fail_on(value: Any) -> str:
    return _one_of(value, FAIL_ON)


def _one_of(value: Any, words: list[str] | tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"must be one of {', '.join(words)}")
    return value


def _language(value: Any) -> str:
    language = normalise(value) if isinstance(value, str) else None
    if language is None:
        raise ValueError("must be a language code, such as zh_CN")
    return language


@dataclass(frozen=True, slots=True)
class Settings:
    """What a configuration file says; None and nothing where it says nothing.

    ``name`` is how findings call the file, relative to the repository (empty: there is none); ``folder`` is where paths
    in it start; ``root`` is set where they may not lead out of it. ``places`` has the line of each option.
    """

    only: tuple[str, ...] = field(default=(), metadata={_PARSE: _texts})
    select: tuple[str, ...] = field(default=(), metadata={_PARSE: _texts})
    ignore: tuple[str, ...] = field(default=(), metadata={_PARSE: _texts})
    severity: Severity | None = field(default=None, metadata={_PARSE: _severity})
    fail_on: str | None = field(default=None, metadata={_PARSE: _fail_on})
    language: str | None = field(default=None, metadata={_PARSE: _language})
    gitignore: bool | None = field(default=None, metadata={_PARSE: _truth})
    format_dirs: tuple[str, ...] = field(default=(), metadata={_PARSE: _texts})
    baseline: str | None = field(default=None, metadata={_PARSE: _text})
    suppress: tuple[Suppression, ...] = ()
    name: str = ""
    shown: str = ""
    folder: Path = Path()
    root: Path | None = None
    places: Mapping[str, int] = field(default_factory=dict)

    def place(self, key: str) -> str:
        """Return where the option *key* stands, as a person would name it."""
        line = self.places.get(key)
        return f"{self.shown}:{line}" if line else self.shown

    def path(self, key: str, relative: str) -> Path:
        """Return the path that the option *key* means; raise :exc:`BrokenSettings` where it leads out."""
        path = self.folder / relative
        try:
            outside = self.root is not None and not path.resolve().is_relative_to(self.root.resolve())
        except (OSError, ValueError, RuntimeError):  # a NUL, a loop of links
            outside = True
        if outside:
            cause = f"{key}: {excerpt(relative)} leads out of the repository; name it on the command line, or --config"
            raise BrokenSettings(self.place(key), cause)
        return path


_OPTIONS = {each.name.replace("_", "-"): each.metadata[_PARSE] for each in fields(Settings) if each.metadata}
_SUPPRESS = "suppress"
_ENTRY = ("rule", "path", "reason")


# --- reading ----------------------------------------------------------------------------------------------------------


def find_settings(root: Path, shown: str = "") -> Settings:
    """Return the settings of the repository at *root*, called *shown*; raise :exc:`BrokenSettings`.

    Only files that lie directly in *root* count, and paths in them that lead out of it are refused: whoever wrote the
    repository is not always who audits it.
    """
    for name in (CONFIG, _PYPROJECT):
        if os.path.lexists(root / name):
            found = _read(root / name, name, os.path.normpath(Path(shown) / name), root)
            if found is not None:
                return found
    return Settings()


def read_settings(path: Path, root: Path) -> Settings:
    """Return the settings in the file that somebody named, for the repository at *root*; raise :exc:`BrokenSettings`.

    In a file called ``pyproject.toml``, it is the table ``[tool.agentcfg]`` that counts.
    """
    name = Path(os.path.relpath(path, root)).as_posix()
    return _read(path, name, str(path), None) or Settings(name=name, shown=str(path), folder=path.parent)


def _read(path: Path, name: str, shown: str, root: Path | None) -> Settings | None:
    document = read_document(path, name=shown, syntax="toml", root=root)
    ours = path.name != _PYPROJECT
    table = document.data
    if not document.readable:
        first = next(f for f in document.findings if f.severity is Severity.ERROR)
        # A file for many tools concerns us only where it speaks of us; one of our own may be empty.
        if not ours and _TABLE[-1] not in document.text:
            return None
        if first.name != "empty":
            raise BrokenSettings(first.place, first.message.text())
        table = {}
    reading = _Reading(document, () if ours else _TABLE)
    for i, key in enumerate(reading.start):
        table = table.get(key)
        if table is None:
            return None
        if not isinstance(table, dict):
            raise reading.broken(reading.start[: i + 1], f"{key} must be a table")
    return reading.settings(table, name, path.parent, root)


class _Reading:
    """One file while its settings are read; *start* is the path of the table that holds them."""

    def __init__(self, document: Document, start: tuple[str, ...]) -> None:
        self.shown = document.name
        self.start = start
        self.lines = key_lines(document.text)

    def broken(self, path: _Path, cause: str) -> BrokenSettings:
        """Return the error at *path*, or at what is nearest around it."""
        for length in range(len(path), 0, -1):
            line = self.lines.get(path[:length])
            if line is not None:
                return BrokenSettings(f"{self.shown}:{line}", cause)
        return BrokenSettings(self.shown, cause)

    def settings(self, table: Mapping[str, Any], name: str, folder: Path, root: Path | None) -> Settings:
        """Return what *table* says; raise the first thing that is wrong with it."""
        values: dict[str, Any] = {}
        for key, value in table.items():
            if key == _SUPPRESS:
                values[_SUPPRESS] = self._suppressions(value)
                continue
            if key not in _OPTIONS:
                raise self.broken((*self.start, key), _unknown("option", key, [*_OPTIONS, _SUPPRESS]))
            try:
                values[key.replace("-", "_")] = _OPTIONS[key](value)
            except ValueError as error:
                raise self.broken((*self.start, key), f"{key} {error}") from None
        places = {key: self.lines.get((*self.start, key), 0) for key in table}
        return Settings(**values, name=name, shown=self.shown, folder=folder, root=root, places=places)

    def _suppressions(self, value: Any) -> tuple[Suppression, ...]:
        path = (*self.start, _SUPPRESS)
        if not isinstance(value, list):
            header = ".".join(path)
            raise self.broken(path, f"suppress must be a list of tables, each of which starts with [[{header}]]")
        return tuple(self._suppression(entry, (*path, i)) for i, entry in enumerate(value))

    def _suppression(self, entry: Any, path: _Path) -> Suppression:
        if not isinstance(entry, dict):
            raise self.broken(path, "an entry of suppress must be a table with rule, path and reason")
        for key in entry:
            if key not in _ENTRY:
                raise self.broken((*path, key), _unknown("key of a suppression", key, _ENTRY))
        for key in _ENTRY:
            if key not in entry:
                raise self.broken(path, f"a suppression needs a {key}; add it")
            if not isinstance(entry[key], str) or not entry[key].strip():
                raise self.broken((*path, key), f"{key} must be a text that is not empty")
        return Suppression(**entry, line=self.lines.get(path))


def _unknown(what: str, name: str, known: tuple[str, ...] | list[str]) -> str:
    near = did_you_mean(name, known)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
    return f"there is no {what} {excerpt(name)!r}; {hint}"
