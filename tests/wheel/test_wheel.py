"""The wheel alone, in a fresh environment, does what the checkout does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROOT = Path(__file__).parent.parent.parent
_DEMO = _ROOT / "tests" / "browser" / "roots" / "demo"
_NO_INDEX = re.compile(
    r"No matching distribution found|Connection|Temporary failure|Max retries|timed out", re.IGNORECASE
)

pytestmark = [pytest.mark.wheel, pytest.mark.slow]


def _run(command: Sequence[str | Path], folder: Path) -> str:
    """Run a command where nothing leads to the checkout; return what it prints."""
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    _run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, _ROOT], folder)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that has the wheel and what it needs, nothing else."""
    folder = tmp_path_factory.mktemp("alone")
    venv.create(folder / "venv", with_pip=True, symlinks=True)
    interpreter = folder / "venv" / "bin" / "python"
    install: list[str | Path] = [interpreter, "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    try:
        _run([*install, "-c", _ROOT / "constraints.txt", wheel], folder)
    except AssertionError as error:
        if _NO_INDEX.search(str(error)):
            pytest.fail(
                f"the package index is needed to install what the wheel depends on, and cannot be reached:\n{error}"
            )
        raise
    return interpreter


def _members(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def _in_checkout(folder: Path) -> set[str]:
    known = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", str(folder)],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return {line for line in known.stdout.splitlines() if (_ROOT / line).is_file()}


def test_the_wheel_holds_the_package_and_its_data(wheel: Path) -> None:
    members = set(_members(wheel))
    for name in (
        "sphinx_agentcfg/py.typed",
        "sphinx_agentcfg/schemas/format.schema.json",
        "sphinx_agentcfg/schemas/leji/format.toml",
        "sphinx_agentcfg/schemas/leji/agent-profile.schema.json",
        "sphinx_agentcfg/schemas/leji/locale/zh_CN/agent-profile.po",
        "sphinx_agentcfg/schemas/leji/examples/valid/agent-profile/core.zh_CN.md",
        "sphinx_agentcfg/locale/zh_CN/LC_MESSAGES/sphinx_agentcfg.po",
        "sphinx_agentcfg/sphinx_ext/static/agentcfg.css",
        "sphinx_agentcfg/sphinx_ext/static/agentcfg.js",
    ):
        assert name in members


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    wanted = _in_checkout(_ROOT / "sphinx_agentcfg")
    wanted |= {f"sphinx_agentcfg/{name}" for part in ("schemas", "examples") for name in _in_checkout(_ROOT / part)}
    shipped = {name for name in _members(wheel) if ".dist-info/" not in name}
    assert shipped - wanted == set()
    assert wanted - shipped == set()
    assert not [name for name in shipped if "__pycache__" in name or name.endswith((".pyc", "~", ".orig", ".mo"))]


def test_the_wheel_brings_its_licence_along(wheel: Path) -> None:
    info = {name.partition(".dist-info/")[2] for name in _members(wheel) if ".dist-info/" in name}
    assert {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE", "licenses/NOTICE"} <= info


def test_it_is_the_wheel_that_is_imported(python: Path, tmp_path: Path) -> None:
    found = _run([python, "-c", "import sphinx_agentcfg; print(sphinx_agentcfg.__file__)"], tmp_path).strip()
    assert Path(found).is_relative_to(python.parent.parent)


class _Words(HTMLParser):
    """Gathers the text of a page's body."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(f"{tag} {dict(attrs).get('id', '')}")

    def handle_data(self, data: str) -> None:
        self.words += data.split()


def _read(page: Path) -> tuple[list[str], list[str]]:
    reader = _Words()
    reader.feed(page.read_text(encoding="utf-8"))
    return reader.words, reader.tags


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_it_builds_the_same_pages_as_the_checkout(python: Path, tmp_path: Path, language: str) -> None:
    options = [
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-Dhtml_theme=alabaster",
        f"-Dlanguage={language}",
        str(_DEMO),
    ]
    _run([python, *options, tmp_path / "wheel"], tmp_path)
    subprocess.run([sys.executable, *options, tmp_path / "checkout"], cwd=_ROOT, check=True, capture_output=True)
    for name in ("profile.html", "team.html", "plain.html", "genindex.html", "search.html"):
        assert _read(tmp_path / "wheel" / name) == _read(tmp_path / "checkout" / name)
    words = " ".join(_read(tmp_path / "wheel" / "profile.html")[0])
    assert "Stable identifier for this profile" in words
    assert "标识符" in words


def test_the_command_works_there(python: Path, tmp_path: Path) -> None:
    command = python.parent / "agentcfg"
    assert "leji" in _run([command, "messages", "stats"], tmp_path)
    assert "messages" in _run([command, "--help"], tmp_path)


def test_it_audits_every_built_in_format(python: Path, tmp_path: Path) -> None:
    for name, text in {
        "docs/agents/core.md": "---\nid: core\nname: Core\nrole: core\n---\n",
        "agents/helper/agent.json": '{"name": "Helper"}\n',
        "rolebox/lead/role.yaml": "name: Lead\ndescription: Leads.\nprompt: Lead.\n",
        "agents/bot/roles/visitor.json": "{}\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    command = python.parent / "agentcfg"
    found = json.loads(_run([command, "audit", ".", "--format", "json", "--fail-on", "never"], tmp_path))
    assert {row["format"] for row in found["profiles"]} == {"leji", "agentfs", "rolebox", "evolcore"}
