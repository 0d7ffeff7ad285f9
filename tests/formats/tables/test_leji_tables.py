"""A layer of three Leji profiles: every table, cell by cell, as a person reads it from the files below."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.formats.repositories import write
from tests.formats.tables.expecting import cells, matrix, repository

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit import Repository

CORE = """\
---
id: core
name: Everyone
role: core
requiredRead:
  - docs/rules.md
mustAskWhen:
  - it cannot be undone
mustRefuseWhen:
  - it is a secret
---
Read first.
"""
EDITOR = """\
---
id: editor
name: Editor
role: editor
inherits: core
mustAskWhen:
  - it cannot be undone
  - it is published
freshness:
  reviewAfter: 2099-01-01
---
Then write.
"""
LOST = """\
---
id: lost
name: Lost
role: guide
inherits: nobody
---
"""
TYPE = "leji/agent-profile"
FIELDS = (
    *("id", "name", "role", "purpose", "version", "inherits", "requiredRead", "defaultContext", "mustAskWhen"),
    *("mustRefuseWhen", "escalation", "owners", "freshness", "freshness.reviewAfter", "host", "invocation"),
    *("invocation.command", "invocation.constraints"),
)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    manifest = {"leji": "1.0", "rootPath": "docs/", "machine": {"agentProfilesPath": "docs/agents/"}}
    files = {
        "leji.json": json.dumps(manifest),
        "docs/rules.md": "# Rules\n",
        "docs/agents/core.md": CORE,
        "docs/agents/editor.md": EDITOR,
        "docs/agents/lost.md": LOST,
    }
    return repository(write(tmp_path / "repo", files), "leji")


def test_profiles(repo: Repository) -> None:
    # The share of fields that somebody wrote; what a profile must have weighs three. Core must have id, name, role,
    # requiredRead and mustAskWhen (15), may have ten more at the top, and has one of them: 16 of 25. The editor must
    # have id, name and role (9), may have twelve more and what is in freshness, and has six of these: 15 of 22.
    told = ("profile", "name", "role", "parent", "path", "line", "state", "coverage", "errors", "warnings")
    profiles = repo.profiles()
    assert cells(profiles, *told) == [
        ("leji:core", "Everyone", "core", None, "docs/agents/core.md", 1, "ok", 16 / 25, 0, 0),
        ("leji:editor", "Editor", "editor", "leji:core", "docs/agents/editor.md", 1, "ok", 15 / 22, 0, 0),
        ("leji:lost", "Lost", "guide", None, "docs/agents/lost.md", 1, "unresolved", None, 1, 0),
    ]
    assert set(cells(profiles, "format", "type", "kind", "model")) == {("leji", TYPE, "profile", None)}


def test_fields_of_the_base_are_its_own(repo: Repository) -> None:
    fields = repo.fields()
    own = fields[fields.profile == "leji:core"]
    path = "docs/agents/core.md"
    assert cells(own, "field", "pointer", "value", "provenance", "origin", "path", "line") == [
        ("id", "/id", '"core"', "own", "leji:core", path, 2),
        ("name", "/name", '"Everyone"', "own", "leji:core", path, 3),
        ("role", "/role", '"core"', "own", "leji:core", path, 4),
        ("purpose", None, None, "missing", None, None, None),
        ("version", None, None, "missing", None, None, None),
        ("inherits", None, None, "missing", None, None, None),
        ("requiredRead", "/requiredRead", '["docs/rules.md"]', "own", "leji:core", path, 6),
        ("defaultContext", None, None, "missing", None, None, None),
        ("mustAskWhen", "/mustAskWhen", '["it cannot be undone"]', "own", "leji:core", path, 8),
        ("mustRefuseWhen", "/mustRefuseWhen", '["it is a secret"]', "own", "leji:core", path, 10),
        *[(name, None, None, "missing", None, None, None) for name in ("escalation", "owners", "freshness")],
        *[(name, None, None, "missing", None, None, None) for name in ("host", "invocation")],
    ]


def test_fields_of_the_editor_are_its_own_inherited_and_merged(repo: Repository) -> None:
    fields = repo.fields()
    own = fields[(fields.profile == "leji:editor") & (fields.provenance != "missing")]
    path, base = "docs/agents/editor.md", "docs/agents/core.md"
    assert cells(own, "field", "value", "provenance", "origin", "path", "line") == [
        ("id", '"editor"', "own", "leji:editor", path, 2),
        ("name", '"Editor"', "own", "leji:editor", path, 3),
        ("role", '"editor"', "own", "leji:editor", path, 4),
        ("inherits", '"core"', "own", "leji:editor", path, 5),
        ("requiredRead", '["docs/rules.md"]', "inherited", "leji:core", base, 6),
        ("mustAskWhen", '["it cannot be undone", "it is published"]', "merged", "leji:core, leji:editor", None, None),
        ("mustRefuseWhen", '["it is a secret"]', "inherited", "leji:core", base, 10),
        ("freshness", '{"reviewAfter": "2099-01-01"}', "own", "leji:editor", path, 10),
        ("freshness.reviewAfter", '"2099-01-01"', "own", "leji:editor", path, 10),
    ]


def test_fields_of_a_profile_that_cannot_be_resolved_are_unknown(repo: Repository) -> None:
    fields = repo.fields()
    lost = fields[fields.profile == "leji:lost"]
    assert set(cells(lost, "value", "provenance")) == {(None, "unknown")}
    assert len(lost) == 15  # all at the top; what is in a field that nobody knows has no row


def test_lineage(repo: Repository) -> None:
    lineage = repo.lineage("leji:editor")
    merged = lineage[lineage.field == "mustAskWhen"]
    assert cells(merged, "item", "position", "change", "provenance", "origin", "path", "line") == [
        ('"it cannot be undone"', 0, "kept", "inherited", "leji:core", "docs/agents/core.md", 8),
        ('"it cannot be undone"', None, "removed", "own", "leji:editor", "docs/agents/editor.md", 7),
        ('"it is published"', 1, "added", "own", "leji:editor", "docs/agents/editor.md", 8),
    ]
    assert cells(lineage[lineage.field == "name"], "item", "position", "change", "line") == [
        ('"Editor"', None, "kept", 3)
    ]


def test_coverage(repo: Repository) -> None:
    # core · editor · lost: each column is a field, o own, i inherited, m merged, – missing; lost is unknown throughout
    told = {
        "id": "oo",
        "name": "oo",
        "role": "oo",
        "purpose": "--",
        "version": "--",
        "inherits": "-o",
        "requiredRead": "oi",
        "defaultContext": "--",
        "mustAskWhen": "om",
        "mustRefuseWhen": "oi",
        "escalation": "--",
        "owners": "--",
        "freshness": "-o",
        "freshness.reviewAfter": "-o",
        "host": "--",
        "invocation": "--",
        "invocation.command": "--",
        "invocation.constraints": "--",
    }
    needed = {"id": 3, "name": 3, "role": 3, "requiredRead": 1, "mustAskWhen": 1}
    always = {"id", "name", "role", "invocation.command"}
    coverage = repo.coverage()
    assert cells(coverage, "type", "field", "required", "needed", "profiles") == [
        (
            TYPE,
            name,
            "always" if name in always else "conditional" if name in needed else "no",
            needed.get(name, 0),
            3,
        )
        for name in FIELDS
    ]
    counted = ("own", "inherited", "merged", "default", "builtin", "missing", "empty", "unknown")
    assert cells(coverage, "field", *counted) == [
        (name, by.count("o"), by.count("i"), by.count("m"), 0, 0, by.count("-"), 0, 1) for name, by in told.items()
    ]
    assert cells(coverage, "coverage") == [((2 - by.count("-")) / 3,) for by in told.values()]


def test_coverage_matrix(repo: Repository) -> None:
    found = matrix(repo.coverage_matrix())
    assert {name: row["mustAskWhen"] for name, row in found.items()} == {
        "leji:core": "own",
        "leji:editor": "merged",
        "leji:lost": "unknown",
    }
    assert list(found["leji:core"]) == list(FIELDS)
    assert set(found["leji:lost"].values()) == {"unknown"}


def test_inheritance(repo: Repository) -> None:
    assert cells(repo.inheritance()) == [
        ("leji:editor", "leji:core", "inherits", "resolved", "docs/agents/editor.md", 5),
        ("leji:lost", "nobody", "inherits", "unknown", "docs/agents/lost.md", 5),
    ]


def test_permissions(repo: Repository) -> None:
    permissions = repo.permissions()
    core, editor = "docs/agents/core.md", "docs/agents/editor.md"
    assert cells(permissions, "profile", "subject", "kind", "decision", "declared", "origin", "path", "line") == [
        ("leji:core", "it cannot be undone", "condition", "ask", "mustAskWhen", "leji:core", core, 8),
        ("leji:core", "it is a secret", "condition", "deny", "mustRefuseWhen", "leji:core", core, 10),
        ("leji:editor", "it cannot be undone", "condition", "ask", "mustAskWhen", "leji:core", core, 8),
        ("leji:editor", "it is published", "condition", "ask", "mustAskWhen", "leji:editor", editor, 8),
        ("leji:editor", "it is a secret", "condition", "deny", "mustRefuseWhen", "leji:core", core, 10),
        ("leji:lost", "*", "any", "unknown", None, "leji:lost", "docs/agents/lost.md", 1),
    ]
    rest = ("scope", "value", "may_override", "allowed", "dangerous", "constraints")
    assert set(cells(permissions, *rest)) == {(None,) * 6}
    assert set(cells(permissions, "conflict", "assumed")) == {(False, False)}
    assert cells(permissions, "enforced") == [(False,)] * 5 + [(None,)]
    assert cells(permissions, "reason")[2:4] == [
        ("`mustAskWhen` of the base profile leji:core has this condition",),
        ("`mustAskWhen` of the profile has this condition",),
    ]


def test_permission_matrix_and_questions(repo: Repository) -> None:
    undone, secret, published = "it cannot be undone", "it is a secret", "it is published"
    assert matrix(repo.permission_matrix()) == {
        "leji:core": {undone: "ask", secret: "deny", published: "unset"},
        "leji:editor": {undone: "ask", secret: "deny", published: "ask"},
        "leji:lost": {undone: "unknown", secret: "unknown", published: "unknown"},
    }
    assert repo.who_can(undone, "ask") == ["leji:core", "leji:editor"]
    assert repo.who_can(published, "unknown") == ["leji:lost"]
    assert repo.can("editor", published) == "ask"
    assert cells(repo.why("editor", undone), "result", "text", "path", "line", "excerpt")[:2] == [
        (
            "ask",
            f"{undone}: ask, since `mustAskWhen` of the base profile leji:core has this condition",
            "docs/agents/core.md",
            8,
            "- it cannot be undone",
        ),
        ("ask", "leji:editor inherits from leji:core", "docs/agents/editor.md", 5, "inherits: core"),
    ]


def test_findings_and_environment(repo: Repository) -> None:
    findings = repo.findings()
    assert cells(findings[findings.severity == "error"], "rule", "path", "line", "profile", "upstream") == [
        ("leji/inherits-unknown", "docs/agents/lost.md", 5, "leji:lost", "inherits-unknown"),
    ]
    assert cells(repo.environment()) == []
    assert cells(repo.suppressed()) == []
