"""Where the data folder ``schemas/`` is: inside the installed package, else beside it in a checkout.

This is the only module that knows. A wheel carries the folder as ``sphinx_agentcfg/schemas``; an editable install
and a plain checkout have it at the top of the repository (measured ways to ship it: ``facts/style.md`` §4.1).
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["format_schema", "keywords_schema", "rules_schema", "schemas_dir"]


def schemas_dir() -> Path:
    """Return the folder that holds one sub-folder per built-in format."""
    packaged = Path(__file__).parent / "schemas"
    return packaged if packaged.is_dir() else Path(__file__).parent.parent / "schemas"


def format_schema() -> Path:
    """Return the JSON Schema that every ``format.toml`` obeys."""
    return schemas_dir() / "format.schema.json"


def rules_schema() -> Path:
    """Return the JSON Schema that every ``rules.toml`` obeys."""
    return schemas_dir() / "rules.schema.json"


def keywords_schema() -> Path:
    """Return the JSON Schema of our own keywords in other people's schemas."""
    return schemas_dir() / "keywords.schema.json"
