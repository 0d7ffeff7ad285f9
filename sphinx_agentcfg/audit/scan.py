"""A folder in, an ``Audit`` out: one walk of the tree, then each format resolves what it knows.

A pure function of the folder: nothing is executed, nothing is fetched, nothing outside the folder is read.
"""

from __future__ import annotations

import gc
import traceback
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from sphinx_agentcfg.audit.model import Audit
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.documents.discovery import walk
from sphinx_agentcfg.findings import Finding, Severity
from sphinx_agentcfg.formats.model import Resolved
from sphinx_agentcfg.formats.registry import module_of
from sphinx_agentcfg.formats.workspace import Reader, Workspace
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sphinx_agentcfg.formats.model import Profile
    from sphinx_agentcfg.manifests import ConfigFormat

__all__ = ["patient_collector", "read_repository"]

_MOST_NAMED = 5


def read_repository(
    root: Path,
    catalog: Catalog | None = None,
    *,
    only: Sequence[str] = (),
    gitignore: bool = False,
    tell: Callable[[int], None] | None = None,
) -> Audit:
    """Read and resolve the repository at *root*, a folder that is there.

    *only* names the formats to look for (without: every format of the *catalog*; raises :exc:`UnknownFormat`);
    *gitignore* leaves out what ``.gitignore`` files name; *tell* hears how many files were read so far.
    """
    with patient_collector():
        return _read(root, catalog or Catalog.builtin(), only, gitignore=gitignore, tell=tell)


def _read(
    root: Path, catalog: Catalog, only: Sequence[str], *, gitignore: bool, tell: Callable[[int], None] | None
) -> Audit:
    formats = [catalog.format(name) for name in only] or list(catalog.formats)
    tree = walk(root, gitignore=gitignore)
    reader = Reader(tree, catalog, tell)
    resolved = tuple(_resolve(reader, each, asked_for=bool(only)) for each in formats)
    findings = list(tree.findings)
    findings += reader.checker.schema_findings
    for each in resolved:
        findings += _telling(each)
    findings += _duplicates(resolved)
    if not any(each.profiles or each.documents or each.findings for each in resolved):
        findings.append(_nothing_known(formats, len(tree.files)))
    findings = _assigned(findings, [profile for each in resolved for profile in each.profiles])
    return Audit(root, catalog, resolved, tuple(_sorted(findings)), len(tree.files), reader.read)


@contextmanager
def patient_collector() -> Iterator[None]:
    """Let Python look for garbage more rarely while much is made, such as a repository read: nearly all of it is kept.

    With its usual patience it would look through every document again and again, a quarter of the whole time.
    """
    before = gc.get_threshold()
    gc.set_threshold(50_000, 20, 1_000)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _resolve(reader: Reader, config_format: ConfigFormat, *, asked_for: bool) -> Resolved:
    """Return what the format's module makes of the repository; a fault of the module costs its format only."""
    module = module_of(config_format.id)
    try:
        return module.resolve(Workspace(reader, config_format, asked_for=asked_for))
    except Exception as error:  # noqa: BLE001  # the module may be anybody's
        return Resolved(config_format.id, findings=(_failed(config_format.id, error),))


def _failed(config_format: str, error: Exception) -> Finding:
    place = traceback.extract_tb(error.__traceback__)[-1]
    text = message(
        "the module of the format {format} stopped with a fault ({error}, in {function}, line {line}), so its profiles "
        "are missing; report the fault to its maintainer",
        format=config_format,
        error=f"{type(error).__name__}: {excerpt(str(error))}",
        function=place.name,
        line=place.lineno,
    )
    return Finding("audit/format-failed", Severity.ERROR, ".", text)


def _telling(resolved: Resolved) -> Iterator[Finding]:
    """Leave out what the schema says where a rule of the format says it better (``FormatModule``)."""
    names: frozenset[str] = getattr(module_of(resolved.format), "REPLACES", frozenset())
    better = {_place(f) for f in resolved.findings if f.name in names and f.rule != f"{resolved.format}/schema"}
    for finding in resolved.findings:
        if not (better and finding.rule == f"{resolved.format}/schema" and _place(finding) in better):
            yield finding


def _place(finding: Finding) -> tuple[str, str | None, str]:
    return finding.path, finding.pointer, finding.missing


def _duplicates(all_resolved: Iterable[Resolved]) -> Iterator[Finding]:
    """Give a finding for each profile whose name others have too, unless the format itself says when that is wrong."""
    for resolved in all_resolved:
        if getattr(module_of(resolved.format), "TELLS_OF_EQUAL_NAMES", False):
            continue
        same: dict[str, list[Profile]] = defaultdict(list)
        for profile in resolved.profiles:
            name, path, _ = profile.id.partition(f"@{profile.path}")  # as unique_ids writes it; a name may have an @
            if path:
                same[name].append(profile)
        for name, profiles in same.items():
            for profile in profiles:
                # No more of them than are told: thousands may share a name.
                others = list(islice((p.path for p in profiles if p is not profile), _MOST_NAMED + 1))
                if others:
                    yield _duplicate(profile, name, others)


def _duplicate(profile: Profile, name: str, others: list[str]) -> Finding:
    text = message(
        "other profiles have the id {id} too ({paths}); give each a name of its own",
        id=name,
        paths=", ".join(others[:_MOST_NAMED]) + (", …" if len(others) > _MOST_NAMED else ""),
    )
    return Finding("audit/duplicate-id", Severity.WARNING, profile.path, text, 1, 1, profile=profile.id)


def _nothing_known(formats: Sequence[ConfigFormat], files: int) -> Finding:
    text = message(
        "no file belongs to a format that was looked for ({formats}; files in all: {files}); check the path, or name "
        "the folder of a format of your own",
        files=files,
        formats=", ".join(f.id for f in formats),
    )
    return Finding("audit/no-known-format", Severity.INFO, ".", text)


def _assigned(findings: Iterable[Finding], profiles: Iterable[Profile]) -> list[Finding]:
    """Return each finding once, with the profile that it belongs to: the innermost one that its pointer lies in."""
    owners: dict[tuple[str, str], str] = {}
    for profile in profiles:
        if not profile.parts:
            owners.setdefault((profile.path, profile.pointer), profile.id)
        for part in profile.parts:
            owners.setdefault((part.document, part.pointer), profile.id)
    unique: dict[tuple[object, ...], Finding] = {}
    for finding in findings:
        owned = finding if finding.profile else replace(finding, profile=_owner(finding, owners))
        key = (owned.rule, owned.path, owned.line, owned.column, owned.pointer, owned.missing, owned.message)
        unique.setdefault(key, owned)
    return list(unique.values())


def _owner(finding: Finding, owners: Mapping[tuple[str, str], str]) -> str:
    """Return the first profile that starts where the finding is, else where what is around it starts, and so on."""
    pointer = finding.pointer or ""
    while pointer and (finding.path, pointer) not in owners:
        pointer = pointer.rpartition("/")[0]
    return owners.get((finding.path, pointer), "")


def _sorted(findings: list[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda f: (f.path, f.line or 0, f.column or 0, f.rule, f.pointer or ""))
