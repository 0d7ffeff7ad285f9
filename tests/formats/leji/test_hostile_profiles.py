"""Each input of ``facts/leji.md`` §3.2 as a profile beside a good one: one file pays for it, and the other is intact.

What each must give is worked out from ``spec/formats.md`` → Reading and the schema: an input that is fine in YAML 1.2
costs no error, any other exactly one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.formats.model import State
from tests.formats.repositories import audit_of, profile_of, write

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

MANIFEST = '{"rootPath": "docs/", "agents": {"core": "docs/agents/core.md"}}'
CORE = "---\nid: core\nname: Core\nrole: core\nrequiredRead: [docs/]\nmustAskWhen: [unsure]\n---\n\n# Core\n"
BAD = "docs/agents/bad.md"


def fields(**others: str) -> str:
    """Return the fields of a profile on lines 2 to 6, each on one line; *others* take their place or follow them."""
    known = {"id": "bad", "name": "Bad", "role": "core", "requiredRead": "[docs/]", "mustAskWhen": "[unsure]"}
    return "".join(f"{key}: {value}\n" for key, value in {**known, **others}.items())


def closed(yaml: str, body: str = "\nBody\n") -> str:
    return f"---\n{yaml}---\n{body}"


def bomb(height: int) -> str:
    """Return keys, a line each, whose last value has 2 ** height leaves once its aliases are expanded.

    The n-th value has 2 ** (n + 1) - 1 nodes, and all up to it 2 ** (n + 2) - n - 4: over 100,000 with n = 15.
    """
    return "a1: &a1 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(2, height + 1))


class Case(NamedTuple):
    name: str
    content: str | bytes
    #: The rule of the one error, "" where the input is fine.
    rule: str
    line: int | None = None
    state: State = State.UNREADABLE


OK, UNRESOLVED = State.OK, State.UNRESOLVED
CASES = [
    Case("1 alias bomb as unknown keys", closed(fields() + bomb(22)), "file/too-many-nodes", 21),
    Case("2 alias bomb for a string", closed(bomb(22) + fields(purpose="*a22")), "file/too-many-nodes", 16),
    Case("3 larger bomb", closed(bomb(27) + fields(purpose="*a27")), "file/too-many-nodes", 16),
    Case("4 bomb in requiredRead", closed(bomb(22) + fields(requiredRead="[*a22]")), "file/too-many-nodes", 16),
    Case("5 tab", closed(fields() + "owners:\n\t- A\n"), "file/syntax", 8),
    Case("6 bytes ff fe", b"\xff\xfe" + closed(fields()).encode(), "file/not-utf8", 1),
    Case("7 UTF-16", closed(fields()).encode("utf-16"), "file/not-utf8", 1),
    Case("8 byte order mark", b"\xef\xbb\xbf" + closed(fields()).encode(), "leji/profile-frontmatter", 1, OK),
    Case("9 20 MB scalar", closed(fields(purpose="x" * 20_000_000)), "file/too-large"),
    Case("9 4 MB scalar", closed(fields(purpose="x" * 4_000_000)), "", None, OK),
    Case("10 300k items", closed(fields() + "owners:\n" + "- A\n" * 300_000), "file/too-many-nodes", 99_999),
    Case("11 30 MB body", closed(fields(), "x\n" * 15_000_000), "file/too-large"),
    Case("11 4 MB body", closed(fields(), "x\n" * 2_000_000), "", None, OK),
    Case("12 flow nesting 200", closed(fields(purpose="[" * 200 + "]" * 200)), "file/too-deep", 7),
    Case("13 nesting 2000", closed(fields(purpose="[" * 2000 + "]" * 2000)), "file/too-deep", 7),
    Case("13 nesting 20000", closed(fields(purpose="[" * 20_000 + "]" * 20_000)), "file/too-deep", 7),
    Case("14 duplicate key", closed(fields() + "name: Twice\n"), "file/duplicate-key", 7, UNRESOLVED),
    Case(
        "14 nested duplicate key",
        closed(fields() + "freshness:\n  reviewAfter: 2999-01-31\n  reviewAfter: 2999-01-31\n"),
        "file/duplicate-key",
        9,
        UNRESOLVED,
    ),
    Case("15 merge key", closed(fields() + "<<: {host: codex}\n"), "leji/schema", 7, UNRESOLVED),
    Case(
        "16 python object",
        closed(fields(purpose="!!python/object/apply:os.system [ls]")),
        "file/custom-tag",
        7,
        UNRESOLVED,
    ),
    Case("16 unknown tag", closed(fields(purpose="!foo bar")), "file/custom-tag", 7, UNRESOLVED),
    Case("17 binary", closed(fields(purpose="!!binary aGk=")), "file/custom-tag", 7, UNRESOLVED),
    Case("17 set", closed(fields(purpose="!!set {a: }")), "file/custom-tag", 7, UNRESOLVED),
    Case("17 nan", closed(fields(purpose=".nan")), "file/not-a-number", 7, UNRESOLVED),
    Case("17 inf", closed(fields(purpose=".inf")), "file/not-a-number", 7, UNRESOLVED),
    Case("17 tilde", closed(fields(purpose="~")), "leji/schema", 7, UNRESOLVED),
    Case("17 true", closed(fields(purpose="true")), "leji/schema", 7, UNRESOLVED),
    Case("17 1.2", closed(fields(purpose="1.2")), "leji/schema", 7, UNRESOLVED),
    Case("18 unquoted date", closed(fields(freshness="{reviewAfter: 2999-01-05}")), "", None, OK),
    Case("19 timestamp", closed(fields(freshness="{reviewAfter: 2999-01-05T10:00:00Z}")), "leji/schema", 7, UNRESOLVED),
    Case("20 31 February", closed(fields(freshness="{reviewAfter: 2999-02-31}")), "", None, OK),
    Case(
        "21 escaped newline", closed(fields(freshness='{reviewAfter: "2020-01-05\\n"}')), "leji/schema", 7, UNRESOLVED
    ),
    Case(
        "22 full-width digits", closed(fields(freshness="{reviewAfter: ２０２７-01-05}")), "leji/schema", 7, UNRESOLVED
    ),
    Case("23 no", closed(fields(purpose="no")), "", None, OK),
    Case("24 empty", closed(""), "file/empty", 2),
    Case("24 only a comment", closed("# c\n"), "file/empty", 2),
    Case("24 list", closed("- a\n"), "leji/schema", 2),
    Case("24 scalar", closed("a\n"), "leji/schema", 2),
    Case("25 CRLF", closed(fields()).replace("\n", "\r\n"), "", None, OK),
    Case("25 CR", closed(fields()).replace("\n", "\r"), "", None, OK),
    Case("26 no closing fence", "---\n" + fields(), "file/unterminated-frontmatter", 1),
    Case("26 ... closes", "---\n" + fields() + "...\n\nBody\n", "leji/profile-frontmatter", 7, OK),
    Case("26 --- ends the file", "---\n" + fields() + "---", "leji/profile-frontmatter", 7, OK),
    Case("26 --- # c", "---\n" + fields() + "--- # c\n\nBody\n", "file/unterminated-frontmatter", 1),
    Case("27 ... before ---", "---\n" + fields() + "...\n---\n\nBody\n", "", None, OK),
    Case("27 ... and a blank line before ---", "---\n" + fields() + "...\n\n---\n\nBody\n", "", None, OK),
    Case("28 blanks after the opener", "--- \n" + fields() + "---\n\nBody\n", "leji/profile-frontmatter", 1, OK),
    Case("28 leading blank line", "\n" + closed(fields()), "file/no-frontmatter", 1),
    Case("28 empty file", "", "file/empty"),
    Case("28 no frontmatter", "# Bad\n", "file/no-frontmatter", 1),
    Case("29 directive", closed("%YAML 1.2\n" + fields()), "file/syntax", 2),
    Case("30 list as key", closed(fields() + "? [a]\n: b\n"), "file/non-string-key", 7, UNRESOLVED),
    Case("30 mapping as key", closed(fields() + "? {a: b}\n: c\n"), "file/non-string-key", 7, UNRESOLVED),
    Case("31 number as key", closed(fields() + "1: a\n"), "leji/schema", 7, UNRESOLVED),
    Case("31 null as key", closed(fields() + "null: a\n"), "leji/schema", 7, UNRESOLVED),
    Case("32 undefined alias", closed(fields(purpose="*b")), "file/syntax", 7),
    Case("32 alias of itself", closed(fields(owners="&a [*a]")), "file/recursive-alias", 7),
    Case("33 NUL", closed(fields(purpose="a\0b")), "file/syntax", 7),
    Case("33 BEL", closed(fields(purpose="a\x07b")), "file/syntax", 7),
    Case("34 surrogate in a value", closed(fields(purpose='"\\ud800"')), "file/syntax", 7),
    Case("34 surrogate in a key", closed(fields() + '"\\ud800": a\n'), "file/syntax", 7),
    Case("35 5000 digits", closed(fields(purpose="9" * 5000)), "file/long-number", 7),
    Case("36 ESC in a key", closed(fields() + '"\\e[31mx": a\n'), "leji/schema", 7, UNRESOLVED),
    Case("37 newline in id", closed(fields(id='"bad\\n"')), "leji/schema", 2, UNRESOLVED),
    Case("38 =", closed(fields(purpose="=")), "", None, OK),
    Case("39 U+2028", closed(fields(purpose="a\u2028b")), "", None, OK),
    # §3.3: plain scalars that YAML 1.1 takes for numbers
    Case("1:30", closed(fields(purpose="1:30")), "", None, OK),
    Case("1_000", closed(fields(purpose="1_000")), "", None, OK),
    Case("0b11", closed(fields(purpose="0b11")), "", None, OK),
    Case("010", closed(fields(purpose="010")), "leji/schema", 7, UNRESOLVED),
    Case("0o17", closed(fields(purpose="0o17")), "leji/schema", 7, UNRESOLVED),
    Case("1e3", closed(fields(purpose="1e3")), "leji/schema", 7, UNRESOLVED),
]


def audit_with(folder: Path, content: str | bytes) -> Audit:
    return audit_of(folder, {"leji.json": MANIFEST, "docs/agents/core.md": CORE, BAD: content}, only=["leji"])


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_hostile_profile_costs_one_error_at_most(case: Case, tmp_path: Path) -> None:
    audit = audit_with(tmp_path, case.content)
    errors = [f for f in audit.findings if f.severity is Severity.ERROR]
    assert [(f.rule, f.path, f.line) for f in errors] == ([(case.rule, BAD, case.line)] if case.rule else [])


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_profile_beside_it_is_intact_and_both_have_their_row(case: Case, tmp_path: Path) -> None:
    audit = audit_with(tmp_path, case.content)
    core = profile_of(audit, "leji:core")
    assert core.state is State.OK
    assert core.effective == {
        "id": "core",
        "name": "Core",
        "role": "core",
        "requiredRead": ["docs/"],
        "mustAskWhen": ["unsure"],
    }
    assert [(p.path, p.state) for p in audit.profiles] == [(BAD, case.state), (core.path, State.OK)]


@pytest.mark.parametrize("case", [c for c in CASES if c.state is not State.OK], ids=lambda case: case.name)
def test_what_does_not_resolve_has_no_values(case: Case, tmp_path: Path) -> None:
    audit = audit_with(tmp_path, case.content)
    bad = next(profile for profile in audit.profiles if profile.path == BAD)
    assert not bad.effective
    assert bad.id == "leji:bad"


def test_numbers_and_null_as_keys_are_told_by_a_warning_too(tmp_path: Path) -> None:
    audit = audit_with(tmp_path, closed(fields() + "1: a\n"))
    assert [f.line for f in audit.findings if f.rule == "file/non-string-key"] == [7]


def test_a_day_that_does_not_exist_is_a_warning(tmp_path: Path) -> None:
    audit = audit_with(tmp_path, closed(fields(freshness="{reviewAfter: 2999-02-31}")))
    assert [(f.rule, f.line, f.severity) for f in audit.findings] == [
        ("leji/freshness-impossible-date", 7, Severity.WARNING)
    ]


# 40 to 42: symbolic links ---------------------------------------------------------------------------------------------


def linked(folder: Path, name: str, target: str) -> Path:
    """Write a repository in which the file *name* is a link to *target*, and a file outside of it."""
    write(folder, {"elsewhere.md": closed(fields()), "repo/leji.json": MANIFEST, "repo/docs/agents/core.md": CORE})
    write(folder / "repo", {"docs/other.md": closed(fields())})
    link = folder / "repo" / name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)
    return folder / "repo"


def test_a_link_inside_the_repository_is_read_and_told(tmp_path: Path) -> None:
    audit = audit_of(linked(tmp_path, BAD, "../other.md"), {})
    assert profile_of(audit, "leji:bad").state is State.OK
    assert [(f.rule, f.path, f.severity) for f in audit.findings] == [("leji/profile-skipped", BAD, Severity.WARNING)]


def test_a_link_out_of_the_repository_is_not_read(tmp_path: Path) -> None:
    audit = audit_of(linked(tmp_path, BAD, "../../../elsewhere.md"), {})
    assert profile_of(audit, "leji:bad").state is State.UNREADABLE
    assert [(f.rule, f.path, f.severity) for f in audit.findings] == [("file/outside-root", BAD, Severity.ERROR)]


def test_a_bound_link_out_of_the_repository_is_an_error(tmp_path: Path) -> None:
    folder = linked(tmp_path, "roles/bad.md", "../../elsewhere.md")
    manifest = '{"rootPath": "docs/", "agents": {"core": "docs/agents/core.md", "bad": "roles/bad.md"}}'
    audit = audit_of(folder, {"leji.json": manifest})
    assert profile_of(audit, "leji:bad").state is State.UNREADABLE
    assert [(f.rule, f.path) for f in audit.findings] == [("leji/path-escapes-root", "roles/bad.md")]


def test_a_bound_link_in_the_profile_folder_is_told_although_the_tool_is_silent(tmp_path: Path) -> None:
    folder = linked(tmp_path, BAD, "../../../elsewhere.md")
    manifest = '{"rootPath": "docs/", "agents": {"core": "docs/agents/core.md", "bad": "docs/agents/bad.md"}}'
    audit = audit_of(folder, {"leji.json": manifest})
    assert profile_of(audit, "leji:bad").state is State.UNREADABLE
    assert {(f.rule, f.path) for f in audit.findings} == {
        ("file/outside-root", BAD),
        ("leji/bound-file-skipped", "leji.json"),
    }


def test_a_profile_folder_that_leads_out_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"elsewhere/bad.md": closed(fields()), "repo/leji.json": '{"rootPath": "docs/"}'})
    (tmp_path / "repo" / "docs").mkdir()
    (tmp_path / "repo" / "docs" / "agents").symlink_to("../../elsewhere")
    audit = audit_of(tmp_path / "repo", {})
    assert audit.profiles == ()
    assert [(f.rule, f.path) for f in audit.findings] == [("leji/path-escapes-root", "docs/agents/")]
