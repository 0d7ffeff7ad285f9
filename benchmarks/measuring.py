"""Two commands in, the ratio of their CPU seconds out: run in turn, the median of each counts."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

__all__ = ["Growth", "Result", "compare", "compare_work", "print_results", "sphinx"]


@dataclass(frozen=True)
class Result:
    """What was compared, both medians in CPU seconds, and the ratio that is good enough."""

    name: str
    ours: float
    plain: float
    target: float
    #: The most that a run of ours took, where the command says so.
    megabytes: float = 0.0

    @property
    def ratio(self) -> float:
        """Ours divided by plain."""
        return self.ours / self.plain


@dataclass(frozen=True)
class Growth:
    """How many times as long ten times the work takes."""

    name: str
    ratio: float
    target: float


def sphinx(source: Path, output: Path) -> list[str]:
    """Return the command that builds *source* as HTML, quietly."""
    return [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(source), str(output)]


def _cpu_seconds(command: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)  # our own command
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def compare(  # noqa: PLR0913  # what, against what, how good, how often
    name: str,
    ours: Sequence[str],
    plain: Sequence[str],
    target: float,
    *,
    runs: int = 5,
    before: Callable[[], None] = lambda: None,
) -> Result:
    """Run both commands *runs* times in turn, with *before* ahead of each pair."""
    spent: tuple[list[float], list[float]] = ([], [])
    for _ in range(runs):
        before()
        for command, seconds in zip((ours, plain), spent, strict=True):
            seconds.append(_cpu_seconds(command))
    return Result(name, statistics.median(spent[0]), statistics.median(spent[1]), target)


def compare_work(name: str, ours: Sequence[str], plain: Sequence[str], target: float, *, runs: int = 5) -> Result:
    """Run both commands *runs* times in turn.

    Each prints the megabytes that it took, and the CPU seconds of its work without start and imports.
    """
    spent: tuple[list[float], list[float]] = ([], [])
    megabytes = 0.0
    for _ in range(runs):
        for command, seconds in zip((ours, plain), spent, strict=True):
            done = subprocess.run(command, check=True, capture_output=True, text=True)  # our own command
            took, used = map(float, done.stdout.split()[-2:])
            seconds.append(used)
            megabytes = max(megabytes, took) if command is ours else megabytes
    return Result(name, statistics.median(spent[0]), statistics.median(spent[1]), target, megabytes)


def print_results(results: Sequence[Result | Growth]) -> None:
    """Print one table with each ratio beside its target."""
    width = max(len(r.name) for r in results)
    print(f"{'what'.ljust(width)}  ours s  plain s  ratio  target")
    for r in results:
        verdict = "" if r.ratio <= r.target else "  over"
        seconds = f"{r.ours:6.2f}  {r.plain:7.2f}" if isinstance(r, Result) else " " * 15
        print(f"{r.name.ljust(width)}  {seconds}  {r.ratio:5.2f}  <= {r.target}{verdict}")
