"""Rows of fields in, a table for a terminal, a CSV file or a Markdown table out."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from typing import TYPE_CHECKING

from sphinx_agentcfg.cli.tables import console_width, table
from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.reference.model import MISSING
from sphinx_agentcfg.reference.phrases import literal
from sphinx_agentcfg.reference.plain_text import first_sentence
from sphinx_agentcfg.reference.row_model import row_data
from sphinx_agentcfg.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_agentcfg.reference.row_model import FieldRow, Texts

__all__ = ["csv_text", "markdown_lines", "table_lines"]

_HEADS = (N_("Path"), N_("Type"), N_("Required"), N_("Default"), N_("Description"))
_GOVERNED = "permission-field"
_COLUMNS = (
    "kind",
    "path",
    "pointer",
    "defined_at",
    "type",
    "type_zh",
    "required",
    "required_zh",
    "default",
    "const",
    "enum",
    "constraints",
    "status",
    "since",
    "removed",
    "replaced_by",
    "deprecated",
    "read_only",
    "write_only",
    "title",
    "title_zh",
    "description",
    "description_zh",
)
#: Of these a cell holds JSON, so that a text "5" stays apart from a number; of the texts there is one in each language.
_AS_JSON = ("default", "const", "enum", "constraints")
_BILINGUAL = ("title", "description")
#: What a spreadsheet would take for a formula; some take the full-width signs too.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def table_lines(rows: Sequence[FieldRow], language: str) -> Iterator[str]:
    """Give the lines of a table that fits the terminal; what roles govern stands in a second one."""
    for title, part in _parts(rows):
        if title:
            yield from ("", translate(title, language))
        heads = [translate(head, language) for head in _HEADS]
        yield from table(heads, [_cells(row, language) for row in part], console_width(), narrow=(1, 2, 3))


def _parts(rows: Sequence[FieldRow]) -> Iterator[tuple[str, list[FieldRow]]]:
    fields = [r for r in rows if r.kind != _GOVERNED]
    governed = [r for r in rows if r.kind == _GOVERNED]
    if fields:
        yield "", fields
    if governed:
        yield N_("Governed field"), governed


def _cells(row: FieldRow, language: str) -> list[str]:
    required = ""
    if row.required:
        required = translate(N_("required"), language) if row.required is True else _words(row.required, language)
    default = "" if row.says.default is MISSING else literal(row.says.default)[0].text
    description = first_sentence(_words(row.says.description, language))
    return [row.path, _words(row.says.type, language), required, default, description]


def _words(texts: Texts, language: str) -> str:
    """Return a text in *language*, else in one that it is there in."""
    return texts.get(language) or next((t for t in texts.values() if t), "")


# --- Markdown ---------------------------------------------------------------------------------------------------------


def markdown_lines(rows: Sequence[FieldRow], language: str) -> Iterator[str]:
    """Give the lines of a Markdown table, with the whole description of each field."""
    for title, part in _parts(rows):
        if title:
            yield from ("", f"**{translate(title, language)}**", "")
        yield _line([translate(head, language) for head in _HEADS])
        yield _line(["---"] * len(_HEADS))
        for row in part:
            path, kind, required, default, _ = _cells(row, language)
            description = _prose(_words(row.says.description, language))
            yield _line([_code(path), _escaped(kind), _prose(required), _code(default), description])


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _code(text: str) -> str:
    if not text:
        return ""
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return _one_line(f"{fence}{pad}{text}{pad}{fence}")


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_<>\[\]])", r"\\\1", _one_line(text))


def _prose(text: str) -> str:
    """Return CommonMark for a cell: what looks like HTML stays text, outside of code at least."""
    pieces = re.split(r"(`+[^`]*`+)", text)
    return _one_line("".join(p if i % 2 else p.replace("<", "&lt;") for i, p in enumerate(pieces)))


def _one_line(text: str) -> str:
    return " ".join(visible(text).split()).replace("|", "\\|")


# --- CSV --------------------------------------------------------------------------------------------------------------


def csv_text(rows: Sequence[FieldRow]) -> str:
    """Return the rows as CSV (RFC 4180); no cell is a formula to a spreadsheet."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        data = row_data(row)
        for name in _BILINGUAL:
            texts = data[name]
            data[name], data[f"{name}_zh"] = texts.get("en"), texts.get("zh_CN")
        writer.writerow([_cell(name, data) for name in _COLUMNS])
    return out.getvalue()


def _cell(name: str, data: dict[str, object]) -> str:
    value = data.get(name)
    if name in _AS_JSON:
        text = json.dumps(value, ensure_ascii=False) if name in data and value not in (None, {}) else ""
        if name in {"default", "const"} and name in data:
            text = json.dumps(value, ensure_ascii=False)
    elif isinstance(value, bool):
        text = "true" if value else "false"
    else:
        text = "" if value is None else str(value)
    shown = visible(text)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
