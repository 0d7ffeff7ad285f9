"""The conditions of a small repository, cell by cell (``spec/formats.md`` → Leji; facts/leji.md §1.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.formats.leji import permissions
from sphinx_agentcfg.formats.model import Decision, Origin, Permission
from tests.formats.leji.layers import MANIFEST, role
from tests.formats.repositories import audit_of, profile_of

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "leji.json": MANIFEST,
    "docs/agents/core.md": role(
        "core", requiredRead=["docs/"], mustAskWhen=["costs money", "is new"], mustRefuseWhen=["leaks"]
    ),
    "docs/agents/editor.md": role(
        "editor", inherits="core", mustAskWhen=["is new", "late", "late"], mustRefuseWhen=["costs money"]
    ),
    "docs/agents/writer.md": role("writer", requiredRead=["docs/"], mustAskWhen=["Is new"]),
    "docs/agents/lost.md": role("lost", inherits="nobody", mustAskWhen=["late"]),
    "docs/agents/broken.md": "---\nid: [\n---\n",
}
CORE, EDITOR, WRITER = (f"docs/agents/{name}.md" for name in ("core", "editor", "writer"))


@pytest.fixture
def rows(tmp_path: Path) -> dict[str, list[Permission]]:
    audit = audit_of(tmp_path, FILES, only=["leji"])
    (resolved,) = audit.resolved
    return {profile.id: list(permissions(profile, resolved)) for profile in audit.profiles}


def cells(found: list[Permission]) -> list[tuple[str, str, str, str, str | None]]:
    return [(p.subject, p.decision.value, p.declared, p.origin.path, p.origin.pointer) for p in found]


def test_the_cells_of_a_base(rows: dict[str, list[Permission]]) -> None:
    assert cells(rows["leji:core"]) == [
        ("costs money", "ask", "mustAskWhen", CORE, "/mustAskWhen/0"),
        ("is new", "ask", "mustAskWhen", CORE, "/mustAskWhen/1"),
        ("leaks", "deny", "mustRefuseWhen", CORE, "/mustRefuseWhen/0"),
    ]


def test_the_cells_of_a_profile_over_it(rows: dict[str, list[Permission]]) -> None:
    assert cells(rows["leji:editor"]) == [
        ("costs money", "deny", "mustRefuseWhen", EDITOR, "/mustRefuseWhen/0"),
        ("is new", "ask", "mustAskWhen", CORE, "/mustAskWhen/1"),
        ("late", "ask", "mustAskWhen", EDITOR, "/mustAskWhen/1"),
        ("leaks", "deny", "mustRefuseWhen", CORE, "/mustRefuseWhen/0"),
    ]


def test_a_condition_is_its_exact_text(rows: dict[str, list[Permission]]) -> None:
    assert cells(rows["leji:writer"]) == [("Is new", "ask", "mustAskWhen", WRITER, "/mustAskWhen/0")]


def test_refusing_wins_and_the_conflict_is_told(rows: dict[str, list[Permission]]) -> None:
    (conflict,) = [row for row in rows["leji:editor"] if row.conflict]
    assert (conflict.subject, conflict.decision) == ("costs money", Decision.DENY)
    assert conflict.reason is not None
    assert "`mustAskWhen`" in conflict.reason.text()


def test_a_profile_without_values_has_no_rows(rows: dict[str, list[Permission]]) -> None:
    assert (rows["leji:lost"], rows["leji:broken"]) == ([], [])


def test_nothing_enforces_a_condition(rows: dict[str, list[Permission]]) -> None:
    every = [row for found in rows.values() for row in found]
    assert {(row.kind, row.scope, row.enforced, row.assumed) for row in every} == {("condition", "", False, False)}


def test_every_row_says_why(rows: dict[str, list[Permission]]) -> None:
    reasons = {row.subject: row.reason.text() for row in rows["leji:editor"] if row.reason}
    assert reasons == {
        "costs money": "the condition is in `mustAskWhen` and in `mustRefuseWhen`, and refusing wins",
        "is new": "`mustAskWhen` of the base profile leji:core has this condition",
        "late": "`mustAskWhen` of the profile has this condition",
        "leaks": "`mustRefuseWhen` of the base profile leji:core has this condition",
    }


def test_origins_name_the_profile_whose_file_it_is(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, FILES, only=["leji"])
    found = {p.subject: p.origin for p in permissions(profile_of(audit, "leji:editor"), audit.resolved[0])}
    assert found["leaks"] == Origin("leji:core", CORE, "/mustRefuseWhen/0")
    assert found["late"] == Origin("leji:editor", EDITOR, "/mustAskWhen/1")
    assert (audit.line(found["leaks"]), audit.line(found["late"])) == (7, 6)
