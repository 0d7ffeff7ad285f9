"""Every Python block that asks an audit, on its page and in the READMEs, runs on the sample team."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from sphinx_agentcfg.resources import sample_team

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_PLACES = ("path/to/repository", "path/to/older/checkout", "path/to/older/state")


def blocks(page: str) -> list[str]:
    found = _BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    return [block for block in found if "repo" in block or "audit" in block]


@pytest.mark.parametrize("page", ["docs/how-to/ask-in-python.md", "README.md", "README.zh-CN.md"])
def test_every_block_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two", "three"):
        shutil.copytree(sample_team(), tmp_path / name)
    names: dict[str, Any] = {"__name__": "page"}
    found = blocks(page)
    assert found
    for block in found:
        code = block
        for place in _PLACES:
            code = code.replace(place, str(sample_team()))
        exec(compile(code, page, "exec"), names)  # noqa: S102  # our own pages
    repo = names["repo"]
    assert len(repo.judged) in {1, 3}


def test_what_the_page_says_of_an_answer_is_the_answer() -> None:
    from sphinx_agentcfg import audit

    repo = audit.load(sample_team(), progress=False)
    text = "\n".join(blocks("docs/how-to/ask-in-python.md"))
    told = dict(re.findall(r"^(repo\.can\(.*?\)) +# '(\w+)'$", text, re.MULTILINE))
    assert told == {'repo.can("agentfs:librarian", "Bash")': repo.can("agentfs:librarian", "Bash")}
