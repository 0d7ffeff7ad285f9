"""How many files were read in, a line that counts them on the error output out; only a terminal gets one."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, TextIO

import click

from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Progress"]

#: Seconds before anything is shown, and between two changes of it.
_PATIENCE = 1.0
_EVERY = 0.1
_CLEAR = "\r\x1b[K"


class Progress:
    """Counts files while somebody waits; call it with the number of files read so far, and ``done`` at the end."""

    def __init__(self, language: str, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._language = language
        self._out = out or sys.stderr
        self._clock = clock
        self._next = clock() + _PATIENCE
        self._shown = False
        self._on = self._out.isatty()

    def __call__(self, read: int) -> None:
        """Show *read*, unless it is too early or nobody would see it."""
        if not self._on or self._clock() < self._next:
            return
        self._next = self._clock() + _EVERY
        self._shown = True
        text = message("files read: {n} …", n=f"{read:,}").text(self._language)
        click.echo(f"{_CLEAR}{text}", nl=False, file=self._out)

    def done(self) -> None:
        """Clear the line, if there is one."""
        if self._shown:
            click.echo(_CLEAR, nl=False, file=self._out)
            self._shown = False
