"""What the tests of commands share: a command line in, what it printed and its exit code out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner

from sphinx_agentcfg.cli import main

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

__all__ = ["ZH", "error_of", "run"]

#: The environment of a person whose terminal speaks Chinese.
ZH = {"LC_ALL": "zh_CN.UTF-8"}
_ENGLISH = {"LC_ALL": "en_US.UTF-8", "COLUMNS": ""}


def run(*arguments: str | Path, stdin: str | bytes | None = None, **environment: str) -> Result:
    """Run ``agentcfg`` with *arguments*, in English unless *environment* says otherwise."""
    return CliRunner().invoke(main, [*map(str, arguments)], input=stdin, env={**_ENGLISH, **environment})


def error_of(result: Result) -> str:
    """Return the one line of a usage error, which must be all that was said."""
    assert result.exit_code == 2
    (line,) = [each for each in result.stderr.splitlines() if each.startswith("Error: ")]
    assert result.stderr.endswith(line + "\n")
    return line
