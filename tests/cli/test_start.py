"""The front doors open fast, because nothing heavy is imported before it is needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("sphinx", "docutils", "babel", "jsonschema", "referencing", "pandas", "yaml", "markdown_it")
ROOT = Path(__file__).parents[2]


def loaded_by(code: str) -> set[str]:
    """Run *code* in a fresh interpreter; return which of the heavy packages it loaded."""
    report = f"import sys\nprint('LOADED', *[m for m in {HEAVY!r} if m in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    result = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True, env=environment
    )
    (line,) = [each for each in result.stdout.splitlines() if each.startswith("LOADED")]
    return set(line.split()[1:])


@pytest.mark.parametrize(
    "code",
    [
        "import sphinx_agentcfg",
        "from sphinx_agentcfg.cli import main\nmain(['--help'], standalone_mode=False)",
        "from sphinx_agentcfg.cli import main\nmain(['--version'], standalone_mode=False)",
    ],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    assert loaded_by(code) == set()


def test_the_check_itself_sees_what_is_loaded() -> None:
    assert "yaml" in loaded_by("import yaml")


def test_help_lists_every_command() -> None:
    result = subprocess.run(
        [sys.executable, "-c", "from sphinx_agentcfg.cli import main; main(prog_name='agentcfg')", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert "Usage: agentcfg [OPTIONS] COMMAND [ARGS]..." in result.stdout
    assert "messages" in result.stdout
