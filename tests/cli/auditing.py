"""What the tests of ``agentcfg audit`` share: a small format of their own, a repository of it, and a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.running import run
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

__all__ = ["FILES", "FORMAT", "audit", "format_folder", "repository"]

FORMAT = {
    "format.toml": (
        'title = "Toy"\nsource_language = "en"\n[documents.toy]\ntitle = "Toy"\nschema = "toy.schema.json"\n'
        'syntax = "yaml"\nfiles = ["toys/**/*.yaml"]\n'
    ),
    "toy.schema.json": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["name"],
        "properties": {"name": {"type": "string"}, "mode": {"enum": ["read", "edit"]}, "pages": {"type": "integer"}},
        "additionalProperties": False,
    },
    "rules.toml": (
        '[schema]\nseverity = "error"\ntitle = "The schema refuses it."\nmeaning = "A value does not fit."\n'
        'why = "The tool may fail."\nfix = "Correct it."\nsource = "the manual"\nupstream = "E7"\n'
    ),
}
#: Two errors, an error of reading, a warning and a remark.
FILES: dict[str, str | bytes] = {
    "toys/bad.yaml": "name: bad\nmode: write\npages: many\n",
    "toys/broken.yaml": "name: [\n",
    "toys/marked.yaml": "\ufeffname: marked\n",
    "toys/good.yaml": "name: good\n",
    "toys/windows.yaml": "name: windows\r\n",
    "README.md": "# Toys\n",
}


def format_folder(folder: Path) -> Path:
    """Write the format ``toy`` and return its folder."""
    write(folder / "formats" / "toy", FORMAT)
    return folder / "formats" / "toy"


def repository(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write *files* and the format; return the folder that is to be audited."""
    format_folder(folder)
    (folder / "repo").mkdir(exist_ok=True)
    write(folder / "repo", files)
    return folder / "repo"


def audit(*arguments: str | Path, stdin: str | None = None, **environment: str) -> Result:
    """Run ``agentcfg audit`` for the format ``toy``, from a folder that has it in ``formats``."""
    own = ("--format-dir", "formats/toy", "--only", "toy")
    return run("audit", *arguments, *own, stdin=stdin, **environment)
