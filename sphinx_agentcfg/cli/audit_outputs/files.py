"""Data in, bytes on the standard output out, for programs."""

from __future__ import annotations

import click

__all__ = ["print_data"]


def print_data(data: str | bytes) -> None:
    """Print *data* for a program: a text as UTF-8, whatever the terminal speaks, and line ends as they are."""
    click.echo(data if isinstance(data, bytes) else data.encode("utf-8", "backslashreplace"), nl=False)
