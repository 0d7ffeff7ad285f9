"""Generated Leji profiles: audits and tables of them beside what merely parsing them costs.

The floor is what any tool in Python must do: read each file and hand its header to PyYAML's ``CSafeLoader``.
``python -m benchmarks.leji_profiles audit|tables|report|floor|leji FOLDER`` is one side; it prints the megabytes
that it took, and the CPU seconds of the work alone.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.measuring import Growth, Result, compare_work

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["run", "write_layer"]

_AREAS = 60
#: The smallest is there for the growth only: with it, the start of everything weighs as much as the profiles.
_SIZES = (1_000, 10_000, 100_000)
_TARGET = 1.2
#: With every table of the audit as a frame.
_TABLES = 1.8
#: The report, beside the audit that it shows.
_REPORT = 2.0
_GROWTH = 11.0
#: Gigabytes.
_MEMORY = 1.5


def write_layer(folder: Path, profiles: int) -> Path:
    """Write a valid layer with so many profiles, four of five of which inherit from its core profile."""
    docs = folder / "docs"
    for name in ("agents", "context", "decisions", "domain", "system"):
        (docs / name).mkdir(parents=True, exist_ok=True)
    manifest = {
        "leji": "1.0",
        "name": "generated",
        "rootPath": "docs/",
        "bootProfilePath": "docs/boot-profile.md",
        "categories": {
            "domain": {"indexes": ["docs/context/domain.md"]},
            "decisions": {"indexes": ["docs/context/decisions.md"]},
        },
        "machine": {"agentProfilesPath": "docs/agents/", "decisionRecordsPath": "docs/decisions/"},
        "owners": {"primary": {"name": "Nobody"}},
    }
    (folder / "leji.json").write_text(json.dumps(manifest, indent=2), encoding="utf-8")
    for name, text in _OTHER_FILES.items():
        (docs / name).write_text(text, encoding="utf-8")
    for area in range(_AREAS):
        (docs / f"domain/area-{area}.md").write_text(f"# Area {area}\n", encoding="utf-8")
    (docs / "system/rules.md").write_text("# Rules\n", encoding="utf-8")
    (docs / "agents/core.md").write_text(_CORE, encoding="utf-8")
    for number in range(1, profiles):
        (docs / f"agents/p{number:06d}.md").write_text(_profile(number), encoding="utf-8")
    return folder


#: What Leji's own tool wants of a layer besides profiles, so that it does not stop before them.
_OTHER_FILES = {
    "boot-profile.md": "# Start\n\n## Identity\n\nNobody.\n\n## Loading\n\nAll.\n\n## Posture\n\nSee docs/decisions.\n",
    "context/domain.md": "# Domain\n\n```leji-index\n- path: docs/domain/area-0.md\n```\n",
    "context/decisions.md": "# Decisions\n\n```leji-index\n- path: docs/decisions/\n```\n",
    "decisions/0001-start.md": "---\nid: start\ntitle: Start\nstatus: accepted\ndate: 2026-01-01\n---\n\n# Start\n",
}
_CORE = """---
id: core
name: Everyone
role: core
purpose: What all roles have in common.
requiredRead:
  - docs/boot-profile.md
defaultContext:
  - domain
mustAskWhen:
  - the change cannot be undone
---

# Everyone

Read first, then act.
"""


def _profile(number: int) -> str:
    inherits = "inherits: core\n" if number % 5 else ""
    return f"""---
id: p{number:06d}
name: Role {number}
role: role-{number}
purpose: Look after part {number} of the product.
version: "1.{number}"
{inherits}requiredRead:
  - docs/domain/area-{number % _AREAS}.md
  - docs/domain/area-{(number + 1) % _AREAS}.md
  - docs/system/rules.md
defaultContext:
  - system
  - practice
mustAskWhen:
  - the result would overturn decision {number}
  - more than {number % 30} files are touched
mustRefuseWhen:
  - somebody asks for the secrets of part {number}
escalation: owner-{number % 9}
owners:
  - Person {number % 50}
freshness:
  reviewAfter: 2099-0{number % 9 + 1}-1{number % 9}
host: codex
invocation:
  command: codex exec --skip <prompt>
  constraints:
    - keep prompts short
---

# Role {number}

Looks after part {number}. It reads the boot profile first.

## Habits

- Acts on what the task says and on what the context adds.
- Takes an answer for a view, see [the start](../boot-profile.md).
- Hands a quarrel to a person.

That is all.
"""


def _peer() -> str | None:
    """Return the program of Leji's own package, beside our Python or anywhere."""
    return shutil.which("leji", path=str(Path(sys.executable).parent)) or shutil.which("leji")


def run(room: Path, runs: int = 5) -> list[Result | Growth]:
    """Return the ratio to the floor for each size, and how the work grows."""
    results: list[Result | Growth] = []
    spent: list[tuple[int, float]] = []
    memory = 0.0
    for size in _SIZES:
        folder = write_layer(room / f"layer-{size}", size)
        few = runs if size <= _SIZES[1] else 1
        result = compare_work(
            f"{size:,} Leji profiles: read, resolve, check / read, CSafeLoader",
            _command("audit", folder),
            _command("floor", folder),
            _TARGET,
            runs=few,
        )
        if size > _SIZES[0]:
            results.append(result)
            name = f"{size:,} Leji profiles: the same with every table / read, CSafeLoader"
            tables = compare_work(name, _command("tables", folder), _command("floor", folder), _TABLES, runs=few)
            results.append(tables)
            memory = tables.megabytes
        else:
            name = f"{size:,} Leji profiles: building the report / auditing them"
            results.append(compare_work(name, _command("report", folder), _command("audit", folder), _REPORT, runs=few))
        spent.append((size, result.ours))
        if size == _SIZES[0] and _peer():
            peer = "1,000 Leji profiles: read, resolve, check / leji validate"
            results.append(compare_work(peer, _command("audit", folder), _command("leji", folder), 1.0, runs=1))
    for (small, before), (large, after) in pairwise(spent):
        results.append(Growth(f"growth {small:,} → {large:,} profiles", after / before, _GROWTH))
    results.append(Growth(f"GB of memory: {_SIZES[-1]:,} profiles with every table", memory / 1e3, _MEMORY))
    return results


def _command(side: str, folder: Path) -> list[str]:
    return [sys.executable, "-m", "benchmarks.leji_profiles", side, str(folder)]


# --- the sides ------------------------------------------------------------------------------------------------------


def _audit(folder: Path) -> Callable[[], object]:
    from sphinx_agentcfg.audit.scan import read_repository
    from sphinx_agentcfg.catalog import Catalog

    catalog = Catalog.builtin()

    def work() -> object:
        audit = read_repository(folder, catalog, only=["leji"])
        assert len(audit.profiles) > 900
        assert audit.findings == ()
        return audit

    return work


def _tables(folder: Path) -> Callable[[], object]:
    from sphinx_agentcfg import audit
    from sphinx_agentcfg.audit.repository import TABLES

    def tables(of: Path) -> object:
        repository = audit.load(of, only="leji", progress=False)
        return repository, [repository.table(name) for name in TABLES if name != "lineage"]

    with TemporaryDirectory() as small:  # what is imported and read once is, before the clock starts
        tables(write_layer(Path(small), 2))
    return lambda: tables(folder)


def _report(folder: Path) -> Callable[[], object]:
    from sphinx_agentcfg.audit.loading import Options, load_repository
    from sphinx_agentcfg.audit.report import ReportPart, report_html

    found = load_repository(str(folder), Options(only=("leji",)))

    def work() -> object:
        part = ReportPart(found.name, found.counted, found.judgement.reported, found.judgement.hidden)
        page = report_html([part])
        assert len(page.encode()) < 2_000_000
        return page

    return work


def _floor(folder: Path) -> Callable[[], object]:
    import yaml

    def work() -> object:
        data = []
        for path in sorted((folder / "docs/agents").iterdir()):
            text = path.read_text(encoding="utf-8")
            data.append(yaml.load(text[4 : text.index("\n---\n", 4)], Loader=yaml.CSafeLoader))
        return data

    return work


def _leji(folder: Path) -> Callable[[], object]:
    program = _peer()
    assert program

    def work() -> object:
        return subprocess.run([program, "validate", "--root", str(folder)], check=False, capture_output=True)

    return work


def main(side: str, folder: str) -> None:
    """Do the work of one side; print the megabytes that it took, and its CPU seconds, those of children included."""
    sides = {"audit": _audit, "tables": _tables, "report": _report, "floor": _floor, "leji": _leji}
    work = sides[side](Path(folder))
    before = time.process_time(), _children()
    kept = work()
    spent = time.process_time() - before[0] + _children() - before[1]
    print(_megabytes(), spent)
    del kept


def _megabytes() -> float:
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most / 1e3  # bytes there, kilobytes elsewhere


def _children() -> float:
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main(*sys.argv[1:])
