"""Repositories that were read and judged in, their tables as pandas frames and answers to questions out.

>>> from sphinx_agentcfg import audit
>>> repo = audit.load("path/to/repo")      # doctest: +SKIP
>>> repo.permission_matrix()               # doctest: +SKIP
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.answers import UnknownProfile, find_profile, who_can, why
from sphinx_agentcfg.audit.lineage import lineage_rows
from sphinx_agentcfg.audit.loading import load_repository
from sphinx_agentcfg.audit.matrices import DECISIONS, Verdicts, permission_matrix, permissions_by_profile
from sphinx_agentcfg.audit.reporting import Report
from sphinx_agentcfg.audit.rows import COLUMNS
from sphinx_agentcfg.audit.scan import patient_collector
from sphinx_agentcfg.audit.writing import write_files
from sphinx_agentcfg.errors import AgentcfgError, did_you_mean
from sphinx_agentcfg.formats.model import Decision

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import pandas as pd
    from pandas.io.formats.style import Styler

    from sphinx_agentcfg.audit.loading import Judged
    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.formats.model import Profile

__all__ = ["TABLES", "Repository", "UnknownTable"]

_Path = str | PathLike[str]
#: Every table that a repository has by name.
TABLES = (*COLUMNS, "lineage")
#: Those that are written to files.
EXPORTED = (*TABLES, "suppressed")
#: Those that count the values of fields.
_COUNTED = frozenset({"profiles", "coverage"})
#: Those that have a heat map.
STYLED = ("permission_matrix", "coverage_matrix", "coverage")


class UnknownTable(AgentcfgError):
    """No table, or no document type, has that name."""

    def __init__(self, what: str, name: str, known: Sequence[str]) -> None:
        self.what = what
        self.name = name
        self.known = tuple(known)
        super().__init__(what, name, known)

    def __str__(self) -> str:
        near = did_you_mean(self.name, self.known)
        hint = f"did you mean {', '.join(near)}?" if near else f"known: {', '.join(self.known)}"
        return f"no {self.what} {self.name!r}; {hint}"


class Repository:
    """The audit of one repository, or of several: every table as a DataFrame, and answers to questions.

    Tables have the same columns and dtypes whatever was found (``reference/audit-tables``). With several repositories,
    each table has a column ``repository`` before the others, and a matrix has it as the first level of its index.
    Frames are made when they are first asked for, and handed out as copies: change them as you like.
    """

    def __init__(self, judged: Sequence[Judged]) -> None:
        self.judged = tuple(judged)
        self._frames: dict[str, pd.DataFrame] = {}

    def __repr__(self) -> str:
        counts = Counter(profile.format for each in self.judged for profile in each.audit.profiles)
        formats = ", ".join(f"{name} {number}" for name, number in sorted(counts.items())) or "no profiles"
        return f"<Repository {', '.join(each.name for each in self.judged)}: {formats}>"

    @property
    def audits(self) -> tuple[Audit, ...]:
        """What was read, with the findings that count: the values behind the tables."""
        return tuple(each.counted for each in self.judged)

    # Tables ------------------------------------------------------------------------------------------------------

    def profiles(self) -> pd.DataFrame:
        """Return a row for each profile."""
        return self.table("profiles")

    def fields(self) -> pd.DataFrame:
        """Return a row for each profile and field: the effective value as JSON text, and where it comes from."""
        return self.table("fields")

    def coverage(self) -> pd.DataFrame:
        """Return a row for each document type and field: in how many profiles its value comes from where."""
        return self.table("coverage")

    def inheritance(self) -> pd.DataFrame:
        """Return a row for each step of inheritance, also for one that fails."""
        return self.table("inheritance")

    def permissions(self) -> pd.DataFrame:
        """Return a row for each profile, subject and scope: the truth of which the matrix is a pivot."""
        return self.table("permissions")

    def findings(self) -> pd.DataFrame:
        """Return a row for each finding that counts."""
        return self.table("findings")

    def environment(self) -> pd.DataFrame:
        """Return a row for each place where a profile names a variable of the environment."""
        return self.table("environment")

    def suppressed(self) -> pd.DataFrame:
        """Return the findings that do not count, with what hides each (``suppressed_by``) and the reason."""
        return self.table("suppressed")

    def lineage(self, profile: str | None = None) -> pd.DataFrame:
        """Return a row for each element of each effective value of *profile*, without one of all profiles."""
        if profile is None:
            return self.table("lineage")
        at, found = self._find(profile)
        from sphinx_agentcfg.audit.frames import frame

        return self._named([(at, frame("lineage", lineage_rows(at.counted, found)))])

    def table(self, name: str) -> pd.DataFrame:
        """Return a table by its name; raises :exc:`UnknownTable`."""
        if name not in EXPORTED:
            raise UnknownTable("table", name, EXPORTED)
        if name in _COUNTED and "fields" not in self._frames:
            self.table("fields")  # what they count is counted by the way
        if name not in self._frames:
            from sphinx_agentcfg.audit.table_frames import table_frame

            with patient_collector():
                self._frames[name] = self._named([(each, table_frame(each, name)) for each in self.judged])
        return self._frames[name].copy(deep=False)  # pandas copies what is written to

    def _named(self, frames: Sequence[tuple[Judged, pd.DataFrame]]) -> pd.DataFrame:
        """Return one frame; where there are several repositories, each row says which it is of."""
        if len(self.judged) == 1:
            return frames[0][1]
        from sphinx_agentcfg.audit.frames import joined

        return joined([(each.name, made) for each, made in frames])

    # Matrices ----------------------------------------------------------------------------------------------------

    def permission_matrix(
        self,
        show: str = "decision",
        subjects: Sequence[str] | None = None,
        *,
        kind: str | None = None,
        limit: int | None = 200,
    ) -> pd.DataFrame:
        """Return profiles × subjects: the decision of each cell, as an ordered categorical.

        With ``show="value"`` a cell has the value of a setting that carries one, as JSON text. *subjects* chooses the
        columns; else the *limit* that most profiles name are shown, and ``attrs["left_out"]`` says how many are not.
        *kind* (``tool``, ``condition``, ``operation``, ``field``) takes those of one kind only.
        """
        if show not in {"decision", "value"}:
            raise UnknownTable("way to show a matrix", show, ["decision", "value"])
        from sphinx_agentcfg.audit import frames

        verdicts = self._verdicts
        names = list(subjects) if subjects is not None else _subjects(verdicts, kind)
        shown = names if subjects is not None or limit is None else names[:limit]
        make = frames.permission_matrix_frame if show == "decision" else frames.permission_value_frame
        pairs = zip(self.judged, verdicts, strict=True)
        made = [(each.name, make(permission_matrix(own, shown))) for each, own in pairs]
        result = made[0][1] if len(made) == 1 else frames.joined_matrix(made)
        result.attrs["left_out"] = len(names) - len(shown)
        return result

    def coverage_matrix(self, document_type: str | None = None) -> pd.DataFrame:
        """Return profiles × fields: where each value comes from, as an ordered categorical.

        *document_type* chooses the type; without it, the one that most profiles have. Raises :exc:`UnknownTable`.
        """
        from sphinx_agentcfg.audit.frames import coverage_matrix_frame, empty_matrix, joined_matrix

        self.table("fields")  # what a matrix shows is counted by the way
        counts: Counter[str] = Counter()
        for each in self.audits:
            counts.update({name: len(cells.codes) for name, cells in each.cells.items()})
        if document_type is None and not counts:
            return empty_matrix("field")
        name = document_type or counts.most_common(1)[0][0]
        if name not in counts:
            raise UnknownTable("document type in this repository", name, sorted(counts))
        made = [
            (each.name, coverage_matrix_frame(each.counted.cells[name]))
            for each in self.judged
            if name in each.counted.cells
        ]
        return made[0][1] if len(self.judged) == 1 else joined_matrix(made)

    @cached_property
    def _verdicts(self) -> list[Verdicts]:
        with patient_collector():
            return [Verdicts(permissions_by_profile(each.audit)) for each in self.judged]

    # Questions ---------------------------------------------------------------------------------------------------

    def who_can(self, subject: str, decision: str = "allow") -> list[str]:
        """Return the ids of the profiles for which *decision* holds for *subject*: the cells of the matrix."""
        if decision not in DECISIONS:
            raise UnknownTable("decision", decision, DECISIONS)
        return [
            name if len(self.judged) == 1 else f"{each.name}: {name}"
            for each, verdicts in zip(self.judged, self._verdicts, strict=True)
            for name in who_can(verdicts, subject, Decision(decision))
        ]

    def can(self, profile: str, subject: str) -> str:
        """Return the decision for *profile* and *subject*: ``allow``, ``ask``, ``deny``, ``unset``, ``unknown``."""
        at, found = self._find(profile)
        return self._verdicts[self.judged.index(at)].decide(found.id, subject).decision.value

    def why(self, profile: str, subject: str) -> pd.DataFrame:
        """Return why *profile* may do *subject*, or has the value of the field that is called so: a row for each step.

        The step that decides comes first; ``result`` is the decision, or the provenance of the value.
        """
        at, found = self._find(profile)
        answers = why(at.counted, self._verdicts[self.judged.index(at)], found.id, subject)
        from sphinx_agentcfg.audit.table_frames import why_frame

        return self._named([(at, why_frame(answers))])

    def compare(self, baseline: Repository | _Path) -> pd.DataFrame:
        """Return what changed since *baseline*, an audit or the folder of an older state: a row for each difference."""
        older = baseline if isinstance(baseline, Repository) else Repository([load_repository(str(Path(baseline)))])
        if len(older.judged) != len(self.judged):
            raise UnknownTable("comparison of", f"{len(self.judged)} repositories", [f"{len(older.judged)}"])
        from sphinx_agentcfg.audit.comparing import changes
        from sphinx_agentcfg.audit.frames import frame

        pairs = zip(older.judged, self.judged, strict=True)
        return self._named([(new, frame("changes", changes(old, new))) for old, new in pairs])

    def _find(self, name: str) -> tuple[Judged, Profile]:
        """Return a profile by its id, and the repository that has it."""
        error: UnknownProfile | None = None
        for each in self.judged:
            prefix = f"{each.name}: "
            try:
                return each, find_profile(each.audit, name.removeprefix(prefix))
            except UnknownProfile as unknown:
                error = error or unknown
        raise error or UnknownProfile(name, [])

    # Files -------------------------------------------------------------------------------------------------------

    def to_parquet(self, folder: _Path) -> list[Path]:
        """Write a Parquet file for each table into *folder*, and return their paths; raises OSError, MissingExtra."""
        from sphinx_agentcfg.audit.exporting import parquet_bytes

        return _write({Path(folder) / f"{name}.parquet": parquet_bytes(self.table(name)) for name in EXPORTED})

    def to_excel(self, path: _Path) -> Path:
        """Write a workbook with a sheet for each table, and return its path; raises OSError, MissingExtra."""
        from sphinx_agentcfg.audit.exporting import excel_bytes

        return _write({Path(path): excel_bytes({name: self.table(name) for name in EXPORTED})})[0]

    def to_json(self, path: _Path | None = None) -> str:
        """Return what ``agentcfg audit --format json`` prints, and write it to *path*."""
        from sphinx_agentcfg.audit.json_text import json_object

        text = json_object(Report(self.judged))
        if path is not None:
            _write({Path(path): f"{text}\n"})
        return text

    def to_html(self, path: _Path, language: str = "en") -> Path:
        """Write the report, one file that needs no network, and return its path."""
        from sphinx_agentcfg.audit.report import ReportPart, report_html

        parts = [ReportPart(e.name, e.counted, e.judgement.reported, e.judgement.hidden) for e in self.judged]
        return _write({Path(path): report_html(parts, language=language)})[0]

    def style(self, table: str = "permission_matrix", *, rows: int = 300, **arguments: Any) -> Styler:
        """Return a heat map of ``permission_matrix``, ``coverage_matrix`` or ``coverage`` for a notebook.

        At most *rows* are shown, and a caption says how many there are; *arguments* are those of the matrix.
        """
        from sphinx_agentcfg.audit.styling import styled

        if table not in STYLED:
            raise UnknownTable("table with a heat map", table, STYLED)
        return styled(table, getattr(self, table)(**arguments), rows)


def _subjects(verdicts: Iterable[Verdicts], kind: str | None) -> list[str]:
    """Return the subjects of all repositories, those of most profiles first."""
    used: Counter[str] = Counter()
    for each in verdicts:
        used.update({name: number for name, number in each.used.items() if kind is None or kind in each.kinds[name]})
    return sorted(used, key=lambda subject: (-used[subject], subject))


def _write(files: Mapping[Path, str | bytes]) -> list[Path]:
    write_files(files)
    return list(files)
