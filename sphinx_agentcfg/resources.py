"""Where the data folders ``schemas/`` and ``examples/`` are: inside the installed package, else beside it.

This is the only module that knows. A wheel carries them as ``sphinx_agentcfg/schemas`` and so on; an editable install
and a plain checkout have them at the top of the repository (measured ways to ship it: ``facts/style.md`` §4.1).
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["format_schema", "keywords_schema", "rules_schema", "sample_team", "schemas_dir"]


def schemas_dir() -> Path:
    """Return the folder that holds one sub-folder per built-in format."""
    return _folder("schemas")


def sample_team() -> Path:
    """Return the sample repository: one team of agents in all four formats, with faults to be found."""
    return _folder("examples") / "sample-team"


def _folder(name: str) -> Path:
    packaged = Path(__file__).parent / name
    return packaged if packaged.is_dir() else Path(__file__).parent.parent / name


def format_schema() -> Path:
    """Return the JSON Schema that every ``format.toml`` obeys."""
    return schemas_dir() / "format.schema.json"


def rules_schema() -> Path:
    """Return the JSON Schema that every ``rules.toml`` obeys."""
    return schemas_dir() / "rules.schema.json"


def keywords_schema() -> Path:
    """Return the JSON Schema of our own keywords in other people's schemas."""
    return schemas_dir() / "keywords.schema.json"
