"""What a role must follow: its body after that of its base (``facts/leji.md`` §1.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.formats.leji import effective_body
from tests.formats.leji.layers import MANIFEST, role
from tests.formats.repositories import audit_of, profile_of

if TYPE_CHECKING:
    from pathlib import Path


def body(folder: Path, name: str, files: dict[str, str]) -> str | None:
    texts = {f"docs/agents/{stem}.md": text for stem, text in files.items()}
    audit = audit_of(folder, {"leji.json": MANIFEST, **texts}, only=["leji"])
    return effective_body(profile_of(audit, f"leji:{name}"), audit.resolved[0])


def core(text: str) -> str:
    return role("core", text, requiredRead=["docs/"], mustAskWhen=["unsure"])


def test_base_first_each_under_its_id(tmp_path: Path) -> None:
    files = {"core": core("\n# Core\n\nRead.\n"), "editor": role("editor", "\n# Editor\n\nEdit.\n", inherits="core")}
    assert body(tmp_path, "editor", files) == (
        "<!-- inherited from: core -->\n\n# Core\n\nRead.\n\n<!-- editor -->\n\n# Editor\n\nEdit.\n"
    )


def test_a_profile_that_stands_alone_has_no_mark(tmp_path: Path) -> None:
    assert body(tmp_path, "core", {"core": core("\n\n# Core\n\n\n")}) == "# Core\n"


def test_only_line_ends_around_it_go(tmp_path: Path) -> None:
    assert body(tmp_path, "core", {"core": core("\n    code  \n\n  hard break  \n \n\n")}) == (
        "    code  \n\n  hard break  \n \n"
    )


def test_crlf_becomes_lf(tmp_path: Path) -> None:
    assert body(tmp_path, "core", {"core": core("\n# Core\n\nRead.\n").replace("\n", "\r\n")}) == "# Core\n\nRead.\n"


def test_an_empty_body_is_one_line_end(tmp_path: Path) -> None:
    assert body(tmp_path, "core", {"core": core("")}) == "\n"


def test_what_does_not_resolve_has_no_body(tmp_path: Path) -> None:
    assert body(tmp_path, "editor", {"editor": role("editor", "Edit.\n", inherits="nobody")}) is None
    assert body(tmp_path, "core", {"core": "---\nid: [\n---\nText\n"}) is None
