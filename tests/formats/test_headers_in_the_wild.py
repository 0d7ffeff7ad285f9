"""Headers of agent files that other tools drop without a word, put into a Leji profile: what the audit says of each.

The headers are those of three public reports (``needs/wild`` D01, D02, D13), here in words of our own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.documents import Document, parse_document, read_document
from sphinx_agentcfg.findings import Fix
from sphinx_agentcfg.formats.model import State
from tests.formats.repositories import audit_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_agentcfg.findings import Finding

NEEDS = Path(__file__).parents[2].parent / "shared" / "needs" / "wild"

#: A profile that has nothing against it; ``{purpose}`` is where the headers differ.
PROFILE = """---
id: writer
name: Writer
role: writer
purpose: {purpose}
tools: Read, Grep
requiredRead: [docs/agents/writer.md]
mustAskWhen: [unsure]
---
Writes the manual.
"""
GOOD = PROFILE.format(purpose="Writes.").replace("tools: Read, Grep\n", "").replace("writer", "core")
UNINDENTED = PROFILE.format(purpose="Ask for this one to explain code. Samples:\n<sample>\nuser: explain it\n</sample>")
COLON = PROFILE.format(purpose="Three tasks: style, links, spelling.")
MARKED = "\ufeff" + GOOD.replace("\n", "\r\n")


def reading(findings: tuple[Finding, ...], path: str) -> list[tuple[str, str, int | None, int | None]]:
    return [
        (f.name, str(f.severity), f.line, f.column) for f in findings if f.rule.startswith("file/") and f.path == path
    ]


def audited(tmp_path: Path, text: str) -> tuple[list[Finding], Mapping[str, State]]:
    audit = audit_of(tmp_path, {"docs/agents/core.md": GOOD, "docs/agents/writer.md": text}, only=["leji"])
    assert reading(audit.findings, "docs/agents/core.md") == []
    states = {profile.path: profile.state for profile in audit.profiles}
    return [f for f in audit.findings if f.path == "docs/agents/writer.md"], states


def test_a_text_that_goes_on_without_indentation_names_its_line_and_that_cause(tmp_path: Path) -> None:
    findings, states = audited(tmp_path, UNINDENTED)
    assert reading(tuple(findings), "docs/agents/writer.md") == [("syntax", "error", 6, 1)]
    (finding,) = [f for f in findings if f.rule == "file/syntax"]
    assert finding.message.text() == (
        "this line goes on with the text of `purpose` (line 5) and is not indented; write `purpose: |` and indent all "
        "of that text"
    )
    assert finding.fix is None
    assert states == {"docs/agents/core.md": State.OK, "docs/agents/writer.md": State.UNREADABLE}


def test_an_unquoted_colon_names_its_line_and_brings_the_quoted_value(tmp_path: Path) -> None:
    findings, states = audited(tmp_path, COLON)
    assert reading(tuple(findings), "docs/agents/writer.md") == [("syntax", "error", 5, 21)]
    (finding,) = [f for f in findings if f.rule == "file/syntax"]
    assert finding.message.text() == 'an unquoted ": " in a one-line value; quote the value'
    assert finding.fix == Fix(5, 10, 5, 46, '"Three tasks: style, links, spelling."')
    assert states == {"docs/agents/core.md": State.OK, "docs/agents/writer.md": State.UNREADABLE}


def test_a_byte_order_mark_and_crlf_are_read_and_both_reported(tmp_path: Path) -> None:
    findings, states = audited(tmp_path, MARKED)
    assert reading(tuple(findings), "docs/agents/writer.md") == [
        ("byte-order-mark", "warning", 1, 1),
        ("line-ends", "info", 1, 4),
    ]
    assert [f.fix for f in findings if f.rule == "file/byte-order-mark"] == [Fix(1, 0, 1, 1, "")]
    assert State.UNREADABLE not in states.values()


def test_what_such_a_header_says_of_itself_is_recovered() -> None:
    broken = [parse_document(text, name="x", syntax="frontmatter") for text in (UNINDENTED, COLON)]
    same = {"id": "writer", "name": "Writer", "role": "writer", "tools": "Read, Grep", "mustAskWhen": ["unsure"]}
    same |= {"requiredRead": ["docs/agents/writer.md"]}
    assert [document.recover() for document in broken] == [
        same,
        {**same, "purpose": "Three tasks: style, links, spelling."},
    ]


def test_a_profile_with_such_a_header_keeps_its_name_in_the_tables(tmp_path: Path) -> None:
    files = {"docs/agents/core.md": GOOD, "docs/agents/w.md": COLON, "rolebox/r/role.yaml": "name: Ray\nprompt: a: b\n"}
    audit = audit_of(tmp_path, files)
    assert [(p.id, p.name, p.state) for p in audit.profiles if p.state is not State.OK] == [
        ("leji:w", "Writer", State.UNREADABLE),
        ("rolebox:r", "Ray", State.UNREADABLE),
    ]


def need(path: str) -> Document:
    if not NEEDS.is_dir():
        pytest.skip("the reports are not beside this repository")
    return read_document(NEEDS / path, name="x")


def test_the_header_of_d01_itself() -> None:
    document = need("D01/.claude/agents/doc-helper.md")
    assert reading(document.findings, "x") == [("syntax", "error", 4, 1)]
    assert "the text of `description` (line 3) and is not indented" in document.findings[0].text()
    assert document.recover() == {"name": "doc-helper", "tools": "Read, Grep"}


def test_the_header_of_d02_itself() -> None:
    document = need("D02/.claude/agents/lint.md")
    meant = "Use this agent for three jobs: style, imports, types."
    assert reading(document.findings, "x") == [("syntax", "error", 3, 43)]
    assert document.findings[0].fix == Fix(3, 14, 3, 14 + len(meant), f'"{meant}"')
    assert document.recover() == {"name": "lint", "description": meant, "model": "sonnet"}


def test_the_header_of_d13_itself() -> None:
    document = need("D13/skills/bom/SKILL.md")
    assert reading(document.findings, "x") == [("byte-order-mark", "warning", 1, 1), ("line-ends", "info", 1, 4)]
    assert document.data["name"] == "bom"
