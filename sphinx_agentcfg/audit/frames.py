"""Rows in, a pandas DataFrame with the columns and dtypes of its table out, for no rows as for a million."""

from __future__ import annotations

import json
from itertools import islice
from secrets import token_hex
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pandas as pd
from pandas.api.types import union_categoricals

from sphinx_agentcfg.audit.dtypes import CATEGORIES, FRAME_COLUMNS, JSON_COLUMNS, dtype_of
from sphinx_agentcfg.audit.permission_rows import all_permissions, permission_cells
from sphinx_agentcfg.formats.model import NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sphinx_agentcfg.audit.coverage import Cells
    from sphinx_agentcfg.audit.matrices import Matrix
    from sphinx_agentcfg.audit.model import Audit

__all__ = [
    "column",
    "coverage_matrix_frame",
    "empty_matrix",
    "frame",
    "joined",
    "joined_matrix",
    "json_texts",
    "permission_frame",
    "permission_matrix_frame",
    "permission_value_frame",
]


#: Rows that are made at once.
_CHUNK = 50_000


def frame(table: str, rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Return *rows* as the frame of *table*; each row has every column."""
    return pd.DataFrame(
        {name: column(table, name, [row[name] for row in rows]) for name in FRAME_COLUMNS[table]},
        columns=list(FRAME_COLUMNS[table]),
    )


def permission_frame(audit: Audit) -> pd.DataFrame:
    """Return the table of permissions: a column at a time, and so many rows at once that the others need no memory."""
    cells = permission_cells(audit)
    rows = all_permissions(audit)
    parts = []
    while permissions := list(islice(rows, _CHUNK)):
        made = {name: column("permissions", name, [cell(each) for each in permissions]) for name, cell in cells.items()}
        parts.append(pd.DataFrame(made, columns=list(FRAME_COLUMNS["permissions"])))
    return pd.concat(parts, ignore_index=True) if parts else frame("permissions", [])


def column(table: str, name: str, values: Sequence[Any]) -> Any:
    """Return *values*, None where one is missing, as an array of the dtype of the column."""
    if name in JSON_COLUMNS and any(value is not None for value in values):
        values = json_texts(values)
    kind = dtype_of(table, name)
    if kind == "ordered":
        return pd.Categorical(list(values), categories=list(CATEGORIES[name]), ordered=True)
    if kind == "category":
        return pd.Categorical(list(values))
    made: Any = _texts(values) if kind == "str" else values
    return pd.array(made, dtype=cast("Any", kind))


def _texts(values: Sequence[str | None]) -> Sequence[str | None]:
    """Return texts that every library takes: part of the name of a file that is not UTF-8 stands as an escape."""
    try:
        "".join(filter(None, values)).encode()
    except UnicodeEncodeError:
        return [text and text.encode("utf-8", "backslashreplace").decode() for text in values]
    return values


def json_texts(values: Iterable[Any]) -> list[str | None]:
    """Return each value as JSON text, None for None; a value that JSON has no word for is ``null``.

    All of them are written at once, with a mark between them that no file can hold, which takes a tenth of the time.
    """
    values = list(values)
    mark = token_hex(16)
    between: list[Any] = [mark] * (2 * len(values))
    between[1::2] = values
    try:
        text = json.dumps(between, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return [None if value is None else _text(value) for value in values]
    parts = text[1:-1].split(f'"{mark}", ')[1:]
    last = len(parts) - 1
    return [
        None if value is None else part if i == last else part[:-2]
        for i, (value, part) in enumerate(zip(values, parts, strict=True))
    ]


def _text(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return json.dumps(json.loads(json.dumps(value), parse_constant=lambda _: None), ensure_ascii=False)


def joined(frames: Sequence[tuple[str, pd.DataFrame]]) -> pd.DataFrame:
    """Return the rows of all *frames*, with the name of each in a column ``repository`` before the others."""
    made = []
    for name, each in frames:
        copy = each.copy(deep=False)
        copy.insert(0, "repository", cast("Any", pd.array([name] * len(each), dtype="str")))
        made.append(copy)
    shared = [c for c in frames[0][1].columns if isinstance(frames[0][1][c].dtype, pd.CategoricalDtype)]
    for c in shared:  # pandas joins categories only where they are the same
        if len({tuple(each[c].cat.categories) for each in made}) > 1:
            together = union_categoricals([each[c] for each in made]).categories
            for each in made:
                each[c] = each[c].cat.set_categories(together)
    return pd.concat(made, ignore_index=True)


def joined_matrix(matrices: Sequence[tuple[str, pd.DataFrame]]) -> pd.DataFrame:
    """Return one matrix, with the name of its repository before each profile."""
    result = pd.concat([each for _, each in matrices], keys=[name for name, _ in matrices])
    result.index.names = ["repository", "profile"]
    result.columns.name = matrices[0][1].columns.name
    return result


def empty_matrix(columns: str) -> pd.DataFrame:
    """Return a matrix of nothing."""
    index = pd.Index([], dtype="str", name="profile")
    return pd.DataFrame(index=index, columns=pd.Index([], dtype="str", name=columns))


def permission_matrix_frame(matrix: Matrix) -> pd.DataFrame:
    """Return profiles × subjects; ``attrs`` say how many subjects are left out."""
    codes = np.frombuffer(b"".join(matrix.codes), dtype=np.uint8).reshape(len(matrix.profiles), len(matrix.subjects))
    made = _matrix(codes, matrix.profiles, matrix.subjects, "decision")
    made.columns.name = "subject"
    made.attrs["left_out"] = matrix.left_out
    return made


def coverage_matrix_frame(cells: Cells) -> pd.DataFrame:
    """Return profiles × fields of one document type."""
    joined = b"".join(cells.codes.values())
    codes = np.frombuffer(joined, dtype=np.uint8).reshape(len(cells.codes), len(cells.fields))
    made = _matrix(codes, cells.profiles, cells.fields, "provenance")
    made.columns.name = "field"
    return made


def _matrix(codes: np.ndarray[Any, Any], rows: Sequence[str], columns: Sequence[str], words: str) -> pd.DataFrame:
    dtype = pd.CategoricalDtype(list(CATEGORIES[words]), ordered=True)
    index = pd.Index(list(rows), dtype="str", name="profile")
    made = {i: pd.Categorical.from_codes(codes[:, i].astype(np.int8), dtype=dtype) for i in range(len(columns))}
    result = pd.DataFrame(made, index=index)
    result.columns = pd.Index(list(columns), dtype="str")
    return result


def permission_value_frame(matrix: Matrix) -> pd.DataFrame:
    """Return profiles × subjects: the value of a setting that carries one as JSON text, missing where there is none."""
    texts: dict[str, list[str | None]] = {subject: [None] * len(matrix.profiles) for subject in matrix.subjects}
    for number, said in enumerate(matrix.said):
        for place, verdict in said.items():
            value = verdict.rows[0].value
            if value is not NOTHING:
                texts[matrix.subjects[place]][number] = json_texts([value])[0] if value is not None else "null"
    index = pd.Index(list(matrix.profiles), dtype="str", name="profile")
    made = {subject: pd.array(_any(each), dtype="str") for subject, each in texts.items()}
    result = pd.DataFrame(made, index=index, columns=pd.Index(list(matrix.subjects), dtype="str"))
    result.columns.name = "subject"
    return result


def _any(values: Sequence[str | None]) -> Any:
    return list(values)
