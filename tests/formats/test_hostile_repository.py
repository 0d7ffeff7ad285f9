"""A repository where one file does its worst: one finding says where and why, and all the others are read as ever.

The format is the test's own and has no module, so that these tests say something of reading and of nothing else.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sphinx_agentcfg.audit.rows import tables
from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.formats.model import NOTHING, State
from tests.formats.repositories import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_agentcfg.audit.model import Audit

TYPES = {"json": "json", "yaml": "yaml", "frontmatter": "md", "toml": "toml"}
MANIFEST = 'title = "Crew"\nsource_language = "en"\n' + "".join(
    f'[documents.{syntax}]\ntitle = "T"\nschema = "s.json"\nsyntax = "{syntax}"\nfiles = ["crew/*.{suffix}"]\n'
    for syntax, suffix in TYPES.items()
)
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "limit": {"type": "integer"},
        "tools": {"type": "array", "items": {"type": "string", "minLength": 1}},
    },
}
GOOD = {
    "crew/a.json": '{"name": "Ann"}',
    "crew/b.yaml": "name: Ben\n",
    "crew/c.md": "---\nname: Cleo\n---\nText\n",
    "crew/d.toml": 'name = "Dan"\n',
}
NAMES = {"crew/a.json": "Ann", "crew/b.yaml": "Ben", "crew/c.md": "Cleo", "crew/d.toml": "Dan"}
SECONDS = 30  # one case takes a small part of a second; a machine may be busy


@pytest.fixture(autouse=True)
def nothing_hangs(request: pytest.FixtureRequest) -> Iterator[None]:
    """End a test that waits, instead of waiting with it."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return
    seconds = SECONDS * (10 if request.node.get_closest_marker("slow") else 1)
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail(f"not done after {seconds} seconds"))
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with one good file of each syntax."""
    write(tmp_path / "crew", {"format.toml": MANIFEST, "s.json": json.dumps(SCHEMA)})
    return write(tmp_path / "repository", dict(GOOD))


def audited(root: Path, **options: Any) -> Audit:
    return read_repository(root, Catalog.builtin().with_folder(root.parent / "crew"), only=["crew"], **options)


def assert_others_intact(audit: Audit) -> None:
    """Hold for the good files whatever stands beside them, and for the tables of the whole."""
    found = {p.path: (p.state, p.effective) for p in audit.profiles if p.path in GOOD}
    assert found == {path: (State.OK, {"name": name}) for path, name in NAMES.items()}
    assert [f for f in audit.findings if f.path in GOOD] == []
    rows = tables(audit)
    assert {row["profile"] for row in rows["profiles"]} == {profile.id for profile in audit.profiles}
    json.dumps(rows)


def assert_one_finding(audit: Audit, path: str, rule: str, line: int | None, words: str = "") -> None:
    assert_others_intact(audit)
    assert [(f.rule, f.path, f.line) for f in audit.findings] == [(rule, path, line)]
    for language in ("en", "zh_CN"):
        text = audit.findings[0].message.text(language)
        assert "\n" not in text
        assert ("; " if language == "en" else "；") in text
    assert words in audit.findings[0].message.text()


def assert_unreadable(audit: Audit, path: str) -> None:
    (profile,) = [p for p in audit.profiles if p.path == path]
    assert (profile.state, profile.effective) == (State.UNREADABLE, NOTHING)


# What a file may hold ------------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A content, the one finding that it costs (None: it is fine), and its line in a file that starts with it."""

    name: str
    content: str | bytes
    rule: str | None
    line: int | None = None
    readable: bool = False


def bomb(height: int, field: str) -> str:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, height)]
    return "\n".join([*lines, f"{field}: *a{height - 1}", ""])


# The numbers are those of facts/leji.md §3.2; what is not there has none.
OF_YAML = [
    Case("1 alias bomb in unknown keys", bomb(22, "other"), "too-many-nodes", 15),
    Case("2 alias bomb where a text is wanted", bomb(22, "name"), "too-many-nodes", 15),
    Case("3 larger alias bomb where a text is wanted", bomb(27, "name"), "too-many-nodes", 15),
    Case("4 alias bomb in an item", bomb(22, "tools").replace("*a21\n", "[*a21]\n"), "too-many-nodes", 15),
    Case("5 tab", "name: x\nother:\n\ta: 1\n", "syntax", 3),
    Case("6 bytes ff fe", b"name: x\nother: \xff\xfe\n", "not-utf8", 2),
    Case("9 4 MB scalar", "name: " + "x" * 4_000_000 + "\n", None, readable=True),
    Case("9 20 MB scalar", "name: " + "x" * 20_000_000 + "\n", "too-large"),
    Case("10 list of 300,000", "name: x\ntools:\n" + "- x\n" * 300_000, "too-many-nodes", 100_000),
    Case("12 nesting of 200", "name: x\nother: " + "[" * 200 + "]" * 200 + "\n", "too-deep", 2),
    Case("13 nesting of 2,000", "name: x\nother: " + "[" * 2_000 + "]" * 2_000 + "\n", "too-deep", 2),
    Case("13 nesting of 10,000", "name: x\nother: " + "[" * 10_000 + "]" * 10_000 + "\n", "too-deep", 2),
    Case("13 nesting of 20,000", "name: x\nother: " + "{a: " * 20_000 + "}" * 20_000 + "\n", "too-deep", 2),
    Case("13 lists in lists", "name: x\nother:\n  " + "- " * 10_000 + "x\n", "too-deep", 3),
    Case("13 indented nesting", "\n".join(" " * n + "a:" for n in range(2_000)) + "\n", "too-deep", 101),
    Case("14 duplicate key", "name: x\nother: y\nname: z\n", "duplicate-key", 3, readable=True),
    Case("14 duplicate key inside", "name: x\nother:\n  a: 1\n  a: 2\n", "duplicate-key", 4, readable=True),
    Case("15 merge key", "name: x\nother: &o {a: 1}\nmore:\n  <<: *o\n", None, readable=True),
    Case("16 python/object/apply", "name: x\nb: !!python/object/apply:os.abort []\n", "custom-tag", 2, readable=True),
    Case("16 python/object/apply, typed", "name: !!python/object/apply:os.abort ''\n", "custom-tag", 1, readable=True),
    Case("16 unknown tag", "name: !foo x\n", "custom-tag", 1, readable=True),
    Case("17 binary", "name: !!binary aGk=\n", "custom-tag", 1, readable=True),
    Case("17 set", "name: x\nother: !!set {a: }\n", "custom-tag", 2, readable=True),
    Case("17 nan", "name: x\nother: .nan\n", "not-a-number", 2, readable=True),
    Case("17 infinity", "name: x\nother: -.inf\n", "not-a-number", 2, readable=True),
    Case("17 a number where a text is wanted", "name: 1.2\n", "schema", 1, readable=True),
    Case("18 date", "name: 2027-01-05\n", None, readable=True),
    Case("19 timestamp", "name: 2027-01-05T10:00:00Z\n", None, readable=True),
    Case("23 no", "name: no\n", None, readable=True),
    Case("24 only a comment", "# name: x\n", "empty", 1),
    Case("24 a list", "- name: x\n", "schema", 1, readable=True),
    Case("24 a scalar", "name\n", "schema", 1, readable=True),
    Case("29 directive without a document", "%YAML 1.2\n", "syntax", 1),
    Case("30 list as key", "name: x\n? [a]\n: 1\n", "non-string-key", 2, readable=True),
    Case("30 mapping as key", "name: x\n? {a: 1}\n: 1\n", "non-string-key", 2, readable=True),
    Case("31 number as key", "name: x\n1: a\n", "non-string-key", 2, readable=True),
    Case("31 null as key", "name: x\nnull: a\n", "non-string-key", 2, readable=True),
    Case("32 alias of nothing", "name: x\nother: *nobody\n", "syntax", 2),
    Case("32 alias of itself", "name: x\nother: &o [*o]\n", "recursive-alias", 2),
    Case("33 NUL", "name: x\nother: \0\n", "syntax", 2),
    Case("33 BEL", "name: x\nother: \x07\n", "syntax", 2),
    Case("34 lone surrogate in a value", 'name: x\nother: "\\ud800"\n', "syntax", 2),
    Case("34 lone surrogate in a key", 'name: x\n"\\ud800": 1\n', "syntax", 2),
    Case("34 lone surrogate in bytes", b"name: x\nother: \xed\xa0\x80\n", "not-utf8", 2),
    Case("35 5,000 digits", "name: x\nlimit: " + "9" * 5_000 + "\n", "long-number", 2),
    Case("35 5,000 digits after the point", "name: x\nother: 0." + "9" * 5_000 + "\n", "long-number", 2),
    Case("36 ESC in a key", 'name: x\n"\\e[31mother": 1\n', None, readable=True),
    Case("37 final newline", 'name: "x\\n"\n', None, readable=True),
    Case("38 equals sign", "name: =\n", None, readable=True),
    Case("39 U+2028", "name: x\u2028y\n", None, readable=True),
    Case("unquoted colon", "name: x\nother: y: z\n", "syntax", 2),
    Case("open quote", "name: x\nother: 'y\n", "syntax", 2),
    Case("merge conflict", "name: x\n<<<<<<< HEAD\nother: y\n=======\n>>>>>>> z\n", "syntax", 2),
]  # fmt: skip
ONLY_OF_YAML = [
    Case("7 UTF-16", "name: x\n".encode("utf-16"), "not-utf8", 1),
    Case("8 byte order mark", "\ufeffname: x\n", "byte-order-mark", 1, readable=True),
    Case("24 empty", "", "empty"),
    Case("24 blanks", " \n\n\t\n", "empty"),
    Case("25 CRLF", "name: x\r\n", "line-ends", 1, readable=True),
    Case("25 lone CR", "name: x\rother: y\r", "line-ends", 1, readable=True),
    Case("two documents", "name: x\n---\nname: y\n", "several-documents", 2, readable=True),
    Case("200,000 brackets", "[" * 200_000, "too-deep", 1),
]
OF_FRONTMATTER = [
    Case("7 UTF-16", "---\nname: x\n---\n".encode("utf-16"), "not-utf8", 1),
    Case("8 byte order mark", "\ufeff---\nname: x\n---\n", "byte-order-mark", 1, readable=True),
    Case("11 30 MB body", "---\nname: x\n---\n" + "text\n" * 6_000_000, "too-large"),
    Case("24 empty frontmatter", "---\n---\n", "empty", 2),
    Case("25 CRLF", "---\r\nname: x\r\n---\r\n", "line-ends", 1, readable=True),
    Case("25 lone CR", "---\rname: x\r---\r", "line-ends", 1, readable=True),
    Case("26 no closing fence", "---\nname: x\n", "unterminated-frontmatter", 1),
    Case("26 dots close", "---\nname: x\n...\n", None, readable=True),
    Case("26 the fence ends the file", "---\nname: x\n---", None, readable=True),
    Case("26 comment behind the closing fence", "---\nname: x\n--- # c\n", "unterminated-frontmatter", 1),
    Case("27 dots and the fence", "---\nname: x\n...\n---\n", None, readable=True),
    Case("28 blank behind the opening fence", "--- \nname: x\n---\n", None, readable=True),
    Case("28 blank line above", "\n---\nname: x\n---\n", "no-frontmatter", 1),
    Case("28 empty", "", "empty"),
    Case("28 no frontmatter", "# name: x\n", "no-frontmatter", 1),
    Case("a text that is not indented", "---\nname: Do this.\n<x>\nother: y\n---\n", "syntax", 3),
]
OF_JSON = [
    Case("6 bytes ff fe", b'{\n"name": "\xff\xfe"}', "not-utf8", 2),
    Case("7 UTF-16", '{"name": "x"}'.encode("utf-16"), "not-utf8", 1),
    Case("8 byte order mark", '\ufeff{"name": "x"}', "byte-order-mark", 1, readable=True),
    Case("9 4 MB string", '{"name": "' + "x" * 4_000_000 + '"}', None, readable=True),
    Case("9 20 MB string", '{"name": "' + "x" * 20_000_000 + '"}', "too-large"),
    Case("10 list of 300,000", '{"tools":\n[' + '"x",' * 299_999 + '"x"]}', "too-many-nodes", 2),
    Case("12 nesting of 200", '{"other":\n' + "[" * 200 + "]" * 200 + "}", "too-deep", 2),
    Case("13 nesting of 10,000", '{"other":\n' + "[" * 10_000 + "]" * 10_000 + "}", "too-deep", 2),
    Case("13 objects of 200,000", '{"other":\n' + '{"a":' * 200_000, "too-deep", 2),
    Case("14 duplicate key", '{"name": "x",\n"name": "y"}', "duplicate-key", 2, readable=True),
    Case("17 NaN", '{"name": "x",\n"other": NaN}', "not-a-number", 2, readable=True),
    Case("17 infinity", '{"name": "x",\n"other": 1e999}', "not-a-number", 2, readable=True),
    Case("17 a number where a text is wanted", '{\n"name": 1.2}', "schema", 2, readable=True),
    Case("24 empty", "", "empty"),
    Case("24 blanks", " \n\n", "empty"),
    Case("24 a list", "[]", "schema", 1, readable=True),
    Case("24 a scalar", "null", "schema", 1, readable=True),
    Case("25 CRLF", '{\r\n"name": "x"}\r\n', "line-ends", 1, readable=True),
    Case("25 lone CR", '{\r"name": "x"}\r', "line-ends", 1, readable=True),
    Case("31 number as key", '{"name": "x",\n1: 2}', "syntax", 2),
    Case("33 NUL", '{"name":\n"\0"}', "syntax", 2),
    Case("33 BEL", '{"name":\n"\x07"}', "syntax", 2),
    Case("34 lone surrogate in a value", '{"name":\n"\\ud800"}', "lone-surrogate", 2, readable=True),
    Case("34 lone surrogate in a key", '{"name": "x",\n"\\ud800": 1}', "lone-surrogate", 2, readable=True),
    Case("34 lone surrogate in bytes", b'{"name":\n"\xed\xa0\x80"}', "not-utf8", 2),
    Case("35 5,000 digits", '{"limit":\n' + "9" * 5_000 + "}", "long-number", 2),
    Case("36 ESC in a key", '{"name": "x", "\\u001b[31m": 1}', None, readable=True),
    Case("37 final newline", '{"name": "x\\n"}', None, readable=True),
    Case("39 U+2028", '{"name": "x\u2028y"}', None, readable=True),
    Case("trailing comma", '{"name": "x",\n}', "trailing-comma", 1),
    Case("comment", '{"name": "x"\n// y\n}', "comment", 2),
    Case("cut off", '{"name":\n"x', "syntax", 2),
    Case("merge conflict", "{\n<<<<<<< HEAD\n}", "syntax", 2),
]
OF_TOML = [
    Case("6 bytes ff fe", b'name = "x"\nother = "\xff\xfe"', "not-utf8", 2),
    Case("7 UTF-16", 'name = "x"'.encode("utf-16"), "not-utf8", 1),
    Case("8 byte order mark", '\ufeffname = "x"\n', "byte-order-mark", 1, readable=True),
    Case("10 list of 300,000", 'name = "x"\ntools = [' + '"x",' * 300_000 + "]\n", "too-many-nodes", 2),
    Case("13 nesting of 10,000", 'name = "x"\nother = ' + "[" * 10_000 + "]" * 10_000, "too-deep", 2),
    Case("13 dotted key of 10,000", 'name = "x"\n' + "a." * 10_000 + "a = 1\n", "too-deep", 2),
    Case("14 duplicate key", 'name = "x"\nname = "y"\n', "duplicate-key", 2),
    Case("17 nan", 'name = "x"\nother = nan\n', "not-a-number", 2, readable=True),
    Case("24 empty", "", "empty"),
    Case("33 NUL", 'name = "\0"\n', "syntax", 1),
    Case("34 lone surrogate", 'name = "x"\nother = "\\ud800"\n', "syntax", 2),
    Case("35 5,000 digits", 'name = "x"\nlimit = ' + "9" * 5_000, "long-number", 2),
    Case("no quotes", "name = x\n", "syntax", 1),
]


def fenced(case: Case) -> Case:
    content = case.content.encode() if isinstance(case.content, str) else case.content
    return case._replace(content=b"---\n" + content + b"---\nText\n", line=case.line and case.line + 1)


ALL = [
    *(("bad.yaml", case) for case in (*OF_YAML, *ONLY_OF_YAML)),
    *(("bad.md", fenced(case)) for case in OF_YAML),
    *(("bad.md", case) for case in OF_FRONTMATTER),
    *(("bad.json", case) for case in OF_JSON),
    *(("bad.toml", case) for case in OF_TOML),
]


@pytest.mark.parametrize(("name", "case"), ALL, ids=[f"{name} {case.name}" for name, case in ALL])
def test_a_hostile_file_costs_one_finding_and_no_other_file(root: Path, name: str, case: Case) -> None:
    path = f"crew/{name}"
    audit = audited(write(root, {path: case.content}))
    if case.rule is None:
        assert_others_intact(audit)
        assert audit.findings == ()
    else:
        assert_one_finding(audit, path, f"{'crew' if case.rule == 'schema' else 'file'}/{case.rule}", case.line)
    if case.readable:
        assert [p.state for p in audit.profiles if p.path == path] == [State.OK]
    else:
        assert_unreadable(audit, path)


def test_all_of_them_at_once_cost_one_finding_each(root: Path) -> None:
    files = {f"crew/{n}-{name}": case for n, (name, case) in enumerate(ALL) if len(case.content) < 1_000_000}
    audit = audited(write(root, {path: case.content for path, case in files.items()}))
    assert_others_intact(audit)
    expected = {(path, case.rule, case.line) for path, case in files.items() if case.rule}
    assert {(f.path, f.name, f.line) for f in audit.findings} == expected
    assert len(audit.findings) == len(expected)


def test_nothing_in_a_file_is_executed(root: Path) -> None:
    target = root / "made-by-a-file"
    tags = (f"!!python/object/apply:os.mkdir ['{target}']", f"!!python/object/new:pathlib.Path.mkdir ['{target}']")
    audited(write(root, {f"crew/bad{n}.yaml": f"name: x\nother: {tag}\n" for n, tag in enumerate(tags)}))
    assert not target.exists()


# What may lie at a path ----------------------------------------------------------------------------------------------


def test_a_pipe_is_one_finding_and_does_not_block(root: Path) -> None:
    os.mkfifo(root / "crew/bad.yaml")
    audit = audited(root)
    assert_one_finding(audit, "crew/bad.yaml", "file/not-a-file", None, "a named pipe")
    assert_unreadable(audit, "crew/bad.yaml")


@pytest.mark.parametrize("name", ["bad.yaml", "bad.json", "bad.md"])
def test_a_link_to_a_device_leads_out_and_is_not_read(root: Path, name: str) -> None:
    (root / "crew" / name).symlink_to("/dev/zero")
    audit = audited(root)
    assert_one_finding(audit, f"crew/{name}", "file/outside-root", None, "leads out")
    assert_unreadable(audit, f"crew/{name}")


def test_a_device_in_the_repository_is_not_read(root: Path) -> None:
    try:
        os.mknod(root / "crew/bad.yaml", 0o020666, os.makedev(1, 5))  # /dev/zero
    except (OSError, AttributeError):
        pytest.skip("no right to make a device here")
    audit = audited(root)
    assert_one_finding(audit, "crew/bad.yaml", "file/not-a-file", None, "a device")
    assert_unreadable(audit, "crew/bad.yaml")


@pytest.mark.parametrize(
    ("target", "rule", "words"),
    [
        ("bad.yaml", "unreadable", "its links lead in a circle"),
        ("loop", "unreadable", "its links lead in a circle"),
        ("nothing", "missing", "there is no such file"),
        ("../../secret.yaml", "outside-root", "leads out"),
        ("../out/secret.yaml", "outside-root", "leads out"),
        ("../../repository/../secret.yaml", "outside-root", "leads out"),
        (".", "not-a-file", "a folder"),
    ],
)
def test_a_link_that_leads_nowhere_good_is_one_finding(root: Path, target: str, rule: str, words: str) -> None:
    write(root.parent, {"secret.yaml": "name: secret\n"})
    (root / "out").symlink_to("..")
    (root / "crew/loop").symlink_to("bad.yaml")
    (root / "crew/bad.yaml").symlink_to(target)
    audit = audited(root)
    assert_one_finding(audit, "crew/bad.yaml", f"file/{rule}", None, words)
    assert_unreadable(audit, "crew/bad.yaml")
    assert "secret" not in json.dumps(tables(audit)["fields"])


def test_a_link_to_a_file_of_the_repository_is_read(root: Path) -> None:
    (root / "crew/e.yaml").symlink_to("b.yaml")
    audit = audited(root)
    assert_others_intact(audit)
    assert [p.effective for p in audit.profiles if p.path == "crew/e.yaml"] == [{"name": "Ben"}]


@pytest.mark.parametrize("target", ["..", "../outside", ".", "/"])
def test_a_folder_that_is_a_link_is_not_entered(root: Path, target: str) -> None:
    write(root.parent, {"outside/crew/secret.yaml": "name: secret\n"})
    (root / "linked").symlink_to(target)
    audit = audited(root)
    assert_others_intact(audit)
    assert (audit.findings, {p.path for p in audit.profiles}) == ((), set(GOOD))


def test_a_file_of_200_mb_is_not_read(root: Path) -> None:
    with (root / "crew/bad.yaml").open("wb") as file:
        file.truncate(200_000_000)
    audit = audited(root)
    assert_one_finding(audit, "crew/bad.yaml", "file/too-large", None, "200,000,000 bytes")
    assert_unreadable(audit, "crew/bad.yaml")


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="the system wants names in Unicode")
def test_a_file_may_have_any_name(root: Path) -> None:
    names = [
        b"\xff\xfe",
        b"a\nb",
        b"a\x1b[31mb",
        "a\u202eb".encode(),
        b"a\x9bb",
        b" ",
        b"-rf",
        b"a;b|c",
        b"'\"`{x}$(y)",
    ]
    for name in names:
        (root / "crew" / os.fsdecode(name + b".yaml")).write_text("name: x\n")
        (root / "crew" / os.fsdecode(name + b".json")).write_text("[1,]")
    audit = audited(root)
    assert_others_intact(audit)
    # The same name with two suffixes: the ids clash, which each of the two is told.
    bad = sorted((f.rule, f.path) for f in audit.findings)
    clash = [("audit/duplicate-id", os.fsdecode(b"crew/" + name + s)) for name in names for s in (b".json", b".yaml")]
    broken = [("file/trailing-comma", os.fsdecode(b"crew/" + name + b".json")) for name in names]
    assert bad == sorted(clash + broken)
    for finding in audit.findings:
        assert finding.text().isprintable()


def test_a_name_of_500_parts_is_read(root: Path) -> None:
    deep = "/".join(["d"] * 500)
    write(root, {f"{deep}/crew/bad.yaml": "name: x\n", f"{deep}/bad.json": "[1,]"})
    audit = audited(root)
    assert_others_intact(audit)
    assert audit.findings == ()


# What may happen meanwhile -------------------------------------------------------------------------------------------


def meddled(root: Path, meddle: Callable[[], object]) -> Audit:
    """Return the audit of *root*, where somebody does something after the walk, when the first file has been read."""
    return audited(root, tell=lambda read: meddle() if read == 1 else None)


def test_a_file_that_vanishes_is_one_finding(root: Path) -> None:
    bad = write(root, {"crew/bad.yaml": "name: x\n"}) / "crew/bad.yaml"
    audit = meddled(root, bad.unlink)
    assert_one_finding(audit, "crew/bad.yaml", "file/missing", None)
    assert_unreadable(audit, "crew/bad.yaml")


def test_a_folder_that_vanishes_is_one_finding_a_file(root: Path) -> None:
    audit = meddled(root, lambda: (root / "crew").rename(root / "gone"))
    unread = {path for path in GOOD if path != "crew/a.json"}
    assert {(f.rule, f.path) for f in audit.findings} == {("file/missing", path) for path in unread}
    assert {profile.path for profile in audit.profiles if profile.state is State.UNREADABLE} == unread


def test_a_file_that_is_replaced_by_a_link_is_not_followed(root: Path) -> None:
    bad = write(root, {"crew/bad.yaml": "name: x\n"}) / "crew/bad.yaml"
    write(root.parent, {"secret.yaml": "name: secret\n"})

    def replace() -> None:
        bad.unlink()
        bad.symlink_to(root.parent / "secret.yaml")

    audit = meddled(root, replace)
    assert_one_finding(audit, "crew/bad.yaml", "file/unreadable", None, "replaced by a link")
    assert_unreadable(audit, "crew/bad.yaml")


def test_a_file_that_is_replaced_by_a_pipe_does_not_block(root: Path) -> None:
    bad = write(root, {"crew/bad.yaml": "name: x\n"}) / "crew/bad.yaml"

    def replace() -> None:
        bad.unlink()
        os.mkfifo(bad)

    audit = meddled(root, replace)
    assert_one_finding(audit, "crew/bad.yaml", "file/not-a-file", None, "a named pipe")


def test_a_file_that_grows_beyond_the_limit_is_one_finding(root: Path) -> None:
    bad = write(root, {"crew/bad.yaml": "name: x\n"}) / "crew/bad.yaml"
    audit = meddled(root, lambda: os.truncate(bad, 6_000_000))
    assert_one_finding(audit, "crew/bad.yaml", "file/too-large", None)


def test_a_file_that_changes_is_read_as_it_is_then(root: Path) -> None:
    bad = write(root, {"crew/bad.yaml": "name: x\n"}) / "crew/bad.yaml"
    audit = meddled(root, lambda: bad.write_text("name: y: z\n"))
    assert_one_finding(audit, "crew/bad.yaml", "file/syntax", 1)


# What may not be read ------------------------------------------------------------------------------------------------

AS_ANOTHER = """
import json, os, sys
from pathlib import Path
from sphinx_agentcfg.audit.rows import tables
from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.catalog import Catalog

catalog = Catalog.builtin().with_folder(Path("../crew"))
Path("crew/wrong.yaml").write_text("nobody: knows")
tables(read_repository(Path("."), catalog, only=["crew"]))  # reads and imports all that it needs, for findings too
Path("crew/wrong.yaml").unlink()
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
print(json.dumps(tables(read_repository(Path("."), catalog, only=["crew"]))))
"""


@pytest.fixture
def open_root() -> Iterator[Path]:
    """A repository that every user can get to; pytest's own folders are closed to others."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        write(place / "crew", {"format.toml": MANIFEST, "s.json": json.dumps(SCHEMA)})
        root = write(place / "repository", {**GOOD, "crew/bad.yaml": "name: x\n", "closed/crew/e.yaml": "name: y\n"})
        for part in ("sphinx_agentcfg", "schemas"):  # the checkout itself may be closed to others
            copytree(Path(__file__).parents[2] / part, place / "lib" / part, ignore=ignore_patterns("__pycache__"))
        for each in (place, place / "crew", root, root / "crew", place / "lib"):
            each.chmod(0o755)
        yield root


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_file_that_may_not_be_read_and_a_folder_that_may_not_be_listed(open_root: Path) -> None:
    (open_root / "crew/bad.yaml").chmod(0o000)
    (open_root / "closed").chmod(0o000)
    try:
        done = subprocess.run(
            [sys.executable, "-c", AS_ANOTHER],
            cwd=open_root,
            env={**os.environ, "PYTHONPATH": str(open_root.parent / "lib")},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    finally:
        (open_root / "closed").chmod(0o755)
    assert done.stderr == ""
    rows = json.loads(done.stdout)
    assert {(f["rule"], f["path"]) for f in rows["findings"]} == {
        ("file/unreadable", "closed"),
        ("file/unreadable", "crew/bad.yaml"),
    }
    assert {p["path"]: p["state"] for p in rows["profiles"]} == {
        **dict.fromkeys(GOOD, "ok"),
        "crew/bad.yaml": "unreadable",
    }


# Many ----------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_100000_small_files_are_walked_and_those_that_count_are_read(root: Path) -> None:
    for n in range(100):
        folder = f"{root}/other/{n}"
        os.makedirs(folder)  # noqa: PTH103  # a hundred thousand Paths take long
        for m in range(1_000):
            os.close(os.open(f"{folder}/{m}.yaml", os.O_CREAT | os.O_WRONLY))
    audit = audited(root)
    assert_others_intact(audit)
    assert (audit.findings, len(audit.profiles)) == ((), len(GOOD))
    assert (audit.files, audit.read) == (100_000 + len(GOOD), len(GOOD))
