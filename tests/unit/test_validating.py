"""Files against the schemas of their types, each alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.catalog import Catalog, own_schema
from sphinx_agentcfg.validating import FileChecker
from tests.unit.making import write

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.manifests import DocumentType

CATALOG = Catalog.builtin()
PROFILE = "---\nid: a\nname: A\nrole: a\ninherits: core\n---\n"


def check(path: Path, type_name: str | None = None) -> tuple[Finding, ...]:
    document_type = CATALOG.document_type(type_name) if type_name else None
    return FileChecker(CATALOG).check(path, path.name, document_type)


@pytest.mark.parametrize("document_type", CATALOG.document_types, ids=lambda t: t.id)
def test_every_valid_example_has_no_finding(document_type: DocumentType) -> None:
    checker = FileChecker(CATALOG)
    for path in document_type.examples("valid"):
        assert checker.check(path, path.name) == ()


def test_the_type_is_found_by_the_path(tmp_path: Path) -> None:
    write(tmp_path, {"docs/agents/a.md": PROFILE, "a.md": PROFILE})
    assert check(tmp_path / "docs" / "agents" / "a.md") == ()
    (finding,) = check(tmp_path / "a.md")
    assert (finding.rule, finding.severity, finding.line) == ("file/unknown-type", "error", None)
    assert "leji/agent-profile" in finding.message.text()


def test_a_type_that_is_named_needs_no_path(tmp_path: Path) -> None:
    write(tmp_path, {"a.txt": PROFILE})
    assert check(tmp_path / "a.txt", "leji/agent-profile") == ()


def test_a_violation_has_its_place_and_the_rule_of_its_format(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": PROFILE.replace("name: A", "name: 5")})
    (finding,) = check(tmp_path / "a.md", "leji/agent-profile")
    assert (finding.rule, finding.line, finding.column, finding.pointer) == ("leji/schema", 3, 7, "/name")


def test_a_file_that_cannot_be_read_is_one_finding(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": b"---\nid: \xff\n---\n"})
    (finding,) = check(tmp_path / "a.md", "leji/agent-profile")
    assert finding.rule == "file/not-utf8"
    (finding,) = check(tmp_path / "none.md", "leji/agent-profile")
    assert finding.rule == "file/missing"


def test_prose_needs_no_header(tmp_path: Path) -> None:
    write(tmp_path, {"persona.md": "## L0\n\nShort.\n", "agents/a/persona.md": "Nothing known.\n"})
    assert check(tmp_path / "persona.md") == ()
    (finding,) = check(tmp_path / "agents" / "a" / "persona.md")
    assert (finding.rule, finding.severity) == ("agentfs/no-known-section", "warning")


def test_a_schema_of_ones_own_reads_a_file_by_its_suffix(tmp_path: Path) -> None:
    schema = {"required": ["a"], "properties": {"a": {"type": "integer"}}}
    files = {"s.json": schema, "d.yaml": "a: x", "d.json": {"a": 1}, "d.md": "---\na: 1\n---\n"}
    write(tmp_path, files)
    checker = FileChecker(CATALOG)
    own = own_schema(tmp_path / "s.json", "s.json")
    assert [f.rule for f in checker.check(tmp_path / "d.yaml", "d.yaml", own)] == ["file/schema"]
    assert checker.check(tmp_path / "d.json", "d.json", own) == ()
    assert checker.check(tmp_path / "d.md", "d.md", own) == ()
    assert checker.schema_findings == ()


def test_a_broken_schema_of_ones_own_is_told_once(tmp_path: Path) -> None:
    write(tmp_path, {"s.json": {"type": "strnig"}, "a.json": {}, "b.json": {}})
    checker = FileChecker(CATALOG)
    own = own_schema(tmp_path / "s.json", "s.json")
    for name in ("a.json", "b.json"):
        checker.check(tmp_path / name, name, own)
    assert [f.rule for f in checker.schema_findings] == ["schema/invalid-schema"]


@pytest.mark.parametrize("text", [b'{"a": "x"}', b"a: x", b"  [1]"])
def test_a_text_without_a_file_is_read_as_what_it_looks_like(tmp_path: Path, text: bytes) -> None:
    write(tmp_path, {"s.json": {"type": "null"}})
    found = FileChecker(CATALOG).check_text(text, "<stdin>", own_schema(tmp_path / "s.json", "s.json"))
    assert [(f.path, f.rule) for f in found] == [("<stdin>", "file/schema")]
