"""Findings in, a baseline (the findings that are there already) out; a baseline and findings in, which are new out.

A fingerprint is made of the rule, the path and the message without the places in it, so a finding keeps it when lines
are added above. Equal ones are counted: a third where two were known is new.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_agentcfg.errors import AgentcfgError
from sphinx_agentcfg.messages import Message
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from sphinx_agentcfg.findings import Finding

__all__ = [
    "Baseline",
    "BrokenBaseline",
    "Compared",
    "baseline_of",
    "baseline_text",
    "compare",
    "fingerprint",
    "read_baseline",
]

_VERSION = 1
_MOST_BYTES = 100_000_000
_ANEW = "write it anew with --write-baseline"
#: Values of messages that say where something is; the same finding has others when the file grows.
_PLACES = frozenset({"line", "column", "offset", "lines", "at"})


class BrokenBaseline(AgentcfgError):
    """A baseline that cannot be used; ``cause`` is one line."""

    def __init__(self, name: str, cause: str) -> None:
        self.name = name
        self.cause = cause
        super().__init__(name, cause)

    def __str__(self) -> str:
        return f"{self.name}: {self.cause}"


@dataclass(frozen=True, slots=True)
class Baseline:
    """How often each fingerprint is known, and the rule that it belongs to."""

    counts: Mapping[str, int] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)


class Compared(NamedTuple):
    """Findings apart, new and known; and by rule, how many are known and not there any more."""

    new: tuple[Finding, ...]
    known: tuple[Finding, ...]
    gone: Counter[str]


def fingerprint(finding: Finding) -> str:
    """Return what stays the same of *finding* as long as it is the same problem in the same file."""
    parts = (finding.rule, visible(finding.path), _placeless(finding.message).text())
    return sha256("\0".join(parts).encode()).hexdigest()[:32]


def _placeless(message: Message) -> Message:
    values = (
        (name, "…" if name in _PLACES else _placeless(value) if isinstance(value, Message) else value)
        for name, value in message.values
    )
    return Message(message.msgid, tuple(values))


def baseline_of(findings: Iterable[Finding]) -> Baseline:
    """Return the baseline in which all of *findings* are known."""
    counts: Counter[str] = Counter()
    rules: dict[str, str] = {}
    for finding in findings:
        mark = fingerprint(finding)
        counts[mark] += 1
        rules[mark] = finding.rule
    return Baseline(counts, rules)


def compare(findings: Iterable[Finding], baseline: Baseline) -> Compared:
    """Put *findings* apart: as many of a fingerprint as *baseline* counts are known, the first ones."""
    left = Counter(dict(baseline.counts))
    new: list[Finding] = []
    known: list[Finding] = []
    for finding in findings:
        mark = fingerprint(finding)
        if left[mark] > 0:
            left[mark] -= 1
            known.append(finding)
        else:
            new.append(finding)
    gone: Counter[str] = Counter()
    for mark, count in left.items():
        gone[baseline.rules.get(mark, "")] += count
    return Compared(tuple(new), tuple(known), +gone)


def baseline_text(findings: Iterable[Finding]) -> str:
    """Return the file that makes *findings* known: JSON, a line for each, in the order of path, rule and message."""
    entries: dict[str, dict[str, Any]] = {}
    for finding in findings:
        entry = entries.setdefault(
            fingerprint(finding),
            {
                "fingerprint": fingerprint(finding),
                "rule": finding.rule,
                "path": visible(finding.path),
                "message": _placeless(finding.message).text(),
                "count": 0,
            },
        )
        entry["count"] += 1
    ordered = sorted(entries.values(), key=lambda e: (e["path"], e["rule"], e["message"]))
    lines = ",\n".join(f"    {json.dumps(entry, ensure_ascii=True)}" for entry in ordered)
    inside = f"\n{lines}\n  " if lines else ""
    return f'{{\n  "schema_version": {_VERSION},\n  "findings": [{inside}]\n}}\n'


def read_baseline(path: Path, name: str, root: Path | None = None) -> Baseline:
    """Read the baseline at *path*, called *name*; raise :exc:`BrokenBaseline` with the first thing that is wrong.

    With *root*, a path that leads out of it is not read.
    """
    data = _load(path, name, root)
    if not isinstance(data, dict) or not isinstance(data.get("findings"), list):
        raise BrokenBaseline(name, f"this is no baseline; {_ANEW}")
    if data.get("schema_version") != _VERSION:
        raise BrokenBaseline(name, f"only schema_version {_VERSION} is known; {_ANEW}")
    counts: Counter[str] = Counter()
    rules: dict[str, str] = {}
    for i, entry in enumerate(data["findings"]):
        mark, rule, count = _entry(entry) or (None, "", 0)
        if mark is None:
            raise BrokenBaseline(name, f"findings[{i}] is no entry of a baseline; {_ANEW}")
        counts[mark] += count
        rules[mark] = rule
    return Baseline(counts, rules)


def _load(path: Path, name: str, root: Path | None) -> Any:
    """Return the data of the file. Not by our reader of documents, whose limits are those of one profile."""
    try:
        if root is not None and not path.resolve().is_relative_to(root.resolve()):
            raise BrokenBaseline(name, "the path leads out of the repository and is not read; keep the file inside")
        if not path.exists():
            raise BrokenBaseline(name, "there is no such baseline; write it with --write-baseline")
        if not path.is_file():
            raise BrokenBaseline(name, "this is not a file; give the path of one")
        if path.stat().st_size > _MOST_BYTES:
            raise BrokenBaseline(name, f"the file is larger than {_MOST_BYTES // 1_000_000} MB; {_ANEW}")
        return json.loads(path.read_bytes())
    except OSError as error:
        raise BrokenBaseline(name, f"cannot be read ({error.strerror or type(error).__name__})") from error
    except json.JSONDecodeError as error:
        raise BrokenBaseline(f"{name}:{error.lineno}:{error.colno}", f"this is not JSON; {_ANEW}") from error
    except (ValueError, RecursionError) as error:  # not UTF-8, a number of 5,000 digits, nested 10,000 deep, a NUL
        raise BrokenBaseline(name, f"this is no baseline; {_ANEW}") from error


def _entry(entry: Any) -> tuple[str, str, int] | None:
    if not isinstance(entry, dict):
        return None
    mark, rule, count = entry.get("fingerprint"), entry.get("rule"), entry.get("count", 1)
    if isinstance(mark, str) and isinstance(rule, str) and type(count) is int and count > 0:
        return mark, rule, count
    return None
