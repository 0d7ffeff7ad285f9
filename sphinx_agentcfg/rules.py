"""A catalog in, its book of rules out: every finding that we can report, what it means and what to do about it.

Each group is a ``rules.toml`` in the folder of its format, or in ``schemas/<group>/`` where no format owns it
(``file``, ``schema``, ``audit``); the schema of such a file is ``schemas/rules.schema.json``.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.errors import BrokenFormat, UnknownRule
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.reference.model import Text
from sphinx_agentcfg.resources import rules_schema, schemas_dir

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sphinx_agentcfg.catalog import Catalog

__all__ = ["RULES", "Rule", "RuleBook", "RuleFile", "RuleGroup", "read_rules"]

RULES = "rules.toml"
_TEXTS = ("title", "meaning", "why", "fix")
_LANGUAGE = "source_language"


@dataclass(frozen=True, slots=True)
class RuleFile:
    """One file of an example, with its path in an imagined repository."""

    file: str
    text: str
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of finding. ``types`` are ids of document types; ``upstream`` is the tool's own code, if it has one."""

    id: str
    severity: Severity
    title: Text
    meaning: Text
    why: Text
    fix: Text
    source: str
    types: tuple[str, ...] = ()
    assumed: bool = False
    upstream: str = ""
    bad: tuple[RuleFile, ...] = ()
    good: tuple[RuleFile, ...] = ()

    @property
    def texts(self) -> Iterator[Text]:
        """Every translatable text, in the order of a page."""
        yield from (self.title, self.meaning, self.why, self.fix)
        yield from (f.note for f in (*self.bad, *self.good) if f.note)


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """The rules of one group, in the order of their file."""

    id: str
    file: Path
    source_language: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class RuleBook:
    """Every group of rules."""

    groups: tuple[RuleGroup, ...] = ()

    @classmethod
    def of(cls, catalog: Catalog) -> RuleBook:
        """Return the rules of every format of *catalog* and those that belong to no format.

        Raises :exc:`BrokenFormat` where a ``rules.toml`` is of no use.
        """
        own = [read_rules(f.folder, f.source_language) for f in catalog.formats if (f.folder / RULES).is_file()]
        shared = [p.parent for p in sorted(schemas_dir().glob(f"*/{RULES}")) if not (p.parent / "format.toml").exists()]
        return cls((*own, *(read_rules(folder) for folder in shared)))

    @cached_property
    def _by_id(self) -> Mapping[str, Rule]:
        return {rule.id: rule for group in self.groups for rule in group.rules}

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule of every group."""
        return tuple(self._by_id.values())

    def rule(self, name: str) -> Rule:
        """Return the rule ``<group>/<name>``, or raise :exc:`UnknownRule`."""
        if name not in self._by_id:
            raise UnknownRule(name, list(self._by_id))
        return self._by_id[name]

    def group(self, name: str) -> RuleGroup:
        """Return the group of that name, or raise :exc:`UnknownRule`."""
        for group in self.groups:
            if group.id == name:
                return group
        raise UnknownRule(name, [g.id for g in self.groups])


def read_rules(folder: Path, source_language: str = "") -> RuleGroup:
    """Read and check the rules in *folder*; raise :exc:`BrokenFormat` with the first thing that is wrong."""
    path = folder / RULES
    try:
        stat = path.stat()
    except OSError as error:
        raise BrokenFormat(path, f"cannot be read: {error.strerror}") from error
    return _read(path, source_language, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=64)
def _read(path: Path, source_language: str, _modified: int, _size: int) -> RuleGroup:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenFormat(path, f"cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise BrokenFormat(path, f"not TOML: {error}") from error
    if not path.is_relative_to(schemas_dir()):  # ours are checked by our tests
        _check(path, data)
    language = source_language or str(data.get(_LANGUAGE, "en"))
    rules = (_rule(path, name, table) for name, table in data.items() if name != _LANGUAGE)
    return RuleGroup(path.parent.name, path, language, tuple(rules))


def _check(path: Path, data: Mapping[str, Any]) -> None:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    schema = json.loads(rules_schema().read_text(encoding="utf-8"))
    error = best_match(Draft202012Validator(schema).iter_errors(data))
    if error is not None:
        where = ".".join(str(part) for part in error.absolute_path) or "top level"
        raise BrokenFormat(path, f"{where}: {error.message}")


def _rule(path: Path, name: str, table: Mapping[str, Any]) -> Rule:
    group, pointer = path.parent.name, f"/{name}"
    title, meaning, why, fix = (Text(table[key], path, f"{pointer}/{key}") for key in _TEXTS)
    return Rule(
        id=f"{group}/{name}",
        severity=Severity(table["severity"]),
        title=title,
        meaning=meaning,
        why=why,
        fix=fix,
        source=table["source"],
        types=tuple(f"{group}/{t}" for t in table.get("types", ())),
        assumed=table.get("assumed", False),
        upstream=table.get("upstream", ""),
        bad=tuple(_files(path, pointer, "bad", table)),
        good=tuple(_files(path, pointer, "good", table)),
    )


def _files(path: Path, pointer: str, key: str, table: Mapping[str, Any]) -> Iterator[RuleFile]:
    for i, entry in enumerate(table.get(key, ())):
        note = Text(entry["note"], path, f"{pointer}/{key}/{i}/note") if entry.get("note") else None
        yield RuleFile(entry["file"], entry["text"], note)
